"""The rules of Cathedral: whose turn it is, what may be placed, what a placement takes, and how the game ends.

Light places the Cathedral, dark the first building, then they alternate (Rules, 3). Nobody passes by choice: a side that
can place nothing is skipped, and when neither can, the game is over (Rules, 6).

>>> from engine.cathedral.setup import start
>>> city = start(2, {"cathedral": "first"}).play(LIGHT, Move("cathedral", "e4", "n"))
>>> len(city.placements(DARK)), city.decision(DARK).prompt
(1720, 'Dark: place a building.')
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import combinations
from operator import attrgetter
from typing import TypeVar

from engine.cathedral import notation, territory
from engine.cathedral.buildings import BUILDINGS, DARK, LIGHT, NOBODY, SIDES, SQUARES_A_SIDE
from engine.cathedral.city import bit
from engine.cathedral.moves import Move
from engine.cathedral.placements import MOVES, PLACEMENTS, Placement, found, listed, overlapping
from engine.cathedral.refusals import refused
from engine.cathedral.room import Built, Pair, fenced_out, is_spent, rooms, rooms_beside, without
from engine.cathedral.territory import Claim
from engine.core import Decision, Outcome, Refusal

T = TypeVar("T")

BY_INDEX = attrgetter("index")
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

    @property
    def actors(self) -> tuple[int, ...]:
        return () if self.to_move is None else (self.to_move,)

    def decision(self, seat: int) -> Decision:
        if seat == LIGHT and self.cathedral_waits:
            return Decision("cathedral", "Light: place the Cathedral.")
        return Decision("place", f"{SIDES[seat].title()}: place a building.")

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
        placement = found(seat, move)
        assert placement is not None, f"{move} was not checked"
        if placement.owner == NOBODY:
            return self.with_cathedral(placement)
        claims = self.claims(seat, placement)
        if move.leave:
            names = self.prizes(seat, placement)
            claims = [claim for claim in claims if claim.prize is None or names[claim.prize] not in move.leave]
        return self.with_building(seat, placement, claims)

    def view(self, seat: int | None) -> "Position":
        return self

    def glimpse(self, actor: int, move: Move, seat: int | None) -> Move:
        return move

    @property
    def outcome(self) -> Outcome | None:
        """The fewest squares of unplaced buildings win; equal is a draw (Rules, 7). In a series they are points (Rules, 8)."""
        if self.to_move is not None:
            return None
        scores = (self.squares_left(LIGHT), self.squares_left(DARK))
        return Outcome(scores, tuple(seat for seat in (LIGHT, DARK) if scores[seat] == min(scores)), "neither_can_place")

    def __str__(self) -> str:
        return notation.written(self)

    # What a seat has and may do

    def remaining(self, seat: int) -> dict[str, int]:
        """How many of each building the seat still has, in the order of the box, without those it has none of."""
        counts = COUNTS.copy()
        for placement in self.built[seat]:
            counts[placement.building] -= 1
        return {name: count for name, count in counts.items() if count}

    def squares_left(self, seat: int) -> int:
        """The squares of the seat's unplaced buildings."""
        return SQUARES_A_SIDE - self.covered[seat].bit_count()

    def table(self, seat: int) -> int:
        """Whose placements the seat chooses among: its own, or those of the Cathedral while it has to place it (Rules, 3)."""
        return NOBODY if seat == LIGHT and self.cathedral_waits else seat

    def open(self, seat: int) -> int:
        """The set of what the seat may place now (Rules, 2 and 3)."""
        if seat != self.to_move:
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

    # What a placement does

    def with_cathedral(self, placement: Placement) -> "Position":
        """The Cathedral stands; then dark begins, or light goes on where dark has begun already (Rules, 3)."""
        to_move, room = LIGHT if self.begun[DARK] else DARK, rooms_beside(self.room, placement)
        return Position(to_move, self.built, placement, False, self.territory, self.begun, None, self.covered, room)

    def with_building(self, seat: int, placement: Placement, claims: Sequence[Claim]) -> "Position":
        """The building stands, the claimed regions become territory, and their prizes are removed (Rules, 4 and 5)."""
        other, prizes, region = 1 - seat, [claim.prize for claim in claims if claim.prize], sum(claim.region for claim in claims)
        built = by_seat(
            seat,
            tuple(sorted((*self.built[seat], placement), key=BY_INDEX)),
            tuple(building for building in self.built[other] if building not in prizes) if prizes else self.built[other],
        )
        cathedral = None if self.cathedral in prizes else self.cathedral
        ground = by_seat(seat, (self.territory[seat] & ~placement.squares) | region, self.territory[other] & ~region)
        if prizes or region & self.territory[other]:
            room = rooms(built, cathedral, ground)
        else:
            room = rooms_beside(self.room, placement)
            room = without(room, seat, placement.building) if is_spent(placement.building, built[seat]) else room
            room = fenced_out(room, other, region & ~self.territory[seat])
        to_move, skipped = (LIGHT, None) if self.cathedral_waits else next_turn(seat, room)
        begun = by_seat(seat, True, self.begun[other])
        covered = by_seat(seat, self.covered[seat] | placement.squares, self.covered[other] & ~region)
        return Position(to_move, built, cathedral, self.cathedral_waits, ground, begun, skipped, covered, room)


def next_turn(seat: int, room: Pair) -> tuple[int | None, int | None]:
    """Who moves after the seat, and who is skipped because it can place nothing (Rules, 6)."""
    other = 1 - seat
    if room[other]:
        return other, None
    return (seat, other) if room[seat] else (None, None)


def by_seat(seat: int, own: T, other: T) -> tuple[T, T]:
    """The two values in the order of the seats."""
    return (own, other) if seat == LIGHT else (other, own)
