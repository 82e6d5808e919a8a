"""The buildings drawn with their names, for the page about the game."""

from engine.cathedral import pieces as city
from engine.cathedral.box import BUILDINGS, CATHEDRAL, DARK, LIGHT, NOBODY, Building
from engine.sheet import SOFT, at, label, sheet

SQUARE, WIDE, ACROSS = 30, 122, 6
"""The side of a square, the width of a building's plot, and how many plots are in a row."""


def box_sheet() -> str:
    """Both sides' buildings and the Cathedral facing north, with their prime cells dotted."""
    mirrored = [kind for kind in BUILDINGS if len(kind.drawings) > 1]
    light = [(kind, LIGHT) for kind in BUILDINGS]
    rest = [*((kind, DARK) for kind in mirrored), (CATHEDRAL, NOBODY)]
    rows = [("Light", light[:ACROSS]), ("", light[ACROSS:]), ("Dark, where it differs, and the Cathedral", rest)]
    parts, y = [], 20.0
    for title, plots in rows:
        parts.append(label(24, y + 14, title, 15, "start", SOFT))
        y += 30 * bool(title) + SQUARE * max(len(upright_rows(kind, owner)) for kind, owner in plots)
        parts += [at(24 + place * WIDE, y, plot(kind, owner)) for place, (kind, owner) in enumerate(plots)]
        y += 66
    return sheet(48 + ACROSS * WIDE, y, parts)


def upright_rows(kind: Building, owner: int) -> set[int]:
    return {y for _, y in city.upright(kind, owner)}


def plot(kind: Building, owner: int) -> str:
    """One building, standing on the plot's upper edge, over its name and its code."""
    shape = city.upright(kind, owner)
    across, down = (max(cell[axis] for cell in shape) + 1 for axis in (0, 1))
    left, top = (min(cell[axis] for cell in kind.shape(owner)) for axis in (0, 1))
    dot = f'<circle cx="{(0.5 - left) * SQUARE:g}" cy="{(0.5 - top) * SQUARE:g}" r="5.5" fill="#b3126b" stroke="#fff" stroke-width="1.5"/>'
    count = f"{kind.count} × " if kind.count > 1 else ""
    name = label(WIDE / 2, 22, f"{count}{kind.name}") + label(WIDE / 2, 39, kind.code, 12, colour=SOFT)
    return at((WIDE - across * SQUARE) / 2, -down * SQUARE, city.house(shape, owner, SQUARE) + dot) + name
