"""Alpha-beta search solves what can be solved, and stops when told to."""

import random
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cache
from typing import Self

import pytest

from engine.ai.opponent import Budget
from engine.ai.search.clock import Clock
from engine.ai.search.deepening import Beam, Search
from engine.core import Outcome
from tests.engine.ai.toys import Clueless, Nim, Toy


@dataclass(frozen=True)
class Maze(Toy):
    """Seats alternate for `length` moves among three; a made-up number for each whole path decides who wins, and how far ahead."""

    length: int
    seed: int
    path: str = ""

    @property
    def actors(self) -> tuple[int, ...]:
        return (len(self.path) % 2,) if len(self.path) < self.length else ()

    def moves(self, seat: int) -> Sequence[str]:
        return ["a", "b", "c"] if seat in self.actors else []

    def play(self, seat: int, move: str) -> Self:
        return replace(self, path=self.path + move)

    @property
    def outcome(self) -> Outcome | None:
        if self.actors:
            return None
        winner = random.Random(f"{self.seed}{self.path}").randrange(3)
        return Outcome((0, 0), (winner,) if winner < 2 else (0, 1), "out")


@cache
def solved(maze: Maze) -> float:
    """Seat 0's share with best play, by looking at everything."""
    if maze.outcome:
        return 1 / len(maze.outcome.winners) if 0 in maze.outcome.winners else 0.0
    (seat,) = maze.actors
    values = [solved(maze.play(seat, move)) for move in maze.moves(seat)]
    return max(values) if seat == 0 else min(values)


def search(nodes: int) -> Search:
    return Search(Clueless(), Beam((9,)), Clock(Budget(nodes=nodes)))


@pytest.mark.parametrize("seed", range(12))
@pytest.mark.parametrize("length", [3, 4, 5, 6])
def test_it_agrees_with_looking_at_everything(length: int, seed: int) -> None:
    maze = Maze(length, seed)
    found = search(100_000).deepen(maze, 0, maze.moves(0))
    assert found[0].estimate == solved(maze)
    assert solved(maze.play(0, found[0].move)) == solved(maze)


@pytest.mark.parametrize("seed", range(12))
@pytest.mark.parametrize("length", [4, 6])
def test_late_moves_are_followed_where_they_turn_out_better(length: int, seed: int) -> None:
    maze = Maze(length, seed)
    patient = Search(Clueless(), Beam((9, 1), late=(0, 2)), Clock(Budget(nodes=100_000)))
    found = patient.deepen(maze, 0, maze.moves(0))
    assert found[0].estimate == solved(maze)


def test_without_late_moves_a_narrow_search_is_deceived() -> None:
    """So that the test above can fail."""
    mazes = [Maze(6, seed) for seed in range(12)]
    narrow = [Search(Clueless(), Beam((9, 1)), Clock(Budget(nodes=100_000))).deepen(maze, 0, maze.moves(0))[0] for maze in mazes]
    assert any(found.estimate != solved(maze) for found, maze in zip(narrow, mazes, strict=True))


@pytest.mark.parametrize("heap", [5, 6, 7, 9, 14, 23])
@pytest.mark.parametrize("seat", [0, 1])
def test_it_leaves_a_multiple_of_four(heap: int, seat: int) -> None:
    found = search(20_000).deepen(Nim(heap, seat), seat, Nim(heap, seat).moves(seat))
    assert (found[0].move, found[0].estimate) == (f"take {heap % 4}", 1.0)


def test_it_stops_when_everything_is_known() -> None:
    thinking = search(1_000_000)
    thinking.deepen(Nim(10), 0, Nim(10).moves(0))
    assert thinking.clock.nodes < 1000


@pytest.mark.parametrize("nodes", [1, 2, 5, 17, 60])
def test_it_gives_every_move_once_however_soon_it_is_stopped(nodes: int) -> None:
    found = search(nodes).deepen(Nim(50), 0, Nim(50).moves(0))
    moves = [candidate.move for candidate in found]
    assert len(set(moves)) == len(moves) >= 1
    assert set(moves) <= set(Nim(50).moves(0))


def test_the_expected_line_leads_to_the_win() -> None:
    best = search(20_000).deepen(Nim(6), 0, Nim(6).moves(0))[0]
    end = Nim(6).play(0, best.move)
    for actor, move in best.line:
        assert move in end.moves(actor)
        end = end.play(actor, move)
    assert end.outcome is not None
    assert end.outcome.winners == (0,)


@pytest.mark.parametrize(("move", "reply"), [("take 1", "take 3"), ("take 2", "take 2"), ("take 3", "take 1")])
def test_a_lost_move_is_shown_with_its_refutation(move: str, reply: str) -> None:
    found = search(20_000).deepen(Nim(8), 0, Nim(8).moves(0))
    (line,) = [candidate.line for candidate in found if candidate.move == move]
    assert line[0] == (1, reply)
