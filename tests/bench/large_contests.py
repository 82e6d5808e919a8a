"""Tournaments as large as there may be, put into a store as if they had been played, for `fairness.py`."""

from dataclasses import replace

from service import clock
from service.contests.contest import FINISHED, REGISTERING, ROUND_ROBIN, RUNNING, Contest, Entrant, Result, dump_result
from service.contests.schedule import begun
from service.parts import Parts
from service.store import identifiers, keys

PLACES = list[tuple[str, str]]
"""Games by their ids, each with its result as it is noted."""


def tournament(parts: Parts, field: int, opponents: int | None, *, share: float) -> tuple[str, PLACES]:
    """A stored tournament of so many players of which that share of the games is over; its id, and the games still to come.

    One that is played to its end is finished, so that no worker looks after it.
    """
    now, players = clock.stamp(), [f"player{number}" for number in range(field)]
    fresh = Contest(
        id=identifiers.fresh_id(), ruleset="cathedral", options={}, seats=2, format=ROUND_ROBIN, points="score", organiser="nobody",
        status=REGISTERING, revision=0, created_at=now, updated_at=now, name="Cup", opponents=opponents,
        entrants=tuple(Entrant(one, one.title(), player=one) for one in players),
    )  # fmt: skip
    cup = replace(begun(fresh), status=FINISHED if share == 1 else RUNNING)
    parts.contests.create(cup)
    games = results(cup)
    over = int(len(games) * share)
    for start in range(0, over, 500):
        parts.store_client.hset(keys.contest_games_key(cup.id), mapping=dict(games[start : min(start + 500, over)]))
    return cup.id, games[over:]


def results(cup: Contest) -> PLACES:
    """Every game of what was drawn, with a result; the one who sits first wins some of them."""
    places = [
        (cup.game_id(number, pair, leg), pairing.seated(leg))
        for number, pairings in enumerate(cup.drawn, start=1)
        for pair, pairing in enumerate(pairings, start=1)
        for leg in range(1, pairing.legs + 1)
    ]
    scores = [(12 + count % 7, 10 + count % 5) for count in range(len(places))]
    return [
        (game, dump_result(Result(entrants, score, (score.index(min(score)),))))
        for (game, entrants), score in zip(places, scores, strict=True)
    ]
