"""Each move tried by playing on from it, in heats: all in the same worlds with the same luck, and those clearly worse drop out.

It takes a brain that plays on by itself, quicker than a search could move by move.
"""

import random
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from math import sqrt
from typing import Any

from engine.ai.brain import Runner
from engine.ai.search.candidate import Candidate, usual
from engine.ai.search.clock import Clock
from engine.ai.search.glance import glance
from engine.core import Position


@dataclass(frozen=True)
class Course:
    """How moves are tried."""

    moves: int = 8
    """At most so many, the best at a glance."""
    steps: int = 4
    """A game is played on for so many moves of the seats, and then judged."""
    rounds: int = 6
    """Nothing drops out before so many rounds."""
    trust: float = 8.0
    """How many rounds the glance counts for."""
    caution: float = 1.5
    """By how many standard errors a move must be worse than the best to drop out."""


class Heats:
    """Moves of one seat that race each other, with what came of each in every round."""

    def __init__(self, mind: Runner, view: Position[Any], seat: int, course: Course, rng: random.Random) -> None:
        self.mind, self.view, self.seat, self.course, self.rng = mind, view, seat, course, rng
        self.runs = mind.runs(view, seat, course.steps)
        self.first: dict[Any, float] = {}
        self.results: dict[Any, list[float]] = {}
        self.replies: dict[Any, Counter[tuple[int, Any]]] = {}

    def run(self, moves: Sequence[Any], clock: Clock) -> list[Candidate]:
        """The moves, the one to play first; those that were not tried come last, as they look at a glance."""
        world = self.mind.guess(self.view, self.seat, self.rng)
        seen = glance(self.mind, world, self.seat, moves, clock)
        entered = seen[: self.course.moves]
        self.first = {candidate.move: candidate.estimate for candidate in entered}
        self.results, self.replies = {move: [] for move in self.first}, {move: Counter() for move in self.first}
        running = list(self.first)
        while len(running) > 1 and self.round(running, clock):
            running = self.remaining(running)
        tried = sorted(map(self.candidate, entered), key=lambda candidate: (-candidate.visits, -candidate.estimate))
        return [*tried, *seen[self.course.moves :]]

    def round(self, running: Sequence[Any], clock: Clock) -> bool:
        """Plays on once from every move that is left, in one world; False when the clock stopped it, and then nothing is learnt."""
        values = []
        games = self.runs.round(running, self.rng)
        for move in running:
            if not clock.tick():
                return False
            value, reply, judged = next(games)
            clock.nodes += judged
            values.append(value)
            if reply:
                self.replies[move][reply] += 1
        for move, value in zip(running, values, strict=True):
            self.results[move].append(value)
        return True

    def remaining(self, running: Sequence[Any]) -> list[Any]:
        """The moves that are not yet clearly worse than the best."""
        best = max(running, key=self.estimate)
        if len(self.results[best]) < self.course.rounds:
            return list(running)
        return [move for move in running if move == best or not self.behind(move, best)]

    def behind(self, move: Any, best: Any) -> bool:
        losses = [one - other for one, other in zip(self.results[best], self.results[move], strict=True)]
        loss, count = sum(losses) / len(losses), len(losses)
        spread = sqrt(sum([(each - loss) ** 2 for each in losses]) / (count - 1))
        return self.estimate(best) - self.estimate(move) > self.course.caution * spread / sqrt(count + self.course.trust)

    def estimate(self, move: Any) -> float:
        """What came of the move on average; the glance counts as much as some rounds."""
        results, trust = self.results[move], self.course.trust
        return (trust * self.first[move] + sum(results)) / (trust + len(results))

    def candidate(self, seen: Candidate) -> Candidate:
        """What is known of a move after it was tried."""
        results = self.results[seen.move]
        return Candidate(seen.move, self.estimate(seen.move), 1 + len(results), usual(self.replies[seen.move]))
