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
from typing import Any

from flask import Response

from service import look
from service.conditional import weak
from service.game import Game
from service.host import Host
from service.news import player_topic, steadily
from service.snapshots import too_many
from service.store import Glance
from service.web import as_json, json_answer, unchanged

KEPT = 5000
LIMIT = 100
"""Decisions listed where the caller does not say how many."""
BODIES: dict[str, bytes] = {}
"""The last inboxes told in this process, by their tags."""


@dataclass(frozen=True)
class Inbox:
    """The games where a player owes a decision, the one it has owed for longest first, and the tag of that."""

    tag: str
    games: list[tuple[str, int]] | None
    """With their revisions; None when the caller has them already."""
    count: int = 0
    """How many decisions they are."""


def tag_of(player: str, limit: int, entries: Iterable[tuple[str, object]]) -> str:
    """The ETag of an inbox with these entries."""
    text = f"{player} {limit} " + " ".join(f"{game}:{revision}" for game, revision in entries)
    return weak(hashlib.blake2b(text.encode(), digest_size=9).hexdigest())


def inbox(host: Host, player: str, limit: int) -> Inbox:
    """What the player owes."""
    entries = host.store.owed(player)
    tag = tag_of(player, limit, entries)
    if unchanged(tag):
        return Inbox(tag, None)
    found = dict(zip(entries, host.store.glance_many([game for game, _ in entries]), strict=True))
    stale = [entry for entry, glance in found.items() if is_settled(entry[1], glance, player)]
    host.store.settle(player, stale)
    owed = {entry: glance for entry, glance in found.items() if glance and glance.brief.owing(player)}
    tag = tag_of(player, limit, ((game, known(revision, glance)) for (game, revision), glance in owed.items()))
    oldest = sorted(owed.items(), key=lambda item: (item[1].brief.turn_at, item[0]))
    count = sum(len(glance.brief.owing(player)) for glance in owed.values())
    return Inbox(tag, None if unchanged(tag) else [(game, glance.revision) for (game, _), glance in oldest], count)


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

    def of(self, host: Host, player: str, games: list[tuple[str, int]]) -> list[dict[str, Any]]:
        """Every decision that the player owes in these games; only those that are not known are loaded."""
        known = [self._told.get((*game, player)) for game in games]
        missing = [game for (game, _), items in zip(games, known, strict=True) if items is None]
        fresh = [self._keep(game, player) for game in host.store.load_many(missing)] if missing else []
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
    if not wait:
        return told(host, player, limit, inbox(host, player, limit))
    with host.news.watch(player_topic(player)) as watch:
        deadline = time.monotonic() + wait
        found = inbox(host, player, limit)
        while watch and found.games is None and (left := deadline - time.monotonic()) > 0:
            watch.wait(left)
            found = steadily(lambda: inbox(host, player, limit), deadline)
        return too_many(told(host, player, limit, found), watch is None)


def told(host: Host, player: str, limit: int, found: Inbox) -> Response:
    headers = {"ETag": found.tag, "Cache-Control": "private, no-cache", "Vary": "Authorization"}
    if found.games is None:
        return Response(status=304, headers=headers)
    items = sorted(PROMPTS.of(host, player, found.games[:limit]), key=urgency)
    body = as_json({"items": items[:limit], "count": found.count}).encode()
    if limit == LIMIT:
        keep(found.tag, body)
    return json_answer(body, headers=headers)


def keep(tag: str, body: bytes) -> None:
    """Keeps an inbox for the next poll: as long as its tag is the same, so is it."""
    if len(BODIES) >= KEPT:
        BODIES.clear()
    BODIES[tag] = body


def urgency(item: dict[str, Any]) -> tuple[bool, str, str, str, int]:
    """Sorts what has a deadline first, the closest one before the others, then what has been owed for longest."""
    return (item["deadline"] is None, item["deadline"] or "", item["since"], item["game"], item["seat"])
