"""A game and the person in front of it: what is shown, what is asked, what is sent."""

import random
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cached_property

from service import masks
from service.terminal import choices, colours
from service.terminal.journal import Journal, told
from service.terminal.link import WAIT, Json, Link, Refused

HELP = """Write a move, or:
  moves [START]  list the legal moves that start so      (Tab completes them too)
  any            play a legal move by chance
  hint           ask an AI what it would play
  board          draw the board again
  resign         give up
  quit           leave; the game goes on, and you are told how to come back"""


@dataclass
class Table:
    """A game and the person in front of it."""

    link: Link
    game: Json
    ask: Callable[[str], str]
    tell: Callable[[str], None]
    colours: bool
    tag: str = ""
    waiting: str = ""
    legal: list[str] = field(default_factory=list)

    @property
    def path(self) -> str:
        return f"/v1/games/{self.game['id']}"

    @cached_property
    def journal(self) -> Journal:
        return Journal(self.link, f"{self.path}/moves")

    def play(self) -> int:
        """Plays until the game is over or the person leaves; gives the exit code."""
        while self.game["status"] != "finished":
            if self.game["you"]["owe"]:
                self.show()
                if not self.decide(self.game["you"]["owe"][0]):
                    return 0
            else:
                self.say_waiting()
            self.wait()
        self.show()
        self.tell(self.ending())
        return 0

    def say_waiting(self) -> None:
        """Says who has to act before we go on, once."""
        names = " and ".join(str(self.game["seats"][seat]["name"]) for seat in self.game["actors"]) or "the others"
        awaited = f"somebody to take a seat (game {self.game['id']})" if self.game["status"] == "open" else names
        if awaited != self.waiting:
            self.waiting = awaited
            self.tell(self.paint(f"Waiting for {awaited} …", "2"))

    def wait(self) -> None:
        """Reads the game again as soon as it changes; a server that is away is asked again."""
        while True:
            mine = self.tag and not self.game["you"]["owe"]
            found, self.tag = self.link.call("GET", f"{self.path}?wait={WAIT if mine else 0}", tag=self.tag if mine else "")
            if found is not None:
                self.game = found
                return

    def name(self, seat: int) -> str:
        return "you" if seat in self.game["you"]["seats"] else str(self.game["seats"][seat]["name"] or "nobody")

    def show(self) -> None:
        """What happened since we looked last, the board, and what we are asked."""
        self.waiting = ""
        for line in told(self.journal.news(), self.name):
            self.tell(self.paint(f"  {line}", "2"))
        prompts = [str(decision["prompt"]) for decision in self.game["decisions"]]
        drawn = self.link.get(f"{self.path}/board.txt").splitlines()
        board = "\n".join(line for line in drawn if not line.endswith(tuple(prompts))).rstrip()  # they are told below, once
        self.tell(f"\n{colours.painted(self.game['ruleset'], board) if self.colours else board}\n")
        for decision in self.game["decisions"]:
            if decision["seat"] in self.game["you"]["owe"]:
                self.tell(self.paint(decision["prompt"], "1"))

    def decide(self, seat: int) -> bool:
        """Asks until a move is played; False when the person leaves."""
        mask = self.link.get(f"{self.path}/legal-moves/mask?seat={seat}")
        self.legal = sorted(masks.unfold(mask), key=choices.natural)
        while True:
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
                    self.tell(choices.listed(self.legal, rest))
                case "board":
                    self.show()
                case "hint":
                    self.tell(self.hint(seat))
                case "resign":
                    if self.ask("Give up the game? yes/no ").strip().lower() in ("y", "yes"):
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
            if meant := choices.alike(str(body.get("move", "")), self.legal):
                self.tell(f"Legal and like it: {', '.join(meant)}")
            return "move" not in body or refusal.problem.get("status") == 409
        return True

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
        return colours.paint(text, code) if self.colours else text
