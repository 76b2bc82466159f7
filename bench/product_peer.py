"""PyTorch's bfloat16 product 8192^3 as TensorsBench --product measures its own: of a rested card, ten times, and after a second of it."""
import time

import torch

a = torch.randn(8192, 8192, device="cuda", dtype=torch.bfloat16)
b = torch.randn(8192, 8192, device="cuda", dtype=torch.bfloat16)
OPERATIONS = 2 * 8192**3 / 1e12


def rate(calls):
    torch.cuda.synchronize()
    start = time.perf_counter()
    for _ in range(calls):
        a @ b
    torch.cuda.synchronize()
    return OPERATIONS * calls / (time.perf_counter() - start)


rate(10)
rested = []
for _ in range(10):
    time.sleep(1)
    rate(10)
    rested.append(rate(30))
rested.sort()
rate(600)
print(
    f"PyTorch {torch.__version__} bfloat16 product 8192^3, TFLOP/s: rested {(rested[4] + rested[5]) / 2:.1f} "
    f"({rested[0]:.1f} to {rested[9]:.1f}), after a second of it {rate(600):.1f}"
)
