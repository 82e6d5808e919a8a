"""Snapshots as answers: the ETag is decided before anything is built, and what was built is kept for the next poll."""

import math
import time
import zlib
from collections import OrderedDict
from dataclasses import dataclass
from typing import TYPE_CHECKING

from flask import Response, request

from service import look, problems
from service.conditional import has_tag, weak
from service.game import Brief, Game
from service.host import Host
from service.look import Viewer
from service.news import Watch, game_topic, steadily
from service.store import Glance, read_notice
from service.web import as_json, json_answer, unchanged

if TYPE_CHECKING:
    from _typeshed.wsgi import WSGIEnvironment

KEPT = 2000
RETRY_SECONDS = 2
"""When to come back, for those who find that too many wait already."""


class Heads:
    """The last snapshots made in this process, without what they say of the caller."""

    def __init__(self) -> None:
        self._heads: OrderedDict[tuple[str, int, str, Viewer], bytes] = OrderedDict()

    def find(self, seen: "Sight") -> bytes | None:
        return self._heads.get((seen.game, seen.revision, seen.brief.updated_at, seen.viewer))

    def keep(self, game: Game, viewer: Viewer) -> bytes:
        head = self._heads[(game.id, game.revision, game.updated_at, viewer)] = look.snapshot_head(game, viewer)
        while len(self._heads) > KEPT:
            self._heads.popitem(last=False)
        return head


HEADS = Heads()


@dataclass(frozen=True)
class Sight:
    """What can be said of a game for a caller before anything is built."""

    game: str
    revision: int
    brief: Brief
    viewer: Viewer
    due: float | None
    text: str | None
    """The game itself, where it was read by the way."""

    @property
    def tag(self) -> str:
        return etag(self.revision, self.viewer, self.brief.updated_at)

    def is_of(self, game: Game) -> bool:
        """Whether that is the game as it was seen."""
        return game.revision == self.revision and self.brief.updated_at in ("", game.updated_at)

    def patience(self) -> float:
        """Seconds until somebody has to look after an AI that does not answer."""
        return math.inf if self.due is None else max(self.due - time.time(), 0.0) + 0.05


def sight(host: Host, game_id: str, player: str | None, seat: int | None) -> Sight:
    """What the caller may know of a game's state now."""
    return sight_of(host, game_id, host.store.glance(game_id), player, seat)


def sight_of(host: Host, game_id: str, glance: Glance | None, player: str | None, seat: int | None) -> Sight:
    """What the caller may know of a game at which somebody has glanced; an AI's turn that has lapsed is repaired by the way."""
    if glance is None or not glance.brief.may_look(player):
        raise problems.NotFound(f"There is no game {game_id!r}.")
    if glance.due is not None and glance.due < time.time():
        host.thinking.repair(game_id, glance.revision)
    return Sight(game_id, glance.revision, glance.brief, viewer_of(glance.brief, player, seat), glance.due, glance.text)


def answer(host: Host, game_id: str, player: str | None, seat: int | None, wait: int = 0) -> Response:
    """The snapshot for the caller, or 304 when it has it, after waiting for a change as long as it wants."""
    seen, crowded = awaited(host, game_id, player, seat, wait, request.environ)
    return too_many(told(host, seen, player, seat), crowded)


def awaited(host: Host, game_id: str, player: str | None, seat: int | None, wait: int, environ: "WSGIEnvironment") -> tuple[Sight, bool]:
    """The first sight of a game that is news to the caller, or the last one when its time is over; whether it could not wait."""
    if not wait:
        return sight(host, game_id, player, seat), False
    with host.news.watch(game_topic(game_id)) as watch:
        deadline = time.monotonic() + wait
        seen = sight(host, game_id, player, seat)
        while watch and has_tag(environ, seen.tag) and (left := deadline - time.monotonic()) > 0:
            called = watch if watch.wait(min(left, seen.patience())) else None
            seen = next_sight(host, seen, player, seat, called, deadline)
    return seen, watch is None and has_tag(environ, seen.tag)


def next_sight(host: Host, seen: Sight, player: str | None, seat: int | None, called: Watch | None, deadline: float) -> Sight:
    """The sight after this one, as soon as Redis answers, for somebody who has been called or whose time was over."""

    def read() -> Sight:
        glance = news_of(host, seen, called) if called else host.store.glance(seen.game)
        return sight_of(host, seen.game, glance, player, seat)

    return steadily(read, deadline)


def news_of(host: Host, seen: Sight, called: Watch) -> Glance | None:
    """The game of which the caller has just been told: as the notice has it, or read once for all who were called if that is no news."""
    told = read_notice(called.topic.notice)
    return told if told and told.revision > seen.revision else called.topic.shared(lambda: host.store.stare(seen.game))


def too_many(response: Response, crowded: bool) -> Response:
    """The response, with a word on when to come back if the caller wanted to wait and could not."""
    if crowded:
        response.headers["Retry-After"] = str(RETRY_SECONDS)
    return response


def told(host: Host, seen: Sight, player: str | None, seat: int | None) -> Response:
    """The answer to whoever has this sight of the game."""
    headers = {"ETag": seen.tag, "Cache-Control": "private, no-cache", "Vary": "Authorization"}
    if unchanged(seen.tag):
        return Response(status=304, headers=headers)
    body = built(host, seen, player)
    if body is None:
        return told(host, sight(host, seen.game, player, seat), player, seat)
    return json_answer(body, headers=headers)


def built(host: Host, seen: Sight, player: str | None) -> bytes | None:
    """The snapshot that the sight is of; None when the game has moved on since."""
    head = HEADS.find(seen)
    if head is None:
        game = host.store.loaded(seen.game, seen.text) or host.referee.load(seen.game)
        if not seen.is_of(game):
            return None
        head = HEADS.keep(game, seen.viewer)
    return whole(head, seen.brief, player, seen.viewer)


def viewer_of(brief: Brief, player: str | None, seat: int | None) -> Viewer:
    """Whose eyes the caller looks through; raises Forbidden for a seat that is not its own."""
    if seat is not None and seat not in brief.seats_of(player):
        raise problems.Forbidden(f"Seat {seat} is not yours, so its view is not either.")
    return look.viewer_for(brief, player, seat)


def etag(revision: int, viewer: Viewer, updated_at: str) -> str:
    """The tag of a snapshot: its revision and whose it is, and a mark, since Redis may lose a revision and another take its place."""
    return weak(f"{revision}-{look.name_of(viewer)}-{zlib.crc32(updated_at.encode()):x}")


def whole(head: bytes, brief: Brief, player: str | None, viewer: Viewer) -> bytes:
    """The snapshot with what it says of the caller, and the join code for those who may hand it out."""
    code = brief.code_for(player)
    told = f',"join_code":"{code}"' if code else ""
    return b'%b%b,"you":%b}' % (head, told.encode(), as_json(look.you(brief, player, viewer)).encode())


def of_game(game: Game, player: str | None, seat: int | None = None) -> str:
    """The snapshot of a game just changed, for the player who changed it."""
    viewer = look.viewer_for(game.brief, player, seat)
    head = HEADS.keep(game, viewer)
    return whole(head, game.brief, player, viewer).decode()
