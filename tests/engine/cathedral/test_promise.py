"""What placements promise before they are tried agrees with what they do."""

import random
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest

from engine.cathedral.box import DARK, LIGHT
from engine.cathedral.brain.promise import RELIEF, Promise
from engine.cathedral.city import bit
from engine.cathedral.placements import PLACEMENTS
from engine.cathedral.position import Position
from engine.cathedral.reading import read
from engine.cathedral.setup import start
from engine.grid import read_square

PUZZLES = Path(__file__).parent.parent / "ai" / "puzzles"


def positions(seed: int) -> Iterator[tuple[Position, int]]:
    """The positions of a random game in which a building is to be placed, with the side to place it."""
    rng, position = random.Random(seed), start(2, {"cathedral": "first"})
    while position.to_move is not None:
        if not position.cathedral_waits:
            yield position, position.to_move
        position = position.play(position.to_move, rng.choice(position.placements(position.to_move)))


def worth(promise: Promise, index: int) -> float:
    """What the rules give for a placement, in the units of the promise."""
    position, seat = promise.position, promise.seat
    total = 0.0
    for region, prize in position.claims(seat, PLACEMENTS[seat][index]):
        total += promise.gain * (region & ~position.territory[seat]).bit_count()
        total += promise.prize * prize.squares.bit_count() if prize else 0.0
    return total


@pytest.mark.parametrize("seed", range(3))
def test_a_promised_gain_is_what_the_placement_fences_in(seed: int) -> None:
    for position, seat in positions(seed):
        promise = Promise(position, seat)
        for gain in promise.gains(seat):
            assert gain.worth == pytest.approx(worth(promise, gain.number))


def test_hardly_any_gain_is_overlooked() -> None:
    """Only where a region was closed before, and left or protected, may a gain be missed."""
    promised = real = 0
    for position, seat in positions(4):
        promise = Promise(position, seat)
        real += sum(1 for placement in position.open_placements(seat) if worth(promise, placement.index))
        promised += sum(1 for gain in promise.gains(seat) if gain.worth)
    assert real > 100
    assert 0.95 * real <= promised <= real


def test_the_best_placements_are_those_that_promise_most() -> None:
    for position, seat in positions(5):
        promise = Promise(position, seat)
        promises = promise.all()
        assert len(promises) == len(position.open_placements(seat))
        found = [promises[placement.index] for placement in promise.best(6)]
        assert found == sorted(found, reverse=True)
        if len(promises) < 80:
            assert found == sorted(promises.values(), reverse=True)[:6]


def the_other_side_then_gains(promise: Promise, index: int) -> float:
    """The most that the other side could fence in right after a placement, judged as the promise judges it."""
    other, after = 1 - promise.seat, promise.position.play(promise.seat, PLACEMENTS[promise.seat][index].move)
    if after.to_move != other:
        return 0.0
    return max((worth(Promise(after, other), placement.index) for placement in after.open_placements(other)), default=0.0)


def test_what_a_placement_saves_the_other_side_cannot_fence_in() -> None:
    """Less than promised may be saved only where the placement itself becomes a prize, or the other side has found new ground."""
    held = tried = 0
    for position, seat in positions(6):
        promise = Promise(position, seat)
        threats = promise.gains(1 - seat)
        most = max((threat.worth for threat in threats), default=0.0)
        saved = sorted(promise.saved().items(), key=lambda each: -each[1])[:3]
        for index, relief in saved:
            tried += 1
            held += the_other_side_then_gains(promise, index) <= most - 0.5 * relief / RELIEF
    assert tried >= 20
    assert held >= 0.8 * tried


def test_a_second_building_saves_one_that_is_about_to_be_taken() -> None:
    puzzle = tomllib.loads((PUZZLES / "cathedral_second_building.toml").read_text(encoding="utf-8"))
    position = read(puzzle["position"])
    promise = Promise(position, LIGHT)
    assert max(promise.gains(DARK)).refuge & bit(*read_square("a2")), "dark could take the infirmary next"
    assert str(promise.best(1)[0]) == "inn@a2n"
