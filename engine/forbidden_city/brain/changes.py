"""The coins that a tile laid on a site would bring each seat or cost it, worked out from the site alone.

A tile changes the rooms that it touches and, because a room counts its neighbours, those that archways join to them.
"""

from engine.forbidden_city.brain.prospects import stakes
from engine.forbidden_city.brain.sites import EMPTY, FAR, OPEN, WALL, Near, Site
from engine.forbidden_city.rooms import DRAGON, standing
from engine.forbidden_city.scoring import pay
from engine.forbidden_city.tiles import Turned


class Sketch:
    """A room as it would be after the move."""

    __slots__ = ("advisors", "closed", "openings", "reaches", "size")

    def __init__(self, size: int, advisors: tuple[int, ...], openings: int, reaches: tuple[int, ...]) -> None:
        self.size, self.advisors, self.openings, self.reaches = size, advisors, openings, reaches
        self.closed = not openings
        """Whether it was closed before, and so paid."""

    def join(self, other: "Sketch") -> None:
        """Takes in another room. The two floors of a tile differ, so no tile is in both."""
        self.size += other.size
        self.advisors = tuple([mine + theirs for mine, theirs in zip(self.advisors, other.advisors, strict=True)])
        self.openings += other.openings - 2
        self.reaches += other.reaches


def change(site: Site, turned: Turned, seat: int, seats: int, stage: int) -> tuple[float, ...]:
    """What each seat may expect more, or less, once the seat has laid the tile there."""
    after, coins = sketched(site, turned, seat, seats), [0.0] * seats
    for near in site.touched:
        stake(coins, near.worth, near, stage, -1)
    for index, near in enumerate(site.far):
        if near.openings and (worth := watched(site, after, FAR + index, near)) != near.worth:
            stake(coins, near.worth, near, stage, -1)
            stake(coins, worth, near, stage, 1)
    for sketch in set(after):
        if sketch.closed or not any(sketch.advisors):
            continue
        worth = worth_of(sketch, site, after)
        stake(coins, worth, sketch, stage, 1)
        if not sketch.openings:
            for paid, whole in enumerate(pay(worth, sketch.advisors)):
                coins[paid] += whole
    return tuple(coins)


def stake(coins: list[float], worth: int, room: Near | Sketch, stage: int, sign: int) -> None:
    """Adds what each seat may expect of a room of that worth while it is open, or takes it away."""
    if room.openings:
        for seat, amount in stakes(worth, room.advisors, room.openings, stage):
            coins[seat] += sign * amount


def sketched(site: Site, turned: Turned, seat: int, seats: int) -> list[Sketch]:
    """The rooms as they would be: those touched by their numbers, then those of the tile's parts; one that joined another is that one."""
    after = [Sketch(near.size, near.advisors, near.openings, near.reaches) for near in site.touched]
    first = len(after)
    for part, count in enumerate(turned.advisors):
        sketch = Sketch(1 + DRAGON * turned.dragons[part], standing(seats, seat, count), turned.openings[part], ())
        sketch.closed = False
        after.append(sketch)
    for direction, there in enumerate(site.sides):
        side, mine = turned.sides[direction], first + turned.parts[direction]
        if there == EMPTY:
            continue
        if there == WALL:
            after[mine].openings -= side == "o"
            continue
        theirs, archway = (there - OPEN) // 2, (there - OPEN) % 2
        if side == "o" and not archway:
            merge(after, mine, theirs)
            continue
        after[mine].openings -= side == "o"
        after[theirs].openings -= not archway
        if side != "w":
            after[mine].reaches += (theirs,)
            after[theirs].reaches += (-1 - turned.parts[direction],)
    return after


def merge(after: list[Sketch], mine: int, theirs: int) -> None:
    """Makes one room of two, or shuts two open sides of a room that meet each other."""
    one, two = after[mine], after[theirs]
    if one is two:
        one.openings -= 2
        return
    two.join(one)
    after[:] = [two if sketch is one else sketch for sketch in after]


def worth_of(sketch: Sketch, site: Site, after: list[Sketch]) -> int:
    """A room's value after the move."""
    if not sketch.reaches:
        return sketch.size
    first = len(site.touched)
    reached = {after[first - 1 - to] if to < 0 else after[to] for to in sketch.reaches if to < FAR}
    reached.discard(sketch)
    far = {to for to in sketch.reaches if to >= FAR}
    return sketch.size + sum([other.size for other in reached]) + sum([site.far[to - FAR].size for to in far])


def watched(site: Site, after: list[Sketch], number: int, near: Near) -> int:
    """The value after the move of a room that counts some of those touched."""
    seen = [index for index, touched in enumerate(site.touched) if number in touched.reaches]
    rest = near.worth - sum([site.touched[index].size for index in seen])
    return rest + sum([sketch.size for sketch in {after[index] for index in seen}])
