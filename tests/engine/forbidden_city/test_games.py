"""Recorded games: each number of seats, both start sides, a tie; and what holds in every game."""

from pathlib import Path

import pytest

from engine.forbidden_city import RULESET
from engine.forbidden_city.box import TILES
from engine.forbidden_city.position import Position
from engine.record import Record, read
from engine.replaying import replay

GAMES = sorted(Path(__file__).with_name("games").glob("*.txt"))


def record(path: Path) -> Record:
    return read(path.read_text())


def positions(path: Path) -> list[Position]:
    return [position for position, _ in replay(record(path)) if isinstance(position, Position)]


@pytest.mark.parametrize("path", GAMES, ids=lambda path: path.stem)
def test_a_recorded_game_replays_to_its_outcome(path: Path) -> None:
    assert positions(path)[-1].outcome == record(path).outcome is not None


@pytest.mark.parametrize("path", GAMES, ids=lambda path: path.stem)
def test_tiles_and_coins_are_conserved(path: Path) -> None:
    for position in positions(path):
        names = sorted(TILES.names(position.seats))
        for seat in range(position.seats):
            on_table = [placed.turned.name for placed in position.board.places.values() if placed.seat == seat]
            assert sorted([*on_table, *position.rest[seat], *position.aside[seat]]) == names
            assert position.scores[seat] == sum(scoring.paid[seat] for scoring in position.history)
        advisors = sum(sum(room.advisors) for room in position.board.rooms.values())
        laid = [placed.turned for placed in position.board.places.values() if placed.seat is not None]
        assert advisors == sum(sum(turned.advisors) for turned in laid)


@pytest.mark.parametrize("path", GAMES, ids=lambda path: path.stem)
def test_each_closed_room_but_the_temple_was_scored_once(path: Path) -> None:
    position = positions(path)[-1]
    closed = [room for room in position.board.rooms.values() if room.closed and room.floor != "temple"]
    assert sorted((scoring.floor, scoring.cell, scoring.tiles) for scoring in position.history) == sorted(
        (room.floor, min(room.cells), len(room.cells)) for room in closed
    )


def test_there_is_a_recorded_game_for_each_number_of_seats_on_each_start_side() -> None:
    found = {(record(path).seats, record(path).options["start_side"]) for path in GAMES}
    assert found == {(seats, side) for seats in RULESET.seats for side in ("garden", "grand")}


def test_there_is_a_recorded_tie() -> None:
    assert any(len(outcome.winners) > 1 for path in GAMES if (outcome := record(path).outcome))
