"""A contest played without any server: the schedule asks for games, and each ends as the caller says."""

import random
from collections.abc import Callable, Sequence
from typing import Any

from service.contests.contest import REGISTERING, ROUND_ROBIN, Contest, Entrant, Facts, Result, Spec
from service.contests.rounds import drawn
from service.contests.schedule import begun, ended, is_over, next_games, wants_round

Play = Callable[[Spec], Result]


def contest(count: int, **more: Any) -> Contest:
    """A contest that registers so many AIs."""
    made: dict[str, Any] = {
        "id": "cup", "ruleset": "cathedral", "options": {}, "seats": 2, "format": ROUND_ROBIN, "points": "score", "organiser": "ada",
        "status": REGISTERING, "revision": 1, "created_at": "", "updated_at": "", "opponents": 0,
    } | more  # fmt: skip
    return Contest(entrants=tuple(entrant(number) for number in range(count)), **made)


def entrant(number: int) -> Entrant:
    return Entrant(f"e{number:03}", f"Easy {number}", ai="easy")


def by_strength(rng: random.Random) -> Play:
    """Cathedral as it is between people: a lower number plays better, by some luck."""

    def play(spec: Spec) -> Result:
        scores = tuple(min(46, max(0, int(one[1:]) + rng.randint(0, 15))) for one in spec.entrants)
        return result(spec.entrants, scores)

    return play


def result(entrants: Sequence[str], scores: tuple[int, ...], **more: Any) -> Result:
    """A game in which the lowest score wins."""
    return Result(tuple(entrants), scores, tuple(seat for seat, score in enumerate(scores) if score == min(scores)), **more)


def played(running: Contest, play: Play, *, rounds: int | None = None, results: dict[str, Result] | None = None) -> tuple[Contest, Facts]:
    """The contest with everything played that it asks for, or only its first rounds."""
    found = dict(results or {})
    while not is_over(running, Facts(found)):
        if wants_round(running, Facts(found)):
            if rounds is not None and len(running.drawn) >= rounds:
                return running, Facts(found)
            running = drawn(running, Facts(found), smaller=True)
        for spec in next_games(running, Facts(found)):
            found[spec.game_id(running.id)] = play(spec)
    return ended(running, Facts(found)), Facts(found)


def meetings(done: Contest) -> list[frozenset[str]]:
    """Everybody who met, table by table."""
    return [frozenset(pairing.entrants) for pairings in done.drawn for pairing in pairings if not pairing.is_bye]


def run(count: int, seed: int = 0, **more: Any) -> tuple[Contest, Facts]:
    """A whole contest of so many AIs."""
    return played(begun(contest(count, **more), smaller=True), by_strength(random.Random(seed)))
