"""Which formats fit a field of so many entrants, and what an odd field can do.

With two seats everybody meets the same number of others, so entrants times opponents is even: an odd field plays a partial round robin of
even degree, takes a house AI in, or plays everybody against everybody.

>>> [(way.format, way.odd, way.opponents, way.rounds) for way in ways(7, 2)]
[('round_robin', 'partial', 4, 1), ('round_robin', 'house_ai', 5, 5), ('round_robin', 'full', 6, 7), ('swiss', '', 3, 3)]
"""

from collections.abc import Collection
from dataclasses import dataclass

from engine.sentences import Params
from service import sentences
from service.contests.contest import ROUND_ROBIN, SERIES, SWISS, TABLES, Contest

OPPONENTS, OPPONENTS_OF_ODD = 5, 4
ROUNDS = 5
LEAST = 2


@dataclass(frozen=True)
class Way:
    """A way for a field to play: `opponents` for everybody (at most, where there are byes) in so many rounds."""

    format: str
    odd: str
    opponents: int
    rounds: int


class Unfit(ValueError):
    """What was asked for does not fit the field; the sentence says why, and `ways` what does."""

    def __init__(self, why: str, params: Params, ways: list[Way]) -> None:
        self.sentence = sentences.say(f"unfit-field.{why}", params)
        super().__init__(self.sentence.text)
        self.ways = ways


def ways(count: int, seats: int, smaller: bool = False) -> list[Way]:
    """What fits a field of that size, each with the default number of opponents; nothing for a field of one."""
    if seats > 2:
        return [Way(TABLES, "", (seats - 1) * ROUNDS, ROUNDS)] if table_sizes(count, seats, smaller=smaller) else []
    if count < LEAST:
        return []
    swiss = [Way(SWISS, "", min(ROUNDS, count // 2), min(ROUNDS, count // 2))] if count >= 4 else []
    if count % 2 == 0:
        met = min(OPPONENTS, count - 1)
        return [Way(ROUND_ROBIN, "", met, met), *swiss]
    met = min(OPPONENTS, count)
    odd = [Way(ROUND_ROBIN, "house_ai", met, met), Way(ROUND_ROBIN, "full", count - 1, count)]
    return [Way(ROUND_ROBIN, "partial", min(OPPONENTS_OF_ODD, count - 1), 1), *odd, *swiss]


def settled(contest: Contest, smaller: bool = False, *, strict: bool = True) -> Way:
    """How the contest's field plays; raises Unfit where it cannot, or not as was asked for (the nearest that fits unless strict)."""
    count = len(contest.active())
    possible = ways(count, contest.seats, smaller)
    if contest.format == SERIES:
        return Way(SERIES, "", contest.seats - 1, 1)
    if not possible:
        raise Unfit("small", {"entrants": count}, possible)
    if contest.format == TABLES:
        rounds = contest.rounds or ROUNDS
        return Way(TABLES, "", rounds * (contest.seats - 1), rounds)
    if contest.format == SWISS:
        return settled_swiss(contest, count, possible, strict=strict)
    return settled_round_robin(contest, count, possible, strict=strict)


def settled_swiss(contest: Contest, count: int, possible: list[Way], *, strict: bool) -> Way:
    """As many rounds as were asked for; raises Unfit when there are more than half the field is large."""
    rounds = contest.rounds or min(ROUNDS, count // 2)
    if rounds > count // 2 and (strict or count < 4):
        raise Unfit("swiss", {"entrants": count, "rounds": count // 2}, [way for way in possible if way.format == ROUND_ROBIN])
    rounds = min(rounds, count // 2)
    return Way(SWISS, "", rounds, rounds)


def settled_round_robin(contest: Contest, count: int, possible: list[Way], *, strict: bool) -> Way:
    """As many opponents as were asked for, for everybody the same number."""
    odd = contest.odd if count % 2 else ""
    if odd == "full":
        return Way(ROUND_ROBIN, odd, count - 1, count)
    field = count + (odd == "house_ai")
    default = OPPONENTS_OF_ODD if odd == "partial" else OPPONENTS
    wanted = field - 1 if contest.opponents is None else contest.opponents or min(default, field - 1)
    opponents = min(wanted, field - 1)
    if opponents < wanted and strict:
        raise Unfit("opponents", {"entrants": field, "most": field - 1, "opponents": wanted}, possible)
    if field * opponents % 2:
        if strict:
            raise Unfit("even", {"entrants": field, "opponents": opponents}, possible)
        opponents = opponents - 1 or opponents + 1
    return Way(ROUND_ROBIN, odd, opponents, 1 if odd == "partial" else opponents)


def table_sizes(count: int, seats: int, *, smaller: bool) -> list[int]:
    """The tables for a field, with as few smaller ones as possible where those are allowed; who is left over has a bye.

    >>> table_sizes(11, 4, smaller=True), table_sizes(11, 4, smaller=False), table_sizes(3, 4, smaller=False)
    ([4, 4, 3], [4, 4], [])
    """
    for seated in range(count, 0, -1):
        for small in range(seated // (seats - 1) + 1 if smaller else 1):
            rest = seated - small * (seats - 1)
            if rest >= 0 and rest % seats == 0:
                return [seats] * (rest // seats) + [seats - 1] * small
    return []


def smaller_tables(seats: int, possible: Collection[int]) -> bool:
    """Whether a table may have one seat less than the others."""
    return seats > 2 and seats - 1 in possible
