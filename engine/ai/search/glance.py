"""One move ahead: the position after each move, as the brain sees it."""

from collections.abc import Callable, Sequence
from typing import Any

from engine.ai.brain import Brain, foresight, shares
from engine.ai.search.candidate import Candidate
from engine.ai.search.clock import Clock
from engine.core import Position


def worth(mind: Brain[Any, Any], position: Position[Any]) -> tuple[float, ...]:
    """Each seat's share of the win: known when the game is over, otherwise estimated."""
    if position.actors:
        return mind.evaluate(position)
    final: Callable[[Position[Any]], tuple[float, ...]] | None = getattr(mind, "final", None)
    if final:
        return final(position)
    seats = len(position.outcome.scores) if position.outcome else 0
    return shares(position, seats) or ()


def glance(mind: Brain[Any, Any], position: Position[Any], seat: int, moves: Sequence[Any], clock: Clock) -> list[Candidate]:
    """The moves with their estimates, best first; the first few where the clock allows no more, never none."""
    seen: list[Candidate] = []
    foresees = foresight(mind, position, seat)
    for move in moves:
        if not clock.tick():
            break
        seen.append(Candidate(move, foresees(move) if foresees else worth(mind, position.play(seat, move))[seat]))
    seen.sort(key=lambda candidate: -candidate.estimate)
    return seen or [Candidate(moves[0], 0.5)]
