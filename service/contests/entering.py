"""Who may enter a contest, decline it, leave it, be put out of it, begin it or call it off, and how much of it there may be."""

from dataclasses import replace

from service import clock, problems
from service.contests.contest import CANCELLED, KICKED, REGISTERING, ROUND_ROBIN, RUNNING, SERIES, WITHDRAWN, Contest, Entrant

MOST_ENTRANTS = 256
MOST_GAMES = 4000
"""How many games a tournament may have in all."""
MOST_ORGANISED = 20
"""How many contests of one player may be going on."""


def enter(contest: Contest, entrant: Entrant, *, by_organiser: bool = False) -> Contest:
    """The contest with one more entrant, or with one who comes back; the same contest if it takes part already."""
    known = next((one for one in contest.entrants if one.id == entrant.id), None)
    if known and known.left is None:
        return contest
    if known and known.left != WITHDRAWN and not by_organiser:
        raise problems.Forbidden("put_out")
    refuse_closed(contest)
    if not by_organiser:
        refuse_outside_window(contest, clock.stamp())
    refuse_uninvited(contest, entrant, by_organiser=by_organiser)
    if len(contest.active()) >= (contest.capacity or MOST_ENTRANTS):
        raise problems.ContestFull("full")
    entered = with_entrant(contest, replace(known, left=None) if known else replace(entrant, since=len(contest.drawn) + 1))
    if contest.status == RUNNING and games_of(entered) > MOST_GAMES:
        raise problems.ContestFull("games", {"most": MOST_GAMES})
    return entered


def with_entrant(contest: Contest, entrant: Entrant) -> Contest:
    """The contest with an entrant, in the place of who it was before."""
    if any(one.id == entrant.id for one in contest.entrants):
        return replace(contest, entrants=tuple(entrant if one.id == entrant.id else one for one in contest.entrants))
    return replace(contest, entrants=(*contest.entrants, entrant))


def refuse_closed(contest: Contest) -> None:
    """Raises EntryClosed where nobody may enter any more."""
    if contest.status == REGISTERING:
        return
    if contest.status != RUNNING or contest.format == ROUND_ROBIN or len(contest.drawn) >= contest.late_until:
        if not contest.late_until:
            raise problems.EntryClosed("contest", {"status": contest.status})
        raise problems.EntryClosed("late", {"status": contest.status, "round": contest.late_until})


def refuse_outside_window(contest: Contest, now: str) -> None:
    """Raises EntryClosed before the entries of a contest that registers are open, and after they are."""
    if contest.status == REGISTERING and now < contest.entries_from:
        raise problems.EntryClosed("early", {"time": contest.entries_from})
    if contest.status == REGISTERING and contest.entries_until and now > contest.entries_until:
        raise problems.EntryClosed("over", {"time": contest.entries_until})


def refuse_uninvited(contest: Contest, entrant: Entrant, *, by_organiser: bool) -> None:
    """Raises Forbidden for an entrant of a kind that the tournament does not take."""
    if entrant.ai and contest.bots == "none":
        raise problems.Forbidden("no_ais")
    if entrant.player and contest.bots == "only":
        raise problems.Forbidden("ais_only")
    if contest.entry == "list" and entrant.player not in contest.invited and open_places(contest) < 1 and not by_organiser:
        raise problems.Forbidden("listed")


def leave(contest: Contest, identity: str, why: str = WITHDRAWN) -> Contest:
    """The contest without an entrant: as if it had never entered before the beginning, else without further games for it.

    Whoever is invited and has not entered declines.
    """
    known = next((one for one in contest.entrants if one.id == identity), None)
    if known is None and identity not in contest.invited:
        raise problems.NotFound("entrant", {"entrant": identity})
    refuse_over(contest)
    if known is None:
        return uninvited(contest, identity)
    if contest.status == REGISTERING and why != KICKED:
        return replace(contest, entrants=tuple(one for one in contest.entrants if one.id != identity))
    return contest if known.left else contest.with_left(identity, why)


def invite(contest: Contest, player: str) -> Contest:
    """The contest with one more player invited, or forgiven; the same contest if it is, or takes part already."""
    known = next((one for one in contest.entrants if one.id == player), None)
    if (known and known.left is None) or (known is None and player in contest.invited):
        return contest
    refuse_closed(contest)
    if contest.bots == "only":
        raise problems.Forbidden("ais_only")
    if known:
        contest = with_entrant(contest, replace(known, left=WITHDRAWN))
    return with_guest(contest, player) if player not in contest.invited else contest


def with_guest(contest: Contest, player: str) -> Contest:
    """The contest with a place kept for a player, of a series the last open one; raises ContestFull."""
    if contest.format != SERIES:
        if len(contest.invited) >= MOST_ENTRANTS:
            raise problems.ContestFull("invited")
        return replace(contest, invited=(*contest.invited, player))
    if open_places(contest) < 1:
        raise problems.ContestFull("series")
    last = len(contest.invited) - 1 - contest.invited[::-1].index("")
    return replace(contest, invited=(*contest.invited[:last], player, *contest.invited[last + 1 :]))


def open_places(contest: Contest) -> int:
    """The places of a series that are kept for nobody and that nobody has taken."""
    return contest.invited.count("") - sum(one.id not in contest.invited for one in contest.entrants)


def uninvited(contest: Contest, player: str) -> Contest:
    """The contest without an invitation; of a series the place is then open to whoever comes, like a declined seat of a game."""
    if contest.format == SERIES:
        return replace(contest, invited=tuple("" if one == player else one for one in contest.invited))
    return replace(contest, invited=tuple(one for one in contest.invited if one != player))


def refuse_stranger(contest: Contest, player: str) -> None:
    """Raises Forbidden for anybody but the organiser."""
    if contest.organiser != player:
        raise problems.Forbidden("organiser")


def call_off(contest: Contest, why: str) -> Contest:
    """The contest cancelled, with the reason for everybody to read.

    Ruling: who plays in a series of its own making withdraws once it has begun. So nobody calls off what it is losing.
    """
    refuse_over(contest)
    if contest.format == SERIES and contest.status == RUNNING and contest.of_player(contest.organiser):
        raise problems.EntryClosed("withdraw")
    return replace(contest, status=CANCELLED, why=why or "The organiser has called it off.")


def refuse_over(contest: Contest) -> None:
    """Raises EntryClosed for a contest that nobody can change any more."""
    if contest.status not in (REGISTERING, RUNNING):
        raise problems.EntryClosed("contest", {"status": contest.status})


def is_forgotten(contest: Contest, now: float, patience: float) -> bool:
    """Whether a contest that begins when somebody comes or says so could be entered for so many seconds without a change."""
    since = max(contest.updated_at, contest.entries_from, contest.entries_until)
    return contest.status == REGISTERING and contest.start == "manual" and clock.seconds(since) + patience <= now


def refuse_size(contest: Contest) -> None:
    """Raises Invalid for a tournament that has begun and would have more games than one may have."""
    if (games := games_of(contest)) > MOST_GAMES:
        raise problems.Invalid("games", {"games": games, "most": MOST_GAMES}, pointer="/opponents")


def games_of(contest: Contest) -> int:
    """How many games a contest that has begun has at most, with the rounds that are still to be drawn."""
    drawn = sum(not pairing.is_bye for pairings in contest.drawn for pairing in pairings)
    tables = -(-len(contest.active()) // contest.seats)
    return contest.games * (drawn + tables * max(contest.rounds - len(contest.drawn), 0))
