"""How officials slide, the one hard idea: straight until something stops them, then on at a right angle, as often as wished.

All that matters of a position is, for every cell, its run across and its run down: see `runs`. A slide runs through a door exactly if
it goes along the run that the door closes; so one search with all doors shut tells all pavilions that an official can enter.

>>> city = City.of([cell_of("c2"), cell_of("h8"), cell_of("h12")])
>>> [end_name(end) for end in city.ends(cell_of("h8"))][:6]
['d1', 'f1', 'j1', 'l1', 'm1', 'd2']
>>> [end_name(end) for end in city.path(cell_of("h8"), cell_of("d1"))]
['h8', 'd8', 'd1']
>>> [number for number in BOX.pavilions if City.of(map(cell_of, ["h5", "e8", "k8", "h8"])).can_enter(cell_of("h8"), number)]
[2, 4, 6, 8]
"""

from collections.abc import Iterable, Sequence

from engine.errors import BadNotation
from engine.grid import read_square, square_name
from engine.sentences import quoted
from engine.verbotene_stadt.box import AREA, BOX, SIZE
from engine.verbotene_stadt.memo import Memo
from engine.verbotene_stadt.officials import AWAY
from engine.verbotene_stadt.reach import Reach, reach
from engine.verbotene_stadt.runs import ACROSS, DOWN, STREETS, Run, line_runs, lines_of
from engine.verbotene_stadt.runs import PAVILION as PAVILION
from engine.verbotene_stadt.sentences import SENTENCES

ONE_STEP = {cell: BOX.neighbours[cell] for cell in (*BOX.yellow, *BOX.grey)}
"""Where an official on a yellow or grey-yellow space can be moved instead of sliding."""

REACHES: Memo[Reach] = Memo(most=1 << 13)
"""What was found in some city: more than one decision asks for."""


def cell_of(name: str) -> int:
    """The street cell of that name; raises BadNotation."""
    x, y = read_square(name)
    if x >= SIZE or y >= SIZE or x + SIZE * y not in STREETS:
        raise BadNotation.of(SENTENCES.say("notation.street", {"text": quoted(name), "last": chr(96 + SIZE), "rows": SIZE}))
    return x + SIZE * y


def end_name(end: int) -> str:
    """Where a slide can end, in words: a cell, or `pavilion`."""
    return "pavilion" if end >= AREA else square_name(end % SIZE, end // SIZE)


class City:
    """The streets while some cells are taken; it never changes, and what was asked about it is remembered."""

    __slots__ = ("__weakref__", "all", "earlier", "lines", "moved", "next", "own")

    def __init__(self, lines: tuple[int, ...], earlier: dict[int, Reach], moved: int = 0) -> None:
        self.lines = lines
        """Which cells of each line are taken, as bits."""
        self.earlier, self.moved = earlier, moved
        """What was known of officials at some time before, and the cells, as bits, where somebody has come or gone since."""
        self.own: dict[int, Reach] = {}
        """What was found out about this city alone."""
        self.all: tuple[Sequence[int], tuple[int, ...]] = (), ()
        """The cells that `all_entries` was asked about last, and its answer."""
        self.next: dict[tuple[int, int], City] = {}
        """The cities that came of it more than once."""

    @classmethod
    def of(cls, taken: Iterable[int]) -> "City":
        lines = lines_of(frozenset(taken))
        return CITIES.get(lines) or remembered(cls(lines, {}))

    def changed(self, gone: int, come: int) -> "City":
        """The city after whoever stands on a cell has left it, and somebody has come to another one; negative for no cell."""
        after = self.next.get((gone, come))
        return after or self.changed_anew(gone, come)

    def changed_anew(self, gone: int, come: int) -> "City":
        lines, moved = list(self.lines), self.moved
        for cell in (gone, come):
            if cell >= 0:
                for line, place in (ACROSS[cell], DOWN[cell]):
                    lines[line] ^= 1 << place
                moved |= 1 << cell
        found = CITIES.get(tuple(lines))
        if found:
            self.next[gone, come] = found
        return found or remembered(City(tuple(lines), self.earlier, moved))

    def taken(self, cell: int) -> bool:
        line, place = ACROSS[cell]
        return bool(self.lines[line] >> place & 1)

    def ends(self, start: int, pavilion: int = 0) -> tuple[int, ...]:
        """Every end of a move of the official on `start`, in order; PAVILION last, when it can enter the one that stands open.

        Ruling: "its start at this turn" means the start of this move. So it never ends there, but may pass it.
        """
        found = self.known(start)
        enters = found.doors >> pavilion & 1
        if enters:
            found = self.found(start, pavilion)
        if found.ends is None:
            stops = found.stops.union(self.steps(start)) - {start}
            found.ends = (*sorted(stops), *[PAVILION] * enters)
        return found.ends

    def entries(self, start: int) -> int:
        """The pavilions that the official on `start` could enter with one move if they stood open, as bits."""
        return self.known(start).doors

    def all_entries(self, cells: Sequence[int]) -> tuple[int, ...]:
        """The same for officials on all of these cells, AWAY for each that is none; it stays known while nothing changes that matters."""
        asked, entries = self.all
        if asked != cells:
            now = {start: self.known(start) for start in cells if start >= 0}
            entries = tuple([now[cell].doors if cell >= 0 else AWAY for cell in cells])
            # In this order, so that another thread in between believes too little rather than too much.
            self.earlier = now
            self.moved, self.own = 0, {}
            self.all = cells, entries
        return entries

    def can_enter(self, start: int, pavilion: int) -> bool:
        """Whether the official on `start` could enter the pavilion with one move if it stood open."""
        return bool(self.known(start).doors >> pavilion & 1)

    def known(self, start: int) -> Reach:
        """What the official on `start` reaches while all doors are shut."""
        found = self.earlier.get(start)
        if found and not found.touches & self.moved:
            return found
        found = self.own.get(start)
        if found is None:
            found = self.own[start] = self.found(start)
        return found

    def found(self, start: int, pavilion: int = 0) -> Reach:
        """The same while a pavilion stands open: found out now, or some time in a city where all that matters was the same."""
        question = start + AREA * pavilion
        found = REACHES.find(question, self.lines)
        if found is None:
            found, looked = reach(self.lines, start, pavilion)
            REACHES.keep(question, looked, self.lines, found)
        return found

    def steps(self, start: int) -> list[int]:
        """Where the official can be moved by a single step."""
        return [cell for cell in ONE_STEP.get(start, ()) if not self.taken(cell)]

    def path(self, start: int, end: int, pavilion: int = 0) -> list[int]:
        """The cells where a shortest way turns, from start to end, by number of legs; empty when there is none.

        Of equally short ways the first in the order north, south, west, east of its legs. PAVILION means any open door.
        """
        if end in self.steps(start):
            return [start, end]
        left = self.changed(start, -1)
        before: dict[tuple[int, str], tuple[int, str]] = {}
        todo = [(start, "")]
        for here in todo:
            cell, came = here
            if before and (cell == end or end == PAVILION <= cell):
                return corners(here, before)
            for axis in ("down", "across") if cell < AREA else ():
                run = left.run(cell, axis, pavilion)
                fresh = [(stop, axis) for stop in (run.low, run.high) if axis != came and stop != cell and (stop, axis) not in before]
                before |= dict.fromkeys(fresh, here)
                todo += fresh
        return []

    def run(self, cell: int, axis: str, pavilion: int = 0) -> Run:
        """The run across or down through a cell, were the cell itself free."""
        line, place = ACROSS[cell] if axis == "across" else DOWN[cell]
        return line_runs(line, self.lines[line], pavilion)[place]


def remembered(city: City) -> City:
    """The same city, which is found again where games played on in thought come back to it; all are forgotten once there are too many."""
    if len(CITIES) >= MOST_CITIES:
        for known in CITIES.values():
            known.next.clear()  # else whoever holds one of them would hold all that ever came of it
        CITIES.clear()
    CITIES[city.lines] = city
    return city


CITIES: dict[tuple[int, ...], City] = {}
"""The cities by their lines."""
MOST_CITIES = 1 << 12


def corners(here: tuple[int, str], before: dict[tuple[int, str], tuple[int, str]]) -> list[int]:
    """The cells on the way that led here, the first one first."""
    way = [here]
    while way[-1][1]:
        way.append(before[way[-1]])
    return [cell for cell, _ in reversed(way)]
