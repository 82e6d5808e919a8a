"""How gunicorn sends an answer: in one piece where it would send the head and the body apart, so that nobody is woken twice for it."""

from gunicorn import util
from gunicorn.http import wsgi


class Response(wsgi.Response):  # type: ignore[misc]
    """An answer whose head waits for its body, unless that comes bit by bit."""

    _head = b""
    _apart = False
    headers_sent: bool

    def sendfile(self, respiter: object) -> bool:
        """Whether the file was sent by the system, which knows nothing of a head that waits."""
        self._apart = True
        return bool(super().sendfile(respiter))

    def process_headers(self, headers: list[tuple[str, str]]) -> None:
        """Takes the answer's headers; one that ends the connection is obeyed, which gunicorn would leave out."""
        if ("Connection", "close") in headers:
            self.force_close()
        super().process_headers(headers)

    def send_headers(self) -> None:
        if self.headers_sent or self._apart or not self.response_length:
            super().send_headers()
            return
        lines = [*self.default_headers(), *(f"{name}: {value}\r\n" for name, value in self.headers), "\r\n"]
        self._head, self.headers_sent = "".join(lines).encode("latin-1"), True

    def _emit_body(self, data: bytes) -> None:
        head, self._head = self._head, b""
        super()._emit_body(head + data)

    def close(self) -> None:
        super().close()
        if self._head:  # nothing has followed it
            util.write(self.sock, self._head)


def install() -> None:
    """Puts our way in the place of gunicorn's, for which it has no setting."""
    wsgi.Response = Response
