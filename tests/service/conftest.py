"""A real server for the service's tests: embedded Redis, gunicorn, AI workers, HTTP."""

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.service.client import Client, Server, free_port
from tests.service.processes import ENVIRON, until

OPERATOR = "the-operator-of-the-tests"


def start(data: Path, **environ: str) -> Server:
    """A server of its own on a free port, waited for; `environ` are settings without their prefix."""
    port = int(environ.get("PORT") or free_port())
    settings = {
        "DATA": str(data),
        "PORT": str(port),
        "AI_SECONDS": "0.2",
        "LEASE_MARGIN": "2",
        "LOG_LEVEL": "warning",
        "RATE_TOKEN": "0",
        "RATE_ADDRESS": "0",
    }
    settings |= environ
    log = data / "serve.log"
    data.mkdir(parents=True, exist_ok=True)
    with log.open("ab") as output:
        process = subprocess.Popen(
            [sys.executable, "-m", "service.cli", "serve"],
            env={**ENVIRON, **{f"INTRAMUROS_{name}": value for name, value in settings.items()}},
            stdout=output,
            stderr=subprocess.STDOUT,
        )
    server = Server(f"http://127.0.0.1:{port}", process, data, log)
    try:
        until(lambda: process.poll() is not None or server.is_ready(), 90)
        assert process.poll() is None, "it has ended"
    except AssertionError as error:
        stop(server)
        raise AssertionError(f"The server does not start: {log.read_text()}") from error
    return server


def stop(server: Server) -> None:
    if server.process.poll() is None:
        os.kill(server.process.pid, signal.SIGTERM)
        server.process.wait(20)


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """One server for all the tests of this process that do not break it."""
    running = start(tmp_path_factory.mktemp("server"))
    yield running
    stop(running)


@pytest.fixture(scope="module")
def operated(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server with an operator's token and built-in workers only."""
    running = start(tmp_path_factory.mktemp("operated"), OPERATOR_TOKEN=OPERATOR, LEASE_MARGIN="1")
    yield running
    stop(running)


@pytest.fixture
def own_server(tmp_path: Path) -> Iterator[Server]:
    """A server that the test may hurt."""
    running = start(tmp_path / "data")
    yield running
    stop(running)


@pytest.fixture
def anybody(server: Server) -> Iterator[Client]:
    """Somebody without a token."""
    with Client(server.url) as client:
        yield client


@pytest.fixture
def ada(server: Server) -> Iterator[Client]:
    with Client(server.url) as client:
        yield client.named("Ada")


@pytest.fixture
def bob(server: Server) -> Iterator[Client]:
    with Client(server.url) as client:
        yield client.named("Bob")
