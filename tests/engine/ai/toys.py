"""Three games small enough to be solved by hand: without luck, with luck, and with a secret."""

import random
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Self

from engine.core import CHANCE, Decision, Outcome, Refusal


class Toy:
    """What the toys share: a view is the whole position, a move is heard as it is."""

    actors: tuple[int, ...]

    def decision(self, seat: int) -> Decision:
        return Decision("toy", f"Seat {seat} plays.")

    def refusal(self, seat: int, move: str) -> Refusal | None:
        return None if move in self.moves(seat) else Refusal("Not listed.", "Toys")

    def moves(self, seat: int) -> Sequence[str]:
        raise NotImplementedError

    def odds(self) -> Sequence[tuple[str, int]]:
        return ()

    def view(self, seat: int | None) -> Self:
        return self

    def glimpse(self, actor: int, move: str, seat: int | None) -> str:
        return move


@dataclass(frozen=True)
class Nim(Toy):
    """One heap; take one to three; whoever takes the last one wins. A heap that is a multiple of four is lost."""

    heap: int
    turn: int = 0

    @property
    def actors(self) -> tuple[int, ...]:
        return (self.turn,) if self.heap else ()

    def moves(self, seat: int) -> Sequence[str]:
        return [f"take {n}" for n in range(1, min(3, self.heap) + 1)] if seat in self.actors else []

    def play(self, seat: int, move: str) -> Self:
        return replace(self, heap=self.heap - int(move.split()[1]), turn=1 - seat)

    @property
    def outcome(self) -> Outcome | None:
        return None if self.heap else Outcome((self.turn, 1 - self.turn), (1 - self.turn,), "empty")


@dataclass(frozen=True)
class Bets(Toy):
    """Seat 0 picks a bet by name; a die of 10 decides whether it wins. `bet N` wins with N in ten."""

    bets: tuple[int, ...]
    picked: int | None = None
    rolled: int | None = None

    @property
    def actors(self) -> tuple[int, ...]:
        if self.picked is None:
            return (0,)
        return (CHANCE,) if self.rolled is None else ()

    def moves(self, seat: int) -> Sequence[str]:
        return [f"bet {n}" for n in self.bets] if seat in self.actors else []

    def odds(self) -> Sequence[tuple[str, int]]:
        if self.actors != (CHANCE,):
            return ()
        return [("roll low", self.picked or 0), ("roll high", 10 - (self.picked or 0))]

    def play(self, seat: int, move: str) -> Self:
        word, value = move.split()
        return replace(self, picked=int(value)) if word == "bet" else replace(self, rolled=int(value == "low"))

    @property
    def outcome(self) -> Outcome | None:
        if self.rolled is None:
            return None
        return Outcome((self.rolled, 1 - self.rolled), (1 - self.rolled,), "rolled")


@dataclass(frozen=True)
class Cups(Toy):
    """A coin is hidden under one of two cups, in `right` of ten games the right one; seat 0 points at a cup, and only seat 1 knows."""

    right: int
    coin: str | None = None
    """`left`, `right`, `?` in the view of seat 0, None before it is hidden."""
    pointed: str | None = None

    @property
    def actors(self) -> tuple[int, ...]:
        if self.coin is None:
            return (CHANCE,)
        return () if self.pointed else (0,)

    def moves(self, seat: int) -> Sequence[str]:
        return ["point left", "point right"] if seat in self.actors else []

    def odds(self) -> Sequence[tuple[str, int]]:
        return [("hide left", 10 - self.right), ("hide right", self.right)] if self.coin is None else ()

    def play(self, seat: int, move: str) -> Self:
        word, cup = move.split()
        return replace(self, coin=cup) if word == "hide" else replace(self, pointed=cup)

    def view(self, seat: int | None) -> Self:
        return self if seat == 1 or self.coin is None or self.pointed else replace(self, coin="?")

    def glimpse(self, actor: int, move: str, seat: int | None) -> str:
        return "hide ?" if move.startswith("hide") and seat != 1 else move

    @property
    def outcome(self) -> Outcome | None:
        if not self.pointed:
            return None
        winner = 0 if self.pointed == self.coin else 1
        return Outcome((1 - winner, winner), (winner,), "pointed")


@dataclass(frozen=True)
class Duel(Toy):
    """Both seats choose in secret at once. `high` beats everything but `high`, which draws: both should play it."""

    sealed: tuple[str | None, str | None] = (None, None)

    @property
    def actors(self) -> tuple[int, ...]:
        return tuple(seat for seat in (0, 1) if self.sealed[seat] is None)

    def moves(self, seat: int) -> Sequence[str]:
        return ["low", "middle", "high"] if seat in self.actors else []

    def play(self, seat: int, move: str) -> Self:
        return replace(self, sealed=(move, self.sealed[1]) if seat == 0 else (self.sealed[0], move))

    def view(self, seat: int | None) -> Self:
        if not self.actors:
            return self
        return replace(self, sealed=tuple(c if c is None or s == seat else "?" for s, c in enumerate(self.sealed)))

    def glimpse(self, actor: int, move: str, seat: int | None) -> str:
        return move if seat == actor else "?"

    @property
    def outcome(self) -> Outcome | None:
        if self.actors:
            return None
        first, second = (("low", "middle", "high").index(choice or "") for choice in self.sealed)
        if first == second:
            return Outcome((0, 0), (0, 1), "equal")
        return Outcome((first, second), (int(second > first),), "higher")


class Clueless:
    """A brain that knows nothing: every position is even, moves stay in their order, what is hidden is drawn by the rules."""

    def evaluate(self, position: Toy) -> tuple[float, ...]:
        return (0.5, 0.5)

    def order(self, position: Toy, seat: int, moves: Sequence[str]) -> Sequence[str]:
        return moves

    def guess(self, view: Toy, seat: int, rng: random.Random) -> Toy:
        if isinstance(view, Cups) and view.coin == "?":
            return replace(view, coin="right" if rng.randrange(10) < view.right else "left")
        if isinstance(view, Duel) and "?" in view.sealed:
            first, second = (rng.choice(["low", "middle", "high"]) if choice == "?" else choice for choice in view.sealed)
            return Duel((first, second))
        return view
