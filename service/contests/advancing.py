"""Contests go on by themselves: whoever notices that something has ended does what comes next, from what is stored.

Nothing is done only once: a game has the one id that its place in the contest gives it, a fact is noted if it was not known, a contest is
changed only if it is still the one that was read. So two processes may notice at once, and any may die between two steps; the next look
at the contest, by a reader or by the sweep of a worker, finds what is missing and does it.
"""

import logging
import threading
import time
from collections.abc import Callable, Collection, Sequence
from dataclasses import replace

from redis.exceptions import RedisError

from service import clock, problems
from service.contests import schedule
from service.contests.arranging import game_wanted, kind_of, no_shows, read, replace_left, result_of, smaller
from service.contests.beginning import begun, dropped, is_due
from service.contests.briefs import Brief, briefs, dump_brief, readable
from service.contests.contest import (
    CANCELLED,
    FINISHED,
    GONE,
    NO_SHOW,
    REGISTERING,
    RUNNING,
    Contest,
    Facts,
    Spec,
    dump,
    dump_result,
)
from service.contests.rounds import drawn
from service.game import FINISHED as GAME_OVER
from service.game import Game
from service.games.changes import aborted
from service.games.referee import Referee
from service.store.contests import ContestStore
from service.store.games import Store
from service.store.players import Players
from service.store.quarantine import BROKEN, LATER

log = logging.getLogger("intramuros.contests")

RACES = 50
AT_ONCE = 16
"""How many games a request creates; a worker creates the rest."""

Make = Callable[[Contest, Facts], Contest]


class GoingOn(threading.local):
    """The contests that a thread is advancing."""

    def __init__(self) -> None:
        self.here: set[str] = set()


class Contests:
    """The contests of a store: read, changed, and advanced."""

    def __init__(
        self,
        store: ContestStore,
        games: Store,
        referee: Referee,
        players: Players,
        ask: Callable[[str], None],
        *,
        keep_open: int,
        keep_over: int,
    ) -> None:
        self.store = store
        self.games = games
        self.referee = referee
        self.players = players
        self.ask = ask
        """Asks a worker to advance a contest; it may not come, and then a sweep does it."""
        self.keep_open = keep_open
        """Seconds for which a contest waits for somebody to come or to begin it."""
        self.keep_over = keep_over
        """Seconds for which one that is over is kept; 0 for ever."""
        self.going_on = GoingOn()
        referee.on_end.append(self.conclude)

    def find(self, contest: str) -> tuple[Contest, Facts] | None:
        """The contest and the facts of its games; None for an unknown one."""
        stored = self.store.load(contest)
        return read(stored) if stored else None

    def briefs(self, contests: Sequence[str]) -> list[Brief | None]:
        """What a list needs to know of several contests, in the given order."""
        return briefs(self.store, contests)

    def listed(self, contests: Sequence[str]) -> tuple[dict[str, Brief], list[str]]:
        """The same of those that can be read, by their ids, and the ids of those that are gone."""
        return readable(self.store, contests)

    def awaits(self, contest: str, guest: str) -> bool:
        """Whether a contest that is not over keeps a place for a guest who has not answered."""
        (brief,) = self.briefs([contest])
        return brief is not None and brief.awaits(guest)

    def load(self, contest: str) -> tuple[Contest, Facts]:
        found = self.find(contest)
        if found is None:
            raise problems.NotFound("contest", {"contest": contest})
        return found

    def create(self, contest: Contest) -> bool:
        """Stores a new contest; False when one with its id is there."""
        self.store.organise(contest.organiser, contest.id, over=False)
        self.store.watch(contest.id, 0)
        made = bool(self.store.change(contest.id, 0, dump(contest), brief=dump_brief(contest)))
        self.index(contest)
        return made

    def change(self, contest: str, make: Make) -> tuple[Contest, Facts]:
        """The contest after a change, made again if somebody else was faster; a change that makes no difference is not stored."""
        for _ in range(RACES):
            before, facts = self.load(contest)
            after = make(before, facts)
            if after == before:
                return before, facts
            if revision := self.save(before, after):
                return replace(after, revision=revision), facts
        raise problems.Unavailable("contest_busy", headers={"Retry-After": "1"})

    def save(self, before: Contest, after: Contest) -> int:
        """Stores the change of a contest and what follows from it for the lists; 0 when somebody else was faster."""
        after = replace(after, updated_at=clock.stamp())
        over = after.status in (FINISHED, CANCELLED)
        after = replace(after, origin="") if over else after
        revision = self.store.change(after.id, before.revision, dump(after), self.keep_over if over else 0, dump_brief(after))
        if revision and (after.concerned() != before.concerned() or after.status != before.status):
            self.index(after, before.concerned() - after.concerned())
        return revision

    def index(self, contest: Contest, gone: Collection[str] = ()) -> None:
        """Puts the contest into its lists but those of who is gone, and has it looked at as long as it is not over."""
        over = contest.status in (FINISHED, CANCELLED)
        when, people = clock.seconds(contest.created_at), sorted(contest.concerned())
        self.store.index(contest.id, kind_of(contest), when, people, gone, listed=contest.visibility == "listed")
        self.store.organise(contest.organiser, contest.id, over=over)
        if over:
            self.store.rest(contest.id)

    # Going on

    def conclude(self, game: Game) -> None:
        """Notes the result of a game that is over, and goes on with its contest."""
        if self.note(game) and game.contest and game.outcome:
            self.advance(game.contest["id"])

    def note(self, game: Game) -> bool:
        """Notes a game of a contest, with its result if it is over; False for one of no contest."""
        found = self.find(game.contest["id"]) if game.contest else None
        if found is None or game.contest is None:
            return False
        spec = found[0].spec(game.contest["round"], game.contest["pair"], game.contest["leg"])
        self.store.note(found[0].id, game.id, dump_result(result_of(game, spec.entrants)) if game.outcome else "")
        return True

    def advance(self, contest: str, *, fully: bool = False) -> None:
        """Does what comes next until nothing does; what takes long is left to a worker unless `fully`.

        A step may end games of the contest, and each tells so: then whoever takes the steps sees to what follows, once.
        """
        if contest in self.going_on.here:
            return
        self.going_on.here.add(contest)
        try:
            for _ in range(RACES):
                before, facts = self.load(contest)
                if not self.step(before, facts, fully=fully):
                    return
        finally:
            self.going_on.here.discard(contest)

    def step(self, contest: Contest, facts: Facts, *, fully: bool) -> bool:
        """Does one thing that comes next; whether there may be another."""
        if contest.status == REGISTERING:
            after = begun(contest) if is_due(contest) else dropped(contest, self.keep_open)
            return after != contest and bool(self.save(contest, after))
        if contest.status == CANCELLED:
            self.end_unwatched(facts)
        if contest.status != RUNNING:
            return False
        if late := no_shows(contest, facts):
            return self.retry(contest, replace_left(contest, late, NO_SHOW))
        if self.clear(contest, facts):
            return True
        if schedule.is_over(contest, facts):
            return self.retry(contest, schedule.ended(contest, facts))
        if schedule.wants_round(contest, facts):
            if not fully:
                self.ask(contest.id)
                return False
            return self.retry(contest, self.with_round(contest, facts))
        return self.create_games(contest, facts, fully=fully)

    def retry(self, before: Contest, after: Contest) -> bool:
        """Stores a change; there is always something to look at after it, whoever was faster."""
        self.save(before, after)
        return True

    def create_games(self, contest: Contest, facts: Facts, *, fully: bool) -> bool:
        """Creates the games that should be there; whether any was missing."""
        specs = schedule.next_games(contest, facts)
        for spec in specs if fully else specs[:AT_ONCE]:
            self.referee.arrange(**game_wanted(contest, spec), since=contest.created_at)
            self.store.note(contest.id, spec.game_id(contest.id), "")
        if len(specs) > AT_ONCE and not fully:
            self.ask(contest.id)
            return False
        return bool(specs)

    def clear(self, contest: Contest, facts: Facts) -> bool:
        """Gives up the games of those who have left, also one that was created in the moment in which they did; whether there was any."""
        created = self.store.existing([spec.game_id(contest.id) for spec in schedule.called_off(contest, facts)])
        found = [self.store.note(contest.id, game, "") for game in created]
        return any([*found, *(self.give_up(contest, spec, one) for spec, one in schedule.to_resign(contest, facts))])

    def give_up(self, contest: Contest, spec: Spec, entrant: str) -> bool:
        """Gives up the game of one who has left, or notes its end, where whoever ended it has not come to that yet; False for neither."""
        identity = spec.game_id(contest.id)
        if self.referee.vacate(identity, spec.entrants.index(entrant)):
            return True
        game = self.referee.load(identity)
        return bool(game.outcome) and self.store.note(contest.id, identity, dump_result(result_of(game, spec.entrants)))

    def end_unwatched(self, facts: Facts) -> None:
        """Ends the games of a contest that was called off in which only AIs play; people may play theirs to the end."""
        for game in self.games.load_many(sorted(facts.running)):
            if game.status != GAME_OVER and not any(seat.player for seat in game.seats):
                self.referee.moderate(game.id, lambda found: aborted(found, 0) if found.status != GAME_OVER else None)

    def with_round(self, contest: Contest, facts: Facts) -> Contest:
        """The contest with its next round, without players who are no longer there."""
        gone = [one.id for one in contest.active() if one.player and self.players.find(one.player) is None]
        if gone:
            return replace_left(contest, gone, GONE)
        return drawn(contest, facts, smaller=smaller(contest))

    # Looking after

    def look_after(self, contest: str) -> None:
        """Notices what nobody has told: games that are over, games that were lost, and whatever comes next."""
        found = self.find(contest)
        if found is None:
            self.store.rest(contest)
            return
        before, facts = found
        running = sorted(facts.running)
        known, gone = self.games.load_listed(running)
        for game in gone:
            self.store.forget_game(contest, game)
        for over in known.values():
            if over.status == GAME_OVER:
                self.note(over)
        if before.status in (FINISHED, CANCELLED):
            self.index(before)
        self.advance(contest, fully=True)

    def reindex(self) -> int:
        """Puts every contest into its lists again, and has those that are not over looked at; how many there are."""
        count = 0
        for contest in self.store.every_contest():
            try:
                found = self.find(contest)
            except BROKEN:
                log.exception("a stored contest cannot be read", extra={"contest": contest})
                self.store.set_aside(contest)
                continue
            if found:
                self.index(found[0])
                count += 1
                if found[0].status in (REGISTERING, RUNNING):
                    self.store.watch(contest, 0)
        return count

    def sweep(self) -> int:
        """Looks after the contests that are due; how many."""
        due = self.store.due()
        for contest in due:
            try:
                self.look_after(contest)
            except problems.Problem as problem:
                log.warning("a contest waits: %s", problem.detail, extra={"contest": contest})
            except RedisError:
                raise
            except Exception:
                log.exception("a contest could not be looked after", extra={"contest": contest})
                self.store.watch(contest, time.time() + LATER)
        return len(due)
