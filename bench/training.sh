#!/usr/bin/env bash
# Prints what a GPT's training step costs (forward, backward, clipped at 1, AdamW), a line of JSON a row.
#
#   bench/training.sh [options of TrainingBench]    GPT-2 124M on a GPU: precisions, batches, checkpointing; PEERS=folder runs
#                                                   gpt2_peer.py first, then its torch.compile both waited for after each step and one
#                                                   step behind. Twice the first row alone: from an empty cache of kernels, then
#                                                   from a full one
#   bench/training.sh --kernels                     with a table of the step's kernels by time
#   bench/training.sh --cpu [STEPS]                 a small GPT on the processor beside PyTorch, turn and turn about, 2 threads each
#
# JAVA         the java to run (default: JAVA_HOME's, or java)
# XIANKA_LIB   a folder of jars (default: what Maven built in this checkout)
# PYTHON       a python3 with torch, for --cpu and PEERS (default: python3)
# PEER_BLAS    a libopenblas.so.0 for that torch, for --cpu: Debian's multiplies with the reference BLAS, ten times as slowly, where no
#              other is installed. OPENBLAS_NUM_THREADS says on how many threads: one for each core, or 1 on a busy machine
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
java=${JAVA:-${JAVA_HOME:+$JAVA_HOME/bin/java}}
java=${java:-java}
python=${PYTHON:-python3}
"$java" --version 2>/dev/null | grep -qE '^[a-z]+ (2[5-9]|[3-9][0-9])' ||
    { echo "${0##*/}: $java is not Java 25; set JAVA or JAVA_HOME to a JDK 25" >&2; exit 2; }
if [[ -n ${XIANKA_LIB:-} ]]; then
    classpath="$XIANKA_LIB/*"
else
    classpath=
    for room in core/ptx core/driver core/compiler core/emulator learn/tensor learn/nn tools/cli bench; do
        [[ -d $here/../$room/target/classes ]] ||
            { echo "${0##*/}: $room is not built; run mvn -q package -DskipTests, or set XIANKA_LIB" >&2; exit 2; }
        classpath+="$here/../$room/target/classes:"
    done
    classpath+="$here/target/lib/*"
fi
run=("$java" --enable-native-access=ALL-UNNAMED --add-modules jdk.incubator.vector -cp "$classpath" io.xianka.bench.TrainingBench)

if [[ ${1:-} != --cpu ]]; then
    if [[ -n ${PEERS:-} ]]; then
        "$python" "$PEERS/gpt2_peer.py" || echo "${0##*/}: gpt2_peer.py failed" >&2
        "$python" "$here/gpt2_peer_ahead.py" "$PEERS" || echo "${0##*/}: gpt2_peer_ahead.py failed" >&2
    fi
    cache=$(mktemp -d)
    trap 'rm -rf "$cache"' EXIT
    XIANKA_CACHE=$cache "${run[@]}" --rows bf16:32 --no-plan --steps 1 2>/dev/null
    XIANKA_CACHE=$cache "${run[@]}" --rows bf16:32 --no-plan --steps 1 2>/dev/null
    XIANKA_CACHE=$cache "${run[@]}" "$@"
    exit
fi

"$python" -c 'import torch' 2>/dev/null || { echo "${0##*/}: $python has no torch; apt-get install python3-torch" >&2; exit 2; }
coproc peer {
    [[ -z ${PEER_BLAS:-} ]] || export LD_PRELOAD=$PEER_BLAS
    # Threads that spin between the turns would take the other side's cores.
    export OMP_WAIT_POLICY=passive
    exec "$python" -c '
import sys, time, torch, torch.nn as nn, torch.nn.functional as F
torch.set_num_threads(2); torch.manual_seed(0)
V, T, C, H, L, B = 96, 128, 128, 4, 4, 16
mask = torch.ones(T, T, dtype=torch.bool).tril()
def by_hand(q, k, v, is_causal):
    return (q @ k.transpose(2, 3) * q.shape[3] ** -0.5).masked_fill(~mask, float("-inf")).softmax(-1) @ v
attention = getattr(F, "scaled_dot_product_attention", by_hand)  # PyTorch 1 has none
class Block(nn.Module):
    def __init__(s):
        super().__init__()
        s.n1, s.qkv, s.o = nn.LayerNorm(C), nn.Linear(C, 3 * C), nn.Linear(C, C)
        s.n2, s.up, s.down = nn.LayerNorm(C), nn.Linear(C, 4 * C), nn.Linear(4 * C, C)
    def forward(s, x):
        q, k, v = (t.view(B, T, H, C // H).transpose(1, 2) for t in s.qkv(s.n1(x)).split(C, 2))
        x = x + s.o(attention(q, k, v, is_causal=True).transpose(1, 2).reshape(B, T, C))
        return x + s.down(F.gelu(s.up(s.n2(x)), approximate="tanh"))
class Model(nn.Module):
    def __init__(s):
        super().__init__()
        s.te, s.pe, s.blocks, s.n = nn.Embedding(V, C), nn.Embedding(T, C), nn.ModuleList(Block() for _ in range(L)), nn.LayerNorm(C)
    def forward(s, x, y):
        h = s.te(x) + s.pe.weight
        for b in s.blocks: h = b(h)
        return F.cross_entropy((s.n(h) @ s.te.weight.T).view(-1, V), y.view(-1))
m = Model()
o = torch.optim.AdamW(m.parameters(), lr=3e-4, weight_decay=0.1)
x, y = torch.randint(0, V, (B, T)), torch.randint(0, V, (B, T))
def step():
    m(x, y).backward()
    torch.nn.utils.clip_grad_norm_(m.parameters(), 1.0)
    o.step(); o.zero_grad(set_to_none=True)
for _ in range(5): step()
for line in sys.stdin:
    begin = time.perf_counter(); step(); print((time.perf_counter() - begin) * 1e3, flush=True)
'
}
exec "${run[@]}" --device cpu --model nano --rows fp32:16 --steps "${2:-40}" --no-plan --peer <&"${peer[0]}" >&"${peer[1]}"
