"""Moves that are played on from in heats: the best one stays longest, and a glance decides where nothing was tried."""

import random
from collections.abc import Iterator, Sequence

import pytest

from engine.ai.brain import Run
from engine.ai.opponent import Budget
from engine.ai.search.candidate import Candidate
from engine.ai.search.clock import Clock
from engine.ai.search.heats import Course, Heats
from tests.engine.ai.toys import Bets, Clueless


class Dice:
    """Bets decided by one throw for all of them."""

    def round(self, moves: Sequence[str], rng: random.Random) -> Iterator[Run]:
        thrown = rng.randrange(10)
        for move in moves:
            yield Run(float(thrown < int(move.split()[1])), (1, "pays") if thrown < 5 else None, 3)


class Gambler(Clueless):
    """Sees no difference between bets, but can play them out."""

    def runs(self, view: Bets, seat: int, steps: int) -> Dice:
        return Dice()


def run(bets: tuple[int, ...], nodes: int, course: Course = Course(trust=0.5)) -> list[Candidate]:
    position = Bets(bets)
    return Heats(Gambler(), position, 0, course, random.Random(1)).run(position.moves(0), Clock(Budget(nodes=nodes)))


@pytest.mark.parametrize("bets", [(2, 7, 4), (1, 5, 9), (8, 3)])
def test_the_best_bet_stays_longest(bets: tuple[int, ...]) -> None:
    found = run(bets, nodes=600)
    assert found[0].move == f"bet {max(bets)}"
    assert found[0].visits == max(candidate.visits for candidate in found)


def test_what_is_clearly_worse_drops_out() -> None:
    best, *_, worst = run((9, 8, 1), nodes=2000)
    assert worst.move == "bet 1"
    assert worst.visits < best.visits / 2


def test_without_time_the_glance_decides() -> None:
    assert [candidate.visits for candidate in run((2, 9, 4), nodes=3)] == [1, 1, 1]


def test_only_the_best_at_a_glance_are_tried() -> None:
    found = run((2, 9, 4), nodes=300, course=Course(moves=2))
    assert [candidate.visits > 1 for candidate in found] == [True, True, False]


def test_every_move_judged_on_the_way_is_a_node() -> None:
    clock = Clock(Budget(nodes=20))
    Heats(Gambler(), Bets((2, 9)), 0, Course(), random.Random(1)).run(["bet 2", "bet 9"], clock)
    assert clock.nodes >= 20


def test_the_expected_reply_is_the_one_that_came_most_often() -> None:
    assert {candidate.line for candidate in run((8, 9), nodes=200)} == {((1, "pays"),)}
