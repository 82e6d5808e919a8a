"""Each role's user may do what the role needs, shown by a game, and nothing that it need not."""

from collections.abc import Iterator
from pathlib import Path

import pytest
import redis

from tests.deploy import site
from tests.deploy.tools import DEPLOY, ours, run
from tests.service.client import Client, Server
from tests.service.processes import until

Site = tuple[Server, int, Path]


@pytest.fixture(scope="module")
def small(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    with site.whole(tmp_path_factory.mktemp("site"), OPERATOR_TOKEN="the-operator-of-the-site") as made:
        yield made


def as_user(small: Site, name: str) -> "redis.Redis[str]":
    _, port, secrets = small
    return redis.Redis(port=port, username=name, password=(secrets / f"{name}_password").read_text(), decode_responses=True)


def refused(client: "redis.Redis[str]", *command: str) -> bool:
    try:
        client.execute_command(*command)
    except redis.exceptions.NoPermissionError:
        return True
    except redis.exceptions.ResponseError:
        return False
    return False


def test_nobody_comes_in_without_a_password(small: Site) -> None:
    with redis.Redis(port=small[1]) as stranger, pytest.raises(redis.exceptions.AuthenticationError):
        stranger.get("intramuros:secret")
    with redis.Redis(port=small[1], username="web", password="guessed") as guesser, pytest.raises(redis.exceptions.AuthenticationError):
        guesser.ping()


def test_a_game_with_everything_in_it_asks_for_nothing_that_is_refused(small: Site) -> None:
    server, _, _ = small
    with Client(server.url) as ada, Client(server.url) as bob, as_user(small, "operator") as operator:
        operator.acl_log_reset()
        ada.named("Ada")
        bob.named("Bob")
        game = ada.game("cathedral", ["me", {"ai": "easy"}])["id"]
        for _ in range(3):
            snapshot = ada.wait_until_mine(game)
            ada.play(game, snapshot["turn"], ada.first_legal(game))
        until(lambda: ada.post(f"/v1/games/{game}/hints", {}).json().get("status") != "pending")
        ada.post("/v1/webhooks", {"url": "https://games.example/hook"})
        ada.get(f"/v1/games/{game}?wait=1", If_None_Match=ada.get(f"/v1/games/{game}").headers["ETag"])
        lobby = ada.game("verbotene_stadt", ["me", "open"])["id"]
        bob.post(f"/v1/games/{lobby}/seats", {})
        assert bob.get("/v1/me/turns").status_code == 200
        ada.post(f"/v1/games/{game}/resignation", {})
        ada.post(f"/v1/games/{game}/analysis", {})
        ada.get("/v1/games")
        assert ada.get("/readyz").status_code == 200
        assert operator.acl_log() == []


@pytest.mark.parametrize("role", ["web", "worker"])
@pytest.mark.parametrize(
    "command",
    [
        *("FLUSHALL", "KEYS *", "CONFIG GET requirepass", "CONFIG SET appendonly no", "SHUTDOWN", "ACL LIST"),
        *("MONITOR", "REPLICAOF NO ONE", "SAVE", "SSUBSCRIBE other", "CLIENT KILL TYPE normal", "MODULE LIST", "SWAPDB 0 1"),
    ],
)
def test_api_and_worker_cannot_harm_the_server(small: Site, role: str, command: str) -> None:
    with as_user(small, role) as client:
        assert refused(client, *command.split())


@pytest.mark.parametrize("command", ["GET intramuros:secret", "SET a b", "SSUBSCRIBE intramuros:news:game:{k3}", "KEYS *", "CONFIG GET *"])
def test_the_monitor_sees_figures_and_no_game(small: Site, command: str) -> None:
    with as_user(small, "monitor") as client:
        assert client.info("memory")["maxmemory"] == 1 << 30
        assert client.ping()
        assert refused(client, *command.split())


def test_the_scaler_measures_queues_and_reads_no_game(small: Site) -> None:
    script = "local kind = redis.call('type', KEYS[1]).ok; return redis.call('llen', KEYS[1])"
    with as_user(small, "scaler") as client:
        client.select(1)
        assert client.eval(script, 1, "rq:queue:ai-cathedral") == 0
        assert refused(client, "LRANGE", "rq:queue:ai-cathedral", "0", "-1")
        assert refused(client, "TYPE", "game:{k3f9}")


def test_the_operator_cannot_empty_or_stop_the_store(small: Site) -> None:
    with as_user(small, "operator") as client:
        assert client.config_get("maxmemory-policy") == {"maxmemory-policy": "noeviction"}
        for command in ("FLUSHALL", "FLUSHDB", "SHUTDOWN", "ACL SETUSER x on", "REPLICAOF NO ONE"):
            assert refused(client, *command.split()), command


def test_secrets_are_made_once_and_only_digests_reach_the_server(tmp_path: Path) -> None:
    made = run(DEPLOY / "make-secrets", tmp_path / "secrets")
    assert made.returncode == 0, made.stdout
    assert (tmp_path / "secrets").stat().st_mode & 0o777 == 0o700
    users = (tmp_path / "secrets" / "users.acl").read_text()
    passwords = [path.read_text() for path in (tmp_path / "secrets").glob("*_password")]
    assert len(set(passwords)) == 7
    assert all(len(password) == 40 and password not in users for password in passwords)
    assert "PASSWORD" not in users
    again = run(DEPLOY / "make-secrets", tmp_path / "secrets")
    assert again.returncode == 1
    assert "already" in again.stdout


def test_every_server_file_bounds_its_memory_and_never_evicts() -> None:
    for path in (DEPLOY / "redis").glob("*.conf"):
        text = path.read_text()
        if "sentinel monitor" in text:
            continue
        if "include" not in text:
            assert "\nmaxmemory 1gb\n" in text, path
            assert "\nmaxmemory-policy noeviction\n" in text, path
            assert "\nprotected-mode yes\n" in text, path


def test_the_commands_of_the_operator_run_as_the_operator(small: Site) -> None:
    _, _, secrets = small
    given = {f"INTRAMUROS_{name}": value for name, value in site.secrets_of("operator", secrets).items()}
    assert run(ours("intramuros"), "reindex", **given).returncode == 0
