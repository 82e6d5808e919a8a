"""`intramuros tournament`: a tournament of AIs from one command, followed to its end.

    intramuros tournament easy*3 medium*3
    intramuros tournament random*32 --format swiss --rounds 7 --export records
    intramuros tournament --id k3f9x2m7q5wd

It plays on the server named, or on one of its own, which it starts and ends. Whatever is killed meanwhile, the tournament goes on
when the server does; `--id` follows it again.
"""

import argparse
import csv
import io
import os
import re
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TextIO

from engine.rulesets import NAMES
from service.config import CannotStart
from service.json_object import Json
from service.terminal.command import introduce, login
from service.terminal.link import WAIT, Link, NoServer, Refused, address

PATIENCE = 60.0
"""Seconds that a server of our own may take to answer."""
FIELD = re.compile(r"([\w.-]+?)(?:\*(\d{1,3}))?")


def parsed(argv: list[str]) -> argparse.Namespace:
    """What the command line asks for; raises CannotStart."""
    parser = argparse.ArgumentParser(prog="intramuros tournament", description="Let AIs play a tournament, and follow it.")
    parser.add_argument("entrants", nargs="*", metavar="AI", help="an AI, as often as `*3` after it says")
    parser.add_argument("--ruleset", default=NAMES[0], choices=NAMES)
    parser.add_argument("--format", default="round_robin", choices=["round_robin", "swiss", "tables"])
    parser.add_argument("--seats", type=int, choices=[2, 3, 4], help="how many sit at a table (2; 4 of tables)")
    parser.add_argument("--opponents", type=int, help="of a round robin, how many others everybody meets (all)")
    parser.add_argument("--rounds", type=int, help="of a Swiss or of tables")
    parser.add_argument("--odd", default="partial", choices=["partial", "house_ai", "full"], help="what an odd field does (%(default)s)")
    parser.add_argument("--name", default="Tournament", help="what it is called (%(default)s)")
    parser.add_argument("--id", default="", help="a tournament to follow instead of a new one")
    parser.add_argument("--server", default="", metavar="URL", help="where to play (a server of its own)")
    parser.add_argument("--token", default="", help="the organiser's token (or in INTRAMUROS_TOKEN)")
    parser.add_argument("--csv", default="", metavar="FILE", help="write the crosstable there")
    parser.add_argument("--export", default="", metavar="FOLDER", help="write the record of every game there")
    chosen = parser.parse_args(argv)
    if bool(chosen.entrants) == bool(chosen.id):
        raise CannotStart("Name the AIs that take part, or a tournament to follow with --id.")
    try:
        chosen.server = address(chosen.server) if chosen.server else ""
    except ValueError as error:
        raise CannotStart(f"{error}.") from None
    return chosen


def field(words: list[str]) -> list[Json]:
    """The entrants that the words name; raises CannotStart for one that names none.

    >>> field(["easy", "hard*2"])
    [{'ai': 'easy', 'name': 'easy 1'}, {'ai': 'hard', 'name': 'hard 1'}, {'ai': 'hard', 'name': 'hard 2'}]
    """
    found: list[Json] = []
    for word in words:
        match = FIELD.fullmatch(word)
        if match is None:
            raise CannotStart(f"{word!r} names no entrants; say easy or easy*3.")
        ai = match[1]
        first = 1 + sum(one["ai"] == ai for one in found)
        found += [{"ai": ai, "name": f"{ai} {number}"} for number in range(first, first + int(match[2] or 1))]
    return found


def main(argv: list[str]) -> int:
    chosen = parsed(argv)
    try:
        with reached(chosen) as link:
            over = follow(link, chosen.id or begun(link, chosen), sys.stderr)
            print(table(over))
            write(link, chosen, over)
            return 0 if over["status"] == "finished" else 1
    except (Refused, NoServer) as error:
        raise CannotStart(str(error)) from None


@contextmanager
def reached(chosen: argparse.Namespace) -> Iterator[Link]:
    """The way to the server that was named, or to one of our own."""
    if chosen.server:
        yield linked(chosen.server, chosen)
        return
    port = os.environ.get("INTRAMUROS_PORT") or str(free_port())
    command = [sys.executable, "-P", "-m", "service.commands.cli", "serve"]
    process = subprocess.Popen(
        command, env={"INTRAMUROS_LOG_LEVEL": "warning", **os.environ, "INTRAMUROS_PORT": port}, stdout=subprocess.DEVNULL
    )
    try:
        yield linked(f"http://127.0.0.1:{port}", chosen, process)
    finally:
        process.terminate()
        with suppress(subprocess.TimeoutExpired):
            process.wait(20)


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def linked(server: str, chosen: argparse.Namespace, process: "subprocess.Popen[bytes] | None" = None) -> Link:
    """The way to a server as the organiser, as soon as it answers."""
    link = Link(server)
    deadline = time.monotonic() + (PATIENCE if process else 0)
    while True:
        try:
            link.get("/readyz")
            break
        except (NoServer, Refused):
            if process and process.poll() is not None:
                raise CannotStart("The server did not start; its reason is above.") from None
            if time.monotonic() > deadline:
                raise
            time.sleep(0.2)
    if chosen.id and not (chosen.token or os.environ.get("INTRAMUROS_TOKEN")):
        return link
    introduce(link, argparse.Namespace(token=chosen.token, name=f"{login()}'s tournaments"[:40]))
    return link


def begun(link: Link, chosen: argparse.Namespace) -> str:
    """A new tournament that has begun; its id."""
    body: Json = {"name": chosen.name, "ruleset": chosen.ruleset, "format": chosen.format, "odd": chosen.odd, "start": "now"}
    body["entrants"] = field(chosen.entrants)
    body |= {name: value for name in ("seats", "rounds") if (value := getattr(chosen, name)) is not None}
    if chosen.format == "round_robin":
        body["opponents"] = chosen.opponents
    made = link.post("/v1/tournaments", body)
    print(f"Tournament {made['id']}: {made['games']['planned']} games.", file=sys.stderr)
    return str(made["id"])


def follow(link: Link, identity: str, progress: TextIO) -> Json:
    """The tournament when it is over, with a line for whoever watches each time that it changes."""
    path, tag, shown, started = f"/v1/tournaments/{identity}", "", "", time.monotonic()
    while True:
        found, tag = link.call("GET", f"{path}?wait={WAIT}" if tag else path, tag=tag)
        if found is None:
            continue
        line = (
            f"{found['games']['finished']} of {found['games']['planned']} games, {found['round']} of {found['planned_rounds']} rounds drawn"
        )
        if progress.isatty():
            progress.write(f"\r[{bar(found['games'])}] {line}, {time.monotonic() - started:.0f} s ")
        elif line != shown:
            progress.write(f"{line}\n")
        progress.flush()
        shown = line
        if found["status"] not in ("registering", "running"):
            progress.write("\n" * progress.isatty())
            return dict(found)


def bar(games: Json) -> str:
    """How far it is.

    >>> bar({"finished": 3, "planned": 6})
    '####################....................'
    """
    filled: int = 40 * games["finished"] // max(games["planned"] or 1, 1)
    return "#" * filled + "." * (40 - filled)


def table(over: Json) -> str:
    """The standings for a person at a terminal."""
    head = f"{over['name']}, {over['ruleset']}, {over['format'].replace('_', ' ')}: {over['status']}"
    lines = [head, "", f"{'':>5} {'':<24} {'games':>5} {'won':>5} {'drawn':>5} {'lost':>5} {'points':>8} {'per game':>9}"]
    for line in over["standings"]:
        each = "–" if line["points_per_game"] is None else f"{line['points_per_game']:.2f}"
        lines.append(
            f"{line['place']:>4}. {line['player']['name']:<24} {line['games']:>5} {line['wins']:>5} {line['draws']:>5} {line['losses']:>5}"
            f" {line['points']:>8g} {each:>9}"
        )
    return "\n".join([*lines, *([over["why"]] if over["why"] else [])])


def write(link: Link, chosen: argparse.Namespace, over: Json) -> None:
    """Writes the crosstable and the records where they were asked for."""
    try:
        if chosen.csv:
            rows = link.get(over["links"]["crosstable"])["rows"]
            Path(chosen.csv).write_text(as_csv(rows), encoding="utf-8")
        if chosen.export:
            folder = Path(chosen.export)
            folder.mkdir(parents=True, exist_ok=True)
            for item in exported(link, over["links"]["export"]):
                (folder / f"{item['round']}-{item['pair']}-{item['leg']}-{item['game']}.record").write_text(
                    item["record"], encoding="utf-8"
                )
    except OSError as error:
        raise CannotStart(f"{error.filename} cannot be written: {error.strerror}.") from None


def as_csv(rows: list[Json]) -> str:
    """The crosstable, a row for each entrant."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(["place", "name", *range(1, len(rows) + 1), "points", "games"])
    for row in rows:
        cells = [" ".join(f"{each:g}" for each in met or []) for met in row["against"]]
        writer.writerow([row["place"], row["player"]["name"], *cells, f"{row['points']:g}", row["games"]])
    return out.getvalue()


def exported(link: Link, path: str) -> Iterator[Json]:
    """Every record of the tournament, page by page."""
    cursor = ""
    while True:
        page = link.get(f"{path}?limit=50{cursor}")
        yield from page["items"]
        if page["next"] is None:
            return
        cursor = f"&cursor={page['next']}"
