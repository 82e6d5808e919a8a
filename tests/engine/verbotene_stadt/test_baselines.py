"""Players of habit keep to it, and play legally with any number of seats."""

import random

import pytest

from engine.ai.contest import Entrant, contest
from engine.ai.levels import opponent
from engine.ai.opponent import Budget, View
from engine.verbotene_stadt import RULESET
from engine.verbotene_stadt.brain import BASELINES
from engine.verbotene_stadt.moves import BELIEVE, DOUBT, slide
from engine.verbotene_stadt.officials import number_of
from engine.verbotene_stadt.position import Position
from engine.verbotene_stadt.sliding import PAVILION
from tests.engine.verbotene_stadt.tables import READY, play, table

HONEST, BLUFF = slide(number_of("red-red"), PAVILION), slide(number_of("blue-blue"), PAVILION)


def chosen(name: str, position: Position, seat: int) -> object:
    view = View(RULESET, seat, position.view(seat))
    return BASELINES[name].choose(view, position.moves(seat), Budget(seed=1))


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("name", BASELINES)
def test_every_one_plays_a_whole_game(name: str, seats: int) -> None:
    other = Entrant(opponent("verbotene_stadt", "medium"))
    game = contest("verbotene_stadt", [Entrant(BASELINES[name]), *[other] * (seats - 1)], {}, seats)
    assert game.outcome.reason == "fifteen_exiled"


def test_habits_of_answering() -> None:
    asked = play(table(["red-red", "black-black"], at=READY, cards={0: "red-hat", 1: "blue-hat"}), "0 slide red-red pavilion")
    assert chosen("believer", asked, 1) == chosen("honest", asked, 1) == BELIEVE
    assert chosen("doubter", asked, 1) == DOUBT


def test_habits_of_claiming() -> None:
    door = {"red-red": "a13", "blue-blue": "c13"}
    ready = table(["red-red", "black-black"], at=door, cards={0: "red-hat", 1: "blue-hat"})
    assert chosen("honest", ready, 0) == HONEST
    assert ready.can_enter(number_of("red-red"))
    bluff = chosen("bluffer", ready, 0)
    assert isinstance(bluff, type(HONEST))
    assert (bluff.end, bluff.official != HONEST.official) == (PAVILION, True)


def test_a_shepherd_enters_with_whom_it_has_led() -> None:
    led = number_of("red-red")
    unled = table(["yellow-red", "black-black"], at=READY, cards={0: "red-hat", 1: "blue-hat"})
    assert chosen("shepherd", unled.but(moved=((led,), ())), 0) == HONEST
    move = chosen("shepherd", unled, 0)
    assert isinstance(move, type(HONEST))
    assert move.end != PAVILION
    assert move.official != number_of("yellow-red")


def test_a_reader_bluffs_exactly_where_it_will_be_believed(monkeypatch: pytest.MonkeyPatch) -> None:
    position = table(["yellow-red", "black-black"], at=READY, cards={0: "red-hat", 1: "blue-hat"})
    known = "engine.verbotene_stadt.brain.baselines.doubt_chance"
    monkeypatch.setattr(known, lambda _position, _seat: 0.0)
    assert getattr(chosen("reader", position, 0), "end", 0) == PAVILION
    monkeypatch.setattr(known, lambda _position, _seat: 0.9)
    assert getattr(chosen("reader", position, 0), "end", PAVILION) != PAVILION


def test_the_habit_of_never_doubting_loses_to_hard() -> None:
    hard, rng = Entrant(opponent("verbotene_stadt", "hard"), nodes=0), random.Random(1)
    pairs = [[hard, Entrant(BASELINES["honest"])], [Entrant(BASELINES["honest"]), hard]]
    points = sum(contest("verbotene_stadt", pairs[game % 2], {}, rng.getrandbits(32)).shares[game % 2] for game in range(12))
    assert points >= 7
