"""What tests of every folder share, one a process: a real server with embedded Redis, gunicorn and AI workers, and a real browser."""

import gc
import os
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, sync_playwright

from tests.service.client import Client, Server
from tests.service.conftest import AS_RUN, OPERATOR, start, stop

BROWSERS = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
"""The first does without what only a window needs, and takes two thirds of the others' processor time."""
CHROMIUM = next((path for name in BROWSERS if (path := shutil.which(name))), None)
HOME = "table.home"
"""A name of this machine under which its pages are plain HTTP to a browser, and not a secure place like 127.0.0.1."""

gc.set_threshold(50_000, 20, 100)  # tests keep whole games of positions, through which the collector else goes again and again


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    if CHROMIUM is None:
        if os.environ.get("CI"):
            pytest.fail("Chromium is needed to test the page.")
        pytest.skip("no Chromium here")
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(
            executable_path=CHROMIUM, args=["--no-sandbox", f"--host-resolver-rules=MAP {HOME} 127.0.0.1"]
        )
        yield chromium
        chromium.close()


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """One server for all the tests of this process that do not break it."""
    running = start(tmp_path_factory.mktemp("server"), **AS_RUN)
    yield running
    stop(running)


@pytest.fixture(scope="session")
def operated(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server with an operator's token and built-in workers only."""
    running = start(tmp_path_factory.mktemp("operated"), OPERATOR_TOKEN=OPERATOR, LEASE_MARGIN="1")
    yield running
    stop(running)


@pytest.fixture
def own_server(tmp_path: Path) -> Iterator[Server]:
    """A server that the test may hurt."""
    running = start(tmp_path / "data", **AS_RUN)
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
