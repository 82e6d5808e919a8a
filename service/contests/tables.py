"""Tables of three and four: who sits with whom in a round, and in which order.

A swap search: everybody is seated in the order of the standings, then two entrants at different tables change places as long as that makes
the round better. Repeated meetings weigh more than close standings, or less, as the organiser wants it. Before either comes who sits at a
smaller table: always those who have sat there least, as with byes.
"""

import random
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations, permutations

STARTS = {"few": 100, "close": 10}
"""How many searches a round may take, where none of them does without a repeated meeting."""
REPEAT = {"few": 1000.0, "close": 0.02}
"""What a repeated meeting costs against a whole field's distance in the standings."""
LEAST = 1e-6
"""What a swap has to bring; less is how far sums of such numbers can be off."""


@dataclass(frozen=True)
class Guest:
    """An entrant to be seated: how often it has met whom, sat at a smaller table, and sat in which seat."""

    id: str
    met: Mapping[str, int] = field(default_factory=Counter)
    small: int = 0
    sat: Mapping[int, int] = field(default_factory=Counter)


def seated(guests: Sequence[Guest], sizes: Sequence[int], *, repeats: str, seed: str) -> list[tuple[str, ...]]:
    """The tables of a round, each in the order of its seats; the guests are given the best first, as many as there are seats."""
    search = Search(guests, sizes, REPEAT[repeats])
    best: list[int] = []
    for start in starts(len(guests), STARTS[repeats], random.Random(seed)):
        found = search.improved(start)
        best = min(best or found, found, key=search.cost)
        if search.cost(best) - search.owed < search.repeat:
            break
    tables = [sorted(best[place : place + size]) for place, size in search.slices()]
    return [in_seats([guests[number] for number in table]) for table in tables]


def starts(count: int, searches: int, rng: random.Random) -> Iterator[list[int]]:
    """Orders to search from: the standings, and others that stray further and further from them."""
    for number in range(searches):
        stray = count * number / searches
        yield sorted(range(count), key=lambda place: place + rng.uniform(0, stray))


class Search:
    """Improves the tables of one round; an order of all guests stands for tables, filled one after the other."""

    def __init__(self, guests: Sequence[Guest], sizes: Sequence[int], repeat: float) -> None:
        self.sizes = sizes
        self.repeat = repeat
        count = len(guests)
        self.price = [[0.0] * count for _ in guests]
        for one, other in combinations(range(count), 2):
            met = guests[one].met.get(guests[other].id, 0)
            away = (other - one) / count
            self.price[one][other] = self.price[other][one] = repeat * met * met + away * away
        least, more = min(guest.small for guest in guests), 1 + sum(map(sum, self.price))
        self.small = [more * (guest.small - least) for guest in guests]
        """What a smaller table costs: more than all meetings together for each time that somebody has sat there more often than others."""
        seats = sum(size for size in sizes if size < max(sizes))
        self.owed = sum(sorted(self.small)[:seats])
        """What the smaller tables cost when those sit there who have sat there least."""

    def slices(self) -> list[tuple[int, int]]:
        """Where each table begins in an order, and how many sit there."""
        places, begin = [], 0
        for size in self.sizes:
            places.append((begin, size))
            begin += size
        return places

    def table_cost(self, table: Sequence[int]) -> float:
        cost = sum(self.price[one][other] for one, other in combinations(table, 2))
        return cost + (sum(self.small[one] for one in table) if len(table) < max(self.sizes) else 0.0)

    def cost(self, order: Sequence[int]) -> float:
        return sum(self.table_cost(order[begin : begin + size]) for begin, size in self.slices())

    def improved(self, order: list[int]) -> list[int]:
        """The order after every swap that helps, until none does."""
        tables = [order[begin : begin + size] for begin, size in self.slices()]
        costs = [self.table_cost(table) for table in tables]
        better = True
        while better:
            better = False
            for first, second in combinations(range(len(tables)), 2):
                better = self.swap(tables, costs, first, second) or better
        return [one for table in tables for one in table]

    def swap(self, tables: list[list[int]], costs: list[float], first: int, second: int) -> bool:
        """Makes every swap between two tables that helps; whether one did."""
        helped = False
        one, other = tables[first], tables[second]
        for here in range(len(one)):
            for there in range(len(other)):
                one[here], other[there] = other[there], one[here]
                new = self.table_cost(one), self.table_cost(other)
                if sum(new) < costs[first] + costs[second] - LEAST:
                    costs[first], costs[second] = new
                    helped = True
                else:
                    one[here], other[there] = other[there], one[here]
        return helped


def in_seats(table: Sequence[Guest]) -> tuple[str, ...]:
    """The guests of a table in the order of seats in which each sits where it has sat least."""

    def known(order: Sequence[Guest]) -> int:
        return sum((2 * guest.sat.get(seat, 0) + 1) for seat, guest in enumerate(order)) + sum(
            guest.sat.get(seat, 0) ** 2 for seat, guest in enumerate(order)
        )

    return tuple(guest.id for guest in min(permutations(table), key=known))
