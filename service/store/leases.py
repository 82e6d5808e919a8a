"""The time in which an AI has to make a decision: its lease, which lapses when nobody makes it, and the index of those that run.

The index knows at least all games whose AI owes something; whoever reads it checks it against the game.
"""

import time
from importlib.resources import files

from engine.ai.levels import patience
from service.game import Game
from service.store import keys
from service.store.client import Client


class Leases:
    """The leases of the games in one Redis."""

    def __init__(self, client: Client, seconds: float, thought: float) -> None:
        self.client = client
        self.seconds = seconds
        """In which an AI has to make a decision, `thought` of them to think."""
        self.thought = thought
        self._claim, self._release = (
            client.register_script(files("service.store").joinpath("lua", f"{name}.lua").read_text()) for name in ("claim", "release")
        )

    def due(self, game: Game) -> float | str:
        """When the lease of the game's AI lapses; "" when no AI owes anything."""
        return time.time() + self.of(game) if game.ai_actors() else ""

    def of(self, game: Game) -> float:
        """The lease for what the game's AIs owe now: longer where one of them may think for longer."""
        longest = max((patience(game.seats[seat].ai) for seat in game.ai_actors()), default=1.0)
        return self.seconds + (longest - 1) * self.thought

    def lapsed(self, now: float, count: int) -> list[str]:
        """Games whose AI has been thinking for longer than its lease, as far as the index knows."""
        return self.client.zrange(keys.THINKING, "-inf", now, byscore=True, offset=0, num=count)

    def claim(self, game: Game, now: float) -> tuple[int, bool]:
        """The number of the try that the caller now has to make for a lapsed lease, 0 when it is not the caller's to make,
        and whether whoever had the lease has given up, and said why.
        """
        until = now + self.of(game)
        tries, given_up = self._claim(keys=[keys.game_key(game.id)], args=[game.revision, now, until])
        if int(tries):
            self.client.zadd(keys.THINKING, {game.id: until})
        return int(tries), given_up == "1"

    def forgive(self, game: str) -> None:
        """Takes a try back that was not needed, because nothing was lost."""
        self.client.hincrby(keys.game_key(game), "tries", -1)

    def hold(self, game: Game) -> None:
        """Begins the lease anew for a decision that somebody thinks about from now on."""
        self._release(keys=[keys.game_key(game.id)], args=[game.revision, time.time() + self.of(game), ""])

    def think_until(self, game: str, due: float) -> None:
        """Corrects when the thinking index looks at a game again."""
        self.client.zadd(keys.THINKING, {game: due}, xx=True)

    def release(self, game: str, revision: int) -> None:
        """Lets the lease of a game lapse now, because whoever had it has given up; not if the game has moved on."""
        now = time.time()
        if self._release(keys=[keys.game_key(game)], args=[revision, now, "1"]):
            self.client.zadd(keys.THINKING, {game: now})

    def rest(self, game: str, seen: float) -> None:
        """Takes a game out of the thinking index, unless it was put there again after `seen`."""
        if (score := self.client.zscore(keys.THINKING, game)) is not None and score <= seen:
            self.client.zrem(keys.THINKING, game)
