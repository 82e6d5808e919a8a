"""What happens next in a contest: which games have to be there, when a round is to be drawn, and when it is over.

All of it is worked out from the contest and the facts of its games, so whoever notices that a game has ended can go on, and two who notice
at once come to the same.
"""

from collections.abc import Iterator
from dataclasses import replace

from service.contests import field_rules
from service.contests.contest import (
    CANCELLED,
    FINISHED,
    ROUND_ROBIN,
    RUNNING,
    SERIES,
    SWISS,
    TABLES,
    Contest,
    Entrant,
    Facts,
    Pairing,
    Results,
    Spec,
)
from service.contests.rounds import round_robin
from service.contests.standings import standings

LEGS = 2
"""The games of a meeting with two seats: one from either side."""
AIS_AT_ONCE = 8
"""How many games of AIs alone a contest has running, so that its turns are not in the way of everybody's."""
MOST_LEGS = 100
"""How many games a series has at most, however often it is level."""
NEEDS_SEARCH = (SWISS, TABLES)
"""The formats whose rounds a worker draws."""


def begun(contest: Contest, *, smaller: bool = False, strict: bool = True, house: Entrant | None = None) -> Contest:
    """The contest with its format settled and running; raises Unfit. A round robin and a series are drawn at once."""
    way = field_rules.settled(contest, smaller, strict=strict)
    entrants = contest.entrants + ((house,) if way.odd == "house_ai" and house else ())
    settled = replace(contest, status=RUNNING, entrants=entrants, opponents=way.opponents, rounds=way.rounds, odd=way.odd or contest.odd)
    if contest.format == SERIES:
        return replace(settled, drawn=((Pairing(in_seats(contest), contest.games),),))
    if contest.format == ROUND_ROBIN:
        return replace(settled, drawn=round_robin(settled, way))
    return settled


def in_seats(contest: Contest) -> tuple[str, ...]:
    """The entrants of a series as they sit in its first game: those with a seat of their own there, the others where one is open."""
    others = [one.id for one in contest.entrants if one.id not in contest.invited]
    return tuple(one or others.pop(0) for one in contest.invited) if contest.invited else tuple(others)


def is_waiting(contest: Contest, facts: Facts) -> bool:
    """Whether something comes next that nobody has done yet."""
    if contest.status != RUNNING:
        return False
    return bool(next_games(contest, facts)) or is_over(contest, facts) or wants_round(contest, facts)


def open_games(contest: Contest, results: Results) -> Iterator[Spec]:
    """The next game of every meeting that has one, round by round; or all that it still has, where they run at once."""
    for number, pairings in enumerate(contest.drawn, start=1):
        for place, pairing in enumerate(pairings, start=1):
            for leg in range(1, legs_due(contest, pairing, results) + 1):
                if contest.game_id(number, place, leg) not in results:
                    yield Spec(number, place, leg, pairing.seated(leg))
                    if not contest.at_once:
                        break


def running_games(contest: Contest, facts: Facts) -> list[Spec]:
    """The games that exist and are not over."""
    return [spec for spec in open_games(contest, facts.results) if spec.game_id(contest.id) in facts.running]


def next_games(contest: Contest, facts: Facts) -> list[Spec]:
    """The games that should exist and do not: one meeting at a time for everybody, the earliest round first, none that is called off."""
    if contest.status != RUNNING:
        return []
    left = contest.left()
    busy = {one: spec.meeting for spec in running_games(contest, facts) for one in spec.entrants if one not in left}
    found = []
    for spec in open_games(contest, facts.results):
        elsewhere = any(busy.get(one, spec.meeting) != spec.meeting for one in spec.entrants)
        if spec.game_id(contest.id) in facts.running or is_called_off(contest, spec) or elsewhere:
            continue
        found.append(spec)
        busy |= {one: spec.meeting for one in spec.entrants if one not in left}
    return few_of_ais(contest, facts, found)


def few_of_ais(contest: Contest, facts: Facts, wanted: list[Spec]) -> list[Spec]:
    """Those of the games wanted that may begin: all that a person plays in, and of AIs alone as many as make few with those that run."""
    ais = {one.id for one in contest.entrants if one.ai or one.left}
    alone = [spec for spec in wanted if ais.issuperset(spec.entrants)]
    if not alone:
        return wanted
    room = AIS_AT_ONCE - sum(ais.issuperset(spec.entrants) for spec in running_games(contest, facts))
    later = set(alone[max(room, 0) :])
    return [spec for spec in wanted if spec not in later]


def called_off(contest: Contest, facts: Facts) -> list[Spec]:
    """The games that are not played any more, as far as is known: somebody may have created one before that."""
    unplayed = [spec for spec in open_games(contest, facts.results) if spec.game_id(contest.id) not in facts.running]
    return [spec for spec in unplayed if is_called_off(contest, spec)]


def is_called_off(contest: Contest, spec: Spec) -> bool:
    """Whether a game is not played any more because of somebody who has left; at larger tables an AI plays for it."""
    gone = contest.left() & set(spec.entrants)
    return bool(gone) and (len(spec.entrants) == LEGS or len(gone) == len(spec.entrants))


def to_resign(contest: Contest, facts: Facts) -> list[tuple[Spec, str]]:
    """The games that are running, with those at their tables who have left and must give them up."""
    left = contest.left()
    return [(spec, one) for spec in running_games(contest, facts) for one in spec.entrants if one in left]


def legs_due(contest: Contest, pairing: Pairing, results: Results) -> int:
    """How many games a meeting has: as many as planned, or in a series that plays on one from every seat more while it is level."""
    if contest.format != SERIES or contest.tie != "play_on":
        return pairing.legs
    played = next((leg for leg in range(MOST_LEGS) if contest.game_id(1, 1, leg + 1) not in results), MOST_LEGS)
    legs = pairing.legs
    while legs < played:
        legs += len(pairing.entrants)
    return min(legs + (len(pairing.entrants) if played == legs and is_level(contest, results) else 0), MOST_LEGS)


def is_level(contest: Contest, results: Results) -> bool:
    """Whether the first place is shared."""
    table = standings(contest, results)
    return len(table) > 1 and (table[1].per_game, table[1].forfeits) == (table[0].per_game, table[0].forfeits)


def is_resolved(contest: Contest, facts: Facts) -> bool:
    """Whether nothing of what was drawn is still to be played."""
    return not running_games(contest, facts) and all(is_called_off(contest, spec) for spec in open_games(contest, facts.results))


def is_over(contest: Contest, facts: Facts) -> bool:
    """Whether the contest has come to its end: everything is played, or nobody is left to play against."""
    if contest.status != RUNNING or not is_resolved(contest, facts):
        return False
    few = len(contest.active()) < min(2, len(contest.entrants))
    return few or len(contest.drawn) >= planned_rounds(contest)


def planned_rounds(contest: Contest) -> int:
    return contest.rounds if contest.format in NEEDS_SEARCH else len(contest.drawn)


def ended(contest: Contest, facts: Facts) -> Contest:
    """The contest at its end; one of which no game was played is cancelled."""
    if facts.results:
        return replace(contest, status=FINISHED)
    return replace(contest, status=CANCELLED, why="Everybody has left before a game was over.")


def wants_round(contest: Contest, facts: Facts) -> bool:
    """Whether the next round has to be drawn."""
    return contest.status == RUNNING and contest.format in NEEDS_SEARCH and is_resolved(contest, facts) and not is_over(contest, facts)
