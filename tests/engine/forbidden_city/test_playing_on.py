"""A game played on in thought is the game as the rules have it, and what is known of its empty cells is what is there."""

import random

import pytest

from engine.ai.search.glance import worth
from engine.core import CHANCE
from engine.forbidden_city.box import LEFT_OVER, TILES
from engine.forbidden_city.brain import BRAIN
from engine.forbidden_city.brain.playing_on import Runs, Thought, looked_at, stacked
from engine.forbidden_city.moves import Aside, Draw, Lay, Move
from engine.forbidden_city.position import Position
from tests.engine.walk import Table, walk

TABLES = [Table("forbidden_city", seats, {"start_side": side}) for seats in (2, 3, 4) for side in ("garden", "grand")]

STEPS = 30
"""So many tiles are laid in each thought."""


def holding(position: Position, stacks: list[tuple[str, ...]]) -> Position:
    """The position in which every seat holds the first tile of its stack."""
    assert all(sorted(stack) == sorted(rest) for stack, rest in zip(stacks, position.rest, strict=True))
    hands = tuple(stack[0] if len(stack) > LEFT_OVER else None for stack in stacks)
    return Position(position.setup, position.turn, position.board, hands, position.rest, position.aside, position.history, position.scores)


def follow(position: Position, thought: Thought, seat: int, move: Move) -> Position:
    """The position after the move, and after the draw from the stack of the thought, which has made the move already."""
    position = position.play(seat, move)
    return position.play(CHANCE, Draw(thought.stacks[seat][0])) if position.actors == (CHANCE,) else position


@pytest.mark.parametrize("table", TABLES, ids=str)
def test_tiles_laid_in_thought_lie_as_in_the_game(table: Table) -> None:
    rng, seen = random.Random(3), 0
    for position, actor, move in list(walk(table, seed=7))[::9]:
        if not isinstance(move, Lay):
            continue
        stacks = stacked(position, actor, rng)
        real = holding(position, stacks)
        thought = Thought(position, stacks, Runs(position, actor, 0).known)
        for _ in range(STEPS):
            if not real.actors:
                break
            (seat,) = real.actors
            laid = rng.choice(real.moves(seat))
            if isinstance(laid, Lay):
                thought.lay(seat, laid.cell, TILES.tiles[laid.tile].turned[laid.facing])
            else:
                assert isinstance(laid, Aside)
                thought.discard(seat)
            real = follow(real, thought, seat, laid)
            assert thought.board == real.board
            assert tuple(thought.scores) == real.scores
            assert thought.shares() == worth(BRAIN, real)
            assert thought.ground == {cell: looked_at(real.board, cell) for cell in real.board.frontier}
            seen += 1
    assert seen > 100


def test_what_is_thought_leaves_the_game_alone() -> None:
    position, seat, move = [step for step in walk(Table("forbidden_city", 3, {}), 3) if isinstance(step.move, Lay)][20]
    before = str(position), dict(position.board.rooms), dict(position.board.joined), dict(position.board.frontier)
    assert len(list(Runs(position, seat, 12).round(position.moves(seat)[:3], random.Random(1)))) == 3
    assert before == (str(position), position.board.rooms, position.board.joined, position.board.frontier)
    assert move in position.moves(seat)


def test_the_seat_lays_where_it_gains_most_at_sight() -> None:
    position, seat, _ = [step for step in walk(Table("forbidden_city", 2, {}), 4) if isinstance(step.move, Lay)][24]
    thought = Thought(position, stacked(position, seat, random.Random(1)), Runs(position, seat, 0).known)
    cell, way = thought.best(seat, position.hands[seat] or "")
    assert way is not None
    chosen = Lay(way.turned.name, cell, way.turned.facing)
    best = BRAIN.order(position, seat, position.moves(seat))[0]
    assert BRAIN.evaluate(position.play(seat, chosen)) == BRAIN.evaluate(position.play(seat, best))


def test_a_game_is_played_on_to_its_end_and_no_further() -> None:
    position, seat, move = [step for step in walk(Table("forbidden_city", 2, {}), 4) if isinstance(step.move, Lay)][-3]
    (run,) = Runs(position, seat, 50).round([move], random.Random(2))
    assert run.share in (0.0, 0.5, 1.0)
    assert run.reply is not None
    assert run.reply[0] == 1 - seat
