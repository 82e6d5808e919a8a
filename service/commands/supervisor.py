"""The supervisor, which keeps a few processes running: restarts one that dies, stops all of them in order, leaves none behind.

Children stand in layers: started from the first to the last, stopped from the last to the first. Each is the leader of a
process group of its own, so that Ctrl-C reaches only the supervisor, and is on a leash, so that it never outlives it.
"""

import logging
import os
import select
import signal
import socket
import subprocess
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from types import FrameType

from service import child_process

log = logging.getLogger(__name__)

QUICK_DEATH = 5.0
"""A child that lived for fewer seconds waits before it is started again, longer each time."""
SHORTEST_WAIT, LONGEST_WAIT = 0.2, 2.0
"""In seconds; long enough that a child which cannot start costs little, short enough that no AI's turn is late for it."""


@dataclass
class Child:
    """A process to be kept running; `start` must be called from the main thread."""

    name: str
    start: Callable[[], subprocess.Popen[bytes]]
    grace: float = 5.0
    """Seconds between being asked to end and being killed."""
    ended: Callable[[int], None] = lambda _pid: None
    """Told the process id of each process that has ended."""
    process: subprocess.Popen[bytes] | None = None
    born: float = 0.0
    due: float = 0.0
    wait: float = SHORTEST_WAIT
    deaths: int = 0

    def begin(self) -> None:
        if self.deaths:
            log.warning("starting %s again", self.name)
        self.born = time.monotonic()
        self.process = self.start()

    def bury(self) -> None:
        """Notices that the process has ended and decides when the next one starts."""
        if self.process is None or self.process.poll() is None:
            return
        self.ended(self.process.pid)
        quick = time.monotonic() - self.born < QUICK_DEATH
        self.wait = min(self.wait * 2, LONGEST_WAIT) if quick and self.deaths else SHORTEST_WAIT
        self.deaths += 1
        self.due = time.monotonic() + (self.wait if quick else 0.0)
        log.warning("%s ended (%s)", self.name, describe(self.process.returncode), extra={"pid": self.process.pid})
        self.process = None


def describe(status: int) -> str:
    """How a process ended, in words.

    >>> describe(-9), describe(1)
    ('killed by SIGKILL', 'exit code 1')
    """
    return f"killed by {signal.Signals(-status).name}" if status < 0 else f"exit code {status}"


def process(
    argv: Sequence[str], environ: dict[str, str], pass_fds: tuple[int, ...] = (), folder: Path | None = None
) -> subprocess.Popen[bytes]:
    """A child process on a leash, the leader of its own group, with our output."""
    command = child_process.command(argv)
    return subprocess.Popen(command, env=environ, pass_fds=pass_fds, cwd=folder, process_group=0, stdin=subprocess.DEVNULL)


@dataclass
class Supervisor:
    """Runs layers of children until a signal asks it to stop; use it as a context manager, in the main thread."""

    layers: list[list[Child]]
    watches: list[Callable[[], None]] = field(default_factory=list)
    """What is looked at about every second."""
    stopping: bool = False
    impatient: bool = False
    alarm: tuple[socket.socket, socket.socket] = field(default_factory=socket.socketpair)
    before: dict[int, signal.Handlers | int | Callable[[int, FrameType | None], object] | None] = field(default_factory=dict)

    def __enter__(self) -> "Supervisor":
        for end in self.alarm:
            end.setblocking(False)
        signal.set_wakeup_fd(self.alarm[1].fileno(), warn_on_full_buffer=False)
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            if signal.getsignal(number) != signal.SIG_IGN or number != signal.SIGHUP:
                self.before[number] = signal.signal(number, self.asked_to_stop)
        self.before[signal.SIGCHLD] = signal.signal(signal.SIGCHLD, lambda _number, _frame: None)
        return self

    def __exit__(self, *_error: object) -> None:
        self.stop()
        for number, handler in self.before.items():
            signal.signal(number, handler)
        signal.set_wakeup_fd(-1)
        for end in self.alarm:
            end.close()

    def asked_to_stop(self, _number: int, _frame: FrameType | None) -> None:
        self.impatient = self.stopping
        self.stopping = True

    def children(self) -> list[Child]:
        return [child for layer in self.layers for child in layer]

    def tick(self, timeout: float) -> None:
        """Waits for something to happen, at most `timeout` seconds, and starts what is due."""
        now = time.monotonic()
        due = [max(0.0, child.due - now) for child in self.children() if child.process is None]
        ready, _, _ = select.select([self.alarm[0]], [], [], min([timeout, *due]))
        if ready:
            with suppress(BlockingIOError):
                self.alarm[0].recv(4096)
        for child in self.children():
            if child.process is None and child.due <= time.monotonic() and not self.stopping:
                child.begin()
            child.bury()

    def run(self) -> None:
        """Keeps everything running until a signal asks to stop."""
        while not self.stopping:
            self.tick(1.0)
            for watch in self.watches:
                watch()

    def stop(self) -> None:
        """Ends the layers from the last to the first, each within its grace; a second signal kills at once."""
        self.stopping = True
        for layer in reversed(self.layers):
            running = [child for child in layer if child.process is not None]
            for child in running:
                if child.process is not None:
                    child.process.terminate()
            for child in running:
                self.await_end(child)

    def await_end(self, child: Child) -> None:
        """Returns when the child has ended, killing it after its grace."""
        if child.process is None:
            return
        deadline = time.monotonic() + child.grace
        while child.process.poll() is None:
            if self.impatient or time.monotonic() > deadline:
                log.warning("%s does not end; killing it", child.name, extra={"pid": child.process.pid})
                os.killpg(child.process.pid, signal.SIGKILL)
                child.process.wait()
                break
            select.select([self.alarm[0]], [], [], 0.05)
            with suppress(BlockingIOError):
                self.alarm[0].recv(4096)
        child.ended(child.process.pid)
        child.process = None
