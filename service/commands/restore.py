"""`intramuros restore`: puts a backup into the embedded server's data folder, the archive included, and looks whether it can be read."""

import argparse
import os
import shutil
import tarfile
import tempfile
import time
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from service.commands.backup import ARCHIVE, FOLDER
from service.commands.reindex import reindex
from service.commands.serve import archived_at
from service.config import CannotStart, Settings, load
from service.store import archive, embedded

ENDS = ("", "-wal", "-shm")
"""What the names of an SQLite file and those beside it end with."""


def main(argv: list[str]) -> int:
    """Puts a backup into the data folder, opens it with a server of its own and builds the indexes again."""
    parser = argparse.ArgumentParser(prog="intramuros restore", description="Put a backup into the embedded server's data folder.")
    parser.add_argument("file", type=Path, help="a file that `intramuros backup` wrote")
    parser.add_argument("--replace", action="store_true", help="games that are there already are put aside, not kept")
    chosen = parser.parse_args(argv)
    settings = load(os.environ)
    settings = replace(settings, archive_url=archived_at(settings))
    archived = archive.file_of(settings.archive_url) or settings.data / ARCHIVE
    with embedded.hold(settings) as place:
        aside = make_room([place.folder / FOLDER, *(archived.with_name(archived.name + end) for end in ENDS)], put_aside=chosen.replace)
        unpack(chosen.file, place.folder, archived)
        count, _ = opened(settings, place)
    print(f"{count} games restored into {settings.data}{f'; what was there is in {aside}' if aside else ''}.")
    if archived.exists() and not archive.file_of(settings.archive_url):
        print(f"Old games of the backup are in {archived}, but the archive is elsewhere: INTRAMUROS_ARCHIVE_URL.")
    return 0


def make_room(places: Sequence[Path], *, put_aside: bool) -> Path | None:
    """Moves what is there aside, where that was asked for; where the first of it now is."""
    there = [path for path in places if path.exists()]
    if there and not put_aside:
        raise CannotStart(f"There are games in {there[0]} already; --replace puts them aside.")
    moment = time.strftime("%Y%m%d-%H%M%S")
    moved = [path.rename(path.with_name(f"{path.name}.{moment}")) for path in there]
    return moved[0] if moved else None


def unpack(file: Path, folder: Path, archived: Path) -> None:
    """Unpacks a backup beside its place and moves it there when it is whole; anything but a backup is refused."""
    try:
        with tarfile.open(file, "r:gz") as tape, tempfile.TemporaryDirectory(dir=folder, prefix=".restore-") as beside:
            names = [entry.name for entry in tape if entry.isfile()]
            games = [name for name in names if os.path.dirname(name) == FOLDER]
            if not games or set(names) - {*games, ARCHIVE} or len(names) != len(tape.getmembers()):
                raise CannotStart(f"{file} is no backup of Intramuros.")
            tape.extractall(beside, filter="data")
            if ARCHIVE in names:
                archived.parent.mkdir(parents=True, exist_ok=True)
                shutil.move(Path(beside) / ARCHIVE, archived)
            (Path(beside) / FOLDER).rename(folder / FOLDER)
    except (OSError, tarfile.TarError, EOFError, ValueError) as error:
        raise CannotStart(f"{file} cannot be read: {error}.") from None


def opened(settings: Settings, place: embedded.Place) -> tuple[int, int]:
    """The number of games and contests that a server finds in the restored folder, indexed."""
    process = place.spawn()
    try:
        place.wait(process)
        return reindex(replace(settings, store_url=place.url, queue_url=place.url))
    finally:
        embedded.stop(process)
