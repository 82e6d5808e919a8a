"""Monte Carlo tree search over what each seat knows, for any number of seats, chance and secrets.

Every iteration plays through one guessed world. Each seat has a tree of its own, whose branches are the moves as that seat
hears of them; so a decision never depends on what the seat that makes it may not know. The brain's evaluation stands in for
the rest of the game, and its order of moves decides which of many moves are looked at while visits are few.
"""

import random
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import sqrt
from typing import Any

from engine.ai.brain import Brain
from engine.ai.search.candidate import Candidate, usual
from engine.ai.search.clock import Clock
from engine.ai.search.glance import glance, worth
from engine.core import CHANCE, Position


@dataclass(frozen=True)
class Manner:
    """How a tree grows."""

    curiosity: float = 0.6
    """Weight of moves seldom tried against moves that did well."""
    trust: float = 0.7
    """How fast the weight falls along the brain's order of moves; 0 takes no notice of the order."""
    opening: float = 3.0
    """How many moves are open to the first visit of a node; their number grows with the square root of the visits."""
    worlds: int = 64
    """At most so many guesses of what is hidden."""
    doubt: bool = False
    """Whether half of the worlds are what another seat may imagine of the searching one, so that bluffs can work."""
    first_look: bool = True
    """Whether every move at the root is glanced at before the tree grows, or only put in order."""


class Node:
    """A decision as one seat knows it: its moves in the brain's order, and what came of those tried."""

    __slots__ = ("branches", "first", "moves", "totals", "tries", "visits")

    def __init__(self) -> None:
        self.visits = 0
        self.first = 0.5
        self.moves: Sequence[Any] | None = None
        self.tries: list[int] = []
        self.totals: list[float] = []
        self.branches: dict[tuple[int, Any], Node] = {}

    def after(self, actor: int, move: Any) -> "Node":
        """What the seat knows after hearing of the move."""
        found = self.branches.get((actor, move))
        if found is None:
            found = self.branches[actor, move] = Node()
        return found

    def open(self, moves: Sequence[Any]) -> None:
        self.moves = moves
        self.tries = [0] * len(moves)
        self.totals = [0.0] * len(moves)

    def pick(self, manner: Manner) -> int:
        """Which move to try: one that did well, or that the brain likes and that was seldom tried."""
        width = min(len(self.tries), int(manner.opening * sqrt(self.visits + 1)))
        reach = manner.curiosity * sqrt(self.visits + 1)
        best, chosen = -1.0, 0
        for index in range(width):
            tries = self.tries[index]
            mean = self.totals[index] / tries if tries else self.first
            score = mean + reach / ((index + 1) ** manner.trust * (1 + tries))
            if score > best:
                best, chosen = score, index
        return chosen

    def learn(self, index: int, value: float) -> None:
        self.visits += 1
        self.tries[index] += 1
        self.totals[index] += value


class Forest:
    """The trees of all seats, growing from one seat's decision."""

    def __init__(self, mind: Brain[Any, Any], view: Position[Any], seat: int, manner: Manner, rng: random.Random) -> None:
        self.mind, self.view, self.seat, self.manner, self.rng = mind, view, seat, manner, rng
        self.roots: list[tuple[int, Position[Any], Node]] = []
        self.guesses: list[tuple[Position[Any], list[Node]]] = []
        self.root = Node()
        self.replies: dict[int, Counter[tuple[int, Any]]] = {}
        """For each move at the root, by its index, how often which move of another seat came next."""
        self.hidden = False

    def grow(self, moves: Sequence[Any], clock: Clock) -> list[Candidate]:
        """The moves that were looked at, the one to play first."""
        position, _ = self.world()
        if self.manner.first_look:
            self.seed(glance(self.mind, position, self.seat, moves, clock))
        else:
            self.root.open(self.mind.order(position, self.seat, moves))
        while clock.tick():
            self.iterate(*self.world())
        return sorted(self.candidates(), key=lambda candidate: (-candidate.visits, -candidate.estimate))

    def seed(self, seen: Sequence[Candidate]) -> None:
        """Opens the root with moves that were glanced at, each as if it had been tried once."""
        self.root.open([candidate.move for candidate in seen])
        self.root.first = seen[0].estimate
        for index, candidate in enumerate(seen):
            self.root.tries[index], self.root.totals[index] = 1, candidate.estimate

    def world(self) -> tuple[Position[Any], list[Node]]:
        """A guess of the whole position with every seat's tree in it; a new one while there are few."""
        if len(self.guesses) >= (self.manner.worlds if self.hidden else 1) and self.guesses:
            return self.rng.choice(self.guesses) if self.hidden else self.guesses[0]
        guess = self.mind.guess(self.view, self.seat, self.rng)
        self.hidden = self.hidden or guess != self.view
        if self.hidden and self.manner.doubt and len(self.guesses) % 2:
            other = self.rng.choice([seat for seat in range(len(worth(self.mind, guess))) if seat != self.seat])
            guess = self.mind.guess(guess.view(other), other, self.rng)
        trees = [self.tree(guess, seat) for seat in range(len(worth(self.mind, guess)))]
        self.guesses.append((guess, trees))
        return self.guesses[-1]

    def tree(self, guess: Position[Any], seat: int) -> Node:
        """The tree of a seat, the same in all worlds that look the same to it."""
        if not self.hidden:
            return self.root if seat == self.seat else Node()
        view = guess.view(seat)
        if seat == self.seat and view == self.view:
            return self.root
        for other, seen, root in self.roots:
            if other == seat and seen == view:
                return root
        self.roots.append((seat, view, Node()))
        return self.roots[-1][2]

    def iterate(self, position: Position[Any], roots: list[Node]) -> None:
        """Plays from the root to a decision never met before, and learns from it."""
        nodes, path = list(roots), []
        actor = self.seat
        while position.actors:
            if position.actors == (CHANCE,):
                actor, move = CHANCE, self.draw(position)
            else:
                node = nodes[actor]
                if node.visits == 0 and node is not self.root:
                    break
                if node.moves is None:
                    node.open(self.mind.order(position, actor, position.moves(actor)))
                index = node.pick(self.manner)
                path.append((node, index, actor))
                assert node.moves is not None
                move = node.moves[index]
            nodes = [node.after(actor, position.glimpse(actor, move, seat)) for seat, node in enumerate(nodes)]
            position = position.play(actor, move)
            actor = position.actors[0] if position.actors else CHANCE
        value = worth(self.mind, position)
        if position.actors:
            nodes[actor].visits = 1
            nodes[actor].first = value[actor]
        for node, index, seat in path:
            node.learn(index, value[seat])
        self.remember(path)

    def remember(self, path: Sequence[tuple[Node, int, int]]) -> None:
        """Counts the first move of another seat as the reply to the move at the root."""
        for node, index, actor in path[1:]:
            if actor != self.seat and path[0][0] is self.root:
                assert node.moves is not None
                self.replies.setdefault(path[0][1], Counter())[actor, node.moves[index]] += 1
                return

    def draw(self, position: Position[Any]) -> Any:
        """What chance does, by its odds."""
        odds = position.odds()
        ticket = self.rng.randrange(sum(weight for _, weight in odds))
        for move, weight in odds:
            ticket -= weight
            if ticket < 0:
                return move
        raise AssertionError("the weights add up to more than any ticket")

    def candidates(self) -> Iterator[Candidate]:
        root = self.root
        for index, (move, tries, total) in enumerate(zip(root.moves or (), root.tries, root.totals, strict=True)):
            if tries:
                yield Candidate(move, total / tries, tries, usual(self.replies.get(index)))
