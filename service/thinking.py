"""AI turns: queue a job for every decision an AI owes, and see to it that the decision is made whatever dies.

A decision has a lease, written with the change that made it pending. When the lease lapses, the next poll of the game or the
next sweep of a worker queues the decision again; after two failed tries a quick built-in opponent plays at once, and
the game says `degraded`.
"""

import logging
import random
import time
from collections.abc import Sequence
from dataclasses import replace
from math import ceil
from typing import Any

from redis.exceptions import RedisError

from engine.ai.levels import LEVELS, opponent
from engine.ai.opponent import Budget
from service import advice, ailog, look, metrics, queueing, remote, workers
from service.advice import Analysis, Hint
from service.connections import Client
from service.game import Game
from service.referee import Referee
from service.store import Store

log = logging.getLogger("intramuros.thinking")

TRIES = 2
ANALYSIS_PATIENCE = 60.0
FALLBACK_SECONDS = 0.05
"""How long the fallback thinks: it may be called for many games at once."""


class Thinking:
    """Wakes AI seats and repairs what was lost."""

    def __init__(self, store: Store, queue_client: Client, most_waiting: int) -> None:
        self.store = store
        self.queue_client = queue_client
        self.most_waiting = most_waiting

    def wake(self, game: Game, tries: int = 1) -> None:
        """Queues a job for each AI that owes a decision; a queue that cannot be reached is made up for when the lease lapses."""
        for seat in game.ai_actors():
            try:
                self._ask(game, seat, game.seats[seat].ai or "random", tries, later=not waited_for(game))
            except RedisError:
                log.warning("the queue cannot be reached; the lease will bring the turn back", extra={"game": game.id})

    def _ask(self, game: Game, seat: int, ai: str, tries: int, *, later: bool) -> None:
        """Offers the decision to hosts far away where only they play the AI, else queues a job for it."""
        alive = workers.alive(self.store.client) if ai not in LEVELS else []
        if workers.playing(alive, "remote", game.ruleset, ai) and not workers.playing(alive, "worker", game.ruleset, ai):
            remote.offer(self.store.client, ai, game, seat, later=later)
            return
        name, job = queueing.queue_name(game.ruleset, ai, later=later), job_id(game, seat, tries)
        queueing.enqueue(self.queue_client, name, "service.jobs.think", (game.id, game.turn, seat), job, ceil(self.store.lease))

    def _is_queued(self, game: Game, tries: int) -> bool:
        """Whether nothing was lost: what was asked of the AIs in a try still waits, for somebody who is there to take it."""
        try:
            alive = workers.alive(self.store.client)
            return all(self._is_waiting(game, seat, tries, alive) for seat in game.ai_actors())
        except RedisError:
            return False

    def _is_waiting(self, game: Game, seat: int, tries: int, alive: list[dict[str, Any]]) -> bool:
        ai = game.seats[seat].ai or "random"
        name = queueing.queue_name(game.ruleset, ai, later=not waited_for(game))
        if any(name in workers.queues(one) for one in alive):
            return queueing.is_waiting(self.queue_client, name, job_id(game, seat, tries))
        return workers.playing(alive, "remote", game.ruleset, ai) and remote.is_offered(self.store.client, ai, game, seat)

    def repair(self, game_id: str, revision: int) -> None:
        """Has a lapsed decision made: by another job, or after two failed tries by the fallback."""
        tries, given_up = self.store.claim(game_id, revision, time.time())
        if not tries:
            return
        game = self.store.load(game_id)
        if game is None or game.revision != revision:
            return
        if self._is_queued(game, tries - 1):
            self.store.forgive(game_id)
            return
        log.warning("an AI turn lapsed", extra={"game": game_id, "turn": game.turn, "try": tries})
        if not given_up:
            self._note_silence(game)
        metrics.LAPSES.labels("again" if tries <= TRIES else "fallback").inc()
        if tries <= TRIES:
            self.wake(game, tries)
        else:
            self.fall_back(game, "easy" if tries == TRIES + 1 else "random")

    def _note_silence(self, game: Game) -> None:
        """Writes down for the owners of the game's AIs that no answer came."""
        for seat in game.ai_actors():
            why = "No answer came before the lease lapsed: the host was lost, or thought for too long."
            ailog.note(self.store.client, game.seats[seat].ai or "random", "lapsed", why, turn=game.turn, seat=seat)

    def fall_back(self, game: Game, level: str) -> None:
        """Plays for the AI seats at once."""
        for seat in game.ai_actors():
            view, moves = look.ai_view(game, seat), look.legal_moves(game, seat)
            move = opponent(game.ruleset, level).choose(view, moves, Budget(seconds=FALLBACK_SECONDS, seed=random.getrandbits(32)))
            Referee(self.store, self.wake).play_for_ai(game.id, game.turn, seat, str(move), degraded=True)

    def hint(self, game: Game, seat: int) -> Hint:
        """The hint for the decision that the seat owes; asked for now, unless it was before and may still come."""
        known = advice.load_hint(self.store.client, game.id, game.turn, seat)
        name, now = queueing.queue_name(game.ruleset, "hard"), time.time()
        if known and (known.status != "pending" or now < known.until):
            return known
        if known and queueing.is_waiting(self.queue_client, name, hint_id(game, seat, known)):
            return known
        asked = Hint(game.turn, seat, until=now + self.store.lease)
        advice.save_hint(self.store.client, game.id, asked)
        args, job = (game.id, game.turn, seat), hint_id(game, seat, asked)
        queueing.enqueue(self.queue_client, name, "service.jobs.hint", args, job, ceil(self.store.lease))
        return asked

    def analyse(self, game: Game, so_far: Analysis) -> Analysis:
        """Has the analysis written from where it is."""
        going_on = replace(so_far, until=time.time() + ANALYSIS_PATIENCE)
        advice.save_analysis(self.store.client, game.id, going_on)
        job = f"analyse-{game.id}-{so_far.done}-{int(going_on.until)}"
        queueing.enqueue(self.queue_client, queueing.ANALYSIS, "service.jobs.analyse", (game.id, so_far.done), job, timeout=60)
        return going_on

    def is_full(self, ruleset: str, ais: set[str]) -> bool:
        """Whether more turns wait for one of these AIs than the operator allows before new games are refused."""
        return any(self.waiting([ruleset], ai) >= self.most_waiting for ai in ais)

    def waiting(self, rulesets: Sequence[str], ai: str) -> int:
        """How many turns wait for an AI: in its queues for these rulesets, and for its hosts far away."""
        queued = sum(queueing.length(self.queue_client, ruleset, ai) for ruleset in rulesets)
        return queued + (0 if ai in LEVELS else remote.offers(self.store.client, ai))

    def sweep(self) -> int:
        """Repairs the games whose lease has lapsed, and forgets those that have moved on; the number looked at."""
        now = time.time()
        lapsed = self.store.lapsed(now, count=100)
        for game_id in lapsed:
            glance = self.store.glance(game_id)
            if glance is None or glance.due is None:
                self.store.rest(game_id, seen=now)
            elif glance.due <= now:
                self.repair(game_id, glance.revision)
            else:
                self.store.think_until(game_id, glance.due)
        return len(lapsed)


def waited_for(game: Game) -> bool:
    """Whether a person waits for the game's AIs."""
    return any(seat.kind == "player" and not seat.resigned for seat in game.seats)


def job_id(game: Game, seat: int, tries: int) -> str:
    """The name of the job for a seat's pending decision, a new one for each try."""
    return f"think-{game.id}-{game.turn}-{seat}" + (f"-{tries}" if tries > 1 else "")


def hint_id(game: Game, seat: int, hint: Hint) -> str:
    """The name of the job for a hint, a new one for each try."""
    return f"hint-{game.id}-{game.turn}-{seat}-{int(hint.until * 1000)}"
