"""What a placement would cut off, remembered for each set of own squares, is what the rules would give."""

import pytest

from engine.cathedral.brain.fences import fences
from engine.cathedral.brain.judgement import catch
from engine.cathedral.placements import PLACEMENTS
from engine.cathedral.position import Position
from engine.cathedral.territory import claims
from tests.engine.cathedral.test_promise import positions


def enclosed(position: Position, seat: int, index: int) -> set[int]:
    """The regions with at most one foreign building that a placement would enclose, by the rules."""
    placement = PLACEMENTS[seat][index]
    return {claim.region for claim in claims(position.covered[seat] | placement.squares, placement, position.foreign(seat))}


@pytest.mark.parametrize("seed", range(3))
def test_every_region_said_to_be_enclosed_is_one_by_the_rules(seed: int) -> None:
    checked = 0
    for position, seat in positions(seed):
        for closing in fences(seat, position.covered[seat]).among(position.room[seat]):
            alone = [region for region in closing.regions if sum(bool(each.squares & region) for each in position.foreign(seat)) < 2]
            assert set(alone) <= enclosed(position, seat, closing.placement.index)
            checked += len(alone)
    assert checked > 50


def test_what_encloses_most_comes_first_whoever_asked_for_what_before() -> None:
    for position, seat in positions(4):
        known = fences(seat, position.covered[seat])
        list(known.among(position.room[seat] & -position.room[seat]))
        sizes = [closing.squares for closing in known.among(position.room[seat])]
        assert sizes == sorted(sizes, reverse=True)


def test_the_best_catch_is_the_most_that_a_placement_brings_by_the_rules() -> None:
    """Regions closed before, and left or protected, may bring more than is seen; nothing ever brings less."""
    exact = tried = 0
    for position, seat in positions(5):
        brought = 0
        for placement in position.open_placements(seat):
            if placement.squares & ~position.territory[seat]:
                spoils = [
                    (region & ~position.territory[seat]).bit_count() + (2 * prize.squares.bit_count() if prize else 0)
                    for region, prize in position.claims(seat, placement)
                ]
                brought = max(brought, sum(spoils))
        assert catch(position, seat) <= brought
        tried, exact = tried + 1, exact + (catch(position, seat) == brought)
    assert exact >= 0.9 * tried
