"""The supervisor: what dies is started again, a stop is in order, nothing is left behind."""

import os
import select
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from itertools import pairwise
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from service.commands.supervisor import SHORTEST_WAIT, Child, Supervisor, process
from tests.service.processes import ENVIRON, alive, python, until

STUBBORN = """
import pathlib, signal, sys, time
signal.signal(signal.SIGTERM, signal.SIG_IGN)
pathlib.Path(sys.argv[1]).touch()
time.sleep(60)
"""
SUPERVISED = """
import os, signal, sys
for number in (signal.SIGINT, signal.SIGHUP):  # ignored by what is started in the background or under nohup, as these tests may be
    signal.signal(number, signal.SIG_DFL)
from service.commands.supervisor import Child, Supervisor, process
sleeper = lambda: process(["sleep", "60"], dict(os.environ))
with Supervisor([[Child("one", sleeper)], [Child("two", sleeper)]]) as supervisor:
    supervisor.tick(0)
    print(*(child.process.pid for child in supervisor.children()), flush=True)
    supervisor.run()
print("stopped", flush=True)
"""


def sleeper() -> subprocess.Popen[bytes]:
    return process(["sleep", "60"], ENVIRON)


def pid_of(child: Child) -> int:
    return child.process.pid if child.process else 0


def tick_until(supervisor: Supervisor, happens: Callable[[], object]) -> None:
    def ticked() -> object:
        supervisor.tick(0.02)
        return happens()

    until(ticked)


def test_a_child_that_is_killed_is_started_again() -> None:
    child = Child("sleeper", sleeper)
    with Supervisor([[child]]) as supervisor:
        supervisor.tick(0)
        first = pid_of(child)
        os.kill(first, signal.SIGKILL)
        tick_until(supervisor, lambda: pid_of(child) not in (0, first))
        assert alive(pid_of(child))


def test_a_child_that_lived_long_is_started_again_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("service.commands.supervisor.QUICK_DEATH", 0.0)
    monkeypatch.setattr("service.commands.supervisor.SHORTEST_WAIT", 60.0)
    child = Child("sleeper", sleeper)
    with Supervisor([[child]]) as supervisor:
        supervisor.tick(0)
        first = pid_of(child)
        os.kill(first, signal.SIGKILL)
        tick_until(supervisor, lambda: pid_of(child) not in (0, first))


def test_a_child_that_keeps_dying_is_started_less_and_less_often() -> None:
    starts: list[float] = []
    waits: list[float] = []

    def fail() -> subprocess.Popen[bytes]:
        starts.append(time.monotonic())
        return process(["false"], ENVIRON)

    child = Child("failing", fail)
    with Supervisor([[child]]) as supervisor:
        while len(starts) < 4:
            supervisor.tick(0.02)
            if child.deaths > len(waits):
                waits.append(child.wait)
    assert waits[:3] == [SHORTEST_WAIT, 2 * SHORTEST_WAIT, 4 * SHORTEST_WAIT]
    assert all(later - earlier >= wait for (earlier, later), wait in zip(pairwise(starts), waits, strict=False))


def test_who_was_told_of_each_end_knows_the_process_that_ended() -> None:
    told: list[int] = []
    child = Child("sleeper", sleeper, ended=told.append)
    with Supervisor([[child]]) as supervisor:
        supervisor.tick(0)
        pids = [pid_of(child)]
        os.kill(pids[0], signal.SIGKILL)
        tick_until(supervisor, lambda: pid_of(child) not in (0, pids[0]))
        pids.append(pid_of(child))
    assert told == pids


def test_a_stop_ends_the_last_layer_first() -> None:
    ended: list[str] = []
    layers = [[Child(name, sleeper, ended=lambda _, name=name: ended.append(name))] for name in ("server", "workers", "web")]  # type: ignore[misc]
    with Supervisor(layers) as supervisor:
        supervisor.tick(0)
    assert ended == ["web", "workers", "server"]


def test_a_child_that_will_not_end_is_killed_after_its_grace(tmp_path: Path) -> None:
    ready = tmp_path / "ready"
    child = Child("stubborn", lambda: process([sys.executable, "-c", STUBBORN, str(ready)], ENVIRON), grace=0.3)
    with Supervisor([[child]]) as supervisor:
        supervisor.tick(0)
        until(ready.exists)
        pid, before = pid_of(child), time.monotonic()
    assert not alive(pid)
    assert 0.3 <= time.monotonic() - before < 30, "long before it would have ended by itself"


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
def test_a_signal_stops_everything_cleanly(number: signal.Signals) -> None:
    with python(SUPERVISED) as supervisor:
        assert supervisor.stdout
        pids = [int(word) for word in supervisor.stdout.readline().split()]
        assert all(alive(pid) for pid in pids)
        supervisor.send_signal(number)
        assert supervisor.stdout.readline() == "stopped\n"
        assert supervisor.wait(5) == 0
    assert not any(alive(pid) for pid in pids)


def test_no_child_outlives_a_supervisor_that_is_killed() -> None:
    with python(SUPERVISED) as supervisor:
        assert supervisor.stdout
        pids = [int(word) for word in supervisor.stdout.readline().split()]
        supervisor.kill()
    until(lambda: not any(alive(pid) for pid in pids))


def test_ctrl_c_at_the_terminal_reaches_only_the_supervisor() -> None:
    child = Child("sleeper", sleeper)
    with Supervisor([[child]]) as supervisor:
        supervisor.tick(0)
        assert os.getpgid(pid_of(child)) == pid_of(child) != os.getpgid(0)


def test_a_supervisor_in_a_process_gives_the_signals_back() -> None:
    before = [signal.getsignal(number) for number in (signal.SIGINT, signal.SIGTERM, signal.SIGCHLD)]
    with Supervisor([]):
        assert signal.getsignal(signal.SIGTERM) != before[1]
    assert [signal.getsignal(number) for number in (signal.SIGINT, signal.SIGTERM, signal.SIGCHLD)] == before


def test_a_signal_ends_a_wait_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    woken: list[object] = []

    def wait(*what: Any) -> Any:
        sender = threading.Thread(target=os.kill, args=(os.getpid(), signal.SIGTERM))
        sender.start()
        found = select.select(*what)
        sender.join()
        woken.extend(found[0])
        return found

    with Supervisor([]) as supervisor:
        with monkeypatch.context() as patched:
            patched.setattr("service.commands.supervisor.select", SimpleNamespace(select=wait))
            supervisor.tick(20)
        assert supervisor.stopping
    assert woken, "by the signal, and not because its time was over"
