"""Who is paid what: for a closed room by majority, and at the end for the tiles left over.

>>> pay(12, (0, 1, 3, 2)), pay(7, (2, 2, 1)), pay(15, (0, 4, 1, 1))
((0, 0, 12, 6), (3, 3, 0), (0, 15, 0, 0))
"""

from typing import NamedTuple

from engine.forbidden_city.box import TILES
from engine.forbidden_city.rooms import DRAGON, Board

ADVISOR_LEFT: int = TILES.box["advisor_left"]
DRAGON_LEFT: int = TILES.box["dragon_left"]


class Scoring(NamedTuple):
    """A closed room paid out."""

    number: int
    """Which tile closed it, counted over all seats from 1."""
    seat: int
    """Who laid that tile."""
    floor: str
    cell: int
    """The first cell of the room."""
    tiles: int
    dragons: int
    neighbours: tuple[int, ...]
    """The sizes of the rooms that its archways reached then, the largest first."""
    paid: tuple[int, ...]
    """What each seat got."""

    @property
    def worth(self) -> int:
        return self.tiles + DRAGON * self.dragons + sum(self.neighbours)


def scored(board: Board, name: int, number: int, seat: int) -> Scoring:
    """A room closed by the seat with that tile, paid out on the board as it stands now."""
    room = board.rooms[name]
    sizes = tuple(sorted((board.rooms[other].size for other in board.neighbours(name)), reverse=True))
    paid = pay(room.size + sum(sizes), room.advisors)
    return Scoring(number, seat, room.floor, min(room.cells), len(room.cells), room.dragons, sizes, paid)


def pay(worth: int, advisors: tuple[int, ...]) -> tuple[int, ...]:
    """What each seat gets for a room of that worth ("Scoring")."""
    most = max(advisors)
    if not most:
        return (0,) * len(advisors)
    if advisors.count(most) > 1:
        return tuple(worth // 2 if count == most else 0 for count in advisors)
    second = max(count for count in advisors if count != most) if len(advisors) > 1 else 0
    halves = second > 0 and advisors.count(second) == 1
    return tuple(worth if count == most else worth // 2 if halves and count == second else 0 for count in advisors)


def coins_left(name: str) -> int:
    """What a tile left over at the end brings."""
    tile = TILES.tiles[name]
    return ADVISOR_LEFT * sum(tile.advisors) + DRAGON_LEFT * sum(tile.dragons)
