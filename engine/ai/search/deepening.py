"""Alpha-beta search, one move deeper each time, for two seats who know everything and leave nothing to chance.

With hundreds of moves a turn only the brain's first few are followed; how many depends on how far ahead they lie.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, NamedTuple

from engine.ai.brain import Brain, Solver, shortlist
from engine.ai.search.candidate import Candidate
from engine.ai.search.clock import Clock
from engine.ai.search.glance import glance, worth
from engine.core import Position

GLANCES = 4
"""For each move followed at the root, so many are glanced at."""

REDUCTION = 2
"""By how many moves the search of a late move falls short."""

FORESIGHT = 3
"""An expected line has at most so many moves."""


@dataclass(frozen=True)
class Beam:
    """How many moves are followed at the root and at each depth after it; the last number holds for all deeper ones."""

    widths: tuple[int, ...] = (24, 10, 6, 4)
    late: tuple[int, ...] = (0,)
    """How many more at each depth are looked at less deeply, and followed only where they turn out better than all before."""
    deepest: int = 40
    """Lines are followed for fewer moves than this; with 1 there is only the glance at the most promising ones."""
    tries: int = 0
    """How much a brain that can count out an end may try to do so; 0 has every end searched."""

    def at(self, ply: int) -> int:
        return self.widths[min(ply, len(self.widths) - 1)]

    def late_at(self, ply: int) -> int:
        return self.late[min(ply, len(self.late) - 1)]

    @cached_property
    def widest(self) -> int:
        """The most moves of one position that are ever looked at, the root's aside."""
        return max(self.at(ply) + self.late_at(ply) for ply in range(1, max(len(self.widths), len(self.late)) + 1))


class Memory(NamedTuple):
    """What is known of a position: how deep it was searched, its value to seat 0, and whether that is exact."""

    depth: int
    value: float
    bound: int
    """0 exact, 1 at least, -1 at most."""
    best: int
    whole: bool
    """Whether every line was followed to the end of the game."""

    def answers(self, depth: int, low: float, high: float) -> bool:
        """Whether a search of this depth and window need not be made again."""
        if self.depth < depth and not self.whole:
            return False
        return self.bound == 0 or (self.bound > 0 and self.value >= high) or (self.bound < 0 and self.value <= low)


class TimeUp(Exception):
    """The clock stopped the search in the middle of a depth."""


class Search:
    """Values are seat 0's share of the win."""

    def __init__(self, mind: Brain[Any, Any], beam: Beam, clock: Clock) -> None:
        self.mind, self.beam, self.clock = mind, beam, clock
        self.known: dict[Position[Any], Memory] = {}
        self.ordered: dict[Position[Any], Sequence[Any]] = {}
        self.cut = False
        """Whether some line of the present depth was judged before its end."""

    def deepen(self, position: Position[Any], seat: int, moves: Sequence[Any]) -> list[Candidate]:
        """The moves, best first, as far as the clock allows to look."""
        width = self.beam.at(0)
        promising = self.mind.order(position, seat, moves)[: GLANCES * width]
        solved = self.solved(position, seat)
        if solved and solved.move in moves:
            return [solved, *(each for each in glance(self.mind, position, seat, promising, self.clock) if each.move != solved.move)]
        seen = glance(self.mind, position, seat, promising, self.clock)
        # Half of those followed are the brain's first, for what a glance does not see: a threat met, for one.
        first = set(promising[: width // 2])
        seen.sort(key=lambda candidate: candidate.move not in first)
        chosen, rest = seen[:width], seen[width:]
        for depth in range(1, self.beam.deepest):
            self.cut = False
            try:
                chosen = self.rank(position, seat, chosen, depth)
            except TimeUp:
                break
            if not self.cut:
                break
        return chosen + rest

    def solved(self, position: Position[Any], seat: int) -> Candidate | None:
        """The move that a brain that counts out ends plays, where this is one."""
        found = self.mind.solution(position, seat, self.beam.tries) if self.beam.tries and isinstance(self.mind, Solver) else None
        return Candidate(found[0], found[1], visits=2) if found else None

    def rank(self, position: Position[Any], seat: int, chosen: list[Candidate], depth: int) -> list[Candidate]:
        """The chosen moves, each searched to the depth; once time is up, the best of those that were, then the others."""
        low, high = -1.0, 2.0
        done: list[Candidate] = []
        for index, candidate in enumerate(chosen):
            after = position.play(seat, candidate.move)
            try:
                value = self.value(after, depth, 1, low, high)
            except TimeUp:
                if not done:
                    raise
                chosen[:] = sorted(done, key=lambda each: -each.estimate) + chosen[index:]
                raise
            done.append(Candidate(candidate.move, value if seat == 0 else 1 - value, depth + 1, self.line(after)))
            if seat == 0:
                low = max(low, value)
            else:
                high = min(high, value)
        return sorted(done, key=lambda each: -each.estimate)

    def line(self, position: Position[Any]) -> tuple[tuple[int, Any], ...]:
        """The best moves that the search found from a position on; where it found the position bad, what refutes it."""
        found: list[tuple[int, Any]] = []
        while position.actors and len(found) < FORESIGHT:
            known, moves = self.known.get(position), self.ordered.get(position)
            if not known or not moves:
                break
            (seat,) = position.actors
            found.append((seat, moves[known.best]))
            position = position.play(*found[-1])
        return tuple(found)

    def value(self, position: Position[Any], depth: int, ply: int, low: float, high: float) -> float:
        """Seat 0's share, exact between low and high, otherwise a bound."""
        if not position.actors:
            return worth(self.mind, position)[0]
        known = self.known.get(position)
        if known and known.answers(depth, low, high):
            self.cut = self.cut or not known.whole
            return known.value
        if not self.clock.tick():
            raise TimeUp
        if depth == 0:
            self.cut = True
            value = worth(self.mind, position)[0]
            self.known[position] = Memory(0, value, 0, 0, whole=False)
            return value
        return self.best(position, depth, ply, low, high, known.best if known else 0)

    def best(self, position: Position[Any], depth: int, ply: int, low: float, high: float, first: int) -> float:
        """The value of the best of the moves that are followed, the best one known so far first."""
        (seat,) = position.actors
        cut_elsewhere, self.cut = self.cut, False
        moves, (alpha, beta) = self.followed(position, seat, ply), (low, high)
        best_value, best_index = (-1.0, 0) if seat == 0 else (2.0, 0)
        for index in sorted(range(len(moves)), key=lambda each: each != first):
            after = position.play(seat, moves[index])
            if index >= self.beam.at(ply) and index != first and not self.improves(after, seat, depth, ply, alpha, beta):
                continue
            value = self.value(after, depth - 1, ply + 1, alpha, beta)
            if (value > best_value) if seat == 0 else (value < best_value):
                best_value, best_index = value, index
            if seat == 0:
                alpha = max(alpha, value)
            else:
                beta = min(beta, value)
            if alpha >= beta:
                break
        bound = 1 if best_value >= high else -1 if best_value <= low else 0
        self.known[position] = Memory(depth, best_value, bound, best_index, whole=not self.cut)
        self.cut = self.cut or cut_elsewhere
        return best_value

    def improves(self, after: Position[Any], seat: int, depth: int, ply: int, low: float, high: float) -> bool:
        """Whether a late move seems better than all before it, as far as a shallower search can tell."""
        value = self.value(after, max(0, depth - 1 - REDUCTION), ply + 1, low, high)
        return value > low if seat == 0 else value < high

    def followed(self, position: Position[Any], seat: int, ply: int) -> Sequence[Any]:
        moves = self.ordered.get(position)
        if moves is None:
            moves = self.ordered[position] = shortlist(self.mind, position, seat, self.beam.widest)
        return moves[: self.beam.at(ply) + self.beam.late_at(ply)]
