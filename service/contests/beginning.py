"""How a contest begins: when its time has come, with which field, and what becomes of one that cannot begin or that nobody cares for."""

from dataclasses import replace

from service import clock, problems
from service.contests import field_rules, schedule
from service.contests.arranging import smaller
from service.contests.contest import CANCELLED, Contest, Entrant
from service.contests.entering import is_forgotten, refuse_size

DAY = 24 * 3600
HOUSE = "house"


def is_due(contest: Contest) -> bool:
    """Whether a tournament begins by itself now: its time has come, or enough have entered."""
    enough = 0 < contest.start_count <= len(contest.active())
    return enough or (contest.start != "manual" and clock.seconds(contest.start) <= clock.seconds(clock.stamp()))


def begun(contest: Contest, *, strict: bool = False) -> Contest:
    """The contest as it begins; one whose field is too small or too large at its time is cancelled, and says so."""
    house = Entrant(HOUSE, "The house", ai="medium", house=True)
    try:
        begins = schedule.begun(contest, smaller=smaller(contest), strict=strict, house=house)
        refuse_size(begins)
    except (field_rules.Unfit, problems.Invalid) as unfit:
        if strict:
            raise
        return replace(contest, status=CANCELLED, why=f"It could not begin. {unfit}")
    return begins


def dropped(contest: Contest, keep_open: int) -> Contest:
    """The contest, cancelled if nobody has cared for it for so many seconds; so nobody's contests stand in its way for ever."""
    if not is_forgotten(contest, clock.seconds(clock.stamp()), keep_open):
        return contest
    days = keep_open // DAY
    return replace(contest, status=CANCELLED, why=f"It had not begun, and for {days} days nobody had entered.")
