"""Moderation: what the operator may do to a player or a game. Frozen is not gone: nothing is lost, and a thaw leaves all as it was.

A frozen player is refused everything; its seeks are withdrawn, its games go on, and so do its clocks. In a frozen game nobody moves and
no clock runs. A game that is removed is nowhere any more; one of a contest can be removed only when it is over, since the contest
would have it played again.
"""

import json
from contextlib import suppress
from dataclasses import dataclass

from redis.exceptions import RedisError

from service import clock, problems
from service.accounts.departure import Departures
from service.contests.matchmaking import Seeks
from service.game import FINISHED, Game
from service.games.changes import Change, frozen, thawed
from service.games.referee import Referee
from service.json_object import Json
from service.store import keys
from service.store.client import Client
from service.store.players import Player, Players
from service.store.quarantine import BROKEN
from service.store.tokens import outlive_trust


@dataclass
class Moderation:
    """Freezes, thaws and removes."""

    client: Client
    players: Players
    referee: Referee
    seeks: Seeks
    departures: Departures

    def known(self, player: str) -> Player:
        found = self.players.find(player)
        if found is None:
            raise problems.NotFound("player", {"player": player})
        return found

    def freeze_player(self, player: str, why: str) -> None:
        """Refuses every request of the player from now on."""
        self.known(player)
        self.client.hset(keys.player_key(player), "frozen", why)
        self._list(f"player {player}", why)
        outlive_trust()
        for pool, seek in self.seeks.mine(player):
            self.seeks.withdraw(pool, seek)

    def thaw_player(self, player: str) -> None:
        self.known(player)
        self.client.hdel(keys.player_key(player), "frozen")
        self.client.hdel(keys.FROZEN, f"player {player}")
        outlive_trust()

    def remove_player(self, player: str) -> None:
        """The same as when the player leaves of itself."""
        self.client.hdel(keys.FROZEN, f"player {player}")
        self.departures.leave(player, self.known(player).name)

    def freeze_game(self, game_id: str, why: str) -> None:
        """Lets nobody change the game from now on; raises GameOver for one that is over."""

        def freeze(game: Game) -> Change | None:
            if game.status == FINISHED:
                raise problems.GameOver("only_removed")
            return frozen(game, why) if game.frozen != why else None

        self.referee.moderate(game_id, freeze)
        self._list(f"game {game_id}", why)

    def thaw_game(self, game_id: str) -> None:
        self.referee.moderate(game_id, lambda game: thawed(game) if game.frozen else None)
        self.client.hdel(keys.FROZEN, f"game {game_id}")

    def remove_game(self, game_id: str) -> None:
        """There is no such game any more; one of a contest that cannot be read is played again."""
        try:
            game = self.referee.load(game_id)
        except BROKEN:
            self.referee.store.removal.erase_unreadable(game_id, *self.referee.store.summaries([game_id]))
        else:
            if game.contest and game.status != FINISHED:
                raise problems.GameRunning("contest")
            self.referee.store.removal.erase(game)
        self.client.hdel(keys.FROZEN, f"game {game_id}")

    def quarantined(self) -> list[str]:
        """Games, and contests as `contest …`, that cannot be read; what can be again, or is gone, is in quarantine no longer."""
        held = sorted(self.client.smembers(keys.QUARANTINE))
        sound = {one for one in held if self._can_be_read(one)}
        if sound:
            with suppress(RedisError):
                self.client.srem(keys.QUARANTINE, *sound)
        return [one for one in held if one not in sound]

    def unreadable(self) -> list[str]:
        """The same; nothing is changed."""
        return [one for one in sorted(self.client.smembers(keys.QUARANTINE)) if not self._can_be_read(one)]

    def _can_be_read(self, what: str) -> bool:
        kind, _, name = what.rpartition(" ")
        games, contests = self.referee.store, self.departures.contests
        try:
            _ = (contests.briefs([name]), contests.find(name)) if kind else (games.summary(name), games.load(name))
        except (*BROKEN, problems.Unavailable):
            return False
        return True

    def _list(self, subject: str, why: str) -> None:
        self.client.hset(keys.FROZEN, subject, json.dumps({"at": clock.stamp(), "why": why}))

    def listed(self) -> list[Json]:
        """What is frozen, the longest first."""
        found = [{"subject": subject} | json.loads(text) for subject, text in self.client.hgetall(keys.FROZEN).items()]
        return sorted(found, key=lambda one: (one["at"], one["subject"]))
