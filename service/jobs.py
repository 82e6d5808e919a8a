"""What workers run. Each job is text: which game, which turn, which seat."""

import logging
import threading
import time
import traceback
from concurrent.futures import ThreadPoolExecutor

from rq.timeouts import JobTimeoutException

from engine.ai.opponent import Budget
from service import advice, ailog, ais, look
from service.advice import Hint
from service.config import Settings
from service.game import Game
from service.host import Host

log = logging.getLogger("intramuros.jobs")


MESSENGERS = 8


class Nonsense(ValueError):
    """An AI chose something that is no legal move."""


_process: list[Host] = []
_messengers = ThreadPoolExecutor(MESSENGERS, "messenger")
_free = threading.BoundedSemaphore(4 * MESSENGERS)


def use(settings: Settings) -> None:
    """Connects this process, before it takes its first job."""
    _process[:] = [Host(settings)]


def think(game_id: str, turn: int, seat: int) -> None:
    """Makes the decision that an AI seat owes; nothing when that turn has passed.

    An AI that fails, for whatever reason, gives its lease back at once, so that the turn is not held up.
    """
    (here,) = _process
    game = here.store.load(game_id)
    if game is None or game.turn != turn or seat not in game.ai_actors():
        log.info("a turn had passed before its job", extra={"game": game_id, "turn": turn, "seat": seat})
        return
    here.store.hold(game_id, game.revision)
    name = game.seats[seat].ai or "random"
    started = time.perf_counter()
    try:
        move = decide(game, seat, name, here.settings.ai_seconds)
        here.referee.play_for_ai(game_id, turn, seat, move)
    except Exception as error:
        what = {JobTimeoutException: "overtime", Nonsense: "nonsense"}.get(type(error), "crash")
        ailog.note(here.store_client, name, what, traceback.format_exc(), game=game_id, turn=turn, seat=seat)
        here.store.release(game_id, game.revision)
        log.warning("an AI failed: %s", what, extra={"game": game_id, "turn": turn, "seat": seat, "ai": name})
        return
    took = round(time.perf_counter() - started, 3)
    log.info("an AI has moved", extra={"game": game_id, "turn": turn, "seat": seat, "ai": name, "seconds": took})


def decide(game: Game, seat: int, name: str, seconds: float) -> str:
    """The move that the AI of a seat chooses from its view, as text."""
    moves = look.legal_moves(game, seat)
    chosen = str(ais.player_of(game.ruleset, name).choose(look.ai_view(game, seat), moves, Budget(seconds=seconds)))
    if chosen not in {str(move) for move in moves}:
        raise Nonsense(f"{chosen[:200]!r} is not one of the {len(moves)} legal moves.")
    return chosen


def hint(game_id: str, turn: int, seat: int) -> None:
    """Writes the hint that a seat asked for; nothing when that turn has passed."""
    (here,) = _process
    game = here.store.load(game_id)
    if game is None or game.turn != turn or seat not in game.actors:
        return
    moves = advice.hint_moves(game, seat, here.settings.ai_seconds, count=5)
    advice.save_hint(here.store_client, game_id, Hint(turn, seat, "done", moves))


def analyse(game_id: str, done: int) -> None:
    """Writes some more of a finished game's analysis, and queues the rest of it."""
    (here,) = _process
    game, so_far = here.store.load(game_id), advice.load_analysis(here.store_client, game_id)
    if game is None or so_far is None or so_far.done != done or so_far.status == "done":
        return
    further = advice.annotated(game, here.entries(game_id), so_far, seconds=min(0.3, here.settings.ai_seconds))
    advice.save_analysis(here.store_client, game_id, further)
    if further.status != "done":
        here.thinking.analyse(game, further)


def deliver(text: str) -> None:
    """Tries to deliver a notice to a webhook, beside the AI turns, so that a slow receiver delays no game.

    When too many are on their way already it does nothing: the delivery's lease brings it back.
    """
    (here,) = _process
    if here.settings.worker_kind == "fork":
        carry(here, text)
    elif _free.acquire(blocking=False):
        _messengers.submit(carry, here, text).add_done_callback(lambda _: _free.release())


def carry(here: Host, text: str) -> None:
    try:
        here.deliveries.attempt(text)
    except Exception:
        log.exception("a notice could not be handled; its lease will bring it back")
