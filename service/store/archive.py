"""The archive: finished games that Redis need not hold any longer, in an SQLite file or in S3-compatible storage.

A game lies there as one compressed document under its id, and is listed under the month in which it ended. The address is
`sqlite:///srv/intramuros/archive.sqlite` (the default beside the embedded server), `s3://bucket/prefix` with the keys that AWS' own
variables hold, or another that obstore knows.

Storage may be away. It is read in a thread of its own, so that an API process serves others meanwhile; whoever asks is told soon that it
cannot be reached, and for a few seconds everybody else is told so at once.
"""

import logging
import sqlite3
import sys
import time
import zlib
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, contextmanager, suppress
from datetime import timedelta
from pathlib import Path
from typing import TYPE_CHECKING, Protocol, TypeVar

import obstore
import orjson
from obstore.exceptions import BaseError
from obstore.store import ObjectStore, from_url

from service import problems
from service.cache import Cache

if TYPE_CHECKING:
    from obstore.store import ClientConfig, RetryConfig

log = logging.getLogger("intramuros.archive")
Asked = TypeVar("Asked")
Found = TypeVar("Found")

KEPT = 200
KEPT_SECONDS = 60.0
"""How many documents are kept at hand, and for how long: another process may have changed or removed them."""
SQLITE = "sqlite://"
REST = 5.0
"""Seconds for which storage is not asked again that could not be reached."""
AT_ONCE = 8
"""Documents that are read at the same time."""
TIMES: "ClientConfig" = {"allow_http": True, "connect_timeout": "2s", "timeout": "4s"}
AGAIN: "RetryConfig" = {"max_retries": 1, "retry_timeout": timedelta(seconds=4), "backoff": {"max_backoff": timedelta(seconds=0.2)}}


class Shelf(Protocol):
    """Where documents are put: under an id, in a month."""

    def put(self, game: str, month: str, data: bytes) -> None: ...
    def get(self, game: str) -> bytes | None: ...
    def get_many(self, games: Sequence[str]) -> list[bytes | None]:
        """Several documents, in the given order."""
        ...

    def games(self, month: str) -> Iterator[str]:
        """The ids of a month's games; of all of them where it is empty."""
        ...

    def remove(self, game: str, month: str) -> None: ...


class File:
    """An SQLite file."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def _open(self) -> sqlite3.Connection:
        self.path.parent.mkdir(parents=True, exist_ok=True)
        connection = sqlite3.connect(self.path, timeout=10)
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute("CREATE TABLE IF NOT EXISTS games (id TEXT PRIMARY KEY, month TEXT NOT NULL, data BLOB NOT NULL)")
        connection.execute("CREATE INDEX IF NOT EXISTS months ON games (month)")
        return connection

    def put(self, game: str, month: str, data: bytes) -> None:
        with closing(self._open()) as connection, connection:
            connection.execute("INSERT OR REPLACE INTO games VALUES (?, ?, ?)", (game, month, data))

    def get(self, game: str) -> bytes | None:
        if not self.path.exists():
            return None
        with closing(self._open()) as connection:
            found = connection.execute("SELECT data FROM games WHERE id = ?", (game,)).fetchone()
        return bytes(found[0]) if found else None

    def get_many(self, games: Sequence[str]) -> list[bytes | None]:
        if not self.path.exists():
            return [None] * len(games)
        with closing(self._open()) as connection:
            asked = connection.execute(f"SELECT id, data FROM games WHERE id IN ({','.join('?' * len(games))})", tuple(games))
            found = {row[0]: bytes(row[1]) for row in asked}
        return [found.get(game) for game in games]

    def remove(self, game: str, month: str) -> None:
        if self.path.exists():
            with closing(self._open()) as connection, connection:
                connection.execute("DELETE FROM games WHERE id = ?", (game,))

    def games(self, month: str) -> Iterator[str]:
        if self.path.exists():
            with closing(self._open()) as connection:
                rows = connection.execute("SELECT id FROM games WHERE ? IN ('', month) ORDER BY id", (month,))
                yield from (row[0] for row in rows)


class Bucket:
    """Storage that speaks S3, or any other that obstore knows."""

    def __init__(self, url: str) -> None:
        self.store: ObjectStore = from_url(url, client_options=TIMES, retry_config=AGAIN)

    def put(self, game: str, month: str, data: bytes) -> None:
        aside(lambda _: obstore.put(self.store, f"games/{game}", data), [game])
        aside(lambda _: obstore.put(self.store, f"months/{month}/{game}", b""), [game])

    def get(self, game: str) -> bytes | None:
        return self.get_many([game])[0]

    def get_many(self, games: Sequence[str]) -> list[bytes | None]:
        return aside(self._read, games)

    def _read(self, game: str) -> bytes | None:
        try:
            return bytes(obstore.get(self.store, f"games/{game}").bytes())
        except FileNotFoundError:
            return None

    def remove(self, game: str, month: str) -> None:
        with suppress(FileNotFoundError):
            aside(lambda paths: obstore.delete(self.store, paths), [[f"games/{game}", f"months/{month}/{game}"]])

    def games(self, month: str) -> Iterator[str]:
        for found in obstore.list(self.store, f"months/{month}/" if month else "months/"):
            yield from (each["path"].rpartition("/")[2] for each in found)


def aside(act: Callable[[Asked], Found], asked: Sequence[Asked]) -> list[Found]:
    """What the act gives for each, several at a time; in a process of greenlets in real threads, so that others are served meanwhile."""
    if "gevent.monkey" in sys.modules and sys.modules["gevent.monkey"].is_module_patched("threading"):
        from gevent import get_hub  # only where it is at work already

        return list(get_hub().threadpool.map(act, asked))
    if len(asked) == 1:
        return [act(asked[0])]
    with ThreadPoolExecutor(AT_ONCE) as pool:
        return list(pool.map(act, asked))


class Document(dict[str, object]):
    """A game and its journal as they lay in Redis."""

    @property
    def text(self) -> str:
        return str(self["game"])

    @property
    def elements(self) -> list[str]:
        found: list[str] = self["journal"]  # type: ignore[assignment]
        return found


class Archive:
    """Documents on a shelf, the last ones read kept at hand."""

    def __init__(self, shelf: Shelf) -> None:
        self.shelf = shelf
        self._rests_until = 0.0
        self._kept = Cache[str, tuple[float, Document]](KEPT)

    def put(self, game: str, month: str, text: str, elements: list[str]) -> bool:
        """Writes a game and reads it back; whether it came back the same."""
        data = zlib.compress(orjson.dumps({"game": text, "journal": elements}), 9)
        with self._reached():
            self.shelf.put(game, month, data)
            self._kept.forget(game)
            return self.shelf.get(game) == data

    @contextmanager
    def _reached(self) -> Iterator[None]:
        """Raises Unavailable where the shelf cannot be reached, and at once as long as it rests."""
        away = problems.Unavailable("archive", headers={"Retry-After": str(round(REST))})
        if time.monotonic() < self._rests_until:
            raise away
        try:
            yield
        except (BaseError, OSError, sqlite3.Error) as error:
            log.error("the archive cannot be used: %s: %s", type(error).__name__, str(error).partition("\n")[0])
            self._rests_until = time.monotonic() + REST
            raise away from error

    def find(self, game: str) -> Document | None:
        """The game, or None when it is not there; raises Unavailable when that cannot be found out."""
        return self.find_many([game]).get(game)

    def find_many(self, games: Sequence[str]) -> dict[str, Document]:
        """Those of the games that are there, read together."""
        now = time.monotonic()
        found = {game: kept[1] for game in games if (kept := self._kept.find(game)) and kept[0] >= now}
        wanted = [game for game in games if game not in found and game.isalnum() and game.isascii() and len(game) <= 40]
        if wanted:
            with self._reached():
                read = self.shelf.get_many(wanted)
            for game, data in zip(wanted, read, strict=True):
                self._kept.forget(game)
                if data is not None:
                    found[game] = Document(orjson.loads(zlib.decompress(data)))
                    self._kept.keep(game, (now + KEPT_SECONDS, found[game]))
        return found

    def remove(self, game: str, month: str) -> None:
        """Takes a game out for good; other processes may tell of it for as long as they keep what they have read."""
        with self._reached():
            self.shelf.remove(game, month)
        self._kept.forget(game)

    def games(self, month: str = "") -> Iterator[str]:
        """The ids of the games that ended in a month, or of all of them."""
        with self._reached():
            yield from self.shelf.games(month)


def at(url: str) -> Archive | None:
    """The archive at an address; None without one."""
    if not url:
        return None
    path = file_of(url)
    return Archive(File(path) if path else Bucket(url))


def file_of(url: str) -> Path | None:
    """The file in which the archive at an address lies; None where it lies elsewhere."""
    return Path(url.removeprefix(SQLITE)) if url.startswith(SQLITE) else None
