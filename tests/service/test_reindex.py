"""`intramuros reindex`: whatever in the store is not a fact can be lost, and comes again as it was."""

import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from service import clock
from service.commands import ratings
from service.commands.reindex import reindex
from service.config import load
from service.contests.beginning import begun
from service.contests.contest import SERIES, Entrant
from service.contests.seeks import Seek, Wish
from service.game import Seat
from service.games.changes import Change
from service.games.referee import Asked
from service.parts import Parts
from service.store import embedded, identifiers, keys
from service.time_control import TimeControl
from tests.service.contests.playing import contest

FACTS = ("game:", "contest:", "seeks:", "queue:", "rq:", "player:", "once:", "request:", "rate:", "quota:")
"""What the keys begin with that hold facts, or what passes by itself."""
DERIVED = (":games", ":owed", ":owed:order", ":owed:unsettled", ":contests", ":organised")
"""What those keys end with of a player and a contest that are worked out from facts elsewhere."""
KNOWN = {keys.SECRET, keys.NOTICES, keys.DELIVERIES, keys.UNLISTED, keys.LADDER, keys.DEPARTED, keys.QUARANTINE}
LATER = 40 * 24 * 3600


@pytest.fixture
def parts(tmp_path: Path) -> Iterator[Parts]:
    with embedded.server(load({"INTRAMUROS_DATA": str(tmp_path)})) as url:
        given = {"STORE_URL": url, "QUEUE_URL": url, "ARCHIVE_URL": f"sqlite://{tmp_path}/archive.sqlite", "WEBHOOK_LOOPBACK": "on"}
        yield Parts(load({f"INTRAMUROS_{name}": value for name, value in given.items()}))


def everything(parts: Parts) -> str:
    """Something of every kind that the store has an index of; the game that is in the archive."""
    ada, bob = (parts.players.create(name)[0] for name in ("Ada", "Bob"))
    people = (Seat("player", "Ada", ada.id), Seat("player", "Bob", bob.id))
    asked = Asked(ada.id)

    def begun(seats: tuple[Seat, ...], **more: Any) -> str:
        made = parts.referee.create("cathedral", {}, seats, "listed", asked, lambda _: "", **more)
        assert isinstance(made, Change)
        return made.game.id

    archived, finished, rated = begun(people), begun(people), begun(people, rated=True, hints=False)
    for game in (archived, finished, rated):
        parts.referee.resign(game, None, asked, lambda _: "")
    begun(people, time=TimeControl("days", 3 * 24 * 3600))
    begun((Seat("ai", "easy", ai="easy"), people[0]))
    begun((people[0], Seat("open")))
    assert parts.archiving.archive(archived)
    begin_series(parts, ada.id, bob.id)
    wish = Wish("cathedral", {}, 2, rated=False)
    parts.seeks.post(wish, Seek(f"{wish.pool}-1", ada.id, "Ada", wish.pool, time.time()))
    parts.webhooks.create(ada.id, "http://127.0.0.1:9/", None)
    return archived


def begin_series(parts: Parts, *players: str) -> None:
    """A series of which one game is over."""
    now = clock.stamp()
    entrants = tuple(Entrant(one, one, player=one) for one in players)
    made = contest(0, id=identifiers.fresh_id(), format=SERIES, games=3, organiser=players[0], created_at=now, updated_at=now)
    parts.contests.create(replace(made, entrants=entrants))
    parts.contests.change(made.id, lambda found, _: begun(found, strict=True))
    parts.contests.advance(made.id, fully=True)
    (game,) = parts.contests.load(made.id)[1].running
    parts.referee.vacate(game, 0)


def is_derived(key: str) -> bool:
    return key not in KNOWN and (not key.startswith(FACTS) or (key.startswith(("player:", "contest:")) and key.endswith(DERIVED)))


def members(parts: Parts, key: str) -> Any:
    """What a key holds; of lists that are in order of time only who is in them."""
    client = parts.store.client
    match client.type(key):
        case "zset" if key in (keys.THINKING, keys.UNRATED, keys.CONTESTS, keys.POOLS, keys.DEADLINES):
            return set(client.zrange(key, 0, -1))
        case "zset":
            return dict(client.zrange(key, 0, -1, withscores=True))
        case "set":
            return client.smembers(key)
        case "hash":
            return client.hgetall(key)
        case "list":
            return client.lrange(key, 0, -1)
        case _:
            return client.get(key)


def test_every_index_comes_again_as_it_was(parts: Parts) -> None:
    archived = everything(parts)
    before = {key: members(parts, key) for key in parts.store.client.scan_iter() if is_derived(key)}
    wanted = {
        keys.THINKING, keys.ENDED, keys.DEADLINES, keys.CONTESTS, keys.POOLS, keys.HOOKED, keys.list_key("open"), keys.list_key("running"),
        keys.list_key("finished"), keys.contests_key("series"), keys.board_key("cathedral"), keys.ratings_key("cathedral"),
    }  # fmt: skip
    assert wanted <= before.keys(), "what is not there proves nothing"
    assert archived in before[keys.list_key("finished")]
    assert archived not in before[keys.ENDED]
    parts.store.client.delete(*before)
    assert reindex(parts.settings) == (8, 1)
    parts.ratings.sweep()
    after = {key: members(parts, key) for key in parts.store.client.scan_iter() if is_derived(key)}
    assert after == before


def test_ratings_are_worked_out_again_from_the_archive_too(
    parts: Parts, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    everything(parts)
    (rated,) = [game.id for game in parts.store.every_game() if game.rated]
    assert parts.archiving.archive(rated)
    before = parts.ratings.store.everybody("cathedral")
    parts.store.client.delete(*(key for key in parts.store.client.scan_iter() if key.startswith("ratings:")))
    for name in ("store_url", "queue_url", "archive_url"):
        monkeypatch.setenv(f"INTRAMUROS_{name.upper()}", getattr(parts.settings, name))
    assert ratings.main(["--ruleset", "cathedral"]) == 0
    assert capsys.readouterr().out == "cathedral: 1 rated games, 2 ratings changed.\n"
    assert parts.ratings.store.everybody("cathedral") == before


def test_an_archived_game_is_not_made_again(parts: Parts) -> None:
    archived = everything(parts)
    parts.referee.arrange(archived, "cathedral", {}, (Seat("ai", "easy", ai="easy"), Seat("ai", "easy", ai="easy")), "listed", "")
    assert not parts.store.client.exists(keys.game_key(archived))
