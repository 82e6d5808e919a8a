"""Forbidden City: tiles drawn as the board draws them, three lines of nine; `#` in front of one that is only shown."""

import re

from engine.forbidden_city.box import TILES
from engine.terminal import layout
from engine.terminal.colours import COLOUR, NAMES, halves, paint
from engine.terminal.look import Json, Look, words

MARGIN, WIDE = 6, 9
LEVEL = {"o": " " * 7, "w": "-" * 7, "a": "--( )--"}
UPRIGHT = {"o": " ", "w": "|", "a": ":"}
SIDES = {"o": "open", "w": "a wall", "a": "an archway"}
FACINGS = {"n": "north", "e": "east", "s": "south", "w": "west"}
INITIALS = {name[0].upper(): name for name in TILES.colours}
FLOORS = {name[0]: name for name in ("green", "pink", "white")}

LEGEND = """\
The board: a tile such as Yg3eD is its owner's colour (Y yellow), its floor (g green, p pink, w white), its number, the way it \
faces, and * for each advisor or D for a dragon; Yg\\p has two floors with a wall between them.
Walls are --- and |, archways --( )-- and :, an open side is empty; a . is an empty place next to a tile.
A move such as lay green3@2,-1e names the tile in your hand, its column and row, and the way it faces: n as the box has it, \
e turned clockwise once, s twice, w three times.
The command `pieces` draws your tile facing all four ways, and `show MOVE` lays it for you to look at, with a # in front."""


def who(position: Json, seat: int) -> str:
    return str(position["seats"][seat]["colour"])


def pieces(components: Json, position: Json, seat: int, name: str) -> str:
    """The tile in hand, or the one that is named, facing all ways; and what is still to come."""
    box = {tile["tile"]: tile for tile in components["tiles"]}
    mine = position["seats"][seat]
    held = name if name in box else mine["held"]
    left = "\n".join(["Still to lay, one of them in your hand:", layout.columns(mine["left"])])
    if held not in box:
        return left
    blocks = []
    for turns, facing in enumerate(FACINGS):
        tile = turned(box[held], turns) | {"facing": facing}
        blocks.append([f"{held} {facing}", *block(tile["sides"], mine["colour"][0].upper() + picture(tile))])
    return f"{layout.beside(blocks)}\n\n{described(box[held])}\n{left}"


def turned(tile: Json, turns: int) -> Json:
    """The tile after some quarter turns clockwise.

    >>> turned({"sides": "awoo", "parts": [0, 0, 1, 1]}, 1)
    {'sides': 'oawo', 'parts': [1, 0, 0, 1]}
    """
    start = -turns % 4
    return tile | {"sides": tile["sides"][start:] + tile["sides"][:start], "parts": tile["parts"][start:] + tile["parts"][:start]}


def picture(tile: Json) -> str:
    """A tile in letters, as on the board but for its owner."""
    if len(tile["floors"]) > 1:
        wall = "\\" if tile["facing"] in "ns" else "/"
        return f"{tile['floors'][tile['parts'][3]][0]}{wall}{tile['floors'][tile['parts'][1]][0]}"
    number, figures = tile["tile"].removeprefix(tile["floors"][0]), "*" * tile["advisors"][0] + "D" * tile["dragons"][0]
    return f"{tile['floors'][0][0]}{number}{tile['facing']}{figures}"


def block(sides: str, inside: str) -> list[str]:
    """A tile's three lines; its sides go clockwise from north."""
    north, east, south, west = tuple(sides)
    return [f"+{LEVEL[north]}+", f"{UPRIGHT[west]}{inside:<7}{UPRIGHT[east]}", f"+{LEVEL[south]}+"]


def described(tile: Json) -> str:
    """What a tile brings into its room."""
    advisors, dragons = sum(tile["advisors"]), sum(tile["dragons"])
    found = [f"{count} {name}{'s' * (count > 1)}" for count, name in ((advisors, "advisor"), (dragons, "dragon")) if count]
    return f"{tile['tile']}: {' and '.join(tile['floors'])} floor, {' and '.join(found) or 'nobody on it'}."


def preview(position: Json, board: str, found: Json) -> str:
    """The table with the tile in its place, and in words what lies around it, what it closes and who is paid."""
    if found["kind"] != "lay":
        return words(found)
    lines = [*board.split("\n\n", 1)[1].rstrip("\n").splitlines(), ""]  # a tile in the last row needs the line below
    column = MARGIN + WIDE * (found["x"] - int(lines[0].split()[0]))
    row = next(number for number, line in enumerate(lines[1:], start=1) if re.match(rf" *{found['y']}\s", f"{line[:MARGIN]} "))
    for number, part in enumerate(block(found["sides"], f"#{picture(found)}"), start=row - 1):
        line = lines[number].ljust(column + WIDE)
        lines[number] = (line[:column] + part + line[column + WIDE :]).rstrip()
    around = ", ".join(f"{SIDES[side]} in the {name}" for side, name in zip(found["sides"], FACINGS.values(), strict=True))
    paid = ", ".join(f"{who(position, seat)} {coins}" for seat, coins in enumerate(found["paid"]) if coins) or "nobody"
    closes = [f"Closes {', '.join(each['room'] for each in found['closes'])}; paid: {paid}."] if found["closes"] else []
    return "\n".join([*lines, "", f"{described(found)[:-1]}; {around}.", *closes])


def painted(board: str) -> str:
    """Names in their colours, a name of two floors in both; on the table owners and floors."""
    signs = rf"(?<![\w#])([{''.join(INITIALS)}#])([gpw](?:\d[nesw]|[\\/][gpw]))([*D]*)"
    board = re.sub(signs, lambda found: tile_painted(found[1], found[2], found[3]), board)
    return re.sub(rf"(?<![\w;])((?:{NAMES})+)(\d*)\b", lambda found: halves(found[1], found[2]), board)


def tile_painted(owner: str, floor: str, on_it: str) -> str:
    if owner == "#":
        return paint(owner + floor + on_it, "7")
    code = COLOUR.get(INITIALS[owner], "1")
    first = COLOUR[FLOORS[floor[0]]]
    middle = paint(floor, first) if floor[1].isdigit() else paint(floor[:2], first) + paint(floor[2], COLOUR[FLOORS[floor[2]]])
    return paint(owner, code) + middle + (paint(on_it, code) if on_it else "")


LOOK = Look(lambda _position, _board: LEGEND, who, pieces, preview, painted)
