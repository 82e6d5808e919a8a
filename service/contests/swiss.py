"""Swiss rounds: whoever stands alike meets, nobody twice, and of an odd field one has a bye.

A pairing is a matching in a graph whose edges cost what they are worth avoiding; networkx finds the cheapest. Everybody is first offered
only those who stand nearest, which is why it takes milliseconds; only if that leaves somebody over, everybody is offered everybody, and a
meeting may be repeated, the oldest first, rather than that a round is stuck. As long as no more rounds are played than half the field is
large, nobody has met so many that a round without repeats could not be found (Dirac's theorem), so only withdrawals lead there.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

NEAREST = 10
BYE = ""
"""Whom the entrant with the bye meets; nobody's id."""
APART = 1000
"""What it costs to be a win apart, squared, against one place in the order."""
REPEAT, RECENT = 10**14, 10**11
"""What a repeated meeting costs, more than all other meetings together, and more of it for every round that it is younger."""


@dataclass(frozen=True)
class Candidate:
    """An entrant to be paired: its match points, how often it had a bye, and in which round it last met whom."""

    id: str
    match: Fraction
    byes: int
    met: Mapping[str, int]


def pair(field: Sequence[Candidate]) -> tuple[list[tuple[str, str]], str | None]:
    """The meetings of the next round, the best first, and who has the bye; the field is given the best first."""
    found = matching(field, nearest=NEAREST) or matching(field, nearest=len(field), repeats=True) or []
    place = {one.id: number for number, one in enumerate(field)}
    meetings = sorted((min(both, key=place.__getitem__), max(both, key=place.__getitem__)) for both in found if BYE not in both)
    bye = next((one for both in found if BYE in both for one in both if one != BYE), None)
    return sorted(meetings, key=lambda meeting: place[meeting[0]]), bye


def matching(field: Sequence[Candidate], nearest: int, *, repeats: bool = False) -> list[tuple[str, str]] | None:
    """The cheapest way to pair everybody; None when somebody is left over."""
    import networkx  # only whoever pairs spends the time that this takes, a quarter of every process' start

    graph = networkx.Graph()
    graph.add_nodes_from(one.id for one in field)
    edges = offers(field, nearest, repeats=repeats) + (byes(field) if len(field) % 2 else [])
    worst = max((cost for _, _, cost in edges), default=0)
    for one, other, cost in edges:
        graph.add_edge(one, other, weight=worst + 1 - cost)
    found = networkx.max_weight_matching(graph, maxcardinality=True)
    return sorted(tuple(sorted(both)) for both in found) if 2 * len(found) == len(field) + len(field) % 2 else None


def offers(field: Sequence[Candidate], nearest: int, *, repeats: bool) -> list[tuple[str, str, int]]:
    """Whom everybody may meet among those below it, with what it costs."""
    edges = []
    for place, one in enumerate(field):
        below = [(away, other) for away, other in enumerate(field[place + 1 :], start=1) if repeats or other.id not in one.met]
        for away, other in below[:nearest]:
            apart = 2 * abs(one.match - other.match)
            cost = int(apart * apart * APART) + away
            edges.append((one.id, other.id, cost + (REPEAT + RECENT * one.met[other.id] if other.id in one.met else 0)))
    return edges


def byes(field: Sequence[Candidate]) -> list[tuple[str, str, int]]:
    """Who may have the bye: of those who had the fewest byes rather the last in the order."""
    fewest = min(one.byes for one in field)
    return [(one.id, BYE, (len(field) - place) * APART) for place, one in enumerate(field) if one.byes == fewest]
