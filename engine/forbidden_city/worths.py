"""The signs that say what rooms are worth: a tag in the room's first cell, with the letter of whoever leads or was paid.

An open room's tag is light and says what the room would pay now; a closed one's is dark and says what it has paid.
"""

from collections.abc import Mapping
from functools import cache

from engine.forbidden_city.compass import place_of
from engine.forbidden_city.pictures import COLOUR, INK, ON_COLOUR, initial, used
from engine.forbidden_city.position import Position
from engine.forbidden_city.tiles import TEMPLE

CELL = 64
TALL, WIDE, END, INSET = 13, 15, 10, 3
"""The measures of a tag: its height, the part with the number, the part with a letter, and its distance from the walls."""

LETTERING = 'font-size="10.5" font-weight="bold" text-anchor="middle"'


@cache
def tags_svg() -> str:
    """What tags are made of: the ground of a number, light or dark, and an end for each colour and for several that lead alike."""
    grounds = [
        f'<rect id="intramuros-{name}" class="b-{name}" width="{WIDE}" height="{TALL}" rx="3" fill="{fill}" stroke="{INK}"/>'
        for name, fill in (("worth", "#fffdf5"), ("paid", INK))
    ]
    paints = {"even": ("#777063", "=", "#fff"), **{name: (COLOUR[name], initial(name), ON_COLOUR[name]) for name in COLOUR}}
    ends = [
        f'<g id="intramuros-lead-{name}">'
        f'<rect class="b-{name}" x="{WIDE}" width="{END}" height="{TALL}" rx="3" fill="{fill}" stroke="{INK}"/>'
        f'<text x="{WIDE + END / 2:g}" y="10.3" fill="{on_it}">{letter}</text></g>'
        for name, (fill, letter, on_it) in paints.items()
    ]
    return f"<defs>{''.join(grounds + ends)}</defs>"


def worths_svg(position: Position, ids: Mapping[int, str]) -> str:
    """The tags of all rooms, whose names are `ids`."""
    paid = {(scoring.floor, scoring.cell): scoring.worth for scoring in position.history}
    tags = [worth_svg(position, name, paid, ids[name]) for name in ids if position.board.rooms[name].floor != TEMPLE]
    return f"<g {LETTERING}>{''.join(tags)}</g>"


def worth_svg(position: Position, name: int, paid: Mapping[tuple[str, int], int], room_id: str) -> str:
    """One room's tag. A room of the start tile that was closed from the beginning has none."""
    room = position.board.rooms[name]
    first = (room.floor, min(room.cells))
    if room.closed and first not in paid:
        return ""
    worth = paid[first] if room.closed else position.board.worth(name)
    x, y = corner(position, name)
    address = f'data-room="{room_id}" data-{"paid" if room.closed else "worth"}="{worth}"'
    return f'<g class="b-tag" {address} transform="translate({x} {y})">{tag_svg(worth, leader(position, name), room.closed)}</g>'


def leader(position: Position, name: int) -> str:
    """The colour of whoever has the most advisors in the room, `even` for several, nothing for nobody."""
    advisors = position.board.rooms[name].advisors
    most = max(advisors)
    if not most:
        return ""
    return position.setup.colours[advisors.index(most)] if advisors.count(most) == 1 else "even"


def tag_svg(worth: int, leads: str, closed: bool) -> str:
    """A tag around its top left corner."""
    end = used(f"lead-{leads}") if leads else ""
    number = f'<text x="{WIDE / 2:g}" y="10.3" fill="{"#fff" if closed else INK}">{worth}</text>'
    return used("paid" if closed else "worth") + number + end


def corner(position: Position, name: int) -> tuple[int, int]:
    """Where the tag goes: into a corner of the room's first cell that is the room's own, where nobody stands."""
    cell = min(position.board.rooms[name].cells)
    parts = position.board.places[cell].turned.parts
    north, _, _, west = (position.board.room_of(2 * cell + part) == name for part in parts)
    x, y = place_of(cell)
    return x * CELL + (INSET if west else CELL - INSET - WIDE - END), y * CELL + (INSET if north else CELL - INSET - TALL)
