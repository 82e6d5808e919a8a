"""The one place that changes a game: create, take a seat, play, resign. People and AIs come in by the same door.

Every change is loaded, checked, made and committed if nobody else was faster; a lost race loads again. A move is checked
against `turn`, the number of the decision it answers, so that a repeated or late request is recognised.
"""

import json
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

import orjson

from engine.chance import Fate
from engine.core import CHANCE, Outcome, Position, check, same_decision, settle, settle_options
from engine.errors import GameError
from engine.record import RESIGN, RESIGNED
from engine.rulesets import ruleset
from service import clock, look, metrics, names, problems
from service.game import FINISHED, OPEN, RUNNING, Game, Seat
from service.store import Once, Store

RACES = 50


@dataclass(frozen=True)
class Change:
    """A stored change: the game after it, and the journal entries it added."""

    game: Game
    entries: list[dict[str, Any]]


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
        kept = self.store.answer_once(identity, asked.player, asked.key or "")
        if kept is None:
            raise problems.KeyReused("That Idempotency-Key created a game more than a day ago.")
        return answer_again(kept, asked)

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
            if number is None or number not in mine:
                raise problems.Forbidden("Say which of your seats resigns." if mine else "You hold no seat in this game.")
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


def refuse_hidden(game: Game, player: str) -> None:
    """Raises NotFound for a game that does not exist for the player."""
    if not game.brief.may_look(player):
        raise problems.NotFound(f"There is no game {game.id!r}.")


def open_seat(game: Game, seat: int | None, code: str | None, player: str) -> int:
    """The seat that the player takes: the one asked for, else one kept for the player, else the first open one."""
    free = [n for n, place in enumerate(game.seats) if place.kind == "open" and place.reserved_for in (None, player)]
    mine = [n for n in free if game.seats[n].reserved_for == player]
    chosen = seat if seat is not None else next(iter(mine + free), None)
    if game.status != OPEN or chosen is None or chosen not in free:
        raise problems.SeatTaken("No seat is open to you." if seat is None else f"Seat {seat} is not open to you.")
    if game.join_code and chosen not in mine and game.creator != player and code != game.join_code:
        raise problems.Forbidden("This game needs its join code.")
    return chosen


def acting_seat(game: Game, player: str, seat: int | None) -> int:
    """The seat that a player acts for: the one named, or the only one it can mean."""
    mine = game.seats_of(player)
    if not mine:
        raise problems.Forbidden("You hold no seat in this game.")
    if seat is not None:
        if seat not in mine:
            raise problems.Forbidden(f"Seat {seat} is not yours.")
        return seat
    owing = [number for number in mine if number in game.actors]
    if len(owing) > 1:
        raise problems.Invalid("Several of your seats owe a decision: say which one moves.", pointer="/seat")
    return owing[0] if owing else mine[0]


def started(game: Game) -> Change:
    """The game with all seats taken: chance has done what comes first, and turn 1 is pending."""
    begun = replace(game, status=RUNNING, turn=1, turn_at=clock.stamp())
    return after_moves(begun, game.position, iter(()))


def checked_move(game: Game, seat: int, text: str) -> Any:
    """The move that the text means, if the seat may play it; raises a GameError otherwise."""
    move = game.rules.read_move(text, game.position, seat)
    check(game.position, seat, move)
    return move


def played(game: Game, seat: int, text: str) -> Change:
    """The game after a seat's move, read and checked, and what chance did after it."""
    move = checked_move(game, seat, text)
    return after_moves(replace(game, revision=game.revision + 1), game.position, iter([(seat, move)]))


def after_moves(game: Game, position: Position[Any], moves: Iterator[tuple[int, Any]]) -> Change:
    """The game after moves and after chance has settled, with the journal entries for both."""
    fate, now = Fate(bytes.fromhex(game.seed)), clock.stamp()
    before = position.actors
    entries: list[dict[str, Any]] = []

    def note(actor: int, move: Any, at: Position[Any]) -> None:
        stored = look.stored_entry(game.rules, at, actor, move, len(game.seats))
        entries.append({"number": game.entries + len(entries) + 1, "turn": game.turn, "revision": game.revision, **stored, "at": now})

    for actor, move in moves:
        note(actor, move, position)
        position = position.play(actor, move)
    for move, after in settle(position, lambda odds: fate.pick(game.entries + len(entries) + 1, odds)):
        note(CHANCE, move, position)
        position = after
    mine = [entry for entry in entries if entry["seat"] is not None]
    turn = game.turn if not mine or same_decision(before, position.actors) else game.turn + 1
    last = mine[-1] if mine else game.last
    changed = game.with_position(
        position, actors=position.actors, entries=game.entries + len(entries), turn=turn, last=last, updated_at=now,
        turn_at=game.turn_at if turn == game.turn else now,
        outcome=position.outcome, status=FINISHED if position.outcome else RUNNING,
    )  # fmt: skip
    return Change(changed, entries)


def resigned(game: Game, seat: int) -> Change:
    """The game after a seat gave up: over when one side or no person is left, else an AI sits down there."""
    now = clock.stamp()
    entry = {
        "number": game.entries + 1, "turn": game.turn, "revision": game.revision + 1, "seat": seat, "move": RESIGN,
        "object": {"kind": RESIGN}, "at": now,
    }  # fmt: skip
    quitter = game.seats[seat]
    people = [n for n, place in enumerate(game.seats) if place.kind == "player" and n != seat]
    common: dict[str, Any] = {"revision": game.revision + 1, "entries": game.entries + 1, "updated_at": now, "last": entry}
    if len(game.seats) > 2 and people:
        stand_in = Seat("ai", f"medium for {quitter.name}", ai="medium", resigned=True)
        seats = tuple(stand_in if n == seat else place for n, place in enumerate(game.seats))
        return Change(replace(game, seats=seats, **common), [entry])
    seats = tuple(replace(place, resigned=True) if n == seat else place for n, place in enumerate(game.seats))
    winners = tuple(n for n in range(len(seats)) if not seats[n].resigned)
    outcome = Outcome(tuple(int(n in winners) for n in range(len(seats))), winners, RESIGNED)
    over = replace(game, seats=seats, status=FINISHED, turn=game.turn + 1, actors=(), outcome=outcome, **common)
    return Change(over, [entry])
