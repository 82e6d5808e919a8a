"""What is foreseen of a move is exactly what is there once it is played."""

import pytest

from engine.forbidden_city.brain import BRAIN
from engine.forbidden_city.brain.foresight import Foresight
from engine.forbidden_city.moves import Lay
from tests.engine.walk import Table, walk

TABLES = [Table("forbidden_city", seats, {"start_side": side}) for seats in (2, 3, 4) for side in ("garden", "grand")]


@pytest.mark.parametrize("table", TABLES, ids=str)
def test_every_move_is_judged_as_if_it_were_played(table: Table) -> None:
    seen = 0
    for position, actor, move in walk(table, seed=5):
        if not isinstance(move, Lay):
            continue
        share = Foresight(position, actor).share
        for other in position.moves(actor)[seen % 7 :: 7]:
            assert isinstance(other, Lay)
            assert share(other) == BRAIN.evaluate(position.play(actor, other))[actor]
            seen += 1
    assert seen > 300


def test_the_last_tile_is_played_because_it_ends_the_game() -> None:
    steps = [step for step in walk(Table("forbidden_city", 2, {}), seed=2) if isinstance(step.move, Lay)]
    assert BRAIN.foresee(steps[-1].position, steps[-1].actor) is None
    assert BRAIN.foresee(steps[-2].position, steps[-2].actor) is not None
