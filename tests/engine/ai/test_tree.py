"""Tree search finds the known solution of games small enough to have one."""

import random
from typing import Any

import pytest

from engine.ai.opponent import Budget
from engine.ai.search.clock import Clock
from engine.ai.search.tree import Forest, Manner
from tests.engine.ai.toys import Bets, Clueless, Cups, Duel, Nim

MANNER = Manner(opening=9.0, trust=0.0, first_look=False)


def best(position: Any, seat: int, nodes: int = 800, manner: Manner = MANNER, seed: int = 1) -> str:
    forest = Forest(Clueless(), position.view(seat), seat, manner, random.Random(seed))
    found = forest.grow(position.moves(seat), Clock(Budget(nodes=nodes)))
    return str(found[0].move)


@pytest.mark.parametrize("heap", [5, 6, 7, 9, 10, 11])
@pytest.mark.parametrize("seat", [0, 1])
def test_it_leaves_a_multiple_of_four(heap: int, seat: int) -> None:
    assert best(Nim(heap, seat), seat, nodes=2000) == f"take {heap % 4}"


@pytest.mark.parametrize("bets", [(2, 7, 4), (9, 1, 3), (1, 5, 8)])
def test_it_takes_the_better_bet(bets: tuple[int, ...]) -> None:
    assert best(Bets(bets), 0) == f"bet {max(bets)}"


@pytest.mark.parametrize(("right", "cup"), [(8, "right"), (2, "left")])
@pytest.mark.parametrize("coin", ["left", "right"])
def test_it_points_where_the_coin_is_likely_wherever_it_is(right: int, cup: str, coin: str) -> None:
    assert best(Cups(right, coin), 0) == f"point {cup}"


def test_it_plays_the_choice_that_no_secret_choice_can_beat() -> None:
    assert best(Duel(), 0) == "high"
    assert best(Duel(("low", None)), 1) == "high"
    assert best(Duel((None, "middle")), 0) == "high"


def test_the_same_seed_and_nodes_give_the_same_thoughts() -> None:
    def thoughts(seed: int) -> list[Any]:
        forest = Forest(Clueless(), Cups(6, "left").view(0), 0, MANNER, random.Random(seed))
        return forest.grow(["point left", "point right"], Clock(Budget(nodes=300)))

    assert thoughts(4) == thoughts(4)
    assert thoughts(4) != thoughts(5)


@pytest.mark.parametrize(("mistake", "reply"), [("take 1", "take 1"), ("take 3", "take 3")])
def test_the_expected_reply_to_a_mistake_punishes_it(mistake: str, reply: str) -> None:
    forest = Forest(Clueless(), Nim(6), 0, MANNER, random.Random(1))
    found = forest.grow(Nim(6).moves(0), Clock(Budget(nodes=2000)))
    assert {candidate.move: candidate.line for candidate in found}[mistake] == ((1, reply),)


def test_luck_is_no_reply() -> None:
    forest = Forest(Clueless(), Bets((3, 5)), 0, MANNER, random.Random(1))
    assert [candidate.line for candidate in forest.grow(["bet 3", "bet 5"], Clock(Budget(nodes=50)))] == [(), ()]
