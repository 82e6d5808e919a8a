"""Contests as JSON: the same for everybody, and nothing in it that a running game keeps secret."""

from fractions import Fraction
from typing import NamedTuple

from service.contests.arranging import kind_of, smaller
from service.contests.contest import REGISTERING, SERIES, Contest, Entrant, Facts, Pairing
from service.contests.field_rules import ways
from service.contests.points import Points, all_points, scoring
from service.contests.schedule import legs_due, planned_rounds
from service.contests.standings import Standing, standings
from service.games.clocks import control_json
from service.json_object import Json
from service.time_control import TimeControl


class Told(NamedTuple):
    """What is told of a contest, with the revision that it is told of."""

    revision: int
    body: bytes


def number(value: Fraction | None) -> int | float | None:
    """A number as JSON has it: whole where it is, else with four decimals."""
    if value is None:
        return None
    return int(value) if value.denominator == 1 else round(float(value), 4)


def entrant_json(one: Entrant) -> Json:
    return {"id": one.id, "name": one.name, "player": one.player, "ai": one.ai, "house": one.house, "left": one.left}


def standing_json(contest: Contest, line: Standing) -> Json:
    return {
        "place": line.place,
        "player": entrant_json(contest.entrant(line.entrant)),
        "points": number(line.points),
        "games": line.games,
        "points_per_game": number(line.per_game),
        "wins": line.wins,
        "draws": line.draws,
        "losses": line.losses,
        "tie_breaks": {"direct": number(line.direct), "opponents": number(line.opponents), "forfeits": line.forfeits},
        "withdrawn": line.left is not None,
    }


def standings_json(contest: Contest, facts: Facts) -> list[Json]:
    return [standing_json(contest, line) for line in standings(contest, facts.results)]


def game_json(contest: Contest, facts: Facts, given: dict[str, Points], place: tuple[int, int, int]) -> Json:
    """One game of a meeting: who sits where, how far it is, and what it counts."""
    spec, game = contest.spec(*place), contest.game_id(*place)
    status = "finished" if game in facts.results else "running" if game in facts.running else "planned"
    return {
        "number": spec.leg,
        "game": None if status == "planned" else game,
        "seats": list(spec.entrants),
        "status": status,
        "points": [number(each) for each in given[game]] if game in given else None,
    }


def contest_json(contest: Contest) -> Json:
    """What a series and a tournament have in common."""
    address = {"series": "/v1/series", "tournament": "/v1/tournaments"}[kind_of(contest)]
    link = f"{address}/{contest.id}"
    more = {"standings", "crosstable", "export", "events"} if contest.format != SERIES else {"events"}
    return {
        "id": contest.id,
        "ruleset": contest.ruleset,
        "options": contest.options,
        "status": contest.status,
        "why": contest.why or None,
        "revision": contest.revision,
        "points": contest.points,
        "fewest_win": scoring(contest).fewest,
        "clock": control_json(TimeControl(**contest.clock)) if contest.clock else None,
        "rated": contest.rated,
        "hints": contest.hints,
        "visibility": contest.visibility,
        "organiser": contest.organiser,
        "seats": contest.seats,
        "invited": list(contest.awaited()),
        "created_at": contest.created_at,
        "updated_at": contest.updated_at,
        "links": {"self": link} | {name: f"{link}/{name}" for name in sorted(more)},
    }


def series_json(contest: Contest, facts: Facts) -> Json:
    given = all_points(contest, facts.results)
    legs = legs_due(contest, contest.drawn[0][0], facts.results) if contest.drawn else contest.games
    return contest_json(contest) | {
        "players": [entrant_json(one) for one in contest.entrants],
        "tie": contest.tie,
        "games": [game_json(contest, facts, given, (1, 1, leg)) for leg in range(1, legs + 1)] if contest.drawn else [],
        "standings": standings_json(contest, facts),
    }


def tournament_json(contest: Contest, facts: Facts) -> Json:
    table = standings(contest, facts.results)
    first = [line for line in table if line.place <= 3 and line.games and not contest.entrant(line.entrant).house]
    podium = [standing_json(contest, line) for line in first] if contest.status == "finished" else []
    link = f"/v1/tournaments/{contest.id}"
    described = contest_json(contest)
    rounds = {"rounds": [f"{link}/rounds/{number}" for number in range(1, len(contest.drawn) + 1)]}
    return described | {
        "name": contest.name,
        "format": contest.format,
        "games_per_meeting": contest.games,
        "games_run": "at_once" if contest.at_once else "in_turn",
        "opponents": contest.opponents or None,
        "planned_rounds": planned_rounds(contest) or None,
        "odd": contest.odd,
        "repeats": contest.repeats,
        "entry": contest.entry,
        "bots": contest.bots,
        "capacity": contest.capacity or None,
        "start": contest.start,
        "start_count": contest.start_count or None,
        "entries_from": contest.entries_from or None,
        "entries_until": contest.entries_until or None,
        "late_until": contest.late_until,
        "no_shows": contest.no_shows,
        "round": len(contest.drawn),
        "games": {"finished": len(facts.results), "running": len(facts.running), "planned": planned_games(contest)},
        "entrants": [entrant_json(one) for one in contest.entrants],
        "standings": [standing_json(contest, line) for line in table],
        "podium": podium,
        "ways": [vars(way) for way in ways(len(contest.active()), contest.seats, smaller(contest))]
        if contest.status == REGISTERING
        else [],
        **rounds,
    }


def planned_games(contest: Contest) -> int | None:
    """How many games there will be if nobody leaves; None before the beginning."""
    drawn = sum(pairing.legs for pairings in contest.drawn for pairing in pairings)
    left = max(planned_rounds(contest) - len(contest.drawn), 0)
    if contest.status == REGISTERING:
        return None
    return drawn + left * contest.games * (len(contest.active()) // contest.seats)


def round_json(contest: Contest, facts: Facts, number_of: int) -> Json:
    """One round: its meetings, their games, and who has a bye."""
    given = all_points(contest, facts.results)
    pairings = [pairing_json(contest, facts, given, (number_of, place)) for place in range(1, len(contest.drawn[number_of - 1]) + 1)]
    return {"tournament": contest.id, "round": number_of, "pairings": pairings}


def pairing_json(contest: Contest, facts: Facts, given: dict[str, Points], where: tuple[int, int]) -> Json:
    pairing: Pairing = contest.drawn[where[0] - 1][where[1] - 1]
    games = [game_json(contest, facts, given, (*where, leg)) for leg in range(1, pairing.legs + 1)]
    over = all(game["status"] == "finished" for game in games)
    gone = contest.left() & set(pairing.entrants)
    status = "bye" if pairing.is_bye else "finished" if over else "called_off" if gone and contest.seats == 2 else "running"
    return {
        "pair": where[1],
        "players": [] if pairing.is_bye else [entrant_json(contest.entrant(one)) for one in pairing.entrants],
        "bye": entrant_json(contest.entrant(pairing.entrants[0])) if pairing.is_bye else None,
        "games": games,
        "status": status,
        "points": totals(pairing, games),
    }


def totals(pairing: Pairing, games: list[Json]) -> list[int | float]:
    """What each of those who meet has from the games that are over."""
    found = dict.fromkeys(pairing.entrants, 0.0)
    for game in games:
        for one, points in zip(game["seats"], game["points"] or [], strict=False):
            found[one] += points
    return [] if pairing.is_bye else [int(total) if total == int(total) else round(total, 4) for total in found.values()]
