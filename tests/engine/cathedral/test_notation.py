"""Moves and positions as text: what is written reads back exactly, and what cannot be is refused in words."""

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.cathedral.box import DARK, KINDS, LIGHT
from engine.cathedral.city import names
from engine.cathedral.moves import Move, read_text
from engine.cathedral.placements import PLACEMENTS, Placement, footprint, found
from engine.cathedral.position import Position
from engine.cathedral.reading import read, read_move
from engine.cathedral.setup import start
from engine.errors import BadNotation
from tests.engine.cathedral.city import play
from tests.engine.cathedral.playout import any_placement

placements = st.sampled_from([placement for table in PLACEMENTS for placement in table])


@given(placements, st.sets(st.sampled_from(sorted(KINDS)), max_size=3))
@settings(deadline=None)
def test_a_move_reads_back_in_both_notations(placement: Placement, left: set[str]) -> None:
    move = placement.move._replace(leave=tuple(sorted(left)))
    assert read_text(str(move)) == move
    assert read_text(move.email) == move


@given(placements)
@settings(deadline=None)
def test_every_facing_that_looks_the_same_reads_as_the_first(placement: Placement) -> None:
    owner = placement.owner
    move = placement.move
    for square in names(placement.squares):
        for facing in "nesw":
            other = Move(move.building, square, facing)
            if footprint(owner, other) == footprint(owner, move):
                assert found(owner, other) is placement
                assert "nesw".index(move.facing) <= "nesw".index(facing)


@pytest.mark.parametrize(
    ("text", "listed"),
    [
        ("tavern@c3w", "tavern@c3n"),
        ("stable@c4s", "stable@c3n"),
        ("bridge@g5s", "bridge@g3n"),
        ("bridge@e3w", "bridge@g3e"),
        ("square@d4s", "square@c3n"),
        ("infirmary@b9w", "infirmary@b9n"),
        ("abbey@h8s", "abbey@i6n"),
        ("CSnE8", "castle@e8n"),
        ("BRsG5", "bridge@g3n"),
    ],
)
def test_symmetric_buildings_read_in_any_facing(text: str, listed: str) -> None:
    position = play(start(2, {"cathedral": "first"}), "cathedral@b1n")
    assert str(read_move(text, position, DARK)) == listed
    assert read_move(text, position, DARK) in position.moves(DARK)


def test_the_mirrored_abbey_reads_by_its_own_side() -> None:
    position = start(2, {"cathedral": "first"})
    assert str(read_move("abbey@h8s", position, LIGHT)) == "abbey@g6n"
    assert str(read_move("abbey@h8s", position, DARK)) == "abbey@i6n"


def test_a_building_that_would_lie_outside_is_read_as_written() -> None:
    position = start(2, {"cathedral": "after_dark"})
    assert str(read_move("bridge@a1s", position, DARK)) == "bridge@a1s"


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("castle", "is not a move"),
        ("castle@e8", "is not a move"),
        ("castle@e8x", "is not a move"),
        ("castle@e8n ", "is not a move"),
        ("Castle@e8n", "is not a move"),
        ("palace@e8n", "There is no building 'palace'"),
        ("ZZnE8", "There is no building 'ZZ'"),
        ("castle@k8n", "The city has no square k8"),
        ("castle@e11n", "The city has no square e11"),
        ("castle@e0n", "is not a square"),
        ("castle@e8n leave ", "Say which building is left"),
        ("castle@e8n leave ,", "Say which building is left"),
        ("castle@e8n leave palace", "cannot be left"),
        ("castle@e8n leave inn@z9", "The city has no square z9"),
    ],
)
def test_a_text_that_is_no_move_is_refused_in_words(text: str, complaint: str) -> None:
    with pytest.raises(BadNotation, match=complaint):
        read_text(text)


def stage(seed: int, length: int) -> Position:
    """A position of a random game."""
    rng = random.Random(seed)
    position = start(2, {"cathedral": rng.choice(["first", "after_dark"])})
    while position.to_move is not None and length:
        position = position.play(position.to_move, any_placement(position, position.to_move, rng))
        length -= 1
    return position


@given(st.integers(0, 2**32), st.integers(0, 40))
@settings(max_examples=100, deadline=None)
def test_a_position_reads_back_exactly(seed: int, length: int) -> None:
    position = stage(seed, length)
    assert read(str(position)) == position
    assert str(read(str(position))) == str(position)
    assert hash(read(str(position))) == hash(position)


@given(st.integers(0, 2**32), st.integers(0, 40), st.data())
@settings(max_examples=150, deadline=None)
def test_a_spoilt_position_is_refused_or_means_itself(seed: int, length: int, data: st.DataObject) -> None:
    text = str(stage(seed, length))
    at = data.draw(st.integers(0, len(text) - 1))
    spoilt = text[:at] + data.draw(st.sampled_from(" .+':TtCcXx\n12:n")) + text[at + 1 :]
    try:
        position = read(spoilt)
    except BadNotation:
        return
    assert str(position) == spoilt


def test_two_stables_side_by_side_are_told_apart() -> None:
    position = play(start(2, {"cathedral": "first"}), "cathedral@h2n")
    upright = play(position, "stable@a1n", "tavern@j10n", "stable@b1n")
    lying = play(position, "stable@b1e", "tavern@j10n", "stable@b2e")
    assert upright.covered == lying.covered
    assert upright != lying
    assert str(upright) != str(lying)
    assert read(str(lying)) == lying


@pytest.mark.parametrize(
    ("old", "new", "complaint"),
    [
        ("to move: dark", "to move: nobody", "The game goes on"),
        ("to move: dark", "to move: both", "'to move' is one of nobody, light, dark"),
        ("skipped: nobody", "skipped: light", "Only a side that can place nothing is skipped"),
        ("cathedral: standing", "cathedral: waiting", "cannot wait"),
        ("cathedral: standing", "cathedral: removed", "Line 14 of the position should be 'cathedral: standing'"),
        ("begun: both", "begun: light", "A building of dark stands"),
        ("dark has: 2 tavern", "dark has: 1 tavern", "Line 17"),
        (" 1 c", " 1 .", "The squares marked c do not have the shape of dark castle"),
        (" 1 c", " 1 %", "Row 1 of the city"),
        (" 9 .", " 9 X", "Row 9 of the city"),
    ],
)
def test_a_position_that_cannot_be_is_refused_in_words(old: str, new: str, complaint: str) -> None:
    text = str(play(start(2, {"cathedral": "first"}), "cathedral@e4n", "castle@b1n", "tavern@j10n"))
    assert old in text
    with pytest.raises(BadNotation, match=complaint):
        read(text.replace(old, new))
