"""Recorded games: each way that a game can go has one, and all replay move by move to their outcome."""

from pathlib import Path

import pytest

from engine.record import read, replay
from engine.verbotene_stadt import RULESET
from tests.engine.verbotene_stadt.ways import GAMES, WAYS, kind_of, ways_of


def test_no_way_lacks_its_recorded_game() -> None:
    assert sorted(path.stem for path in GAMES.iterdir()) == sorted(WAYS)


@pytest.mark.parametrize("path", sorted(GAMES.iterdir()), ids=lambda path: path.stem)
def test_a_recorded_game_replays_and_goes_the_way_it_is_named_for(path: Path) -> None:
    record = read(path.read_text())
    assert str(record) == path.read_text()
    position = RULESET.start(record.seats, record.options)
    ways = {kind_of(position)}
    for after, line in replay(record):
        ways |= set(ways_of(position, RULESET.read_move(line.move, position, line.actor), after))
        position = after
    assert path.stem in ways
    assert position.outcome is not None
    assert position.outcome.reason == "fifteen_exiled"
