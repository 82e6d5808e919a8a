"""Positions as text: what is read is written the same, and what contradicts itself is refused."""

import pytest

from engine.errors import BadNotation
from engine.verbotene_stadt import RULESET
from engine.verbotene_stadt.moves import read_move
from tests.engine.verbotene_stadt.tables import READY, play, sensible_game, table
from tests.engine.verbotene_stadt.test_problem import PROBLEM


def test_every_position_of_a_sensible_game_reads_back() -> None:
    for seats, options in ((2, {}), (4, {"teams": True})):
        for position, _, move in sensible_game(seats, options, seed=5):
            assert RULESET.read(str(position)) == position
            assert str(read_move(str(move))) == str(move)


CONTRADICTIONS = [
    ("pavilion 7", "pavilion 9"),
    ("exile ry", "exile rr"),
    ("exile ry rb", "exile ry"),
    ("exile ry", "exile ry ry"),
    ("rr ..", "gk .."),
    ("77 77", "77 .."),
    ("cards red-hat", "cards red-scarf"),
    ("cards red-hat", "cards red-hat red-hat"),
    ("seat 0 bribe red-red cards -", "seat 0 bribe red-red cards red-hat"),
    ("bribe red-red", "bribe red-pink"),
    ("bribe red-red", "bribe red-yellow"),
    ("bribe red-red", "bribe -"),
    ("now move", "now dance"),
    ("now move", "now fate"),
    ("now move", "now garment"),
    ("now move", "now answer"),
    ("now move", "now forfeit"),
    ("now move", "now deal"),
    ("now move", "now over"),
    ("now move active 0 made 0", "now dragon active 0 made 0"),
    ("now move active 0 made 0", "now dragon active 0 made 1"),
    ("active 0", "active 2"),
    ("active 0", "active -"),
    ("made 0", "made 4"),
    ("fate -", "fate pink"),
    ("fate -", "fate - entered rr"),
    ("fate -", "fate - asked 1"),
    ("cards - moved", "sealed cards - moved"),
    ("moved - claims", "moved rr rr rr rr rr rr rr rr rr claims"),
    ("claims 0-0", "claims 00-0"),
    ("teams=no", "teams=yes"),
    ("verbotene_stadt 2", "verbotene_stadt 3"),
]


@pytest.mark.parametrize(("old", "new"), CONTRADICTIONS)
def test_a_position_that_contradicts_itself_is_refused(old: str, new: str) -> None:
    text = PROBLEM.replace(old, new, 1)
    assert text != PROBLEM
    with pytest.raises(BadNotation):
        RULESET.read(text)


def test_moves_are_written_in_words() -> None:
    for text in (
        "bribe red-blue",
        "bribe ?",
        "slide red-blue h3",
        "slide red-blue pavilion",
        "stop",
        "believe",
        "doubt",
        "decline",
        "take seat 2 green-hat",
        "deal red-blue",
        "roll 7",
        "roll red-dragon",
        "garment trousers",
    ):
        assert str(read_move(text)) == text


@pytest.mark.parametrize(
    "text",
    [
        "slide red-blue",
        "slide red-blue a1",
        "slide red-blue z9",
        "slide red h3",
        "bribe",
        "take seat 4 red-hat",
        "take seat 2 red",
        "roll 9",
        "roll blue",
        "garment shoe",
        "stop now",
        "Believe",
        " doubt",
        "doubt ",
    ],
)
def test_what_is_no_move_is_bad_notation(text: str) -> None:
    with pytest.raises(BadNotation):
        read_move(text)


def test_a_claim_is_written_with_who_is_asked() -> None:
    asked = play(table(["yellow-red", "black-black"], at=READY, cards={0: "red-hat", 1: "blue-hat"}), "0 slide red-red pavilion")
    assert str(asked).splitlines()[-1] == "now answer active 0 made 1 pavilion 7 fate - entered rr asked 1"
