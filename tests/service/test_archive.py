"""The archive: old games are written, read back, verified and taken out of Redis, and everything answers as before."""

import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from io import StringIO
from pathlib import Path

import pytest
import requests

from engine.record import read
from engine.replaying import replay
from service import problems
from service.commands.archive import dump
from service.game import FINISHED, Game
from service.games import visibility
from service.games.archiving import Archiving
from service.games.changes import Change
from service.games.rematch import rematch
from service.parts import Parts
from service.store import archive, keys
from tests.service.client import free_port
from tests.service.clocked import ADA, BOB, game_of, play, standing
from tests.service.conftest import start, stop
from tests.service.processes import ENVIRON, intramuros, until
from tests.service.test_reindex import begin_series

LATER = 40 * 24 * 3600
AWS = {
    "AWS_ENDPOINT": "http://127.0.0.1:{port}",
    "AWS_ACCESS_KEY_ID": "key",
    "AWS_SECRET_ACCESS_KEY": "secret",
    "AWS_REGION": "us-east-1",
}


@pytest.fixture(scope="module")
def parts(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Parts]:
    with standing(tmp_path_factory.mktemp("archive")) as made:
        yield made


@pytest.fixture
def s3(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """A bucket of a server that speaks S3."""
    (tmp_path / "buckets" / "games").mkdir(parents=True)
    port = free_port()
    rclone = Path(sys.executable).with_name("rclone")
    command = [str(rclone), "serve", "s3", "--addr", f"127.0.0.1:{port}", "--auth-key", "key,secret", str(tmp_path / "buckets")]
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    for name, value in AWS.items():
        monkeypatch.setenv(name, value.format(port=port))
    try:
        until(lambda: answers(port))
        yield "s3://games"
    finally:
        process.kill()
        process.wait()


@pytest.fixture
def silence(monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """A bucket of a server that takes connections and never says a word."""
    with socket.create_server(("127.0.0.1", 0)) as listening:
        for name, value in AWS.items():
            monkeypatch.setenv(name, value.format(port=listening.getsockname()[1]))
            monkeypatch.setitem(ENVIRON, name, value.format(port=listening.getsockname()[1]))
        yield "s3://games"


def answers(port: int) -> bool:
    try:
        return requests.get(f"http://127.0.0.1:{port}", timeout=2).status_code > 0
    except requests.RequestException:
        return False


def ended(parts: Parts) -> Game:
    game = play(parts, play(parts, game_of(parts, None), "cathedral@e5n"), "castle@c3n", BOB)
    made = parts.referee.resign(game.id, None, ADA, lambda _: "")
    assert isinstance(made, Change)
    return made.game


def check_archived(parts: Parts, url: str) -> None:
    """A game that ended long ago is in the archive alone, and reads as before."""
    parts.store.removal.archive = archive.at(url)
    old = ended(parts)
    entries, page = parts.entries(old.id), parts.store.lists.page(keys.games_of_player_key("ada"), None, 5)
    assert parts.archiving.sweep() == 0
    assert parts.archiving.sweep(time.time() + LATER) >= 1
    assert not parts.store.client.exists(keys.game_key(old.id), keys.journal_key(old.id))
    assert parts.referee.load(old.id) == old
    assert parts.entries(old.id) == entries
    summary = parts.summary(old.id)
    assert summary is not None
    assert (summary.revision, summary.brief) == (old.revision, old.brief)
    assert old.id in [game.id for game in parts.store.load_many([member for member, _ in page])]
    text = StringIO()
    assert parts.store.archive is not None
    assert dump(parts.store.archive, old.updated_at[:7], text) >= 1
    record = text.getvalue().partition(f"# game {old.id}")[2].partition("\n# game ")[0]
    assert list(replay(read(record.partition("\n")[2])))


def test_in_a_file(parts: Parts, tmp_path: Path) -> None:
    url = f"sqlite://{tmp_path}/archive.sqlite"
    check_archived(parts, url)
    month = ended(parts).updated_at[:7]
    said = intramuros("archive", "dump", "--month", month, "--output", str(tmp_path / "month.txt"), INTRAMUROS_ARCHIVE_URL=url)
    assert said.stdout == f"1 games in {tmp_path / 'month.txt'}.\n", said.stderr
    assert (tmp_path / "month.txt").read_text().startswith("# game ")


def test_in_storage_that_speaks_s3(parts: Parts, s3: str) -> None:
    check_archived(parts, s3)


def test_who_asks_storage_that_is_away_is_told_soon_and_the_next_at_once(
    parts: Parts, silence: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    parts.store.removal.archive = away = archive.at(silence)
    assert away is not None
    asked, get_many = list[str](), away.shelf.get_many
    monkeypatch.setattr(away.shelf, "get_many", lambda games: asked.extend(games) or get_many(games))
    monkeypatch.setattr(archive, "REST", 60.0)
    before = time.monotonic()
    with pytest.raises(problems.Unavailable) as told:
        parts.referee.load("nosuchgame")
    assert told.value.headers == {"Retry-After": "60"}
    assert time.monotonic() - before < 15
    for ask in (parts.summary, parts.store.load, parts.entries, lambda game: parts.store.load_many([game, "other"])):
        with pytest.raises(problems.Unavailable):
            ask("nosuchgame")
    assert asked == ["nosuchgame"], "storage rests, and is not asked"
    assert parts.archiving.sweep(time.time() + LATER) == 0


def test_a_contest_begins_and_goes_on_while_storage_is_away(parts: Parts, silence: str) -> None:
    parts.store.removal.archive = archive.at(silence)
    people = [parts.players.create(name)[0].id for name in ("Ada", "Bob")]
    before = set(parts.contests.store.every_contest())
    begin_series(parts, *people)
    (made,) = set(parts.contests.store.every_contest()) - before
    assert len(parts.contests.load(made)[1].running) == 1, "the first is over, the second has begun"


def test_others_are_served_while_storage_is_waited_for(silence: str, tmp_path: Path) -> None:
    with ThreadPoolExecutor(4) as pool:
        server = start(tmp_path, ARCHIVE_URL=silence, WEB_PROCESSES="1")
        try:
            asked = [pool.submit(requests.get, f"{server.url}/v1/games/nosuchgame{number}", timeout=30) for number in range(3)]
            while not all(each.done() for each in asked):
                assert requests.get(f"{server.url}/v1/rulesets", timeout=2).status_code == 200
                time.sleep(0.2)
            assert {each.result().status_code for each in asked} == {503}
            assert all(each.result().headers["Retry-After"] for each in asked)
        finally:
            stop(server)


def test_archived_games_of_a_list_are_read_together(parts: Parts, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    parts.store.removal.archive = archive.at(f"sqlite://{tmp_path}/archive.sqlite")
    old, recent = [ended(parts) for _ in range(3)], ended(parts)
    assert all(parts.archiving.archive(game.id) for game in old)
    parts.store.removal.archive = archive.at(f"sqlite://{tmp_path}/archive.sqlite")
    reads: list[list[str]] = []
    get_many = archive.File.get_many
    monkeypatch.setattr(archive.File, "get_many", lambda shelf, games: (reads.append(list(games)), get_many(shelf, games))[1])
    wanted = [old[0].id, recent.id, old[1].id, "nosuchgame", old[2].id]
    found, gone = parts.store.load_listed(wanted)
    assert (list(found), gone) == ([*wanted[:3], wanted[4]], ["nosuchgame"])
    assert reads[0] == [old[0].id, old[1].id, "nosuchgame", old[2].id]
    assert len(reads) <= 2


def test_a_backup_has_the_archive_and_restoring_puts_it_back(tmp_path: Path) -> None:
    data, elsewhere, file = tmp_path / "data", tmp_path / "elsewhere", tmp_path / "games.tgz"
    with standing(data) as parts:
        parts.store.removal.archive = archive.at(f"sqlite://{data}/archive.sqlite")
        old, recent = ended(parts), ended(parts)
        assert parts.archiving.archive(old.id)
        said = intramuros("backup", str(file), INTRAMUROS_DATA=str(data))
        assert said.returncode == 0, said.stderr
        away = intramuros("backup", f"{file}2", INTRAMUROS_DATA=str(data), INTRAMUROS_ARCHIVE_URL="s3://games")
        assert "The archive at s3://games is not in it" in away.stdout
    assert sorted(path.name for path in tmp_path.iterdir()) == ["data", "games.tgz", "games.tgz2"]
    said = intramuros("restore", str(file), INTRAMUROS_DATA=str(elsewhere))
    assert said.stdout == f"2 games restored into {elsewhere}.\n", said.stderr
    with standing(elsewhere) as parts:
        parts.store.removal.archive = archive.at(f"sqlite://{elsewhere}/archive.sqlite")
        assert {game: parts.referee.load(game).status for game in (old.id, recent.id)} == {old.id: FINISHED, recent.id: FINISHED}
        assert old.id in parts.store_client.zrange(keys.list_key(FINISHED), 0, -1)
    said = intramuros("restore", str(file), INTRAMUROS_DATA=str(elsewhere))
    assert (said.returncode, "--replace puts them aside" in said.stderr) == (2, True)
    assert intramuros("restore", "--replace", str(file), INTRAMUROS_DATA=str(elsewhere)).returncode == 0
    assert len(list(elsewhere.glob("archive.sqlite.*"))) == 1


def test_a_game_that_does_not_come_back_the_same_stays_where_it_is(parts: Parts, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    parts.store.removal.archive = archive.at(f"sqlite://{tmp_path}/archive.sqlite")
    old = ended(parts)
    monkeypatch.setattr(archive.File, "get", lambda *_: b"something else")
    assert not parts.archiving.archive(old.id)
    assert parts.store.load_stored(old.id) == old
    assert old.id not in parts.store.ended_before(time.time(), 100)


def test_nothing_is_archived_where_nobody_asks_for_it(parts: Parts, tmp_path: Path) -> None:
    parts.store.removal.archive = archive.at(f"sqlite://{tmp_path}/archive.sqlite")
    ended(parts)
    assert Archiving(parts.store, 0).sweep(time.time() + LATER) == 0


def test_an_archived_game_has_a_rematch(parts: Parts, tmp_path: Path) -> None:
    parts.store.removal.archive = archive.at(f"sqlite://{tmp_path}/archive.sqlite")
    old = ended(parts)
    assert parts.archiving.archive(old.id)
    made = rematch(parts.referee, old.id, "Bob", BOB, lambda _: "")
    assert isinstance(made, Change)
    assert made.game.rematch_of == old.id
    assert parts.referee.load(old.id).status == FINISHED


def test_the_list_of_what_has_ended_can_be_made_again(parts: Parts, tmp_path: Path) -> None:
    parts.store.removal.archive = None
    old = ended(parts)
    parts.store.client.delete(keys.ENDED)
    for game in parts.store.every_game():
        parts.store.lists.index(game)
    assert old.id in parts.store.ended_before(time.time(), 1000)
    assert visibility.export(old, parts.entries(old.id))
