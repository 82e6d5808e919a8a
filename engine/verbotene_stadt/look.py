"""Die verbotene Stadt: officials by two letters, hat and robe; a slide is shown with its way and its end."""

import re
from itertools import pairwise

from engine.terminal import layout
from engine.terminal.colours import COLOUR, NAMES, paint
from engine.terminal.look import Json, Look, seat_name, words

LETTERS = {"r": "red", "y": "yellow", "b": "blue", "g": "green", "k": "black"}

LEGEND = """\
The board: two letters are an official, hat and robe: r red, y yellow, b blue, g green, k black (rk is red-black).
Pavilions are 11 to 88, the active one 4* for instance; = is a door, | and -- are walls, . is a street; from a ' an official may \
also step to the next cell.
Behind `pavilions` stands what is left in each one: h hat, c coat, t trousers.
A move such as slide red-blue h3: the official goes straight until something stops it, turns, goes on as often as you wish, \
and ends on h3; `slide red-blue pavilion` ends in the active pavilion.
The command `show MOVE` marks the way with :: and its end with ##, and `pieces` lists officials and cards."""


def pieces(_: Json, position: Json, seat: int, name: str) -> str:
    """Where the officials stand, whom the seat bribes, and its cards."""
    mine = position["seats"][seat]
    officials = [f"{short(each['name'])} {each['name']} {where(each)}" for each in position["officials"] if name in each["name"]]
    bribed = "nobody yet" if mine["bribe"] == "none" else mine["bribe"]
    return "\n".join([layout.columns(officials), "", f"You bribe {bribed}. Your cards: {', '.join(mine['cards']) or 'none'}."])


def short(official: str) -> str:
    """The letters of an official on the board.

    >>> short("red-black")
    'rk'
    """
    return "".join("k" if colour == "black" else colour[0] for colour in official.split("-"))


def where(official: Json) -> str:
    return str(official["cell"] or official["place"])


def preview(position: Json, board: str, found: Json) -> str:
    """The board with the way of a slide as `::` and its end as `##`, or with the official that a move names as `##`."""
    if found["kind"] not in ("slide", "bribe"):
        return words(found)
    lines = board.split("\n\n", 1)[0].splitlines()
    stands = next(where(each) for each in position["officials"] if each["name"] == found["official"])
    if found["kind"] == "bribe":
        mark(lines, stands, "##")
        return "\n".join([*lines, "", f"Bribe {found['official']} ({short(found['official'])}), at ## on {stands}."])
    path = found["path"]
    for here, there in pairwise(path):
        for cell in between(here, there):
            mark(lines, cell, "::")
    mark(lines, path[-1], "##")
    door = f" through the door at {found['door']['cell']}" if found["door"] else ""
    return "\n".join([*lines, "", f"{found['official']} ({short(found['official'])}) goes {', '.join(path)}{door}."])


def between(here: str, there: str) -> list[str]:
    """The cells of a straight way after its first one.

    >>> between("f10", "d10"), between("a1", "a3"), between("n6", "pavilion")
    (['e10', 'd10'], ['a2', 'a3'], [])
    """
    if not (re.fullmatch(r"[a-z]\d+", here) and re.fullmatch(r"[a-z]\d+", there)):
        return []
    across, down = ord(there[0]) - ord(here[0]), int(there[1:]) - int(here[1:])
    steps = max(abs(across), abs(down))
    return [f"{chr(ord(here[0]) + across * n // steps)}{int(here[1:]) + down * n // steps}" for n in range(1, steps + 1)]


def mark(lines: list[str], cell: str, signs: str) -> None:
    """Puts two signs on a cell of the drawn board; what is no cell is left out."""
    if re.fullmatch(r"[a-z]\d+", cell):
        line, column = 2 * int(cell[1:]), 4 + 3 * (ord(cell[0]) - 97)
        lines[line] = lines[line][:column] + signs + lines[line][column + 2 :]


def painted(board: str) -> str:
    """Names of colours, a garment as a whole; on the streets and in exile each letter of an official; a slide that is shown."""
    lines = []
    for line in board.splitlines():
        if re.match(r" ?\d+ \||exile ", line):
            line = re.sub(r"(?<=[|= ])[rybgk]{2}(?=[|= ]|$)", lambda found: "".join(paint(x, COLOUR[LETTERS[x]]) for x in found[0]), line)
            line = re.sub(r"##|::|\d\*", lambda found: paint(found[0], "2" if found[0] == "::" else "7"), line)
        lines.append(re.sub(rf"(?<![\w;])({NAMES})(-(?:hat|coat|trousers))?\b", lambda found: paint(found[0], COLOUR[found[1]]), line))
    return "\n".join(lines)


LOOK = Look(lambda _position, _board: LEGEND, seat_name, pieces, preview, painted)
