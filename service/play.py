"""Plays in a terminal, over the same HTTP API as everybody: `intramuros play --ruleset cathedral --against medium`.

The board, what the others did, and a prompt that completes legal moves with the Tab key. Needs nothing but a server's address.
"""

import argparse
import difflib
import getpass
import http.client
import json
import os
import random
import re
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any
from uuid import uuid4

from service import masks

Json = dict[str, Any]

HELP = """Write a move, or:
  moves [START]  list the legal moves that start so      (Tab completes them too)
  any            play a legal move by chance
  hint           ask an AI what it would play
  board          draw the board again
  resign         give up
  quit           leave; the game goes on, and you are told how to come back"""

PAINT = {"red": 31, "green": 32, "yellow": 33, "blue": 34, "pink": 35, "purple": 35, "white": 97, "orange": 91, "black": 90}
"""Colours by their names, wherever a board has them, as terminals number them."""

WAIT = 25
AGAIN = (0.5, 1, 2, 4, 8, 15, 15, 15)
"""Seconds to wait before a server that is away is asked again."""


class Refused(Exception):
    """The server said no; `problem` is its document."""

    def __init__(self, problem: Json) -> None:
        super().__init__(problem.get("detail", "The server gave no reason."))
        self.problem = problem


@dataclass
class Link:
    """The way to a server, as one player."""

    server: str
    token: str = ""

    def call(self, method: str, path: str, body: Json | None = None, tag: str = "") -> tuple[Any, str]:
        """The answer, with its ETag; None when nothing has changed since the tag. Raises Refused and OSError.

        Once it has been reached, a server that is away is asked again for a minute; the key keeps a request from taking effect twice.
        """
        key = str(uuid4()) if method == "POST" else ""
        for pause in AGAIN if self.token else ():
            try:
                return self.call_once(method, path, body, tag, key)
            except (OSError, http.client.HTTPException) as error:
                why: Exception = error
            except Refused as refusal:
                if refusal.problem.get("status") not in (429, 503):
                    raise
                why = refusal
            print(f"The server cannot be reached ({why}); trying again.", file=sys.stderr)
            time.sleep(pause)
        return self.call_once(method, path, body, tag, key)

    def call_once(self, method: str, path: str, body: Json | None, tag: str, key: str) -> tuple[Any, str]:
        headers = {"Content-Type": "application/json", "Accept": "application/json, text/plain"}
        headers |= {"Authorization": f"Bearer {self.token}"} if self.token else {}
        headers |= {"If-None-Match": tag} if tag else {}
        headers |= {"Idempotency-Key": key} if key else {}
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(self.server.rstrip("/") + path, data, headers, method=method)
        try:
            with urllib.request.urlopen(request, timeout=WAIT + 15) as answer:
                text = answer.read().decode()
                is_json = answer.headers.get_content_type() == "application/json"
                return json.loads(text) if is_json else text, answer.headers.get("ETag", "")
        except urllib.error.HTTPError as error:
            if error.code == 304:
                return None, tag
            raise Refused(problem_of(error.read(), error.code)) from None

    def get(self, path: str) -> Any:
        return self.call("GET", path)[0]

    def post(self, path: str, body: Json) -> Any:
        return self.call("POST", path, body)[0]


def problem_of(text: bytes, status: int) -> Json:
    """The problem document, or one made up for an answer that has none."""
    try:
        found = json.loads(text)
    except ValueError:
        found = None
    return found if isinstance(found, dict) else {"status": status, "detail": f"The server answered {status}."}


@dataclass
class Table:
    """A game and the person in front of it."""

    link: Link
    game: Json
    ask: Callable[[str], str]
    tell: Callable[[str], None]
    colours: bool
    tag: str = ""
    heard: int = 0
    page: str = ""
    legal: list[str] = field(default_factory=list)

    @property
    def path(self) -> str:
        return f"/v1/games/{self.game['id']}"

    def play(self) -> int:
        """Plays until the game is over or the person leaves; gives the exit code."""
        while self.game["status"] != "finished":
            if self.game["you"]["owe"]:
                self.show()
                if not self.decide(self.game["you"]["owe"][0]):
                    return 0
            else:
                self.tell(self.paint(f"Waiting for {self.awaited()} …", "2"))
            self.wait()
        self.show()
        self.tell(self.ending())
        return 0

    def awaited(self) -> str:
        """Who has to act before we go on."""
        if self.game["status"] == "open":
            return f"somebody to take a seat (game {self.game['id']})"
        return " and ".join(str(self.game["seats"][seat]["name"]) for seat in self.game["actors"]) or "the others"

    def wait(self) -> None:
        """Reads the game again as soon as it changes; a server that is away is asked again."""
        while True:
            mine = self.tag and not self.game["you"]["owe"]
            found, self.tag = self.link.call("GET", f"{self.path}?wait={WAIT if mine else 0}", tag=self.tag if mine else "")
            if found is not None:
                self.game = found
                return

    def show(self) -> None:
        """What happened since we looked last, and the board."""
        for entry in self.news():
            seat = entry["seat"]
            who = "chance" if seat is None else "you" if seat in self.game["you"]["seats"] else str(self.game["seats"][seat]["name"])
            self.tell(self.paint(f"  {who}: {entry['move']}", "2"))
            self.heard = entry["number"]
        self.tell("\n" + self.painted(self.link.get(f"{self.path}/board.txt")))

    def news(self) -> Iterator[Json]:
        """The journal's entries that have not been told, read on from where the last page began."""
        while True:
            found = self.link.get(f"{self.path}/moves?limit=500{self.page}")
            yield from (entry for entry in found["items"] if entry["number"] > self.heard)
            if found["next"] is None:
                return
            self.page = f"&cursor={found['next']}"

    def decide(self, seat: int) -> bool:
        """Asks until a move is played; False when the person leaves."""
        mask = self.link.get(f"{self.path}/legal-moves/mask?seat={seat}")
        self.legal = sorted(masks.unfold(mask))
        prompt = next(decision["prompt"] for decision in self.game["decisions"] if decision["seat"] == seat)
        while True:
            self.tell(self.paint(prompt, "1"))
            said = " ".join(self.ask(f"turn {mask['turn']}> ").split())
            word, _, rest = said.partition(" ")
            match word:
                case "":
                    continue
                case "quit" | "exit":
                    return False
                case "help" | "?":
                    self.tell(HELP)
                case "moves":
                    self.tell(self.listed(rest))
                case "board":
                    self.show()
                case "hint":
                    self.tell(self.hint(seat))
                case "resign":
                    return self.attempt("resignation", {"seat": seat})
                case _:
                    move = random.choice(self.legal) if said == "any" else said
                    if self.attempt("moves", {"turn": mask["turn"], "seat": seat, "move": move}):
                        return True

    def attempt(self, what: str, body: Json) -> bool:
        """Whether the server took it; if not, it is said why, and what may have been meant."""
        try:
            self.link.post(f"{self.path}/{what}", body)
        except Refused as refusal:
            rule = refusal.problem.get("rule")
            self.tell(self.paint(f"{refusal}{f' ({rule})' if rule else ''}", "31"))
            if meant := difflib.get_close_matches(str(body.get("move", "")), self.legal, n=5, cutoff=0.5):
                self.tell(f"Legal and like it: {', '.join(meant)}")
            return "move" not in body or refusal.problem.get("status") == 409
        return True

    def listed(self, start: str) -> str:
        found = [move for move in self.legal if move.startswith(start)]
        more = f"\n… and {len(found) - 60} more; moves START narrows them down" if len(found) > 60 else ""
        return f"{len(found)} legal moves:\n" + "  ".join(found[:60]) + more

    def hint(self, seat: int) -> str:
        """What an AI would play, as soon as it has thought."""
        try:
            found = self.link.post(f"{self.path}/hints", {"seat": seat})
            for _ in range(40):
                if found["status"] != "pending":
                    break
                time.sleep(0.25)
                found = self.link.get(found["links"]["self"])
        except Refused as refusal:
            return str(refusal)
        moves = [f"{each['move']} ({each['estimate']:.0%})" for each in found["moves"]]
        return f"An AI would play {', or '.join(moves)}." if moves else "No AI has found the time."

    def ending(self) -> str:
        outcome = self.game["outcome"]
        names = [str(self.game["seats"][seat]["name"]) for seat in outcome["winners"]]
        reason = outcome["reason"].replace("_", " ")
        scores = ", ".join(f"{seat['name']} {score}" for seat, score in zip(self.game["seats"], outcome["scores"], strict=True))
        return self.paint(f"The game is over: {reason}. {' and '.join(names) or 'Nobody'} won. Scores: {scores}.", "1")

    def paint(self, text: str, code: str) -> str:
        return f"\x1b[{code}m{text}\x1b[0m" if self.colours else text

    def painted(self, board: str) -> str:
        """The board with colours: those that it names, and in Cathedral the two sides and the Cathedral."""
        if self.game["ruleset"] == "cathedral":
            return "\n".join(self.city(line) if re.match(r" ?\d+ ", line) else line for line in board.splitlines())
        return re.sub(r"\b(" + "|".join(PAINT) + r")", lambda found: self.paint(found[1], str(PAINT[found[1]])), board)

    def city(self, line: str) -> str:
        """A row of the city: light in capitals, dark in small letters, the Cathedral as a cross."""
        return re.sub(r"[A-Z]|[a-z]|[+]", lambda found: self.paint(found[0], side(found[0])), line)


def side(sign: str) -> str:
    return "1;97" if sign == "+" else "96" if sign.isupper() else "33"


def completing(table: Table) -> None:
    """Lets the Tab key complete legal moves and commands where the terminal can."""
    try:
        import readline
    except ImportError:
        return

    def complete(text: str, number: int) -> str | None:
        line = readline.get_line_buffer()[: readline.get_endidx()].lstrip()
        done = len(line) - len(text)
        words = ["moves ", "any", "hint", "board", "resign", "quit", "help", *table.legal]
        found = [word[done:] for word in words if word.startswith(line)]
        return found[number] if number < len(found) else None

    readline.set_completer_delims(" ")
    readline.set_completer(complete)
    binding = "bind ^I rl_complete" if "libedit" in (readline.__doc__ or "") else "tab: complete"
    readline.parse_and_bind(binding)


def parsed(argv: list[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="intramuros play", description="Play a game in this terminal.")
    parser.add_argument("--server", default="http://127.0.0.1:8000", metavar="URL", help="where the server is (%(default)s)")
    parser.add_argument("--name", default=getpass.getuser()[:40] or "somebody", help="what others see (%(default)s)")
    parser.add_argument("--token", default="", help="the token of a player that you are already")
    parser.add_argument("--game", default="", metavar="ID", help="a game to join or to come back to")
    parser.add_argument("--code", default="", help="the join code of a game that is not listed")
    parser.add_argument("--ruleset", default="cathedral", help="the game to start (%(default)s)")
    parser.add_argument("--against", action="append", metavar="AI", help="an AI, or `open` for whoever comes; may be repeated (easy)")
    return parser.parse_args(argv)


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
        completing(table)
        print("`help` says what you can do here; the Tab key completes moves.")
        try:
            code = table.play()
        except (EOFError, KeyboardInterrupt):
            code = 0
            print()
        finally:
            if table.game["status"] != "finished":
                print(f"To come back: intramuros play --server {chosen.server} --game {table.game['id']} --token {link.token}")
    except (Refused, OSError) as error:
        print(f"intramuros: {error}", file=sys.stderr)
        return 1
    return code
