"""The tiles drawn with their names, for the page about the game."""

from engine.forbidden_city.box import TILES
from engine.forbidden_city.pictures import definitions_svg, tile_svg
from engine.sheet import INK, at, label, sheet


def box_sheet() -> str:
    """Every tile of a seat facing north, by its name; those of the game for two are marked."""
    parts, across = [], 6
    for place, (name, tile) in enumerate(TILES.tiles.items()):
        x, y = 24 + place % across * 122, 22 + place // across * 132
        frame = f'<rect width="100" height="100" fill="none" stroke="{INK}"/>'
        parts.append(at(x, y, tile_svg(tile.turned["n"], TILES.two_player_colours[0]) + frame))
        parts.append(label(x + 50, y + 119, name + (" (2)" if tile.marked else "")))
    return sheet(48 + across * 122 - 22, 22 + -(-len(TILES.tiles) // across) * 132 + 8, parts, definitions_svg())
