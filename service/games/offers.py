"""Offers at a table: a draw, a takeback, a pause, going on again. One seat offers, the others accept or decline, the first may withdraw.

An offer holds until all have accepted it, one declines, or one of those asked moves; a takeback until anybody does. What was declined,
and a draw that was withdrawn, is not offered again in the same turn. Where nobody else is asked (all seats are one person's) it takes
effect at once. AIs agree to takebacks, pauses and going on; about a draw they think first (see `service/ai/draws.py`).
"""

import time
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

from engine.host_words import TAKEBACK, is_hosts, live
from service import clock, problems
from service.game import FINISHED, OPEN, Game, Offer
from service.games import visibility
from service.games.changes import Change, drawn, host_entry, paused, resumed
from service.games.referee import Answer, Asked, Referee
from service.games.seating import refuse_hidden, seat_of
from service.json_object import Json
from service.time_control import FISCHER, Clocks, fresh

DRAW, PAUSE, RESUME = "draw", "pause", "resume"
KINDS = (DRAW, TAKEBACK, PAUSE, RESUME)
ACCEPT, DECLINE, WITHDRAW = "accept", "decline", "withdraw"
ANSWERS = (ACCEPT, DECLINE, WITHDRAW)
LONGEST_PAUSE = 7 * 24 * 3600
"""Seconds after which whoever wants to go on needs nobody's word, so that no game waits for ever."""


class Offers:
    """Makes and answers the offers of a store's games."""

    def __init__(self, referee: Referee, admit: Callable[[Game, str], None], ask_ai: Callable[[Game, str], None]) -> None:
        self.referee = referee
        self.admit = admit
        """Refuses a player's draw where AIs think about enough of them."""
        self.ask_ai = ask_ai
        """Has the AIs think about an offer that waits for their word."""

    def make(self, game_id: str, kind: str, seat: int | None, asked: Asked, answer: Answer) -> Change | str:
        """The game with the offer, or with what was offered where nobody has to be asked."""

        def offer(game: Game) -> Change:
            number = allowed(game, asked.player, seat)
            refuse_offer(game, kind, number)
            entries = self.referee.store.entries(game_id) if kind == TAKEBACK else []
            if kind == TAKEBACK:
                refuse_takeback(game, number, entries)
            if kind == DRAW:
                self.admit(game, asked.player)
            made = Offer(kind, number, game.turn, clock.stamp())
            willing = tuple(n for n in game.asked_by(number) if kind != DRAW and game.seats[n].kind == "ai")
            return self._settled(game, replace(made, accepted=willing), entries)

        return self._asked_ais(self.referee.change(game_id, offer, asked, answer), asked.player)

    def reply(self, game_id: str, kind: str, word: str, seat: int | None, asked: Asked, answer: Answer) -> Change | str:
        """The game after the offer of that kind was accepted, declined or withdrawn by the player's seats."""

        def said(game: Game) -> Change:
            refuse_hidden(game, asked.player)
            number = seat_of(game, asked.player, seat)
            offer = next((each for each in game.offers if each.kind == kind), None)
            if offer is None:
                raise problems.NoOffer("none", {"offer": kind})
            mine = game.seats_of(asked.player)
            if (offer.seat in mine) != (word == WITHDRAW):
                raise problems.Forbidden("offer")
            if word != ACCEPT:
                return declined(game, offer, word)
            entries = self.referee.store.entries(game_id) if kind == TAKEBACK else []
            agreed = {n for n in game.asked_by(offer.seat) if n in mine} | {number}
            return self._settled(game, replace(offer, accepted=tuple(sorted({*offer.accepted, *agreed}))), entries)

        return self.referee.change(game_id, said, asked, answer)

    def reply_of_ai(self, game_id: str, turn: int, seat: int, *, accepts: bool) -> None:
        """An AI's word on the offer of a draw that it was asked about; nothing when that is no longer pending."""
        game = self.referee.load(game_id)
        offer = pending_draw(game, seat)
        if offer is None or game.turn != turn or game.frozen or game.seats[seat].kind != "ai":
            return
        more = replace(offer, accepted=tuple(sorted({*offer.accepted, seat})))
        self.referee.commit(game, self._settled(game, more, []) if accepts else declined(game, offer, DECLINE))

    def _settled(self, game: Game, offer: Offer, entries: Sequence[Json]) -> Change:
        """The game with the offer pending, or with what it was for once all have accepted it."""
        if set(game.asked_by(offer.seat)) - set(offer.accepted) and not may_go_on(game, offer):
            return Change(with_offer(game, offer), [])
        match offer.kind:
            case "draw":
                return drawn(game, offer.seat)
            case "pause":
                return paused(game)
            case "resume":
                return resumed(game)
            case _:
                return took_back(game, offer.seat, entries)

    def _asked_ais(self, made: Change | str, player: str) -> Change | str:
        if isinstance(made, Change) and any(offer.kind == DRAW for offer in made.game.offers):
            self.ask_ai(made.game, player)
        return made


def pending_draw(game: Game, seat: int) -> Offer | None:
    """The offer of a draw that waits for the seat's word."""
    return next((each for each in game.offers if each.kind == DRAW and seat not in each.accepted), None)


def allowed(game: Game, player: str, seat: int | None) -> int:
    """The seat that makes an offer; raises the problem that is in the way of any."""
    refuse_hidden(game, player)
    number = seat_of(game, player, seat)
    if game.status == OPEN:
        raise problems.GameNotStarted("seats")
    if game.status == FINISHED:
        raise problems.GameOver("over")
    if game.contest:
        raise problems.NotOffered("contest")
    return number


def refuse_offer(game: Game, kind: str, seat: int) -> None:
    """Raises NotOffered unless the seat may make such an offer now."""
    if game.paused != (kind == RESUME):
        raise problems.NotOffered("paused" if game.paused else "not_paused")
    if any(offer.kind == kind for offer in game.offers):
        raise problems.NotOffered("already", {"offer": kind})
    if f"{kind} {seat}" in game.refused:
        raise problems.NotOffered("declined", {"offer": kind})
    if kind == TAKEBACK and game.rated:
        raise problems.NotOffered("rated")


def with_offer(game: Game, offer: Offer) -> Game:
    """The game with the offer in the place of any other of its kind."""
    others = tuple(each for each in game.offers if each.kind != offer.kind)
    return changed(game, offers=(*others, offer))


def declined(game: Game, offer: Offer, word: str) -> Change:
    """The game without the offer, which is remembered if it was declined; a draw also if it was withdrawn, as AIs may have thought."""
    others = tuple(each for each in game.offers if each.kind != offer.kind)
    refused = (*game.refused, f"{offer.kind} {offer.seat}") if word == DECLINE or offer.kind == DRAW else game.refused
    return Change(changed(game, offers=others, refused=refused), [])


def changed(game: Game, **changes: Any) -> Game:
    return game.with_position(game.position, revision=game.revision + 1, updated_at=clock.stamp(), **changes)


def may_go_on(game: Game, offer: Offer) -> bool:
    """Whether a pause has lasted so long that one seat's word is enough to end it."""
    return offer.kind == RESUME and time.time() - clock.seconds(game.paused_at) > LONGEST_PAUSE


def undone(seat: int, entries: Sequence[Json]) -> list[Json]:
    """The entries that go when the seat takes its last move back: that one, and what came after it; none without such a move."""
    stands = set(live(stored["move"] for stored in entries))
    line = [stored for stored in entries if stored["number"] in stands and not is_hosts(stored["move"])]
    mine = [place for place, stored in enumerate(line) if stored["seat"] == seat]
    return line[mine[-1] :] if mine else []


def refuse_takeback(game: Game, seat: int, entries: Sequence[Json]) -> None:
    """Raises NotOffered unless the seat's last move can be taken back: never past chance, or anything that was or became secret."""
    gone = undone(seat, entries)
    if not gone:
        raise problems.NotOffered("no_move")
    if any(stored["seat"] is None for stored in gone):
        raise problems.NotOffered("chance")
    if any("heard" in stored for stored in gone) or visibility.reveals(game, list(entries), gone[0]["number"]):
        raise problems.NotOffered("secret")


def took_back(game: Game, seat: int, entries: Sequence[Json]) -> Change:
    """The game as it was before the seat's last move, its clocks too; the journal keeps what was taken back, and says so."""
    refuse_takeback(game, seat, entries)
    first = undone(seat, entries)[0]
    entry = host_entry(game, seat, f"{TAKEBACK} {first['number'] - 1}")
    before = visibility.replayed(game, [stored for stored in entries if stored["number"] < first["number"]], game.revision + 1)
    position, now = before.position, entry["at"]
    back = game.with_position(
        position, revision=game.revision + 1, turn=game.turn + 1, entries=game.entries + 1, actors=position.actors, last=before.last,
        updated_at=now, turn_at=now, offers=(), refused=(), clocks=clocks_before(game, first),
    )  # fmt: skip
    return Change(back, [entry])


def clocks_before(game: Game, first: Json) -> Clocks | None:
    """The clocks as they were before the entry: what was used since is given back."""
    if game.time is None:
        return None
    whole = fresh(game.time, len(game.seats))
    return replace(whole, left=tuple(first["left"])) if game.time.kind == FISCHER and "left" in first else whole
