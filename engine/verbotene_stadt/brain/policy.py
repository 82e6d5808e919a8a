"""How a seat plays at sight, from its own view: quick enough for playouts, mixed where the game is one of deceit.

Honest entries first; then a bluff when it promises more than going on; then a move after which the bribed official can
enter; bribes go to officials that reach many pavilions that pay.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from functools import lru_cache
from itertools import accumulate
from typing import TYPE_CHECKING, NamedTuple
from weakref import WeakKeyDictionary

from engine.verbotene_stadt.brain import hands
from engine.verbotene_stadt.brain.estimates import RED, award_gain, best_take, bluff_gain, doubts, ends_well
from engine.verbotene_stadt.brain.hands import Hands
from engine.verbotene_stadt.bribes import barred_bribe
from engine.verbotene_stadt.moves import BELIEVE, DECLINE, DOUBT, STOP, TAKE_ALL, AnyMove, Bribe, Take, bribe, slide
from engine.verbotene_stadt.officials import AWAY, NOBODY
from engine.verbotene_stadt.sliding import PAVILION, City
from engine.verbotene_stadt.turn import ends, may_stop

if TYPE_CHECKING:
    from engine.verbotene_stadt.position import Position

TRIES = 60
"""How many moves of other officials are tried in search of one that clears the way."""

SELDOM = 0.02
"""How likely an official is bribed that promises nothing, against one that promises a point."""

CHOOSY = 3.0
"""How much an official is preferred that promises more; the choosier, the more seldom one that promises less."""

LEAST = 0.3
"""What a pavilion promises at least."""


class Temper(NamedTuple):
    """What people are like who play at sight."""

    trust: float = 0.0
    """How many honest claims it credits everybody with, beyond those that it has seen."""
    daring: float = 1.0
    """How often it bluffs where that seems to bring most."""


SOBER = Temper()


def policy(view: Position, seat: int, rng: random.Random, temper: Temper = SOBER) -> AnyMove:
    """The move that the seat plays at sight."""
    match view.stage:
        case "bribe":
            return choose_bribe(view, seat, rng)
        case "move":
            return choose_slide(view, seat, rng, temper.daring)
        case "answer":
            return DOUBT if view.doubter == NOBODY and doubts(view, seat, rng, temper.trust) else BELIEVE
    return choose_card(view, seat)


def choose_card(view: Position, seat: int) -> AnyMove:
    """The card worth most, or all of them; none, where that is possible and taking any would help somebody else."""
    moves = view.moves(seat)
    if TAKE_ALL in moves:
        return TAKE_ALL if award_gain(view, seat, seat) > 0 else DECLINE
    gain, wanted = best_take(view, [move for move in moves if isinstance(move, Take)], seat)
    return DECLINE if DECLINE in moves and gain < 0 else wanted


def choose_bribe(view: Position, seat: int, rng: random.Random) -> Bribe:
    """An official drawn among those that reach most."""
    offers, weights = bribe_lots(view.entries, barred_bribe(view, seat), view.hands, view.teams, view.generous, seat)
    (chosen,) = rng.choices(offers, cum_weights=weights)
    return bribe(chosen)


@lru_cache(maxsize=1 << 12)
def bribe_lots(
    entries: tuple[int, ...], barred: int | None, bits: Hands, teams: bool, generous: bool, seat: int
) -> tuple[tuple[int, ...], tuple[float, ...]]:
    """The officials to draw one from, and their weights added up."""
    pays = payments(bits, teams, generous, seat)
    likings = {reached: SELDOM + pays[reached >> 1] ** CHOOSY for reached in set(entries)}
    offers = tuple([official for official, reached in enumerate(entries) if reached != AWAY and official != barred])
    return offers, tuple(accumulate([likings[entries[official]] for official in offers]))


def bribe_promises(view: Position, seat: int) -> tuple[float, ...]:
    """Per official the sum of what the pavilions pay that it can enter in one move."""
    return promises_of(view.entries, view.hands, view.teams, view.generous, seat)


@lru_cache(maxsize=1 << 12)
def promises_of(entries: tuple[int, ...], bits: Hands, teams: bool, generous: bool, seat: int) -> tuple[float, ...]:
    """The same, from as little as it depends on, so that it can be remembered."""
    pays = payments(bits, teams, generous, seat)
    return tuple([pays[reached >> 1] for reached in entries])


@lru_cache(maxsize=1 << 12)
def payments(bits: Hands, teams: bool, generous: bool, seat: int) -> list[float]:
    """What every set of pavilions pays, by the set as bits, pavilion 1 the first."""
    sums = [0.0]
    for gain in hands.own_award_gains(bits, teams, generous, seat):
        pays = max(LEAST, gain)
        sums += [others + pays for others in sums]
    return sums


def choose_slide(view: Position, seat: int, rng: random.Random, daring: float = 1.0) -> AnyMove:
    """An honest entry, a bluff, or a move that prepares one."""
    bribed = view.bribes[seat]
    gain = award_gain(view, seat, seat)
    wanted = ends_well(view, gain, seat)
    if wanted and view.can_enter(bribed):
        return slide(bribed, PAVILION)
    ready = preparations(view, bribed)
    going_on = RED[view.made] * gain * (0.9 if ready else 0.4)
    if view.bluffing and wanted and rng.random() < daring and bluff_gain(view, seat, rng) > going_on:
        claims = [official for official, reached in enumerate(view.entries) if reached >> view.pavilion & 1 and official != bribed]
        if claims:
            return slide(rng.choice(claims), PAVILION)
    if ready:
        return slide(bribed, rng.choice(ready))
    return clear_the_way(view, bribed, rng)


def preparations(view: Position, official: int) -> tuple[int, ...]:
    """The cells that the official can move to and enter the active pavilion from with its next move."""
    known, asked = PREPARING.setdefault(view.city, {}), (view.cells[official], view.pavilion)
    if asked not in known:
        known[asked] = preparing(view.city, *asked)
    return known[asked]


PREPARING: WeakKeyDictionary[City, dict[tuple[int, int], tuple[int, ...]]] = WeakKeyDictionary()
"""What was found out about preparations in a city, by cell and pavilion; forgotten with the city."""


def preparing(city: City, start: int, pavilion: int) -> tuple[int, ...]:
    """The cells that an official can move to and enter the pavilion from with its next move."""
    ends = city.ends(start, pavilion)
    if PAVILION not in ends:
        # Where slides lead from here, slides lead from their ends too. So only a single step can help.
        steps = city.steps(start)
        ends = tuple(end for end in ends if end in steps)
    return tuple([end for end in ends if end != PAVILION and city.changed(start, end).can_enter(end, pavilion)])


def clear_the_way(view: Position, bribed: int, rng: random.Random) -> AnyMove:
    """A move of another official after which the bribed one can enter, if one is found soon; else none if possible, or any."""
    others, open_to_them = [official for official in view.on_board if official != bribed], view.pavilion if view.bluffing else 0
    city, cells, start = view.city, view.cells, view.cells[bribed]
    touches, known = city.known(start).touches, dict[int, Sequence[int]]()
    fallback = NOBODY, 0
    for _ in range(TRIES):
        official = rng.choice(others)
        stops = known.get(official)
        if stops is None:
            stops = known[official] = [end for end in city.ends(cells[official], open_to_them) if end != PAVILION]
        if not stops:
            continue
        end = rng.choice(stops)
        fallback = official, end
        matters = (touches >> cells[official] | touches >> end) & 1
        if matters and city.changed(cells[official], end).can_enter(start, view.pavilion):
            return slide(official, end)
    if may_stop(view):
        return STOP
    stops = [end for end in ends(view, bribed) if end != PAVILION]
    return slide(bribed, rng.choice(stops)) if stops else slide(*fallback)
