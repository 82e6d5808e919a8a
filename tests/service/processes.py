"""What the tests of processes share: waiting without sleeping longer than needed, and looking at what runs."""

import os
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
UNLIMITED = {f"INTRAMUROS_{name}": "0" for name in ("NEW_PLAYERS", "NEW_GAMES", "RATE_ALL")}
"""All tests share one address."""
ENVIRON = {
    **{name: value for name, value in os.environ.items() if not name.startswith("INTRAMUROS_")},
    **UNLIMITED,
    "PYTHONPATH": str(ROOT),
}


PATIENCE = 90.0
"""Seconds for which tests wait for a fact: enough on a machine where every core is busy; where all is well nobody waits so long."""


def until(happens: Callable[[], object], seconds: float = PATIENCE) -> None:
    """Returns soon after something is so; fails when it does not come about. It looks the more seldom the longer it waits, since looking
    takes from what is waited for."""
    began = time.monotonic()
    while not happens():
        passed = time.monotonic() - began
        assert passed < seconds, "waited in vain"
        time.sleep(min(max(0.01, passed / 20), 0.2))


def alive(pid: int) -> bool:
    """Whether a process runs, one that has ended and only waits to be noticed not counted."""
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    said = subprocess.run(["ps", "-o", "stat=", "-p", str(pid)], capture_output=True, text=True).stdout
    return bool(said.strip()) and not said.startswith("Z")


def python(code: str, *arguments: str) -> subprocess.Popen[str]:
    """A Python process of its own that runs the code with our packages, its output to be read."""
    return subprocess.Popen([sys.executable, "-c", code, *arguments], env=ENVIRON, stdout=subprocess.PIPE, text=True)


def intramuros(*arguments: str, **environ: str) -> subprocess.CompletedProcess[str]:
    """What the command says and its exit code."""
    command = [sys.executable, "-m", "service.commands.cli", *arguments]
    return subprocess.run(command, env={**ENVIRON, **environ}, capture_output=True, text=True, timeout=60)


def children(pid: int) -> list[int]:
    """The processes that a process has started and that still run."""
    try:
        return [int(child) for child in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]
    except OSError:
        return []


def command(pid: int) -> str:
    """The command line of a process; empty for one that has ended."""
    try:
        return Path(f"/proc/{pid}/cmdline").read_bytes().replace(b"\0", b" ").decode().strip()
    except OSError:
        return ""


def running(parent: int, word: str) -> list[int]:
    """The children of a process whose command line has the word in it."""
    return [pid for pid in children(parent) if word in command(pid)]
