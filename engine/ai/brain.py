"""What search may ask about a ruleset: how good a position is, which moves to try first, what the hidden things may be.

A ruleset's package `brain` defines `BRAIN`, an object of this protocol, and `THINKERS`, how strong each level plays with it. Rules
never import them; a ruleset without a brain is played with the one in `engine.ai.plain`.
"""

import random
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from importlib import import_module
from types import ModuleType
from typing import Any, NamedTuple, Protocol, TypeVar, runtime_checkable

from engine.core import Move, Position
from engine.rulesets import package

M = TypeVar("M", bound=Move)
P = TypeVar("P", bound=Position[Any])


class Brain(Protocol[P, M]):
    """Knowledge of one ruleset, for search that has none."""

    def evaluate(self, position: P) -> tuple[float, ...]:
        """Each seat's estimated share of the win, 0 to 1, for a position nobody has won yet."""
        ...

    def order(self, position: P, seat: int, moves: Sequence[M]) -> Sequence[M]:
        """The moves worth trying, the most promising first; hopeless ones may be left out, never all."""
        ...

    def guess(self, view: P, seat: int, rng: random.Random) -> P:
        """A whole position that `seat` would see as this view, as likely as the evidence makes it."""
        ...


@runtime_checkable
class Instinct(Protocol):
    """A brain that also plays well at sight, from a seat's own view: mixed where the game is one of deceit."""

    def evaluate(self, position: Any) -> tuple[float, ...]: ...
    def order(self, position: Any, seat: int, moves: Sequence[Any]) -> Sequence[Any]: ...
    def guess(self, view: Any, seat: int, rng: random.Random) -> Any: ...

    def policy(self, view: Any, seat: int, rng: random.Random) -> Any:
        """The move that the seat plays at sight."""
        ...


@runtime_checkable
class Discreet(Protocol):
    """A brain that plays at sight without a look at anything hidden: it may be handed the whole position, and no view need be made."""

    def at_sight(self, position: Any, seat: int, rng: random.Random) -> Any:
        """The move that `policy` plays from the seat's view of the position."""
        ...


@runtime_checkable
class Scorer(Protocol):
    """A brain that knows a great win from a narrow one, and what to play where only the score counts."""

    def final(self, position: Any) -> tuple[float, ...]:
        """What a finished game is worth to each seat, 0 to 1, on the scale of its estimates."""
        ...

    def aiming(self, goal: str) -> Any:
        """The same brain for a game that is played for the win or for the score."""
        ...


@runtime_checkable
class Solver(Protocol):
    """A brain that can tell without search what to play: by counting where the seats are out of each other's way, or from a book."""

    def solution(self, position: Any, seat: int, tries: int) -> tuple[Any, float] | None:
        """The move to play with what that is worth to the seat; None where there is no telling."""
        ...


@runtime_checkable
class Careful(Protocol):
    """A brain that has a better first choice than the one at sight, still without search."""

    def favourite(self, view: Any, seat: int, rng: random.Random) -> Any:
        """The move that the seat plays with some care, from its own view."""
        ...


@runtime_checkable
class Secretive(Protocol):
    """A brain some of whose favourites are drawn by lot or hide something: trying them out would only give them away."""

    def settled(self, view: Any, seat: int, move: Any) -> bool:
        """Whether the favourite is to be played as it is, whatever else may seem better."""
        ...


@runtime_checkable
class Candid(Protocol):
    """A brain that knows where a move is right for what it hides: nobody can find it by looking."""

    def plain(self, view: Any, seat: int, move: Any) -> bool:
        """Whether what is good about the move can be seen: it is no secret choice and no bluff."""
        ...


@runtime_checkable
class Runner(Protocol):
    """A brain that plays games on by itself, quicker than move by move."""

    def evaluate(self, position: Any) -> tuple[float, ...]: ...
    def order(self, position: Any, seat: int, moves: Sequence[Any]) -> Sequence[Any]: ...
    def guess(self, view: Any, seat: int, rng: random.Random) -> Any: ...

    def runs(self, view: Any, seat: int, steps: int) -> "Runs":
        """How games are played on from the seat's moves, for so many moves of the seats."""
        ...


class Runs(Protocol):
    """Games played on from the moves of one seat."""

    def round(self, moves: Sequence[Any], rng: random.Random) -> Iterator["Run"]:
        """The game played on from each of the moves in turn, in one world with one luck."""
        ...


class Run(NamedTuple):
    """A game played on: the seat's share of the win, the first move of another seat, and how many moves were judged."""

    share: float
    reply: tuple[int, Any] | None
    judged: int


def shortlist(mind: Brain[Any, Any], position: Position[Any], seat: int, count: int) -> Sequence[Any]:
    """The first moves that the brain would try, at most so many, never none.

    A brain with a `shortlist` of its own knows a quicker way to them than listing and ordering all moves.
    """
    quicker: Callable[[Position[Any], int, int], Sequence[Any]] | None = getattr(mind, "shortlist", None)
    if quicker:
        return quicker(position, seat, count)
    return mind.order(position, seat, position.moves(seat))[:count]


def foresight(mind: Brain[Any, Any], position: Position[Any], seat: int) -> Callable[[Any], float] | None:
    """How a brain with a `foresee` of its own judges the seat's moves in this position without playing them; None where it cannot."""
    quicker: Callable[[Position[Any], int], Callable[[Any], float] | None] | None = getattr(mind, "foresee", None)
    return quicker(position, seat) if quicker else None


@cache
def knowledge(name: str) -> ModuleType:
    """The module with what an AI knows of the ruleset of that name."""
    place = f"{package(name)}.brain"
    try:
        return import_module(place)
    except ModuleNotFoundError as error:
        if error.name not in (place, package(name)):
            raise
        return import_module("engine.ai.plain")


def brain(name: str) -> Brain[Any, Any]:
    """The brain of the ruleset of that name."""
    found: Brain[Any, Any] = knowledge(name).BRAIN
    return found


def shares(position: Position[Any], seats: int) -> tuple[float, ...] | None:
    """Each seat's share of a finished game's win; None while it goes on."""
    if position.outcome is None:
        return None
    winners = position.outcome.winners
    return tuple(1 / len(winners) if seat in winners else 0.0 for seat in range(seats))
