"""Cathedral: buildings drawn with `#` and `*`, where `*` is the square that a move names."""

import re

from engine.terminal import layout
from engine.terminal.colours import paint
from engine.terminal.look import Json, Look

MOVES = """\
A move such as castle@e8n names the square where the * goes, and the way the building faces: \
n as `pieces` draws it, e turned clockwise once, s twice, w three times.
The command `pieces castle` draws a castle facing all four ways."""
GROUND = "':"
"""Light's and dark's."""


def legend(position: Json, board: str) -> str:
    lines = board.splitlines()
    letters = {sign(lines, building["cells"][0]): building["building"] for building in position["buildings"]}
    standing = ", ".join(f"{letter} {name}" for letter, name in sorted(letters.items(), key=lambda pair: (pair[0].lower(), pair[0])))
    return "\n".join(
        [
            "The board: capitals are Light's buildings, small letters Dark's, + is the Cathedral.",
            "Of the other signs . is free ground, ' ground that Light has walled in, : ground that Dark has walled in.",
            *([f"Standing are {standing}."] if standing else []),
            MOVES,
        ]
    )


def who(position: Json, seat: int) -> str:
    return str(position["sides"][seat]["side"]).title()


def pieces(components: Json, position: Json, seat: int, name: str) -> str:
    """The buildings that a side has still to place; one of them facing all ways, if it is named."""
    box = {building["name"]: building for building in [components["cathedral"], *components["buildings"]]}
    if name in box:
        shapes = box[name]["shapes"][-1 if name == "cathedral" else seat]
        return layout.beside([f"{name}@…{facing}", *drawn(cells)] for facing, cells in shapes.items()) + f"\n\n{MOVES}"
    left = dict(position["sides"][seat]["remaining"])
    if position["cathedral"] == "waiting" and seat == 0:
        left = {"cathedral": 1, **left}
    blocks = []
    for each, count in left.items():
        shapes = box[each]["shapes"][-1 if each == "cathedral" else seat]
        blocks.append([f"{count} {each}s" if count > 1 else each, *drawn(shapes["n"])])
    return (layout.beside(blocks) or "You have no buildings left.") + f"\n\n{MOVES}"


def drawn(cells: list[list[int]]) -> list[str]:
    """A building in signs; its cells are counted from the square that the move names.

    >>> drawn([[0, 0], [0, 1], [1, 1]])
    ['*', '# #']
    """
    signs = dict.fromkeys(map(tuple, cells), "#") | {(0, 0): "*"}
    across, down = ([cell[axis] for cell in cells] for axis in (0, 1))
    rows = [[signs.get((x, y), " ") for x in range(min(across), max(across) + 1)] for y in range(min(down), max(down) + 1)]
    return [" ".join(row).rstrip() for row in rows]


def preview(position: Json, board: str, found: Json) -> str:
    """The board with the building as `#` and `*`, the ground that it walls in, and what it takes off the board."""
    lines = board.splitlines()[: position["size"] + 1]
    taken = [(each["building"], cell) for each in found["takes"] for cell in each["region"]]
    claimed = [cell for region in found["claims"] for cell in region] + [cell for _, cell in taken]
    for cell in claimed:
        mark(lines, cell, GROUND[position["to_move"]])
    for cell in found["cells"]:
        mark(lines, cell, "*" if cell == found["square"] else "#")
    said = [f"{found['building']} on {', '.join(found['cells'])}"]
    said += [f"walls in {len(claimed)} square{'s' * (len(claimed) != 1)}"] * bool(claimed)
    said += [f"takes the {each['building']} on {each['square']} off the board" for each in found["takes"]]
    said += [f"leaves the {each['building']} on {each['square']}" for each in found["leaves"]]
    return "\n".join([*lines, "", "; ".join(said) + "."])


def spot(cell: str) -> tuple[int, int]:
    """The line and the column of a square in the drawn board."""
    return int(cell[1:]), 3 + 2 * (ord(cell[0]) - 97)


def sign(lines: list[str], cell: str) -> str:
    line, column = spot(cell)
    return lines[line][column]


def mark(lines: list[str], cell: str, with_sign: str) -> None:
    line, column = spot(cell)
    lines[line] = lines[line][:column] + with_sign + lines[line][column + 1 :]


def painted(board: str) -> str:
    """Light in capitals, dark in small letters, the Cathedral as a cross, and a move that is shown."""
    return "\n".join(city(line) if re.fullmatch(r"[ \d]\d(?: \S)+", line) else line for line in board.splitlines())


def city(line: str) -> str:
    return line[:3] + re.sub(r"\S", lambda found: paint(found[0], side(found[0])), line[3:])


def side(letter: str) -> str:
    """The colour of a sign, as terminals number it."""
    if letter.isalpha():
        return "96" if letter.isupper() else "33"
    return {"+": "1;97", "'": "36", ":": "33", "#": "7", "*": "7;1"}.get(letter, "2")


LOOK = Look(legend, who, pieces, preview, painted)
