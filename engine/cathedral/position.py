"""The city as it stands: what each side has, what it may place, and what that would claim; what a placement does is decided in rules.

>>> from engine.cathedral.setup import start
>>> city = start(2, {"cathedral": "first"}).play(LIGHT, Move("cathedral", "e4", "n"))
>>> len(city.placements(DARK)), city.decision(DARK).prompt
(1720, 'Dark: place a building.')
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import combinations

from engine.cathedral import notation, rules, territory
from engine.cathedral.box import BUILDINGS, DARK, LIGHT, NOBODY, SIDES, SQUARES_A_SIDE
from engine.cathedral.city import bit
from engine.cathedral.moves import Move
from engine.cathedral.placements import MOVES, PLACEMENTS, Placement, listed, overlapping
from engine.cathedral.refusals import refused
from engine.cathedral.room import Built, Pair
from engine.cathedral.sentences import SENTENCES
from engine.cathedral.territory import Claim
from engine.core import Decision, Outcome, Refusal
from engine.endings import with_ending

COUNTS = {building.name: building.count for building in BUILDINGS}
ALL = tuple((1 << len(table)) - 1 for table in PLACEMENTS)


@dataclass(frozen=True, slots=True)
class Position:
    """The city as it stands; nothing in it is hidden from anybody."""

    to_move: int | None
    """The seat that must place something; None when the game is over."""
    built: tuple[Built, Built]
    """The buildings of each side in the city, in the order of the table of placements."""
    cathedral: Placement | None
    cathedral_waits: bool
    """Whether the Cathedral has still to be placed; once removed, it is out for good."""
    territory: Pair
    """The free squares that only one side may build on, for each side."""
    begun: tuple[bool, bool]
    """Whether each side has placed its first building, by which nobody claims anything (Rules, 4)."""
    skipped: int | None
    """The seat that has just lost its turn because it could place nothing; None if nobody did."""
    covered: Pair = field(compare=False, repr=False)
    """The squares of each side's buildings."""
    room: Pair = field(compare=False, repr=False)
    """For each side, the set of placements of its remaining buildings that have room."""
    verdict: Outcome | None = None
    """How the host ended the game before its end; None otherwise."""

    @property
    def actors(self) -> tuple[int, ...]:
        return () if self.to_move is None or self.verdict else (self.to_move,)

    def decision(self, seat: int) -> Decision:
        if seat == LIGHT and self.cathedral_waits:
            return SENTENCES.decision("cathedral", "cathedral", {})
        return SENTENCES.decision("place", "place", {"side": SIDES[seat]})

    def moves(self, seat: int) -> Sequence[Move]:
        """Every placement, each followed by the variants that leave something it may take."""
        placements = self.open_placements(seat)
        takers = self.takers(seat, placements)
        return [move for placement in placements for move in (self.variants(seat, placement) if placement in takers else (placement.move,))]

    def placements(self, seat: int) -> list[Move]:
        """Every placement once, as the move that takes whatever it may take; much quicker than `moves`."""
        return listed(MOVES[self.table(seat)], self.open(seat))

    def refusal(self, seat: int, move: Move) -> Refusal | None:
        return refused(self, seat, move)

    def odds(self) -> Sequence[tuple[Move, int]]:
        return ()

    def play(self, seat: int, move: Move) -> "Position":
        return rules.play(self, seat, move)

    def view(self, seat: int | None) -> "Position":
        return self

    def glimpse(self, actor: int, move: Move, seat: int | None) -> Move:
        return move

    @property
    def outcome(self) -> Outcome | None:
        return self.verdict or (rules.outcome(self) if self.to_move is None else None)

    def ended(self, outcome: Outcome) -> "Position":
        return replace(self, verdict=outcome)

    def __str__(self) -> str:
        return with_ending(notation.written(self), self.verdict)

    # What a seat has and may do

    def remaining(self, seat: int) -> dict[str, int]:
        """How many of each building the seat still has, in the order of the box, without those it has none of."""
        counts = COUNTS.copy()
        for placement in self.built[seat]:
            counts[placement.building] -= 1
        return {name: count for name, count in counts.items() if count}

    def scores(self) -> Pair:
        """The squares that each side has not placed."""
        return self.squares_left(LIGHT), self.squares_left(DARK)

    def squares_left(self, seat: int) -> int:
        """The squares of the seat's unplaced buildings."""
        return SQUARES_A_SIDE - self.covered[seat].bit_count()

    def table(self, seat: int) -> int:
        """Whose placements the seat chooses among: its own, or those of the Cathedral while it has to place it (Rules, 3)."""
        return NOBODY if seat == LIGHT and self.cathedral_waits else seat

    def open(self, seat: int) -> int:
        """The set of what the seat may place now (Rules, 2 and 3)."""
        if seat != self.to_move or self.verdict:
            return 0
        if self.table(seat) == NOBODY:
            return ALL[NOBODY] & ~overlapping(NOBODY, self.covered[DARK])
        return self.room[seat]

    def open_placements(self, seat: int) -> list[Placement]:
        """What the seat may place now, each lying where it would."""
        return listed(PLACEMENTS[self.table(seat)], self.open(seat))

    def standing(self) -> Built:
        """Every building in the city: light's, dark's, then the Cathedral."""
        return (*self.built[LIGHT], *self.foreign(LIGHT))

    def at(self, x: int, y: int) -> Placement | None:
        """The building that covers a square."""
        return next((placement for placement in self.standing() if placement.squares & bit(x, y)), None)

    def owns(self, seat: int, x: int, y: int) -> bool:
        """Whether the square is the seat's territory."""
        return bool(self.territory[seat] & bit(x, y))

    def foreign(self, seat: int) -> Built:
        """The buildings in the city that are not the seat's, the Cathedral among them."""
        return self.built[1 - seat] if self.cathedral is None else (*self.built[1 - seat], self.cathedral)

    def claims(self, seat: int, placement: Placement) -> list[Claim]:
        """What the placement may claim; nothing if it is the seat's first building (Rules, 4).

        Ruling: a pocket closed by a first building stays open until a later placement changes it.
        """
        if not self.begun[seat]:
            return []
        return territory.claims(self.covered[seat] | placement.squares, placement, self.foreign(seat))

    def takers(self, seat: int, placements: Sequence[Placement]) -> set[Placement]:
        """Those of the placements that may take a building."""
        return set(territory.takers(self.covered[seat], placements, self.foreign(seat))) if self.begun[seat] else set()

    def prizes(self, seat: int, placement: Placement) -> dict[Placement, str]:
        """What the placement may take, and how a move names it: with its square where two have the same name."""
        prizes = [claim.prize for claim in self.claims(seat, placement) if claim.prize]
        names = [prize.building for prize in prizes]
        return {prize: name if names.count(name) == 1 else f"{name}@{prize.move.square}" for prize, name in zip(prizes, names, strict=True)}

    def variants(self, seat: int, placement: Placement) -> Iterator[Move]:
        """The placement taking all it may, then with every choice of what to leave (Rules, 5)."""
        prizes = sorted(self.prizes(seat, placement).values())
        for size in range(len(prizes) + 1):
            for leave in combinations(prizes, size):
                yield placement.move._replace(leave=leave)
