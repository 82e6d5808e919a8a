"""A recorded game for every way to end and every turn of events; each file's name says what happens in it."""

from pathlib import Path
from typing import Any, NamedTuple

import pytest

from engine.cathedral import RULESET
from engine.cathedral.position import Position
from engine.core import Json
from engine.record import read
from engine.replaying import replay

RECORDS = Path(__file__).parent / "records"


class Event(NamedTuple):
    """A move of a recorded game, as JSON, with the positions before and after it."""

    before: Position
    move: Json
    after: Position


def events(name: str) -> list[Event]:
    """The recorded game, checked move by move."""
    record = read((RECORDS / f"{name}.record").read_text())
    before: Any = RULESET.start(record.seats, record.options)
    found = []
    for after, line in replay(record):
        move = RULESET.read_move(line.move, before, line.actor)
        found.append(Event(before, RULESET.move_json(before, line.actor, move), after))
        before = after
    assert record.outcome == before.outcome is not None
    return found


def winners(game: list[Event]) -> tuple[int, ...]:
    outcome = game[-1].after.outcome
    assert outcome is not None
    assert outcome.reason == "neither_can_place"
    return outcome.winners


def mover(event: Event) -> int:
    assert event.before.to_move is not None
    return event.before.to_move


HAPPENINGS = {
    "light_wins": lambda game: winners(game) == (0,),
    "dark_wins": lambda game: winners(game) == (1,),
    "draw": lambda game: winners(game) == (0, 1),
    "places_everything": lambda game: any(not game[-1].after.remaining(seat) for seat in (0, 1)),
    "skipped_for_several_turns": lambda game: sum(event.after.skipped is not None for event in game) >= 3,
    "capture_taken": lambda game: any(taken["seat"] is not None for event in game for taken in event.move["takes"]),
    "capture_left": lambda game: any(event.move["leaves"] for event in game),
    "cathedral_removed": lambda game: any(taken["seat"] is None for event in game for taken in event.move["takes"]),
    "two_regions_in_one_move": lambda game: any(event.move["takes"] and event.move["leaves"] for event in game),
    "territory_changes_hands": lambda game: any(
        event.before.territory[1 - mover(event)] & event.after.territory[mover(event)] for event in game
    ),
    "after_dark": lambda game: [mover(event) for event in game[:3]] == [1, 0, 0],
}


@pytest.mark.parametrize("name", HAPPENINGS)
def test_the_recorded_game_replays_and_is_what_it_is_called(name: str) -> None:
    game = events(name)
    winners(game)
    assert HAPPENINGS[name](game)


def test_no_recorded_game_is_missing_or_unknown() -> None:
    assert {path.stem for path in RECORDS.iterdir()} == set(HAPPENINGS)
