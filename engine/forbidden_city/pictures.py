"""One tile as SVG, 100 by 100: floors, walls with red plaster and gilded archways, advisors, dragons, Temple and gardens.

What recurs is drawn once, in `definitions_svg`, and used by its name, so that a whole table stays a small file. Who a tile
belongs to and whether its room is closed is never said by colour alone: there are letters, and a lattice; floors are told
apart by how their stones lie.
"""

from functools import cache, lru_cache

from engine.forbidden_city.box import TILES
from engine.forbidden_city.tiles import GARDEN, TEMPLE, Turned

FLOOR = {"green": "#a9cf8e", "pink": "#f0b3bd", "white": "#f7f2e4", TEMPLE: "#f3d27a", GARDEN: "#5d8f57"}
CLOSED_FLOOR = {"green": "#7fae68", "pink": "#d98896", "white": "#dcd2bb"}
SEAM = {"green": "#5d8c45", "pink": "#b35f6e", "white": "#b3a583", TEMPLE: "#d9b04c"}
PAINT = {
    "purple": "#7b3fa0",
    "yellow": "#e8b500",
    "red": "#d0312d",
    "blue": "#2667c9",
    "orange": "#e07b1f",
    "brown": "#7a4e2d",
    "black": "#3a3a3d",
}
COLOUR = {name: PAINT.get(name, "#77706a") for name in TILES.colours}
INK, PLASTER, GOLD = "#3a2016", "#a8322a", "#e9b949"
ON_COLOUR = {name: INK if name in ("yellow", "orange") else "#fff" for name in COLOUR}
"""The colours of the seats, grey for one that an owner's box has and we do not know, and of a letter that can be read on them."""

CORNERS = ((0, 0), (100, 0), (100, 100), (0, 100))
"""North-west, north-east, south-east, south-west."""

SPOTS = {1: ((50, 50),), 2: ((34, 50), (66, 50)), 3: ((24, 53), (50, 48), (76, 53))}
"""Where the advisors of a whole tile stand: its corners are free for a tag."""

RIM = f'stroke="{INK}" stroke-opacity=".35"'
PAVING = {"green": "M0 0H25M0 0V25", "pink": "M10 10h5v5h-5z", "white": "M0 12H25", TEMPLE: "M0 0H25M0 0V25"}
"""How the stones of a floor lie, 25 by 25: in squares, with inlays, or in courses, so that nobody needs to tell colours apart."""

WALL = f'<rect class="b-wall" width="100" height="11" fill="{PLASTER}"/><path d="M0 11H100" stroke="{GOLD}" stroke-width="2"/>'

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

LATTICE = (
    '<pattern id="intramuros-lattice" width="20" height="20" patternUnits="userSpaceOnUse">'
    '<path d="M-2-2L22 22M22-2L-2 22" stroke="#2b1708" stroke-opacity=".26" stroke-width="2.6"/></pattern>'
)
"""What covers the floors of a closed room, so that nobody needs to tell shades apart."""


@cache
def definitions_svg() -> str:
    """Everything that tiles are made of."""
    walls = [
        f'<g id="intramuros-{name}-{"nesw"[direction]}" transform="rotate({90 * direction} 50 50)">{drawn}</g>'
        for name, drawn in (("wall", WALL), ("archway", ARCHWAY))
        for direction in range(4)
    ]
    pond = '<ellipse cx="50" cy="54" rx="20" ry="13" fill="#8fc4d8" stroke="#e8e2cf" stroke-width="3"/>'
    trees = [f'<circle cx="{x}" cy="{y}" r="{r}" fill="{fill}" stroke="#2f5a34" stroke-width="1.5"/>' for x, y, r, fill in TREES]
    garden = "".join([f'<rect width="100" height="100" fill="{FLOOR[GARDEN]}"/>', pond, *trees, *(used(f"wall-{side}") for side in "nesw")])
    rest = [
        f'<g id="intramuros-dragon" fill="none" stroke-linecap="round">{DRAGON}</g>',
        f'<g id="intramuros-temple" stroke="{INK}" stroke-width="1.5">{TEMPLE_ROOFS}</g>',
        f'<g id="intramuros-garden">{garden}</g>',
    ]
    return "".join(
        [
            "<defs>",
            LATTICE,
            *map(paving, PAVING),
            *floors(),
            *walls,
            *map(advisor, COLOUR),
            *map(groups, COLOUR),
            *map(seal, COLOUR),
            *rest,
            "</defs>",
        ]
    )


def paving(floor: str) -> str:
    """The stones of a floor, to lie over its colour."""
    stones = f'<path d="{PAVING[floor]}" fill="none" stroke="{SEAM[floor]}" stroke-width="2"/>'
    return f'<pattern id="intramuros-paving-{floor}" width="25" height="25" patternUnits="userSpaceOnUse">{stones}</pattern>'


def floors() -> list[str]:
    """Whole floors with their stones, of open rooms and of closed ones."""
    square = f'<rect width="100" height="100" {RIM}/>'
    lattice = '<rect width="100" height="100" fill="url(#intramuros-lattice)"/>'
    stones = {floor: f'<rect width="100" height="100" fill="url(#intramuros-paving-{floor})"/>' for floor in PAVING}
    open_ones = [
        f'<g id="intramuros-floor-{floor}" class="b-{floor} b-{floor}-floor" fill="{FLOOR[floor]}">{square}{stones[floor]}</g>'
        for floor in (*CLOSED_FLOOR, TEMPLE)
    ]
    closed = [
        f'<g id="intramuros-closed-{floor}" class="b-{floor} b-{floor}-floor b-closed" fill="{fill}">{square}{stones[floor]}{lattice}</g>'
        for floor, fill in CLOSED_FLOOR.items()
    ]
    return open_ones + closed


def advisor(colour: str) -> str:
    """An advisor of a colour, with its letter on the robe."""
    robe, face = f'<path class="b-{colour}" d="{ROBE}" fill="{COLOUR[colour]}"/>', '<circle cy="-10" r="7" fill="#f6d7b0"/>'
    drawn = f'{robe}{face}<path d="{HAT}" fill="{INK}"/>'
    return f'<g id="intramuros-advisor-{colour}" stroke="{INK}" stroke-width="1.5">{drawn}{lettered(colour, 15, 16)}</g>'


def groups(colour: str) -> str:
    """The advisors of a whole tile, by how many they are, each where it stands."""
    placed = {many: "".join(used(f"advisor-{colour}", x, y) for x, y in spots) for many, spots in SPOTS.items()}
    return "".join(f'<g id="intramuros-advisors-{many}-{colour}">{figures}</g>' for many, figures in placed.items())


def seal(colour: str) -> str:
    """Whose tile it is, where no advisor says so."""
    disc = f'<circle class="b-{colour}" r="9" fill="{COLOUR[colour]}" stroke="{INK}"/>'
    return f'<g id="intramuros-seal-{colour}">{disc}{lettered(colour, 4.5, 13)}</g>'


def lettered(colour: str, y: float, size: float) -> str:
    """The letter that stands for a seat's colour."""
    paint = f'stroke="none" fill="{ON_COLOUR[colour]}"'
    return f'<text y="{y}" font-size="{size}" font-weight="bold" text-anchor="middle" {paint}>{initial(colour)}</text>'


def initial(colour: str) -> str:
    return colour[0].upper()


@lru_cache(maxsize=4096)
def tile_svg(turned: Turned, colour: str | None, closed: tuple[bool, ...] = (False, False), rooms: tuple[str, ...] = ()) -> str:
    """A tile; `colour` is its owner's, `closed` says for each part whether its room is, `rooms` which one it is."""
    if turned.name == GARDEN:
        return used("garden")
    drawn = [floor_svg(turned, part, closed[part], rooms[part] if rooms else "") for part in range(len(turned.floors))]
    if len(turned.floors) > 1:
        start, end = (CORNERS[0], CORNERS[2]) if turned.facing in "ns" else (CORNERS[1], CORNERS[3])
        drawn.append(wall_line(start, end))
    sides = zip("nesw", turned.sides, strict=True)
    drawn += [used(f"{'archway' if side == 'a' else 'wall'}-{direction}") for direction, side in sides if side != "o"]
    if turned.name == TEMPLE:
        return "".join([*drawn, used("temple")])
    drawn += [people_svg(turned, part, colour) for part in range(len(turned.floors))]
    if colour and not sum(turned.advisors):
        drawn.append(used(f"seal-{colour}", 78, 76) if sum(turned.dragons) else used(f"seal-{colour}", 50, 50))
    return "".join(drawn)


def floor_svg(turned: Turned, part: int, closed: bool, room: str) -> str:
    """The ground of one part, addressed by the room that it belongs to on the table."""
    floor, shut = turned.floors[part], closed and turned.floors[part] in CLOSED_FLOOR
    address = f' data-room="{room}"' if room else ""
    if len(turned.floors) == 1:
        return used(f"{'closed' if shut else 'floor'}-{floor}", more=f' class="b-floor"{address}')
    corners = [corner for corner in range(4) if part in (turned.parts[corner], turned.parts[corner - 1])]
    half = f'<polygon {RIM} points="{" ".join(f"{x},{y}" for x, y in (CORNERS[corner] for corner in corners))}"'
    ground = (
        f'{half} class="b-floor b-{floor} b-{floor}-floor{" b-closed" * shut}"{address} fill="{(CLOSED_FLOOR if shut else FLOOR)[floor]}"/>'
    )
    stones = f'{half} fill="url(#intramuros-paving-{floor})"/>'
    return ground + stones + (f'{half} fill="url(#intramuros-lattice)"/>' if shut else "")


def wall_line(start: tuple[int, int], end: tuple[int, int]) -> str:
    (x1, y1), (x2, y2) = start, end
    path = f"M{x1} {y1}L{x2} {y2}"
    return f'<path d="{path}" stroke="{GOLD}" stroke-width="14"/><path d="{path}" stroke="{PLASTER}" stroke-width="10"/>'


def people_svg(turned: Turned, part: int, colour: str | None) -> str:
    """The advisors and the dragon of one part."""
    many, x, y = turned.advisors[part], 50, 50
    if len(turned.floors) > 1:
        sides = [direction for direction in range(4) if turned.parts[direction] == part]
        x += sum({1: 24, 3: -24}.get(direction, 0) for direction in sides)
        y += sum({0: -24, 2: 24}.get(direction, 0) for direction in sides)
        figures = "".join(used(f"advisor-{colour}", x + 12 * index, y) for index in range(many))
    else:
        figures = used(f"advisors-{many}-{colour}") if many else ""
    return figures + (used("dragon", x, y) if turned.dragons[part] else "")


def back_svg(colour: str) -> str:
    """A tile face down."""
    frame = f'<rect class="b-{colour}" x="3" y="3" width="94" height="94" rx="8" fill="{COLOUR[colour]}" stroke="{INK}" stroke-width="2"/>'
    inner = f'<rect x="14" y="14" width="72" height="72" fill="none" stroke="{GOLD}" stroke-width="3"/>'
    return frame + inner + f'<g transform="translate(50 52) scale(1.1) translate(-50 -50)">{used("temple")}</g>'


def used(name: str, x: float = 0, y: float = 0, more: str = "") -> str:
    """A thing of the definitions, at a place."""
    place = f' x="{x:g}" y="{y:g}"' if x or y else ""
    return f'<use href="#intramuros-{name}"{place}{more}/>'
