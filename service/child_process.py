"""A child process that ends when its parent does, even when the parent is killed with kill -9.

The parent starts `command(argv)` instead of `argv`: this file, run as a script, ties itself to its parent and then
becomes the program. It needs Linux to hold against kill -9; elsewhere the parent must stop its children itself.
"""

import ctypes
import os
import signal
import sys
from collections.abc import Sequence

PR_SET_PDEATHSIG = 1


def command(argv: Sequence[str]) -> list[str]:
    """The command line that runs `argv` on a leash held by the thread that starts it, so start it from the main thread."""
    return [sys.executable, "-I", "-S", __file__, str(os.getpid()), *argv]


def tie(parent: int) -> None:
    """This process gets SIGTERM when its parent ends; if it has ended already, that is now."""
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGTERM)
    if os.getppid() != parent:
        os.kill(os.getpid(), signal.SIGTERM)


if __name__ == "__main__":
    tie(int(sys.argv[1]))
    os.execvp(sys.argv[2], sys.argv[2:])
