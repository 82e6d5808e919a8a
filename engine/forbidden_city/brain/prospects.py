"""The coins that each seat may expect in the end, and what share of the win they promise.

An open room counts as what it would pay now, times the chance that it will be closed at all, which falls with each of its
openings. So a player who trusts this keeps rooms with a majority small and nearly closed, lets them reach large neighbours
through archways, and opens up the rooms of others.
"""

import math
from collections.abc import Sequence
from functools import cache, lru_cache

from engine.forbidden_city.box import LEFT_OVER, TILES
from engine.forbidden_city.position import Position
from engine.forbidden_city.rooms import Board
from engine.forbidden_city.scoring import coins_left, pay

CLOSING = (
    (0.25, 0.16, 0.06, 0.03, 0.00),
    (0.52, 0.32, 0.25, 0.22, 0.20),
    (0.68, 0.45, 0.36, 0.30, 0.25),
    (0.70, 0.50, 0.40, 0.33, 0.28),
    (0.75, 0.55, 0.45, 0.38, 0.30),
)
"""How likely a room with one opening, two and so on is to be closed for those ahead in it: a row for the last tiles, then for ever more.

Fitted to how 250 games of two seats and 120 of four went on, then made steeper by hand. The best of four tables that were tried: at a
glance it beat one chance for all stages 59 to 41 in 200 games, in which the others had 54 to 59."""

CENTRES = (0.075, 0.225, 0.4, 0.6, 0.85)
"""The shares of the tiles that are left in each row."""

EIGHTHS = 8

ALL_LAID = {seats: seats * (len(TILES.names(seats)) - LEFT_OVER) for seats in (2, 3, 4)}

SURE, UNSURE = 4.0, 0.5
"""How many coins ahead are e times as likely to win: at the end, and more for each tile left."""


def prospects(position: Position) -> list[float]:
    """The coins that each seat may expect in the end, but for the rooms that nobody is in yet."""
    coins = expected(position.board, position.scores, stage_of(position.rest))
    return [ahead + leftover(rest) for ahead, rest in zip(coins, position.rest, strict=True)]


def expected(board: Board, scores: Sequence[int], stage: int) -> list[float]:
    """The coins that each seat has and may expect of the rooms that are open."""
    coins = [float(score) for score in scores]
    nobody = (0,) * len(coins)
    for name, room in board.rooms.items():
        if room.openings and room.advisors != nobody:
            worth = board.worth(name) if room.beyond else room.size
            for seat, share in stakes(worth, room.advisors, room.openings, stage):
                coins[seat] += share
    return coins


def stage_of(rests: Sequence[tuple[str, ...]]) -> int:
    """How many tiles are left to be laid, in eighths of all of them."""
    left = sum([len(rest) for rest in rests]) - LEFT_OVER * len(rests)
    return EIGHTHS * left // ALL_LAID[len(rests)]


@lru_cache(maxsize=1 << 16)
def stakes(worth: int, advisors: tuple[int, ...], openings: int, stage: int) -> tuple[tuple[int, float], ...]:
    """What each seat that would be paid for an open room may expect of it."""
    likely = closing(openings, stage)
    return tuple((seat, likely * paid) for seat, paid in enumerate(pay(worth, advisors)) if paid)


@cache
def closing(openings: int, stage: int) -> float:
    """How likely a room is to be closed for those who are ahead in it.

    In whole 1024ths, so that sums come out the same to the last bit in whatever order the rooms are added up.
    """
    far = min(max((stage + 0.5) / EIGHTHS, CENTRES[0]), CENTRES[-1])
    late = max(row for row, centre in enumerate(CENTRES[:-1]) if centre <= far)
    blend = (far - CENTRES[late]) / (CENTRES[late + 1] - CENTRES[late])
    column = min(openings, len(CLOSING[0])) - 1
    return round(1024 * ((1 - blend) * CLOSING[late][column] + blend * CLOSING[late + 1][column])) / 1024


@lru_cache(maxsize=1 << 14)
def leftover(rest: tuple[str, ...]) -> float:
    """What the tiles that stay with a seat bring on average."""
    return LEFT_OVER * sum(map(coins_left, rest)) / len(rest)


def spread(rests: Sequence[tuple[str, ...]]) -> float:
    """How many coins ahead are e times as likely to win, while those tiles are not laid."""
    return SURE + UNSURE * sum(map(len, rests))


def shares(coins: Sequence[float], wide: float) -> tuple[float, ...]:
    """Each seat's share of the win with so many coins to expect."""
    best = max(coins)
    weights = [math.exp((mine - best) / wide) for mine in coins]
    whole = sum(weights)
    return tuple([weight / whole for weight in weights])
