"""The state of a game, or a view of it; what happens next is decided in bribes, turn, entering and awards.

Officials, seats and cards are numbers. Nothing but bribes is ever hidden.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from engine.core import CHANCE, Decision, Outcome, Refusal
from engine.endings import with_ending
from engine.verbotene_stadt import asking, bribes, notation, refusals, rules
from engine.verbotene_stadt.box import BOX, GENEROUS
from engine.verbotene_stadt.cards import CARDS, pavilion_cards, value_of
from engine.verbotene_stadt.moves import AnyMove, Bribe
from engine.verbotene_stadt.officials import NOBODY, OFFICIALS, UNDEALT, UNKNOWN
from engine.verbotene_stadt.sliding import City
from engine.verbotene_stadt.tuples import replaced
from engine.verbotene_stadt.versions import CURRENT


@dataclass(frozen=True)
class Position:
    """Everything that is on the table."""

    seats: int
    version: int = CURRENT
    """The version of the rules that it is played by: see versions.py."""
    extra_move: str = "must"
    teams: bool = False
    stage: str = "deal"
    """What is due: see rules.py."""
    cells: tuple[int, ...] = (UNDEALT,) * len(OFFICIALS)
    """Where each official is."""
    exile: tuple[int, ...] = ()
    """The officials on the terrace, in the order they came."""
    pavilion: int = 0
    """The active pavilion; 0 before the first roll of the blue die."""
    active: int = NOBODY
    """The seat whose turn it is; before the first turn the seat that rolls for the start."""
    made: int = 0
    """How many moves the active seat has made in this turn."""
    bribes: tuple[int, ...] = ()
    shown: tuple[bool, ...] = ()
    """Whose selectors have been revealed, until they are changed."""
    sealed: tuple[bool, ...] = ()
    """Who has chosen, while bribes are being chosen."""
    owners: tuple[int, ...] = (NOBODY,) * len(CARDS)
    """The seat that has each card; NOBODY while it lies in its pavilion."""
    entered: int = NOBODY
    """The official that has entered, until it goes to exile."""
    asked: int = NOBODY
    """The seat that answers, gets the award or takes a card."""
    doubter: int = NOBODY
    again: bool = False
    """Whether the active seat has bluffed successfully and plays another turn."""
    fate: str = "-"
    """The face of the fate die rolled last."""
    moved: tuple[tuple[int, ...], ...] = ()
    """Per seat the officials it moved since it last had to change its bribe, the latest last: what everybody has seen."""
    claims: tuple[tuple[int, int], ...] = ()
    """Per seat how often it entered honestly and how often it bluffed, while bluffing was open."""
    answers: tuple[tuple[int, int], ...] = ()
    """Per seat how often it believed and how often it doubted."""
    verdict: Outcome | None = None
    """How the host ended the game before its end; None otherwise."""

    @property
    def actors(self) -> tuple[int, ...]:
        return () if self.verdict else rules.actors(self)

    def decision(self, seat: int) -> Decision:
        return asking.decision(self, seat)

    def moves(self, seat: int) -> Sequence[AnyMove]:
        if seat not in self.actors or seat == CHANCE:
            return ()
        return bribes.moves(self, seat) if self.stage == "bribe" else self.single_actor_moves

    @cached_property
    def single_actor_moves(self) -> Sequence[AnyMove]:
        return rules.moves(self)

    @cached_property
    def move_set(self) -> frozenset[AnyMove]:
        return frozenset(self.single_actor_moves)

    def refusal(self, seat: int, move: AnyMove) -> Refusal | None:
        return refusals.refusal(self, seat, move)

    def odds(self) -> Sequence[tuple[AnyMove, int]]:
        return rules.odds(self) if self.stage in rules.CHANCE_STAGES and not self.verdict else ()

    def play(self, seat: int, move: AnyMove) -> "Position":
        return rules.play(self, seat, move)

    def view(self, seat: int | None) -> "Position":
        return self.but(bribes=tuple(self.bribe_seen_by(seat, other) for other in range(self.seats)))

    def bribe_seen_by(self, seat: int | None, other: int) -> int:
        """The bribe of `other` as the seat, or an onlooker, may know it.

        Ruling: a partner's sealed choice is seen when all have chosen.
        """
        partners = seat is not None and self.partners(seat, other) and not (self.stage == "bribe" and self.sealed[other])
        return self.bribes[other] if seat == other or partners or self.shown[other] or self.bribes[other] == NOBODY else UNKNOWN

    def glimpse(self, actor: int, move: AnyMove, seat: int | None) -> AnyMove:
        return Bribe(UNKNOWN) if isinstance(move, Bribe) and seat != actor else move

    @property
    def outcome(self) -> Outcome | None:
        return self.verdict or (rules.outcome(self) if self.stage == "over" else None)

    def ended(self, outcome: Outcome) -> "Position":
        return self.but(verdict=outcome)

    def __str__(self) -> str:
        return with_ending(notation.write(self), self.verdict)

    def but(self, **changes: Any) -> "Position":
        """The same position with some fields changed; `dataclasses.replace` without its checks, which cost more than a move.

        What is known of officials and cards stays known until those change.
        """
        known = self.__dict__ | changes
        if "cells" in changes:
            known.pop("on_board", None)
            known.pop("entries", None)
            if "city" not in changes:
                known.pop("city", None)
        if "owners" in changes and "hands" not in changes:
            known.pop("hands", None)
        known.pop("single_actor_moves", None)
        known.pop("move_set", None)
        fresh = object.__new__(Position)
        object.__setattr__(fresh, "__dict__", known)
        return fresh

    def put(self, official: int, cell: int, **changes: Any) -> "Position":
        """The same position with an official elsewhere, and some fields changed."""
        return self.but(cells=replaced(self.cells, official, cell), city=self.city.changed(self.cells[official], cell), **changes)

    def give(self, cards: Sequence[int], seat: int, **changes: Any) -> "Position":
        """The same position with cards owned by a seat, and some fields changed."""
        owners, given = list(self.owners), 0
        for card in cards:
            owners[card] = seat
            given |= 1 << card
        hands = tuple([hand | given if other == seat else hand & ~given for other, hand in enumerate(self.hands)])
        return self.but(owners=tuple(owners), hands=hands, **changes)

    # What several rules ask.

    def after(self, seat: int, steps: int = 1) -> int:
        """The seat that many places to the left."""
        return (seat + steps) % self.seats

    def partners(self, one: int, other: int) -> bool:
        return self.teams and one != other and (one - other) % 2 == 0

    def hand(self, seat: int) -> list[int]:
        """The cards that a seat owns."""
        return [card for card, owner in enumerate(self.owners) if owner == seat]

    def value(self, seat: int) -> int:
        """What the seat's cards are worth now."""
        return value_of(self.hands[seat])

    @property
    def left(self) -> list[int]:
        """The garments still in the active pavilion."""
        return [card for card in pavilion_cards(self.pavilion) if self.owners[card] == NOBODY]

    @property
    def generous(self) -> bool:
        """Whether an entry now gets everything: from the moment enough officials are in exile."""
        return len(self.exile) >= GENEROUS

    @property
    def bluffing(self) -> bool:
        """Whether bluffing is open: the active seat and another one own a card (Rules, entering).

        Ruling: in teams the other one must be an opponent. A partner cannot doubt.
        """
        others = [seat for seat in range(self.seats) if seat != self.active and not self.partners(seat, self.active)]
        return self.hands[self.active] != 0 and any(self.hands[seat] for seat in others)

    @cached_property
    def hands(self) -> tuple[int, ...]:
        """Every seat's cards as bits."""
        hands = [0] * self.seats
        for card, owner in enumerate(self.owners):
            if owner != NOBODY:
                hands[owner] |= 1 << card
        return tuple(hands)

    @cached_property
    def on_board(self) -> tuple[int, ...]:
        """The officials that stand on the board."""
        return tuple([official for official, cell in enumerate(self.cells) if cell >= 0])

    @cached_property
    def city(self) -> City:
        """The streets as the officials stand in them."""
        return City.of(cell for cell in self.cells if cell >= 0)

    @cached_property
    def entries(self) -> tuple[int, ...]:
        """Per official the pavilions that it can enter with one move, as bits; AWAY for those that are not on the board."""
        return self.city.all_entries(self.cells)

    def can_enter(self, official: int) -> bool:
        """Whether the official can slide into the active pavilion, were it allowed to."""
        return self.city.can_enter(self.cells[official], self.pavilion)

    @property
    def next_space(self) -> int:
        """The yellow space that the next official is dealt onto."""
        return BOX.yellow[sum(cell >= 0 for cell in self.cells)]
