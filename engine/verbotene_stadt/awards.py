"""The award for an entry, the card for a doubt, and what follows always (Rules, entering)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from engine.verbotene_stadt.box import GARMENTS, TERRACE
from engine.verbotene_stadt.bribes import choose_anew
from engine.verbotene_stadt.cards import pavilion_cards
from engine.verbotene_stadt.moves import AnyMove, Garment, Take
from engine.verbotene_stadt.officials import EXILED, NOBODY

if TYPE_CHECKING:
    from engine.verbotene_stadt.position import Position


def award(position: Position, seat: int) -> Position:
    """The seat gets what the active pavilion pays: the top garment, or from the tenth exile on all of them."""
    position = position.but(asked=seat)
    if position.generous:
        everything = position.left or [card.card for card in prey(position, seat)]
        return settle_doubt(give(position, everything, seat))
    if position.left:
        return position.but(stage="garment")
    return position.but(stage="award") if prey(position, seat) else settle_doubt(position)


def prey(position: Position, seat: int) -> list[Take]:
    """The cards of the pavilion's colour that other seats own."""
    owned = [(position.owners[card], card) for card in pavilion_cards(position.pavilion)]
    return [Take(owner, card) for owner, card in owned if owner not in (NOBODY, seat)]


def give(position: Position, cards: Sequence[int], seat: int) -> Position:
    """The cards are the seat's."""
    return position.but(owners=tuple(seat if card in cards else owner for card, owner in enumerate(position.owners)))


def draws(position: Position) -> Sequence[tuple[Garment, int]]:
    """The top garment can be any that is left."""
    return [(Garment(GARMENTS[card % len(GARMENTS)]), 1) for card in position.left]


def draw(position: Position, garment: str) -> Position:
    card = pavilion_cards(position.pavilion)[GARMENTS.index(garment)]
    return settle_doubt(give(position, [card], position.asked))


def takings(position: Position) -> Sequence[AnyMove]:
    """The cards to choose from: an empty pavilion's colour, or everything of the seat that was wrong about a doubt."""
    if position.stage == "award":
        return prey(position, position.asked)
    return [Take(loser(position), card) for card in position.hand(loser(position))]


def loser(position: Position) -> int:
    """Of the active seat and the doubter, the one that did not get the award."""
    return position.doubter if position.asked == position.active else position.active


def take(position: Position, card: int) -> Position:
    taken = give(position, [card], position.asked)
    return settle_doubt(taken) if position.stage == "award" else finish(taken)


def settle_doubt(position: Position) -> Position:
    """After the award, whoever was right about a doubt chooses a card of the other.

    Ruling: if the award has just taken the other's last card, there is none to choose.
    """
    if position.doubter == NOBODY or not position.hand(loser(position)):
        return finish(position)
    return position.but(stage="forfeit")


def finish(position: Position) -> Position:
    """The official goes to exile; the fifteenth ends the game, otherwise bribes are chosen anew.

    Ruling: the fifteenth entry is settled whole, with the card for a doubt, before the game is over.
    """
    cells = list(position.cells)
    cells[position.entered] = EXILED
    settled = position.but(cells=tuple(cells), exile=(*position.exile, position.entered), entered=NOBODY, asked=NOBODY, doubter=NOBODY)
    if len(settled.exile) == TERRACE:
        return settled.but(stage="over", again=False)
    return choose_anew(settled)
