"""A player leaves the server: at once nobody can call as it any more, and then everything goes that tells of it.

Running games are resigned, so that nobody waits: with two seats the other wins, with more an AI plays on. Games that have not begun are
called off if nobody else sits there, else the seat is open again. Games that are over keep an anonymous seat, and contests an anonymous
entrant, who plays no further game. Webhooks, seeks, tokens, commitments and the inbox are deleted. Rated games go on counting for those
who played them; the player's own rating is listed nowhere.

It is announced first and then done step by step, each of which may be done again: what a process leaves undone, a worker does.
"""

import logging
from contextlib import suppress
from dataclasses import dataclass, replace

from redis.exceptions import RedisError

from service import problems
from service.contests.advancing import Contests
from service.contests.contest import CANCELLED, FINISHED, GONE, REGISTERING, SERIES, Contest
from service.contests.entering import uninvited
from service.contests.matchmaking import Seeks
from service.contests.rating_games import Ratings
from service.game import FINISHED as GAME_OVER
from service.game import OPEN, Game
from service.games.changes import Change, aborted
from service.games.departing import ANONYMOUS, without
from service.games.referee import RACES, Referee, too_fast
from service.store import keys
from service.store.client import Client
from service.store.games import Store
from service.store.players import Players
from service.store.quarantine import BROKEN
from service.store.tokens import outlive_trust
from service.webhooks.registration import Webhooks

log = logging.getLogger("intramuros.accounts")

AT_ONCE = 50
"""Games that a request or a sweep deals with; a worker goes on with the rest."""
ORGANISER_LEFT = "Its organiser has left the server."
PLAYER_LEFT = "Somebody who was to play has left the server."


@dataclass
class Departures:
    """Lets players of a store leave."""

    client: Client
    players: Players
    games: Store
    referee: Referee
    contests: Contests
    seeks: Seeks
    ratings: Ratings
    webhooks: Webhooks

    def leave(self, player: str, name: str) -> None:
        """The player is nobody from now on; as much of what it leaves as a request can wait for is dealt with."""
        self.client.hset(keys.DEPARTED, player, name)
        self.players.bury(player, name)
        outlive_trust()
        with suppress(problems.Unavailable):
            self.clear(player, name)

    def sweep(self) -> int:
        """Goes on with those who have left; how many of them there were."""
        waiting = self.client.hgetall(keys.DEPARTED)
        for player, name in waiting.items():
            try:
                self.players.bury(player, name)
                self.clear(player, name)
            except RedisError:
                raise
            except problems.Problem as problem:
                log.warning("somebody who has left is cleared away later: %s", problem.detail)
            except Exception:
                log.exception("somebody who has left could not be cleared away", extra={"player": player})
        return len(waiting)

    def clear(self, player: str, name: str) -> bool:
        """Takes away what tells of the player, so many games of it at most; whether that was all."""
        for webhook in self.webhooks.of(player):
            self.webhooks.delete(webhook)
        for pool, seek in self.seeks.mine(player):
            self.seeks.withdraw(pool, seek)
        for contest in self.client.zrange(keys.contests_of_player_key(player), 0, -1):
            self._leave_contest(contest, player)
        self.ratings.hide(player, hidden=True)
        listed = self.client.zrange(keys.games_of_player_key(player), 0, AT_ONCE - 1)
        for game in listed:
            self._leave_game(game, player, name)
            self.client.zrem(keys.games_of_player_key(player), game)
        if len(listed) == AT_ONCE:
            return False
        self.client.delete(*keys.all_of_player(player))
        self.client.hdel(keys.DEPARTED, player)
        return True

    def _leave_contest(self, contest: str, player: str) -> None:
        """The contest without the player; one that has lost who organises it before it began, or who a series is between, is called off."""
        if self.contests.find(contest) is None:
            return
        self.contests.change(contest, lambda before, _: departed(before, player))
        self.contests.advance(contest)

    def _leave_game(self, game_id: str, player: str, name: str) -> None:
        """The game without the player, given up where it was running; one that cannot be read tells nobody anything."""
        try:
            for _ in range(RACES):
                game = self.games.load(game_id)
                if game is None or self._left(game, player, name):
                    return
        except BROKEN as error:
            self.games.quarantine.set_aside(game_id, error)
            return
        raise too_fast()

    def _left(self, game: Game, player: str, name: str) -> bool:
        """Does one thing that the departure asks for in the game; whether there was nothing left to do."""
        after = without(game, player, name)
        if after == game:
            return True
        if game.status not in (OPEN, GAME_OVER):
            for seat in game.seats_of(player):
                self.referee.vacate(game.id, seat)
            current = self.games.load(game.id)
            if current is None:
                return True
            game, after = current, without(current, player, name)
        elif game.status == OPEN and all(seat.player is None for seat in after.seats):
            self.referee.commit(game, aborted(game, 0))
            return False
        after = replace(after, revision=game.revision + 1)
        if self.games.load_stored(game.id) is None:
            return self.games.removal.rewrite_archived(after)
        return bool(self.referee.commit(game, Change(after, [])))


def departed(contest: Contest, player: str) -> Contest:
    """The contest with an anonymous entrant in the player's place, who has left, and uninvited; called off where it cannot be without."""
    contest = uninvited(contest, player)
    contest = replace(contest, origin="") if contest.organiser == player else contest
    entrants = tuple(
        replace(one, name=ANONYMOUS, player=None, left=one.left or GONE if contest.status not in (FINISHED, CANCELLED) else one.left)
        if one.player == player
        else one
        for one in contest.entrants
    )
    if contest.status != REGISTERING:
        return replace(contest, entrants=entrants)
    without_it = replace(contest, entrants=tuple(one for one in contest.entrants if one.player != player))
    if contest.organiser == player:
        return replace(without_it, status=CANCELLED, why=ORGANISER_LEFT)
    return replace(without_it, status=CANCELLED, why=PLAYER_LEFT) if contest.format == SERIES else without_it
