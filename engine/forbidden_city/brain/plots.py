"""What is remembered of sites: what each tile would change there, and how each is laid best.

Most sites of a position were there before it, or are like others; so most moves are judged by what is remembered.
"""

from typing import NamedTuple

from engine.forbidden_city.box import TILES
from engine.forbidden_city.brain.changes import change
from engine.forbidden_city.brain.sites import Site
from engine.forbidden_city.tiles import Turned

MOST = 1 << 14
"""So many sites are remembered before all are forgotten."""


class Hand(NamedTuple):
    """A tile about to be laid: whose it is, at how large a table, and at what stage of the game."""

    tile: str
    seat: int
    seats: int
    stage: int


class Laid(NamedTuple):
    """A way to lay a tile, with the coins that it brings each seat, and the gain of its owner on the others."""

    gain: float
    turned: Turned
    coins: tuple[float, ...]


class Plot:
    """A site with what has been worked out for it."""

    __slots__ = ("best", "changes", "need", "site")

    def __init__(self, site: Site, need: int, changes: dict[tuple[object, ...], tuple[float, ...]]) -> None:
        self.site, self.need, self.changes = site, need, changes
        self.best: dict[Hand, Laid | None] = {}

    def change(self, turned: Turned, hand: Hand) -> tuple[float, ...]:
        """The coins that the tile laid here would bring each seat or cost it, whatever its floors are."""
        key = (turned.sides, turned.parts, turned.advisors, turned.dragons, *hand[1:])
        found = self.changes.get(key)
        if found is None:
            found = self.changes[key] = change(self.site, turned, hand.seat, hand.seats, hand.stage)
        return found

    def lay(self, hand: Hand) -> Laid | None:
        """How the tile gains its owner most on the others, or loses least; None where it does not fit."""
        ways = [laid(turned, self.change(turned, hand), hand.seat) for turned in TILES.tiles[hand.tile].fitting[self.need]]
        self.best[hand] = best = max(ways, key=lambda way: way.gain, default=None)
        return best


def laid(turned: Turned, coins: tuple[float, ...], seat: int) -> Laid:
    return Laid(coins[seat] - (sum(coins) - coins[seat]) / (len(coins) - 1), turned, coins)


PLOTS: dict[Site, dict[int, Plot]] = {}
"""The plots by what a tile would meet there, and by what the cell needs of it."""


def plot(site: Site, need: int) -> Plot:
    """What is remembered of a site."""
    alike = PLOTS.get(site)
    if alike is None:
        if len(PLOTS) >= MOST:
            PLOTS.clear()
        alike = PLOTS[site] = {}
    found = alike.get(need)
    if found is None:
        shared = next(iter(alike.values())).changes if alike else {}
        found = alike[need] = Plot(site, need, shared)
    return found
