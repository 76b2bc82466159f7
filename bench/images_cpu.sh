#!/usr/bin/env bash
# Prints what a convolutional network's training step costs on the processor beside PyTorch (Debian's python3-torch), turn and turn about,
# in processor time: what can be compared on a machine that has other work. One thread each.
#
#   bench/images_cpu.sh [STEPS]
#
# JAVA         the java to run (default: JAVA_HOME's, or java)
# XIANKA_LIB   a folder of jars (default: what Maven built in this checkout)
# PYTHON       a python3 with torch (default: python3)
# PEER_BLAS    a libopenblas.so.0 for that torch: Debian's multiplies with the reference BLAS where no other is installed
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
java=${JAVA:-${JAVA_HOME:+$JAVA_HOME/bin/java}}
java=${java:-java}
python=${PYTHON:-python3}
"$java" --version 2>/dev/null | grep -qE '^[a-z]+ (2[5-9]|[3-9][0-9])' ||
    { echo "${0##*/}: $java is not Java 25; set JAVA or JAVA_HOME to a JDK 25" >&2; exit 2; }
"$python" -c 'import torch' 2>/dev/null || { echo "${0##*/}: $python has no torch; apt-get install python3-torch" >&2; exit 2; }
if [[ -n ${XIANKA_LIB:-} ]]; then
    classpath="$XIANKA_LIB/*"
else
    classpath=
    for room in core/ptx core/driver core/compiler core/emulator learn/tensor learn/nn bench; do
        [[ -d $here/../$room/target/classes ]] ||
            { echo "${0##*/}: $room is not built; run mvn -q package -DskipTests, or set XIANKA_LIB" >&2; exit 2; }
        classpath+="$here/../$room/target/classes:"
    done
    classpath+="$here/target/lib/*"
fi
coproc peer {
    [[ -z ${PEER_BLAS:-} ]] || export LD_PRELOAD=$PEER_BLAS
    export OMP_NUM_THREADS=1 OPENBLAS_NUM_THREADS=1
    exec "$python" -c '
import sys, time, torch, torch.nn as nn, torch.nn.functional as F
torch.set_num_threads(1); torch.manual_seed(0)
def block(i, o, norm):
    return [nn.Conv2d(i, o, 3, padding=1, bias=not norm), *([nn.BatchNorm2d(o)] if norm else []), nn.ReLU(), nn.MaxPool2d(2)]
def made(norm):
    head = [nn.Flatten(), nn.Linear(32 * 7 * 7, 128), nn.ReLU(), nn.Linear(128, 10)]
    return nn.Sequential(*block(1, 16, norm), *block(16, 32, norm), *head)
x, y = torch.randn(64, 1, 28, 28), torch.randint(0, 10, (64,))
def steps(model):
    o = torch.optim.AdamW(model.parameters(), lr=1e-3)
    def step():
        F.cross_entropy(model(x), y).backward()
        torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        o.step(); o.zero_grad(set_to_none=True)
    return step
models = {"fashion": steps(made(False)), "cnn": steps(made(True))}
for line in sys.stdin:
    clock, processor = time.perf_counter(), time.process_time()
    models[line.strip()]()
    print((time.perf_counter() - clock) * 1e3, (time.process_time() - processor) * 1e3, flush=True)
'
}
exec "$java" -XX:ActiveProcessorCount=1 --enable-native-access=ALL-UNNAMED --add-modules jdk.incubator.vector -cp "$classpath" \
    io.xianka.bench.ImagesBench --peer --steps "${1:-100}" <&"${peer[0]}" >&"${peer[1]}"
