"""What a claim, an answer or a card does to a seat's share of the win: the same question as in estimates, asked of quick games."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.verbotene_stadt.awards import prey
from engine.verbotene_stadt.brain import hands
from engine.verbotene_stadt.brain.estimates import bits_of, first_doubter, seats_after
from engine.verbotene_stadt.brain.hands import Hands
from engine.verbotene_stadt.brain.outlook import SHARED, forfeited, outlook
from engine.verbotene_stadt.moves import TAKE_ALL, AnyMove, Take
from engine.verbotene_stadt.officials import NOBODY

if TYPE_CHECKING:
    from engine.verbotene_stadt.position import Position

Stakes = tuple[float, float]
"""A seat's share of the win if a claim is believed, and if it is doubted."""


def entry_share(view: Position, seat: int, taker: int, loser: int = NOBODY, *, again: bool = False) -> float:
    """The seat's share if the taker gets the award of an entry, and a card of the loser if there is one."""
    ends = awards(view, taker)
    if loser != NOBODY:
        ends = [forfeited(bits, taker, loser) for bits in ends]
    following = view.active if again else view.after(view.active)
    return sum(outlook(bits, view.teams, len(view.exile) + 1, following)[seat] for bits in ends) / len(ends)


def idle_share(view: Position, seat: int) -> float:
    """The seat's share if the turn is over without an entry."""
    return outlook(bits_of(view), view.teams, len(view.exile), view.after(view.active), view.pavilion)[seat]


def awards(view: Position, taker: int) -> list[Hands]:
    """Every seat's cards after the award of the active pavilion, once for each garment that may be drawn."""
    bits = bits_of(view)
    if view.left:
        return [hands.handed(bits, cards, taker) for cards in ([view.left] if view.generous else [[card] for card in view.left])]
    cards = [take.card for take in prey(view, taker)]
    if cards and not view.generous:
        cards = [hands.best_card(bits, view.teams, cards, taker)]
    return [hands.handed(bits, cards, taker)]


def honest_stakes(view: Position, seat: int) -> Stakes:
    """Of an honest entry. Believed, it may turn out to be for another seat that bribes the same official."""
    rival = next(other for other in seats_after(view, seat) if not view.partners(other, seat))
    believed = (1 - SHARED) * entry_share(view, seat, seat) + SHARED * entry_share(view, seat, rival)
    return believed, entry_share(view, seat, seat, first_doubter(view, seat)) if view.bluffing else believed


def bluff_stakes(view: Position, seat: int, turns: float = 1.0) -> Stakes:
    """Of a bluff: the award and turns to come, or the award and a card for the doubter."""
    without, again = entry_share(view, seat, seat), entry_share(view, seat, seat, again=True)
    return min(1.0, without + turns * (again - without)), entry_share(view, seat, first_doubter(view, seat), seat)


def card_share(view: Position, seat: int, move: AnyMove) -> float:
    """The seat's share once it has taken that card, or all, or none."""
    cards = [move.card] if isinstance(move, Take) else [take.card for take in prey(view, seat)] if move == TAKE_ALL else []
    bits = hands.handed(bits_of(view), cards, seat)
    if view.stage == "dragon":
        return outlook(bits, view.teams, len(view.exile), view.active, view.pavilion)[seat]
    return outlook(bits, view.teams, len(view.exile) + 1, view.active if view.again else view.after(view.active))[seat]
