"""The script that works out Cathedral's opening: it tries every place, lets each side begin as told, and goes on where it stopped."""

from engine.cathedral.brain.opening import FILE
from engine.cathedral.moves import read_text
from tests.bench.opening import Trial, places, rows_known, written

PLACE, DARK, LIGHT = read_text("cathedral@c1n"), read_text("academy@g4n"), read_text("tavern@a1n")


def test_turned_and_mirrored_there_are_28_places() -> None:
    assert len(places()) == 28


def test_games_of_one_beginning_differ() -> None:
    trial = Trial((PLACE,), [DARK])
    trial.play(nodes=80, games=3)
    assert len(set(trial.leads)) > 1


def test_what_one_side_begins_with_decides_the_game_with_the_rest_the_same() -> None:
    first, second, again = Trial((PLACE,), [DARK]), Trial((PLACE, LIGHT), [DARK]), Trial((PLACE,), [DARK])
    for trial in (first, second, again):
        trial.play(nodes=12, games=2)
    assert first.leads == again.leads
    assert first.leads != second.leads


def test_replies_that_are_known_are_read_back() -> None:
    known = rows_known(FILE.read_text())
    assert known
    assert rows_known("\n" + written("replies", list(known.values()))) == known
