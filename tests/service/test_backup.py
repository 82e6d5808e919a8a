"""Backup and restore, drilled: taken under load, put back elsewhere, and every move acknowledged before it is there."""

import tarfile
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
import redis

from service.store import embedded
from tests.service.client import Client, Server
from tests.service.conftest import start, stop
from tests.service.processes import intramuros
from tests.service.steadfast import replayed

pytestmark = pytest.mark.drill


@pytest.fixture(scope="module")
def running(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    server = start(tmp_path_factory.mktemp("running"))
    yield server
    stop(server)


def command(data: Path, *words: object) -> tuple[int, str]:
    said = intramuros(*map(str, words), INTRAMUROS_DATA=str(data))
    return said.returncode, (said.stdout + said.stderr).strip()


def play_until(stop: threading.Event, client: Client, game: str, acknowledged: list[str]) -> None:
    """Plays both seats of a game, and remembers what was acknowledged."""
    while not stop.is_set():
        snapshot = client.look(game)
        if snapshot["status"] != "running":
            return
        move = client.first_legal(game, snapshot["actors"][0])
        if client.play(game, snapshot["turn"], move, snapshot["actors"][0]).status_code == 201:
            acknowledged.append(move)


def test_a_backup_under_load_has_every_move_acknowledged_before_it(running: Server, tmp_path: Path) -> None:
    clients = [Client(running.url).named(f"Player {number}") for number in range(3)]
    games = [client.game("cathedral", ["me", "me"])["id"] for client in clients]
    begun = clients[0].game("cathedral", ["me", "me"])["id"]
    played: list[list[str]] = [[], [], []]
    over = threading.Event()
    threads = [threading.Thread(target=play_until, args=(over, *each)) for each in zip(clients, games, played, strict=True)]
    for thread in threads:
        thread.start()
    while min(map(len, played)) < 3:
        assert all(thread.is_alive() for thread in threads)
    before = [list(moves) for moves in played]
    with redis.Redis(unix_socket_path=str(embedded.socket_path(running.data))) as store:
        store.bgrewriteaof()  # a backup waits for it
    code, said = command(running.data, "backup", tmp_path / "games.tgz")
    over.set()
    for thread in threads:
        thread.join()
    assert code == 0, said

    code, said = command(tmp_path / "elsewhere", "restore", tmp_path / "games.tgz")
    assert code == 0, said
    assert "games restored" in said
    server = start(tmp_path / "elsewhere")
    try:
        for client, game, earlier, all_of_them in zip(clients, games, before, played, strict=True):
            with Client(server.url, client.token, client.id) as same:
                snapshot = same.look(game)
                entries = same.get(f"/v1/games/{game}/moves?limit=500").json()["items"]
                moves = [entry["move"] for entry in entries]
                assert moves[: len(earlier)] == earlier, "nothing that was acknowledged before is missing"
                assert moves == all_of_them[: len(moves)], "and nothing is there that was not"
                assert str(replayed(snapshot, entries)) == snapshot["notation"]
                assert game in [each["id"] for each in same.get(f"/v1/games?player={client.id}").json()["items"]]
        with Client(server.url, clients[0].token, clients[0].id) as same:
            assert same.play(begun, 1, same.first_legal(begun, 0), 0).status_code == 201, "and play goes on"
    finally:
        stop(server)
        for client in clients:
            client.session.close()


def test_a_rewrite_may_come_again_after_a_backup(running: Server, tmp_path: Path) -> None:
    assert command(running.data, "backup", tmp_path / "games.tgz")[0] == 0
    with redis.Redis(unix_socket_path=str(embedded.socket_path(running.data)), decode_responses=True) as store:
        assert store.config_get("auto-aof-rewrite-percentage") == {"auto-aof-rewrite-percentage": "100"}
    assert sorted(path.name for path in tmp_path.iterdir()) == ["games.tgz"]


def test_a_backup_replaces_nothing(running: Server, tmp_path: Path) -> None:
    (tmp_path / "games.tgz").write_text("precious")
    code, said = command(running.data, "backup", tmp_path / "games.tgz")
    assert (code, said) == (2, f"intramuros: {tmp_path / 'games.tgz'} is there already.")
    assert (tmp_path / "games.tgz").read_text() == "precious"


def test_a_backup_that_cannot_be_written_is_one_line_and_leaves_nothing(running: Server, tmp_path: Path) -> None:
    code, said = command(running.data, "backup", tmp_path / "nowhere" / "games.tgz")
    assert (code, said.count("\n")) == (2, 0)
    assert "cannot be written: No such file or directory" in said


def test_games_that_are_there_are_not_overwritten_but_put_aside_if_asked(running: Server, tmp_path: Path) -> None:
    file, data = tmp_path / "games.tgz", tmp_path / "data"
    assert command(running.data, "backup", file)[0] == 0
    assert command(data, "restore", file)[0] == 0
    code, said = command(data, "restore", file)
    assert code == 2
    assert "--replace puts them aside" in said
    code, said = command(data, "restore", "--replace", file)
    assert code == 0
    (aside,) = (data / "server").glob("appendonlydir.*")
    assert str(aside) in said


def test_a_running_server_is_not_restored_under_its_feet(running: Server, tmp_path: Path) -> None:
    assert command(running.data, "backup", tmp_path / "games.tgz")[0] == 0
    code, said = command(running.data, "restore", "--replace", tmp_path / "games.tgz")
    assert code == 2
    assert "Another Intramuros is running" in said


@pytest.mark.parametrize("kind", ["no archive", "other files", "a way out", "cut off"])
def test_what_is_no_backup_is_refused_and_changes_nothing(running: Server, tmp_path: Path, kind: str) -> None:
    file, data = tmp_path / "file", tmp_path / "data"
    if kind == "no archive":
        file.write_text("not a backup")
    elif kind == "cut off":
        assert command(running.data, "backup", tmp_path / "whole")[0] == 0
        file.write_bytes((tmp_path / "whole").read_bytes()[:-100])
    else:
        with tarfile.open(file, "w:gz") as archive:
            entry = tarfile.TarInfo("etc/passwd" if kind == "other files" else "appendonlydir/../../escaped")
            archive.addfile(entry)
    code, said = command(data, "restore", file)
    assert (code, said.count("\n")) == (2, 0), said
    assert not (data / "server" / "appendonlydir").exists()
    assert not list(tmp_path.rglob("escaped"))
