"""The ladder's games: one at a time for each ruleset, and only while no turn waits for a worker, so that nobody waits for them."""

import random

from engine.ai.levels import LEVELS
from engine.rulesets import NAMES
from service import clock
from service.ai import catalogue
from service.contests.ladder import Climber, next_match
from service.contests.ratings import beginnings, standing
from service.game import FINISHED, Seat
from service.parts import Parts
from service.store import identifiers, keys, queues

EVERY = 5
"""Seconds between two looks, by whichever worker comes first."""


def sweep(parts: Parts) -> list[str]:
    """Begins a game for each ruleset whose ladder has nothing to do; their ids."""
    if not parts.store_client.set(keys.LADDER, "1", nx=True, ex=EVERY):
        return []
    known = [ai for ai in catalogue.catalogue(parts.store_client).values() if ai.ladder]
    if all(ai.kind == "built-in" for ai in known) or is_busy(parts):
        return []
    return [game for name in NAMES if (game := begin(parts, name, known))]


def is_busy(parts: Parts) -> bool:
    """Whether a turn waits for the workers that all share; those of the ladder itself, which come last, are not counted."""
    return any(queues.length(parts.queue_client, name, LEVELS[0], places=("", queues.LATER)) for name in NAMES)


def begin(parts: Parts, name: str, known: list[catalogue.AI]) -> str | None:
    """A new game on the ladder of a ruleset; None where one runs, its AIs are busy, or nobody may meet anybody."""
    here = [ai for ai in known if name in ai.rulesets and ai.workers]
    if is_running(parts, name) or any(parts.thinking.waiting([name], ai.name) for ai in here):
        return None
    pair = next_match([climber(parts, name, ai) for ai in here], random.SystemRandom())
    if pair is None:
        return None
    seats = tuple(Seat("ai", ai, ai=ai) for ai in random.sample(pair, 2))
    identity = identifiers.fresh_id()
    parts.store_client.set(keys.ladder_key(name), identity)
    parts.referee.arrange(identity, name, {}, seats, "listed", "", since=clock.stamp(), hints=False, rated=True)
    return identity


def is_running(parts: Parts, name: str) -> bool:
    """Whether the ladder's last game of a ruleset goes on."""
    last = parts.store_client.get(keys.ladder_key(name))
    summary = parts.store.summary(last) if last else None
    return summary is not None and summary.brief.status != FINISHED


def climber(parts: Parts, name: str, ai: catalogue.AI) -> Climber:
    subject = f"ai:{ai.name}"
    found = parts.ratings.of(name, subject)
    rating = found[0] if found else standing({}, subject, beginnings(name))
    return Climber(ai.name, None if ai.kind == "built-in" else ai.host, rating.value, rating.games)
