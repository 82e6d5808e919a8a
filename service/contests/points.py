"""What a game counts in a contest, seat by seat: its score, or the place that the seat has come in at.

Where a game was not played out, whoever gave up has the worst there is, and the others what they have on average elsewhere: so giving up
early is nobody's gift, neither to itself nor to the other.

>>> places((12, 8, 8), (), fewest=True)
(Fraction(3, 1), Fraction(3, 2), Fraction(3, 2))
"""

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction

from engine.rulesets import ruleset
from service.contests.contest import Contest, Result, Results

Points = tuple[Fraction, ...]


@dataclass(frozen=True)
class Scoring:
    """What counts: scores or places, whether the lowest score wins a game, and the score of a seat that gave up."""

    by: str
    low_wins: bool
    forfeit: int

    @property
    def fewest(self) -> bool:
        """Whether the fewest points win: of places always, of scores as the ruleset has it."""
        return self.by == "rank" or self.low_wins


def scoring(contest: Contest) -> Scoring:
    rules = ruleset(contest.ruleset)
    return Scoring(contest.points, rules.fewest_win, rules.forfeit)


@dataclass(frozen=True)
class Averages:
    """What entrants have on average in the games that were played out, and what those who won them have."""

    own: dict[str, Fraction]
    winners: Fraction | None

    def of(self, entrant: str, otherwise: Fraction) -> Fraction:
        """What the entrant is given for a game that the other did not play out; `otherwise` where no game was."""
        return self.own.get(entrant, self.winners if self.winners is not None else otherwise)


def places(scores: tuple[int, ...], quitters: Iterable[int], *, fewest: bool) -> Points:
    """The place of each seat, 1 for the best; those with the same score share their places, whoever gave up comes last."""
    gone = set(quitters)
    worth = [(seat in gone, 0 if seat in gone else score if fewest else -score) for seat, score in enumerate(scores)]
    return tuple(Fraction(sum(2 * (other < one) + (other == one) for other in worth) + 1, 2) for one in worth)


def settled(result: Result, count: Scoring) -> Points:
    """The points of a game that was played out; a seat that gave up has the last place or the worst score, whatever an AI made of it."""
    if count.by == "rank":
        return places(result.scores, result.quitters, fewest=count.low_wins)
    return tuple(Fraction(count.forfeit if seat in result.quitters else score) for seat, score in enumerate(result.scores))


def points(result: Result, count: Scoring, averages: Averages) -> Points:
    """What each seat has for a game.

    Ruling: where the most win the winner has what it had as long as no game was played out. Where the fewest win it has nothing.
    """
    if result.played_out:
        return settled(result, count)
    last = places(tuple(0 for _ in result.scores), losers(result), fewest=True)
    return tuple(
        (last[seat] if count.by == "rank" else Fraction(count.forfeit))
        if seat in losers(result)
        else averages.of(entrant, Fraction(0 if count.fewest else result.scores[seat]))
        for seat, entrant in enumerate(result.entrants)
    )


def losers(result: Result) -> frozenset[int]:
    """The seats that a game which was not played out has made lose."""
    return frozenset(result.quitters) | (frozenset(range(len(result.scores))) - frozenset(result.winners))


def averages(results: Iterable[Result], count: Scoring) -> Averages:
    """What the games that were played out come to on average, leaving out whoever gave up in them."""
    own: dict[str, list[Fraction]] = {}
    won: list[Fraction] = []
    for result in results:
        if not result.played_out:
            continue
        given = settled(result, count)
        for seat, entrant in enumerate(result.entrants):
            if seat not in result.quitters:
                own.setdefault(entrant, []).append(given[seat])
        won += [given[seat] for seat in result.winners if seat not in result.quitters]
    return Averages({entrant: mean(found) for entrant, found in own.items()}, mean(won) if won else None)


def mean(found: list[Fraction]) -> Fraction:
    return sum(found, Fraction(0)) / len(found)


def all_points(contest: Contest, results: Results) -> dict[str, Points]:
    """The points of every game of a contest, by its id."""
    count = scoring(contest)
    known = averages(results.values(), count)
    return {game: points(result, count, known) for game, result in results.items()}


def match_points(result: Result, *, low_wins: bool) -> Points:
    """What a game counts when opponents of equal strength are looked for: 1 for a win, shared by those who share it."""
    winners = stayed_and_won(result, low_wins=low_wins)
    return tuple(Fraction(1, len(winners)) if seat in winners else Fraction(0) for seat in range(len(result.scores)))


def stayed_and_won(result: Result, *, low_wins: bool) -> list[int]:
    """The winners who did not give up; where only a stand-in has won, the best of those who stayed."""
    winners = [seat for seat in result.winners if seat not in result.quitters]
    if winners or not result.winners:
        return winners
    found = places(result.scores, result.quitters, fewest=low_wins)
    stayed = [seat for seat in range(len(found)) if seat not in result.quitters]
    return [seat for seat in stayed if found[seat] == min(found)]
