"""Packing: games and stretches of their journals as compressed text, a tenth of their size.

A stretch of a journal holds its entries as rows; that of a finished game holds only who did what and when, from which the rest of an
entry is worked out again. Packed text begins with `z`, which no JSON does; a game's with `z/`, since the words that every game has are
known to the compression (games packed before that begin with `z` alone, which is followed by no stroke in them).

>>> inflated(deflated('{"id":"k3f9"}')), inflated(packed_game('{"id":"k3f9"}'))
('{"id":"k3f9"}', '{"id":"k3f9"}')
"""

import base64
import zlib
from collections.abc import Sequence

import orjson

from engine.core import CHANCE
from engine.host_words import hosts_object, is_hosts
from engine.replaying import follow
from service import clock
from service.game import AnyPosition, Game
from service.json_object import Json
from service.store.game_words import GAME_WORDS

PACKED, BARE, WITH_WORDS = "z", "zm", "z/"
LONG = 1000
"""Entries from which on those of a finished game are kept whole, so that nobody waits for them to be worked out."""
NAMED = ("number", "turn", "revision", "seat", "move", "object", "at")


def deflated(text: str) -> str:
    return PACKED + base64.b85encode(zlib.compress(text.encode(), 9)).decode()


def packed_game(text: str) -> str:
    """A game's text, packed."""
    compression = zlib.compressobj(9, zdict=GAME_WORDS)
    return WITH_WORDS + base64.b85encode(compression.compress(text.encode()) + compression.flush()).decode()


def inflated(text: str) -> str:
    """The text that was packed; one that was not as it is."""
    if text.startswith(WITH_WORDS):
        compression = zlib.decompressobj(zdict=GAME_WORDS)
        found = compression.decompress(base64.b85decode(text[2:]))
        if not compression.eof:
            raise ValueError("a packed game is cut off")
        return found.decode()
    return zlib.decompress(base64.b85decode(text[1:])).decode() if text.startswith(PACKED) else text


def stretch(entries: Sequence[Json], *, bare: bool = False) -> str:
    """Entries that follow one another as one text: `z 128 …`, and `zm 128 …` for those of which only the moves are kept."""
    rows: list[list[object]] = []
    turn = revision = at = 0
    for entry in entries:
        moment = round(clock.seconds(entry["at"]) * 1000)
        row = [entry["turn"] - turn, entry["revision"] - revision, moment - at, entry["seat"], entry["move"]]
        more = {name: value for name, value in entry.items() if name not in NAMED}
        rows.append(row if bare else [*row, entry["object"], *([more] if more else [])])
        turn, revision, at = entry["turn"], entry["revision"], moment
    return f"{BARE if bare else PACKED} {len(rows)} {deflated(orjson.dumps(rows).decode())}"


def length(element: str) -> int:
    """How many entries an element of a journal holds."""
    return int(element.split(" ", 2)[1]) if element.startswith(PACKED) else 1


def opened(element: str, first: int) -> list[Json]:
    """The entries of an element, the first of them with that number; a bare stretch's lack their objects."""
    if not element.startswith(PACKED):
        return [orjson.loads(element)]
    entries: list[Json] = []
    turn = revision = at = 0
    for row in orjson.loads(inflated(element.split(" ", 2)[2])):
        turn, revision, at = turn + row[0], revision + row[1], at + row[2]
        entry = {"number": first + len(entries), "turn": turn, "revision": revision, "seat": row[3], "move": row[4]}
        shown = {"object": row[5]} if len(row) > 5 else {}
        entries.append(entry | shown | {"at": clock.written(at / 1000)} | (row[6] if len(row) > 6 else {}))
    return entries


def with_objects(game: Game, entries: Sequence[Json]) -> list[Json]:
    """The entries of a finished game from its first on, with the moves as objects."""
    rules = game.rules
    moves = [(CHANCE if entry["seat"] is None else entry["seat"], entry["move"]) for entry in entries]
    past = [game.first_position]
    for actor, move in moves:
        follow(rules, past, actor, move)
    return [entry | {"object": object_of(game, at, *move)} for entry, at, move in zip(entries, past, moves, strict=False)]


def object_of(game: Game, position: AnyPosition, actor: int, move: str) -> Json:
    if is_hosts(move):
        return hosts_object(move)
    return dict(game.rules.move_json(position, actor, game.rules.read_move(move, position, actor)))
