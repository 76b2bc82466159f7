#!/usr/bin/env bash
# Prints how the emulator compares with plain Java on this machine.
#
#   bench/emulator.sh [nvcc|own] [--quick]
#   bench/emulator.sh kernels [NAME...] [nvcc] [--turns] [--quick]
#
# kernels: the set of twelve, by JMH; with --turns in one JVM, turn and turn about, by processor time, for a machine
# that has other work (JAVA_OPTIONS=-Xbatch then keeps HotSpot's compiler from being late)
#
# JAVA         the java to run (default: JAVA_HOME's, or java)
# JAVA_OPTIONS further options of it
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
java=${JAVA:-${JAVA_HOME:+$JAVA_HOME/bin/java}}
java=${java:-java}
"$java" --version 2>/dev/null | grep -qE '^[a-z]+ (2[5-9]|[3-9][0-9])' ||
    { echo "${0##*/}: $java is not Java 25; set JAVA or JAVA_HOME to a JDK 25" >&2; exit 2; }
rooms=(core/ptx core/driver core/compiler core/emulator)
modules=
for room in "${rooms[@]}"; do
    [[ -d $here/../$room/target/classes ]] ||
        { echo "emulator.sh: $room is not built; run mvn -q package -DskipTests" >&2; exit 2; }
    modules+="$here/../$room/target/classes:"
done
main=EmulatorBenchmark
if [[ ${1:-} == kernels ]]; then
    shift
    main=EmulatorKernelsBenchmark
    jmh=$(echo "$here"/target/lib/jmh-core-*.jar)
    [[ -f $jmh ]] || { echo "emulator.sh: $here/target/lib is missing; run mvn -q package -DskipTests" >&2; exit 2; }
fi
# shellcheck disable=SC2086
exec "$java" -Xmx3g --enable-native-access=io.xianka.driver --module-path "$modules" \
    --add-modules io.xianka.emulator,io.xianka.compiler,jdk.management ${JAVA_OPTIONS:-} \
    -cp "$here/target/classes:$here/target/lib/*" "io.xianka.bench.$main" "$@"
