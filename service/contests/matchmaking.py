"""Matchmaking: pairs those who seek the same, atomically, and sees to it that the game they get is there.

A match is noted together with taking the seeks out of their pool; the game has an id that follows from the match, so that whoever looks at
a matched seek may create it, whatever became of the process that made the match.
"""

import logging
import time
from dataclasses import asdict

import orjson
from redis.exceptions import RedisError

from service import clock, problems
from service.contests.seeks import CANCELLED, EXPIRED, INTEREST, MATCHED, WAITING, Seek, Wish, dump, fitting, load, with_ai
from service.game import Seat
from service.games.referee import Referee
from service.games.running_games import KIND, RunningGames
from service.json_object import Json
from service.store import identifiers
from service.store.quotas import Quotas
from service.store.seeks import SeekStore
from service.time_control import TimeControl

log = logging.getLogger("intramuros.seeks")

ALIKE = "seeks for the same"
MOST_SEEKS = 5
"""How many seeks of one player may wait."""

ALL_POOLS = 100_000


class Seeks:
    """The seeks of a store."""

    def __init__(self, store: SeekStore, referee: Referee, quotas: Quotas, games: RunningGames) -> None:
        self.store = store
        self.referee = referee
        self.quotas = quotas
        self.games = games

    def post(self, wish: Wish, seek: Seek) -> None:
        """Puts a seek into its pool beside the player's others, and pairs it if it can be. Raises TooMany, or TooManyRequests where
        the game that it may bring would be one too many.
        """
        with self.games.one_more(seek.player, seek.id, INTEREST):
            if not self.quotas.take("seeks", seek.player, seek.id, most=MOST_SEEKS, seconds=INTEREST):
                raise problems.TooMany("seeks", {"most": MOST_SEEKS})
            if not self.quotas.take(ALIKE, f"{seek.player} {seek.pool}", seek.id, most=1, seconds=INTEREST):
                self.quotas.give_back("seeks", seek.player, seek.id)
                raise problems.TooMany("same_seek")
            self.store.add(seek.pool, orjson.dumps(asdict(wish)).decode(), seek.id, dump(seek))
        self.pair(seek.pool, seek.id)

    def look(self, pool: str, seek: str, player: str) -> Json | None:
        """How a player's seek stands: its status, and the game once there is one; None if the player has no such seek."""
        text, end = self.store.look(pool, seek)
        if text and load(text).player == player:
            self.store.touch(pool, seek)
            self.quotas.take("seeks", player, seek, seconds=INTEREST)
            self.quotas.take(ALIKE, f"{player} {pool}", seek, seconds=INTEREST)
            if load(text).wants_ai(time.time()):
                self.pair(pool)
                text, end = self.store.look(pool, seek)
        if text:
            return {"status": WAITING, "game": None} if load(text).player == player else None
        found = orjson.loads(end or "{}")
        if found.get("owners", {}).get(seek) != player:
            return None
        if found["status"] == MATCHED:
            self.ensure(found)
        return {"status": found["status"], "game": found.get("game")}

    def mine(self, player: str) -> list[tuple[str, str]]:
        """The player's seeks that wait, each with its pool before it: looked for in every pool, where the player has any."""
        held = self.quotas.held("seeks", player)
        return [(pool, seek) for pool in (self.store.pools(ALL_POOLS) if held else []) for seek in self.store.waits(pool, held)]

    def withdraw(self, pool: str, seek: str) -> None:
        """Takes a seek back; one that has been matched stays so."""
        text, _ = self.store.look(pool, seek)
        if text:
            self.end([load(text)], {"status": CANCELLED})

    def end(self, group: list[Seek], found: Json) -> bool:
        """Takes seeks of one pool out together, noting what became of them; False if one of them was faster away."""
        owned = orjson.dumps(found | {"owners": {one.id: one.player for one in group}}).decode()
        done = self.store.end(group[0].pool, [(one.id, dump(one)) for one in group], owned)
        for one in group if done else ():
            self.quotas.give_back("seeks", one.player, one.id)
            self.quotas.give_back(ALIKE, f"{one.player} {one.pool}", one.id)
            self.quotas.give_back(KIND, one.player, one.id)
        return done

    def pair(self, pool: str, newcomer: str = "") -> None:
        """Makes every match that can be made in a pool, or with a newcomer, and gives AIs to those who have waited long enough."""
        known = self.store.wish(pool)
        if known is None:
            return
        wish = Wish(**orjson.loads(known))
        while True:
            waiting = [load(text) for text in self.store.waiting(pool, time.time() - INTEREST)]
            group = fitting(waiting, wish.seats, newcomer) or with_ai(waiting, wish.seats, time.time())
            if group is None:
                return
            self.match(wish, group)

    def match(self, wish: Wish, group: list[Seek]) -> None:
        """Takes the seeks out together and creates their game; nothing if one of them was faster away."""
        seats: list[Json] = [{"player": one.player, "name": one.name} for one in group]
        seats += [{"ai": group[0].ai, "name": group[0].ai}] * (wish.seats - len(group))
        game = identifiers.derived_id("match", *(one.id for one in group))
        found = {"status": MATCHED, "game": game, "wish": asdict(wish), "seats": seats, "origin": group[0].origin}
        if self.end(group, found):
            self.ensure(found)
            self.games.count(group[0].player, game)

    def ensure(self, found: Json) -> None:
        """Creates the game of a match unless it is there; a match is forgotten long before its game is archived."""
        game, now = str(found["game"]), clock.stamp()
        if self.referee.store.knows(game, now):
            return
        wish = Wish(**found["wish"])
        seats = tuple(
            Seat("ai", one["name"], ai=one["ai"]) if "ai" in one else Seat("player", one["name"], one["player"]) for one in found["seats"]
        )
        creator = next(seat.player for seat in seats if seat.player) or ""
        time_control = TimeControl(**wish.clock) if wish.clock else None
        more = {"hints": not wish.rated, "rated": wish.rated, "time": time_control, "origin": found.get("origin", "")}
        self.referee.arrange(game, wish.ruleset, wish.options, seats, "listed", creator, since=now, **more)

    def sweep(self) -> int:
        """Ends seeks that nobody looks at any more, and makes the matches that are due; how many pools were looked at."""
        pools = self.store.pools()
        for pool in pools:
            try:
                self.look_after(pool)
            except RedisError:
                raise
            except Exception:
                log.exception("a pool of seeks could not be looked after", extra={"pool": pool})
        return len(pools)

    def look_after(self, pool: str) -> None:
        """The same for one pool."""
        for seek in self.store.unwanted(pool, time.time() - INTEREST):
            text, _ = self.store.look(pool, seek)
            if text:
                self.end([load(text)], {"status": EXPIRED})
        self.pair(pool)
        self.store.close(pool)
