"""The index behind inboxes: the decisions that each player owes, in the order of their urgency, so that a page of them costs a page.

Before a change is stored it is announced to the players whom it concerns: the game and its new revision are among what is `unsettled`
in their inboxes. Once it is stored it is settled: the game's decisions take their places in the `order`, `owed` says by which
revision, and the inbox gets a new version. Should whoever made the change die in between, the next reader finds the game among
the unsettled ones and settles it. So two equal versions with nothing unsettled mean that nothing has changed in between.
"""

import random
from collections.abc import Sequence
from importlib.resources import files
from typing import NamedTuple

from service import clock
from service.brief import Brief
from service.game import FINISHED, Game
from service.store import keys
from service.store.client import Client
from service.store.commands import Word
from service.store.watches import player_topic

NO_DEADLINE = 2**52
"""What is added to the urgency of a decision without a deadline, so that it comes after all that have one."""


GONE = Brief.read(f"{FINISHED}||{',' * 7}||:||")
"""All that is left of a game that was removed: its eight seats at most, in which nothing is owed."""


class Decision(NamedTuple):
    """A decision that a player owes, as the index has it."""

    game: str
    seat: int
    urgency: float
    """Its deadline, or since when it is owed, in milliseconds (see `NO_DEADLINE`)."""
    revision: int
    """The game's revision that last changed what the player owes there."""

    @property
    def place(self) -> tuple[float, str]:
        """Where it stands in the order."""
        return self.urgency, f"{self.game}/{self.seat}"

    @property
    def deadline(self) -> float | None:
        """The first deadline of its game, in seconds since the epoch."""
        return self.urgency / 1000 if self.urgency < NO_DEADLINE else None


class Page(NamedTuple):
    """A page of an inbox, as it was read."""

    version: str
    total: int
    """How many decisions there are, on this page or not."""
    unsettled: tuple[tuple[str, int], ...]
    """Games whose change has been announced and is not in the order yet, each with the announced revision."""
    decisions: tuple[Decision, ...]
    more: bool
    """Whether others come after it."""


def announcement(player: str, game: str, revision: int) -> list[list[Word]]:
    """The commands that announce a change of what the player owes."""
    return [["ZADD", keys.unsettled_key(player), "GT", revision, game]]


def places(player: str) -> list[str]:
    return [keys.owed_key(player), keys.order_key(player), keys.unsettled_key(player), keys.inbox_version_key(player)]


def urgency(turn_at: str) -> int:
    """The urgency of a decision that has been owed since then and has no deadline."""
    return NO_DEADLINE + (round(clock.seconds(turn_at) * 1000) if turn_at else 0)


class InboxIndex:
    """The inboxes of a store's players."""

    def __init__(self, client: Client) -> None:
        self.client = client
        self._settle, self._page = (
            client.register_script(files("service.store").joinpath("lua", f"{name}.lua").read_text()) for name in ("settle", "inbox")
        )

    def page(self, player: str, count: int, after: tuple[float, str] | None = None) -> Page:
        """Up to so many decisions of a player, the most urgent first, or those after a place in the order."""
        urgency, name = after or ("", "")
        args: list[Word] = [count + 1 if count else 0, repr(urgency) if name else "", name]
        version, total, unsettled, found = self._page(keys=places(player), args=args)
        return Page(version, int(total), pairs(unsettled), decisions(found[: 3 * count]), len(found) > 3 * count)

    def changed(self, player: str, game: str) -> int | None:
        """The revision that last changed what the player owes in a game, as far as that was announced; None where it owes nothing."""
        found = [self.client.zscore(key(player), game) for key in (keys.owed_key, keys.unsettled_key)]
        return max((int(score) for score in found if score is not None), default=None)

    def settle(self, player: str, game: str, revision: int, brief: Brief | None, told: str = "", version: str = "") -> bool:
        """Whether the game, of which None is left if it is gone, has its place in the order now; not when another change has been
        announced since that revision was. What is `told` goes to whoever waits for the inbox.
        """
        found = brief or GONE
        deadline = round(found.deadline * 1000) if found.deadline else ""
        owing = ",".join(map(str, found.owing(player)))
        words: list[Word] = [game, revision, urgency(found.turn_at), deadline, version or fresh_version(), len(found.holders), "", owing]
        words += [player_topic(player), told] if told else []
        return bool(self._settle(keys=places(player), args=words))

    def settling(self, players: Sequence[str], game: Game, brief: str, version: str) -> list[list[Word]]:
        """The command that settles a change for all whom it concerns, if it has been stored with that brief, to which the script
        that stores it adds the deadline; for a server that has everything.
        """
        if not players:
            return []
        where = [*(place for player in players for place in places(player)), keys.game_key(game.id)]
        owing = [",".join(map(str, game.owed.get(player, ())[1:])) for player in players]
        words: list[Word] = [game.id, game.revision, urgency(game.turn_at), "", version, len(game.seats), brief, *owing]
        return [["EVALSHA", self._settle.sha, len(where), *where, *words]]


def fresh_version() -> str:
    return f"{random.getrandbits(64):x}"


def pairs(flat: Sequence[str]) -> tuple[tuple[str, int], ...]:
    return tuple((game, int(revision)) for game, revision in zip(flat[::2], flat[1::2], strict=True))


def decisions(flat: Sequence[str]) -> tuple[Decision, ...]:
    found = zip(flat[::3], flat[1::3], flat[2::3], strict=True)
    return tuple(
        Decision(name.partition("/")[0], int(name.partition("/")[2]), float(urgency), int(revision)) for name, urgency, revision in found
    )
