#!/usr/bin/env bash
# Prints how tensors on the processor compare with NumPy (Debian's python3-numpy), turn and turn about in one run.
#
#   bench/tensors_cpu.sh [ROUNDS]
#
# JAVA         the java to run (default: JAVA_HOME's, or java)
# XIANKA_LIB   a folder of jars (default: what Maven built in this checkout)
# PYTHON       a python3 with numpy (default: python3)
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
java=${JAVA:-${JAVA_HOME:+$JAVA_HOME/bin/java}}
java=${java:-java}
python=${PYTHON:-python3}
"$java" --version 2>/dev/null | grep -qE '^[a-z]+ (2[5-9]|[3-9][0-9])' ||
    { echo "${0##*/}: $java is not Java 25; set JAVA or JAVA_HOME to a JDK 25" >&2; exit 2; }
"$python" -c 'import numpy' 2>/dev/null || { echo "${0##*/}: $python has no numpy; apt-get install python3-numpy" >&2; exit 2; }
if [[ -n ${XIANKA_LIB:-} ]]; then
    classpath="$XIANKA_LIB/*"
else
    classpath=
    for room in core/ptx core/driver core/compiler core/emulator learn/tensor bench; do
        classpath+="$here/../$room/target/classes:"
    done
    classpath+="$here/target/lib/*"
fi
coproc peer {
    "$python" -c '
import sys, time
import numpy as np
random = np.random.default_rng(0)
n = 1 << 24
x, y = random.random(n, np.float32), random.random(n, np.float32)
rows = random.random((2048, 8192), np.float32)
a, b = random.random((2048, 2048), np.float32), random.random((2048, 2048), np.float32)
def softmax():
    e = np.exp(rows - rows.max(-1, keepdims=True))
    return e / e.sum(-1, keepdims=True)
cases = {"chain": lambda: np.tanh(x * y + x) * np.float32(0.5) + y, "sum": x.sum, "softmax": softmax, "product": lambda: a @ b}
for name in sys.stdin:
    begin = time.perf_counter()
    cases[name.strip()]()
    print((time.perf_counter() - begin) * 1e3, flush=True)
'
}
exec "$java" -Xmx2g --enable-native-access=ALL-UNNAMED --add-modules jdk.incubator.vector -cp "$classpath" \
    io.xianka.bench.ProcessorTensorsBench "$@" <&"${peer[0]}" >&"${peer[1]}"
