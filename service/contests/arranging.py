"""How a contest and the games of it see each other: who sits where in a game, what a game's end means for the contest."""

from dataclasses import replace

from engine.rulesets import ruleset
from service.contests import field_rules
from service.contests.contest import SERIES, Contest, Entrant, Facts, Result, Spec, load, load_result
from service.game import Game, Seat
from service.json_object import Json
from service.store.contests import Stored
from service.time_control import TimeControl

STAND_IN = "medium"


def read(stored: Stored) -> tuple[Contest, Facts]:
    """The contest and its facts as they were stored."""
    results = {game: load_result(fact) for game, fact in stored.games.items() if fact}
    running = frozenset(game for game, fact in stored.games.items() if not fact)
    return replace(load(stored.text), revision=stored.revision), Facts(results, running)


def seat_of(entrant: Entrant) -> Seat:
    """The seat of an entrant, or of the AI that plays for one who has left."""
    if entrant.left:
        return Seat("ai", f"{STAND_IN} for {entrant.name}", ai=STAND_IN, resigned=True)
    return Seat("ai", entrant.name, ai=entrant.ai) if entrant.ai else Seat("player", entrant.name, entrant.player)


def game_wanted(contest: Contest, spec: Spec) -> Json:
    """What the referee needs to know to arrange a game of a contest."""
    place = {"kind": kind_of(contest), "id": contest.id, "round": spec.round, "pair": spec.pair, "leg": spec.leg, "points": contest.points}
    seats = tuple(seat_of(contest.entrant(one)) for one in spec.entrants)
    may_rate = len({seat.player or seat.ai for seat in seats}) == len(seats) and not any(seat.resigned for seat in seats)
    return {
        "identity": spec.game_id(contest.id),
        "name": contest.ruleset,
        "options": contest.options,
        "seats": seats,
        "visibility": contest.visibility,
        "creator": contest.organiser,
        "hints": contest.hints,
        "contest": place,
        "origin": contest.origin,
        "rated": contest.rated and may_rate,
        "time": TimeControl(**contest.clock) if contest.clock and any(seat.player for seat in seats) else None,
    }


def kind_of(contest: Contest) -> str:
    return "series" if contest.format == SERIES else "tournament"


def result_of(game: Game, entrants: tuple[str, ...]) -> Result:
    """How a game ended that is over; it was played out if the position itself has an outcome."""
    assert game.outcome is not None
    quitters = tuple(number for number, seat in enumerate(game.seats) if seat.resigned)
    played_out = game.is_played_out
    late = tuple(number for number, seat in enumerate(game.seats) if seat.late)
    return Result(entrants, game.outcome.scores, game.outcome.winners, quitters, played_out, late)


def no_shows(contest: Contest, facts: Facts) -> list[str]:
    """Those who have lost so many games on time that they are not waited for any more."""
    late = [result.entrants[seat] for result in facts.results.values() for seat in result.late]
    if not contest.no_shows or contest.format == SERIES:
        return []
    return [one.id for one in contest.active() if late.count(one.id) >= contest.no_shows]


def replace_left(contest: Contest, entrants: list[str], why: str) -> Contest:
    for one in entrants:
        contest = contest.with_left(one, why)
    return contest


def possible_seats(name: str, options: Json) -> list[int]:
    """The numbers of seats that a ruleset can be played with, with these options."""
    rules = ruleset(name)
    known = {option.name: option for option in rules.options}
    return [seats for seats in rules.seats if all(known[one].accepts(value, seats) for one, value in options.items() if one in known)]


def smaller(contest: Contest) -> bool:
    return field_rules.smaller_tables(contest.seats, possible_seats(contest.ruleset, contest.options))
