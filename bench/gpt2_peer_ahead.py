"""gpt2_peer.py's rows of torch.compile, first waiting for the device after each step, then one step behind.

python3 gpt2_peer_ahead.py FOLDER, where gpt2_peer.py lies. That waits after each step it times; here its waits are for the step before,
so that the next is under way meanwhile, as in a loop that reads each loss one step later. Other callers' waits stay as they are.
"""
import sys

import torch

sys.path.insert(0, sys.argv[1])
import gpt2_peer

wait = torch.cuda.synchronize
before = None


def behind(*device):
    global before
    if sys._getframe(1).f_code.co_filename != gpt2_peer.__file__:
        wait(*device)
        return
    now = torch.cuda.Event()
    now.record()
    if before is not None:
        before.synchronize()
    before = now


torch.backends.cuda.matmul.allow_tf32 = True
for way, waits in (("waited", wait), ("ahead", behind)):
    torch.cuda.synchronize = waits
    for batch in (32, 64):
        gpt2_peer.run(f"bf16 amp compile, {way}", batch, torch.bfloat16, comp=True)
