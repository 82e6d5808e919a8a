"""`intramuros backup`: every game in one file, taken while the server runs; `intramuros restore` puts it back.

The store's append-only files grow at their ends or are replaced whole. So while none is being rewritten, a copy of each up to
the length that it has now is a backup of everything acknowledged before; nothing need be stopped. The archive of old games is copied
after them, where it is a file: a game that went there meanwhile is in both then, and one that was there before is in it.
"""

import argparse
import os
import sqlite3
import tarfile
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from redis.exceptions import RedisError

from service.commands.serve import connected
from service.config import CannotStart, load, masked
from service.store import archive
from service.store.client import Client, connect

FOLDER = "appendonlydir"
ARCHIVE = "archive.sqlite"
PATIENCE = 600.0
"""Seconds that a rewrite may take which goes on when the backup begins."""


def main(argv: list[str]) -> int:
    """Writes the backup and says how large it is."""
    parser = argparse.ArgumentParser(prog="intramuros backup", description="Copy every game of the running store into one file.")
    parser.add_argument("file", type=Path, help="the file to write, a .tar.gz; one that is there already is not replaced")
    parser.add_argument("--dir", type=Path, help="folder of the store's append-only files, where it is not as the store says")
    chosen = parser.parse_args(argv)
    settings = connected(load(os.environ))
    if settings.store_url.startswith("cluster:"):
        raise CannotStart("A cluster is backed up node by node: run this on each node's machine with INTRAMUROS_STORE_URL=redis://… of it.")
    if chosen.file.exists():
        raise CannotStart(f"{chosen.file} is there already.")
    try:
        client = connect(settings.store_url)
        folder = chosen.dir or Path(client.config_get("dir")["dir"]) / client.config_get("appenddirname")["appenddirname"]
        size = backup(client, folder, chosen.file, archive.file_of(settings.archive_url))
    except RedisError as error:
        raise CannotStart(f"The store cannot be asked: {error}") from None
    print(f"{chosen.file}: {size} bytes of games, {chosen.file.stat().st_size} in the file.")
    if settings.archive_url and not archive.file_of(settings.archive_url):
        print(f"The archive at {masked('archive_url', settings.archive_url)} is not in it; back that up by what its storage offers.")
    return 0


def backup(client: Client, folder: Path, target: Path, archived: Path | None = None) -> int:
    """Writes the files of the folder and the archive into the target, which appears only when it is whole; the bytes copied."""
    if not folder.is_dir():
        raise CannotStart(f"The store's files are not on this machine: there is no folder {folder}. Run this where the store runs.")
    copied = 0
    with unfinished(target) as part, tarfile.open(part, "w:gz") as tape:
        with without_rewriting(client):
            for path in sorted(folder.iterdir()):
                copied += add(tape, path, f"{FOLDER}/{path.name}")
        if archived and archived.exists():
            with unfinished(target.with_name(f".{target.name}.archive"), kept=False) as beside:
                copy_archive(archived, beside)
                copied += add(tape, beside, ARCHIVE)
    return copied


def add(tape: tarfile.TarFile, path: Path, name: str) -> int:
    """Copies a file exactly as long as it is now: what is appended meanwhile is not in it. Its bytes."""
    with path.open("rb") as file:
        entry = tape.gettarinfo(arcname=name, fileobj=file)
        entry.uid = entry.gid = 0
        entry.uname = entry.gname = ""
        tape.addfile(entry, file)
        return entry.size


def copy_archive(archived: Path, target: Path) -> None:
    """Copies the archive as it is at one moment, whoever writes into it."""
    try:
        with closing(sqlite3.connect(archived, timeout=60)) as source, closing(sqlite3.connect(target)) as copy:
            source.backup(copy)
    except sqlite3.Error as error:
        raise CannotStart(f"The archive {archived} cannot be copied: {error}.") from None


@contextmanager
def without_rewriting(client: Client) -> Iterator[None]:
    """No append-only file is replaced while the block runs."""
    name = "auto-aof-rewrite-percentage"
    if client.info("persistence")["aof_enabled"] != 1:
        raise CannotStart("The store keeps no append-only file (appendonly no), so there is nothing to back up.")
    before = client.config_get(name)[name]
    client.config_set(name, 0)
    try:
        deadline = time.monotonic() + PATIENCE
        while client.info("persistence")["aof_rewrite_in_progress"]:
            if time.monotonic() > deadline:
                raise CannotStart("The store has been rewriting its file for ten minutes; try again later.")
            time.sleep(0.1)
        yield
    finally:
        client.config_set(name, before)


@contextmanager
def unfinished(target: Path, *, kept: bool = True) -> Iterator[Path]:
    """A file beside the target that becomes it when the block has ended well, if it is to be kept, and is gone otherwise."""
    part = target.with_name(f".{target.name}.part")
    try:
        yield part
        if not kept:
            return
        with part.open("rb") as file:
            os.fsync(file.fileno())
        part.rename(target)
    except OSError as error:
        raise CannotStart(f"{target} cannot be written: {error.strerror or error}.") from None
    finally:
        part.unlink(missing_ok=True)
