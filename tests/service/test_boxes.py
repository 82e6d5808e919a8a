"""An operator may replace tiles and boards; a wrong file stops the start with one line that names what is wrong."""

from pathlib import Path

from tests.service.processes import ROOT, intramuros


def test_a_wrong_tile_file_stops_the_start_and_names_the_tile(tmp_path: Path) -> None:
    text = (ROOT / "engine/forbidden_city/tiles.toml").read_text()
    first = text.index("[[tile]]")
    wrong = tmp_path / "tiles.toml"
    wrong.write_text(text[:first] + text[first:].replace("*", " ", 1))
    said = intramuros("serve", INTRAMUROS_FORBIDDEN_CITY_TILES=str(wrong), INTRAMUROS_DATA=str(tmp_path / "data"))
    assert said.returncode == 2
    assert said.stderr.startswith("intramuros: forbidden_city: ")
    assert len(said.stderr.splitlines()) == 1


def test_a_wrong_board_stops_the_start(tmp_path: Path) -> None:
    for name in ("board.toml", "dice.toml"):
        (tmp_path / name).write_text((ROOT / "engine/verbotene_stadt" / name).read_text().replace("y y y y y", "y y y . y", 1))
    said = intramuros("serve", INTRAMUROS_VERBOTENE_STADT_BOARD=str(tmp_path), INTRAMUROS_DATA=str(tmp_path / "data"))
    assert said.returncode == 2
    assert said.stderr.startswith("intramuros: verbotene_stadt: ")
    assert len(said.stderr.splitlines()) == 1
