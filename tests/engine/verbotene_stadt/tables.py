"""Positions in few words, for tests of rules that do not depend on where everybody stands."""

import random
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from engine.core import CHANCE, check, settle_options
from engine.rulesets import ruleset
from engine.verbotene_stadt import RULESET
from engine.verbotene_stadt.box import BOX
from engine.verbotene_stadt.brain import BRAIN
from engine.verbotene_stadt.cards import CARDS, card_of
from engine.verbotene_stadt.moves import read_move
from engine.verbotene_stadt.officials import EXILED, NOBODY, OFFICIALS, number_of
from engine.verbotene_stadt.position import Position
from engine.verbotene_stadt.sliding import cell_of
from tests.engine.walk import Step


def table(
    bribes: Sequence[str],
    *,
    at: Mapping[str, str] | None = None,
    cards: Mapping[int, str] | None = None,
    gone: str = "",
    exiled: int = 0,
    pavilion: int = 7,
    active: int = 0,
    made: int = 0,
    extra_move: str = "must",
    teams: bool = False,
    version: int | None = None,
) -> Position:
    """A seat about to move. `at` places officials, `exiled` of the others are in exile, the rest fill the yellow spaces in order.

    `cards` says what seats own; cards in `gone` are owned by the last seat, just so that they are not in their pavilions.
    """
    places = {number_of(name): cell_of(cell) for name, cell in (at or {}).items()}
    others = [official for official in range(len(OFFICIALS)) if official not in places and OFFICIALS[official] not in bribes]
    exile = others[:exiled]
    rest = [official for official in range(len(OFFICIALS)) if official not in places and official not in exile]
    spaces = [cell for cell in BOX.yellow if cell not in places.values()]
    places |= dict(zip(rest, spaces, strict=False)) | dict.fromkeys(exile, EXILED)
    owners = [NOBODY] * len(CARDS)
    for seat, hand in {len(bribes) - 1: gone, **(cards or {})}.items():
        for name in hand.split():
            owners[card_of(name)] = seat
    for name in gone.split():
        owners[card_of(name)] = len(bribes) - 1
    seats = len(bribes)
    rules = ruleset("verbotene_stadt", version)
    start = rules.start(seats, {"extra_move": extra_move, "teams": teams})
    made_up = start.but(
        stage="move",
        cells=tuple(places[official] for official in range(len(OFFICIALS))),
        exile=tuple(exile),
        pavilion=pavilion,
        active=active,
        made=made,
        bribes=tuple(number_of(name) for name in bribes),
        owners=tuple(owners),
    )
    position: Position = rules.read(str(made_up))
    return position


def play(position: Position, *lines: str) -> Position:
    """The position after moves like `0 slide red-blue pavilion`; `*` is chance. Every move is checked."""
    for line in lines:
        actor, _, text = line.partition(" ")
        seat = CHANCE if actor == "*" else int(actor)
        move = read_move(text)
        if seat == CHANCE:
            assert move in [possible for possible, _ in position.odds()], f"chance cannot do {text}"
        else:
            check(position, seat, move)
        position = position.play(seat, move)
    return position


def sensible_game(seats: int, options: dict[str, Any], seed: int) -> Iterator[Step]:
    """The steps of a game played at sight: twenty times shorter than a random one, with more bluffs and doubts."""
    rng = random.Random(seed)
    position = RULESET.start(seats, settle_options(RULESET, seats, options))
    while position.actors:
        actor = rng.choice(position.actors)
        if actor == CHANCE:
            moves, weights = zip(*position.odds(), strict=True)
            (move,) = rng.choices(moves, weights)
        else:
            move = BRAIN.policy(position.view(actor), actor, rng)
        yield Step(position, actor, move)
        position = position.play(actor, move)


def hand(position: Position, seat: int) -> list[str]:
    return [CARDS[card] for card in position.hand(seat)]


def refusal(position: Position, seat: int, text: str) -> str | None:
    """The sentence that refuses the move; None if it is legal."""
    refused = position.refusal(seat, read_move(text))
    return refused.sentence if refused else None


def listed(position: Position, seat: int) -> list[str]:
    return [str(move) for move in position.moves(seat)]


READY = {"red-red": "a13", "blue-blue": "b13"}
"""Two officials at a door of pavilion 7: red-red can enter at once; blue-blue too, when red-red is gone."""
