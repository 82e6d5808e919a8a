"""Round robins: everybody meets everybody, or everybody the same number of others, without a computer's luck in it.

The circle method: one stays where it is, the others move on by a place each round, and whoever face each other meet. The first rounds of
it are a partial round robin, in which everybody has met as many others as there were rounds.

>>> circle(["a", "b", "c", "d"], 2)
[[('a', 'd'), ('b', 'c')], [('c', 'a'), ('b', 'd')]]
"""

from collections.abc import Sequence

Meeting = tuple[str, str]


def circle(entrants: Sequence[str], rounds: int) -> list[list[Meeting]]:
    """The meetings of the first rounds; of an odd field one sits out each round, everybody once if all rounds are played."""
    places: list[str | None] = [*entrants, *([None] if len(entrants) % 2 else [])]
    half, drawn = len(places) // 2, []
    for number in range(rounds):
        facing = zip(places[:half], reversed(places[half:]), strict=True)
        meetings = [(one, other) for one, other in facing if one is not None and other is not None]
        drawn.append([(other, one) if number % 2 else (one, other) for one, other in meetings])
        places = [places[0], places[-1], *places[1:-1]]
    return drawn


def ring(entrants: Sequence[str], opponents: int) -> list[Meeting]:
    """Everybody meets those who sit up to half as many places away on either side: an even number of opponents for a field of any size.

    >>> ring(["a", "b", "c", "d", "e"], 2)
    [('a', 'b'), ('b', 'c'), ('c', 'd'), ('d', 'e'), ('e', 'a')]
    """
    count = len(entrants)
    return [(entrants[place], entrants[(place + away) % count]) for away in range(1, opponents // 2 + 1) for place in range(count)]


def sitting_out(entrants: Sequence[str], meetings: Sequence[Meeting]) -> list[str]:
    """Those of the field who meet nobody in a round."""
    playing = {one for meeting in meetings for one in meeting}
    return [one for one in entrants if one not in playing]
