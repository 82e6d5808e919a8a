"""A load generator that does no thinking: requests are bytes made beforehand, sent over keep-alive connections from one thread.

Each connection has one request on its way at any time, the next one following as soon as the answer is complete.
"""

import select
import socket
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

Address = tuple[str, int]


@dataclass(frozen=True)
class Load:
    """What came of a round: complete answers, and the seconds they took."""

    answers: int
    seconds: float

    @property
    def rate(self) -> float:
        return self.answers / self.seconds


def request(method: str, path: str, token: str = "", body: str = "", **headers: str) -> bytes:
    """The bytes of a request as a client would send it."""
    lines = [f"{method} {path} HTTP/1.1", "Host: localhost", "Accept: application/json"]
    lines += [f"Authorization: Bearer {token}"] if token else []
    if body:
        headers = {"Content_Type": "application/json", "Content_Length": str(len(body.encode())), **headers}
    lines += [f"{name.replace('_', '-')}: {value}" for name, value in headers.items()]
    return "\r\n".join([*lines, "", body]).encode()


def is_whole(answer: bytes) -> bool:
    """Whether nothing of an answer is missing."""
    end = answer.find(b"\r\n\r\n")
    if end < 0:
        return False
    at = answer.find(b"Content-Length: ", 0, end)
    return at < 0 or len(answer) >= end + 4 + int(answer[at + 16 : answer.index(b"\r", at)])


def drive(address: Address, status: int, streams: Sequence[Iterator[bytes]], seconds: float) -> Load:
    """Sends each stream over a connection of its own for so long, and counts the answers, all of which must have the status."""
    poll, expected = select.epoll(), f"HTTP/1.1 {status} ".encode()
    lines = [socket.create_connection(address, timeout=10) for _ in streams]
    by_number = {line.fileno(): (line, stream) for line, stream in zip(lines, streams, strict=True)}
    parts = dict.fromkeys(by_number, b"")
    started = time.perf_counter()
    for line, stream in by_number.values():
        line.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        line.sendall(next(stream))
        poll.register(line.fileno(), select.EPOLLIN)
    answers, waiting, stopped = 0, len(lines), 0.0
    while waiting:
        for number, _ in poll.poll(10):
            line, stream = by_number[number]
            parts[number] += line.recv(262144)
            if not is_whole(parts[number]):
                assert parts[number], "the server closed a connection"
                continue
            assert parts[number].startswith(expected), parts[number][:2000].decode(errors="replace")
            parts[number] = b""
            if stopped:
                waiting -= 1
                continue
            answers += 1
            now = time.perf_counter()
            if now - started > seconds:
                stopped, waiting = now - started, waiting - 1
            else:
                line.sendall(next(stream))
    for line in lines:
        line.close()
    poll.close()
    return Load(answers, stopped)
