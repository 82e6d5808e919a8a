"""`intramuros play`: who plays, in which game, in front of which table."""

import argparse
import getpass
import os
import shlex
import sys
from contextlib import suppress

from service.config import CannotStart
from service.terminal import completion, tokens
from service.terminal.link import Json, Link, NoServer, Refused, address
from service.terminal.table import Table

SERVER = "http://127.0.0.1:8000"


def parsed(argv: list[str]) -> argparse.Namespace:
    """What the command line asks for; raises CannotStart."""
    parser = argparse.ArgumentParser(prog="intramuros play", description="Play a game in this terminal.")
    parser.add_argument("--server", default=SERVER, metavar="URL", help="where the server is (%(default)s)")
    parser.add_argument("--name", default=login(), help="what others see; the same name is the same player (%(default)s)")
    parser.add_argument("--token", default="", help="a player's token, if not the one kept for the name (or in INTRAMUROS_TOKEN)")
    parser.add_argument("--game", default="", metavar="ID", help="a game to join or to come back to")
    parser.add_argument("--code", default="", help="the join code of a game that is not listed")
    parser.add_argument("--ruleset", default="cathedral", help="the game to start (%(default)s)")
    parser.add_argument("--against", action="append", metavar="AI", help="an AI, or `open` for whoever comes; may be repeated (easy)")
    chosen = parser.parse_args(argv)
    try:
        chosen.server = address(chosen.server)
    except ValueError as error:
        raise CannotStart(f"{error}.") from None
    return chosen


def login() -> str:
    """The name that the machine knows the person by."""
    with suppress(OSError, KeyError):
        return getpass.getuser()[:40] or "somebody"
    return "somebody"


def introduce(link: Link, chosen: argparse.Namespace) -> None:
    """Makes the link a player's: the one whose token is given, the one of that name from last time, or a new one."""
    link.token = given(chosen) or tokens.kept(link.server, chosen.name)
    if given(chosen) or (link.token and is_known(link)):
        return
    link.token = ""
    link.token = link.post("/v1/players", {"name": chosen.name})["token"]
    try:
        tokens.keep(link.server, chosen.name, link.token)
    except OSError as error:
        print(f"Your token cannot be kept ({error}); note it to come back: INTRAMUROS_TOKEN={link.token}", file=sys.stderr)


def given(chosen: argparse.Namespace) -> str:
    """The token that the person gives instead of the one that is kept."""
    return str(chosen.token or os.environ.get("INTRAMUROS_TOKEN", ""))


def is_known(link: Link) -> bool:
    """Whether the server knows the link's token, as one does that has not lost its players."""
    try:
        link.get("/v1/me")
    except Refused as refusal:
        if refusal.problem.get("status") != 401:
            raise
        return False
    return True


def seated(link: Link, chosen: argparse.Namespace) -> Json:
    """The game that the person sits in: a new one, one to come back to, or one to join."""
    if not chosen.game:
        others = [name if name == "open" else {"ai": name} for name in chosen.against or ["easy"]]
        return dict(link.post("/v1/games", {"ruleset": chosen.ruleset, "seats": ["me", *others]}))
    path = f"/v1/games/{chosen.game}"
    with suppress(Refused):  # a game that is not listed shows itself only to those who sit in it
        found = link.get(path)
        if found["you"]["seats"]:
            return dict(found)
    return dict(link.post(f"{path}/seats", {"code": chosen.code} if chosen.code else {}))


def way_back(chosen: argparse.Namespace, game: str) -> str:
    """The command that goes on with a game."""
    words = ["intramuros", "play", "--game", game]
    words += ["--server", chosen.server] if chosen.server != SERVER else []
    words += ["--name", chosen.name] if chosen.name != login() and not given(chosen) else []
    return shlex.join(words) + (" (with the same token)" if given(chosen) else "")


def main(argv: list[str]) -> int:
    chosen = parsed(argv)
    link = Link(chosen.server)
    try:
        introduce(link, chosen)
        table = Table(link, seated(link, chosen), input, print, sys.stdout.isatty() and "NO_COLOR" not in os.environ)
        completion.offer(table)
        try:
            return table.play()
        except (EOFError, KeyboardInterrupt):
            print()
            return 0
        finally:
            if table.game["status"] != "finished":
                print(f"To come back: {way_back(chosen, table.game['id'])}")
    except NoServer as error:
        print(f"intramuros: {error}; start one with `intramuros serve`, or give --server URL.", file=sys.stderr)
    except (Refused, OSError) as error:
        print(f"intramuros: {error}", file=sys.stderr)
    except KeyboardInterrupt:
        print()
    return 1
