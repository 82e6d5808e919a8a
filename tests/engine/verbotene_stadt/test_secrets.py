"""Only bribes are secret; what a viewer is told does not depend on those it may not know."""

import json
import random
from typing import Any

import pytest

from engine.core import CHANCE, Scene
from engine.verbotene_stadt import RULESET
from engine.verbotene_stadt.moves import Bribe, Slide
from engine.verbotene_stadt.position import Position
from tests.engine.verbotene_stadt.tables import sensible_game

TABLES = [(2, {}), (3, {"extra_move": "may"}), (4, {"teams": True})]


def scramble(position: Position, seat: int | None, rng: random.Random) -> Position:
    """The position with every bribe replaced that the rulebook keeps from the seat.

    Secret is a selector that somebody has set, unless it is one's own, has been revealed, or is one's partner's and not
    just being chosen anew. It may then show any official that is still in the city.
    """
    bribes = list(position.bribes)
    for other, bribe in enumerate(position.bribes):
        chosen = bribe >= 0
        own = other == seat
        choosing = position.stage == "bribe" and position.sealed[other]
        partner = seat is not None and position.teams and (seat + 2) % 4 == other and not choosing
        if chosen and not own and not partner and not position.shown[other]:
            bribes[other] = rng.choice([official for official, cell in enumerate(position.cells) if cell >= 0])
    return position.but(bribes=tuple(bribes))


@pytest.mark.parametrize(("seats", "options"), TABLES)
def test_what_a_viewer_sees_does_not_depend_on_what_it_may_not_know(seats: int, options: dict[str, Any]) -> None:
    rng = random.Random(4)
    differed = 0
    for position, actor, move in list(sensible_game(seats, options, seed=11))[25::2]:
        for seat in (*range(seats), None):
            other = scramble(position, seat, rng)
            differed += other != position
            assert everything_told(position, seat) == everything_told(other, seat)
            assert everything_heard(position, actor, move, seat) == everything_heard(other, actor, move, seat)
    assert differed > 100


def everything_told(position: Position, seat: int | None) -> list[str]:
    """All that the engine says to a viewer of a position."""
    view = position.view(seat)
    told = [str(view), json.dumps(RULESET.to_json(view)), RULESET.board_text(view, Scene(viewer=seat))]
    told.append(RULESET.draw(view, Scene(viewer=seat)))
    told += [str(position.actors), *[position.decision(actor).prompt for actor in position.actors]]
    if seat is not None and seat in position.actors:
        told += [str(move) for move in position.moves(seat)]
    return told


def everything_heard(position: Position, actor: int, move: object, seat: int | None) -> list[str]:
    """All that a viewer hears of a move; where it would resolve secrets, only its announcement."""
    heard = position.glimpse(actor, move, seat)  # type: ignore[arg-type]
    return [str(heard), json.dumps(RULESET.move_json(position.view(seat), actor, heard))]


def test_a_sealed_choice_looks_the_same_whatever_it_is() -> None:
    for position, actor, _ in sensible_game(3, {}, seed=2):
        if position.stage == "bribe":
            for seat in (*range(3), None):
                if seat != actor:
                    seen = {str(position.play(actor, move).view(seat)) for move in position.moves(actor)}
                    heard = {str(position.glimpse(actor, move, seat)) for move in position.moves(actor)}
                    assert (len(seen), heard) == (1, {"bribe ?"})


def test_refusals_depend_only_on_the_seats_own_view() -> None:
    rng = random.Random(1)
    steps = [step for step in sensible_game(2, {}, seed=8) if step.actor != CHANCE]
    tried = [move for _, _, move in steps[::5]]
    for position, actor, _ in steps[::2]:
        other = scramble(position, actor, rng)
        for move in tried:
            assert position.refusal(actor, move) == other.refusal(actor, move)


def test_the_path_of_a_slide_is_told_alike_to_those_who_know_the_bribe_and_those_who_do_not() -> None:
    for position, actor, move in list(sensible_game(2, {}, seed=8))[25:]:
        if isinstance(move, Slide):
            told = [RULESET.move_json(position.view(seat), actor, move) for seat in (0, 1, None)]
            assert told[0] == told[1] == told[2]
            assert told[0]["path"][0] != told[0]["path"][-1]


def test_only_bribes_are_glimpsed() -> None:
    for position, actor, move in list(sensible_game(2, {}, seed=3))[25:]:
        if not isinstance(move, Bribe):
            assert position.glimpse(actor, move, None) == move
