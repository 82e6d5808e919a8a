"""Filling the Moat: sides take turns to throw one, two or three loads of earth into it; whoever throws the last one wins.

A whole ruleset on a page: a position, its moves as text, and what a host needs to offer it. It brings no brain, so it is played
with the plain one.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Literal, TypedDict

from engine.core import Decision, Outcome, Refusal, Ruleset, Scene, choice, digest, options_schema
from engine.endings import check_ending, sentence, split_ending, with_ending
from engine.errors import BadNotation
from engine.schemas import Schemas, schema
from engine.sentences import read as read_sentences

MOST = 3
DEPTH = choice("depth", (9, 15, 21), 15, "How many loads the moat takes.")

SENTENCES = read_sentences(
    "moat",
    {
        "rule": {"throwing": "Rules, 1"},
        "refusal": {"throwing": {"room": "There is room for {left} loads; throw 1 to 3."}},
        "prompt": {"throw": "Seat {seat}: throw 1 to {most} loads."},
        "reason": {"filled": "The moat is filled."},
    },
)


@dataclass(frozen=True)
class Throw:
    loads: int

    def __str__(self) -> str:
        return f"throw {self.loads}"


@dataclass(frozen=True)
class Position:
    """How much room is left, and whose turn it is; nothing is hidden or left to chance."""

    depth: int
    left: int
    turn: int
    verdict: Outcome | None = None

    @property
    def actors(self) -> tuple[int, ...]:
        return () if self.verdict or not self.left else (self.turn,)

    def decision(self, seat: int) -> Decision:
        return SENTENCES.decision("throw", "throw", {"seat": seat, "most": min(MOST, self.left)})

    def moves(self, seat: int) -> Sequence[Throw]:
        return [Throw(loads) for loads in range(1, min(MOST, self.left) + 1)] if seat in self.actors else []

    def refusal(self, seat: int, move: Throw) -> Refusal | None:
        return None if move in self.moves(seat) else SENTENCES.refusal("room", {"left": self.left})

    def odds(self) -> Sequence[tuple[Throw, int]]:
        return []

    def play(self, seat: int, move: Throw) -> "Position":
        return replace(self, left=self.left - move.loads, turn=1 - seat)

    def view(self, seat: int | None) -> "Position":
        return self

    def glimpse(self, actor: int, move: Throw, seat: int | None) -> Throw:
        return move

    @property
    def outcome(self) -> Outcome | None:
        last = 1 - self.turn
        return self.verdict or (None if self.left else Outcome((int(last == 0), int(last == 1)), (last,), "filled"))

    def ended(self, outcome: Outcome) -> "Position":
        return replace(self, verdict=outcome)

    def __str__(self) -> str:
        return with_ending(f"moat\n{'#' * (self.depth - self.left)}{'.' * self.left} seat {self.turn}", self.verdict)


def start(seats: int, options: Mapping[str, Any]) -> Position:
    return Position(options["depth"], options["depth"], 0)


def read(text: str) -> Position:
    notation, ending = split_ending(text)
    found = re.fullmatch(r"moat\n(#*)(\.*) seat ([01])", notation)
    if found is None or not 5 <= len(found[1] + found[2]) <= 40:
        raise BadNotation("A position is written like `###....... seat 1` under the line `moat`.")
    position = Position(len(found[1] + found[2]), len(found[2]), int(found[3]))
    if ending is None:
        return position
    check_ending(ending, 2)
    return position.ended(ending)


def read_move(text: str, position: Position, seat: int) -> Throw:
    if not re.fullmatch("throw [1-9]", text):
        raise BadNotation(f"{text[:40]!r} is not a move; moves are written like `throw 2`.")
    return Throw(int(text[-1]))


def draw(position: Position, scene: Scene) -> str:
    colours = ["#7a5c3a"] * (position.depth - position.left) + ["#9cc4e4"] * position.left
    cells = [f'<rect x="{20 * n + 4}" y="4" width="16" height="40" fill="{colour}"/>' for n, colour in enumerate(colours)]
    said = f'<text x="4" y="64" font-size="14">{board_text(position, scene).splitlines()[-1]}</text>'
    size = f'viewBox="0 0 {20 * position.depth + 8} 72" width="{20 * position.depth + 8}" height="72"'
    return f'<svg xmlns="http://www.w3.org/2000/svg" {size}>{"".join(cells)}{said}</svg>'


def board_text(position: Position, scene: Scene) -> str:
    over = sentence(position.outcome, ["Seat 0", "Seat 1"]) if position.outcome else position.decision(position.turn).prompt
    return f"{'#' * (position.depth - position.left)}{'.' * position.left}\n{over}\n"


class PositionJson(TypedDict):
    """How full the moat is, and whose turn it is."""

    depth: int
    left: int
    turn: int | None


class ThrowJson(TypedDict):
    """Some loads are thrown."""

    kind: Literal["throw"]
    loads: int


class ComponentsJson(TypedDict):
    """How much can be thrown at once."""

    most: int


SCHEMAS = Schemas(schema(PositionJson), schema(ThrowJson), options_schema((DEPTH,)), schema(ComponentsJson), ("throw",))


RULESET: Ruleset[Position, Throw] = Ruleset(
    name="moat", title="Filling the Moat", designer="Intramuros", seats=(2,), version=1, options=(DEPTH,), start=start, read=read,
    read_move=read_move, to_json=lambda p: {"depth": p.depth, "left": p.left, "turn": p.actors[0] if p.actors else None},
    move_json=lambda p, seat, move: {"kind": "throw", "loads": move.loads}, components=lambda: {"most": MOST}, draw=draw,
    board_text=board_text,
    sentences=SENTENCES, schemas=SCHEMAS, scores=lambda p: p.outcome.scores if p.outcome else (0, 0), digest=digest(MOST),
    about="Throw earth into the moat; the last load wins.",
)  # fmt: skip
