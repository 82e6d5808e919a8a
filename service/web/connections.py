"""How many connections one address may have open to an API process: beyond that the oldest is closed.

So whoever opens thousands and says nothing on them keeps nobody out. Behind a proxy all come from one address; there the proxy counts.
"""

from collections import OrderedDict
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from socket import SHUT_RDWR, socket

from service import metrics
from service.store.rate_limits import neighbourhood


class Connections:
    """The open connections of each address, the oldest first."""

    def __init__(self, most: int, note: Callable[[str], None] = lambda _: None) -> None:
        self.most = most
        self.note = note
        """Is told of an address that has had too many."""
        self._open: dict[str, OrderedDict[socket, None]] = {}

    @contextmanager
    def opened(self, source: object, client: socket) -> Iterator[None]:
        """Counts the connection as long as it is open; where that is one too many, the oldest is closed and counts no longer."""
        address = neighbourhood(str(source[0])) if isinstance(source, tuple) and source else ""
        theirs = self._open.setdefault(address, OrderedDict())
        theirs[client] = None
        if self.most and len(theirs) > self.most:
            self._close(theirs.popitem(last=False)[0])
            self.note(f"address {address}")
        try:
            yield
        finally:
            theirs.pop(client, None)
            if not theirs and self._open.get(address) is theirs:
                del self._open[address]

    def _close(self, oldest: socket) -> None:
        """Whoever reads from it finds its end; what a request on it has begun to change is changed."""
        metrics.HELD_BACK.labels("connections").inc()
        with suppress(OSError):
            oldest.shutdown(SHUT_RDWR)
