"""Secrets: the tile in another hand. Two games that differ only in those look the same to whoever may not know them."""

import json
import random
from collections.abc import Iterator
from dataclasses import replace

import pytest

from engine.core import CHANCE, Scene, settle_options
from engine.forbidden_city import RULESET
from engine.forbidden_city.brain import BRAIN
from engine.forbidden_city.moves import Draw, Move
from engine.forbidden_city.position import Position


def scramble(position: Position, seat: int | None, rng: random.Random) -> Position:
    """The rulebook: a player holds the tile in hand without showing it. So every other hand holds any tile not yet laid."""
    hands = list(position.hands)
    for other, tiles in enumerate(position.rest):
        if other != seat and hands[other] is not None:
            hands[other] = rng.choice(tiles)
    return replace(position, hands=tuple(hands))


def steps(seats: int, side: str, seed: int) -> Iterator[tuple[Position, int, Move]]:
    rng = random.Random(seed)
    position = RULESET.start(seats, settle_options(RULESET, seats, {"start_side": side}))
    while position.actors:
        (actor,) = position.actors
        move = rng.choice(position.odds())[0] if actor == CHANCE else rng.choice(position.moves(actor))
        yield position, actor, move
        position = position.play(actor, move)
    yield position, CHANCE, Draw("?")


@pytest.mark.parametrize(("seats", "side"), [(2, "garden"), (3, "grand"), (4, "garden")])
def test_what_a_viewer_sees_does_not_depend_on_the_tiles_in_other_hands(seats: int, side: str) -> None:
    rng = random.Random(seats)
    for position, _, _ in list(steps(seats, side, seed=seats))[::7]:
        for seat in (*range(seats), None):
            other = scramble(position, seat, rng)
            mine, theirs = position.view(seat), other.view(seat)
            assert mine == theirs
            assert str(mine) == str(theirs)
            assert json.dumps(RULESET.to_json(mine)) == json.dumps(RULESET.to_json(theirs))
            scene = Scene(viewer=seat)
            assert RULESET.draw(mine, scene) == RULESET.draw(theirs, scene)
            assert RULESET.board_text(mine, scene) == RULESET.board_text(theirs, scene)
            assert (mine.actors, mine.odds(), mine.outcome) == (theirs.actors, theirs.odds(), theirs.outcome)


def test_a_draw_is_heard_by_others_without_the_tile() -> None:
    for position, actor, move in steps(3, "garden", seed=9):
        if actor == CHANCE and isinstance(move, Draw) and position.actors:
            drawer = position.drawing
            assert position.glimpse(actor, move, drawer) == move
            heard = {position.glimpse(actor, move, seat) for seat in (0, 1, 2, None) if seat != drawer}
            assert heard == {Draw("?")}


def test_a_view_stays_a_view_as_the_game_goes_on() -> None:
    for seat in (0, 1, None):
        view = None
        for position, actor, move in steps(2, "grand", seed=4):
            if view is not None:
                assert view == position.view(seat)
            view = position.view(seat).play(actor, position.glimpse(actor, move, seat)) if position.actors else None


def test_an_onlooker_sees_no_hand_and_a_seat_only_its_own() -> None:
    for position, _, _ in list(steps(4, "garden", seed=1))[8::11]:
        assert set(position.view(None).hands) <= {"?", None}
        for seat in range(4):
            assert position.view(seat).hands[seat] == position.hands[seat]
            assert set(position.view(seat).hands[:seat] + position.view(seat).hands[seat + 1 :]) <= {"?", None}


def test_nobody_has_legal_moves_to_show_for_a_hand_that_is_hidden() -> None:
    for position, actor, _ in list(steps(2, "garden", seed=1))[3:20]:
        if actor != CHANCE:
            assert position.view(1 - actor).moves(actor) == ()
            assert position.view(None).moves(actor) == ()


def test_a_guess_may_be_any_tile_that_the_seat_has_left() -> None:
    rng = random.Random(0)
    position = next(position for position, actor, _ in steps(2, "garden", seed=1) if actor == 0)
    guessed = {BRAIN.guess(position.view(0), 0, rng).hands[1] for _ in range(600)}
    assert guessed == set(position.rest[1])
