"""What has happened in a game, told once to the person in front of it."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from itertools import groupby

from service.json_object import Json
from service.terminal.link import Link

LINES = 12
"""As many lines of news as one reads at once."""
SHORT = 60
"""As many signs as chance gets for what it does of one kind."""


@dataclass
class Journal:
    """A game's journal, as far as it has been told."""

    link: Link
    path: str
    heard: int = 0
    page: str = ""

    def news(self) -> Iterator[Json]:
        """The entries that have not been told, read on from where the last page began."""
        while True:
            found = self.link.get(f"{self.path}?limit=500{self.page}")
            for entry in found["items"]:
                if entry["number"] > self.heard:
                    self.heard = entry["number"]
                    yield entry
            if found["next"] is None:
                return
            self.page = f"&cursor={found['next']}"


def told(entries: Iterable[Json], name: Callable[[int], str]) -> list[str]:
    """The entries as lines: one for a move, one for all that chance does in a row; the first ones only counted where they are many."""
    lines = []
    for seat, run in groupby(entries, lambda entry: entry["seat"]):
        moves = [str(entry["move"]) for entry in run]
        lines += [f"{name(seat)}: {move}" for move in moves] if seat is not None else by_chance(moves)
    if len(lines) > LINES:
        lines = [f"… {len(lines) - LINES} lines before these", *lines[-LINES:]]
    return lines


def by_chance(moves: list[str]) -> list[str]:
    """What chance did, in one line; what stays hidden is left out.

    >>> by_chance(["roll 4", "roll black", "draw ?"]), by_chance(["deal red-red"] * 25)
    (['chance: roll 4, black'], ['chance: deal (25 times)'])
    """
    parts = []
    for word, run in groupby((move for move in moves if "?" not in move), lambda move: move.split(" ")[0]):
        group = [move.removeprefix(f"{word} ") for move in run]
        in_words = f"{word} {', '.join(group)}"
        parts.append(in_words if len(in_words) <= SHORT else f"{word} ({len(group)} times)")
    return [f"chance: {'; '.join(parts)}"] if parts else []
