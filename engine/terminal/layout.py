"""Words and drawings side by side, as many as the terminal has room for.

>>> print(columns(["a10", "b2", "c"], width=12))
a10  b2
c
>>> print(beside([["two", "# *", "#"], ["one", "*"]], width=20))
two   one
# *   *
#
"""

import shutil
import textwrap
from collections.abc import Iterable, Sequence


def room() -> int:
    """How many signs a line of the terminal takes."""
    return shutil.get_terminal_size().columns


def wrapped(text: str, width: int = 0) -> str:
    """The text with its long sentences broken between words; drawings, which do not begin with a letter, stay as they are.

    >>> print(wrapped("one two three", 9))
    one two
      three
    """
    return "\n".join(
        part
        for line in text.split("\n")
        for part in (textwrap.wrap(line, width or room(), subsequent_indent="  ", break_on_hyphens=False) if line[:1].isalpha() else [line])
    )


def columns(words: Sequence[str], width: int = 0) -> str:
    """The words in columns, to be read line by line."""
    wide = max(map(len, words), default=0) + 2
    across = max((width or room()) // wide, 1)
    lines = [words[start : start + across] for start in range(0, len(words), across)]
    return "\n".join("".join(f"{word:{wide}}" for word in line).rstrip() for line in lines)


def beside(blocks: Iterable[Sequence[str]], width: int = 0) -> str:
    """The drawings side by side, with an empty line where a new row of them begins."""
    rows: list[list[Sequence[str]]] = [[]]
    used = 0
    for block in blocks:
        wide = max(map(len, block)) + 3
        if rows[-1] and used + wide > (width or room()):
            rows.append([])
            used = 0
        rows[-1].append(block)
        used += wide
    return "\n\n".join(row_of(row) for row in rows if row)


def row_of(blocks: Sequence[Sequence[str]]) -> str:
    wides = [max(map(len, block)) + 3 for block in blocks]
    lines = []
    for number in range(max(map(len, blocks))):
        parts = [block[number] if number < len(block) else "" for block in blocks]
        lines.append("".join(f"{part:{wide}}" for part, wide in zip(parts, wides, strict=True)).rstrip())
    return "\n".join(lines)
