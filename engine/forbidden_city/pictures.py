"""One tile as SVG, 100 by 100: floors, walls with red plaster and gilded archways, advisors, dragons, Temple and gardens.

What recurs is drawn once, in `DEFINITIONS`, and used by its name, so that a whole table stays a small file.
"""

from engine.forbidden_city.tiles import GARDEN, TEMPLE, Turned

FLOOR = {"green": "#a9cf8e", "pink": "#f0b3bd", "white": "#f7f2e4", TEMPLE: "#f3d27a", GARDEN: "#5d8f57"}
CLOSED_FLOOR = {"green": "#7fae68", "pink": "#d98896", "white": "#d9cfb8", TEMPLE: "#f3d27a"}
SEAM = {"green": "#8dbb72", "pink": "#df98a5", "white": "#ddd3bd", TEMPLE: "#d9b04c", GARDEN: "#4c7d48"}
COLOUR = {"purple": "#7b3fa0", "yellow": "#e8b500", "red": "#d0312d", "blue": "#2667c9"}
INK, PLASTER, GOLD = "#3a2016", "#a8322a", "#e9b949"

CORNERS = ((0, 0), (100, 0), (100, 100), (0, 100))
"""North-west, north-east, south-east, south-west."""

SPOTS = {0: (), 1: ((50, 50),), 2: ((34, 50), (66, 50)), 3: ((50, 32), (31, 64), (69, 64))}
"""Where the advisors of a whole tile stand."""


SEAMS = "M25 0V100M50 0V100M75 0V100M0 25H100M0 50H100M0 75H100"

WALL = f'<rect width="100" height="11" fill="{PLASTER}"/><path d="M0 11H100" stroke="{GOLD}" stroke-width="2"/>'

ARCHWAY = (
    WALL
    + f'<path d="M32 13V4Q50 -4 68 4V13Z" fill="{FLOOR["white"]}" stroke="{GOLD}" stroke-width="4"/>'
    + f'<path d="M30 14V2M70 14V2" stroke="{INK}" stroke-width="3"/>'
)

ROBE, HAT = "M-13 19Q-12 -4 0 -5Q12 -4 13 19Z", "M-11 -13Q0 -17 11 -13L5 -22H-5Z"

COIL = "M-24 16Q-14 28 -4 14T12 2T-2 -10T14 -22"

DRAGON = (
    f'<path d="{COIL}" stroke="{INK}" stroke-width="13"/><path d="{COIL}" stroke="{GOLD}" stroke-width="9"/>'
    + '<path d="M-15 21l-2 7M-4 14l7 5M10 4l9 2M-3 -9l-8 -2" stroke="#c0392b" stroke-width="3.5"/>'
    + f'<path d="M8 -30L26 -27L30 -17L16 -14L6 -19Z" fill="{GOLD}" stroke="{INK}" stroke-width="2"/>'
    + f'<circle cx="17" cy="-23" r="2.2" fill="{INK}"/><path d="M8 -29l-7 -7M12 -30l-2 -8" stroke="#c0392b" stroke-width="3"/>'
    + f'<path d="M29 -18q6 4 3 10" stroke="{INK}" stroke-width="1.5"/>'
)

TEMPLE_ROOFS = (
    f'<path d="M26 80H74V74H26Z" fill="#d8c9a8"/><path d="M32 74H68V60H32Z" fill="{PLASTER}"/><path d="M46 74V63H54V74Z" fill="{INK}"/>'
    + f'<path d="M18 62Q30 58 36 48H64Q70 58 82 62L78 64H22Z" fill="{GOLD}"/><path d="M38 48V40H62V48Z" fill="{PLASTER}"/>'
    + f'<path d="M26 42Q40 36 50 22Q60 36 74 42L70 44H30Z" fill="{GOLD}"/><circle cx="50" cy="21" r="3" fill="{PLASTER}"/>'
)

TREES = ((29, 29, 11, "#3f7a44"), (71, 30, 9, "#4c8a4e"), (28, 74, 9, "#e79ab0"), (73, 73, 11, "#3f7a44"), (51, 26, 6, "#e79ab0"))


def definitions_svg() -> str:
    """Everything that tiles are made of."""
    floors = [
        f'<g id="floor-{floor}"><rect width="100" height="100"/><path d="{SEAMS}" stroke="{SEAM[floor]}" fill="none"/></g>'
        for floor in ("green", "pink", "white", TEMPLE)
    ]
    advisors = [
        f'<g id="advisor-{colour}" stroke="{INK}" stroke-width="1.5"><path d="{ROBE}" fill="{robe}"/>'
        f'<circle cy="-10" r="7" fill="#f6d7b0"/><path d="{HAT}" fill="{INK}"/><path d="M0 -4V18" stroke="{GOLD}" stroke-width="2.5"/></g>'
        for colour, robe in COLOUR.items()
    ]
    trees = [f'<circle cx="{x}" cy="{y}" r="{r}" fill="{fill}" stroke="#2f5a34" stroke-width="1.5"/>' for x, y, r, fill in TREES]
    pond = '<ellipse cx="50" cy="54" rx="20" ry="13" fill="#8fc4d8" stroke="#e8e2cf" stroke-width="3"/>'
    walls = "".join(side_svg(direction, "w") for direction in range(4))
    rest = [
        f'<g id="wall">{WALL}</g><g id="archway">{ARCHWAY}</g>',
        f'<g id="dragon" fill="none" stroke-linecap="round">{DRAGON}</g>',
        f'<g id="temple" stroke="{INK}" stroke-width="1.5">{TEMPLE_ROOFS}</g>',
        f'<g id="garden"><rect width="100" height="100" fill="{FLOOR[GARDEN]}"/>{pond}{"".join(trees)}{walls}</g>',
    ]
    return f"<defs>{''.join(floors + advisors + rest)}</defs>"


def tile_svg(turned: Turned, colour: str | None, closed: tuple[bool, ...] = (False, False)) -> str:
    """A tile; `colour` is its owner's, `closed` says for each part whether its room is."""
    if turned.name == GARDEN:
        return used("garden")
    drawn = [floor_svg(turned, part, closed[part]) for part in range(len(turned.floors))]
    if len(turned.floors) > 1:
        start, end = (CORNERS[0], CORNERS[2]) if turned.facing in "ns" else (CORNERS[1], CORNERS[3])
        drawn.append(wall_line(start, end))
    drawn += [side_svg(direction, side) for direction, side in enumerate(turned.sides) if side != "o"]
    if turned.name == TEMPLE:
        return "".join([*drawn, used("temple")])
    drawn += [people_svg(turned, part, colour) for part in range(len(turned.floors))]
    if colour and not sum(turned.advisors):
        drawn.append(
            f'<circle cx="50" cy="50" r="6" fill="{COLOUR[colour]}" stroke="{INK}"/>' if not sum(turned.dragons) else seal_svg(colour)
        )
    return "".join(drawn)


def floor_svg(turned: Turned, part: int, closed: bool) -> str:
    """The ground of one part, with its seams."""
    floor = turned.floors[part]
    fill = (CLOSED_FLOOR if closed else FLOOR)[floor]
    corners = [corner for corner in range(4) if part in (turned.parts[corner], turned.parts[corner - 1])]
    if len(turned.floors) > 1:
        points = " ".join(f"{x},{y}" for x, y in (CORNERS[corner] for corner in corners))
        return f'<polygon points="{points}" fill="{fill}"/>'
    return used(f"floor-{floor}", fill=fill)


def side_svg(direction: int, side: str) -> str:
    """A wall along one side, with or without an archway."""
    return used("archway" if side == "a" else "wall", turn=90 * direction)


def wall_line(start: tuple[int, int], end: tuple[int, int]) -> str:
    (x1, y1), (x2, y2) = start, end
    path = f"M{x1} {y1}L{x2} {y2}"
    return f'<path d="{path}" stroke="{GOLD}" stroke-width="14"/><path d="{path}" stroke="{PLASTER}" stroke-width="10"/>'


def people_svg(turned: Turned, part: int, colour: str | None) -> str:
    """The advisors and the dragon of one part."""
    spots = SPOTS[turned.advisors[part]]
    if len(turned.floors) > 1:
        sides = [direction for direction in range(4) if turned.parts[direction] == part]
        x = 50 + sum({1: 24, 3: -24}.get(direction, 0) for direction in sides)
        y = 50 + sum({0: -24, 2: 24}.get(direction, 0) for direction in sides)
        spots = tuple((x + 12 * index, y) for index in range(turned.advisors[part]))
        dragon = (x, y)
    else:
        dragon = (50, 50)
    figures = [used(f"advisor-{colour}", x, y) for x, y in spots]
    return "".join(figures) + (used("dragon", *dragon) if turned.dragons[part] else "")


def seal_svg(colour: str) -> str:
    """Whose dragon tile it is."""
    return f'<circle cx="80" cy="78" r="6" fill="{COLOUR[colour]}" stroke="{INK}"/>'


def back_svg(colour: str) -> str:
    """A tile face down."""
    frame = f'<rect x="3" y="3" width="94" height="94" rx="8" fill="{COLOUR[colour]}" stroke="{INK}" stroke-width="2"/>'
    inner = f'<rect x="14" y="14" width="72" height="72" fill="none" stroke="{GOLD}" stroke-width="3"/>'
    return frame + inner + f'<g transform="translate(50 52) scale(1.1) translate(-50 -50)">{used("temple")}</g>'


def used(name: str, x: int = 0, y: int = 0, turn: int = 0, fill: str = "") -> str:
    """A thing of `DEFINITIONS`, moved or turned about the middle of the tile."""
    place = f' x="{x}" y="{y}"' if x or y else ""
    turned = f' transform="rotate({turn} 50 50)"' if turn else ""
    return f'<use href="#{name}"{place}{turned}' + (f' fill="{fill}"/>' if fill else "/>")
