"""The award for an entry, the card for a doubt, and what follows always (Rules, entering)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from engine.verbotene_stadt.box import GARMENTS, TERRACE
from engine.verbotene_stadt.bribes import choosing
from engine.verbotene_stadt.cards import pavilion_cards
from engine.verbotene_stadt.moves import DECLINE, TAKE_ALL, AnyMove, Garment, Take
from engine.verbotene_stadt.officials import EXILED, NOBODY
from engine.verbotene_stadt.versions import FIRST

if TYPE_CHECKING:
    from engine.verbotene_stadt.position import Position


def award(position: Position) -> Position:
    """The seat that is asked gets what the active pavilion pays: the top garment, or from the tenth exile on all of them.

    If it is empty, the seat may take what others have of its colour: one card, or from the tenth exile on all of them.
    """
    left = position.left
    if left:
        return settle_doubt(position.give(left, position.asked)) if position.generous else position.but(stage="garment")
    if not prey(position, position.asked):
        return settle_doubt(position)
    return take_all(position) if position.generous and position.version == FIRST else position.but(stage="award")


def prey(position: Position, seat: int) -> list[Take]:
    """The cards of the pavilion's colour that other seats own and that an empty pavilion lets the seat take.

    Ruling: in teams the book's "adversaries" leave the partner's cards alone. It speaks of them from the tenth exile on;
    before, of another player, which a partner is.
    """
    owned = [(position.owners[card], card) for card in pavilion_cards(position.pavilion)]
    spares = position.generous and position.version > FIRST
    return [Take(owner, card) for owner, card in owned if owner not in (NOBODY, seat) and not (spares and position.partners(seat, owner))]


def draws(position: Position) -> Sequence[tuple[Garment, int]]:
    """The top garment can be any that is left."""
    return [(Garment(GARMENTS[card % len(GARMENTS)]), 1) for card in position.left]


def draw(position: Position, garment: str) -> Position:
    card = pavilion_cards(position.pavilion)[GARMENTS.index(garment)]
    return settle_doubt(position.give([card], position.asked))


def takings(position: Position) -> Sequence[AnyMove]:
    """The cards to choose from: an empty pavilion's colour, or everything of the seat that was wrong about a doubt."""
    if position.stage == "award":
        return offers(position)
    return [Take(loser(position), card) for card in position.hand(loser(position))]


def offers(position: Position) -> Sequence[AnyMove]:
    """What an empty pavilion lets the seat do."""
    if position.version == FIRST:
        return prey(position, position.asked)
    return [TAKE_ALL, DECLINE] if position.generous else [*prey(position, position.asked), DECLINE]


def loser(position: Position) -> int:
    """Of the active seat and the doubter, the one that did not get the award."""
    return position.doubter if position.asked == position.active else position.active


def take(position: Position, card: int) -> Position:
    taken = position.give([card], position.asked)
    return settle_doubt(taken) if position.stage == "award" else finish(taken)


def take_all(position: Position) -> Position:
    """All cards that an empty pavilion offers are the seat's."""
    return settle_doubt(position.give([take.card for take in prey(position, position.asked)], position.asked))


def decline(position: Position) -> Position:
    """The seat takes nothing of what an empty pavilion offers."""
    return settle_doubt(position)


def settle_doubt(position: Position) -> Position:
    """After the award, whoever was right about a doubt chooses a card of the other.

    Ruling: if the award has just taken the other's last card, there is none to choose.
    """
    if position.doubter == NOBODY or not position.hands[loser(position)]:
        return finish(position)
    return position.but(stage="forfeit")


def finish(position: Position) -> Position:
    """The official goes to exile; the fifteenth ends the game, otherwise bribes are chosen anew.

    Ruling: the fifteenth entry is settled whole, with the card for a doubt. Then the game is over.
    """
    exile = (*position.exile, position.entered)
    following = {"stage": "over", "again": False} if len(exile) == TERRACE else choosing(position)
    return position.put(position.entered, EXILED, exile=exile, entered=NOBODY, asked=NOBODY, doubter=NOBODY, **following)
