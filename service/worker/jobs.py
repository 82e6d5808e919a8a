"""Jobs: what workers run. Each is text: which game, which turn, which seat; the worker adds the parts it is made of."""

import logging
import time
import traceback

from rq.timeouts import JobTimeoutException

from engine.ai.levels import patience
from engine.ai.opponent import Budget
from service.ai import advice, draws, failures, installed
from service.ai.advice import Hint
from service.game import Game
from service.games import clocks, visibility
from service.games.offers import pending_draw
from service.parts import Parts
from service.webhooks.deliveries import NO_ROOM

log = logging.getLogger("intramuros.jobs")


class Nonsense(ValueError):
    """An AI chose something that is no legal move."""


def think(here: Parts, game_id: str, turn: int, seat: int) -> None:
    """Makes the decision that an AI seat owes; nothing when that turn has passed.

    An AI that fails, for whatever reason, gives its lease back at once, so that the turn is not held up.
    """
    game = here.store.load(game_id)
    if game is None or not game.has_its_box or game.turn != turn or seat not in game.ai_actors():
        if game is not None:
            here.thinking.taken(game, turn, seat)
        log.info("a turn had passed, or its board was changed, before its job", extra={"game": game_id, "turn": turn, "seat": seat})
        return
    here.store.leases.hold(game)
    name = game.seats[seat].ai or "random"
    started = time.perf_counter()
    try:
        try:
            move = decide(game, seat, name, clocks.thinking_budget(game, seat, patience(name) * here.settings.ai_seconds))
        finally:
            here.thinking.taken(game, turn, seat)
        here.referee.play_for_ai(game_id, turn, seat, move)
    except Exception as error:
        what = {JobTimeoutException: "overtime", Nonsense: "nonsense"}.get(type(error), "crash")
        failures.note(here.store_client, name, what, traceback.format_exc(), game=game_id, turn=turn, seat=seat)
        here.store.leases.release(game_id, game.revision)
        log.warning("an AI failed: %s", what, extra={"game": game_id, "turn": turn, "seat": seat, "ai": name})
        return
    took = round(time.perf_counter() - started, 3)
    log.info("an AI has moved", extra={"game": game_id, "turn": turn, "seat": seat, "ai": name, "seconds": took})


def decide(game: Game, seat: int, name: str, budget: Budget) -> str:
    """The move that the AI of a seat chooses from its view, as text."""
    moves = visibility.legal_moves(game, seat)
    chosen = str(installed.player_of(game.ruleset, name).choose(visibility.ai_view(game, seat), moves, budget))
    if chosen not in {str(move) for move in moves}:
        raise Nonsense(f"{chosen[:200]!r} is not one of the {len(moves)} legal moves.")
    return chosen


def hint(here: Parts, game_id: str, turn: int, seat: int) -> None:
    """Writes the hint that a seat asked for; nothing when that turn has passed. Whatever comes of it, it is thought about no longer."""
    game = here.store.load(game_id)
    if game is None:
        return
    try:
        if game.turn == turn and seat in game.actors:
            moves = advice.hint_moves(game, seat, here.settings.ai_seconds, count=5)
            advice.save_hint(here.store_client, game_id, Hint(turn, seat, "done", moves))
    finally:
        here.quotas.give_back("hints", str(game.seats[seat].player), f"{game_id}-{turn}-{seat}")


def draw(here: Parts, game_id: str, turn: int, seat: int, player: str = "") -> None:
    """Says what an AI seat thinks of the draw that a player offered; nothing when the turn has passed, or the offer is gone."""
    try:
        game = here.store.load(game_id)
        if game is not None and game.turn == turn and pending_draw(game, seat):
            here.offers.reply_of_ai(game_id, turn, seat, accepts=draws.is_level(game, seat, here.settings.ai_seconds))
    finally:
        here.thinking.draw_answered(game_id, turn, player)


def analyse(here: Parts, game_id: str, done: int) -> None:
    """Writes some more of a finished game's analysis, and queues the rest of it."""
    game, so_far = here.store.load(game_id), advice.load_analysis(here.store_client, game_id)
    if game is None or so_far is None or so_far.done != done or so_far.status == "done":
        return
    goes_on = False
    try:
        further = advice.annotated(game, here.entries(game_id), so_far, seconds=min(0.3, here.settings.ai_seconds))
        advice.save_analysis(here.store_client, game_id, further)
        goes_on = further.status != "done"
        if goes_on:
            here.thinking.analyse(game, further)
    finally:
        if not goes_on:
            here.quotas.give_back("analyses", so_far.by, game_id)


def advance(here: Parts, contest: str) -> None:
    """Goes on with a contest: draws its next round, creates its games."""
    here.contests.advance(contest, fully=True)


def deliver(here: Parts, text: str) -> None:
    """Tries to deliver a notice to a webhook, beside the AI turns, so that a slow receiver delays no game.

    When too many are on their way already it comes back in a moment. One receiver, one player and one address never have more than a
    few of the messengers (see `service/webhooks/receivers.py`).
    """
    if here.settings.worker_kind == "fork":
        carry(here, text)
    elif not here.messengers.send(lambda: carry(here, text)):
        here.deliveries.put_off(text, NO_ROOM)


def carry(here: Parts, text: str) -> None:
    try:
        here.deliveries.attempt(text)
    except Exception:
        log.exception("a notice could not be handled; its lease will bring it back")
