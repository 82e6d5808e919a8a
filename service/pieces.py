"""What lies in the box of each game, drawn with its names for the page about it: buildings, tiles, officials and dice."""

from collections.abc import Sequence

from engine.cathedral import drawing as city
from engine.cathedral.buildings import BUILDINGS, CATHEDRAL, DARK, LIGHT, NOBODY, Building
from engine.forbidden_city.pictures import definitions_svg, tile_svg
from engine.forbidden_city.tiles import TILES
from engine.verbotene_stadt.box import BOX
from engine.verbotene_stadt.cards import CARDS
from engine.verbotene_stadt.officials import OFFICIALS
from engine.verbotene_stadt.pieces import card, die, official

PAPER, INK, SOFT = "#f6f0e2", "#33291f", "#7a6c58"
FONT = 'font-family="system-ui, sans-serif"'


def sheet(width: float, height: float, parts: Sequence[str], definitions: str = "") -> str:
    """A sheet of paper with pictures on it."""
    head = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:g} {height:g}" width="{width:g}" height="{height:g}" {FONT}>'
    paper = f'<rect width="{width:g}" height="{height:g}" rx="10" fill="{PAPER}"/>'
    return "\n".join([head, definitions, paper, *parts, "</svg>"]) + "\n"


def label(x: float, y: float, words: str, size: float = 14, anchor: str = "middle", colour: str = INK) -> str:
    return f'<text x="{x:g}" y="{y:g}" font-size="{size:g}" text-anchor="{anchor}" fill="{colour}">{words}</text>'


def at(x: float, y: float, picture: str, scale: float = 1) -> str:
    return f'<g transform="translate({x:g} {y:g}) scale({scale:g})">{picture}</g>'


# Cathedral

SQUARE, WIDE, ACROSS = 30, 122, 6
"""The side of a square, the width of a building's plot, and how many plots are in a row."""


def cathedral() -> str:
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


# Forbidden City


def forbidden_city() -> str:
    """Every tile of a seat facing north, by its name; those of the game for two are marked."""
    parts, across = [], 6
    for place, (name, tile) in enumerate(TILES.tiles.items()):
        x, y = 24 + place % across * 122, 22 + place // across * 132
        frame = f'<rect width="100" height="100" fill="none" stroke="{INK}"/>'
        parts.append(at(x, y, tile_svg(tile.turned["n"], TILES.two_player_colours[0]) + frame))
        parts.append(label(x + 50, y + 119, name + (" (2)" if tile.marked else "")))
    return sheet(48 + across * 122 - 22, 22 + -(-len(TILES.tiles) // across) * 132 + 8, parts, definitions_svg())


# Die verbotene Stadt


def verbotene_stadt() -> str:
    """The officials, the cards and the dice."""
    parts = [label(24, 34, "Officials: hat, then robe", 15, "start", SOFT)]
    for number, name in enumerate(OFFICIALS):
        x, y = 84 + number % 5 * 146, 78 + number // 5 * 82
        parts += [official(x, y, number, 1.5), label(x, y + 44, name, 13)]
    y = 480
    parts.append(label(24, y + 20, "Garments: number of the pavilion; Hat, Coat, Trousers", 15, "start", SOFT))
    parts += [card(24 + number * 30 + number // 3 * 3, y + 34, number) for number in range(len(CARDS))]
    for row, (name, faces) in enumerate(BOX.dice.items()):
        x, top = 24 + row % 2 * 400, y + 90 + row // 2 * 44
        parts.append(label(x, top + 17, name, 15, "start", SOFT))
        parts += [die(x + 84 + 32 * place, top, face) for place, face in enumerate(faces)]
    return sheet(24 + 5 * 146 + 24, y + 182, parts)


PIECES = {"cathedral": cathedral, "forbidden_city": forbidden_city, "verbotene_stadt": verbotene_stadt}
"""How the box of each ruleset is drawn."""
