"""Every level plays every ruleset: legally, in time, repeatably, and without knowing what its seat may not know."""

import gc
import random
import time
from functools import cache
from itertools import islice
from typing import Any

import pytest

from engine.ai.brain import brain
from engine.ai.contest import Entrant, contest
from engine.ai.levels import LEVELS, opponent
from engine.ai.opponent import Budget, View
from engine.ai.search.clock import Clock
from engine.ai.thinker import Thinker
from engine.core import CHANCE, Position
from engine.rulesets import NAMES, ruleset
from tests.engine.walk import Step, Table, tables, walk


def decisions(table: Table, seed: int, count: int) -> list[Step]:
    """Some decisions of a random game, spread over its first 200 moves."""
    return random.Random(seed).sample(made(table.ruleset, table.seats, tuple(table.options.items())), count)


@cache
def made(name: str, seats: int, options: tuple[tuple[str, Any], ...]) -> list[Step]:
    steps = islice(walk(Table(name, seats, dict(options)), seed=5), 200)
    return [step for step in steps if step.actor != CHANCE]


def chosen(name: str, level: str, position: Position[Any], seat: int, budget: Budget) -> Any:
    return opponent(name, level).choose(View(ruleset(name), seat, position.view(seat)), position.moves(seat), budget)


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("table", tables(), ids=str)
def test_a_choice_is_always_a_legal_move(table: Table, level: str) -> None:
    for position, seat, _ in decisions(table, seed=5, count=3):
        assert chosen(table.ruleset, level, position, seat, Budget(nodes=9, seed=1)) in position.moves(seat)


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("name", NAMES)
def test_the_same_seed_and_nodes_give_the_same_choice(name: str, level: str) -> None:
    for position, seat, _ in decisions(Table(name, 2, {}), seed=6, count=3):
        again = ruleset(name).read(str(position))
        budget = Budget(nodes=12, seed=9)
        assert chosen(name, level, position, seat, budget) == chosen(name, level, again, seat, budget)


@pytest.mark.parametrize("name", NAMES)
def test_random_play_tries_everything(name: str) -> None:
    ((position, seat, _),) = decisions(Table(name, 2, {}), seed=8, count=1)
    view, moves = View(ruleset(name), seat, position.view(seat)), position.moves(seat)
    played = {opponent(name, "random").choose(view, moves, Budget(seed=seed)) for seed in range(400)}
    assert len(played) > min(len(moves), 100) / 2


@pytest.mark.parametrize("seconds", [0.05, 0.25])
@pytest.mark.parametrize("level", ["easy", "medium", "hard"])
@pytest.mark.parametrize("name", NAMES)
def test_the_deadline_is_kept(name: str, level: str, seconds: float) -> None:
    """Measured in the time this process got, so that a busy machine does not count as an overrun."""
    for position, seat, _ in decisions(Table(name, 2, {}), seed=10, count=3):
        view, moves, player = View(ruleset(name), seat, position.view(seat)), position.moves(seat), opponent(name, level)
        busy, budget = time.process_time(), Budget(seconds)
        player.choose(view, moves, budget)
        assert time.process_time() - busy <= 1.1 * seconds + 0.005


@pytest.mark.parametrize("name", NAMES)
def test_no_garbage_is_collected_during_a_thought(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    position, seat, _ = next(step for step in decisions(Table(name, 2, {}), seed=11, count=12) if len(step[0].moves(step[1])) > 1)
    player, view, moves = opponent(name, "hard"), View(ruleset(name), seat, position.view(seat)), position.moves(seat)
    collected: list[bool] = []
    think = Thinker.think
    monkeypatch.setattr(Thinker, "think", lambda *given: collected.append(gc.isenabled()) or think(*given))
    assert gc.isenabled()
    player.choose(view, moves, Budget(nodes=20, seed=1))
    assert collected == [False]
    assert gc.isenabled()


@pytest.mark.parametrize("level", ["easy", "medium", "hard"])
@pytest.mark.parametrize("name", NAMES)
def test_a_choice_does_not_depend_on_what_the_seat_may_not_know(name: str, level: str) -> None:
    rng = random.Random(3)
    for position, seat, _ in decisions(Table(name, 2, {}), seed=12, count=4):
        other = brain(name).guess(position.view(seat), seat, rng)
        budget = Budget(nodes=12, seed=4)
        assert chosen(name, level, position, seat, budget) == chosen(name, level, other, seat, budget)


@pytest.mark.parametrize("level", ["medium", "hard"])
@pytest.mark.parametrize("name", NAMES)
def test_an_opponent_says_what_it_thinks_of_its_moves(name: str, level: str) -> None:
    for position, seat, _ in decisions(Table(name, 2, {}), seed=14, count=2):
        player: Any = opponent(name, level)
        thoughts = player.consider(View(ruleset(name), seat, position.view(seat)), position.moves(seat), Budget(nodes=12, seed=1))
        assert thoughts
        assert {thought.move for thought in thoughts} <= set(position.moves(seat))
        assert all(0 <= thought.estimate <= 1 for thought in thoughts)


@pytest.mark.parametrize(("name", "nodes"), [("cathedral", 300), ("forbidden_city", 600), ("verbotene_stadt", 40)])
def test_a_strong_opponent_says_which_reply_it_expects(name: str, nodes: int) -> None:
    choices = [step for step in decisions(Table(name, 2, {}), seed=15, count=12) if len(step[0].moves(step[1])) > 1]
    for position, seat, _ in choices[:2]:
        player: Any = opponent(name, "hard")
        thoughts = player.consider(View(ruleset(name), seat, position.view(seat)), position.moves(seat), Budget(nodes=nodes, seed=1))
        actor, move = next((actor, move) for actor, move in thoughts[0].line if actor != seat)
        assert actor == 1 - seat
        assert str(move)


@pytest.mark.parametrize(("stronger", "weaker"), [("easy", "random"), ("medium", "random")])
def test_a_level_of_cathedral_beats_chance_from_either_side(stronger: str, weaker: str) -> None:
    first, second = (Entrant(opponent("cathedral", level), nodes=60) for level in (stronger, weaker))
    for seed in range(2):
        assert contest("cathedral", [first, second], {}, seed).shares == (1.0, 0.0)
        assert contest("cathedral", [second, first], {}, seed).shares == (0.0, 1.0)


def test_an_unknown_level_is_a_key_error() -> None:
    with pytest.raises(KeyError):
        opponent("cathedral", "divine")


def test_of_few_moves_none_is_overlooked() -> None:
    thinker = Thinker(brain("cathedral"), overlooks=0.9, grasps=20)
    rng = random.Random(1)
    assert sorted(thinker.noticed(range(20), rng)) == list(range(20))
    assert len(thinker.noticed(range(1000), rng)) < 200


def test_who_has_noticed_only_ways_to_leave_something_still_plays_one() -> None:
    steps = (step for seed in range(20) for step in walk(Table("cathedral", 2, {}), seed))
    position, seat, leaving = next(
        (position, seat, leaving) for position, seat, _ in steps if (leaving := [move for move in position.moves(seat) if move.leave])
    )
    assert opponent("cathedral", "easy").choose(View(ruleset("cathedral"), seat, position), leaving, Budget(seed=1)) in leaving


@pytest.mark.parametrize("name", NAMES)
def test_a_search_is_measured_as_the_benches_do(name: str) -> None:
    """They count the nodes of a thought about nothing that was played yet."""
    position, seat, _ = next(step for step in decisions(Table(name, 2, {}), seed=16, count=12) if len(step[0].moves(step[1])) > 1)
    hard, clock = opponent(name, "hard"), Clock(Budget(nodes=20))
    assert isinstance(hard, Thinker)
    assert hard.think(View(ruleset(name), seat, position.view(seat)), position.moves(seat), clock, random.Random(1))
    assert clock.nodes > 0
