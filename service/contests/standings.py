"""Who stands where in a contest: points for each game played, then the tie-breaks.

Ranked by points per game, because a bye counts nothing and where the fewest win nothing would be the best result. Entrants with equal
points are ranked by what they have against each other (`direct`, where each of them has met each other), then by what their opponents have
(`opponents`: the better they stand, the better), then by how many games they gave up (`forfeits`). Whoever has left, or has not played,
comes after those who did, and a house AI last of all: it plays for no place.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from itertools import combinations, groupby

from service.contests.contest import Contest, Results
from service.contests.points import all_points, match_points, mean, scoring


@dataclass
class Tally:
    """What one entrant has done so far: its points game by game, against whom, and its match points."""

    points: list[Fraction] = field(default_factory=list)
    against: dict[str, list[Fraction]] = field(default_factory=dict)
    match: Fraction = Fraction(0)
    wins: int = 0
    draws: int = 0
    losses: int = 0
    forfeits: int = 0

    @cached_property
    def per_game(self) -> Fraction | None:
        return mean(self.points) if self.points else None


@dataclass(frozen=True)
class Standing:
    """One line of the table."""

    place: int
    entrant: str
    points: Fraction
    games: int
    per_game: Fraction | None
    wins: int
    draws: int
    losses: int
    direct: Fraction | None
    opponents: Fraction | None
    forfeits: int
    left: str | None


def tallies(contest: Contest, results: Results) -> dict[str, Tally]:
    """What every entrant has done, in the order of entry."""
    found = {one.id: Tally() for one in contest.entrants}
    given, low_wins = all_points(contest, results), scoring(contest).low_wins
    for game in sorted(results):
        result, match = results[game], match_points(results[game], low_wins=low_wins)
        for seat, entrant in enumerate(result.entrants):
            tally = found[entrant]
            tally.points.append(given[game][seat])
            tally.match += match[seat]
            tally.wins += match[seat] == 1
            tally.draws += 0 < match[seat] < 1
            tally.losses += match[seat] == 0
            tally.forfeits += seat in result.quitters
            for other in result.entrants:
                if other != entrant:
                    tally.against.setdefault(other, []).append(given[game][seat])
    return found


def standings(contest: Contest, results: Results) -> list[Standing]:
    """The table, the best first; those who are equal in everything share a place, in the order of entry."""
    return table_of(contest, tallies(contest, results))


def table_of(contest: Contest, done: dict[str, Tally]) -> list[Standing]:
    """The table made of what everybody has done."""
    sign = 1 if scoring(contest).fewest else -1
    left = {one.id: one.left for one in contest.entrants}
    house = {one.id for one in contest.entrants if one.house}

    def rough(entrant: str) -> tuple[bool, bool, bool, Fraction]:
        average = done[entrant].per_game
        return entrant in house, average is None, left[entrant] is not None, sign * (average or Fraction(0))

    table: list[Standing] = []
    for _, group in groupby(sorted(done, key=rough), key=rough):
        table += ranked(list(group), done, sign, left, len(table))
    return table


def ranked(tied: list[str], done: dict[str, Tally], sign: int, left: dict[str, str | None], before: int) -> list[Standing]:
    """The lines of entrants with equal points, by their tie-breaks, below so many others.

    Ruling: whoever gave up fewer games stands before the other at the very end. What the winner of such a game has may be nothing, too.
    """
    direct = direct_points(tied, done)
    others = {entrant: opponents_points(done[entrant], done) for entrant in tied}

    def fine(entrant: str) -> tuple[Fraction, Fraction, int]:
        return sign * (direct[entrant] or Fraction(0)), sign * (others[entrant] or Fraction(0)), done[entrant].forfeits

    lines: list[Standing] = []
    for _, group in groupby(sorted(tied, key=fine), key=fine):
        place = before + len(lines) + 1
        for entrant in group:
            tally = done[entrant]
            total = sum(tally.points, Fraction(0))
            lines.append(
                Standing(
                    place, entrant, total, len(tally.points), tally.per_game, tally.wins, tally.draws, tally.losses,
                    direct[entrant], others[entrant], tally.forfeits, left[entrant],
                )
            )  # fmt: skip
    return lines


def direct_points(tied: Sequence[str], done: dict[str, Tally]) -> dict[str, Fraction | None]:
    """What each of the tied has in the games among them; None for all unless each has met each other."""
    if len(tied) < 2 or any(other not in done[one].against for one, other in combinations(tied, 2)):
        return dict.fromkeys(tied)
    return {one: mean(flat(done[one].against[other] for other in tied if other != one)) for one in tied}


def opponents_points(tally: Tally, done: dict[str, Tally]) -> Fraction | None:
    """What the opponents of an entrant have for each of their games, each opponent counted once."""
    averages = [average for other in tally.against if (average := done[other].per_game) is not None]
    return mean(averages) if averages else None


def flat(lists: Iterable[list[Fraction]]) -> list[Fraction]:
    return [each for part in lists for each in part]
