"""A game and the person in front of it: what is shown, what is asked, what is sent."""

import random
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cached_property
from urllib.parse import quote

from engine.terminal import colours, layout
from engine.terminal.look import Look
from service.games import masks
from service.json_object import Json
from service.terminal import agreements, choices
from service.terminal.hints import hint
from service.terminal.journal import Journal, told
from service.terminal.link import WAIT, Link, Refused
from service.terminal.looks import look_of
from service.terminal.waiting import LISTEN, Question

HELP = """Write a move, or:
  moves [START]  list the legal moves that start so      (Tab completes them too)
  show MOVE      see a move on the board before you play it
  pieces [NAME]  what you have to play with, or one piece in detail
  any            play a legal move by chance
  hint           ask an AI what it would play
  board          draw the board again
  draw           offer a draw; so with takeback (of your last move), pause and resume
  abort          end the game without a result, before both have moved
  resign         give up
  quit           leave; the game goes on, and you are told how to come back
While you wait for somebody else you can say board, draw, takeback, pause, resume, abort, resign and quit.
"""
MEANWHILE = "while you wait: board, draw, takeback, pause, resume, abort, resign, quit"
LEAVES, ACTED, HEARD = "leaves", "acted", "heard"
"""What became of something said at the table that is no move: the person leaves, the game has changed, or it was only an answer."""
COMMANDS = ("moves ", "show ", "pieces", "any", "hint", "board", "draw", "takeback", "pause", "resume", "abort", "resign", "quit", "help")


@dataclass
class Table:
    """A game and the person in front of it."""

    link: Link
    game: Json
    ask: Callable[[str], str]
    tell: Callable[[str], None]
    colours: bool
    hear: Callable[[float], str | None] | None = None
    """A line that is typed within so many seconds; None where nobody can type while something else is waited for."""
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
            self.answer_offers()
            if self.game["you"]["owe"]:
                self.show()
                if not self.decide(self.game["you"]["owe"][0]):
                    return 0
            else:
                self.say_waiting()
                if self.hear is None and agreements.is_paused(self.game) and not self.stay_paused():
                    return 0
            if not self.wait():
                return 0
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
        awaited = "the game to be resumed (`resume`)" if agreements.is_paused(self.game) else awaited
        if awaited != self.waiting:
            self.waiting = awaited
            self.tell(self.paint(f"Waiting for {awaited} …", "2"))

    def wait(self) -> bool:
        """Reads the game again as soon as it changes, and heeds what is said meanwhile; False when the person leaves.

        A server that is away is asked again.
        """
        while True:
            mine = bool(self.tag) and not self.game["you"]["owe"]
            asked = Question(self.link, f"{self.path}?wait={WAIT if mine else 0}", self.tag if mine else "")
            while self.hear and mine and asked.is_alive():
                said = self.hear(LISTEN)
                if said is not None and self.heed(said) == LEAVES:
                    return False
            found, self.tag = asked.answer()
            if found is not None:
                begins = self.game["status"] == "open" and found["status"] != "open"
                self.game = found
                if begins:
                    self.tell(self.introduction())
                return True

    def stay_paused(self) -> bool:
        """Asks what to do in a paused game until something is done; False when the person leaves."""
        while (done := self.heed(self.ask("Paused> "))) not in (LEAVES, ACTED):
            pass
        return done == ACTED

    def heed(self, text: str) -> str:
        """Does what is said while nothing is owed; what became of it."""
        said = " ".join(text.split())
        seats = self.game["you"]["seats"]
        done = self.do(said, seats[0] if seats else 0) if said else HEARD
        if not done:
            self.tell(self.paint(f"It is not your turn; {MEANWHILE}.", "31"))
        return done

    def show(self) -> None:
        """What happened since we looked last, the board, and what we are asked."""
        self.waiting = ""
        for line in told(self.journal.news(), self.name):
            self.tell(self.paint(f"  {line}", "2"))
        prompts = [str(decision["prompt"]) for decision in self.game["decisions"]]
        drawn = self.link.get(f"{self.path}/board.txt").splitlines()
        self.board = "\n".join(line for line in drawn if not line.endswith(tuple(prompts))).rstrip()  # they are told below, once
        self.tell(f"\n{self.painted(self.board)}\n")
        if clocks := agreements.clocks_line(self.game):
            self.tell(self.paint(clocks, "2"))
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
            match self.do(said, seat) if said else HEARD:
                case "leaves":
                    return False
                case "acted":
                    return True
                case "heard":
                    continue
            match said.partition(" "):
                case ["moves", _, start]:
                    self.tell(choices.listed(self.legal, start))
                case ["pieces", _, name]:
                    self.tell(self.painted(self.look.pieces(self.rules["components"], self.game["position"], seat, name)))
                case ["show", _, text]:
                    self.preview(text, move)
                case ["hint", *_]:
                    self.tell(layout.wrapped(hint(self.link, self.path, seat)))
                case _:
                    if self.attempt("moves", move | {"move": random.choice(self.legal) if said == "any" else said}):
                        return True

    def do(self, said: str, seat: int) -> str:
        """Does what may be said whoever is to move, and says what became of it; nothing for what may not."""
        match said.partition(" "):
            case ["quit" | "exit", *_]:
                return LEAVES
            case ["help" | "?", *_]:
                self.tell(layout.wrapped(HELP + self.look.legend(self.game["position"], self.board)))
                return HEARD
            case ["board", *_]:
                self.show()
                return HEARD
            case ["draw" | "takeback" | "pause" | "resume" as kind, *_]:
                return ACTED if self.attempt("offers", {"kind": kind, "seat": seat}) else HEARD
            case ["abort", *_]:
                return ACTED if self.attempt("abort", None) else HEARD
            case ["resign", *_]:
                sure = self.ask("Give up the game? yes/no ").strip().lower() in ("y", "yes")
                return ACTED if sure and self.attempt("resignation", {"seat": seat}) else HEARD
        return ""

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

    def answer_offers(self) -> None:
        """Asks what the person says to each offer of the others."""
        while self.game["status"] == "running" and (open_offers := agreements.to_answer(self.game)):
            offer = open_offers[0]
            said = self.ask(f"{agreements.offer_line(self.game, offer)} Accept? yes/no ").strip().lower()
            self.attempt(f"offers/{offer['kind']}", {"answer": "accept" if said in ("y", "yes") else "decline"})
            self.game = self.link.get(self.path)

    def attempt(self, what: str, body: Json | None) -> bool:
        """Whether the server took it; if not, it is said why, and what may have been meant."""
        try:
            self.link.post(f"{self.path}/{what}", body)
        except Refused as refusal:
            rule = refusal.problem.get("rule")
            self.tell(self.paint(f"{refusal}{f' ({rule})' if rule else ''}", "31"))
            move = str((body or {}).get("move", ""))
            if meant := choices.alike(move, self.legal):
                self.tell(layout.wrapped(f"Legal and like it: {', '.join(meant)}"))
            return what == "resignation" or (bool(move) and refusal.problem.get("status") == 409)
        return True

    def ending(self) -> str:
        outcome = self.game["outcome"]
        names = [str(self.game["seats"][seat]["name"]) for seat in outcome["winners"]]
        won = (
            "No result"
            if outcome["reason"] == "aborted"
            else "A draw"
            if len(names) == len(self.game["seats"])
            else f"{' and '.join(names) or 'Nobody'} won"
        )
        reason = outcome["reason"].replace("_", " ")
        scores = ", ".join(f"{seat['name']} {score}" for seat, score in zip(self.game["seats"], outcome["scores"], strict=True))
        return self.paint(f"The game is over: {reason}. {won}. Scores: {scores}.", "1")

    def painted(self, board: str) -> str:
        wrapped = layout.wrapped(board)
        return self.look.painted(wrapped) if self.colours else wrapped

    def paint(self, text: str, code: str) -> str:
        wrapped = layout.wrapped(text)
        return colours.paint(wrapped, code) if self.colours else wrapped
