"""What an official reaches by slides, from run to run, and on what that depends.

>>> lines = [0] * 2 * SIZE
>>> found, looked = reach(lines, 112, 0)
>>> f"{found.doors:b}", looked[:2]
('101010100', [7, 22])
"""

from collections.abc import Sequence

from engine.verbotene_stadt.box import SIZE
from engine.verbotene_stadt.runs import COLUMN, LINES, ROW, Place, line_runs, run_name


class Reach:
    """What one official reaches."""

    __slots__ = ("crossed", "doors", "ends", "touches")

    def __init__(self, crossed: Sequence[Place], doors: int, touches: int) -> None:
        self.crossed = crossed
        """Where to look for the run that crosses at each place where it can stop."""
        self.doors = doors
        """The pavilions to whose doors it comes, as bits."""
        self.touches = touches
        """The cells, as bits, on which all this depends: nobody comes to one or leaves one, and it stays as it is."""
        self.ends: tuple[int, ...] | None = None
        """Every end of a move, once somebody has asked."""

    @property
    def stops(self) -> set[int]:
        """The cells where it can stop, its own perhaps among them."""
        return {LINES[line][place] for line, place in self.crossed}


def reach(lines: Sequence[int], start: int, pavilion: int) -> tuple[Reach, list[int]]:
    """What the official on `start` reaches while a pavilion stands open, and the lines that were looked at, one after the other.

    A run that has been reached never needs to be reached again: both its ends are known, and so is every run that
    crosses them. The runs through `start` are reached first; `start` cuts each in two, known by their low ends.
    """
    row, column = ROW[start], COLUMN[start]
    known = {row: line_runs(row, lines[row], pavilion), column: line_runs(column, lines[column], pavilion)}
    across, down = known[row][column - SIZE], known[column][row]
    seen = {across.name, down.name}
    if across.high != start:
        seen.add(run_name(start + 1, across=True))
    if down.high != start:
        seen.add(run_name(start + SIZE, across=False))
    todo, doors, touches = [*across.crossing, *down.crossing], across.doors | down.doors, across.touches | down.touches
    for line, place in todo:
        if line not in known:
            known[line] = line_runs(line, lines[line], pavilion)
        run = known[line][place]
        if run.name not in seen:
            seen.add(run.name)
            doors |= run.doors
            touches |= run.touches
            todo += run.crossing
    return Reach(todo, doors, touches), [*known]
