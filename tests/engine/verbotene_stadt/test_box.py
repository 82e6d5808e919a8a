"""The board and the dice are data, checked when they are loaded."""

import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest

from engine import overrides
from engine.verbotene_stadt import RULESET
from engine.verbotene_stadt.box import BOX, HERE, WrongBox, load
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
    ("board.toml", "|. .|.|. . y y", "|. .|.|. . . y", "the board has 23 yellow spaces; there are 25."),
    ("board.toml", "|. .|. . . . . g", "|. .|. . . . . .", "the board has 2 grey-yellow spaces; there are 4."),
    ("board.toml", "8 8", "1 1", "pavilion 8 is not on the board."),
    ("board.toml", "+ +=+-+", "+ +-+-+", "pavilion 4 has no door."),
    ("board.toml", "|. . . . . . . .", "|. . .=. . . . .", "does not lead from a street into a pavilion."),
    ("board.toml", "|. . . . .", "|. . , . .", "has ',' in column 6."),
    ("board.toml", "+-+-+-+-+", "+-+-+-+", "the drawing is not a square"),
    ("board.toml", '"purple"', '"green"', "there are not eight pavilions of different colours."),
    ("board.toml", '"purple", ', "", "there are not eight pavilions of different colours."),
    ("board.toml", '"purple"', '"dark purple"', "'dark purple' is no colour that can be read back"),
    ("board.toml", '"purple"', '"Purple"', "'Purple' is no colour that can be read back"),
    ("board.toml", '"purple"', '"<b>"', "'<b>' is no colour that can be read back"),
    ("board.toml", '"purple"', '""', "'' is no colour that can be read back"),
    ("board.toml", "pavilions =", "pavillons =", "'pavilions' is missing"),
    ("board.toml", "drawing = ", "drawing ", "cannot be read"),
    ("dice.toml", "blue = [1,", "blue = [2,", "the blue die does not show 1 to 8."),
    ("dice.toml", '"black", "red"]', '"black", "pink"]', "the large fate die shows something else"),
    ("dice.toml", '"black", "red"]', '"black", "black"]', "the large fate die has no red face"),
]


def test_an_island_of_streets_is_refused(tmp_path: Path) -> None:
    old, new = "|. . . . . . . . . . . . . . .|\n+-+-+ + + +-+", "|. .|. . . . . . . . . . .|. .|\n+-+-+ + + +-+"
    with pytest.raises(WrongBox, match="some streets cannot be reached from the others"):
        load(changed(tmp_path, "board.toml", old, new))


def test_a_wall_fewer_than_ours_is_no_fault(tmp_path: Path) -> None:
    box = load(changed(tmp_path, "board.toml", "|. .|.|. . y y", "|. . .|. . y y"))
    assert len(box.walls) == 42


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
    program = f"""
from pathlib import Path
from engine import overrides
overrides.use("verbotene_stadt", Path({str(folder)!r}))
from engine.verbotene_stadt.cards import CARDS
print(CARDS[-1])
"""
    said = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert said.stdout == "silver-trousers\n"


def test_it_is_too_late_for_another_box_when_the_ruleset_is_loaded(tmp_path: Path) -> None:
    with pytest.raises(RuntimeError, match="verbotene_stadt is loaded"):
        overrides.use("verbotene_stadt", tmp_path)
