"""The Tab key: completes legal moves and commands where the terminal can, a step at a time: the piece, then the square, then the facing.

>>> legal = ["inn@b2e", "inn@b2n", "inn@c10s leave abbey", "inn@c10s leave tower", "tower@a1n"]
>>> offered("in", legal), offered("inn@", legal), offered("inn@b2", legal), offered("inn@c10s", legal)
(['inn@'], ['inn@b2', 'inn@c10'], ['inn@b2e', 'inn@b2n'], ['inn@c10s '])
"""

import re

from service.terminal.table import COMMANDS, Table


def offer(table: Table) -> None:
    """Lets the Tab key complete what may be said at the table."""
    try:
        import readline
    except ImportError:
        return

    def complete(text: str, number: int) -> str | None:
        line = readline.get_line_buffer()[: readline.get_endidx()].lstrip()
        done = len(line) - len(text)
        found = [word[done:] for word in offered(line, table.legal)]
        return found[number] if number < len(found) else None

    readline.set_completer_delims(" ")
    readline.set_completer(complete)
    binding = "bind ^I rl_complete" if "libedit" in (readline.__doc__ or "") else "tab: complete"
    readline.parse_and_bind(binding)


STEP = re.compile(r"(?<=@)|(?<= )|(?<=\d)(?=[a-z]\b)")
"""Between a piece and its square, a square and the facing on it, and two words."""


def offered(line: str, legal: list[str]) -> list[str]:
    """How the line may go on: to the next step of everything that begins with it."""
    return list(dict.fromkeys(to_next_step(word, len(line)) for word in sayable(legal) if word.startswith(line)))


def to_next_step(word: str, done: int) -> str:
    return next((word[: step.start()] for step in STEP.finditer(word) if step.start() > done), word)


def sayable(legal: list[str]) -> list[str]:
    """Everything that can be said: the commands, the moves, and the moves after `show`."""
    return [*COMMANDS, *legal, *(f"show {move}" for move in legal)]
