"""An answer is sent in one piece, unless it is made bit by bit."""

from pathlib import Path
from types import SimpleNamespace
from typing import Any, BinaryIO

from gunicorn.http.wsgi import FileWrapper

from service.web.gunicorn_response import Response
from tests.service.client import Client

OK = [("Content-Type", "text/plain")]


class Line:
    """A connection that remembers what was sent over it."""

    def __init__(self) -> None:
        self.sent: list[bytes] = []

    def sendall(self, data: bytes) -> None:
        self.sent.append(data)

    def sendfile(self, file: BinaryIO, offset: int, count: int) -> None:
        self.sent.append(file.read(count))


def sent(headers: list[tuple[str, str]], *body: bytes, method: str = "GET") -> list[bytes]:
    """What goes over the line for an answer with these headers and this body, piece by piece."""
    line = Line()
    request: Any = SimpleNamespace(version=(1, 1), method=method, should_close=lambda: False)
    response = Response(request, line, SimpleNamespace(protocol="http"))
    response.start_response("200 OK", headers)
    for part in body:
        response.write(part)
    response.close()
    return line.sent


def test_head_and_body_are_one_piece() -> None:
    (piece,) = sent([*OK, ("Content-Length", "5")], b"hello")
    head, _, body = piece.partition(b"\r\n\r\n")
    assert head.startswith(b"HTTP/1.1 200 OK\r\n")
    assert b"\r\nContent-Type: text/plain\r\nContent-Length: 5" in head
    assert body == b"hello"


def test_the_rest_of_a_body_in_parts_follows_its_head() -> None:
    first, second = sent([*OK, ("Content-Length", "5")], b"he", b"llo")
    assert first.endswith(b"\r\n\r\nhe")
    assert second == b"llo"


def test_a_stream_does_not_hold_back_its_head() -> None:
    head, *parts = sent(OK, b"retry: 2000\n\n")
    assert head.endswith(b"\r\n\r\n")
    assert b"".join(parts) == b"D\r\nretry: 2000\n\n\r\n0\r\n\r\n"


def test_a_head_without_a_body_is_sent_all_the_same() -> None:
    for body in ((), (b"",)):
        assert len(sent([*OK, ("Content-Length", "5")], *body, method="HEAD")) == 1
        assert b"".join(sent([*OK, ("Content-Length", "0")], *body)).endswith(b"\r\n\r\n")


def test_a_file_that_the_system_sends_follows_its_head(tmp_path: Path) -> None:
    (tmp_path / "page").write_bytes(b"hello")
    line = Line()
    request: Any = SimpleNamespace(version=(1, 1), method="GET", should_close=lambda: False)
    response = Response(request, line, SimpleNamespace(protocol="http", sendfile=True, is_ssl=False))
    response.start_response("200 OK", [*OK, ("Content-Length", "5")])
    with (tmp_path / "page").open("rb") as page:
        response.write_file(FileWrapper(page))
    response.close()
    assert b"".join(line.sent).endswith(b"\r\n\r\nhello")
    assert line.sent[-1] == b"hello"


def test_who_asks_for_heads_only_is_told_what_the_answer_would_be(ada: Client) -> None:
    game = ada.game("cathedral", ["me", "me"])["id"]
    for path in ("/healthz", "/", "/docs", "/v1/rulesets", "/v1/me/turns", f"/v1/games/{game}", "/v1/games/none"):
        head = ada.session.head(ada.url + path, headers={"Authorization": f"Bearer {ada.token}"}, timeout=5)
        whole = ada.get(path)
        assert (head.status_code, head.headers["Content-Type"]) == (whole.status_code, whole.headers["Content-Type"])
        assert head.content == b""
