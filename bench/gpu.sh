#!/usr/bin/env bash
# Prints what launches, round trips, a large multiply and compilations cost on the GPU of this machine: from C, from
# Java, and where PEERS names the folder of kernels_peer.py from CuPy and cuda.core too, in one run.
#
#   bench/gpu.sh [options of GpuBench]
#   bench/gpu.sh --compilers [options of CompilerBench]     the own compiler's code beside NVRTC's
#   bench/gpu.sh --tensors [options of TensorsBench]       tensors: fused kernels, folds, products, small calls
#   bench/gpu.sh --generation [options of GenerationBench]  how fast GPT-2 writes
#   bench/gpu.sh --planned [device [...]]                   memory of GPT-2's training step: planned, allocated, PyTorch's
#   bench/gpu.sh --products [options of ProductsBench]      matrix products and attention: own, libraries, PyTorch
#   bench/gpu.sh --attention [options of AttentionBench]    attention of float32: milliseconds, errors, registers; PyTorch's where PYTHON has it
#   bench/gpu.sh --libraries [options of LibrariesBench]    all that NVIDIA's libraries offer for a GPT-2's training step
#
# JAVA         the java to run; a linked runtime needs java.base, java.logging, jdk.management (default: JAVA_HOME's, or java)
# XIANKA_LIB   a folder of jars (default: what Maven built in this checkout)
# PEERS        a folder with kernels_peer.py (default: none); PYTHON names its python3
# CC           C compiler (default: gcc)
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
java=${JAVA:-${JAVA_HOME:+$JAVA_HOME/bin/java}}
java=${java:-java}
"$java" --version 2>/dev/null | grep -qE '^[a-z]+ (2[5-9]|[3-9][0-9])' ||
    { echo "${0##*/}: $java is not Java 25; set JAVA or JAVA_HOME to a JDK 25" >&2; exit 2; }
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

if [[ -n ${XIANKA_LIB:-} ]]; then
    classpath="$XIANKA_LIB/*"
else
    classpath=
    for room in core/ptx core/driver core/compiler core/emulator learn/tensor learn/nn tools/diagnosis tools/cli bench; do
        [[ -d $here/../$room/target/classes ]] ||
            { echo "gpu.sh: $room is not built; run mvn -q package -DskipTests, or set XIANKA_LIB" >&2; exit 2; }
        classpath+="$here/../$room/target/classes:"
    done
fi

if [[ ${1:-} == --compilers ]]; then
    "$java" --enable-native-access=ALL-UNNAMED -cp "$classpath" io.xianka.bench.CompilerBench "${@:2}"
    exit
fi

if [[ ${1:-} == --generation ]]; then
    "$java" --enable-native-access=ALL-UNNAMED -cp "$classpath" io.xianka.bench.GenerationBench "${@:2}"
    exit
fi

if [[ ${1:-} == --libraries ]]; then
    "$java" --enable-native-access=ALL-UNNAMED -cp "$classpath" io.xianka.bench.LibrariesBench "${@:2}"
    exit
fi

if [[ ${1:-} == --attention ]]; then
    peers=()
    if "${PYTHON:-python3}" "$here/attention_peer.py" >"$work/peers.json" 2>"$work/peers.log"; then
        cat "$work/peers.json"
        peers=(--peers "$work/peers.json")
    fi
    "$java" --enable-native-access=ALL-UNNAMED -cp "$classpath" io.xianka.bench.AttentionBench "${peers[@]}" "${@:2}"
    exit
fi

if [[ ${1:-} == --planned ]]; then
    "$java" --enable-native-access=ALL-UNNAMED -cp "$classpath" io.xianka.bench.PlannedMemory "${@:2}"
    exit
fi

if [[ ${1:-} == --products || ${1:-} == --tensors ]]; then
    bench=ProductsBench
    [[ $1 == --tensors ]] && bench=TensorsBench
    peers=()
    if [[ -n ${PEERS:-} ]] && "${PYTHON:-python3}" "$PEERS/kernels_peer.py" >"$work/peers.json"; then
        peers=(--peers "$work/peers.json")
    fi
    "$java" --enable-native-access=ALL-UNNAMED -cp "$classpath" io.xianka.bench.$bench "${peers[@]}" "${@:2}"
    exit
fi

: >"$work/values"
if "${CC:-gcc}" -O2 -o "$work/launch_twin" "$here/launch_twin.c" -ldl 2>"$work/cc.log"; then
    twin=$work/launch_twin
else
    twin=
    echo "gpu.sh: ${CC:-gcc} could not build launch_twin.c, its column stays empty:" >&2
    head -3 "$work/cc.log" >&2
fi
# Enqueueing depends on the core that does it and on what else the machine does: both sides stay on the same two cores
# and take turns, and the table shows medians over the turns.
pin=()
command -v taskset >/dev/null && pin=(taskset -c 0,1)
bench=("$java" -XX:+UseSerialGC --enable-native-access=ALL-UNNAMED -cp "$classpath" io.xianka.bench.GpuBench)
for turn in 1 2 3 4 5; do
    if [[ -n $twin ]]; then
        "${pin[@]}" "$twin" >>"$work/values" || { echo "gpu.sh: the C program failed, its column stays empty" >&2; twin=; }
    fi
    "${pin[@]}" "${bench[@]}" --launches "$@" >>"$work/values"
done
"${bench[@]}" "$@" | grep -v '\.enqueue\.us\|\.launch\.us' >>"$work/values"
if [[ -n ${PEERS:-} ]]; then
    "${PYTHON:-python3}" "$PEERS/kernels_peer.py" >"$work/peers.json" ||
        echo "gpu.sh: $PEERS/kernels_peer.py failed, its columns stay empty" >&2
    # "name": value, one a line
    tr ',' '\n' <"$work/peers.json" | sed -nE 's/^[{ ]*"([A-Za-z0-9_]+)": *([0-9.eE+-]+).*/peer.\1 \2/p' >>"$work/values"
fi

awk -v date="$(date -u +%Y-%m-%d)" '
    { all[$1, ++count[$1]] = $2 }
    function settle(name, i, j, swap) { # sorts the values of a name; its median is what the table shows
        for (i = 2; i <= count[name]; i++)
            for (j = i; j > 1 && all[name, j - 1] + 0 > all[name, j] + 0; j--) {
                swap = all[name, j]; all[name, j] = all[name, j - 1]; all[name, j - 1] = swap
            }
        value[name] = all[name, int((count[name] + 1) / 2)]
    }
    function spread(name) { return name in count ? sprintf("%.2f to %.2f", all[name, 1], all[name, count[name]]) : "-" }
    function cell(name) { return name != "" && name in value ? sprintf("%.2f", value[name]) : "-" }
    function ratio(a, b) { return a in value && b in value && value[b] > 0 ? sprintf("%.2f", value[a] / value[b]) : "-" }
    function row(title, mine, c, core, cupy) {
        printf "%-36s %10s %10s %10s %10s %8s %8s\n", title, cell(mine), cell(c), cell(core), cell(cupy), \
            ratio(mine, c), ratio(mine, cupy)
    }
    END {
        for (name in count) settle(name)
        printf "%s, driver for CUDA %s, Java %s, %s\n\n", value["xianka.device"], value["xianka.driver"], \
            value["xianka.java"], date
        printf "%-36s %10s %10s %10s %10s %8s %8s\n", "", "Xianka", "C", "cuda.core", "CuPy", "to C", "to CuPy"
        row("launch, enqueue (us)", "xianka.enqueue.us", "c.enqueue.us", "peer.cudacore_launch_us_enqueue", "peer.cupy_launch_us_enqueue")
        row("launch, to the end (us)", "xianka.launch.us", "c.launch.us", "peer.cudacore_launch_us_total", "peer.cupy_launch_us_total")
        row("launch, not prepared (us)", "xianka.enqueue.plain.us", "c.enqueue.us", "peer.cudacore_launch_us_enqueue", "peer.cupy_launch_us_enqueue")
        row("allocated a launch (bytes)", "xianka.enqueue.allocated.bytes", "", "", "")
        row("round trip of 400 floats (us)", "xianka.roundtrip.us", "c.roundtrip.us", "", "peer.cupy_roundtrip400_us")
        row("the same through mapped memory (us)", "xianka.roundtrip.mapped.us", "c.roundtrip.us", "", "peer.cupy_roundtrip400_us")
        row("multiply of 2^28 floats (GB/s)", "xianka.multiply.GBps", "", "", "peer.raw_mul_GBps")
        row("own compiler, cold (ms)", "xianka.compile.own.cold.ms", "", "", "")
        row("own compiler, warm (ms)", "xianka.compile.own.warm.ms", "", "", "")
        row("own compiler, from cache (ms)", "xianka.compile.own.cached.ms", "", "", "")
        row("NVRTC, cold (ms)", "xianka.compile.nvrtc.cold.ms", "", "", "peer.nvrtc_compile_ms")
        row("NVRTC, warm (ms)", "xianka.compile.nvrtc.warm.ms", "", "", "")
        row("NVRTC, from cache (ms)", "xianka.compile.nvrtc.cached.ms", "", "", "")
        printf "\nenqueue over %d turns: Xianka %s us, C %s us\n", count["xianka.enqueue.us"], spread("xianka.enqueue.us"), \
            spread("c.enqueue.us")
    }' "$work/values"
