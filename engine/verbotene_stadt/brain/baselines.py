"""Simple players that strength is measured against, each with one habit at claims and answers; they are no opponents for people.

Whatever a habit says nothing about is played as `care` does it, only without bluffs: so they lose by their habit alone.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from engine.ai.opponent import Budget, View
from engine.verbotene_stadt.brain.care import prepare
from engine.verbotene_stadt.brain.estimates import RED, award_gain, bluff_stakes, doubts, ends_well, expected
from engine.verbotene_stadt.brain.policy import choose_bribe, policy, preparations
from engine.verbotene_stadt.brain.suspicion import doubt_chance
from engine.verbotene_stadt.moves import BELIEVE, DOUBT, AnyMove, slide
from engine.verbotene_stadt.officials import NOBODY
from engine.verbotene_stadt.sliding import PAVILION

if TYPE_CHECKING:
    from engine.verbotene_stadt.position import Position

Habit = Callable[["Position", int, random.Random], AnyMove]


@dataclass(frozen=True)
class Creature:
    """A player of habit."""

    slide: Habit
    answer: Habit

    def choose(self, view: View, moves: Sequence[Any], budget: Budget) -> Any:
        position: Any = view.position
        rng = random.Random(budget.seed)
        match position.stage:
            case "move":
                return self.slide(position, view.seat, rng)
            case "answer":
                return self.answer(position, view.seat, rng)
            case "bribe":
                return choose_bribe(position, view.seat, rng)
        return policy(position, view.seat, rng)


def believe(view: Position, seat: int, rng: random.Random) -> AnyMove:
    return BELIEVE


def doubt(view: Position, seat: int, rng: random.Random) -> AnyMove:
    return DOUBT


def weigh(view: Position, seat: int, rng: random.Random) -> AnyMove:
    """Doubts as at sight: by how often the other was caught."""
    return DOUBT if view.doubter == NOBODY and doubts(view, seat, rng) else BELIEVE


def enter_honestly(view: Position, seat: int, rng: random.Random) -> AnyMove:
    """Enters with its bribe as soon as it can, and never with another."""
    bribed = view.bribes[seat]
    if view.can_enter(bribed) and ends_well(view, award_gain(view, seat, seat), seat):
        return slide(bribed, PAVILION)
    return prepare(view, seat, rng)


def enter_with_anybody(view: Position, seat: int, rng: random.Random) -> AnyMove:
    """Enters with somebody else whenever it may."""
    claims = false_claims(view, seat)
    return slide(rng.choice(claims), PAVILION) if claims else enter_honestly(view, seat, rng)


def lead_the_flock(view: Position, seat: int, rng: random.Random) -> AnyMove:
    """Leads somebody else to the door, and enters with an official that it has itself moved."""
    bribed, own = view.bribes[seat], view.moved[seat]
    if view.can_enter(bribed) or not view.bluffing:
        return enter_honestly(view, seat, rng)
    led = [official for official in false_claims(view, seat) if official in own]
    if led:
        return slide(rng.choice(led), PAVILION)
    for official in rng.sample(view.on_board, len(view.on_board)):
        ready = preparations(view, official) if official != bribed else []
        if ready:
            return slide(official, rng.choice(ready))
    return enter_honestly(view, seat, rng)


def read_the_other(view: Position, seat: int, rng: random.Random) -> AnyMove:
    """Knows how likely `hard` doubts each claim, and makes the one that brings most."""
    bribed, gain = view.bribes[seat], award_gain(view, seat, seat)
    claims = false_claims(view, seat)
    if not claims or not ends_well(view, gain, seat):
        return enter_honestly(view, seat, rng)
    stakes = bluff_stakes(view, seat)

    def worth(official: int) -> float:
        return expected(stakes, chance_of_doubt(view.play(seat, slide(official, PAVILION))))

    best = max(rng.sample(claims, len(claims)), key=worth)
    others = gain if view.can_enter(bribed) else RED[view.made] * gain * (0.9 if preparations(view, bribed) else 0.4)
    return slide(best, PAVILION) if worth(best) > others else enter_honestly(view, seat, rng)


def chance_of_doubt(claimed: Position) -> float:
    """How likely somebody doubts the claim that has just been made."""
    believed = 1.0
    while claimed.stage == "answer":
        believed *= 1 - doubt_chance(claimed, claimed.asked)
        claimed = claimed.play(claimed.asked, BELIEVE)
    return 1 - believed


def false_claims(view: Position, seat: int) -> list[int]:
    """The officials that the seat could bluff with."""
    if not view.bluffing:
        return []
    return [official for official in view.on_board if official != view.bribes[seat] and view.can_enter(official)]


BASELINES = {
    "believer": Creature(policy, believe),
    "doubter": Creature(policy, doubt),
    "bluffer": Creature(enter_with_anybody, weigh),
    "honest": Creature(enter_honestly, believe),
    "shepherd": Creature(lead_the_flock, weigh),
    "reader": Creature(read_the_other, weigh),
}
