"""A server of the test's own that webhooks are sent to."""

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer


@dataclass
class Receiver:
    """What came in: headers and body of each request; `answers` are the statuses to give, the last one for ever."""

    url: str = ""
    answers: list[int] = field(default_factory=lambda: [204])
    received: list[tuple[dict[str, str], bytes]] = field(default_factory=list)


@contextmanager
def receiving(*answers: int) -> Iterator[Receiver]:
    """A receiver that runs until the block ends."""
    receiver = Receiver(answers=list(answers) or [204])

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["Content-Length"]))
            status = receiver.answers.pop(0) if len(receiver.answers) > 1 else receiver.answers[0]
            self.send_response(status)
            self.send_header("Location", f"{receiver.url}/elsewhere")
            self.send_header("Content-Length", "0")
            receiver.received.append(
                ({name.lower(): value for name, value in self.headers.items()}, body)
            )  # before anybody hears the answer
            self.end_headers()

        def log_message(self, *_: object) -> None:
            pass

    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        receiver.url = f"http://127.0.0.1:{server.server_port}"
        thread = threading.Thread(target=server.serve_forever, args=(0.05,))
        thread.start()
        try:
            yield receiver
        finally:
            server.shutdown()
            thread.join()
