"""Playing on at sight finds better moves than sight alone, and keeps the favourite where it cannot tell."""

import random
from typing import Any

import pytest

from engine.ai.opponent import Budget
from engine.ai.search.clock import Clock
from engine.ai.search.rehearsal import Rehearsal, Stage, drawn
from tests.engine.ai.toys import Bets, Clueless, Cups, Nim, Toy


class Hasty(Clueless):
    """Plays the first move it sees."""

    def policy(self, view: Toy, seat: int, rng: random.Random) -> str:
        return view.moves(seat)[0]


def best(position: Any, nodes: int, seed: int = 1) -> str:
    rehearsal = Rehearsal(Hasty(), position.view(0), 0, Stage(), random.Random(seed))
    return str(rehearsal.rehearse(position.moves(0), Clock(Budget(nodes=nodes)))[0].move)


@pytest.mark.parametrize("bets", [(2, 7, 4), (1, 5, 9)])
def test_a_better_bet_than_the_first_is_found(bets: tuple[int, ...]) -> None:
    assert best(Bets(bets), nodes=600) == f"bet {max(bets)}"


def test_without_time_the_favourite_is_played() -> None:
    assert best(Bets((2, 9)), nodes=0) == "bet 2"


def test_between_equals_the_favourite_is_played() -> None:
    assert best(Bets((5, 5)), nodes=200) == "bet 5"
    assert {best(Bets((10, 9)), nodes=40, seed=seed) for seed in range(5)} == {"bet 10"}


@pytest.mark.parametrize("nodes", [3, 7, 60])
def test_an_estimate_is_a_share_of_the_win_however_little_was_tried(nodes: int) -> None:
    rehearsal = Rehearsal(Hasty(), Bets((2, 9, 1)), 0, Stage(caution=5.0), random.Random(1))
    for candidate in rehearsal.rehearse(Bets((2, 9, 1)).moves(0), Clock(Budget(nodes=nodes))):
        assert 0 <= candidate.estimate <= 1


@pytest.mark.parametrize("coin", ["left", "right"])
def test_it_points_where_the_coin_is_likely_wherever_it_is(coin: str) -> None:
    assert best(Cups(9, coin), nodes=200) == "point right"


def test_the_expected_reply_is_what_the_other_seat_plays_at_sight() -> None:
    rehearsal = Rehearsal(Hasty(), Nim(9), 0, Stage(), random.Random(1))
    found = rehearsal.rehearse(Nim(9).moves(0), Clock(Budget(nodes=60)))
    assert [candidate.line for candidate in found] == [((1, "take 1"),)] * 3


def test_luck_is_no_reply() -> None:
    rehearsal = Rehearsal(Hasty(), Bets((3, 5)), 0, Stage(), random.Random(1))
    assert {candidate.line for candidate in rehearsal.rehearse(["bet 3", "bet 5"], Clock(Budget(nodes=60)))} == {()}


def test_a_discreet_brain_is_shown_the_whole_position_and_any_other_only_a_view() -> None:
    class Discreet(Hasty):
        def at_sight(self, position: Toy, seat: int, rng: random.Random) -> str:
            seen.append(position)
            return self.policy(position.view(seat), seat, rng)

    seen: list[Toy] = []
    for mind in (Hasty(), Discreet()):
        rehearsal = Rehearsal(mind, Nim(9), 0, Stage(), random.Random(1))
        assert {found.line for found in rehearsal.rehearse(Nim(9).moves(0), Clock(Budget(nodes=60)))} == {((1, "take 1"),)}
        assert bool(seen) == isinstance(mind, Discreet)


def test_chance_does_what_the_library_would_draw() -> None:
    odds = [("black", 3), ("red", 1), ("dragon", 2)]
    moves, weights = zip(*odds, strict=True)
    one, other = random.Random(4), random.Random(4)
    assert [drawn(odds, one) for _ in range(200)] == [other.choices(moves, weights)[0] for _ in range(200)]


def test_a_careful_brain_chooses_its_favourite_with_care() -> None:
    class Prudent(Hasty):
        def favourite(self, view: Toy, seat: int, rng: random.Random) -> str:
            return view.moves(seat)[-1]

    for careful, move in ((False, "bet 2"), (True, "bet 9")):
        rehearsal = Rehearsal(Prudent(), Bets((2, 9)), 0, Stage(careful=careful), random.Random(1))
        assert [found.move for found in rehearsal.rehearse(["bet 2", "bet 9"], Clock(Budget(nodes=0)))] == [move]


def test_looking_back_the_move_played_is_tried_and_kept_unless_another_is_clearly_better() -> None:
    def looked_back(bets: tuple[int, ...], played: str) -> list[str]:
        rehearsal = Rehearsal(Hasty(), Bets(bets), 0, Stage(moves=2, caution=2.0), random.Random(1))
        return [found.move for found in rehearsal.rehearse(Bets(bets).moves(0), Clock(Budget(nodes=600)), played)]

    assert looked_back((5, 4, 5, 5), "bet 5")[0] == "bet 5"
    assert looked_back((9, 8, 1), "bet 1") == ["bet 9", "bet 8", "bet 1"]


def test_looking_back_at_what_is_drawn_by_lot_every_move_is_tried() -> None:
    class Lottery(Hasty):
        def favourite(self, view: Toy, seat: int, rng: random.Random) -> str:
            return view.moves(seat)[0]

        def settled(self, view: Toy, seat: int, move: str) -> bool:
            return True

    stage, moves = Stage(moves=2, careful=True), Bets((2, 9, 4)).moves(0)
    for played, seen in ((None, {"bet 2"}), ("bet 4", {"bet 2", "bet 9", "bet 4"})):
        rehearsal = Rehearsal(Lottery(), Bets((2, 9, 4)), 0, stage, random.Random(1))
        assert {found.move for found in rehearsal.rehearse(moves, Clock(Budget(nodes=600)), played)} == seen


def test_looking_back_at_one_of_very_many_only_the_promising_ones_are_tried() -> None:
    """A whole round of hundreds would take longer than there is time, and nothing would be learnt."""

    class Lottery(Hasty):
        def favourite(self, view: Toy, seat: int, rng: random.Random) -> str:
            return view.moves(seat)[0]

        def settled(self, view: Toy, seat: int, move: str) -> bool:
            return True

    position = Bets(tuple(range(1, 10)))
    rehearsal = Rehearsal(Lottery(), position, 0, Stage(moves=3, careful=True), random.Random(1))
    found = rehearsal.rehearse(position.moves(0), Clock(Budget(nodes=60)), "bet 9")
    assert {candidate.move for candidate in found} >= {"bet 1", "bet 9"}
    assert len(found) <= 4
