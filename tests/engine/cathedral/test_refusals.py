"""Whatever can be read gets an answer: allowed exactly if it is listed, else a sentence and a rule."""

import random

from hypothesis import given, settings
from hypothesis import strategies as st

from engine.cathedral.box import KINDS, SIDES
from engine.cathedral.city import SIZE
from engine.cathedral.moves import Move
from engine.cathedral.reading import read_move
from engine.cathedral.setup import start
from engine.grid import square_name
from tests.engine.cathedral.city import city, refusal
from tests.engine.cathedral.test_capture import INFIRMARY, TWO
from tests.engine.cathedral.test_notation import stage
from tests.engine.cathedral.test_turns import CROWDED

squares = st.builds(square_name, st.integers(0, SIZE - 1), st.integers(0, SIZE - 1))
left = st.sampled_from(sorted(KINDS)) | st.builds("{}@{}".format, st.sampled_from(sorted(KINDS)), squares)
moves = st.builds(Move, st.sampled_from(sorted(KINDS)), squares, st.sampled_from("nesw"), st.lists(left, max_size=2).map(tuple))


@given(moves, st.integers(0, 2**32), st.integers(0, 30), st.integers(0, 1))
@settings(max_examples=300, deadline=None)
def test_a_move_is_refused_exactly_if_it_is_not_listed(move: Move, seed: int, length: int, seat: int) -> None:
    position = stage(seed, length)
    for said in (move, read_move(str(move), position, seat)):
        refused = position.refusal(seat, said)
        assert (refused is None) == (said in position.moves(seat))
        assert refused is None or (refused.sentence.endswith(".") and refused.rule)


@given(st.sampled_from([INFIRMARY, TWO, CROWDED]), st.sampled_from(SIDES), st.integers(0, 2**32))
@settings(max_examples=30, deadline=None)
def test_leaving_what_may_be_taken_is_listed_in_every_order_of_words(drawing: str, side: str, seed: int) -> None:
    position = city(drawing, to_move=side)
    seat = SIDES.index(side)
    for move in position.moves(seat):
        if move.leave:
            words = random.Random(seed).sample(move.leave, len(move.leave))
            assert read_move(f"{move._replace(leave=())} leave {' '.join(words)}", position, seat) == move


def test_a_building_is_called_by_its_name_and_side() -> None:
    position = city(CROWDED, to_move="light")
    assert refusal(position, "square@h4n")[0] == "The square would cover h4, where the Cathedral stands."
    assert refusal(position, "infirmary@c4n")[0] == "The infirmary would cover b4, where the light academy stands."


def test_a_move_written_in_a_later_facing_is_told_its_name() -> None:
    position = start(2, {"cathedral": "after_dark"})
    refused = position.refusal(1, Move("bridge", "g5", "s"))
    assert refused is not None
    assert (refused.sentence, refused.rule) == ("This is written bridge@g3n.", "Notation")
