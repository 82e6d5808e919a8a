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

from redis.exceptions import RedisError

from engine.ai.levels import LEVELS, opponent, patience
from engine.ai.opponent import Budget
from service import metrics
from service.ai import advice, failures, remote_work
from service.ai.advice import Analysis, Hint
from service.game import Game
from service.games import visibility
from service.games.referee import Referee
from service.json_object import Json
from service.store import heartbeats, keys, queues
from service.store.client import Client
from service.store.games import Store
from service.store.quotas import Quotas

log = logging.getLogger("intramuros.thinking")

TRIES = 2
LONGEST_IN_LINE = 600.0
"""Seconds for which a turn counts as waiting, should nobody say that it was taken."""
ANALYSIS_PATIENCE = 60.0
STRANGE = 60.0
"""Seconds until a game is looked at again that was begun with another board than is loaded."""
DRAW_PATIENCE = 120.0
"""Seconds for which a draw counts as thought about, should nobody answer it."""
FALLBACK_SECONDS = 0.05
"""How long the fallback thinks: it may be called for many games at once."""


class Thinking:
    """Wakes AI seats and repairs what was lost."""

    def __init__(self, store: Store, referee: Referee, quotas: Quotas, queue_client: Client, most_waiting: int, most_draws: int) -> None:
        self.store = store
        self.quotas = quotas
        self.referee = referee
        self.queue_client = queue_client
        self.most_waiting = most_waiting
        self.most_draws = most_draws

    def wake(self, game: Game, tries: int = 1) -> None:
        """Queues a job for each AI that owes a decision; a queue that cannot be reached is made up for when the lease lapses."""
        for seat in game.ai_actors():
            try:
                self._ask(game, seat, game.seats[seat].ai or "random", tries)
            except RedisError:
                log.warning("the queue cannot be reached; the lease will bring the turn back", extra={"game": game.id})

    def _ask(self, game: Game, seat: int, ai: str, tries: int) -> None:
        """Offers the decision to hosts far away where only they play the AI, else queues a job for it."""
        alive = heartbeats.alive(self.store.client) if ai not in LEVELS else []
        if heartbeats.playing(alive, "remote", game.ruleset, ai) and not heartbeats.playing(alive, "worker", game.ruleset, ai):
            remote_work.offer(self.store.client, ai, game, seat, later=not waited_for(game))
            return
        job = job_id(game, seat, tries)
        place = queues.LAST if is_ladders(game) else queues.place_of(self._share(game, seat), waited_for=waited_for(game))
        name = queues.queue_name(game.ruleset, ai, place)
        queues.enqueue(self.queue_client, name, "think", (game.id, game.turn, seat), job, ceil(self.store.leases.of(game)))

    def _share(self, game: Game, seat: int) -> int:
        """How many turns the game's maker has waiting with this one, or its address for each of two; one that takes long counts as more."""
        what, weight = f"{game.id}-{game.turn}-{seat}", weight_of(game, seat)
        counts = [
            self.quotas.take(line_of(game), who, what, seconds=LONGEST_IN_LINE, weight=weight) / shares for who, shares in shared_by(game)
        ]
        return ceil(max(counts))

    def taken(self, game: Game, turn: int, seat: int) -> None:
        """Notes that nobody waits for a turn, or thinks about it, any longer."""
        for who, _ in shared_by(game):
            self.quotas.give_back(line_of(game), who, f"{game.id}-{turn}-{seat}", weight=weight_of(game, seat))

    def _is_queued(self, game: Game, tries: int) -> bool:
        """Whether nothing was lost: what was asked of the AIs in a try still waits, for somebody who is there to take it."""
        try:
            alive = heartbeats.alive(self.store.client)
            return all(self._is_waiting(game, seat, tries, alive) for seat in game.ai_actors())
        except RedisError:
            return False

    def _is_waiting(self, game: Game, seat: int, tries: int, alive: list[Json]) -> bool:
        ai = game.seats[seat].ai or "random"
        name = queues.queue_name(game.ruleset, ai)
        if any(name in heartbeats.queues_of(one) for one in alive):
            return queues.is_waiting(self.queue_client, name, job_id(game, seat, tries))
        return heartbeats.playing(alive, "remote", game.ruleset, ai) and remote_work.is_offered(self.store.client, ai, game, seat)

    def repair(self, game_id: str, revision: int) -> None:
        """Has a lapsed decision made: by another job, or after two failed tries by the fallback."""
        game = self.store.load(game_id)
        if game is None or game.revision != revision:
            return
        if not game.has_its_box:
            self.store.leases.think_until(game_id, time.time() + STRANGE)
            return
        tries, given_up = self.store.leases.claim(game, time.time())
        if not tries:
            return
        if self._is_queued(game, tries - 1):
            self.store.leases.forgive(game_id)
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
            failures.note(self.store.client, game.seats[seat].ai or "random", "lapsed", why, turn=game.turn, seat=seat)

    def fall_back(self, game: Game, level: str) -> None:
        """Plays for the AI seats at once."""
        for seat in game.ai_actors():
            view, moves = visibility.ai_view(game, seat), visibility.legal_moves(game, seat)
            move = opponent(game.ruleset, level).choose(view, moves, Budget(seconds=FALLBACK_SECONDS, seed=random.getrandbits(32)))
            self.taken(game, game.turn, seat)
            self.referee.play_for_ai(game.id, game.turn, seat, str(move), degraded=True)

    def admit_draw(self, game: Game, player: str) -> None:
        """Counts a draw that AIs are to think about; raises TooManyRequests for a player who has enough of them thought about."""
        if any(seat.kind == "ai" for seat in game.seats):
            self.quotas.admit("draws", player, f"{game.id}-{game.turn}", most=self.most_draws, seconds=DRAW_PATIENCE)

    def draw_answered(self, game_id: str, turn: int, player: str) -> None:
        """Notes that nobody thinks about a draw any longer."""
        self.quotas.give_back("draws", player, f"{game_id}-{turn}")

    def ask_about_draw(self, game: Game, player: str) -> None:
        """Has the AIs of a game think about the draw that a player offers; without an answer the offer lapses with their next move."""
        for seat in [n for n, place in enumerate(game.seats) if place.kind == "ai"]:
            job = f"draw-{game.id}-{game.revision}-{seat}"
            try:
                queues.enqueue(self.queue_client, queues.HINTS, "draw", (game.id, game.turn, seat, player), job, timeout=60)
            except RedisError:
                log.warning("the queue cannot be reached; the offer is not answered", extra={"game": game.id})

    def hint(self, game: Game, seat: int) -> Hint:
        """The hint for the decision that the seat owes; asked for now, unless it was before and may still come."""
        known = advice.load_hint(self.store.client, game.id, game.turn, seat)
        now = time.time()
        if known and (known.status != "pending" or now < known.until):
            return known
        if known and queues.is_waiting(self.queue_client, queues.HINTS, hint_id(game, seat, known)):
            return known
        asked = Hint(game.turn, seat, until=now + self.store.leases.seconds)
        advice.save_hint(self.store.client, game.id, asked)
        args, job = (game.id, game.turn, seat), hint_id(game, seat, asked)
        queues.enqueue(self.queue_client, queues.HINTS, "hint", args, job, ceil(self.store.leases.seconds))
        return asked

    def analyse(self, game: Game, so_far: Analysis) -> Analysis:
        """Has the analysis written from where it is."""
        going_on = replace(so_far, until=time.time() + ANALYSIS_PATIENCE)
        advice.save_analysis(self.store.client, game.id, going_on)
        job = f"analyse-{game.id}-{so_far.done}-{int(going_on.until)}"
        queues.enqueue(self.queue_client, queues.ANALYSIS, "analyse", (game.id, so_far.done), job, timeout=60)
        return going_on

    def is_full(self, ruleset: str, ais: set[str]) -> bool:
        """Whether more turns wait for one of these AIs than the operator allows before new games are refused: those in front, each waited
        for by a person who has few of them. What stands behind is in nobody's way.
        """
        return any(self._in_front(ruleset, ai) >= self.most_waiting for ai in ais)

    def _in_front(self, ruleset: str, ai: str) -> int:
        queued = queues.length(self.queue_client, ruleset, ai, places=("",))
        return queued + (0 if ai in LEVELS else remote_work.offers(self.store.client, ai, waited_for=True))

    def waiting(self, rulesets: Sequence[str], ai: str) -> int:
        """How many turns wait for an AI: in its queues for these rulesets, and for its hosts far away."""
        queued = sum(queues.length(self.queue_client, ruleset, ai) for ruleset in rulesets)
        return queued + (0 if ai in LEVELS else remote_work.offers(self.store.client, ai))

    def sweep(self) -> int:
        """Repairs the games whose lease has lapsed, and forgets those that have moved on; the number looked at."""
        now = time.time()
        lapsed = self.store.leases.lapsed(now, count=100)
        for game_id in lapsed:
            try:
                self.look_after(game_id, now)
            except RedisError:
                raise
            except Exception as error:
                self.store.quarantine.postpone(keys.THINKING, game_id, error)
        return len(lapsed)

    def look_after(self, game_id: str, now: float) -> None:
        """Repairs a game if its lease has lapsed, or forgets that one was pending."""
        summary = self.store.summary(game_id)
        if summary is None or summary.due is None:
            self.store.leases.rest(game_id, seen=now)
        elif summary.due <= now:
            self.repair(game_id, summary.revision)
        else:
            self.store.leases.think_until(game_id, summary.due)


def waited_for(game: Game) -> bool:
    """Whether a person waits for the game's AIs."""
    return any(seat.kind == "player" and not seat.resigned for seat in game.seats)


def shared_by(game: Game) -> list[tuple[str, int]]:
    """Whose share a turn of the game is of: its maker's, and that of its maker's address, which may be several people's."""
    return [(game.creator, 1), *([(f"address {game.origin}", 2)] if game.origin else [])]


def weight_of(game: Game, seat: int) -> int:
    """As how many turns one counts, by how long the AI may think."""
    return max(1, round(patience(game.seats[seat].ai)))


def is_ladders(game: Game) -> bool:
    """Whether nobody asked for the game but the ladder."""
    return not game.creator and game.rated


def line_of(game: Game) -> str:
    """What a turn of the game is counted as: those that a person waits for are never held up by the same player's others."""
    return "turns" if waited_for(game) else "turns of AIs alone"


def job_id(game: Game, seat: int, tries: int) -> str:
    """The name of the job for a seat's pending decision, a new one for each try."""
    return f"think-{game.id}-{game.turn}-{seat}" + (f"-{tries}" if tries > 1 else "")


def hint_id(game: Game, seat: int, hint: Hint) -> str:
    """The name of the job for a hint, a new one for each try."""
    return f"hint-{game.id}-{game.turn}-{seat}-{int(hint.until * 1000)}"
