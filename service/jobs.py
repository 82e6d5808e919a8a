"""What workers run. Each job is text: which game, which turn, which seat."""

import logging
import threading
import time
from concurrent.futures import ThreadPoolExecutor

from engine.ai.levels import opponent
from engine.ai.opponent import Budget
from service import look
from service.config import Settings
from service.host import Host

log = logging.getLogger("intramuros.jobs")


MESSENGERS = 8

_process: list[Host] = []
_messengers = ThreadPoolExecutor(MESSENGERS, "messenger")
_free = threading.BoundedSemaphore(4 * MESSENGERS)


def use(settings: Settings) -> None:
    """Connects this process, before it takes its first job."""
    _process[:] = [Host(settings)]


def think(game_id: str, turn: int, seat: int) -> None:
    """Makes the decision that an AI seat owes; nothing when that turn has passed."""
    (here,) = _process
    game = here.store.load(game_id)
    if game is None or game.turn != turn or seat not in game.ai_actors():
        log.info("a turn had passed before its job", extra={"game": game_id, "turn": turn, "seat": seat})
        return
    level = game.seats[seat].ai or "random"
    started = time.perf_counter()
    moves = look.legal_moves(game, seat)
    budget = Budget(seconds=here.settings.ai_seconds)
    try:
        move = opponent(game.ruleset, level).choose(look.ai_view(game, seat), moves, budget)
        here.referee.play_for_ai(game_id, turn, seat, str(move))
    except Exception:
        here.store.release(game_id)
        raise
    log.info(
        "an AI has moved",
        extra={"game": game_id, "turn": turn, "seat": seat, "ai": level, "seconds": round(time.perf_counter() - started, 3)},
    )


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
        here.webhooks.attempt(text)
    except Exception:
        log.exception("a notice could not be handled; its lease will bring it back")
