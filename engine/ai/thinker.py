"""An opponent made of a brain, a way to search, and the failings that make it one that people can beat."""

import random
from collections.abc import Sequence
from dataclasses import dataclass, replace
from statistics import pstdev
from typing import Any

from engine.ai.brain import Brain, Instinct, Runner, Scorer
from engine.ai.opponent import Budget, View
from engine.ai.search.candidate import Candidate
from engine.ai.search.clock import Clock, undisturbed
from engine.ai.search.deepening import Beam, Search
from engine.ai.search.glance import glance
from engine.ai.search.heats import Course, Heats
from engine.ai.search.rehearsal import Rehearsal, Stage
from engine.ai.search.tree import Forest, Manner

Method = Beam | Manner | Stage | Course

QUICK = 0.2
"""The seconds that `easy` and `medium` take at most."""


def at_once(mind: Brain[Any, Any]) -> "Thinker":
    """Plays what looks best at once, without a look ahead and without an error: what other players are measured against."""
    return Thinker(mind, method=Stage(moves=1), nodes=0) if isinstance(mind, Instinct) else Thinker(mind)


@dataclass(frozen=True)
class Thinker:
    """Plays the move that its search likes best of those it has noticed; `overlooks` and `misjudges` are how it errs.

    It errs as people do: what it plays was among the better half of what it saw, never just anything.
    """

    mind: Brain[Any, Any]
    method: Method | None = None
    """How it looks further than one move ahead; None if it does not."""
    overlooks: float = 0.0
    """The share of the moves that it does not notice."""
    grasps: int = 0
    """Of so few moves it overlooks none."""
    misjudges: float = 0.0
    """By how much it misjudges a move, typically, where 1 is how much the moves differ from each other.

    So an error weighs the same in every ruleset and at every stage of a game.
    """
    seconds: float = float("inf")
    nodes: int | None = None
    """It never thinks longer than this, whatever it may."""

    def choose(self, view: View, moves: Sequence[Any], budget: Budget) -> Any:
        return self.consider(view, moves, budget)[0].move

    def consider(self, view: View, moves: Sequence[Any], budget: Budget, played: Any = None) -> list[Candidate]:
        """The moves it looked at with what it thinks of them, the one to play first; never empty, and with the one that was played."""
        if len(moves) == 1:
            return [Candidate(moves[0], 0.5)]
        rng = random.Random(budget.seed)
        clock = Clock(replace(budget, seconds=min(budget.seconds, self.seconds)), self.nodes)
        with undisturbed():
            seen = self.think(view, self.noticed(moves, rng), clock, rng, played)
            if played is not None and all(candidate.move != played for candidate in seen):
                world = self.mind.guess(view.position, view.seat, rng)
                seen += glance(self.mind, world, view.seat, [played], Clock(Budget(nodes=1)))
        return self.misjudged(seen, rng) if self.misjudges else seen

    def noticed(self, moves: Sequence[Any], rng: random.Random) -> list[Any]:
        """What it looks at: never nothing, and shuffled, so that among equals any may be played."""
        shuffled = rng.sample(moves, len(moves))
        if not self.overlooks or len(moves) <= self.grasps:
            return shuffled
        return [move for move in shuffled if rng.random() >= self.overlooks] or shuffled[:1]

    def misjudged(self, seen: list[Candidate], rng: random.Random) -> list[Candidate]:
        """The moves as it feels about them; those of the worse half it does not fall for."""
        # What was only glanced at is no rival of what was looked into: it always seems better.
        deepest = max(candidate.visits for candidate in seen) > 1
        rivals = [candidate for candidate in seen if candidate.visits > 1] if deepest else seen
        rivals = sorted(rivals, key=lambda candidate: -candidate.estimate)[: (len(rivals) + 1) // 2]
        error = self.misjudges * pstdev([candidate.estimate for candidate in seen])
        felt = {id(candidate): candidate.estimate + rng.gauss(0, error) for candidate in rivals}
        return sorted(rivals, key=lambda candidate: -felt[id(candidate)]) + [candidate for candidate in seen if id(candidate) not in felt]

    def think(self, view: View, moves: Sequence[Any], clock: Clock, rng: random.Random, played: Any = None) -> list[Candidate]:
        mind = self.mind.aiming(view.goal) if isinstance(self.mind, Scorer) else self.mind
        match self.method:
            case Beam():
                return Search(mind, self.method, clock).deepen(view.position, view.seat, moves)
            case Manner():
                return Forest(mind, view.position, view.seat, self.method, rng).grow(moves, clock)
            case Stage() if isinstance(mind, Instinct):
                return Rehearsal(mind, view.position, view.seat, self.method, rng).rehearse(moves, clock, played)
            case Course() if isinstance(mind, Runner):
                return Heats(mind, view.position, view.seat, self.method, rng).run(moves, clock)
            case _:
                position = mind.guess(view.position, view.seat, rng)
                return glance(mind, position, view.seat, moves, clock)
