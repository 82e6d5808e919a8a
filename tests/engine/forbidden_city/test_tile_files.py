"""An operator's own tile file: a wrong one is refused with one line that names the tile."""

import subprocess
import sys
from pathlib import Path

import pytest

from engine.forbidden_city.box import FILE, TILES, load
from engine.forbidden_city.starts import FILE as STARTS_FILE
from engine.forbidden_city.starts import load_starts, read_start
from engine.forbidden_city.tiles import BadTiles

GOOD = FILE.read_text()


def edited(folder: Path, old: str, new: str) -> Path:
    """A copy of the tile file with one passage changed."""
    assert old in GOOD
    path = folder / "mine.toml"
    path.write_text(GOOD.replace(old, new, 1))
    return path


def complaint(path: Path) -> str:
    with pytest.raises(BadTiles) as caught:
        load(path)
    assert "\n" not in str(caught.value)
    return str(caught.value)


def test_the_file_of_the_box_is_read() -> None:
    assert list(load(FILE).tiles) == list(TILES.tiles)


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ("number = 3", "number = 2", "Tile green2 is drawn twice"),
        ("number = 3", "number = 12", "Tile green12: it needs a number from 1 to 9"),
        ("   ***\n", "   ****\n", "Tile green1: '****' is not possible"),
        ("    D\n", "    Q\n", "Tile green3: 'Q' is not possible"),
        ("   **\n", "   *\n", "30 advisors, not 27"),
        ("    D\n", "    *\n", "30 advisors, not 33"),
        ("+--( )--+\n   **   |", "+--(----+\n   **   |", "Tile green4: '--(----' is not a side"),
        ('floors = ["green/pink"', 'floors = ["green/green"', "Tile greengreen: green/green is not possible"),
        ('floors = ["green", "pink", "white"]', 'floors = ["green", "pink", "mauve"]', "Tile mauve1: mauve is not possible"),
        ('floors = ["green", "pink", "white"]', 'floors = ["green", "pink"]', "24 tiles, not 23; drawn are green1 pink1 green2"),
        ("marked = true\nfloors", "floors", "24 tiles, not 27"),
        ("in_the_box = 108", "in_the_box = 107", "107 tiles in all, not 108"),
        ("[box]", "[bax]", "'box' is missing"),
        ('name = "purple"', 'name = "Purple"', "'Purple' is no colour that can be read back"),
        ('name = "purple"', 'name = "dark red"', "'dark red' is no colour that can be read back"),
        ('name = "purple"', 'name = "scored"', "'scored' is no colour that can be read back"),
        ('name = "purple"', 'name = "yellowish"', "Two colours start with the same letter"),
        ("marked = true", "marked = false", "at least two of them have the marked tiles"),
        ("drawing = ", "picture = ", "Tile green1: 'drawing' is missing"),
        ("[[tile]]", "[[tile", "mine.toml"),
    ],
)
def test_a_wrong_file_is_refused_with_one_line_that_says_what_is_wrong(tmp_path: Path, old: str, new: str, words: str) -> None:
    assert words in complaint(edited(tmp_path, old, new))


def test_a_missing_file_is_refused(tmp_path: Path) -> None:
    assert "none.toml" in complaint(tmp_path / "none.toml")


def test_the_two_floors_of_a_diagonal_tile_differ(tmp_path: Path) -> None:
    path = edited(tmp_path, '"pink/white"', '"pink"')
    assert "Tile pink: pink is not possible; the drawing asks for two different floors" in complaint(path)


def test_advisors_on_a_diagonal_stand_on_their_own_half(tmp_path: Path) -> None:
    text = GOOD.replace("    \\\n", " ** \\\n").replace("advisors = 30", "advisors = 36", 1)
    (tmp_path / "mine.toml").write_text(text)
    assert load(tmp_path / "mine.toml").tiles["greenpink"].advisors == (0, 2)


@pytest.mark.parametrize(("old", "new"), [("Temple", "pond  "), (" pink  ", " mauve "), ("|| green", "|| white")])
def test_a_wrong_start_side_is_refused(old: str, new: str) -> None:
    drawing = STARTS_FILE.read_text().split("'''")[3]
    assert old in drawing
    with pytest.raises(BadTiles, match="start side mine"):
        read_start("mine", drawing.replace(old, new, 1))


def test_both_start_sides_are_read() -> None:
    assert list(load_starts(STARTS_FILE)) == ["garden", "grand"]


PROGRAM = """
import sys
from pathlib import Path
from engine import overrides
overrides.use("forbidden_city", Path(sys.argv[1]))
from engine.forbidden_city.box import TILES
print(TILES.tiles["green3"].turned["n"].sides)
"""


def run_with(path: Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run([sys.executable, "-c", PROGRAM, str(path)], capture_output=True, text=True, check=False)


def test_an_operator_can_point_to_another_file(tmp_path: Path) -> None:
    path = edited(tmp_path, "+-------+\n    D\n+       +", "+-------+\n    D   |\n+       +")
    assert run_with(path).stdout == "wwoo\n"


def test_a_wrong_file_stops_the_start(tmp_path: Path) -> None:
    result = run_with(edited(tmp_path, "    D\n", "    Q\n"))
    assert result.returncode != 0
    assert "mine.toml: Tile green3" in result.stderr.splitlines()[-1]


PLAYED = """
import random, sys
from pathlib import Path
from engine import overrides
overrides.use("forbidden_city", Path(sys.argv[1]))
from engine.core import CHANCE, Scene, settle_options
from engine.rulesets import ruleset
rules, rng = ruleset("forbidden_city"), random.Random(1)
position = rules.start(4, settle_options(rules, 4, {}))
while position.actors:
    (actor,) = position.actors
    moves = [move for move, _ in position.odds()] if actor == CHANCE else position.moves(actor)
    position = position.play(actor, rng.choice(moves))
    if rng.random() < 0.1:
        assert rules.read(str(position)) == position
        assert rules.draw(position, Scene()).startswith("<svg ")
        rules.look.painted(rules.board_text(position, Scene()))
print(position.outcome.reason, rules.pieces()[:4], *position.setup.colours)
"""


def test_seats_may_have_colours_that_we_do_not_know(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_text(GOOD.replace('"purple"', '"orange"').replace('"blue"', '"teal"'))
    said = subprocess.run([sys.executable, "-c", PLAYED, str(path)], capture_output=True, text=True, check=False)
    assert said.stdout.split() == ["all_laid", "<svg", "orange", "yellow", "red", "teal"], said.stderr
