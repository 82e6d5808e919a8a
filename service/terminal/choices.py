"""Legal moves for a person to choose from: in natural order, in columns, and those like what was said.

>>> sorted(["castle@a10n", "castle@a1n", "lay pink1@2,-1n", "lay pink1@-2,-1n"], key=natural)
['castle@a1n', 'castle@a10n', 'lay pink1@-2,-1n', 'lay pink1@2,-1n']
>>> alike("castle@a1", ["castle@a1n", "castle@a10n", "tavern@a1n"]), alike("banana", ["tavern@a9n"])
(['castle@a1n', 'castle@a10n'], [])
"""

import difflib
import re
from collections import Counter
from collections.abc import Sequence

from engine.terminal import layout

LINES = 15
"""As many lines of moves as one reads at once."""


def natural(move: str) -> list[tuple[str, int]]:
    """A key that sorts numbers by their size."""
    words, numbers = re.split(r"-?\d+", move), re.findall(r"-?\d+", move)
    return list(zip(words, [*map(int, numbers), 0], strict=True))


def alike(said: str, legal: Sequence[str]) -> list[str]:
    """A few legal moves that may have been meant."""
    return difflib.get_close_matches(said, legal, n=5, cutoff=0.85)


def beginning(move: str) -> str:
    """What narrows a list down to moves like this one: `castle@`, `slide red-blue `, or a word that is a move."""
    return move[: max(move.find("@"), move.rfind(" ")) + 1] or move


def listed(legal: Sequence[str], start: str, width: int = 0) -> str:
    """The legal moves that start so; where they are too many, what they start with, or the first of them."""
    found = [move for move in legal if move.startswith(start)]
    head = f"{len(found)} legal move{'s' * (len(found) != 1)}{f' starting with {start}' if start else ''}"
    lines = layout.columns(found, width).splitlines()
    groups = Counter(beginning(move).strip() for move in found)
    if len(lines) <= LINES:
        return "\n".join([f"{head}:", *lines] if lines else [f"{head}."])
    if len(groups) > 1:
        return f"{head}; see some of them with:\n" + layout.columns([f"moves {group} ({count})" for group, count in groups.items()], width)
    return "\n".join([f"{head}:", *lines[:LINES], "… and more; `moves START` shows those that start so."])
