"""An operator may replace tiles and boards; a wrong file stops the start with one line that names what is wrong."""

import subprocess
import sys
from pathlib import Path

import pytest

from engine.rulesets import ruleset
from tests.service.processes import ROOT, intramuros

PROGRAM = """
import sys
from pathlib import Path

from engine import overrides

overrides.use("forbidden_city", Path(sys.argv[1]))

from engine.forbidden_city.compass import read_cell
from engine.forbidden_city.starts import STARTS
from engine.rulesets import ruleset

print(STARTS["garden"][read_cell("0,-1")].name, ruleset("forbidden_city").digest)
"""


def test_a_wrong_tile_file_stops_the_start_and_names_the_tile(tmp_path: Path) -> None:
    text = (ROOT / "engine/forbidden_city/tiles.toml").read_text()
    first = text.index("[[tile]]")
    wrong = tmp_path / "tiles.toml"
    wrong.write_text(text[:first] + text[first:].replace("*", " ", 1))
    said = intramuros("serve", INTRAMUROS_FORBIDDEN_CITY_TILES=str(wrong), INTRAMUROS_DATA=str(tmp_path / "data"))
    assert said.returncode == 2
    assert said.stderr.startswith("intramuros: forbidden_city: ")
    assert len(said.stderr.splitlines()) == 1


def test_a_start_tile_beside_the_tiles_takes_the_place_of_ours(tmp_path: Path) -> None:
    for name in ("tiles.toml", "starts.toml"):
        text = (ROOT / "engine/forbidden_city" / name).read_text()
        (tmp_path / name).write_text(text.replace("| garden|| pink  || garden|", "| garden|| white || garden|", 1))
    said = subprocess.run(
        [sys.executable, "-c", PROGRAM, str(tmp_path / "tiles.toml")], capture_output=True, text=True, check=True, cwd=ROOT
    ).stdout.split()
    assert said[0] == "white"
    assert said[1] != ruleset("forbidden_city").digest


def test_a_wrong_start_tile_stops_the_start_in_one_line(tmp_path: Path) -> None:
    for name in ("tiles.toml", "starts.toml"):
        text = (ROOT / "engine/forbidden_city" / name).read_text()
        (tmp_path / name).write_text(text.replace('name = "grand"', 'name = "great"', 1))
    said = intramuros("serve", INTRAMUROS_FORBIDDEN_CITY_TILES=str(tmp_path / "tiles.toml"), INTRAMUROS_DATA=str(tmp_path / "data"))
    assert (said.returncode, said.stderr) == (
        2, "intramuros: forbidden_city: starts.toml: the start tile has the sides garden and grand, in this order, not garden, great.\n",
    )  # fmt: skip


def test_a_wrong_board_stops_the_start(tmp_path: Path) -> None:
    for name in ("board.toml", "dice.toml"):
        (tmp_path / name).write_text((ROOT / "engine/verbotene_stadt" / name).read_text().replace("y y y y y", "y y y . y", 1))
    said = intramuros("serve", INTRAMUROS_VERBOTENE_STADT_BOARD=str(tmp_path), INTRAMUROS_DATA=str(tmp_path / "data"))
    assert said.returncode == 2
    assert said.stderr.startswith("intramuros: verbotene_stadt: ")
    assert len(said.stderr.splitlines()) == 1


@pytest.mark.parametrize("command", [("verify",), ("puzzles", "verbotene_stadt"), ("spec", "--check")], ids=lambda words: words[0])
def test_a_wrong_board_stops_every_command_in_one_line(tmp_path: Path, command: tuple[str, ...]) -> None:
    for name in ("board.toml", "dice.toml"):
        (tmp_path / name).write_text((ROOT / "engine/verbotene_stadt" / name).read_text().replace('"purple"', '"dark purple"'))
    record = [str(ROOT / "tests/engine/verbotene_stadt/games/two_seats.txt")] if command == ("verify",) else []
    said = intramuros(*command, *record, INTRAMUROS_VERBOTENE_STADT_BOARD=str(tmp_path))
    assert (said.returncode, said.stdout) == (2, "")
    assert said.stderr.startswith(f"intramuros: {tmp_path}: 'dark purple' is no colour that can be read back")
    assert len(said.stderr.splitlines()) == 1


def test_a_wrong_tile_file_makes_no_record_false(tmp_path: Path) -> None:
    (tmp_path / "tiles.toml").write_text((ROOT / "engine/forbidden_city/tiles.toml").read_text().replace('"purple"', '"Purple"'))
    record = ROOT / "tests/engine/forbidden_city/games/tie.txt"
    said = intramuros("verify", str(record), INTRAMUROS_FORBIDDEN_CITY_TILES=str(tmp_path / "tiles.toml"))
    assert (said.returncode, said.stdout) == (2, "")
    assert "'Purple' is no colour that can be read back" in said.stderr
