"""How the rounds of a tournament are drawn: of a round robin all at once, of a Swiss and of tables one after the other."""

import random
from collections import Counter
from dataclasses import replace
from fractions import Fraction

from service.contests import field_rules, tables
from service.contests.contest import SWISS, Contest, Facts, Pairing, Results
from service.contests.round_robin import circle, ring, sitting_out
from service.contests.standings import standings, tallies
from service.contests.swiss import Candidate, pair


def lots(contest: Contest) -> list[str]:
    """Those who still play in an order that nobody has chosen, always the same."""
    entrants = sorted(one.id for one in contest.active())
    random.Random(contest.id).shuffle(entrants)
    return entrants


def round_robin(contest: Contest, way: field_rules.Way) -> tuple[tuple[Pairing, ...], ...]:
    """All meetings of a round robin, in an order of entrants that nobody has chosen."""
    entrants = lots(contest)
    if way.odd == "partial":
        return (tuple(Pairing(meeting, contest.games) for meeting in ring(entrants, way.opponents)),)
    rounds = circle(entrants, way.rounds)
    byes = [sitting_out(entrants, meetings) for meetings in rounds]
    return tuple(
        (*(Pairing(meeting, contest.games) for meeting in meetings), *(Pairing((one,), 0) for one in out))
        for meetings, out in zip(rounds, byes, strict=True)
    )


def drawn(contest: Contest, facts: Facts, *, smaller: bool = False) -> Contest:
    """The contest with its next round."""
    pairings = swiss_round(contest, facts.results) if contest.format == SWISS else table_round(contest, facts.results, smaller=smaller)
    return replace(contest, drawn=(*contest.drawn, pairings))


def in_order(contest: Contest, results: Results) -> list[str]:
    """Those who still play, the best first: by match points, then by the standings."""
    done = tallies(contest, results)
    return sorted(standing_order(contest, results), key=lambda one: -paired_on(contest, done[one].match, one))


def paired_on(contest: Contest, match: Fraction, entrant: str) -> Fraction:
    """The match points that an entrant is paired on: a bye counts as one game won of two."""
    return match + byes_of(contest, entrant)


def byes_of(contest: Contest, entrant: str) -> int:
    return sum(pairing.entrants == (entrant,) for pairings in contest.drawn for pairing in pairings)


def met_in(contest: Contest, entrant: str) -> dict[str, int]:
    """Whom an entrant has been drawn against, with the last round in which it was."""
    found: dict[str, int] = {}
    for number, pairings in enumerate(contest.drawn, start=1):
        for pairing in pairings:
            if entrant in pairing.entrants:
                found |= dict.fromkeys((other for other in pairing.entrants if other != entrant), number)
    return found


def swiss_round(contest: Contest, results: Results) -> tuple[Pairing, ...]:
    """Whoever stands alike meets; the one who has begun more rarely sits first in the first game."""
    done = tallies(contest, results)
    field = [
        Candidate(one, paired_on(contest, done[one].match, one), byes_of(contest, one), met_in(contest, one))
        for one in in_order(contest, results)
    ]
    meetings, bye = pair(field)
    first = Counter(pairing.entrants[0] for pairings in contest.drawn for pairing in pairings if not pairing.is_bye)
    sides = [(other, one) if first[one] > first[other] else (one, other) for one, other in meetings]
    return (*(Pairing(meeting, contest.games) for meeting in sides), *([Pairing((bye,), 0)] if bye else []))


def table_round(contest: Contest, results: Results, *, smaller: bool) -> tuple[Pairing, ...]:
    """Tables by swap search; where the field does not fill them, those with the fewest byes sit out, the last in the standings first."""
    order = standing_order(contest, results)
    sizes = field_rules.table_sizes(len(order), contest.seats, smaller=smaller)
    spare = len(order) - sum(sizes)
    out = sorted(order, key=lambda one: (byes_of(contest, one), -order.index(one)))[:spare]
    guests = [guest(contest, one) for one in order if one not in out]
    seating = tables.seated(guests, sizes, repeats=contest.repeats, seed=f"{contest.id} {len(contest.drawn)}") if sizes else []
    return (*(Pairing(table, contest.games) for table in seating), *(Pairing((one,), 0) for one in out))


def standing_order(contest: Contest, results: Results) -> list[str]:
    """Those who still play in the order of the standings; before the first game in an order that nobody has chosen."""
    place = {line.entrant: line.place for line in standings(contest, results)}
    return sorted(lots(contest), key=place.__getitem__)


def guest(contest: Contest, entrant: str) -> tables.Guest:
    """What the earlier rounds say of an entrant who is to be seated."""
    sat = [pairing.entrants for pairings in contest.drawn for pairing in pairings if entrant in pairing.entrants and not pairing.is_bye]
    met = Counter(other for table in sat for other in table if other != entrant)
    return tables.Guest(entrant, met, sum(len(table) < contest.seats for table in sat), Counter(table.index(entrant) for table in sat))
