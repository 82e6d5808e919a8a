"""A game as the host keeps it: who sits where, how far it is, and the position as text.

The journal is the truth; the position here is a cache of it.
"""

from dataclasses import dataclass, fields, replace
from functools import cached_property
from typing import Any

import orjson

from engine.chance import Fate
from engine.core import Outcome, Position, Ruleset
from engine.errors import OtherBox
from engine.host_words import BREAKS
from engine.rulesets import ruleset
from service import sentences
from service.brief import Brief
from service.json_object import Json
from service.time_control import PENDING, Clocks, Plan, TimeControl, fresh, plan, read_clocks

Rules = Ruleset[Any, Any]
AnyPosition = Position[Any]
"""The rules and positions of whichever ruleset: the server knows of a move only that it has a text."""

OPEN, RUNNING, FINISHED = "open", "running", "finished"


@dataclass(frozen=True)
class Seat:
    """A place in a game: held by a player, played by an AI, or open (perhaps kept for somebody)."""

    kind: str
    name: str | None = None
    player: str | None = None
    ai: str | None = None
    reserved_for: str | None = None
    resigned: bool = False
    late: bool = False
    """Whether its time was over and it has decided nothing since; one that was given up for that reason stays so."""
    left_by: str | None = None
    """The player who gave it up, where an AI plays on; None in games stored before this was."""


@dataclass(frozen=True)
class Offer:
    """What a seat has offered the others, and which of their seats have accepted it so far."""

    kind: str
    seat: int
    turn: int
    at: str
    accepted: tuple[int, ...] = ()


@dataclass(frozen=True)
class Game:
    """Everything about a game but its journal; a change makes a new one with the next revision."""

    id: str
    ruleset: str
    version: int
    options: Json
    seats: tuple[Seat, ...]
    status: str
    revision: int
    turn: int
    actors: tuple[int, ...]
    entries: int
    """How long the journal is."""
    notation: str
    seed: str
    commitment: str
    creator: str
    created_at: str
    updated_at: str
    visibility: str = "listed"
    join_code: str | None = None
    degraded: bool = False
    outcome: Outcome | None = None
    last: Json | None = None
    """The last seat's move in the journal, as stored."""
    hints: bool = True
    """Whether players may ask an AI for advice."""
    turn_at: str = ""
    """Since when the pending turn has been pending."""
    contest: Json | None = None
    """The contest that the game belongs to: its kind and id, the round, pair and leg that the game is, and what of it counts."""
    rated: bool = False
    """Whether the game counts for ratings."""
    rated_subjects: list[str] | None = None
    """Whom a rated game rates, seat by seat, whoever plays on for them; None until it starts."""
    time: TimeControl | None = None
    clocks: Clocks | None = None
    """As the last change left them; they are written when it is stored."""
    paused_at: str = ""
    """Since when the game has been paused; empty while it is not."""
    offers: tuple[Offer, ...] = ()
    refused: tuple[str, ...] = ()
    """The offers that were declined in the pending turn, each as its kind and seat; they are not made again before the next one."""
    rematch: str | None = None
    """The game that follows this one, once somebody has asked for it."""
    rematch_of: str | None = None
    imported: bool = False
    """Whether it was played elsewhere, and its record given to us."""
    box: str = ""
    """The digest of the board, tiles and dice that it is played with; empty in those stored before this was."""
    client_seed: str = ""
    """What its creator added to the seed, after that was promised; empty where it came without."""
    frozen: str = ""
    """Why the operator has frozen it; empty while it is not."""

    origin: str = ""
    """A keyed digest of the address that it was made from, as long as it is played: AI turns are shared among addresses by it."""

    @property
    def ended_at(self) -> str:
        """When a finished game ended, whatever was noted in it afterwards."""
        return str(self.last["at"]) if self.last else self.updated_at

    @property
    def halted(self) -> bool:
        """Whether nobody moves and no clock runs, by agreement or because the operator says so."""
        return self.paused or bool(self.frozen)

    @property
    def paused(self) -> bool:
        return bool(self.paused_at)

    @property
    def rules(self) -> Rules:
        """The rules that the game was begun by, whatever is newest now."""
        return ruleset(self.ruleset, self.version)

    @property
    def has_its_box(self) -> bool:
        """Whether the board, tiles and dice that it was begun with are those that are loaded."""
        return self.box in ("", self.rules.digest)

    def check_box(self) -> None:
        """Raises OtherBox unless they are: on another board its position and its moves would mean something else, or nothing."""
        if not self.has_its_box:
            begun, loaded = self.box[:12], self.rules.digest[:12]
            raise OtherBox.of(sentences.say("other-box.box", {"begun": begun, "loaded": loaded}))

    @property
    def fate(self) -> Fate:
        """What its rolls and draws come from."""
        return Fate(bytes.fromhex(self.seed), self.client_seed)

    @cached_property
    def position(self) -> AnyPosition:
        self.check_box()
        position: AnyPosition = self.rules.read(self.notation)
        return position

    @property
    def first_position(self) -> AnyPosition:
        """The position before its first move."""
        self.check_box()
        position: AnyPosition = self.rules.start(len(self.seats), self.options)
        return position

    @property
    def is_played_out(self) -> bool:
        """Whether it has ended by its rules, and was not broken off."""
        return self.outcome is not None and self.outcome.reason not in BREAKS

    def but(self, **changes: Any) -> "Game":
        """The same game with some fields changed; `dataclasses.replace` sets each field by itself, which takes four times as long."""
        fresh, known = object.__new__(Game), self.__dict__
        fresh.__dict__.update({name: known[name] for name in FIELDS})
        fresh.__dict__.update(changes)
        return fresh

    def with_position(self, position: AnyPosition, **changes: Any) -> "Game":
        """The game with that position and other changes, without reading the notation back."""
        changed = self.but(notation=str(position), **changes)
        changed.__dict__["position"] = position
        return changed

    def with_clocks(self, clocks: Clocks | None) -> "Game":
        """The game with other clocks, without reading the notation back."""
        changed = self.but(clocks=clocks)
        changed.__dict__.update({name: value for name, value in self.__dict__.items() if name == "position"})
        return changed

    def seats_of(self, player: str | None) -> tuple[int, ...]:
        """The seats that a player holds."""
        return tuple(n for n, seat in enumerate(self.seats) if player and seat.player == player)

    def asked_by(self, seat: int) -> tuple[int, ...]:
        """The seats whose word an offer of this seat needs: those of other people, and of AIs, be it in somebody's place."""
        mine = self.seats[seat].player
        others = [n for n, place in enumerate(self.seats) if place.kind == "ai" or (place.kind == "player" and not place.resigned)]
        return tuple(n for n in others if n != seat and (mine is None or self.seats[n].player != mine))

    def ai_actors(self) -> tuple[int, ...]:
        """The seats whose pending decision an AI must make."""
        return tuple(seat for seat in self.actors if self.seats[seat].kind == "ai")

    def acted_by(self, seat: int) -> "Game":
        """The game as it was when this seat was to act."""
        return self.with_position(self.position, actors=(seat,))

    def clock_plan(self, before: "Game | None") -> Plan | None:
        """What this change does to the clocks; None in a game without."""
        if self.time is None:
            return None
        clocks = self.clocks or fresh(self.time, len(self.seats))
        gone = [n for n, seat in enumerate(self.seats) if seat.resigned and seat.kind == "ai"]
        clocks = replace(clocks, left=tuple(None if n in gone else left for n, left in enumerate(clocks.left)))
        moved_on = before is not None and clocks.until == (before.clocks.until if before.clocks else ()) and not self.halted
        turned = before is None or self.turn != before.turn
        decided = [n for n, until in enumerate(clocks.until) if moved_on and until is not None and (turned or n not in self.actors)]
        return plan(self.time, clocks, decided, self.actors if self.status == RUNNING and not self.halted else ())

    @property
    def is_pending(self) -> bool:
        """Whether its clocks are still to be written."""
        return self.clocks is not None and self.clocks.at == PENDING

    @cached_property
    def owed(self) -> dict[str, tuple[int, ...]]:
        """Each player who owes a decision, with the turn and then the seats that owe it."""
        people = sorted({str(self.seats[seat].player) for seat in self.actors if self.seats[seat].player})
        return {player: (self.turn, *(seat for seat in self.actors if self.seats[seat].player == player)) for player in people}

    @cached_property
    def brief(self) -> Brief:
        """What a poll knows of the game."""
        return Brief.read(self.brief_text)

    @cached_property
    def brief_text(self) -> str:
        """What a poll needs to know before anything is loaded: who holds which seat, who owes since when, who may look."""
        actors = ",".join(map(str, self.actors))
        holders = ",".join(seat.player or "" for seat in self.seats)
        invited = [seat.reserved_for for seat in self.seats if seat.reserved_for]
        guests = ",".join([self.creator, *invited]) if self.visibility == "private" else "*"
        code = f"{self.creator}:{self.join_code}" if self.join_code and self.status == OPEN else ":"
        return f"{self.status}|{actors}|{holders}|{guests}|{code}|{self.turn_at}|{self.updated_at}|{self.ruleset}|{self.first_deadline}"

    @property
    def first_deadline(self) -> str:
        """The first deadline, as text; empty when there is none, or it is still to be written."""
        return str((self.clocks and self.clocks.earliest) or "")


FIELDS = tuple(each.name for each in fields(Game))


def dump(game: Game) -> str:
    """The game as JSON, which `load` reads back."""
    return orjson.dumps({name: getattr(game, name) for name in FIELDS}).decode()


def dump_before_clocks(game: Game) -> str:
    """The same with a mark where the script that stores it writes the clocks."""
    return orjson.dumps({name: getattr(game, name) if name != "clocks" else "@" for name in FIELDS}).decode()


def load(text: str) -> Game:
    found = orjson.loads(text)
    found["seats"] = tuple(Seat(**seat) for seat in found["seats"])
    found["actors"] = tuple(found["actors"])
    found["time"], found["clocks"] = TimeControl(**found["time"]) if found.get("time") else None, read_clocks(found.get("clocks"))
    found["offers"] = tuple(Offer(**offer | {"accepted": tuple(offer["accepted"])}) for offer in found.get("offers", ()))
    found["refused"] = tuple(found.get("refused", ()))
    if found["outcome"]:
        outcome = found["outcome"]
        found["outcome"] = Outcome(tuple(outcome["scores"]), tuple(outcome["winners"]), outcome["reason"])
    return Game(**found)
