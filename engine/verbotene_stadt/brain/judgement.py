"""What search may ask about Die verbotene Stadt, and a policy that plays it at sight.

`BRAIN.policy(view, seat, rng)` needs nothing but the seat's own view; it is for playouts and for decisions that want a
mixed strategy (bribes, answers).
"""

import random
from collections.abc import Sequence
from dataclasses import dataclass

from engine.verbotene_stadt.brain import care
from engine.verbotene_stadt.brain import policy as sight
from engine.verbotene_stadt.brain.estimates import best_take
from engine.verbotene_stadt.brain.prospects import prospects
from engine.verbotene_stadt.brain.suspicion import bribe_weights, claim_is_true
from engine.verbotene_stadt.moves import AnyMove, Bribe, Slide, Take, slide
from engine.verbotene_stadt.officials import NOBODY, UNKNOWN
from engine.verbotene_stadt.position import Position
from engine.verbotene_stadt.sliding import PAVILION


@dataclass(frozen=True)
class Brain:
    """Knowledge of this ruleset, as engine.ai.brain asks for it."""

    temper: sight.Temper = sight.SOBER
    """What it is like at sight."""

    def evaluate(self, position: Position) -> tuple[float, ...]:
        """Shares by what each side owns and, for the seat to move, may soon enter for."""
        return prospects(position)

    def order(self, position: Position, seat: int, moves: Sequence[AnyMove]) -> Sequence[AnyMove]:
        """Entries, preparations and a few others; the best cards; the officials that reach most."""
        match position.stage:
            case "move":
                return self.order_slides(position, seat, moves)
            case "bribe":
                promises = sight.bribe_promises(position, seat)
                bribes = [move for move in moves if isinstance(move, Bribe)]
                return sorted(bribes, key=lambda move: -promises[move.official])[:8]
            case "dragon" | "award" | "forfeit":
                takings = [move for move in moves if isinstance(move, Take)]
                ranked = sorted(takings, key=lambda take: -best_take(position, [take], seat)[0])[:4]
                return [*ranked, *[move for move in moves if not isinstance(move, Take)]]
        return moves

    def order_slides(self, position: Position, seat: int, moves: Sequence[AnyMove]) -> Sequence[AnyMove]:
        """The honest entry, moves that prepare one under cover, with a bluff among them, and some of the rest."""
        bribed, listed = position.bribes[seat], set(moves)
        honest = [move for move in [slide(bribed, PAVILION)] if move in listed]
        bluffs = [move for move in moves if isinstance(move, Slide) and move.end == PAVILION and move.official != bribed]
        ways = [way for way in care.openings(position, bribed) if way in listed]
        preparing = sorted(ways, key=lambda way: -care.shelter(position, bribed, way))[:6]
        chosen = [*honest, *preparing[:2], *bluffs[:1], *preparing[2:], *bluffs[1:4]]
        known = set(chosen)
        rest = [move for move in moves if move not in known]
        return [*chosen, *rest[:: max(1, len(rest) // 8)]]

    def guess(self, view: Position, seat: int, rng: random.Random) -> Position:
        """Unknown bribes drawn among the officials on the board, likelier those that their seats have moved."""
        bribes = [self.guess_bribe(view, other, rng) if bribe == UNKNOWN else bribe for other, bribe in enumerate(view.bribes)]
        return view.but(bribes=tuple(bribes))

    def guess_bribe(self, view: Position, seat: int, rng: random.Random) -> int:
        if seat == view.active and view.stage == "answer" and rng.random() < claim_is_true(view):
            return view.entered
        possible: Sequence[int] = view.on_board
        if seat != view.active and view.entered != NOBODY and not self.nobody_shares(view):
            possible = [*possible, view.entered]
        return rng.choices(possible, bribe_weights(view, seat, possible))[0]

    def nobody_shares(self, view: Position) -> bool:
        """Whether everybody who bribes the official inside has been shown: an honest entry that nobody doubted."""
        return view.shown[view.active] and view.bribes[view.active] == view.entered and view.doubter == NOBODY

    def policy(self, view: Position, seat: int, rng: random.Random) -> AnyMove:
        """The move that the seat plays at sight."""
        return sight.policy(view, seat, rng, self.temper)

    def at_sight(self, position: Position, seat: int, rng: random.Random) -> AnyMove:
        """The same, from a whole position: of bribes the policy asks for none but the seat's own."""
        return sight.policy(position, seat, rng, self.temper)

    def favourite(self, view: Position, seat: int, rng: random.Random) -> AnyMove:
        """The move that the seat plays with some care."""
        return care.favourite(view, seat, rng)

    def settled(self, view: Position, seat: int, move: AnyMove) -> bool:
        """Answers, bribes and claims are drawn by lot: whoever could tell them from the position would know when to bluff.

        Cards were counted in more games than could be rehearsed. Only a move that prepares something is tried out against others.
        """
        return not isinstance(move, Slide) or move.end == PAVILION

    def plain(self, view: Position, seat: int, move: AnyMove) -> bool:
        """Bribes, answers and bluffs are good for what the others do not know."""
        bluff = isinstance(move, Slide) and move.end == PAVILION and move.official != view.bribes[seat]
        return view.stage not in ("bribe", "answer") and not bluff


BRAIN = Brain()
