"""A building seen from above, as SVG paths: its outline with rounded corners, and hipped roofs lit from the north-west.

>>> outline([(0, 0)], unit=10, inset=1, radius=0)
'M1 1L9 1L9 9L1 9Z'
"""

from collections.abc import Collection, Iterator

from engine.grid import Cell

Point = tuple[float, float]

STEPS = {"n": (0, -1), "e": (1, 0), "s": (0, 1), "w": (-1, 0)}


def loops(cells: Collection[Cell]) -> Iterator[list[Cell]]:
    """The corners along each edge of the cells, clockwise around what is filled, one corner for each unit of length."""
    edges: dict[Cell, list[Cell]] = {}
    for x, y in sorted(cells):
        sides = {"n": ((x, y), (x + 1, y)), "e": ((x + 1, y), (x + 1, y + 1)), "s": ((x + 1, y + 1), (x, y + 1)), "w": ((x, y + 1), (x, y))}
        for facing, (begin, end) in sides.items():
            dx, dy = STEPS[facing]
            if (x + dx, y + dy) not in cells:
                edges.setdefault(begin, []).append(end)
    while edges:
        loop = [next(iter(edges))]
        while loop[-1] in edges:
            loop.append(next_corner(loop, edges))
        yield loop[:-1]


def next_corner(loop: list[Cell], edges: dict[Cell, list[Cell]]) -> Cell:
    """Takes the next edge out of those left; where two filled cells touch by a corner, the right turn keeps them apart."""
    here = loop[-1]
    ends = edges[here]
    if len(ends) > 1 and len(loop) > 1:
        dx, dy = here[0] - loop[-2][0], here[1] - loop[-2][1]
        right = (here[0] - dy, here[1] + dx)
        ends.sort(key=lambda end: end != right)
    end = ends.pop(0)
    if not ends:
        del edges[here]
    return end


def outline(cells: Collection[Cell], unit: float, inset: float, radius: float) -> str:
    """The edge of the cells, moved inwards by the inset."""
    return " ".join(rounded(inset_loop(loop, unit, inset), radius) for loop in loops(cells))


def inset_loop(loop: list[Cell], unit: float, inset: float) -> list[Point]:
    """The corners where a loop turns, moved inwards."""
    points = []
    for before, (x, y), after in zip([loop[-1], *loop], loop, [*loop[1:], loop[0]], strict=False):
        along, onward = (x - before[0], y - before[1]), (after[0] - x, after[1] - y)
        if along != onward:
            points.append((x * unit - inset * (along[1] + onward[1]), y * unit + inset * (along[0] + onward[0])))
    return points


def rounded(points: list[Point], radius: float) -> str:
    """A closed path through the points with its corners rounded."""
    if not radius:
        return "M" + "L".join(f"{x:g} {y:g}" for x, y in points) + "Z"
    parts = []
    for before, point, after in zip([points[-1], *points], points, [*points[1:], points[0]], strict=False):
        (ax, ay), (bx, by) = towards(point, before, radius), towards(point, after, radius)
        parts.append(f"{ax:g} {ay:g}Q{point[0]:g} {point[1]:g} {bx:g} {by:g}")
    return "M" + "L".join(parts) + "Z"


def towards(start: Point, end: Point, distance: float) -> Point:
    """The point at a distance from the start, on the way to the end, at most half-way."""
    dx, dy = end[0] - start[0], end[1] - start[1]
    part = min(distance / (abs(dx) + abs(dy)), 0.5)
    return round(start[0] + dx * part, 2), round(start[1] + dy * part, 2)


def slopes(cells: Collection[Cell], unit: float, inset: float) -> dict[str, str]:
    """The faces of the roof by the side they fall towards (`n`, `e`, `s`, `w`), and `flat` where four cells meet."""
    faces: dict[str, list[str]] = {}
    for x, y in sorted(cells):
        for across in "ns":
            for along in "ew":
                for face, points in octants((x, y), cells, across, along, unit, inset):
                    faces.setdefault(face, []).append(triangle(*points))
    return {face: "".join(triangles) for face, triangles in faces.items()}


def triangle(first: Point, second: Point, third: Point) -> str:
    """A closed path, relative to its first corner so that equal triangles are equal text, which compresses well."""
    steps = [(b[0] - a[0], b[1] - a[1]) for a, b in ((first, second), (second, third))]
    return f"M{first[0]:g} {first[1]:g}l" + " ".join(f"{dx:g} {dy:g}" for dx, dy in steps) + "z"


def octants(cell: Cell, cells: Collection[Cell], across: str, along: str, unit: float, inset: float) -> Iterator[tuple[str, list[Point]]]:
    """The two triangles of a cell's quarter, each with the side it falls towards."""
    (x, y), dy, dx = cell, STEPS[across][1], STEPS[along][0]
    beside, beyond, corner = (x + dx, y) in cells, (x, y + dy) in cells, (x + dx, y + dy) in cells
    notched = beside and beyond and not corner
    half, middle = unit / 2, ((x + 0.5) * unit, (y + 0.5) * unit)
    reach_x = half - (inset if not beside or notched else 0)
    reach_y = half - (inset if not beyond or notched else 0)
    tip = (middle[0] + dx * reach_x, middle[1] + dy * reach_y)
    end_x = (middle[0] + dx * (half - (0 if beside else inset)), middle[1])
    end_y = (middle[0], middle[1] + dy * (half - (0 if beyond else inset)))
    flat = beside and beyond and corner
    yield ("flat" if flat else across if beside else along), [middle, tip, end_x]
    yield ("flat" if flat else along if beyond else across), [middle, tip, end_y]
