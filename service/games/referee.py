"""The referee, the one place that changes a game: create, take a seat, play, resign. People and AIs come in by the same door.

Every change is loaded, checked, made and committed if nobody else was faster; a lost race loads again. A move is checked
against `turn`, the number of the decision it answers, so that a repeated or late request is recognised.
"""

import json
import logging
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

import orjson

from engine.chance import Fate
from engine.core import settle_options
from engine.errors import GameError
from engine.rulesets import ruleset
from service import clock, metrics, problems
from service.game import FINISHED, OPEN, Game, Seat
from service.games import clocks
from service.games.changes import Change, aborted, checked_move, played, resigned, started
from service.games.seating import acting_seat, open_seat, refuse_frozen, refuse_hidden, seat_of
from service.json_object import Json
from service.store import identifiers
from service.store.commitments import Commitments, Promise
from service.store.commits import Lapsed, Once
from service.store.games import Store
from service.time_control import TimeControl

log = logging.getLogger("intramuros.referee")

RACES = 50


@dataclass(frozen=True)
class Asked:
    """A request that changes a game: by whom, its Idempotency-Key if it has one, and a digest of what it says."""

    player: str
    key: str | None = None
    digest: str = ""


Answer = Callable[[Change], str]
"""Makes the answer that is kept for a request with an Idempotency-Key, before the change is stored."""


def too_fast() -> problems.Unavailable:
    """What is said when every race to change a game was lost."""
    return problems.Unavailable("game_busy", headers={"Retry-After": "1"})


def new_id(asked: Asked) -> str:
    """The id of a game that a request creates: the same for the same request sent again."""
    return identifiers.new_id("game", asked.player, key=asked.key)


class Referee:
    """Makes changes to the games of a store, and wakes whoever owes a decision afterwards."""

    def __init__(self, store: Store, wake: Callable[[Game], None]) -> None:
        self.store = store
        self.wake = wake
        self.on_end: list[Callable[[Game], None]] = []
        """Who is told of every game that is over; whoever must not miss one looks for itself, too."""
        self.expire: Callable[[str], bool] = lambda _: False
        """Deals with a deadline that is over, before anything else is done to its game."""
        self.commitments = Commitments(store.client)

    def load(self, game_id: str) -> Game:
        game = self.store.load(game_id)
        if game is None:
            raise problems.NotFound("game", {"game": game_id})
        return game

    def create(
        self,
        name: str,
        options: Json,
        seats: tuple[Seat, ...],
        visibility: str,
        asked: Asked,
        answer: "Answer",
        *,
        hints: bool = True,
        time: TimeControl | None = None,
        promise: Promise | None = None,
        rated: bool = False,
        origin: str = "",
        identity: str = "",
    ) -> Change | str:
        """A new game, started at once when no seat is open; the same answer again for a repeated request with the same key."""
        identity = identity or new_id(asked)
        self.settled(name, len(seats), options)
        fate = self.commitments.redeem(asked.player, promise, identity) if promise else None
        change = self.fresh(
            identity, name, options, seats, visibility, asked.player, fate, hints=hints, time=time, rated=rated, origin=origin
        )
        if stored := self.commit(None, change, self._once(asked, answer, change)):
            return stored
        again = self.created_before(asked)
        if again is None:
            raise problems.KeyReused("game")
        return again

    def settled(self, name: str, seats: int, options: Json) -> Json:
        """The options of a new game with defaults filled in; raises BadOption."""
        try:
            return settle_options(ruleset(name), seats, options)
        except GameError as error:
            raise problems.of_game_error(error) from error

    def fresh(
        self,
        identity: str,
        name: str,
        options: Json,
        seats: tuple[Seat, ...],
        visibility: str,
        creator: str,
        fate: Fate | None = None,
        **more: Any,
    ) -> Change:
        """A new game that nobody knows of yet, started when no seat is open; `more` are other fields of a game."""
        rules, settled = ruleset(name), self.settled(name, len(seats), options)
        fate, now = fate or Fate.fresh(), clock.stamp()
        game = Game(
            id=identity, ruleset=name, version=rules.version, options=settled, seats=seats, status=OPEN, revision=1, turn=0,
            actors=(), entries=0, notation=str(rules.start(len(seats), settled)), seed=fate.seed.hex(), commitment=fate.commitment,
            creator=creator, created_at=now, updated_at=now, visibility=visibility, box=rules.digest, client_seed=fate.client_seed,
            join_code=identifiers.fresh_id(6) if visibility != "listed" else None, **more,
        )  # fmt: skip
        return started(game) if all(seat.kind != "open" for seat in seats) else Change(game, [])

    def arrange(
        self,
        identity: str,
        name: str,
        options: Json,
        seats: tuple[Seat, ...],
        visibility: str,
        creator: str,
        *,
        since: str = "",
        **more: Any,
    ) -> None:
        """Stores a game that no request asked for; one that is there already, be it in the archive, stays as it is.

        Nobody can have asked for it before `since`.
        """
        if not self.store.knows(identity, since):
            self.commit(None, self.fresh(identity, name, options, seats, visibility, creator, **more))

    def created_before(self, asked: Asked) -> str | None:
        """The answer to a request that created a game already."""
        kept = self.store.answer_once(new_id(asked), asked.player, asked.key) if asked.key else None
        return answer_again(kept, asked) if kept else None

    def sit(self, game_id: str, seat: int | None, name: str, code: str | None, asked: Asked, answer: Answer) -> Change | str:
        """The player takes an open seat; the game starts when it was the last one."""

        def take(game: Game) -> Change:
            number = open_seat(game, seat, code, asked.player)
            seats = tuple(Seat("player", name, asked.player) if n == number else old for n, old in enumerate(game.seats))
            taken = replace(game, seats=seats, revision=game.revision + 1, updated_at=clock.stamp())
            return started(taken) if all(place.kind != "open" for place in seats) else Change(taken, [])

        return self.change(game_id, take, asked, answer)

    def play(self, game_id: str, turn: int, text: str, seat: int | None, asked: Asked, answer: Answer) -> Change | str:
        """The move is played and chance settled; a repeated identical move gives what it gave the first time."""

        def move(game: Game) -> Change | None:
            refuse_hidden(game, asked.player)
            number = acting_seat(game, asked.player, seat)
            self._refuse_unstarted(game)
            if turn != game.turn or number not in game.actors:
                return self._played_before(game, turn, number, text, game.seats_of(asked.player) if seat is None else (number,))
            return played(game, number, text)

        known = None if asked.key else self.store.remembered.recall(game_id)
        tried = self._try(known, move) if known and known.turn == turn else None
        return tried or self.change(game_id, move, asked, answer)

    def _try(self, known: Game, make: Callable[[Game], Change | None]) -> Change | None:
        """The change, if it could be made to the game as it was known here; None when the game itself has to be looked at."""
        try:
            change = make(known)
        except (GameError, problems.Problem):
            return None
        return self.commit(known, change) if change and change.game.revision != known.revision else None

    def play_for_ai(self, game_id: str, turn: int, seat: int, text: str, *, degraded: bool = False) -> Change | None:
        """An AI's answer to its turn; None when that turn has passed, so that a late answer changes nothing."""

        def move(game: Game) -> Change | None:
            if game.turn != turn or seat not in game.ai_actors():
                return None
            return played(replace(game, degraded=game.degraded or degraded), seat, text)

        return self._raced(game_id, move)[1]

    def dry_run(self, game_id: str, turn: int, text: str, seat: int | None, player: str) -> Game:
        """The game, unchanged, if the move could be played now; the same refusal as `play` otherwise."""
        game = self.load(game_id)
        refuse_hidden(game, player)
        number = acting_seat(game, player, seat)
        self._refuse_unstarted(game)
        if turn != game.turn or number not in game.actors:
            raise self._late(game, turn, number)
        checked_move(game, number, text)
        return game

    def resign(self, game_id: str, seat: int | None, asked: Asked, answer: Answer) -> Change | str:
        """The player gives up a seat: with two seats the other wins; with more, an AI plays on for it."""

        def give_up(game: Game) -> Change:
            refuse_hidden(game, asked.player)
            self._refuse_unstarted(game)
            mine = game.seats_of(asked.player)
            if not mine:
                raise problems.Forbidden("no_seat")
            number = seat if seat is not None else mine[0] if len(mine) == 1 else None
            if number is None:
                raise problems.Invalid("who_resigns", pointer="/seat")
            if number not in mine:
                raise problems.Forbidden("seat", {"seat": number})
            if game.status == FINISHED:
                raise problems.GameOver("over")
            return resigned(game, number)

        return self.change(game_id, give_up, asked, answer)

    def vacate(self, game_id: str, seat: int) -> bool:
        """Gives up a seat for whoever will not come back to it; False where the game is over or the seat was given up."""

        def give_up(game: Game) -> Change | None:
            return None if game.status == FINISHED or game.seats[seat].resigned else resigned(game, seat)

        return self._raced(game_id, give_up)[1] is not None

    def moderate(self, game_id: str, make: Callable[[Game], Change | None]) -> Game:
        """The game after a change that the operator makes; None for one that makes no difference."""
        return self._raced(game_id, make)[0]

    def _raced(self, game_id: str, make: Callable[[Game], Change | None]) -> tuple[Game, Change | None]:
        """The game and the change that was stored, made again from what it is after each lost race; None where none is wanted."""
        for _ in range(RACES):
            game = self.load(game_id)
            change = make(game)
            if change is None:
                return game, None
            if stored := self.commit(game, change):
                return stored.game, stored
        raise too_fast()

    def abort(self, game_id: str, asked: Asked, answer: Answer) -> Change | str:
        """The game is over without a result: by who sits there before a second seat has moved, by its creator before it has started."""

        def break_off(game: Game) -> Change:
            refuse_hidden(game, asked.player)
            if game.status == FINISHED:
                raise problems.GameOver("over")
            if game.status == OPEN and game.creator != asked.player:
                raise problems.Forbidden("cancel")
            seat = 0 if game.status == OPEN else seat_of(game, asked.player, None)
            if game.contest:
                raise problems.NotOffered("played_out")
            moved = {entry["seat"] for entry in self.store.entries(game_id) if entry["seat"] is not None} if game.entries else set()
            if len(moved) > 1:
                raise problems.TooLate("moved")
            return aborted(game, seat)

        return self.change(game_id, break_off, asked, answer)

    def decline(self, game_id: str, asked: Asked, answer: Answer) -> Change | str:
        """The seats kept for the player are open to whoever comes."""

        def stay_away(game: Game) -> Change:
            refuse_hidden(game, asked.player)
            if all(seat.reserved_for != asked.player for seat in game.seats):
                raise problems.Forbidden("not_kept")
            seats = tuple(Seat("open") if seat.reserved_for == asked.player else seat for seat in game.seats)
            return Change(replace(game, seats=seats, revision=game.revision + 1, updated_at=clock.stamp()), [])

        return self.change(game_id, stay_away, asked, answer)

    def change(self, game_id: str, make: Callable[[Game], Change | None], asked: Asked, answer: Answer) -> Change | str:
        for _ in range(RACES):
            game, kept = self.store.load_unanswered(game_id, asked.player, asked.key) if asked.key else (self.store.load(game_id), None)
            if game is None:
                raise problems.NotFound("game", {"game": game_id})
            if kept is not None:
                return answer_again(kept, asked)
            refuse_frozen(game, asked.player)
            try:
                change = make(game)
            except GameError as error:
                raise problems.of_game_error(error) from error
            if change is None:
                raise problems.NotYourTurn("turn")
            if change.game.revision == game.revision:
                return change
            if stored := self.commit(game, change, self._once(asked, answer, change)):
                return stored
        raise too_fast()

    def _once(self, asked: Asked, answer: Answer, change: Change) -> Once | None:
        """The answer to keep with the change, for a request with an Idempotency-Key; it has marks where the clocks are still to come."""
        if asked.key is None:
            return None
        game = change.game
        marked = replace(change, game=game.with_clocks(clocks.pending(len(game.seats)))) if game.time else change
        return Once(asked.player, asked.key, f"{asked.digest}\n{answer(marked)}")

    def commit(self, before: Game | None, change: Change, once: Once | None = None, *, lapsed: int | None = None) -> Change | None:
        """The change as stored; None when somebody was faster, or a deadline was over and had to be dealt with first."""
        lines = [orjson.dumps(entry).decode() for entry in change.entries]
        try:
            game = self.store.commits.commit(before, change.game, lines, once, lapsed=lapsed)
        except Lapsed:
            if not self.expire(change.game.id):
                raise problems.Unavailable("clock", headers={"Retry-After": "1"}) from None
            return None
        if game is None:
            return None
        metrics.count(before, game, change.entries)
        if game.ai_actors():
            self.wake(game)
        if game.status == FINISHED and (before is None or before.status != FINISHED):
            self._tell_end(game)
        return Change(game, change.entries)

    def _tell_end(self, game: Game) -> None:
        """Tells those who wait for a game's end; what goes wrong there is no fault of the move that ended it."""
        for tell in self.on_end:
            try:
                tell(game)
            except Exception:
                log.exception("the end of a game could not be told; it will be noticed", extra={"game": game.id})

    def _refuse_unstarted(self, game: Game) -> None:
        if game.status == OPEN:
            raise problems.GameNotStarted("seats")

    def _played_before(self, game: Game, turn: int, seat: int, text: str, seats: tuple[int, ...]) -> Change:
        """What the same move to the same turn did when one of the seats played it; a refusal when it was another move or none."""
        entries = [json.loads(line) for line in self.store.journal(game.id, -400)]
        mine = [entry for entry in entries if entry["turn"] == turn and entry["seat"] in seats]
        if mine and mine[-1]["move"] in (text, " ".join(text.split())):
            return Change(game, [entry for entry in entries if entry["revision"] == mine[-1]["revision"]])
        raise self._late(game, turn, seat)

    def _late(self, game: Game, turn: int, seat: int) -> problems.Problem:
        if game.status == FINISHED:
            return problems.GameOver("over")
        if game.frozen:
            return problems.GameFrozen("game", {"why": game.frozen})
        if game.paused:
            return problems.GamePaused("paused")
        if turn != game.turn:
            said = {"turn": turn, "pending": game.turn}
            return problems.StaleTurn("passed" if turn < game.turn else "coming", said, turn=game.turn)
        return problems.NotYourTurn("waiting", {"seat": seat, "seats": game.actors})


def answer_again(kept: str, asked: Asked) -> str:
    """The kept answer, if it was given to the same request."""
    digest, answer, *written = kept.split("\n")
    if digest != asked.digest:
        raise problems.KeyReused("request")
    return clocks.filled_in(answer, orjson.loads(written[0])) if written else answer
