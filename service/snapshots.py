"""Snapshots as answers: the ETag is decided before anything is built, and what was built is kept for the next poll."""

import time
from collections import OrderedDict

from flask import Response

from service import look, problems
from service.game import Brief, Game
from service.host import Host
from service.look import Viewer
from service.web import as_json, json_answer, unchanged

KEPT = 2000


class Heads:
    """The last snapshots made in this process, without what they say of the caller."""

    def __init__(self) -> None:
        self._heads: OrderedDict[tuple[str, int, Viewer], bytes] = OrderedDict()

    def find(self, game: str, revision: int, viewer: Viewer) -> bytes | None:
        return self._heads.get((game, revision, viewer))

    def keep(self, game: Game, viewer: Viewer) -> bytes:
        head = self._heads[(game.id, game.revision, viewer)] = look.snapshot_head(game, viewer)
        while len(self._heads) > KEPT:
            self._heads.popitem(last=False)
        return head


HEADS = Heads()


def answer(host: Host, game_id: str, player: str | None, seat: int | None) -> Response:
    """The snapshot for the caller, or 304 when it has it."""
    glance = host.store.glance(game_id)
    if glance is None or not glance.brief.may_look(player):
        raise problems.NotFound(f"There is no game {game_id!r}.")
    if glance.due is not None and glance.due < time.time():
        host.thinking.repair(game_id, glance.revision)
    viewer = viewer_of(glance.brief, player, seat)
    tag = etag(glance.revision, viewer)
    headers = {"ETag": tag, "Cache-Control": "private, no-cache", "Vary": "Authorization"}
    if unchanged(tag):
        return Response(status=304, headers=headers)
    head = HEADS.find(game_id, glance.revision, viewer)
    if head is None:
        game = host.referee.load(game_id)
        if game.revision != glance.revision:
            return answer(host, game_id, player, seat)
        head = HEADS.keep(game, viewer)
    return json_answer(whole(head, glance.brief, player, viewer), headers=headers)


def viewer_of(brief: Brief, player: str | None, seat: int | None) -> Viewer:
    """Whose eyes the caller looks through; raises Forbidden for a seat that is not its own."""
    if seat is not None and seat not in brief.seats_of(player):
        raise problems.Forbidden(f"Seat {seat} is not yours, so its view is not either.")
    return look.viewer_for(brief, player, seat)


def etag(revision: int, viewer: Viewer) -> str:
    return f'"{revision}-{look.name_of(viewer)}"'


def whole(head: bytes, brief: Brief, player: str | None, viewer: Viewer) -> bytes:
    """The snapshot with what it says of the caller, and the join code for those who may hand it out."""
    code = brief.code_for(player)
    told = f',"join_code":"{code}"' if code else ""
    return b'%b%b,"you":%b}' % (head, told.encode(), as_json(look.you(brief, player, viewer)).encode())


def of_game(game: Game, player: str | None, seat: int | None = None) -> str:
    """The snapshot of a game just changed, for the player who changed it."""
    brief = Brief.read(game.brief())
    viewer = look.viewer_for(brief, player, seat)
    head = HEADS.keep(game, viewer)
    return whole(head, brief, player, viewer).decode()
