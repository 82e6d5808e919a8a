"""Connections that are held open and say next to nothing: the oldest of an address make room, and a body has its time to come."""

import json
import socket
import time
from collections.abc import Iterator
from contextlib import ExitStack

import pytest
import requests

from service import metrics
from service.web.connections import Connections
from tests.service.client import Server
from tests.service.conftest import start, stop

MOST, PATIENCE = 20, 2.0
BEGUN = b"POST /v1/players HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 15\r\n\r\n{"


@pytest.fixture(scope="module")
def narrow(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server on which an address has few connections and little time."""
    limits = {"CONNECTIONS_ADDRESS": str(MOST), "BODY_SECONDS": str(PATIENCE), "WEB_PROCESSES": "1", "WORKERS": "1"}
    server = start(tmp_path_factory.mktemp("narrow"), **limits)
    yield server
    stop(server)


def held(server: Server, source: str) -> socket.socket:
    """A connection from an address, with the first byte of a body."""
    host, _, port = server.url.removeprefix("http://").partition(":")
    line = socket.create_connection((host, int(port)), timeout=10, source_address=(source, 0))
    line.sendall(BEGUN)
    return line


def heard(line: socket.socket) -> bytes:
    """All that is still said on the connection before its end."""
    said = b""
    while got := line.recv(65536):
        said += got
    return said


def test_the_oldest_connections_of_an_address_make_room(narrow: Server) -> None:
    with ExitStack() as open_lines:
        other = open_lines.enter_context(held(narrow, "127.0.66.2"))
        lines = [open_lines.enter_context(held(narrow, "127.0.66.1")) for _ in range(MOST + 5)]
        began = time.monotonic()
        assert [heard(line) for line in lines[:5]] == [b""] * 5
        assert time.monotonic() - began < PATIENCE, "not because their time was over"
        lines[-1].sendall(b'"name": "Eve"}')
        other.sendall(b'"name": "Bob"}')
        assert [line.recv(65536)[9:12] for line in (lines[-1], other)] == [b"201", b"201"]
        assert requests.get(f"{narrow.url}/healthz", timeout=5).status_code == 200


def test_a_body_that_does_not_come_is_answered_and_the_connection_closed(narrow: Server) -> None:
    with held(narrow, "127.0.66.3") as line:
        began = time.monotonic()
        head, _, body = heard(line).partition(b"\r\n\r\n")
        assert PATIENCE - 0.5 < time.monotonic() - began < PATIENCE + 5
        assert head.startswith(b"HTTP/1.1 400 ")
        assert b"\r\nConnection: close\r\n" in head
        assert json.loads(body)["detail"] == f"The body has not come within {PATIENCE:g} seconds."


def test_connections_that_have_ended_are_not_counted() -> None:
    known, ends = Connections(2), [socket.socketpair() for _ in range(6)]
    refused = metrics.HELD_BACK.labels("connections")._value.get()
    for ours, _ in ends:
        with known.opened(("192.0.2.7", 4000), ours):
            pass
    assert (known._open, metrics.HELD_BACK.labels("connections")._value.get()) == ({}, refused)
    for pair in ends:
        for end in pair:
            end.close()
