"""The audit log: what the operator has done, when, from where and why; never with what token. A stream in Redis, of bounded length."""

from dataclasses import asdict, dataclass

from service import clock
from service.json_object import Json
from service.store import keys
from service.store.client import Client

KEPT = 10_000
"""Entries kept, about; older ones go."""


@dataclass(frozen=True)
class Deed:
    """One thing that was done, to what, from which address, by which request."""

    action: str
    subject: str
    why: str
    address: str
    request: str


class Audit:
    """The audit log of a store."""

    def __init__(self, client: Client) -> None:
        self.client = client

    def note(self, deed: Deed) -> None:
        self.client.xadd(keys.AUDIT, asdict(deed) | {"at": clock.stamp()}, maxlen=KEPT, approximate=True)

    def read(self, count: int, before: str = "") -> tuple[list[Json], str | None]:
        """Entries, the newest first, below the one of that name; and the name to go on from, if there are more."""
        found = self.client.xrevrange(keys.AUDIT, max=f"({before}" if before else "+", count=count + 1)
        entries = [{"id": name} | said for name, said in found[:count]]
        return entries, entries[-1]["id"] if len(found) > count else None
