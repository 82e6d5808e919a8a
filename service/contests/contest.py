"""A contest as the host keeps it: what is played, who takes part, and which meetings have been drawn. A series is one, a tournament is one.

The games are facts of their own. A contest never adds anything up: what it comes to is worked out from its entrants, its meetings and the
results of their games, by functions that only read.
"""

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, fields, replace
from functools import cached_property

import orjson

from service.json_object import Json
from service.store import identifiers

REGISTERING, RUNNING, FINISHED, CANCELLED = "registering", "running", "finished", "cancelled"
SERIES, ROUND_ROBIN, SWISS, TABLES = "series", "round_robin", "swiss", "tables"
WITHDRAWN, KICKED, NO_SHOW, GONE = "withdrawn", "kicked", "no_show", "gone"
"""Why an entrant plays no further game."""


@dataclass(frozen=True)
class Entrant:
    """Somebody who takes part: a player, or an AI under a name of its own."""

    id: str
    name: str
    player: str | None = None
    ai: str | None = None
    left: str | None = None
    """Why it plays no further game; None as long as it does."""
    since: int = 1
    """The first round that it could be drawn for."""
    house: bool = False
    """Whether the house put it in to make the field even."""


@dataclass(frozen=True)
class Pairing:
    """Who meets at one table of a round, in the order of the seats of the first game; one alone has a bye."""

    entrants: tuple[str, ...]
    legs: int = 1
    """How many games they play, the seats moving on by one each time."""

    @property
    def is_bye(self) -> bool:
        return len(self.entrants) == 1

    def seated(self, leg: int) -> tuple[str, ...]:
        """Who sits where in a game, counted from 1.

        >>> Pairing(("ada", "bo"), 2).seated(2), Pairing(("a", "b", "c"), 3).seated(3)
        (('bo', 'ada'), ('c', 'a', 'b'))
        """
        turned = (leg - 1) % len(self.entrants)
        return self.entrants[turned:] + self.entrants[:turned]


def game_id(contest: str, number: int, pair: int, leg: int) -> str:
    """The only id that a game of a contest can have, whoever creates it and however often."""
    return identifiers.derived_id("contest", contest, str(number), str(pair), str(leg))


@dataclass(frozen=True, order=True)
class Spec:
    """A game that a contest wants: the round, the pairing and the leg it is, each counted from 1, and who sits where."""

    round: int
    pair: int
    leg: int
    entrants: tuple[str, ...]

    @property
    def meeting(self) -> tuple[int, int]:
        """The meeting that the game is one of."""
        return self.round, self.pair

    def game_id(self, contest: str) -> str:
        return game_id(contest, self.round, self.pair, self.leg)


@dataclass(frozen=True)
class Result:
    """How one game of a contest ended."""

    entrants: tuple[str, ...]
    scores: tuple[int, ...]
    winners: tuple[int, ...]
    quitters: tuple[int, ...] = ()
    """The seats that gave up or ran out of time, also those for which an AI then played on."""
    played_out: bool = True
    """Whether the game came to its end by the rules."""
    late: tuple[int, ...] = ()
    """The seats that were not there at the end: given up because their time was over, or moved by chance since it was."""


Results = Mapping[str, Result]
"""The results by the ids of their games."""


@dataclass(frozen=True)
class Facts:
    """What is known of a contest's games: the results of those that are over, and which others exist."""

    results: Results = field(default_factory=dict)
    running: frozenset[str] = frozenset()


@dataclass(frozen=True)
class Contest:
    """Everything about a contest but its games; a change makes a new one with the next revision."""

    id: str
    ruleset: str
    options: Json
    seats: int
    """How many sit at a table."""
    format: str
    points: str
    """`score` or `rank`: what of a game counts."""
    organiser: str
    status: str
    revision: int
    created_at: str
    updated_at: str
    name: str = ""
    games: int = 2
    """How many games a meeting has; of a series, all of them."""
    tie: str = "share"
    """`share`, or `play_on` until one of a series is ahead."""
    opponents: int | None = None
    """How many others everybody meets; None for all of them."""
    rounds: int = 0
    """How many rounds are planned; 0 until that is settled."""
    odd: str = "partial"
    """What an odd field does: `partial`, `house_ai` or `full`."""
    repeats: str = "few"
    """Of tables: `few` repeated meetings first, or `close` standings."""
    entry: str = "open"
    bots: str = "allowed"
    capacity: int = 0
    """The most entrants; as many as a tournament may have when 0."""
    start: str = "manual"
    """`manual`, or when it begins by itself."""
    start_count: int = 0
    """How many entrants let it begin by itself; 0 for never."""
    entries_from: str = ""
    """From when on others than the organiser may enter before the beginning; empty for at once."""
    entries_until: str = ""
    """Until when they may; empty for until the beginning."""
    late_until: int = 0
    """The last round that somebody may still join for."""
    no_shows: int = 2
    """How many games that it was late in put an entrant out; 0 for never."""
    clock: Json | None = None
    at_once: bool = False
    """Whether the games of a meeting run at the same time, and not one after the other."""
    rated: bool = False
    hints: bool = False
    visibility: str = "listed"
    origin: str = ""
    """The origin of its games (see `Game`), as long as there are more of them to come."""
    invited: tuple[str, ...] = ()
    """The players who may enter where the entry is by list; of a series everybody in the order of the seats, "" for an open one."""
    why: str = ""
    """Why it was cancelled, for everybody to read."""
    entrants: tuple[Entrant, ...] = ()
    drawn: tuple[tuple[Pairing, ...], ...] = ()
    """The meetings of each round so far."""

    def entrant(self, identity: str) -> Entrant:
        return self._by_id[identity]

    @cached_property
    def _by_id(self) -> dict[str, Entrant]:
        return {one.id: one for one in self.entrants}

    def active(self) -> tuple[Entrant, ...]:
        """Those who still play."""
        return tuple(one for one in self.entrants if one.left is None)

    def left(self) -> frozenset[str]:
        return self._left

    @cached_property
    def _left(self) -> frozenset[str]:
        return frozenset(one.id for one in self.entrants if one.left)

    def of_player(self, player: str | None) -> Entrant | None:
        """The entrant that a player is."""
        return next((one for one in self.entrants if player and one.player == player), None)

    def awaited(self) -> tuple[str, ...]:
        """The players who are invited and have not entered."""
        there = {one.id for one in self.entrants}
        return tuple(one for one in self.invited if one and one not in there)

    def concerned(self) -> frozenset[str]:
        """The players in whose lists the contest is: who organises it, who takes part, and who is invited until it is over."""
        guests = self.awaited() if self.status in (REGISTERING, RUNNING) else ()
        return frozenset({self.organiser, *guests, *(one.player for one in self.entrants if one.player)} - {""})

    def with_left(self, identity: str, why: str) -> "Contest":
        """The contest in which an entrant plays no further game."""
        return replace(self, entrants=tuple(replace(one, left=why) if one.id == identity else one for one in self.entrants))

    def spec(self, number: int, pair: int, leg: int) -> Spec:
        """A game of the meetings drawn."""
        return Spec(number, pair, leg, self.drawn[number - 1][pair - 1].seated(leg))

    def game_id(self, number: int, pair: int, leg: int) -> str:
        return game_id(self.id, number, pair, leg)


def dump(contest: Contest) -> str:
    """The contest as JSON, which `load` reads back."""
    return orjson.dumps({each.name: getattr(contest, each.name) for each in fields(Contest)}).decode()


def load(text: str) -> Contest:
    found = orjson.loads(text)
    found["entrants"] = tuple(Entrant(**one) for one in found["entrants"])
    found["drawn"] = tuple(tuple(Pairing(tuple(one["entrants"]), one["legs"]) for one in pairings) for pairings in found["drawn"])
    found["invited"] = tuple(found["invited"])
    return Contest(**found)


def dump_result(result: Result) -> str:
    """The result as JSON, which `load_result` reads back."""
    return orjson.dumps(asdict(result)).decode()


def load_result(text: str) -> Result:
    found = orjson.loads(text)
    listed = {name: tuple(found[name]) for name in ("entrants", "scores", "winners", "quitters", "late")}
    return Result(**listed, played_out=found["played_out"])
