"""Ratings: how strong somebody is in a ruleset, from all rated games, by openskill's Bradley-Terry model with partial pairing.

A rating is a number that is higher for whoever wins more, 1500 to begin with, and a deviation that says how far off it may be. The level
`medium` is the anchor: it stays at 1500 whatever it plays, so that the numbers of a ruleset mean the same next year, and everybody reads
off what the other levels are worth. Those begin where measured games put them, as the ruleset's package `brain` says. Games count in the
order in which they ended, so that counting them again gives the same numbers.

>>> after = rated({}, Fact("k3f9", "2026-01-05T18:30:00.000Z", ("ada", "bob"), (1, 2)))
>>> round(after["ada"].value), round(after["bob"].value), round(after["ada"].deviation)
(1579, 1421, 242)
"""

from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass
from functools import cache
from types import MappingProxyType

import orjson
from openskill.models import BradleyTerryPart

from engine.ai.levels import level_ratings
from service.contests.points import places
from service.game import Game
from service.json_object import Json

START, SPREAD = 1500.0, 250.0
MODEL = BradleyTerryPart(mu=START, sigma=SPREAD, beta=SPREAD / 2, tau=SPREAD / 100)
ANCHOR, ANCHOR_SPREAD = "ai:medium", 30.0
PROVISIONAL = 150.0
"""The deviation above which a rating is only provisional: about ten games bring it below."""
DOUBT = 2.0
"""How many deviations below its rating somebody is listed: who has played little does not lead."""


@dataclass(frozen=True)
class Rating:
    """How strong somebody is, how far off that may be, and after how many games."""

    value: float = START
    deviation: float = SPREAD
    games: int = 0

    @property
    def is_provisional(self) -> bool:
        return self.deviation > PROVISIONAL

    @property
    def sure(self) -> float:
        """What the rating is at least, most likely: the order of the leaderboard."""
        return self.value - DOUBT * self.deviation


ANCHORED = Rating(START, ANCHOR_SPREAD)


Begin = Mapping[str, Rating]
"""Where some begin who are known before their first game."""
KNOWN_SPREAD = 180.0
"""How far off the measured ratings of levels may be: they are provisional until rated games have been played."""


@cache
def beginnings(ruleset: str) -> Begin:
    """Where the built-in levels begin in a ruleset.

    >>> beginnings("cathedral")["ai:easy"].value < beginnings("cathedral")[ANCHOR].value < beginnings("cathedral")["ai:hard"].value
    True
    """
    known = {f"ai:{level}": Rating(float(value), KNOWN_SPREAD) for level, value in level_ratings(ruleset).items()}
    return known | {ANCHOR: ANCHORED}


@dataclass(frozen=True)
class Fact:
    """What of a rated game counts: when it ended, who sat where, and who came in at which place; seats of one team have one number."""

    game: str
    at: str
    subjects: tuple[str, ...]
    places: tuple[float, ...]
    teams: tuple[int, ...] = ()

    @property
    def order(self) -> str:
        """Games count in this order."""
        return f"{self.at} {self.game}"


def dump(fact: Fact) -> str:
    """The fact as JSON, which `load` reads back."""
    return orjson.dumps(asdict(fact), option=orjson.OPT_SORT_KEYS).decode()


def load(text: str) -> Fact:
    found: Json = orjson.loads(text)
    return Fact(found["game"], found["at"], *(tuple(found[name]) for name in ("subjects", "places", "teams")))


def fact_of(game: Game) -> Fact | None:
    """What of a game counts for ratings; None if nothing does, or it is not over."""
    if not game.rated or game.outcome is None or not game.outcome.winners or game.rated_subjects is None:
        return None
    quitters = [number for number, seat in enumerate(game.seats) if seat.resigned]
    won = places(game.outcome.scores, quitters, fewest=game.rules.fewest_win)
    if not game.is_played_out:
        won = places(tuple(int(seat not in game.outcome.winners) for seat in range(len(game.seats))), quitters, fewest=True)
    teams = tuple(seat % 2 for seat in range(len(game.seats))) if game.options.get("teams") else ()
    return Fact(game.id, game.ended_at, tuple(game.rated_subjects), tuple(float(place) for place in won), teams)


def rated(before: Mapping[str, Rating], fact: Fact, begin: Begin = MappingProxyType({})) -> dict[str, Rating]:
    """The ratings of those who played a game, after it; those without one before begin as is said, or as everybody does."""
    teams = fact.teams or tuple(range(len(fact.subjects)))
    sides = sorted(set(teams))
    members = [[seat for seat, team in enumerate(teams) if team == side] for side in sides]
    known = {one: standing(before, one, begin) for one in fact.subjects}
    asked = [
        [MODEL.rating(mu=known[fact.subjects[seat]].value, sigma=known[fact.subjects[seat]].deviation) for seat in side] for side in members
    ]
    answered = MODEL.rate(asked, ranks=[min(fact.places[seat] for seat in side) for side in members])
    after: dict[str, Rating] = {}
    for side, found in zip(members, answered, strict=True):
        for seat, new in zip(side, found, strict=True):
            one = fact.subjects[seat]
            was = known[one]
            after[one] = Rating(was.value, was.deviation, was.games + 1) if one == ANCHOR else Rating(new.mu, new.sigma, was.games + 1)
    return after


def standing(before: Mapping[str, Rating], subject: str, begin: Begin) -> Rating:
    return before.get(subject) or begin.get(subject) or (ANCHORED if subject == ANCHOR else Rating())


def in_order(facts: Iterable[Fact]) -> list[Fact]:
    """The games in the order in which they count, each once: by when it is first said to have ended."""
    latest_first = sorted(facts, key=lambda fact: fact.order, reverse=True)
    return sorted({fact.game: fact for fact in latest_first}.values(), key=lambda fact: fact.order)


History = dict[str, list[tuple[Fact, Rating]]]
"""Everybody's ratings: after which game each."""


def recomputed(facts: Iterable[Fact], history: History | None = None, begin: Begin = MappingProxyType({})) -> History:
    """Everybody's ratings from the first game on, or from where a history ends to which the games are added."""
    history = {} if history is None else history
    now = {subject: passed[-1][1] for subject, passed in history.items()}
    for fact in in_order(facts):
        for subject, rating in rated(now, fact, begin).items():
            now[subject] = rating
            history.setdefault(subject, []).append((fact, rating))
    return history
