"""The standings of a tournament worked out a second time, from nothing but the exported records, by a program that shares no code."""

from collections import Counter, defaultdict
from fractions import Fraction
from itertools import groupby
from typing import Any

from engine.record import read
from engine.replaying import replay
from tests.service.client import Client

Json = dict[str, Any]


def records(client: Client, tournament: Json) -> list[Json]:
    """Every record that the tournament exports."""
    found: list[Json] = []
    cursor = ""
    while True:
        page = client.get(f"{tournament['links']['export']}?limit=50{cursor}").json()
        found += page["items"]
        if page["next"] is None:
            return found
        cursor = f"&cursor={page['next']}"


def recomputed(client: Client, tournament: Json) -> list[Json]:
    """The lines of the standings as they should be told."""
    exported = records(client, tournament)
    games = [(item["players"], *played(item["record"])) for item in exported]
    low = tournament["ruleset"] == "cathedral"
    given = [(players, counted(tournament, players, outcome, quit_, out, games, low)) for players, outcome, quit_, out in games]
    points: dict[str, list[Fraction]] = defaultdict(list)
    against: dict[tuple[str, str], list[Fraction]] = defaultdict(list)
    shares: dict[str, list[Fraction]] = defaultdict(list)
    for (players, each), (_, outcome, gone, _) in zip(given, games, strict=True):
        rest = [(score if low else -score, seat) for seat, score in enumerate(outcome.scores) if seat not in gone]
        stayed = [seat for seat in outcome.winners if seat not in gone]
        won = stayed or [seat for score, seat in rest if outcome.winners and score == min(rest)[0]]
        for seat, one in enumerate(players):
            points[one].append(each[seat])
            shares[one].append(Fraction(int(seat in won), len(won) or 1))
            for other in players:
                if other != one:
                    against[one, other].append(each[seat])
    forfeits = Counter(players[seat] for players, _, gone, _ in games for seat in set(gone))
    return lines(tournament, points, against, shares, forfeits, sign=1 if low or tournament["points"] == "rank" else -1)


def played(text: str) -> tuple[Any, tuple[int, ...], bool]:
    """How a record ends: its outcome, who resigned, and whether it was played out."""
    record = read(text)
    *_, (position, _) = replay(record)
    gone = tuple(line.actor for line in record.lines if line.move in ("resign", "timeout"))
    return record.outcome, gone, position.outcome is not None


def value(tournament: Json, outcome: Any, quitters: tuple[int, ...], low: bool) -> list[Fraction]:
    """What a game that was played out counts."""
    if tournament["points"] == "score":
        return [Fraction((47 if low else 0) if seat in quitters else score) for seat, score in enumerate(outcome.scores)]
    rank = [(seat in quitters, 0 if seat in quitters else (score if low else -score)) for seat, score in enumerate(outcome.scores)]
    order = sorted(rank)
    return [Fraction(2 * order.index(one) + order.count(one) + 1, 2) for one in rank]


def counted(
    tournament: Json, players: list[str], outcome: Any, quitters: tuple[int, ...], out: bool, games: list[Any], low: bool
) -> list[Fraction]:
    if out:
        return value(tournament, outcome, quitters, low)
    own: dict[str, list[Fraction]] = defaultdict(list)
    won: list[Fraction] = []
    for others, ended, gone, whole in games:
        if whole:
            each = value(tournament, ended, gone, low)
            for seat, one in enumerate(others):
                if seat not in gone:
                    own[one].append(each[seat])
            won += [each[seat] for seat in ended.winners if seat not in gone]
    lost = [seat for seat in range(len(players)) if seat in quitters or seat not in outcome.winners]
    last = Fraction(len(players) + (len(players) - len(lost) + 1), 2)
    worst = last if tournament["points"] == "rank" else Fraction(47 if low else 0)
    average = sum(won, Fraction(0)) / len(won) if won else None
    had = [Fraction(score if tournament["points"] == "score" and not low else 0) for score in outcome.scores]
    otherwise = [score if average is None else average for score in had]
    return [
        worst if seat in lost else sum(own[one], Fraction(0)) / len(own[one]) if own[one] else otherwise[seat]
        for seat, one in enumerate(players)
    ]


def lines(tournament: Json, points: Any, against: Any, shares: Any, forfeits: Counter[str], sign: int) -> list[Json]:
    entrants = {one["id"]: one for one in tournament["entrants"]}
    mean = {one: sum(found, Fraction(0)) / len(found) for one, found in points.items() if found}
    rough = {
        one: (entrants[one]["house"], one not in mean, entrants[one]["left"] is not None, sign * mean.get(one, Fraction(0)))
        for one in entrants
    }
    found: list[Json] = []
    for _, group in groupby(sorted(entrants, key=lambda one: rough[one]), key=lambda one: rough[one]):
        tied = list(group)
        met = len(tied) > 1 and all((one, other) in against for one in tied for other in tied if one != other)
        direct, opponents = {}, {}
        for one in tied:
            between = [each for other in tied if other != one for each in against[one, other]] if met else []
            direct[one] = sum(between, Fraction(0)) / len(between) if between else None
            others = [mean[other] for (me, other), each in against.items() if me == one and each]
            opponents[one] = sum(others, Fraction(0)) / len(others) if others else None
        fine = {one: (sign * (direct[one] or Fraction(0)), sign * (opponents[one] or Fraction(0)), forfeits[one]) for one in tied}
        before = len(found)
        for one in sorted(tied, key=lambda one: fine[one]):
            place = before + 1 + sum(fine[other] < fine[one] for other in tied)
            found.append(line(entrants[one], place, points[one], mean.get(one), direct[one], opponents[one], shares[one]))
            found[-1]["tie_breaks"]["forfeits"] = forfeits[one]
    return found


def line(entrant: Json, place: int, points: list[Fraction], mean: Any, direct: Any, opponents: Any, shares: list[Fraction]) -> Json:
    return {
        "place": place,
        "player": entrant,
        "points": told(sum(points, Fraction(0))),
        "games": len(points),
        "points_per_game": told(mean),
        "wins": shares.count(Fraction(1)),
        "draws": sum(0 < share < 1 for share in shares),
        "losses": shares.count(Fraction(0)),
        "tie_breaks": {"direct": told(direct), "opponents": told(opponents)},
        "withdrawn": entrant["left"] is not None,
    }


def told(number: Fraction | None) -> float | None:
    return None if number is None else round(float(number), 4)
