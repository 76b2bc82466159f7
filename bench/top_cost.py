#!/usr/bin/env python3
"""What `xianka top` costs: its share of one core, under a pseudo-terminal of 80 x 24.

    bench/top_cost.py [--seconds 15] [--warm 5] [command ...]

The command is `./xianka top` of this checkout, or with XIANKA_LIB (a folder of jars) the java of JAVA over them. The first
seconds, in which a JVM starts and compiles, are told apart. Ends with status 1 when the share is 2% or more, or when top does not
draw or does not leave on q.
"""
import argparse
import fcntl
import os
import pty
import select
import signal
import struct
import sys
import termios
import time

TICKS = os.sysconf("SC_CLK_TCK")
LIMIT = 0.02


def processor_seconds(pid):
    """User and system time of a process and of its children, living and gone."""
    seconds = 0.0
    pending = [pid]
    while pending:
        one = pending.pop()
        try:
            with open(f"/proc/{one}/stat") as stat:
                fields = stat.read().rsplit(")", 1)[1].split()
            seconds += sum(int(field) for field in fields[11:15]) / TICKS
            with open(f"/proc/{one}/task/{one}/children") as children:
                pending += [int(child) for child in children.read().split()]
        except OSError:
            pass
    return seconds


def command_of(arguments):
    if arguments:
        return arguments
    here = os.path.dirname(os.path.abspath(__file__))
    if "XIANKA_LIB" in os.environ:
        java = os.environ.get("JAVA") or os.path.join(os.environ.get("JAVA_HOME", ""), "bin", "java")
        return [java, "--enable-native-access=ALL-UNNAMED", "-cp", os.environ["XIANKA_LIB"] + "/*", "io.xianka.cli.Main", "top"]
    return [os.path.join(here, "..", "xianka"), "top"]


def read_for(terminal, seconds, seen):
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        ready, _, _ = select.select([terminal], [], [], min(0.2, max(0.0, end - time.monotonic())))
        if ready:
            try:
                piece = os.read(terminal, 1 << 16)
            except OSError:
                return False
            if not piece:
                return False
            seen += piece
    return True


def main():
    options = argparse.ArgumentParser(usage=__doc__)
    options.add_argument("--seconds", type=float, default=15)
    options.add_argument("--warm", type=float, default=5)
    options.add_argument("command", nargs=argparse.REMAINDER)
    chosen = options.parse_args()
    command = command_of(chosen.command)

    pid, terminal = pty.fork()
    if pid == 0:
        os.environ.update(TERM="xterm-256color", LC_ALL="C.UTF-8")
        os.execvp(command[0], command)
    fcntl.ioctl(terminal, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 80, 0, 0))
    os.kill(pid, signal.SIGWINCH)
    seen = bytearray()
    lives = read_for(terminal, chosen.warm, seen)
    warm = processor_seconds(pid)
    start = time.monotonic()
    drawn = len(seen)
    lives = lives and read_for(terminal, chosen.seconds, seen)
    share = (processor_seconds(pid) - warm) / (time.monotonic() - start)
    text = seen.decode("utf-8", "replace")
    if not lives or "xianka top" not in text:
        print(f"top_cost.py: {' '.join(command)} drew nothing or ended early:\n{text[-500:]}", file=sys.stderr)
        return 1
    os.write(terminal, b"q")
    left, status = 0, 0
    for _ in range(100):
        if not read_for(terminal, 0.1, seen):
            time.sleep(0.1)
        left, status = os.waitpid(pid, os.WNOHANG)
        if left:
            break
    if left == 0:
        os.kill(pid, signal.SIGKILL)
        os.waitpid(pid, 0)
        print("top_cost.py: top did not leave within 10 s of q", file=sys.stderr)
        return 1
    print(f"top: first {chosen.warm:.0f} s {warm:.2f} s of processor time")
    print(
        f"top: then {chosen.seconds:.0f} s at {100 * share:.2f}% of one core, {(len(seen) - drawn) / chosen.seconds:.0f} bytes/s drawn"
        f" ({'under' if share < LIMIT else 'NOT under'} {100 * LIMIT:.0f}%)"
    )
    return 0 if share < LIMIT and os.waitstatus_to_exitcode(status) == 0 else 1


if __name__ == "__main__":
    sys.exit(main())
