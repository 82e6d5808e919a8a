"""A game and the person in front of it: what is shown, what is asked, what is sent."""

import random
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cached_property
from urllib.parse import quote

from service import masks
from service.terminal import choices, colours, layout
from service.terminal.hints import hint
from service.terminal.journal import Journal, told
from service.terminal.link import WAIT, Json, Link, Refused
from service.terminal.looks import look_of
from service.terminal.looks.look import Look

HELP = """Write a move, or:
  moves [START]  list the legal moves that start so      (Tab completes them too)
  show MOVE      see a move on the board before you play it
  pieces [NAME]  what you have to play with, or one piece in detail
  any            play a legal move by chance
  hint           ask an AI what it would play
  board          draw the board again
  resign         give up
  quit           leave; the game goes on, and you are told how to come back
"""
COMMANDS = ("moves ", "show ", "pieces", "any", "hint", "board", "resign", "quit", "help")


@dataclass
class Table:
    """A game and the person in front of it."""

    link: Link
    game: Json
    ask: Callable[[str], str]
    tell: Callable[[str], None]
    colours: bool
    tag: str = ""
    board: str = ""
    waiting: str = ""
    legal: list[str] = field(default_factory=list)

    @property
    def path(self) -> str:
        return f"/v1/games/{self.game['id']}"

    @cached_property
    def journal(self) -> Journal:
        return Journal(self.link, f"{self.path}/moves")

    @cached_property
    def rules(self) -> Json:
        return dict(self.link.get(f"/v1/rulesets/{self.game['ruleset']}"))

    @property
    def look(self) -> Look:
        return look_of(self.game["ruleset"])

    def play(self) -> int:
        """Plays until the game is over or the person leaves; gives the exit code."""
        self.tell(self.introduction())
        self.tell("`help` says what you can do here and what the board means; the Tab key completes moves.")
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

    def introduction(self) -> str:
        """What is played, and who is who."""
        mine = " and ".join(self.who(seat) for seat in self.game["you"]["seats"])
        strangers = [each for each in self.game["seats"] if each["name"] and each["seat"] not in self.game["you"]["seats"]]
        others = [f"{each['name']} is {self.who(each['seat'])}" for each in strangers]
        return self.paint(f"{self.rules['title']}. {'; '.join([f'You are {mine}', *others])}.", "1")

    def who(self, seat: int) -> str:
        """What a seat is called at the table, such as Light or purple."""
        return self.look.who(self.game["position"], seat)

    def name(self, seat: int) -> str:
        return "you" if seat in self.game["you"]["seats"] else str(self.game["seats"][seat]["name"] or "nobody")

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
                begins = self.game["status"] == "open" and found["status"] != "open"
                self.game = found
                if begins:
                    self.tell(self.introduction())
                return

    def show(self) -> None:
        """What happened since we looked last, the board, and what we are asked."""
        self.waiting = ""
        for line in told(self.journal.news(), self.name):
            self.tell(self.paint(f"  {line}", "2"))
        prompts = [str(decision["prompt"]) for decision in self.game["decisions"]]
        drawn = self.link.get(f"{self.path}/board.txt").splitlines()
        self.board = "\n".join(line for line in drawn if not line.endswith(tuple(prompts))).rstrip()  # they are told below, once
        self.tell(f"\n{self.painted(self.board)}\n")
        for decision in self.game["decisions"]:
            if decision["seat"] in self.game["you"]["owe"]:
                self.tell(self.paint(decision["prompt"], "1"))

    def decide(self, seat: int) -> bool:
        """Asks until a move is played; False when the person leaves."""
        mask = self.link.get(f"{self.path}/legal-moves/mask?seat={seat}")
        self.legal = sorted(masks.unfold(mask), key=choices.natural)
        move = {"turn": mask["turn"], "seat": seat}
        while True:
            said = " ".join(self.ask(f"{self.who(seat)}, turn {mask['turn']}> ").split())
            match said.partition(" "):
                case ["", *_]:
                    continue
                case ["quit" | "exit", *_]:
                    return False
                case ["help" | "?", *_]:
                    self.tell(layout.wrapped(HELP + self.look.legend(self.game["position"], self.board)))
                case ["moves", _, start]:
                    self.tell(choices.listed(self.legal, start))
                case ["pieces", _, name]:
                    self.tell(self.painted(self.look.pieces(self.rules["components"], self.game["position"], seat, name)))
                case ["show", _, text]:
                    self.preview(text, move)
                case ["board", *_]:
                    self.show()
                case ["hint", *_]:
                    self.tell(layout.wrapped(hint(self.link, self.path, seat)))
                case ["resign", *_]:
                    if self.ask("Give up the game? yes/no ").strip().lower() in ("y", "yes"):
                        return self.attempt("resignation", {"seat": seat})
                case _:
                    if self.attempt("moves", move | {"move": random.choice(self.legal) if said == "any" else said}):
                        return True

    def preview(self, text: str, move: Json) -> None:
        """Shows what a move would do, which of several may be meant, or why it cannot be played."""
        found = [each for each in self.legal if each == text] or [each for each in self.legal if each.startswith(text)]
        if len(found) > 1:
            self.tell(choices.listed(self.legal, text))
        elif found:
            items = self.link.get(f"{self.path}/legal-moves?seat={move['seat']}&starts={quote(found[0])}")["items"]
            shown = next(item["object"] for item in items if item["move"] == found[0])
            self.tell(f"\n{self.painted(self.look.preview(self.game['position'], self.board, shown))}\n")
        else:
            self.attempt("moves?dry_run=true", move | {"move": text})

    def attempt(self, what: str, body: Json) -> bool:
        """Whether the server took it; if not, it is said why, and what may have been meant."""
        try:
            self.link.post(f"{self.path}/{what}", body)
        except Refused as refusal:
            rule = refusal.problem.get("rule")
            self.tell(self.paint(f"{refusal}{f' ({rule})' if rule else ''}", "31"))
            if meant := choices.alike(str(body.get("move", "")), self.legal):
                self.tell(layout.wrapped(f"Legal and like it: {', '.join(meant)}"))
            return "move" not in body or refusal.problem.get("status") == 409
        return True

    def ending(self) -> str:
        outcome = self.game["outcome"]
        names = [str(self.game["seats"][seat]["name"]) for seat in outcome["winners"]]
        won = "A draw" if len(names) == len(self.game["seats"]) else f"{' and '.join(names) or 'Nobody'} won"
        reason = outcome["reason"].replace("_", " ")
        scores = ", ".join(f"{seat['name']} {score}" for seat, score in zip(self.game["seats"], outcome["scores"], strict=True))
        return self.paint(f"The game is over: {reason}. {won}. Scores: {scores}.", "1")

    def painted(self, board: str) -> str:
        wrapped = layout.wrapped(board)
        return self.look.painted(wrapped) if self.colours else wrapped

    def paint(self, text: str, code: str) -> str:
        wrapped = layout.wrapped(text)
        return colours.paint(wrapped, code) if self.colours else wrapped
