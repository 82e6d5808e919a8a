"""The lists of games, newest first: the public ones by status, those of each player, those that have ended."""

from collections.abc import Sequence
from contextlib import suppress

from redis.exceptions import RedisError

from service import clock
from service.game import FINISHED, OPEN, RUNNING, Game
from service.store import identifiers, keys
from service.store.client import Client, together
from service.store.commands import Command


class GameLists:
    """The lists in one Redis."""

    def __init__(self, client: Client) -> None:
        self.client = client

    def index(self, game: Game, *, archived: bool = False) -> None:
        """Puts the game into the lists where it belongs now, and takes it out of those where it does not."""
        when, commands = clock.seconds(game.created_at), list[Command]()
        for status in (OPEN, RUNNING, FINISHED):
            if status == game.status and game.visibility == "listed":
                commands.append(["ZADD", keys.list_key(status), when, game.id])
            else:
                commands.append(["ZREM", keys.list_key(status), game.id])
        if game.status == FINISHED and not archived:
            commands.append(["ZADD", keys.ENDED, clock.seconds(game.updated_at), game.id])
        people = {seat.player or seat.reserved_for for seat in game.seats} | {game.creator}
        commands += [["ZADD", keys.games_of_player_key(str(player)), when, game.id] for player in sorted(filter(None, people))]
        together(self.client, commands)

    def page(self, key: str, before: tuple[float, str] | None, count: int) -> list[tuple[str, float]]:
        """Up to `count` members of a list below a place in it (a score, and the mark of a member), the newest first."""
        ties: list[str] = []
        top = "+inf"
        if before:
            ties = self.client.zrange(key, before[0], before[0], desc=True, byscore=True)
            marks = [identifiers.mark(member) for member in ties]
            ties = ties[marks.index(before[1]) + 1 :] if before[1] in marks else ties
            top = f"({before[0]!r}"
        rest = self.client.zrange(key, top, "-inf", desc=True, byscore=True, offset=0, num=count, withscores=True)
        return [*((member, before[0]) for member in ties if before), *((member, score) for member, score in rest)][:count]

    def forget(self, key: str, games: Sequence[str]) -> None:
        """Takes games that are no longer there out of a list."""
        if games:
            with suppress(RedisError):
                self.client.zrem(key, *games)
