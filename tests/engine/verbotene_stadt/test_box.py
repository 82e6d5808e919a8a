"""The board and the dice are data, checked when they are loaded."""

import os
import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest

from engine.verbotene_stadt import RULESET
from engine.verbotene_stadt.box import BOX, HERE, VARIABLE, WrongBox, load
from engine.verbotene_stadt.cards import CARDS
from engine.verbotene_stadt.officials import OFFICIALS


def test_the_board_has_what_is_printed_on_it() -> None:
    assert (len(BOX.streets), len(BOX.walls), len(BOX.doors), len(BOX.yellow), len(BOX.grey)) == (185, 44, 16, 25, 4)
    assert [len(cells) for cells in BOX.pavilions.values()] == [4, 6] * 4
    assert BOX.pavilion_colours[7 - 1] == "green"


def test_there_are_25_officials_and_24_cards() -> None:
    assert (len(set(OFFICIALS)), len(set(CARDS))) == (25, 24)


def test_the_small_die_is_mostly_red_and_the_large_one_mostly_black() -> None:
    assert [Counter(BOX.dice[die])["black"] for die in ("small", "medium", "large")] == [1, 3, 5]
    assert [Counter(BOX.dice[die])["red-dragon"] for die in ("small", "medium", "large")] == [1, 1, 0]


def test_the_reconstruction_is_said_in_the_files_and_in_the_components() -> None:
    for name in ("board.toml", "dice.toml"):
        assert 'notice = "Reconstruction' in (HERE / name).read_text()
    assert all(notice.startswith("Reconstruction") for notice in RULESET.components()["notice"])


WRONG = [
    ("board.toml", "|1 1=.|. . .|2 2 2|", "|1 1=.|. . .|2 2 .|", "the board has 186 street cells; there are 185."),
    ("board.toml", "|. .|.|. . y y", "|. . .|. . y y", "the board has 42 walls between streets; there are 44."),
    ("board.toml", "|1 1=.|. . .|2 2 2|. . .|.=3 3|", "|1 1|.|. . .|2 2 2|. . .|.=3 3|", "the board has 15 doors; there are 16."),
    (
        "board.toml",
        "|. . . . . . . . . . . . . . .|\n+-+-+ + + +-+",
        "|. . . . . . . . . . . . . . .|\n+-+-+ + +-+ +",
        "the board is not symmetric.",
    ),
    ("board.toml", "|. . . . .", "|. . , . .", "has ',' in column 6."),
    ("board.toml", "+-+-+-+-+", "+-+-+-+", "the drawing is not 31 lines of 31 characters."),
    ("board.toml", '"purple"', '"green"', "there are not eight pavilions of different colours."),
    ("board.toml", "pavilions =", "pavillons =", "'pavilions' is missing"),
    ("board.toml", "drawing = ", "drawing ", "cannot be read"),
    ("dice.toml", "blue = [1,", "blue = [2,", "the blue die does not show 1 to 8."),
    ("dice.toml", '"black", "red"]', '"black", "pink"]', "the large fate die does not have six faces"),
    ("dice.toml", '"black", "red"]', '"black", "black"]', "the large fate die has no red face"),
]


def changed(folder: Path, name: str, old: str, new: str) -> Path:
    """A copy of the box with something replaced."""
    for source in ("board.toml", "dice.toml"):
        text = (HERE / source).read_text()
        assert source != name or old in text
        (folder / source).write_text(text.replace(old, new) if source == name else text)
    return folder


@pytest.mark.parametrize(("name", "old", "new", "sentence"), WRONG)
def test_a_wrong_box_is_refused_in_one_line(tmp_path: Path, name: str, old: str, new: str, sentence: str) -> None:
    with pytest.raises(WrongBox) as refused:
        load(changed(tmp_path, name, old, new))
    assert sentence in str(refused.value)
    assert "\n" not in str(refused.value).rstrip()


def test_a_box_that_is_not_there_is_refused(tmp_path: Path) -> None:
    with pytest.raises(WrongBox, match="cannot be read"):
        load(tmp_path)


def test_an_owner_can_put_another_box_in_its_place(tmp_path: Path) -> None:
    folder = changed(tmp_path, "board.toml", '"brown"', '"silver"')
    said = subprocess.run(
        [sys.executable, "-c", "from engine.verbotene_stadt.cards import CARDS; print(CARDS[-1])"],
        env={**os.environ, VARIABLE: str(folder), "PYTHONPATH": "."},
        capture_output=True,
        text=True,
        check=True,
    )
    assert said.stdout == "silver-trousers\n"
