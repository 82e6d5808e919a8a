"""A real server for the service's tests: embedded Redis, gunicorn, AI workers, HTTP."""

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from tests.cluster import pool
from tests.service.client import Server, free_port
from tests.service.processes import ENVIRON, until

OPERATOR = "the-operator-of-the-tests"
AS_RUN = {"WEB_PROCESSES": "2", "WORKERS": "2"}
"""As many processes as `make run` starts. Where a second one would change nothing, a server has one of each and starts in half the time."""


def start(data: Path, **environ: str) -> Server:
    """A server of its own on a free port, waited for; `environ` are settings without their prefix."""
    server = launch(data, **environ)
    try:
        until(lambda: server.process.poll() is not None or server.is_ready(), 90)
        assert server.process.poll() is None, "it has ended"
    except AssertionError as error:
        stop(server)
        raise AssertionError(f"The server does not start: {server.log.read_text()}") from error
    return server


def launch(data: Path, **environ: str) -> Server:
    """The same, not waited for."""
    port = int(environ.get("PORT") or free_port())
    settings = {
        "DATA": str(data),
        "PORT": str(port),
        "AI_SECONDS": "0.2",
        "LEASE_MARGIN": "2",
        "LOG_LEVEL": "warning",
        "WEB_PROCESSES": "1",
        "WORKERS": "1",
        "RATE_TOKEN": "0",
        "RATE_ADDRESS": "0",
    }
    if pool.WANTED and "STORE_URL" not in environ:
        site = pool.lend(data)
        settings |= {"STORE_URL": site.store_url, "QUEUE_URL": site.queue_url}
    settings |= environ
    log = data / "serve.log"
    data.mkdir(parents=True, exist_ok=True)
    with log.open("ab") as output:
        process = subprocess.Popen(
            [sys.executable, "-m", "service.commands.cli", "serve"],
            env={**ENVIRON, **{f"INTRAMUROS_{name}": value for name, value in settings.items()}},
            stdout=output,
            stderr=subprocess.STDOUT,
        )
    pool.used_by(data, process)
    return Server(f"http://127.0.0.1:{port}", process, data, log, settings.get("STORE_URL", ""), settings.get("QUEUE_URL", ""))


def stop(server: Server) -> None:
    if server.process.poll() is None:
        os.kill(server.process.pid, signal.SIGTERM)
        server.process.wait(20)


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """On a cluster, leaves out what is about the embedded server."""
    if pool.WANTED:
        out = [item for item in items if item.path.name in pool.ABOUT_THE_EMBEDDED_SERVER or item.name in pool.NEEDS_THE_EMBEDDED_SERVER]
        config.hook.pytest_deselected(items=out)
        items[:] = [item for item in items if item not in out]
