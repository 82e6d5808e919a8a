"""A thought is counted in processor time, and ends on the wall in any case."""

import time

from engine.ai.opponent import WALL, Budget
from engine.ai.search.clock import Clock


def taken(budget: Budget, pause: float) -> tuple[int, float]:
    """How many nodes a search looks at that has to wait for its processor before each, and how long it takes on the wall."""
    clock = Clock(budget)
    while clock.tick():
        time.sleep(pause)
    return clock.nodes, time.monotonic() - budget.started


def test_waiting_for_the_processor_is_not_counted() -> None:
    nodes, took = taken(Budget(0.05, wall=60.0), pause=0.002)
    assert took > 0.05
    assert nodes > 25


def test_a_thought_ends_when_its_processor_time_is_used_up() -> None:
    busy, clock = time.thread_time(), Clock(Budget(0.05, wall=60.0))
    while clock.tick():
        sum(range(1000))
    assert 0.045 <= time.thread_time() - busy <= 0.055


def test_no_thought_takes_more_than_three_times_as_long_on_the_wall() -> None:
    budget = Budget(0.05)
    assert budget.end == budget.started + WALL * 0.05
    _, took = taken(budget, pause=0.02)
    assert took >= 0.14


def test_a_clock_on_the_wall_may_leave_less() -> None:
    assert not Clock(Budget(5.0, wall=60.0)).late
    over = Clock(Budget(5.0, wall=60.0, started=time.monotonic() - 60.0))
    assert over.late
    assert not over.tick()


def test_where_nodes_are_counted_time_is_not() -> None:
    clock = Clock(Budget(0.001, nodes=3, started=time.monotonic() - 60.0))
    assert [clock.tick() for _ in range(4)] == [True, True, True, False]
