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
from service.news import player_topic, steadily
from service.snapshots import too_many
from service.store import Glance, read_notice
from service.web import as_json, json_answer

if TYPE_CHECKING:
    from _typeshed.wsgi import WSGIEnvironment

KEPT = 5000
LIMIT = 100
"""Decisions listed where the caller does not say how many."""
BODIES: dict[str, bytes] = {}
"""The last inboxes told in this process, by their tags."""


@dataclass(frozen=True)
class Inbox:
    """The games where a player owes a decision, the one it has owed for longest first, and the tag of that."""

    tag: str
    games: list[tuple[str, Glance]] | None
    """None when the caller has them already."""
    count: int = 0
    """How many decisions they are."""
    body: bytes | None = None
    """The inbox as JSON where it was told before; its games are not looked at then."""


def tag_of(player: str, limit: int, entries: Iterable[tuple[str, object]]) -> str:
    """The ETag of an inbox with these entries."""
    text = f"{player} {limit} " + " ".join(f"{game}:{revision}" for game, revision in entries)
    return weak(hashlib.blake2b(text.encode(), digest_size=9).hexdigest())


def inbox(host: Host, player: str, limit: int, environ: "WSGIEnvironment", notice: str = "") -> Inbox:
    """What the player owes, if the caller does not know it; the notice that has just come may save reading a game."""
    entries = host.store.owed(player)
    tag = tag_of(player, limit, entries)
    if has_tag(environ, tag):
        return Inbox(tag, None)
    if tag in BODIES:
        return Inbox(tag, [], body=BODIES[tag])
    found = looked_at(host, player, entries, notice)
    stale = [entry for entry, glance in found.items() if is_settled(entry[1], glance, player)]
    host.store.settle(player, stale)
    owed = {entry: glance for entry, glance in found.items() if glance and glance.brief.owing(player)}
    tag = tag_of(player, limit, ((game, known(revision, glance)) for (game, revision), glance in owed.items()))
    oldest = sorted(owed.items(), key=lambda item: (item[1].brief.turn_at, item[0]))
    count = sum(len(glance.brief.owing(player)) for glance in owed.values())
    return Inbox(tag, None if has_tag(environ, tag) else [(game, glance) for (game, _), glance in oldest], count)


def looked_at(host: Host, player: str, entries: list[tuple[str, int]], notice: str) -> dict[tuple[str, int], Glance | None]:
    """Each game on the list, as the notice tells it if that is not older than its entry, or else as it is read now."""
    told, about = read_notice(notice), notice.partition(" ")[0]

    def is_told(game: str, revision: int) -> bool:
        return told is not None and game == about and told.revision >= revision

    unread = {game: not PROMPTS.knows(game, revision, player) for game, revision in entries if not is_told(game, revision)}
    read = host.store.look_at(unread)
    return {(game, revision): read.get(game, told) for game, revision in entries}


def is_settled(revision: int, glance: Glance | None, player: str) -> bool:
    """Whether the change that an entry announced has been made, and the player owes nothing after it."""
    return glance is None or (glance.revision >= revision and not glance.brief.owing(player))


def known(revision: int, glance: Glance) -> object:
    """The entry as the tag has it; one that announces a change still to come must not stand for what comes after it."""
    return revision if glance.revision >= revision else f"before {glance.revision}"


class Prompts:
    """The last decisions told in this process, which are the same as long as the game's revision is."""

    def __init__(self) -> None:
        self._told: OrderedDict[tuple[str, int, str], list[dict[str, Any]]] = OrderedDict()

    def knows(self, game: str, revision: int, player: str) -> bool:
        return (game, revision, player) in self._told

    def of(self, host: Host, player: str, games: list[tuple[str, Glance]]) -> list[dict[str, Any]]:
        """Every decision that the player owes in these games; those that are not known are loaded, unless they were read by the way."""
        known = [self._told.get((game, glance.revision, player)) for game, glance in games]
        missing = [found for found, items in zip(games, known, strict=True) if items is None]
        loaded = [host.store.loaded(game, glance.text) for game, glance in missing if glance.text]
        loaded += host.store.load_many([game for game, glance in missing if not glance.text])
        fresh = [self._keep(game, player) for game in loaded if game]
        return [item for items in (*known, *fresh) for item in items or ()]

    def _keep(self, game: Game, player: str) -> list[dict[str, Any]]:
        """Every decision that the player owes in the game, each as its own seat sees it."""
        mine = game.seats_of(player)
        told = self._told[(game.id, game.revision, player)] = [look.owed_json(game, seat) for seat in game.actors if seat in mine]
        while len(self._told) > KEPT:
            self._told.popitem(last=False)
        return told


PROMPTS = Prompts()


def answer(host: Host, player: str, limit: int, wait: int) -> Response:
    """The inbox, or 304 when the caller has it, after waiting for a change as long as it wants."""
    found, crowded = awaited(host, player, limit, wait, request.environ)
    body = built(host, player, limit, found)
    headers = {"ETag": found.tag, "Cache-Control": "private, no-cache", "Vary": "Authorization"}
    return too_many(Response(status=304, headers=headers) if body is None else json_answer(body, headers=headers), crowded)


def awaited(host: Host, player: str, limit: int, wait: int, environ: "WSGIEnvironment") -> tuple[Inbox, bool]:
    """The first inbox that is news to the caller, or the last one when its time is over; whether it could not wait."""
    if not wait:
        return inbox(host, player, limit, environ), False
    with host.news.watch(player_topic(player)) as watch:
        deadline = time.monotonic() + wait
        found = inbox(host, player, limit, environ)
        while watch and found.games is None and (left := deadline - time.monotonic()) > 0:
            notice = watch.topic.notice if watch.wait(left) else ""
            found = next_inbox(host, player, limit, environ, notice, deadline)
    return found, watch is None


def next_inbox(host: Host, player: str, limit: int, environ: "WSGIEnvironment", notice: str, deadline: float) -> Inbox:
    """The inbox after a notice, or when the time is over, as soon as Redis answers."""
    return steadily(lambda: inbox(host, player, limit, environ, notice), deadline)


def built(host: Host, player: str, limit: int, found: Inbox) -> bytes | None:
    """The inbox as JSON, kept for the next poll, since it is the same as long as its tag is; None when the caller has it."""
    if found.games is None or found.body is not None:
        return found.body
    items = sorted(PROMPTS.of(host, player, found.games[:limit]), key=urgency)
    body = as_json({"items": items[:limit], "count": found.count}).encode()
    if len(BODIES) >= KEPT:
        BODIES.clear()
    BODIES[found.tag] = body
    return body


def urgency(item: dict[str, Any]) -> tuple[bool, str, str, str, int]:
    """Sorts what has a deadline first, the closest one before the others, then what has been owed for longest."""
    return (item["deadline"] is None, item["deadline"] or "", item["since"], item["game"], item["seat"])
