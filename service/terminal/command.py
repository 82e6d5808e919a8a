"""`intramuros play`: who plays, in which game, in front of which table."""

import argparse
import getpass
import os
import sys

from service.config import CannotStart
from service.terminal import completion
from service.terminal.link import Json, Link, NoServer, Refused, address
from service.terminal.table import Table


def parsed(argv: list[str]) -> argparse.Namespace:
    """What the command line asks for; raises CannotStart."""
    parser = argparse.ArgumentParser(prog="intramuros play", description="Play a game in this terminal.")
    parser.add_argument("--server", default="http://127.0.0.1:8000", metavar="URL", help="where the server is (%(default)s)")
    parser.add_argument("--name", default=getpass.getuser()[:40] or "somebody", help="what others see (%(default)s)")
    parser.add_argument("--token", default="", help="the token of a player that you are already")
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


def seated(link: Link, chosen: argparse.Namespace) -> Json:
    """The game that the person sits in: a new one, one to come back to, or one to join."""
    if not chosen.game:
        others = [name if name == "open" else {"ai": name} for name in chosen.against or ["easy"]]
        return dict(link.post("/v1/games", {"ruleset": chosen.ruleset, "seats": ["me", *others]}))
    path = f"/v1/games/{chosen.game}"
    if chosen.token:
        found = link.get(path)
        if found["you"]["seats"]:
            return dict(found)
    return dict(link.post(f"{path}/seats", {"code": chosen.code} if chosen.code else {}))


def main(argv: list[str]) -> int:
    chosen = parsed(argv)
    link = Link(chosen.server, chosen.token)
    try:
        if not link.token:
            link.token = link.post("/v1/players", {"name": chosen.name})["token"]
        table = Table(link, seated(link, chosen), input, print, sys.stdout.isatty() and "NO_COLOR" not in os.environ)
        completion.offer(table)
        try:
            code = table.play()
        except (EOFError, KeyboardInterrupt):
            code = 0
            print()
        finally:
            if table.game["status"] != "finished":
                print(f"To come back: intramuros play --server {chosen.server} --game {table.game['id']} --token {link.token}")
    except NoServer as error:
        print(f"intramuros: {error}; start one with `intramuros serve`, or give --server URL.", file=sys.stderr)
        return 1
    except (Refused, OSError) as error:
        print(f"intramuros: {error}", file=sys.stderr)
        return 1
    return code
