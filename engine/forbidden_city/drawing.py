"""The table as SVG, and as text for a terminal."""

from engine.core import Json
from engine.forbidden_city.compass import place_of
from engine.forbidden_city.moves import UNKNOWN
from engine.forbidden_city.notation import draw_table
from engine.forbidden_city.pictures import COLOUR, GOLD, INK, back_svg, definitions_svg, tile_svg
from engine.forbidden_city.rooms import scored_rooms
from engine.forbidden_city.rules import Position
from engine.forbidden_city.tiles import TILES

CELL, EDGE, PANEL, CARD = 64, 26, 232, 104
"""The measures of a cell, of the margin for coordinates, of the panel of seats and of each seat in it."""


def draw(position: Position, last: Json | None) -> str:
    """The table with the seats beside it, and the tile that `last` laid highlighted."""
    places = [place_of(cell) for cell in position.board.frontier]
    left, top = min(x for x, _ in places), min(y for _, y in places)
    columns, rows = max(x for x, _ in places) - left + 1, max(y for _, y in places) - top + 1
    width = EDGE + columns * CELL + 14 + PANEL
    height = max(EDGE + rows * CELL + 14, EDGE + position.seats * (CARD + 10) + 34)
    inside = [
        definitions_svg(),
        f'<rect width="{width}" height="{height}" fill="#efe4cc"/>',
        f'<rect x="{EDGE - 8}" y="{EDGE - 8}" width="{columns * CELL + 16}" height="{rows * CELL + 16}" rx="10" fill="#d9c7a0"/>',
        coordinates_svg(left, top, columns, rows),
        f'<g transform="translate({EDGE - left * CELL} {EDGE - top * CELL})">{table_svg(position, last)}</g>',
        f'<g transform="translate({width - PANEL} {EDGE - 8})">{panel_svg(position)}</g>',
    ]
    font = "font-family=\"Georgia, 'DejaVu Serif', serif\""
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}" {font}>'
        + "".join(inside)
        + "</svg>"
    )


def coordinates_svg(left: int, top: int, columns: int, rows: int) -> str:
    """The numbers of columns and rows."""
    xs = [f'<text x="{EDGE + i * CELL + CELL // 2}" y="{EDGE - 11}">{left + i}</text>' for i in range(columns)]
    ys = [f'<text x="{EDGE // 2 - 4}" y="{EDGE + i * CELL + CELL // 2 + 4}">{top + i}</text>' for i in range(rows)]
    return f'<g font-size="11" fill="#8a7550" text-anchor="middle">{"".join(xs + ys)}</g>'


def table_svg(position: Position, last: Json | None) -> str:
    """The laid tiles, the cells that can be laid next, and what open rooms are worth."""
    drawn = []
    for cell in sorted(position.board.frontier):
        x, y = place_of(cell)
        box = f'x="{x * CELL + 5}" y="{y * CELL + 5}" width="{CELL - 10}" height="{CELL - 10}"'
        drawn.append(f'<rect {box} rx="6" fill="none" stroke="#bfa874" stroke-width="1.5" stroke-dasharray="4 4"/>')
    for cell in sorted(position.board.places):
        drawn.append(cell_svg(position, cell))
    if position.outcome is None:
        drawn += [worth_svg(position, name) for name in scored_rooms(position.board) if not position.board.rooms[name].closed]
    if last and last.get("kind") == "lay":
        box = f'x="{last["x"] * CELL - 1}" y="{last["y"] * CELL - 1}" width="{CELL + 2}" height="{CELL + 2}"'
        drawn.append(f'<rect {box} rx="4" fill="none" stroke="#fff" stroke-width="6"/>')
        drawn.append(f'<rect {box} rx="4" fill="none" stroke="#0b7fab" stroke-width="3.5"/>')
    return "".join(drawn)


def cell_svg(position: Position, cell: int) -> str:
    """One laid tile."""
    turned, seat = position.board.places[cell]
    x, y = place_of(cell)
    closed = tuple(position.board.rooms[position.board.room_of(2 * cell + part)].closed for part in range(len(turned.floors)))
    picture = tile_svg(turned, None if seat is None else position.setup.colours[seat], closed)
    scale = CELL / 100
    frame = f'<rect width="100" height="100" fill="none" stroke="{INK}" stroke-opacity=".35"/>'
    return f'<g transform="translate({x * CELL} {y * CELL}) scale({scale})">{picture}{frame}</g>'


def worth_svg(position: Position, name: int) -> str:
    """What an open room would pay now, on its first cell, ringed in the colour of whoever is ahead there."""
    room = position.board.rooms[name]
    x, y = place_of(min(room.cells))
    most = max(room.advisors)
    leaders = [seat for seat, count in enumerate(room.advisors) if count == most and most]
    ring = COLOUR[position.setup.colours[leaders[0]]] if len(leaders) == 1 else "#777"
    across, down = badge_corner(position, name)
    at_x, at_y = x * CELL + (CELL - 14 if across else 14), y * CELL + (CELL - 14 if down else 14)
    badge = f'<circle cx="{at_x}" cy="{at_y}" r="8.5" fill="#fffdf5" stroke="{ring}" stroke-width="2.5"/>'
    return (
        badge + f'<text x="{at_x}" y="{at_y + 3.8}" font-size="10.5" text-anchor="middle" fill="{INK}">{position.board.worth(name)}</text>'
    )


def badge_corner(position: Position, name: int) -> tuple[bool, bool]:
    """The corner of a room's first cell that is the room's own: whether it is in the east, and in the south."""
    cell = min(position.board.rooms[name].cells)
    parts = position.board.places[cell].turned.parts
    own = [position.board.room_of(2 * cell + part) == name for part in parts]
    return not own[3], not own[0]


def panel_svg(position: Position) -> str:
    """The seats: colour, coins, tile in hand, tiles left."""
    cards = [f'<g transform="translate(0 {seat * (CARD + 10)})">{card_svg(position, seat)}</g>' for seat in range(position.seats)]
    outcome = position.outcome
    if outcome is None:
        note = ""
    else:
        names = " and ".join(position.setup.colours[seat].capitalize() for seat in outcome.winners)
        note = f"{names} {'wins' if len(outcome.winners) == 1 else 'share the win'}."
    foot = f'<text x="4" y="{position.seats * (CARD + 10) + 18}" font-size="17" font-weight="bold" fill="{INK}">{note}</text>'
    return "".join(cards) + foot


def card_svg(position: Position, seat: int) -> str:
    """One seat of the panel; a gilded frame says whose turn it is."""
    colour, held, outcome = position.setup.colours[seat], position.hands[seat], position.outcome
    active = position.actors == (seat,)
    frame = f'stroke="{GOLD}" stroke-width="5"' if active else 'stroke="#cdb98c" stroke-width="1.5"'
    score = position.scores[seat] if outcome is None else outcome.scores[seat]
    lines = [
        f'<rect width="{PANEL - 14}" height="{CARD}" rx="9" fill="#fffaf0" {frame}/>',
        f'<rect width="10" height="{CARD}" rx="4" fill="{COLOUR[colour]}"/>',
        f'<text x="22" y="26" font-size="16" fill="{INK}">{colour.capitalize()}</text>',
        f'<text x="22" y="64" font-size="34" font-weight="bold" fill="{INK}">{score}</text>',
        f'<text x="22" y="90" font-size="11.5" fill="#7b6846">{footnote(position, seat)}</text>',
    ]
    if held is not None:
        picture = back_svg(colour) if held == UNKNOWN else tile_svg(TILES.tiles[held].turned["n"], colour)
        lines.append(small_svg(picture, 136, 12, 0.68))
    if outcome is not None:
        tiles = [tile_svg(TILES.tiles[name].turned["n"], colour) for name in position.rest[seat]]
        lines += [small_svg(picture, 96 + 58 * index, 18, 0.5) for index, picture in enumerate(tiles)]
    return "".join(lines)


def small_svg(picture: str, x: int, y: int, scale: float) -> str:
    """A tile on a seat's card."""
    return f'<g transform="translate({x} {y}) scale({scale})">{picture}<rect width="100" height="100" fill="none" stroke="{INK}"/></g>'


def footnote(position: Position, seat: int) -> str:
    """How many tiles the seat has still to lay, or what the last ones brought."""
    if position.outcome is not None:
        return f"{position.revealed[seat]} of them for tiles left over"
    stack = len(position.rest[seat]) - (position.hands[seat] is not None)
    return f"{stack} tiles face down"


def board_text(position: Position) -> str:
    """The table for a terminal: the seats in words, the open rooms, and the drawing."""
    outcome, board = position.outcome, position.board
    lines = []
    for seat, colour in enumerate(position.setup.colours):
        score = position.scores[seat] if outcome is None else outcome.scores[seat]
        held = f", holds {position.hands[seat]}" if position.hands[seat] else ""
        on_turn = " <- to lay" if position.actors == (seat,) else ""
        lines.append(f"{colour:<8}{score:>3} coins, {footnote(position, seat)}{held}{on_turn}")
    open_rooms = [name for name in scored_rooms(board) if not board.rooms[name].closed and any(board.rooms[name].advisors)]
    for name in open_rooms:
        room = board.rooms[name]
        there = ", ".join(f"{colour} {count}" for colour, count in zip(position.setup.colours, room.advisors, strict=True) if count)
        x, y = place_of(min(room.cells))
        lines.append(f"{room.floor} room at {x},{y}: worth {board.worth(name)}, {room.openings} open sides, advisors: {there}")
    return "\n".join([*lines, "", draw_table(position)])
