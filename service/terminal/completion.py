"""The Tab key: completes legal moves and commands where the terminal can."""

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
        found = [word[done:] for word in sayable(table.legal) if word.startswith(line)]
        return found[number] if number < len(found) else None

    readline.set_completer_delims(" ")
    readline.set_completer(complete)
    binding = "bind ^I rl_complete" if "libedit" in (readline.__doc__ or "") else "tab: complete"
    readline.parse_and_bind(binding)


def sayable(legal: list[str]) -> list[str]:
    """Everything that can be said: the commands, the moves, and the moves after `show`."""
    return [*COMMANDS, *legal, *(f"show {move}" for move in legal)]
