"""The tokens of the players that somebody is, each in a file that nobody else may read."""

import hashlib
import json
import os
from pathlib import Path


def folder() -> Path:
    """Where tokens are kept: in the user's state folder."""
    state = Path(os.environ.get("XDG_STATE_HOME", ""))
    return (state if state.is_absolute() else Path.home() / ".local" / "state") / "intramuros" / "players"


def place(server: str, name: str) -> Path:
    """The file of a player at a server; names may hold anything, so a digest stands for them."""
    return folder() / (hashlib.sha256(f"{server} {name}".encode()).hexdigest()[:16] + ".json")


def kept(server: str, name: str) -> str:
    """The token that was kept for a player at a server; empty when there is none."""
    try:
        return str(json.loads(place(server, name).read_text())["token"])
    except (OSError, ValueError, LookupError, TypeError):
        return ""


def keep(server: str, name: str, token: str) -> None:
    """Writes the token down for the next time, whole or not at all; raises OSError."""
    path = place(server, name)
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    fresh = path.with_suffix(f".{os.getpid()}")
    with os.fdopen(os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w") as file:
        json.dump({"server": server, "name": name, "token": token}, file)
    fresh.replace(path)
