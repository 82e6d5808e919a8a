"""What a careful player would play without search: a better first choice than at sight, too slow to play whole games with.

It weighs what it has seen of a claim, bribes whom it needs or whom the next seat will bribe, claims what wins most against how often it
was doubted so far, and prepares an entry so that the move does not tell for whom.
"""

from __future__ import annotations

import random
from functools import lru_cache
from math import exp, log
from typing import TYPE_CHECKING

from engine.verbotene_stadt.box import TERRACE
from engine.verbotene_stadt.brain.credulity import doubtfulness
from engine.verbotene_stadt.brain.estimates import RED, award_gain, expected, turns_in_a_row
from engine.verbotene_stadt.brain.policy import SELDOM, bribe_promises, preparations
from engine.verbotene_stadt.brain.stakes import bluff_stakes, card_share, honest_stakes, idle_share
from engine.verbotene_stadt.brain.suspicion import doubt_chance
from engine.verbotene_stadt.bribes import barred_bribe
from engine.verbotene_stadt.moves import BELIEVE, DOUBT, STOP, AnyMove, Bribe, Slide, slide
from engine.verbotene_stadt.officials import NOBODY
from engine.verbotene_stadt.sliding import PAVILION, City
from engine.verbotene_stadt.turn import ends, may_stop

if TYPE_CHECKING:
    from engine.verbotene_stadt.position import Position

OPEN_MINDED, KEEN = 1.0, 8.0
"""How much an official is preferred that promises more: by the seat that plays next, and by one that wants to bribe the same."""

CHOOSY = 3.0
"""How much others are thought to prefer an official that promises more."""

READY, UNREADY = 0.9, 0.4
"""How much of an award it counts on after one more move: where a move prepares its entry, and where none does."""

COVER = 2.0
"""How much a move is preferred that may as well be made for others as for the bribed official."""

DECOY = 0.1
"""How often a move is made for another official than the bribed one."""

SHY = 1.0
"""How much a move is avoided because it is the bribed official's own."""


def favourite(view: Position, seat: int, rng: random.Random) -> AnyMove:
    """The move that the seat plays with some care."""
    match view.stage:
        case "answer":
            return DOUBT if view.doubter == NOBODY and rng.random() < doubt_chance(view, seat) else BELIEVE
        case "bribe":
            return choose_bribe_with_care(view, seat, rng)
        case "move":
            return choose_slide(view, seat, rng)
    return max(view.moves(seat), key=lambda move: card_share(view, seat, move))


def choose_bribe_with_care(view: Position, seat: int, rng: random.Random) -> AnyMove:
    """An official drawn by how much the seat likes it."""
    likings = bribe_likings(view, seat)
    barred = barred_bribe(view, seat)
    offers = [official for official in view.on_board if official != barred]
    return Bribe(rng.choices(offers, [likings[official] for official in offers])[0])


def bribe_likings(view: Position, seat: int) -> list[float]:
    """How likely the seat bribes each official, one against the other.

    Whoever plays next takes any that reaches something: one that others foresee brings the award to them. The others foresee: they
    bribe whom the next seat most likely does, since of two that bribe the same official the award is not for the one whose turn it is.
    """
    following = view.active if view.again else view.after(view.active) if view.pavilion else seat
    choosy = OPEN_MINDED if following == seat else KEEN
    return [SELDOM + float(promise**choosy) for promise in bribe_promises(view, following)]


def choose_slide(view: Position, seat: int, rng: random.Random) -> AnyMove:
    """An honest entry, a bluff, or a move that prepares an entry, whichever seems to bring most.

    How likely a claim is doubted is drawn from what the answers so far allow: so whoever doubts little is bluffed often, and
    nobody can tell by the position whether this is a bluff.
    """
    bribed, ready = view.bribes[seat], view.can_enter(view.bribes[seat])
    doubted = doubtfulness(view, seat, rng) if view.bluffing else 0.0
    honest, idle = expected(honest_stakes(view, seat), doubted), idle_share(view, seat)
    last = len(view.exile) == TERRACE - 1
    if honest <= idle if last else award_gain(view, seat, seat) <= 0:
        return prepare(view, seat, rng)
    claims = [official for official in view.on_board if official != bribed and view.can_enter(official)] if view.bluffing else []
    if claims:
        near = READY if openings(view, bribed) else UNREADY
        waiting = idle + RED[view.made] * near * (honest - idle)
        if expected(bluff_stakes(view, seat, turns_in_a_row(view, doubted)), doubted) > (honest if ready else waiting):
            return slide(rng.choice(claims), PAVILION)
    return slide(bribed, PAVILION) if ready else prepare(view, seat, rng)


def prepare(view: Position, seat: int, rng: random.Random) -> AnyMove:
    """A move after which the bribed official can enter, and others too; now and then one made for somebody else."""
    bribed = view.bribes[seat]
    if rng.random() < DECOY:
        bribed = rng.choice([official for official in view.on_board if official != bribed])
    ways = openings(view, bribed)
    if ways:
        return rng.choices(ways, [exp(shelter(view, bribed, way)) for way in ways])[0]
    return STOP if may_stop(view) else any_slide(view, rng)


def any_slide(view: Position, rng: random.Random) -> AnyMove:
    """A move of any official that can make one without entering."""
    for official in rng.sample(view.on_board, len(view.on_board)):
        stops = [end for end in ends(view, official) if end != PAVILION]
        if stops:
            return slide(official, rng.choice(stops))
    raise AssertionError("somebody can always move")


def openings(view: Position, bribed: int) -> list[Slide]:
    """The moves after which the bribed official can enter the active pavilion: its own, and those that clear its way."""
    own = [slide(bribed, end) for end in preparations(view, bribed)]
    return own + list(clearings(view.cells, view.pavilion, bribed, None if view.bluffing else view.bribes[view.active]))


def shelter(view: Position, bribed: int, way: Slide) -> float:
    """How well a move that prepares the bribed official's entry hides which one it is made for.

    Whoever sees it will think of those that it brings to the door, and among them of those that promise most.
    """
    promises = bribe_promises(view, view.active)
    others = sum(liking(promises[official]) for official in brought(view, way) if official != bribed)
    return COVER * log(1 + others / liking(promises[bribed])) - SHY * (way.official == bribed)


def liking(promise: float) -> float:
    """How likely an official is bribed, one against the other, by what it promises."""
    return SELDOM + float(promise**CHOOSY)


def brought(view: Position, way: Slide) -> list[int]:
    """The officials that can enter after a move and could not before."""
    cell, bit = view.cells[way.official], 1 << view.pavilion
    after = view.city.changed(cell, way.end)
    return [
        official
        for official in view.on_board
        if after.entries(way.end if official == way.official else view.cells[official]) & bit and not view.can_enter(official)
    ]


@lru_cache(maxsize=64)
def clearings(cells: tuple[int, ...], pavilion: int, bribed: int, admitted: int | None) -> tuple[Slide, ...]:
    """The moves of other officials after which the bribed one can enter the pavilion.

    Its doors are open to the one that is admitted, or to all of them (None); and where a slide runs through one nobody can stop.
    """
    city = City.of(cell for cell in cells if cell >= 0)
    return tuple(
        slide(official, end)
        for official, cell in enumerate(cells)
        if cell >= 0 and official != bribed
        for end in city.ends(cell, pavilion if admitted in (None, official) else 0)
        if end != PAVILION and city.changed(cell, end).can_enter(cells[bribed], pavilion)
    )
