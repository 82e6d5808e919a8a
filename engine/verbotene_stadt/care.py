"""What a careful player would play without search: a better first choice than at sight, too slow to play whole games with.

It weighs what it has seen of a claim, bribes whom it needs, sees every move that clears the way for its official, leads it
to where most pavilions are near, and bluffs only where being found out costs less than going on brings.
"""

from __future__ import annotations

import random
from functools import lru_cache
from typing import TYPE_CHECKING

from engine.verbotene_stadt.estimates import RED, award_gain, bluff_gain, ends_well, honest_gain
from engine.verbotene_stadt.moves import BELIEVE, DOUBT, AnyMove, Slide, slide
from engine.verbotene_stadt.policy import choose_bribe, clear_the_way, policy, preparations
from engine.verbotene_stadt.reach import Streets
from engine.verbotene_stadt.sliding import PAVILION, City
from engine.verbotene_stadt.suspicion import sees_through

if TYPE_CHECKING:
    from engine.verbotene_stadt.position import Position

CHOOSY = 6.0
"""How much it prefers an official that promises more; others are still left in doubt which one it is."""

BOLDNESS = 0.4
"""How much of what a bluff seems to bring it counts on."""


def favourite(view: Position, seat: int, rng: random.Random) -> AnyMove:
    """The move that the seat plays with some care."""
    match view.stage:
        case "answer":
            return DOUBT if sees_through(view, seat) else BELIEVE
        case "bribe":
            return choose_bribe(view, seat, rng, CHOOSY)
        case "move":
            return choose_slide(view, seat, rng)
    return policy(view, seat, rng)


def choose_slide(view: Position, seat: int, rng: random.Random) -> AnyMove:
    """An honest entry, a bluff, or the best move found that prepares an entry."""
    bribed = view.bribes[seat]
    wanted = ends_well(view, award_gain(view, seat, seat), seat)
    if wanted and view.can_enter(bribed):
        return slide(bribed, PAVILION)
    ready = preparations(view, bribed)
    going_on = RED[view.made] * honest_gain(view, seat, rng) * (0.9 if ready else 0.4)
    if view.bluffing and wanted and BOLDNESS * bluff_gain(view, seat, rng) > going_on:
        claims = [official for official in view.on_board if official != bribed and view.can_enter(official)]
        if claims:
            return slide(rng.choice(claims), PAVILION)
    if ready:
        return slide(bribed, max(ready, key=lambda end: outlook(view, bribed, end)))
    clearing = clearings(view.cells, view.pavilion, bribed, view.bluffing)
    return rng.choice(clearing) if clearing else clear_the_way(view, bribed, rng)


def outlook(view: Position, official: int, end: int) -> int:
    """How many pavilions the official can enter from a cell, once it is there."""
    return Streets(view.shut_city.changed(view.cells[official], end)).entries(end).bit_count()


@lru_cache(maxsize=64)
def clearings(cells: tuple[int, ...], pavilion: int, bribed: int, bluffing: bool) -> tuple[Slide, ...]:
    """The moves of other officials after which the bribed one can enter the pavilion.

    While bluffing is open its doors are open to the others too, and where a slide runs through one nobody can stop.
    """
    city = Streets.of(cells).city
    streets = City.of((cell for cell in cells if cell >= 0), pavilion) if bluffing else city
    return tuple(
        slide(official, end)
        for official, cell in enumerate(cells)
        if cell >= 0 and official != bribed
        for end in streets.ends(cell)
        if end != PAVILION and Streets(city.changed(cell, end)).entries(cells[bribed]) >> pavilion & 1
    )
