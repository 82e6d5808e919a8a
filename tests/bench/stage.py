"""What is measured: the real API and the floor under the same gunicorn settings, on one embedded server, with nothing else set."""

import os
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace
from http.client import HTTPConnection, HTTPException
from pathlib import Path

from service import child_process
from service.commands.serve import reaching
from service.config import PREFIX, Settings, environment
from service.store import embedded
from tests.service.client import free_port
from tests.service.processes import ENVIRON

ROOT = Path(__file__).resolve().parents[2]


@contextmanager
def stage() -> Iterator[Settings]:
    """The default settings, but for a throw-away data folder, the running embedded server's URLs and limits that are never reached."""
    with tempfile.TemporaryDirectory(prefix="intramuros-bench-") as folder:
        many = 1_000_000
        names = ("rate_token", "rate_address", "rate_all", "new_players", "new_games", "running_games", "waits", "waits_address")
        settings = replace(Settings(), data=Path(folder), **dict.fromkeys(names, many))
        with embedded.server(settings) as url:
            yield reaching(settings, url)


@contextmanager
def running(command: list[str], settings: Settings, checkout: Path = ROOT, **environ: str) -> Iterator[subprocess.Popen[bytes]]:
    """A process of ours, its messages in the data folder; it never outlives us."""
    ours = {name: value for name, value in ENVIRON.items() if not name.startswith(PREFIX)}
    given: Mapping[str, str] = {**ours, "PYTHONPATH": str(checkout), **told(settings, checkout), **environ}
    with (settings.data / f"{settings.port}.log").open("ab") as log:
        process = subprocess.Popen(child_process.command(command), env=given, cwd=checkout, stdout=log, stderr=log)
    try:
        yield process
    finally:
        process.send_signal(signal.SIGTERM)
        process.wait(20)


def told(settings: Settings, checkout: Path) -> dict[str, str]:
    """The settings as a checkout is given them: those that it has, too."""
    table = (checkout / "service/config.py").read_text()
    return {name: value for name, value in environment(settings).items() if f"\n    {name.removeprefix(PREFIX).lower()}: " in table}


@contextmanager
def web(
    settings: Settings,
    app: str,
    path: str,
    conf: str = "service.web.gunicorn_conf",
    *,
    checkout: Path = ROOT,
    python: str = sys.executable,
    **environ: str,
) -> Iterator[tuple[Settings, subprocess.Popen[bytes]]]:
    """An application under our gunicorn settings on a port of its own, waited for until the path answers."""
    here = replace(settings, port=free_port())
    command = [python, "-m", "gunicorn", "-c", f"python:{conf}", app]
    with (
        tempfile.TemporaryDirectory(prefix="intramuros-bench-metrics-", ignore_cleanup_errors=True) as metrics,
        running(command, here, checkout, PROMETHEUS_MULTIPROC_DIR=metrics, **environ) as process,
    ):
        deadline = time.monotonic() + 60
        while not answers(here, path):
            assert process.poll() is None, (here.data / f"{here.port}.log").read_text()
            assert time.monotonic() < deadline, (here.data / f"{here.port}.log").read_text()
            time.sleep(0.05)
        yield here, process


def answers(settings: Settings, path: str) -> bool:
    connection = HTTPConnection(settings.host, settings.port, timeout=2)
    try:
        connection.request("GET", path)
        return connection.getresponse().status == 200
    except (OSError, HTTPException):
        return False
    finally:
        connection.close()


def cpu_seconds(parent: int) -> float:
    """The processor time used so far by the children of a process."""
    ticks = 0
    for stat in Path("/proc").glob("[0-9]*/stat"):
        try:
            fields = stat.read_text().rpartition(")")[2].split()
        except OSError:
            continue
        if int(fields[1]) == parent:
            ticks += int(fields[11]) + int(fields[12])
    return ticks / os.sysconf("SC_CLK_TCK")
