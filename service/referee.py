"""The one place that changes a game: create, take a seat, play, resign. People and AIs come in by the same door.

Every change is loaded, checked, made and committed if nobody else was faster; a lost race loads again. A move is checked
against `turn`, the number of the decision it answers, so that a repeated or late request is recognised.
"""

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any

import orjson

from engine.chance import Fate
from engine.core import settle_options
from engine.errors import GameError
from engine.rulesets import ruleset
from service import clock, metrics, names, problems
from service.changes import Change, checked_move, played, resigned, started
from service.game import FINISHED, OPEN, Game, Seat
from service.seating import acting_seat, open_seat, refuse_hidden
from service.store import Once, Store

RACES = 50


@dataclass(frozen=True)
class Asked:
    """A request that changes a game: by whom, its Idempotency-Key if it has one, and a digest of what it says."""

    player: str
    key: str | None = None
    digest: str = ""


Answer = Callable[[Change], str]
"""Makes the answer that is kept for a request with an Idempotency-Key, before the change is stored."""


class Referee:
    """Makes changes to the games of a store, and wakes whoever owes a decision afterwards."""

    def __init__(self, store: Store, wake: Callable[[Game], None]) -> None:
        self.store = store
        self.wake = wake

    def load(self, game_id: str) -> Game:
        game = self.store.load(game_id)
        if game is None:
            raise problems.NotFound(f"There is no game {game_id!r}.")
        return game

    def create(
        self,
        name: str,
        options: Mapping[str, Any],
        seats: tuple[Seat, ...],
        visibility: str,
        asked: Asked,
        answer: "Answer",
        *,
        hints: bool = True,
    ) -> Change | str:
        """A new game, started at once when no seat is open; the same answer again for a repeated request with the same key."""
        rules = ruleset(name)
        try:
            settled = settle_options(rules, len(seats), options)
        except GameError as error:
            raise problems.of_game_error(error) from error
        fate = Fate.fresh()
        identity = names.derived_id("game", asked.player, asked.key) if asked.key else names.fresh_id()
        now = clock.stamp()
        game = Game(
            id=identity, ruleset=name, version=rules.version, options=settled, seats=seats, status=OPEN, revision=1, turn=0,
            actors=(), entries=0, notation=str(rules.start(len(seats), settled)), seed=fate.seed.hex(), commitment=fate.commitment,
            creator=asked.player, created_at=now, updated_at=now, visibility=visibility, hints=hints,
            join_code=names.fresh_id(6) if visibility != "listed" else None,
        )  # fmt: skip
        change = started(game) if all(seat.kind != "open" for seat in seats) else Change(game, [])
        once = Once(asked.player, asked.key, f"{asked.digest}\n{answer(change)}") if asked.key else None
        if self._commit(None, change, once):
            return change
        again = self.created_before(asked)
        if again is None:
            raise problems.KeyReused("That Idempotency-Key created a game more than a day ago.")
        return again

    def created_before(self, asked: Asked) -> str | None:
        """The answer to a request that created a game already."""
        identity = names.derived_id("game", asked.player, asked.key) if asked.key else ""
        kept = self.store.answer_once(identity, asked.player, asked.key) if asked.key else None
        return answer_again(kept, asked) if kept else None

    def sit(self, game_id: str, seat: int | None, name: str, code: str | None, asked: Asked, answer: Answer) -> Change | str:
        """The player takes an open seat; the game starts when it was the last one."""

        def take(game: Game) -> Change:
            number = open_seat(game, seat, code, asked.player)
            seats = tuple(Seat("player", name, asked.player) if n == number else old for n, old in enumerate(game.seats))
            taken = replace(game, seats=seats, revision=game.revision + 1, updated_at=clock.stamp())
            return started(taken) if all(place.kind != "open" for place in seats) else Change(taken, [])

        return self._change(game_id, take, asked, answer)

    def play(self, game_id: str, turn: int, text: str, seat: int | None, asked: Asked, answer: Answer) -> Change | str:
        """The move is played and chance settled; a repeated identical move gives what it gave the first time."""

        def move(game: Game) -> Change | None:
            refuse_hidden(game, asked.player)
            number = acting_seat(game, asked.player, seat)
            self._refuse_unstarted(game)
            if turn != game.turn or number not in game.actors:
                return self._played_before(game, turn, number, text, game.seats_of(asked.player) if seat is None else (number,))
            return played(game, number, text)

        known = None if asked.key else self.store.recall(game_id)
        tried = self._try(known, move) if known and known.turn == turn else None
        return tried or self._change(game_id, move, asked, answer)

    def _try(self, known: Game, make: Callable[[Game], Change | None]) -> Change | None:
        """The change, if it could be made to the game as it was known here; None when the game itself has to be looked at."""
        try:
            change = make(known)
        except (GameError, problems.Problem):
            return None
        return change if change and change.game.revision != known.revision and self._commit(known, change) else None

    def play_for_ai(self, game_id: str, turn: int, seat: int, text: str, *, degraded: bool = False) -> Change | None:
        """An AI's answer to its turn; None when that turn has passed, so that a late answer changes nothing."""

        def move(game: Game) -> Change | None:
            if game.turn != turn or seat not in game.ai_actors():
                return None
            return played(replace(game, degraded=game.degraded or degraded), seat, text)

        for _ in range(RACES):
            game = self.load(game_id)
            change = move(game)
            if change is None or self._commit(game, change):
                return change
        raise problems.Unavailable("The game is changing too fast.", headers={"Retry-After": "1"})

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
            number = seat if seat is not None else mine[0] if len(mine) == 1 else None
            if number is None and mine:
                raise problems.Invalid("Say which of your seats resigns.", pointer="/seat")
            if number is None or number not in mine:
                raise problems.Forbidden(f"Seat {number} is not yours." if mine else "You hold no seat in this game.")
            if game.status == FINISHED:
                raise problems.GameOver("The game is over.")
            return resigned(game, number)

        return self._change(game_id, give_up, asked, answer)

    def _change(self, game_id: str, make: Callable[[Game], Change | None], asked: Asked, answer: Answer) -> Change | str:
        for _ in range(RACES):
            game, kept = self.store.load_unanswered(game_id, asked.player, asked.key) if asked.key else (self.store.load(game_id), None)
            if game is None:
                raise problems.NotFound(f"There is no game {game_id!r}.")
            if kept is not None:
                return answer_again(kept, asked)
            try:
                change = make(game)
            except GameError as error:
                raise problems.of_game_error(error) from error
            if change is None:
                raise problems.NotYourTurn("It is not your turn.")
            if change.game.revision == game.revision:
                return change
            once = Once(asked.player, asked.key, f"{asked.digest}\n{answer(change)}") if asked.key else None
            if self._commit(game, change, once):
                return change
        raise problems.Unavailable("The game is changing too fast.", headers={"Retry-After": "1"})

    def _commit(self, before: Game | None, change: Change, once: Once | None = None) -> bool:
        lines = [orjson.dumps(entry).decode() for entry in change.entries]
        if not self.store.commit(before, change.game, lines, once):
            return False
        metrics.count(before, change.game, change.entries)
        if change.game.ai_actors():
            self.wake(change.game)
        return True

    def _refuse_unstarted(self, game: Game) -> None:
        if game.status == OPEN:
            raise problems.GameNotStarted("The game starts when every seat is taken.")

    def _played_before(self, game: Game, turn: int, seat: int, text: str, seats: tuple[int, ...]) -> Change:
        """What the same move to the same turn did when one of the seats played it; a refusal when it was another move or none."""
        entries = [json.loads(line) for line in self.store.journal(game.id, -400)]
        mine = [entry for entry in entries if entry["turn"] == turn and entry["seat"] in seats]
        if mine and mine[-1]["move"] in (text, " ".join(text.split())):
            return Change(game, [entry for entry in entries if entry["revision"] == mine[-1]["revision"]])
        raise self._late(game, turn, seat)

    def _late(self, game: Game, turn: int, seat: int) -> problems.Problem:
        if game.status == FINISHED:
            return problems.GameOver("The game is over.")
        if turn != game.turn:
            word = "has passed" if turn < game.turn else "has not come"
            return problems.StaleTurn(f"Turn {turn} {word}; turn {game.turn} is pending.", turn=game.turn)
        return problems.NotYourTurn(f"Seat {seat} owes no decision now; waiting for seat {', '.join(map(str, game.actors))}.")


def answer_again(kept: str, asked: Asked) -> str:
    """The kept answer, if it was given to the same request."""
    digest, _, answer = kept.partition("\n")
    if digest != asked.digest:
        raise problems.KeyReused("That Idempotency-Key was used for another request.")
    return answer
