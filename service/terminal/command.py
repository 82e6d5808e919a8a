"""`intramuros play`: who plays, in which game, in front of which table."""

import argparse
import getpass
import os
import re
import shlex
import signal
import sys
import time
from collections.abc import Iterator
from contextlib import suppress

from engine.rulesets import NAMES
from service.config import CannotStart
from service.json_object import Json
from service.terminal import completion, seek, series, taking_part, tokens
from service.terminal.link import Link, NoServer, Refused, address
from service.terminal.table import Table
from service.terminal.waiting import typed

SERVER = "http://127.0.0.1:8000"
LOOKS = 10
"""Looks at somebody's rating, half a second apart, in which a game should be counted."""


def parsed(argv: list[str]) -> argparse.Namespace:
    """What the command line asks for; raises CannotStart."""
    parser = argparse.ArgumentParser(prog="intramuros play", description="Play a game in this terminal.")
    parser.add_argument("--server", default=SERVER, metavar="URL", help="where the server is (%(default)s)")
    parser.add_argument("--name", default=login(), help="what others see; the same name is the same player (%(default)s)")
    parser.add_argument("--token", default="", help="a player's token, if not the one kept for the name (or in INTRAMUROS_TOKEN)")
    parser.add_argument("--game", default="", metavar="ID", help="a game to join or to come back to")
    parser.add_argument("--rematch", default="", metavar="ID", help="a finished game of yours to play again, a seat further on")
    parser.add_argument("--games", type=int, default=1, metavar="N", help="play a series of so many games, seats moving on (%(default)s)")
    parser.add_argument("--series", default="", metavar="ID", help="a series to join or to come back to")
    parser.add_argument("--seek", action="store_true", help="play whoever seeks the same game, as soon as there is somebody")
    parser.add_argument("--tournament", default="", metavar="ID", help="a tournament to enter and to play in, or to come back to")
    parser.add_argument("--rated", action="store_true", help="for a new game: it counts for ratings, and nobody is advised")
    parser.add_argument("--decline", default="", metavar="ID", help="a game to which you are invited, and in which you will not play")
    parser.add_argument("--clock", default="", metavar="TIME", help="for a new game: 5m+3s, 30s a decision as 30s, or 3d; `none`")
    parser.add_argument("--code", default="", help="the join code of a game that is not listed")
    parser.add_argument("--ruleset", default=NAMES[0], help="the game to start (%(default)s)")
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
    if chosen.seek:
        seats = len(chosen.against or ["open"]) + 1
        return seek.found(link, {"ruleset": chosen.ruleset, "seats": seats, "rated": chosen.rated, **clock(chosen.clock)}, print)
    if chosen.rematch:
        return dict(link.post(f"/v1/games/{chosen.rematch}/rematch", None))
    if not chosen.game:
        return dict(link.post("/v1/games", wish(chosen)))
    path = f"/v1/games/{chosen.game}"
    with suppress(Refused):  # a game that is not listed shows itself only to those who sit in it
        found = link.get(path)
        if found["you"]["seats"]:
            return dict(found)
    return dict(link.post(f"{path}/seats", {"code": chosen.code} if chosen.code else {}))


def wish(chosen: argparse.Namespace) -> Json:
    """What a new game or series is asked for."""
    others = [name if name == "open" else {"ai": name} for name in chosen.against or ["easy"]]
    return {"ruleset": chosen.ruleset, "seats": ["me", *others], **({"rated": True} if chosen.rated else {}), **clock(chosen.clock)}


def to_play(link: Link, chosen: argparse.Namespace) -> Iterator[Json]:
    """The game that the person sits in, or those of a series or a tournament, one after the other."""
    if chosen.tournament:
        yield from taking_part.games(link, taking_part.entered(link, chosen.tournament), print)
        return
    if not chosen.series and chosen.games == 1:
        game = seated(link, chosen)
        if game["status"] == "finished" or (game["contest"] or {}).get("kind") != "series":
            yield game
            return
        chosen.series = game["contest"]["id"]
    found = series.joined(link, chosen.series) if chosen.series else series.begun(link, wish(chosen), chosen.games)
    chosen.series = found["id"]
    if series.played(found):
        print(series.standings_text(found))
    yield from series.games(link, found, print)


def clock(text: str) -> Json:
    """The clock that a new game is asked for; raises CannotStart.

    >>> clock("5m+3s"), clock("30s"), clock("3d")["clock"]["days"], clock("")
    ({'clock': {'kind': 'fischer', 'seconds': 300, 'increment': 3}}, {'clock': {'kind': 'per_decision', 'seconds': 30}}, 3, {})
    """
    units = {"s": 1, "m": 60, "h": 3600}
    if text in ("", "none"):
        return {"clock": {"kind": "none"}} if text else {}
    if found := re.fullmatch(r"([0-9]{1,4})d", text):
        return {"clock": {"kind": "days", "days": int(found[1])}}
    if found := re.fullmatch(r"([0-9]{1,5})([smh])(?:\+([0-9]{1,4})s)?", text):
        seconds = int(found[1]) * units[found[2]]
        if found[3] is None:
            return {"clock": {"kind": "per_decision", "seconds": seconds}}
        return {"clock": {"kind": "fischer", "seconds": seconds, "increment": int(found[3])}}
    raise CannotStart(f"--clock {text} is none: write 5m+3s, 30s, 3d or none.")


def way_back(chosen: argparse.Namespace, game: str, *, over: bool = False) -> str:
    """The command that goes on with a game, or plays it again."""
    contest = [word for name in ("series", "tournament") if (here := getattr(chosen, name)) for word in (f"--{name}", here)]
    words = ["intramuros", "play", *(contest or ["--rematch" if over else "--game", game])]
    words += ["--server", chosen.server] if chosen.server != SERVER else []
    words += ["--name", chosen.name] if chosen.name != login() and not given(chosen) else []
    return shlex.join(words) + (" (with the same token)" if given(chosen) else "")


def at_table(link: Link, chosen: argparse.Namespace, game: Json) -> bool:
    """Plays one game, and tells how to come back to it; whether it was played to its end."""
    hear = typed if sys.stdin.isatty() else None
    table = Table(link, game, input, print, sys.stdout.isatty() and "NO_COLOR" not in os.environ, hear)
    completion.offer(table)
    try:
        table.play()
    except (EOFError, KeyboardInterrupt):
        print()
    finally:
        over = table.game["status"] == "finished"
        if over and table.game["rated"] and table.game["outcome"]["winners"]:
            print(rating_line(link, table.game))
        if not (over and (chosen.series or chosen.tournament)):
            print(f"{'To play again' if over else 'To come back'}: {way_back(chosen, table.game['id'], over=over)}")
    return bool(over)


def rating_line(link: Link, game: Json) -> str:
    """What the person's rating is now; a game is counted in the moment after its end, so that is waited for."""
    path = f"/v1/players/{link.get('/v1/me')['id']}/ratings"
    for _ in range(LOOKS):
        line = next((each for each in link.get(path)["items"] if each["ruleset"] == game["ruleset"]), None)
        if line and any(point["game"] == game["id"] for point in line["history"]):
            doubt = f"± {line['deviation']:.0f} after {line['games']} game{'s' * (line['games'] != 1)}"
            return f"Your rating is {line['rating']:.0f} ({doubt}{', provisional' if line['provisional'] else ''})."
        time.sleep(0.5)
    return "The game is not counted yet."


def declined(link: Link, game: str) -> str:
    """Says that the person will not play in a game to which it was invited; what came of it."""
    link.post(f"/v1/games/{game}/seats/decline", None)
    return f"You have declined; your seat in {game} is open to others."


def main(argv: list[str]) -> int:
    signal.signal(signal.SIGINT, signal.default_int_handler)  # a shell makes what it starts in the background ignore Ctrl-C
    chosen = parsed(argv)
    link = Link(chosen.server)
    try:
        introduce(link, chosen)
        if chosen.decline:
            print(declined(link, chosen.decline))
            return 0
        for game in to_play(link, chosen):
            if not at_table(link, chosen, game):
                break
        return 0
    except NoServer as error:
        print(f"intramuros: {error}; start one with `intramuros serve`, or give --server URL.", file=sys.stderr)
    except (Refused, OSError) as error:
        print(f"intramuros: {error}", file=sys.stderr)
    except KeyboardInterrupt:
        print()
    return 1
