"""The append-only file cut off at every byte of the last move: the move is there whole or not at all, and the server always starts.

`python -m tests.drills.cutting` tries every byte, some minutes; the suite tries the ends of every part and a few between.
"""

import argparse
import json
import re
import shutil
import tempfile
import time
from collections.abc import Iterable
from pathlib import Path

from engine.rulesets import ruleset
from service.config import Settings
from service.game import Seat
from service.games.changes import Change
from service.games.referee import Asked
from service.parts import Parts
from service.store import embedded

ADA = Asked("ada")
STORED = re.compile(rb"\*1\r\n\$5\r\nMULTI\r\n\*\d+\r\n\$4\r\nHSET\r\n\$\d+\r\ngame:")
"""How the change of a game begins in the file; what it means for inboxes follows as a change of its own."""
END = b"*1\r\n$4\r\nEXEC\r\n"


def play(folder: Path, moves: int) -> tuple[str, list[str]]:
    """A game in the store of a data folder, and its moves; the server is killed afterwards."""
    with embedded.hold(Settings(data=folder)) as place:
        process = place.spawn()
        place.wait(process)
        parts = Parts(Settings(store_url=place.url, queue_url=place.url))
        seats = (Seat("player", "Ada", "ada"), Seat("player", "Ada", "ada"))
        made = parts.referee.create("cathedral", {}, seats, "listed", ADA, str)
        assert isinstance(made, Change)
        played = []
        for _ in range(moves):
            game = parts.store.load(made.game.id)
            assert game
            position = ruleset("cathedral").read(game.notation)
            move = str(next(iter(position.moves(position.actors[0]))))
            assert isinstance(parts.referee.play(game.id, game.turn, move, position.actors[0], ADA, str), Change)
            played.append(move)
        process.kill()
        process.wait()
    return made.game.id, played


def last_change(folder: Path) -> tuple[Path, int, int]:
    """The append-only file, and where the last change of a game begins and ends in it."""
    (path,) = (folder / "server" / "appendonlydir").glob("*.incr.aof")
    content = path.read_bytes()
    begin = list(STORED.finditer(content))[-1].start()
    return path, begin, content.index(END, begin) + len(END)


def places(path: Path, begin: int, stride: int) -> list[int]:
    """Where to cut: every so many bytes, and right before, at and after the beginning of every part."""
    end = path.stat().st_size
    parts = [begin + found.start() for found in re.finditer(rb"[*$]\d+\r\n", path.read_bytes()[begin:])]
    edges = {place + shift for place in parts[:: 1 if stride == 1 else 6] for shift in (-1, 0, 1)}
    return sorted({place for place in {*range(begin, end, stride), *edges, end - 1, end} if begin <= place <= end})


def cut(folder: Path, beside: Path, at: int) -> tuple[int, str, str]:
    """What a server finds of the only game when the file ends there: its moves, its position, and what its journal replays to.

    Whoever is to move has it in its inbox, wherever the file ends.
    """
    shutil.rmtree(beside, ignore_errors=True)
    shutil.copytree(folder / "server" / "appendonlydir", beside / "server" / "appendonlydir")
    path, _, _ = last_change(beside)
    with path.open("r+b") as file:
        file.truncate(at)
    with embedded.server(Settings(data=beside)) as url:
        parts = Parts(Settings(store_url=url, queue_url=url))
        store = parts.store
        (game,) = store.every_game()
        owed, _ = parts.inboxes.awaited("ada", 10, 0, lambda _: False, anything=True)
        assert owed.body is not None
        assert [(each["game"], each["turn"]) for each in json.loads(owed.body)["items"]] == [(game.id, game.turn)], f"cut at {at}"
        entries = [json.loads(line) for line in store.journal(game.id)]
        position = ruleset("cathedral").start(2, game.options)
        for entry in entries:
            position = position.play(entry["seat"], ruleset("cathedral").read_move(entry["move"], position, entry["seat"]))
        assert game.entries == len(entries), f"cut at {at}: the game counts {game.entries} moves, its journal has {len(entries)}"
        return len(entries), game.notation, str(position)


def drill(folder: Path, stride: int) -> dict[str, int]:
    """How many cuts were made, and after how many the last move was not there: those in the change that stores it."""
    _, played = play(folder / "data", 3)
    path, begin, end = last_change(folder / "data")
    cuts = places(path, begin, stride)
    return {"cuts": len(cuts), "bytes": end - begin, "lost": tried(folder, played, cuts, end).count(False)}


def tried(folder: Path, played: list[str], cuts: Iterable[int], end: int) -> list[bool]:
    """Whether the last move was there, cut by cut."""
    found = []
    for at in cuts:
        count, notation, replayed = cut(folder / "data", folder / "cut", at)
        assert notation == replayed, f"cut at {at}: the position is not what the journal says"
        assert count == len(played) - (at < end), f"cut at {at} of {end}: {count} moves"
        found.append(count == len(played))
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--stride", type=int, default=1, help="bytes between two cuts")
    chosen = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        began = time.monotonic()
        print(drill(Path(folder), chosen.stride), f"{time.monotonic() - began:.0f} s")


if __name__ == "__main__":
    main()
