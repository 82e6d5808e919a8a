"""Every decision of the recorded games, held against a second reading of the tiles that shares nothing with the engine."""

import re
from pathlib import Path

import pytest

from engine.core import CHANCE
from engine.record import read
from engine.replaying import replay, ruleset_of
from tests.engine.forbidden_city import cardboard

GAMES = sorted(Path(__file__).with_name("games").glob("*.txt"))
ASIDE, EARLY = (Path(__file__).with_name("games") / f"{name}.txt" for name in ("tile_set_aside", "tile_set_aside_on_eleven_cells"))


def read_lay(text: str) -> tuple[str, cardboard.Cell, cardboard.Tile]:
    """`lay green3@2,-1e` in the words of the second reading."""
    found = re.fullmatch(r"lay (\w+)@(-?\d+),(-?\d+)([nesw])", text)
    assert found, text
    return found[1], (int(found[2]), int(found[3])), cardboard.turned(cardboard.TILES[found[1]], found[4])


@pytest.mark.parametrize("path", GAMES, ids=lambda path: path.stem)
def test_a_tile_may_lie_exactly_where_the_drawings_say_and_is_set_aside_exactly_if_that_is_nowhere(path: Path) -> None:
    record = read(path.read_text())
    table = cardboard.read_start(record.options["start_side"])
    position = ruleset_of(record).start(record.seats, record.options)
    for after, line in replay(record):
        if line.actor != CHANCE:
            listed = [str(move) for move in position.moves(line.actor)]
            held = line.move.split(" ")[1].split("@")[0]
            ways = cardboard.ways(table, held)
            if line.move.startswith("aside "):
                assert (ways, listed) == (set(), [line.move])
            else:
                assert {read_lay(move)[1:] for move in listed} == ways
                _, cell, tile = read_lay(line.move)
                table[cell] = tile
        position = after


def test_a_tile_that_fits_nowhere_was_set_aside_in_a_recorded_game() -> None:
    record = read(ASIDE.read_text())
    assert (record.seats, record.options["start_side"]) == (2, "grand")
    moves = [line.move for line in record.lines]
    first = moves.index("aside pink1")
    assert record.lines[first].actor == 0
    assert moves[first + 1] == "draw green4", "another tile is drawn"
    assert str(record.lines[first + 2]).startswith("0 lay green4@"), "and laid by the same seat in the same turn"
    *_, (last, _) = replay(record)
    assert last.aside == (("pink1",), ("pink1",))  # type: ignore[attr-defined]


def test_a_tile_that_fits_nowhere_comes_as_early_as_on_eleven_cells() -> None:
    record = read(EARLY.read_text())
    assert (record.seats, record.options["start_side"]) == (2, "grand")
    moves = [str(line) for line in record.lines]
    first = moves.index("0 aside pink1")
    table = cardboard.read_start("grand")
    for move in moves[:first]:
        if " lay " in move:
            _, cell, tile = read_lay(move[2:])
            table[cell] = tile
    assert len(table) == 11
    assert cardboard.ways(table, "pink1") == set()
    assert moves[first + 1] == "* draw green2"
    assert moves[first + 2].startswith("0 lay green2@")
