"""The commands that announce a change of a game before it is stored: index entries that must never be missing, and may be too many."""

import time
from collections.abc import Sequence

from service.game import Game
from service.store import keys
from service.store.commands import Word
from service.store.inboxes import announcement
from service.time_control import Plan


def touches(before: Game | None, after: Game) -> list[str]:
    """The players for whom a change alters what they owe."""
    was, becomes = before.owed if before else {}, after.owed
    moved = before is not None and before.clocks != after.clocks
    return sorted(player for player in was.keys() | becomes.keys() if moved or was.get(player) != becomes.get(player))


def to_look_at(game: str, deadline: int | None) -> list[list[Word]]:
    """The command that has the game looked at when its first deadline is over, unless it will be looked at before."""
    return [["ZADD", keys.DEADLINES, "LT", deadline / 1000, game]] if deadline is not None else []


def announcements(after: Game, touched: Sequence[str], due: float | str, deadline: int | None) -> list[list[Word]]:
    """The commands that write the index entries which must not be missing once the game is stored."""
    commands: list[list[Word]] = [["ZADD", keys.THINKING, due, after.id]] if due else []
    if after.rated and after.revision == 1:
        commands.append(["ZADD", keys.UNRATED, time.time(), after.id])
    commands += to_look_at(after.id, deadline)
    for player in touched:
        commands += announcement(player, after.id, after.revision)
        if player in after.owed:
            note = f"{player} {after.id} {after.revision} {int(time.time())}"
            commands.append(["ZADD", keys.NOTICES, time.time(), note])
    return commands


def first_deadline(plan: Plan | None) -> int | None:
    """About when the first of the clocks will be over that run after a change."""
    now = int(time.time() * 1000)
    return min((until for row in plan or () if row and (until := row.deadline(now)) is not None), default=None)
