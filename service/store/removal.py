"""How a game is removed from Redis: into the archive, when it has been over for long, or out of everything, when it is erased."""

from dataclasses import dataclass
from importlib.resources import files

from service.game import FINISHED, OPEN, RUNNING, Game, dump
from service.store import keys
from service.store.archive import Archive
from service.store.client import Client
from service.store.inboxes import InboxIndex, fresh_version
from service.store.summaries import Summary
from service.store.watches import game_topic, notice


@dataclass
class Removal:
    """What is taken out of one Redis, and where it goes."""

    client: Client
    archive: Archive | None
    inboxes: InboxIndex

    def __post_init__(self) -> None:
        self._remove = self.client.register_script(files("service.store").joinpath("lua", "remove.lua").read_text())

    def put_away(self, game: Game, text: str, elements: list[str]) -> bool:
        """Whether the game is in the archive, came back the same, and is no longer in Redis."""
        if self.archive is None or not self.archive.put(game.id, game.updated_at[:7], text, elements):
            return False
        if not self._remove(keys=[keys.game_key(game.id), keys.journal_key(game.id)], args=[game.revision]):
            return False
        self.client.zrem(keys.ENDED, game.id)
        return True

    def rewrite_archived(self, game: Game) -> bool:
        """Puts a changed game in the place of the one in the archive; whether it came back the same."""
        document = self.archive.find(game.id) if self.archive else None
        return self.archive is None or document is None or self.archive.put(game.id, game.updated_at[:7], dump(game), document.elements)

    def erase(self, game: Game) -> None:
        """Takes a game out of everything: the store, its analysis, lists and the archive; whoever waits for news of it finds it gone."""
        people = {str(seat.player or seat.reserved_for or "") for seat in game.seats} | {game.creator}
        self._erase(game.id, game.revision, people, game.updated_at[:7])

    def erase_unreadable(self, game: str, summary: Summary | None) -> None:
        """The same with a game whose text cannot be read; who sits there is told by its brief, where that can be."""
        if summary is None:
            self._erase(game, 0, set(), "")
        else:
            people = {*summary.brief.holders, *summary.brief.guests.split(","), summary.brief.creator} - {"*"}
            self._erase(game, summary.revision, people, summary.brief.updated_at[:7])

    def _erase(self, game: str, revision: int, people: set[str], month: str) -> None:
        pipeline = self.client.pipeline(transaction=False)
        for key in (keys.game_key(game), keys.journal_key(game), keys.analysis_key(game)):
            pipeline.delete(key)  # each for itself: a cluster's pipeline takes no more at a time
        for index in (*map(keys.list_key, (OPEN, RUNNING, FINISHED)), keys.ENDED, keys.THINKING, keys.DEADLINES, keys.UNRATED):
            pipeline.zrem(index, game)
        for player in people - {""}:
            pipeline.zrem(keys.games_of_player_key(player), game)
        pipeline.srem(keys.QUARANTINE, game)
        pipeline.execute()
        if self.archive:
            self.archive.remove(game, month)
        version = fresh_version()
        told = notice(game, revision + 1, version)
        self.client.spublish(game_topic(game), told)
        for player in people - {""}:
            self.inboxes.settle(player, game, revision + 1, None, told, version)
