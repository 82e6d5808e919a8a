"""The table as SVG: the tiles with what their rooms are worth, where the tile in hand fits, and the seats beside it."""

from collections.abc import Mapping

from engine.core import Json, Scene
from engine.forbidden_city.box import TILES
from engine.forbidden_city.compass import place_of
from engine.forbidden_city.describing import room_id
from engine.forbidden_city.moves import UNKNOWN
from engine.forbidden_city.panel import WIDTH as PANEL
from engine.forbidden_city.panel import height as panel_height
from engine.forbidden_city.panel import panel_svg
from engine.forbidden_city.pictures import INK, definitions_svg, tile_svg
from engine.forbidden_city.position import Position
from engine.forbidden_city.text import status
from engine.forbidden_city.worths import CELL, tags_svg, worths_svg
from engine.grid import FACINGS
from engine.svg import safe

EDGE = 26
"""The margin for coordinates."""

ROOM = 4
"""How many cells around the Temple are always shown, so that the picture grows only when it must."""

PAPER, TABLE = "#efe4cc", "#a7b3b6"
FONT = "font-family=\"Georgia, 'DejaVu Serif', serif\""


def draw(position: Position, scene: Scene) -> str:
    """The table with the seats beside it, and the tile that was laid last in a frame."""
    places = [place_of(cell) for cell in position.board.frontier]
    left, top = min(-ROOM, *(x for x, _ in places)), min(-ROOM, *(y for _, y in places))
    columns, rows = max(ROOM, *(x for x, _ in places)) - left + 1, max(ROOM, *(y for _, y in places)) - top + 1
    width = EDGE + columns * CELL + 28 + PANEL
    height = max(EDGE + rows * CELL + 14, EDGE + panel_height(position.seats))
    table = f"{EDGE - 8} {EDGE - 8} {columns * CELL + 16} {rows * CELL + 16}"
    x, y, wide, high = table.split()
    inside = [
        f"<title>{safe(status(position, scene))}</title>",
        definitions_svg() + tags_svg(),
        f'<rect class="b-paper" width="{width}" height="{height}" fill="{PAPER}"/>',
        f'<rect class="b-table" x="{x}" y="{y}" width="{wide}" height="{high}" rx="10" fill="{TABLE}"/>',
        coordinates_svg(left, top, columns, rows),
        f'<g transform="translate({EDGE - left * CELL} {EDGE - top * CELL})">{table_svg(position, scene)}</g>',
        f'<g transform="translate({width - PANEL - 12} {EDGE - 8})">{panel_svg(position, scene)}</g>',
    ]
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}" role="img" '
        f'data-ruleset="forbidden_city" data-board="{table}" {FONT}>' + "".join(inside) + "</svg>"
    )


def coordinates_svg(left: int, top: int, columns: int, rows: int) -> str:
    """The numbers of columns and rows."""
    xs = [f'<text x="{EDGE + i * CELL + CELL // 2}" y="{EDGE - 11}">{left + i}</text>' for i in range(columns)]
    ys = [f'<text x="{EDGE // 2 - 4}" y="{EDGE + i * CELL + CELL // 2 + 4}">{top + i}</text>' for i in range(rows)]
    return f'<g class="b-label" font-size="11" fill="#7b6846" text-anchor="middle">{"".join(xs + ys)}</g>'


def table_svg(position: Position, scene: Scene) -> str:
    """The cells that can be laid next, the laid tiles, and what rooms are worth."""
    board, fits = position.board, fitting(position, scene)
    ids = {name: room_id(board, name) for name in board.listed()}
    drawn = [empty_svg(cell, fits.get(cell, "")) for cell in sorted(board.frontier)]
    tiles = [cell_svg(position, cell, ids) for cell in sorted(board.places)]
    drawn.append(f'<g transform="scale({CELL / 100})">{"".join(tiles)}</g>')
    return "".join([*drawn, worths_svg(position, ids), last_svg(scene.last)])


def fitting(position: Position, scene: Scene) -> dict[int, str]:
    """Where the tile fits that the viewer holds, or else whoever is to lay one, with the ways it can face there."""
    seat = position.turn if scene.viewer is None else scene.viewer
    held = position.hands[seat]
    if held is None or held == UNKNOWN or position.outcome:
        return {}
    fits = TILES.tiles[held].fits
    return {cell: "".join(FACINGS[way] for way in fits[need]) for cell, need in position.board.frontier.items() if fits[need]}


def empty_svg(cell: int, facings: str) -> str:
    """An empty cell beside a tile: bright and with a cross where the tile in hand fits, else like the table."""
    x, y = place_of(cell)
    box = f'data-cell="{x},{y}" x="{x * CELL + 5}" y="{y * CELL + 5}" width="{CELL - 10}" height="{CELL - 10}" rx="6"'
    if not facings:
        return f'<rect class="b-open" {box} fill="{TABLE}"/>'
    cross = f'<path d="M{x * CELL + 25} {y * CELL + 32}h14m-7-7v14" stroke="{INK}" stroke-opacity=".5" stroke-width="2"/>'
    return f'<rect class="b-open b-fits" data-fits="{facings}" {box} fill="#d4dadb" stroke="#57656a" stroke-dasharray="5 4"/>{cross}'


def cell_svg(position: Position, cell: int, ids: Mapping[int, str]) -> str:
    """One laid tile; `ids` are the names of the rooms."""
    board = position.board
    turned, seat = board.places[cell]
    x, y = place_of(cell)
    names = [board.room_of(2 * cell + part) for part in range(len(turned.floors))]
    closed, rooms = tuple(board.rooms[name].closed for name in names), tuple(ids[name] for name in names)
    laid = "" if seat is None else f' data-seat="{seat}"'
    address = f'data-cell="{x},{y}" data-tile="{turned.name}" data-facing="{turned.facing}"{laid}'
    picture = tile_svg(turned, None if seat is None else position.setup.colours[seat], closed, rooms)
    return f'<g {address} transform="translate({x * 100} {y * 100})">{picture}</g>'


def last_svg(last: Json | None) -> str:
    """A frame around the tile that was laid last, black and white like no player."""
    if not last or last.get("kind") != "lay":
        return ""
    box = f'x="{last["x"] * CELL - 1}" y="{last["y"] * CELL - 1}" width="{CELL + 2}" height="{CELL + 2}" rx="4"'
    return f'<g class="b-last" fill="none"><rect {box} stroke="#fff" stroke-width="7"/><rect {box} stroke="#111" stroke-width="3"/></g>'
