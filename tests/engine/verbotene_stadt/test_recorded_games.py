"""Recorded games: each way that a game can go has one, and all replay move by move to their outcome."""

from dataclasses import replace
from pathlib import Path

import pytest

from engine.errors import GameError
from engine.record import read
from engine.replaying import replay
from engine.verbotene_stadt import RULESET
from tests.engine.verbotene_stadt.ways import GAMES, WAYS, kind_of, ways_of


def test_no_way_lacks_its_recorded_game() -> None:
    assert sorted(path.stem for path in GAMES.glob("*.txt")) == sorted(WAYS)


@pytest.mark.parametrize("path", sorted(GAMES.glob("*.txt")), ids=lambda path: path.stem)
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


FIRST_VERSION = sorted((GAMES / "version_1").glob("*.txt"))


@pytest.mark.parametrize("path", FIRST_VERSION, ids=lambda path: path.stem)
def test_a_game_of_the_first_version_replays_by_the_rules_of_its_time(path: Path) -> None:
    record = read(path.read_text())
    assert record.version == 1
    *_, (last, _) = replay(record)
    assert last.outcome == record.outcome


def test_by_the_rules_of_today_some_games_of_the_first_version_go_wrong() -> None:
    def goes_on(path: Path) -> bool:
        try:
            return bool(list(replay(replace(read(path.read_text()), version=2))))
        except GameError:
            return False

    assert not all(goes_on(path) for path in FIRST_VERSION)
