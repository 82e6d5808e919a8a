"""One tile as a block of text, three rows of nine: its four sides, and what lies on its floor.

    +--( )--+      a wall with an archway in the north
    |Yg3e**        a wall in the west, an open side in the east
    +       +      an open side in the south

The same blocks draw the tiles in `tiles.toml`, the start tile in `starts.toml` and every position.

>>> print(draw_block("awow", "Yg3e**"))
+--( )--+
|Yg3e** |
+       +
>>> read_block(["+--( )--+", "|Yg3e** |", "+       +"])
('awow', 'Yg3e**')
"""

from engine.errors import BadNotation

HIGH, WIDE = 3, 9
ROOM = WIDE - 2
"""How many letters a block holds."""

LEVEL = {"o": " " * ROOM, "w": "-" * ROOM, "a": "--( )--"}
UPRIGHT = {"o": " ", "w": "|", "a": ":"}
LEVEL_SIDE = {drawn: side for side, drawn in LEVEL.items()}
UPRIGHT_SIDE = {drawn: side for side, drawn in UPRIGHT.items()}


def draw_block(sides: str, inside: str) -> str:
    """The block of a tile with these sides, clockwise from north: `o` open, `w` wall, `a` archway."""
    north, east, south, west = tuple(sides)
    return f"+{LEVEL[north]}+\n{UPRIGHT[west]}{inside:<{ROOM}}{UPRIGHT[east]}\n+{LEVEL[south]}+"


def read_block(rows: list[str]) -> tuple[str, str]:
    """The sides and the inside of a drawn block."""
    if len(rows) != HIGH or any(len(row) > WIDE for row in rows):
        raise BadNotation(f"A tile is drawn {WIDE} wide and {HIGH} high.")
    top, middle, bottom = (row.ljust(WIDE) for row in rows)
    if {top[0], top[-1], bottom[0], bottom[-1]} != {"+"}:
        raise BadNotation("A tile is drawn with a + at each corner.")
    try:
        sides = LEVEL_SIDE[top[1:-1]] + UPRIGHT_SIDE[middle[-1]] + LEVEL_SIDE[bottom[1:-1]] + UPRIGHT_SIDE[middle[0]]
    except KeyError as error:
        raise BadNotation(f"{error.args[0]!r} is not a side; sides are open, walls (---, |) or archways (--( )--, :).") from error
    return sides, middle[1:-1].rstrip()
