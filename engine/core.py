"""The protocol that every ruleset speaks, and the one checked door into it.

A position never changes: `play` gives the next one. Seats are 0, 1, …; `CHANCE` is an actor like the seats, and what it
does (`roll 4`, `draw green3`) is a move like any other, so a journal of moves is the whole truth about a game.
"""

import hashlib
import json
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Generic, Protocol, Self, TypeVar

from engine.errors import BadOption, GameOver, IllegalMove, NotYourTurn
from engine.legal_moves import Filter, MaskForm
from engine.schemas import Schema, Schemas
from engine.sentences import GAME, Params, Sentence, quoted
from engine.sentences import Decision as Decision
from engine.sentences import Refusal as Refusal
from engine.sentences import Sentences as Sentences
from engine.terminal.look import PLAIN, Look

CHANCE = -1

Json = Mapping[str, Any]


@dataclass(frozen=True)
class Outcome:
    """How a game ended: a score per seat, the seats that won (several share), and the reason's slug."""

    scores: tuple[int, ...]
    winners: tuple[int, ...]
    reason: str


@dataclass(frozen=True)
class Scene:
    """What a drawing shows beside the position; all of it public, or the viewer's own."""

    last: Json | None = None
    """`move_json` of the last seat's move, to be marked."""
    viewer: int | None = None
    """The seat that looks, None for an onlooker: its box is marked, and what it alone knows."""
    names: tuple[str, ...] = ()
    """Who sits in each seat, where the host says so."""


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

    def ended(self, outcome: Outcome) -> Self:
        """The position after the host has ended the game, as `engine.endings` has it: nobody acts, and this is the outcome."""
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
    """An option that takes one of a few values: all of them texts, or whole numbers, or true and false."""
    kinds = {bool: "boolean", int: "integer"}
    kind = next((said for kind, said in kinds.items() if all(isinstance(value, kind) for value in values)), "string")
    schema = {"type": kind, "enum": list(values), "default": default, "description": description}
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
    sentences: Sentences
    """Everything it says to players, by code."""
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
    draw: Callable[[P, Scene], str]
    """The view of a position as SVG: what it shows has an address, its colours can be overridden (see `GET …/board`)."""
    board_text: Callable[[P, Scene], str]
    """The same for a person at a terminal: plain text, no colours."""
    schemas: Schemas
    """JSON schemas of what `to_json`, `move_json` and `components` give and of the options."""
    scores: Callable[[P], tuple[int, ...]]
    """What each seat has so far: its score in a game that stops here."""
    digest: str
    """SHA-256 of what lies in the box: board, tiles, dice. A record names it, because with another box a game goes another way."""
    about: str = ""
    """One sentence for whoever chooses a game."""
    page: Callable[[], str] | None = None
    """Its rules, notation and JSON explained, as HTML in which a host fills `{{contents}}`, `{{options}}`, `{{notice}}`, `{{resigned}}` and
    `{{board_text}}`; without it a host makes a shorter one."""
    scene: Callable[[], str] | None = None
    """A game in its middle as an onlooker sees it, in notation, for its page; without it the opening is shown."""
    crop: tuple[int, int, int, int] | None = None
    """What of the scene's drawing is on a small card: left, top, width and height; all of it where nothing is said."""
    pieces: Callable[[], str] | None = None
    """What lies in the box, drawn with its names, as SVG."""
    filters: Mapping[Filter, Callable[[Json], Sequence[Any]]] = field(default_factory=dict)
    """What a legal move can be asked for by, beside its kind, and how that is found in `move_json`."""
    mask: MaskForm | None = None
    """How its legal moves are folded into masks; without it none is."""
    look: Look = PLAIN
    """How it looks in a terminal."""
    earlier: tuple["Ruleset[P, M]", ...] = ()
    """The same game by rules that were corrected since: games begun under them are finished by them, and records checked."""
    fewest_win: bool = False
    """Whether the lowest score wins."""
    forfeit: int = 0
    """The score of a seat that gives the game up: the worst there is."""


def digest(*facts: Any) -> str:
    """SHA-256 of some facts written as JSON without spaces.

    >>> digest(["tavern", 2], "#")[:16]
    '0a327e3371bbd771'
    """
    return hashlib.sha256(json.dumps(facts, ensure_ascii=False, sort_keys=True, separators=(",", ":")).encode()).hexdigest()


def options_schema(options: Sequence[Option]) -> Schema:
    """The schema of options with defaults filled in; that true or false is one of the two need not be said."""
    members = {option.name: dict(option.schema) for option in options}
    for member in members.values():
        if member.get("type") == "boolean":
            del member["enum"]
    return {"type": "object", "properties": members, "required": list(members)}


def settle_options(ruleset: Ruleset[Any, Any], seats: int, given: Mapping[str, Any]) -> dict[str, Any]:
    """The options with defaults filled in; raises BadOption for a wrong number of seats, name or value.

    Null for an option of another ruleset says nothing: generated clients write it for what they leave out.
    """
    if seats not in ruleset.seats:
        possible = [str(each) for each in ruleset.seats]
        raise wrong_option("seats", GAME.say("option.seats", {"title": ruleset.title, "seats": seats, "possible": possible}))
    known = {option.name: option for option in ruleset.options}
    given = {name: value for name, value in given.items() if name in known or value is not None}
    for name, value in given.items():
        if name not in known:
            raise wrong_option(name, GAME.say("option.unknown", {"title": ruleset.title, "option": quoted(name)}))
        if not known[name].accepts(value, seats):
            raise wrong_value(known[name], value, seats)
    return {name: given.get(name, option.default) for name, option in known.items()}


def wrong_value(option: Option, value: Any, seats: int) -> BadOption:
    """What is wrong with the value given for an option."""
    shown, values = quoted(json.dumps(value)), option.schema.get("enum", ())
    possible = [json.dumps(each) for each in values if option.accepts(each, seats)]
    given: Params = {"value": shown, "option": option.name, "seats": seats}
    if not possible:
        return wrong_option(option.name, GAME.say("option.value", given))
    return wrong_option(option.name, GAME.say("option.choice", {**given, "possible": possible}))


def wrong_option(option: str, said: Sentence) -> BadOption:
    return BadOption(said.text, name=option, code=said.code, params=said.params)


def check(position: Position[M], seat: int, move: M) -> None:
    """Raises GameOver, NotYourTurn or IllegalMove unless the seat may play the move now."""
    if not position.actors:
        raise GameOver("The game is over.")
    if seat not in position.actors:
        raise NotYourTurn("It is not your turn.")
    refusal = position.refusal(seat, move)
    if refusal is not None:
        raise IllegalMove(refusal.sentence, rule=refusal.rule, code=refusal.code, params=refusal.params, rule_code=refusal.rule_code)


def broken_off(rules: Ruleset[P, Any], position: P, quitters: Collection[int], reason: str) -> Outcome:
    """How a game ends that is not played out: whoever gave it up has the worst score there is, the others what they have, and the win."""
    scores = tuple(rules.forfeit if seat in quitters else score for seat, score in enumerate(rules.scores(position)))
    return Outcome(scores, tuple(seat for seat in range(len(scores)) if seat not in quitters), reason)


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
