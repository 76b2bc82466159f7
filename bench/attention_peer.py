"""PyTorch's causal attention in float32 and bfloat16, as AttentionBench reads it: python3 attention_peer.py [16x12x1024x64]."""
import json
import sys

import torch

batch, heads, length, width = map(int, (sys.argv[1] if len(sys.argv) > 1 else "16x12x1024x64").split("x"))
attend = torch.nn.functional.scaled_dot_product_attention


def milliseconds(action, rounds=20):
    times = []
    for round in range(-3, rounds):
        start, end = torch.cuda.Event(enable_timing=True), torch.cuda.Event(enable_timing=True)
        start.record()
        action()
        end.record()
        end.synchronize()
        if round >= 0:
            times.append(start.elapsed_time(end))
    return sorted(times)[rounds // 2]


figures = {}
for name, type, tf32 in (
    ("tf32", torch.float32, True),
    ("float32", torch.float32, False),
    ("bfloat16", torch.bfloat16, False),
):
    torch.backends.cuda.matmul.allow_tf32 = tf32
    torch.manual_seed(1)
    q, k, v, g = (torch.randn(batch, heads, length, width, device="cuda", dtype=type) for _ in range(4))
    with torch.no_grad():
        figures[f"attention_{name}_forward_ms"] = milliseconds(lambda: attend(q, k, v, is_causal=True))
    for operand in (q, k, v):
        operand.requires_grad_()

    def both():
        q.grad = k.grad = v.grad = None
        attend(q, k, v, is_causal=True).backward(g)

    figures[f"attention_{name}_both_ms"] = milliseconds(both)
    if type == torch.float32:
        # One head in double precision.
        first = [operand[:1, :1].detach().double().requires_grad_() for operand in (q, k, v)]
        scores = first[0] @ first[1].transpose(-1, -2) / width**0.5
        hidden = torch.ones(length, length, device="cuda", dtype=torch.bool).triu(1)
        output = scores.masked_fill(hidden, float("-inf")).softmax(-1) @ first[2]
        output.backward(g[:1, :1].double())
        given = [attend(q, k, v, is_causal=True), q.grad, k.grad, v.grad]
        for of, value, right in zip(("output", "q", "k", "v"), given, [output, *(operand.grad for operand in first)]):
            error = (value[:1, :1].double() - right).norm() / right.norm()
            figures[f"attention_{name}_error_of_{of}"] = error.item()
print(json.dumps(figures, indent=1))
