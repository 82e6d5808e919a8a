"""Journals in Redis: a list of entries, of which those that are long past are packed together, and of a finished game all.

Packing changes nothing that is read. It is done after a change is stored, and again by housekeeping where that was missed.
"""

import hashlib
from collections.abc import Sequence
from importlib.resources import files

import orjson

from service.game import Game
from service.json_object import Json
from service.store import keys, packing
from service.store.client import Client, run
from service.store.commands import Run

FOLDED = 64
"""Entries that are packed together while a game goes on."""


class Journals:
    """The journals of a store's games."""

    def __init__(self, client: Client) -> None:
        self.client = client
        self._fold, self._pack = (
            client.register_script(files("service.store").joinpath("lua", f"{name}.lua").read_text()) for name in ("fold", "pack")
        )

    def elements(self, game: str) -> list[str]:
        """What lies in Redis of a journal."""
        found: list[str] = self.client.lrange(keys.journal_key(game), 0, -1)
        return found

    def fold(self, game: str) -> None:
        """Packs the entries of a running game together that are long past, as many as make a stretch."""
        elements = self.elements(game)
        start = next((place for place, element in enumerate(elements) if not element.startswith(packing.PACKED)), len(elements))
        for place in range(start, start + (len(elements) - start) // FOLDED):
            packed = elements[start : start + FOLDED]
            del elements[start : start + FOLDED]
            start += 1
            elements.insert(place, packing.stretch([orjson.loads(entry) for entry in packed]))
            run(self.client, [self.replacement(game, place, packed, elements[place])])

    def compact(self, game: Game, text: str, elements: Sequence[str]) -> None:
        """Packs a finished game and its journal, as they were read, of which only the moves need be kept."""
        scripts: list[Run] = []
        if elements and not (len(elements) == 1 and elements[0].startswith(packing.BARE)):
            entries = opened(elements)
            scripts.append(self.replacement(game.id, 0, elements, packing.stretch(bared(entries), bare=len(entries) <= packing.LONG)))
        if not text.startswith(packing.PACKED):
            scripts.append((self._pack, [keys.game_key(game.id)], [sha1(text), packing.packed_game(text)]))
        run(self.client, scripts)

    def replacement(self, game: str, place: int, before: Sequence[str], after: str) -> Run:
        """What puts an element in the place of those that it packs together."""
        return self._fold, [keys.journal_key(game)], [place, len(before), sha1("\n".join(before)), after]


def sha1(text: str) -> str:
    return hashlib.sha1(text.encode(), usedforsecurity=False).hexdigest()


def opened(elements: Sequence[str]) -> list[Json]:
    """Every entry of a journal; those that are bare lack their objects."""
    entries: list[Json] = []
    for element in elements:
        entries += packing.opened(element, len(entries) + 1)
    return entries


def bared(entries: Sequence[Json]) -> list[Json]:
    """The entries without what was secret as long as the game went on, and what only a takeback would need."""
    return [{name: entry[name] for name in packing.NAMED if name in entry} for entry in entries]


def is_packed(elements: Sequence[str]) -> bool:
    return any(element.startswith(packing.PACKED) for element in elements)
