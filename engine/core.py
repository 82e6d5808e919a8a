"""The protocol that every ruleset speaks, and the one checked door into it.

A position never changes: `play` gives the next one. Seats are 0, 1, …; `CHANCE` is an actor like the seats, and what it
does (`roll 4`, `draw green3`) is a move like any other, so a journal of moves is the whole truth about a game.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Generic, Protocol, Self, TypeVar

from engine.errors import BadOption, GameOver, IllegalMove, NotYourTurn

CHANCE = -1

Json = dict[str, Any]


@dataclass(frozen=True)
class Refusal:
    """Why a move may not be played: a sentence for the player, and the place in the rulebook ("Rules, 2")."""

    sentence: str
    rule: str


@dataclass(frozen=True)
class Decision:
    """What an actor owes: a stable kind (`place`, `bribe`) and a prompt in words, safe to show to everybody."""

    kind: str
    prompt: str


@dataclass(frozen=True)
class Outcome:
    """How a game ended: a score per seat, the seats that won (several share), and the reason's slug."""

    scores: tuple[int, ...]
    winners: tuple[int, ...]
    reason: str


class Move(Protocol):
    """A small frozen value whose `str()` is its notation."""

    def __str__(self) -> str: ...
    def __hash__(self) -> int: ...


M = TypeVar("M", bound=Move)


class Position(Protocol[M]):
    """The state of a game, or a view of it: what one seat may know, with the rest marked unknown."""

    @property
    def actors(self) -> tuple[int, ...]:
        """Who must act: one seat, several choosing in secret, `(CHANCE,)`, or nobody when the game is over."""
        ...

    def decision(self, seat: int) -> Decision:
        """What this actor owes."""
        ...

    def moves(self, seat: int) -> Sequence[M]:
        """Every move open to the seat, in a fixed order; none unless the seat is an actor."""
        ...

    def refusal(self, seat: int, move: M) -> Refusal | None:
        """Why this actor may not play the move; None exactly for the moves that `moves` lists."""
        ...

    def odds(self) -> Sequence[tuple[M, int]]:
        """What chance can do now, with integer weights, in a fixed order; empty unless chance is to act."""
        ...

    def play(self, seat: int, move: M) -> Self:
        """The position after a legal move; the caller has checked it."""
        ...

    def view(self, seat: int | None) -> Self:
        """The position as the seat, or an onlooker, may know it."""
        ...

    def glimpse(self, actor: int, move: M, seat: int | None) -> M:
        """The move, about to be played here by `actor`, as the seat or an onlooker hears of it."""
        ...

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended; None while it goes on."""
        ...

    def __str__(self) -> str:
        """The position in notation: a drawing that the ruleset's `read` reads back exactly."""
        ...


P = TypeVar("P", bound=Position[Any])


@dataclass(frozen=True)
class Option:
    """A choice made when a game is created: its JSON schema (with `default` and `description`) and what it accepts."""

    name: str
    schema: Mapping[str, Any]
    accepts: Callable[[Any, int], bool]

    @property
    def default(self) -> Any:
        return self.schema["default"]


def choice(name: str, values: Sequence[Any], default: Any, description: str) -> Option:
    """An option that takes one of a few values."""
    schema = {"enum": list(values), "default": default, "description": description}
    return Option(name, schema, lambda value, _seats: any(value is v or (value == v and type(value) is type(v)) for v in values))


@dataclass(frozen=True)
class Ruleset(Generic[P, M]):
    """Everything a host needs to know of one board game."""

    name: str
    """The slug: `cathedral`."""
    title: str
    designer: str
    seats: tuple[int, ...]
    """The numbers of seats it can be played with, ascending."""
    version: int
    """Rises when the rules change, so that a journal is replayed by the rules it was played by."""
    options: tuple[Option, ...]
    start: Callable[[int, Mapping[str, Any]], P]
    """The first position, from the number of seats and options that `settle_options` has filled in."""
    read: Callable[[str], P]
    """A position or view from its notation; raises BadNotation."""
    read_move: Callable[[str, P, int], M]
    """A move from its text, as the actor means it in the position; raises BadNotation."""
    to_json: Callable[[P], Json]
    """The position (or view) as JSON: what `str()` says, for clients that do not read the notation."""
    move_json: Callable[[P, int, M], Json]
    """The move as JSON, about to be played in the position by the actor: `kind`, its parts, and what a client animates."""
    components: Callable[[], Json]
    """Shapes, tiles, boards, dice: what a client needs to draw the game."""
    draw: Callable[[P, Json | None], str]
    """The position as SVG; the second argument is `move_json` of the last seat's move, to be highlighted."""
    board_text: Callable[[P], str]
    """The position for a person at a terminal: plain text, no colours."""


def settle_options(ruleset: Ruleset[Any, Any], seats: int, given: Mapping[str, Any]) -> dict[str, Any]:
    """The options with defaults filled in; raises BadOption for a wrong number of seats, name or value."""
    if seats not in ruleset.seats:
        allowed = " or ".join(str(n) for n in ruleset.seats)
        raise BadOption(f"{ruleset.title} is played with {allowed} seats, not {seats}.", name="seats")
    known = {option.name: option for option in ruleset.options}
    for name, value in given.items():
        if name not in known:
            raise BadOption(f"{ruleset.title} has no option {name!r}.", name=name)
        if not known[name].accepts(value, seats):
            allowed = " or ".join(repr(each) for each in known[name].schema.get("enum", ()))
            raise BadOption(f"{value!r} is not possible for the option {name!r} with {seats} seats{allowed and f': {allowed}'}.", name=name)
    return {name: given.get(name, option.default) for name, option in known.items()}


def check(position: Position[M], seat: int, move: M) -> None:
    """Raises GameOver, NotYourTurn or IllegalMove unless the seat may play the move now."""
    if not position.actors:
        raise GameOver("The game is over.")
    if seat not in position.actors:
        raise NotYourTurn("It is not your turn.")
    refusal = position.refusal(seat, move)
    if refusal is not None:
        raise IllegalMove(refusal.sentence, rule=refusal.rule)


def settle(position: Position[M], pick: Callable[[Sequence[tuple[M, int]]], M]) -> Iterator[tuple[M, Position[M]]]:
    """What chance does until somebody must act or the game is over: each move with the position after it."""
    while position.actors == (CHANCE,):
        move = pick(position.odds())
        position = position.play(CHANCE, move)
        yield move, position


def same_decision(before: tuple[int, ...], after: tuple[int, ...]) -> bool:
    """Whether the pending decision is still the same one: some of those choosing in secret have chosen, others have not.

    >>> same_decision((0, 1, 2), (0, 2)), same_decision((1,), (0,)), same_decision((1,), ())
    (True, False, False)
    """
    return bool(after) and set(after) < set(before)
