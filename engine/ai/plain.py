"""What an AI knows of a ruleset that says nothing about how to play it: that a game can be played to its end.

For games in which nothing is hidden. A position is worth what comes of a few random games from it.
"""

import random
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any

from engine.ai.opponent import Opponent
from engine.ai.search.tree import Manner
from engine.ai.thinker import QUICK, Thinker
from engine.core import CHANCE, Position

GAMES = 4
LONGEST = 200
"""How many moves a random game may have."""
MOST_SEATS = 8


class Plain:
    """A brain without knowledge."""

    def evaluate(self, position: Position[Any]) -> tuple[float, ...]:
        """The shares of the win in a few random games, always the same for the same position."""
        rng = random.Random(str(position))
        ends = [played_out(position, rng) for _ in range(GAMES)]
        return tuple(sum(end[seat] for end in ends) / GAMES for seat in range(MOST_SEATS))

    def order(self, position: Position[Any], seat: int, moves: Sequence[Any]) -> Sequence[Any]:
        return moves

    def guess(self, view: Position[Any], seat: int, rng: random.Random) -> Position[Any]:
        return view


def played_out(position: Position[Any], rng: random.Random) -> tuple[float, ...]:
    """Each seat's share of the win at the end of a random game; an even one where it does not end."""
    for _ in range(LONGEST):
        if not position.actors:
            break
        actor = rng.choice(position.actors)
        if actor == CHANCE:
            moves, weights = zip(*position.odds(), strict=True)
            (move,) = rng.choices(moves, weights)
        else:
            move = rng.choice(position.moves(actor))
        position = position.play(actor, move)
    if position.outcome is None:
        return (0.5,) * MOST_SEATS
    winners = position.outcome.winners
    return tuple(1 / len(winners) if seat in winners else 0.0 for seat in range(MOST_SEATS))


BRAIN = Plain()

SEARCH = Manner(trust=0.0, worlds=1)

THINKERS: Mapping[str, Callable[..., Opponent]] = {
    "easy": partial(Thinker, overlooks=0.3, misjudges=1.0, seconds=QUICK),
    "medium": partial(Thinker, method=SEARCH, overlooks=0.1, seconds=QUICK, nodes=100),
    "hard": partial(Thinker, method=SEARCH),
}
