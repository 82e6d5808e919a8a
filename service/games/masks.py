"""Legal moves folded into masks: for each piece and the way it faces, the cells where it may go as the bits of one number.

>>> from engine.rulesets import ruleset
>>> rules = ruleset("cathedral")
>>> texts = ["castle@a1n", "castle@c1n", "castle@a2n", "inn@b1e leave abbey"]
>>> folded = fold([rules.read_move(text, rules.start(2, {"cathedral": True}), 0) for text in texts], rules.mask)
>>> folded["notation"], folded["pieces"], folded["others"]
('{piece}@{square}{facing}', {'castle': {'n': 'd'}}, ['inn@b1e leave abbey'])
>>> unfold(folded) == set(texts)
True
"""

from collections.abc import Iterable

from engine.legal_moves import MaskForm
from service.json_object import Json


def fold(moves: Iterable[object], form: MaskForm | None) -> Json:
    """The moves as masks; those that are not just a piece on a cell stand apart in `others`, in their order.

    Bit number (y - y of origin) * width + (x - x of origin) of a mask, a number in hexadecimal, stands for the cell x, y.
    """
    places: dict[tuple[str, str], list[tuple[int, int]]] = {}
    others = []
    for move in moves:
        placing = form.placing(move) if form else None
        if placing is None:
            others.append(str(move))
        else:
            places.setdefault((placing.piece, placing.facing), []).append((placing.x, placing.y))
    cells = [cell for row in places.values() for cell in row] or [(0, 0)]
    left, top = (min(cell[axis] for cell in cells) for axis in (0, 1))
    width = max(x for x, _ in cells) - left + 1
    pieces: dict[str, dict[str, str]] = {}
    for (piece, facing), row in places.items():
        pieces.setdefault(piece, {})[facing] = f"{sum(1 << ((y - top) * width + x - left) for x, y in row):x}"
    notation = form.text if form and places else ""
    return {"notation": notation, "origin": [left, top], "width": width, "pieces": pieces, "others": others}


def unfold(folded: Json) -> set[str]:
    """Every move that the masks hold, and the others."""
    (left, top), width = folded["origin"], folded["width"]
    found = set(folded["others"])
    for piece, facings in folded["pieces"].items():
        for facing, mask in facings.items():
            bits = int(mask, 16)
            for number in (n for n in range(bits.bit_length()) if bits >> n & 1):
                x, y = left + number % width, top + number // width
                square = f"{chr(97 + x)}{y + 1}" if 0 <= x < 26 else ""
                found.add(folded["notation"].format(piece=piece, facing=facing, square=square, x=x, y=y))
    return found
