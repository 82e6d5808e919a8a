"""A player's inbox: every decision it owes, over all games.

The store keeps, game by game, the revision that last changed what the player owes there (see `service/store.py`). One read of
that list decides a 304: the tag says which entries were found true when it was given, so an equal list is still true. Only
when they differ are the games looked at.
"""

import hashlib
import time
from collections import OrderedDict
from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from flask import Response, request

from service import look
from service.conditional import has_tag, weak
from service.game import Game
from service.host import Host
from service.news import Watch, player_topic, steadily
from service.snapshots import too_many
from service.store import Glance, read_notice
from service.web import as_json, json_answer

if TYPE_CHECKING:
    from _typeshed.wsgi import WSGIEnvironment

KEPT = 5000
LIMIT = 100
"""Decisions listed where the caller does not say how many."""
FEW = 5
"""Games that are read whole at once, as most of them will have to be told."""
MOST_BYTES = 16_000_000


class Bodies:
    """The last inboxes told in this process, by their tags: as long as its tag is the same, so is an inbox."""

    def __init__(self) -> None:
        self._kept: OrderedDict[str, bytes] = OrderedDict()
        self._bytes = 0

    def find(self, tag: str) -> bytes | None:
        return self._kept.get(tag)

    def keep(self, tag: str, body: bytes) -> None:
        self._bytes += len(body) - len(self._kept.pop(tag, b""))
        self._kept[tag] = body
        while self._bytes > MOST_BYTES:
            _, oldest = self._kept.popitem(last=False)
            self._bytes -= len(oldest)


BODIES = Bodies()
NOTHING = as_json({"items": [], "count": 0}).encode()


@dataclass(frozen=True)
class Inbox:
    """What a player owes, as JSON, and its tag; without a body when the caller has it already."""

    tag: str
    body: bytes | None = None


def tag_of(player: str, limit: int, entries: Iterable[tuple[str, object]]) -> str:
    """The ETag of an inbox with these entries."""
    text = f"{player} {limit} " + " ".join(f"{game}:{revision}" for game, revision in entries)
    return weak(hashlib.blake2b(text.encode(), digest_size=9).hexdigest())


def inbox(host: Host, player: str, limit: int, environ: "WSGIEnvironment", called: Watch | None = None) -> Inbox:
    """What the player owes, for somebody who has just been called or who asks by itself."""
    entries = host.store.owed(player)
    tag = tag_of(player, limit, entries)
    if has_tag(environ, tag):
        return Inbox(tag)
    if kept := BODIES.find(tag):
        return Inbox(tag, kept)
    found = looked_at(host, player, entries, called)
    host.store.settle(player, [entry for entry, glance in found.items() if is_settled(entry[1], glance, player)])
    owed = {entry: glance for entry, glance in found.items() if glance and glance.brief.owing(player)}
    tag = tag_of(player, limit, ((game, known(revision, glance)) for (game, revision), glance in owed.items()))
    if has_tag(environ, tag):
        return Inbox(tag)
    body = written(host, player, limit, {game: glance for (game, _), glance in owed.items()})
    BODIES.keep(tag, body)
    return Inbox(tag, body)


def looked_at(host: Host, player: str, entries: list[tuple[str, int]], called: Watch | None) -> dict[tuple[str, int], Glance | None]:
    """Each game on the list, in its order: read, or as the notice has it by which the change that put it there was told.

    Only a notice that the player owes something is taken at its word: what a lost change has told must not clear the list.
    """
    notice = called.topic.notice if called else ""
    told = read_notice(notice)
    entry_told = (notice.partition(" ")[0], told.revision) if told and told.brief.owing(player) else None
    unread = [game for game, revision in entries if (game, revision) != entry_told]
    read = dict(zip(unread, host.store.look_at(unread, stare=len(unread) <= FEW), strict=True))
    return {entry: told if entry == entry_told else read[entry[0]] for entry in entries}


def written(host: Host, player: str, limit: int, owed: dict[str, Glance]) -> bytes:
    """The inbox as JSON, of the games where the player has owed something for longest."""
    oldest = sorted(owed.items(), key=lambda item: (item[1].brief.turn_at, item[0]))
    count = sum(len(glance.brief.owing(player)) for glance in owed.values())
    items = sorted(PROMPTS.of(host, player, oldest[:limit]), key=urgency)
    return as_json({"items": items[:limit], "count": count}).encode()


def is_settled(revision: int, glance: Glance | None, player: str) -> bool:
    """Whether the change that an entry announced has been made, and the player owes nothing after it."""
    return glance is None or (glance.revision >= revision and not glance.brief.owing(player))


def known(revision: int, glance: Glance) -> object:
    """The entry as the tag has it; one that announces a change still to come must not stand for what comes after it."""
    return revision if glance.revision >= revision else f"before {glance.revision}"


class Prompts:
    """The last decisions told in this process, which are the same as long as the game is."""

    def __init__(self) -> None:
        self._told: OrderedDict[tuple[str, int, str, str], list[dict[str, Any]]] = OrderedDict()

    def of(self, host: Host, player: str, games: list[tuple[str, Glance]]) -> list[dict[str, Any]]:
        """Every decision that the player owes in these games; those that are not known are loaded, unless they were read by the way."""
        known = [self._told.get((game, glance.revision, glance.brief.updated_at, player)) for game, glance in games]
        missing = [found for found, items in zip(games, known, strict=True) if items is None]
        loaded = [host.store.loaded(game, glance.text) for game, glance in missing if glance.text]
        loaded += host.store.load_many([game for game, glance in missing if not glance.text])
        fresh = [self._keep(game, player) for game in loaded if game]
        return [item for items in (*known, *fresh) for item in items or ()]

    def _keep(self, game: Game, player: str) -> list[dict[str, Any]]:
        """Every decision that the player owes in the game, each as its own seat sees it."""
        mine, key = game.seats_of(player), (game.id, game.revision, game.updated_at, player)
        told = self._told[key] = [look.owed_json(game, seat) for seat in game.actors if seat in mine]
        while len(self._told) > KEPT:
            self._told.popitem(last=False)
        return told


PROMPTS = Prompts()


def answer(host: Host, player: str, limit: int, wait: int) -> Response:
    """The inbox, or 304 when the caller has it, after waiting for a change as long as it wants."""
    found, crowded = awaited(host, player, limit, wait, request.environ)
    headers = {"ETag": found.tag, "Cache-Control": "private, no-cache", "Vary": "Authorization"}
    return too_many(Response(status=304, headers=headers) if found.body is None else json_answer(found.body, headers=headers), crowded)


def is_news(found: Inbox, environ: "WSGIEnvironment") -> bool:
    """Whether the caller would be told something: something new, or anything at all if it does not say what it has."""
    return found.body is not None and (found.body != NOTHING or "HTTP_IF_NONE_MATCH" in environ)


def awaited(host: Host, player: str, limit: int, wait: int, environ: "WSGIEnvironment") -> tuple[Inbox, bool]:
    """The first inbox that is news to the caller, or the last one when its time is over; whether it could not wait."""
    if not wait:
        return inbox(host, player, limit, environ), False
    with host.news.watch(player_topic(player)) as watch:
        deadline = time.monotonic() + wait
        found = inbox(host, player, limit, environ)
        while watch and not is_news(found, environ) and (left := deadline - time.monotonic()) > 0:
            called = watch if watch.wait(left) else None
            found = next_inbox(host, player, limit, environ, called, deadline)
    return found, watch is None and not is_news(found, environ)


def next_inbox(host: Host, player: str, limit: int, environ: "WSGIEnvironment", called: Watch | None, deadline: float) -> Inbox:
    """The inbox for somebody who has been called or whose time was over, as soon as Redis answers."""
    return steadily(lambda: inbox(host, player, limit, environ, called), deadline)


def urgency(item: dict[str, Any]) -> tuple[bool, str, str, str, int]:
    """Sorts what has a deadline first, the closest one before the others, then what has been owed for longest."""
    return (item["deadline"] is None, item["deadline"] or "", item["since"], item["game"], item["seat"])
