"""What the operator may do: freeze, thaw, remove, block; and the audit log that tells of it."""

from collections.abc import Iterator

import orjson
import pytest
import requests

from service import problems
from service.ai.advice import Analysis, save_analysis
from service.game import Game, Seat
from service.parts import Parts
from service.store import audit, blocks, keys
from service.store.audit import Audit, Deed
from service.store.blocks import Blocks
from service.time_control import TimeControl
from tests.service.client import Client, Server
from tests.service.clocked import ADA, BOB, game_of, left, play, seen, standing
from tests.service.conftest import OPERATOR, start, stop

WHY = {"why": "Under investigation."}
BLITZ = TimeControl("fischer", seconds=600, increment=5)


@pytest.fixture(scope="module")
def parts(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Parts]:
    with standing(tmp_path_factory.mktemp("moderation")) as made:
        yield made


# Games


def test_no_clock_runs_in_a_frozen_game_and_it_goes_on_where_it_was(parts: Parts) -> None:
    game = play(parts, game_of(parts, BLITZ), "cathedral@e5n")
    parts.moderation.freeze_game(game.id, "Why not.")
    frozen = seen(parts, game)
    assert frozen.clocks is not None
    assert (frozen.actors, frozen.clocks.earliest, frozen.owed) == ((), None, {})
    with pytest.raises(problems.GameFrozen, match="Why not"):
        play(parts, frozen, "castle@c3n", BOB)
    with pytest.raises(problems.GameFrozen):
        parts.referee.resign(game.id, None, ADA, lambda _: "")
    parts.moderation.thaw_game(game.id)
    thawed = seen(parts, game)
    assert thawed.actors == (1,)
    assert left(thawed, 1) == left(frozen, 1)
    assert play(parts, thawed, "castle@c3n", BOB).turn == game.turn + 1


def test_a_move_that_was_on_its_way_is_refused_too(parts: Parts) -> None:
    game = game_of(parts, None)
    parts.moderation.freeze_game(game.id, "Why not.")
    assert parts.store.remembered.recall(game.id) is not None
    with pytest.raises(problems.GameFrozen):
        play(parts, game, "cathedral@e5n")


def test_an_ai_does_not_move_in_a_frozen_game(parts: Parts) -> None:
    game = game_of(parts, None, seats=(Seat("ai", "random", ai="random"), Seat("player", "Ada", "ada")))
    parts.moderation.freeze_game(game.id, "Why not.")
    assert parts.referee.play_for_ai(game.id, game.turn, 0, "cathedral@e5n") is None
    parts.moderation.thaw_game(game.id)
    assert parts.referee.play_for_ai(game.id, game.turn, 0, "cathedral@e5n") is not None


def test_a_paused_game_is_still_paused_after_a_thaw(parts: Parts) -> None:
    game = game_of(parts, None)
    parts.offers.make(game.id, "pause", None, ADA, lambda _: "")
    parts.offers.reply(game.id, "pause", "accept", None, BOB, lambda _: "")
    parts.moderation.freeze_game(game.id, "Why not.")
    parts.moderation.thaw_game(game.id)
    after = parts.referee.load(game.id)
    assert (after.paused, after.actors) == (True, ())


def test_a_frozen_private_game_does_not_exist_for_a_stranger(parts: Parts) -> None:
    made = parts.referee.create("cathedral", {}, (Seat("player", "Ada", "ada"), Seat("open")), "private", ADA, lambda _: "")
    assert not isinstance(made, str)
    parts.moderation.freeze_game(made.game.id, "Why not.")
    with pytest.raises(problems.NotFound):
        play(parts, made.game, "cathedral@e5n", BOB)


def traces(parts: Parts, game: Game) -> list[str]:
    client = parts.store_client
    indexes = [key for key in client.scan_iter(count=1000) if client.type(key) == "zset" and client.zscore(key, game.id) is not None]
    return indexes + list(client.scan_iter(match=f"game:{{{game.id}}}*"))


def test_a_removed_game_is_nowhere(parts: Parts) -> None:
    game = game_of(parts, BLITZ)
    save_analysis(parts.store_client, game.id, Analysis(total=1))
    assert traces(parts, game)
    parts.moderation.remove_game(game.id)
    assert traces(parts, game) == []
    with pytest.raises(problems.NotFound):
        play(parts, game, "cathedral@e5n")


def owed(parts: Parts, player: str) -> list[str]:
    """The games in which a player owes something, as its inbox tells it."""
    body = parts.inboxes.now(player, 20, lambda _: False).body
    return [item["game"] for item in orjson.loads(body or b"")["items"]]


def test_a_removed_game_is_owed_no_longer_by_whoever_has_heard_of_it(parts: Parts) -> None:
    removed, kept = (game_of(parts, None, seats=(Seat("player", "Eve", "eve"), Seat("player", "Ann", "ann"))) for _ in range(2))
    assert sorted(owed(parts, "eve")) == sorted([removed.id, kept.id])
    parts.moderation.remove_game(removed.id)
    assert owed(parts, "eve") == [kept.id]


@pytest.mark.parametrize("broken", [{"game": "{"}, {"game": "{", "brief": "nothing"}], ids=["its text", "its brief too"])
def test_a_game_that_cannot_be_read_can_be_removed(parts: Parts, broken: dict[str, str]) -> None:
    game = game_of(parts, BLITZ, seats=(Seat("player", "Joe", "joe"), Seat("player", "Sue", "sue")))
    parts.store_client.hset(keys.game_key(game.id), mapping=broken)
    parts.store.load_many([game.id])
    assert parts.moderation.quarantined() == [game.id]
    parts.moderation.remove_game(game.id)
    assert (parts.store.load(game.id), parts.moderation.quarantined(), owed(parts, "joe")) == (None, [], [])
    if "brief" not in broken:
        assert traces(parts, game) == [keys.games_of_player_key("ada")], "its maker, who does not sit there: forgotten when it is listed"


def test_what_can_be_read_again_is_in_quarantine_no_longer(parts: Parts) -> None:
    broken, mended = (game_of(parts, None) for _ in range(2))
    texts = {game.id: parts.store.stored_text(game.id) for game in (broken, mended)}
    for game in texts:
        parts.store_client.hset(keys.game_key(game), "game", "{")
    parts.store_client.sadd(keys.QUARANTINE, "contest nowhere")
    assert parts.store.load_many([*texts]) == []
    parts.store_client.hset(keys.game_key(mended.id), "game", texts[mended.id])
    assert parts.moderation.quarantined() == [broken.id]
    assert parts.store_client.smembers(keys.QUARANTINE) == {broken.id}
    parts.moderation.remove_game(broken.id)


def test_a_finished_game_is_not_frozen_but_removed(parts: Parts) -> None:
    game = game_of(parts, None)
    parts.referee.vacate(game.id, 0)
    with pytest.raises(problems.GameOver):
        parts.moderation.freeze_game(game.id, "Why not.")
    parts.moderation.remove_game(game.id)
    assert parts.store.load(game.id) is None


# Players, over HTTP


@pytest.fixture
def operator(operated: Server) -> Iterator[Client]:
    with Client(operated.url, OPERATOR) as client:
        yield client


@pytest.fixture
def ada(operated: Server) -> Iterator[Client]:
    with Client(operated.url) as client:
        yield client.named("Ada")


def test_a_frozen_player_is_told_so_on_either_way_in_until_it_is_thawed(operator: Client, ada: Client) -> None:
    game = ada.game("cathedral", ["me", "me"])["id"]
    assert operator.request("PUT", f"/v1/operator/players/{ada.id}/freeze", WHY).status_code == 204
    assert ada.play(game, 1, "cathedral@e5n").status_code == 403
    for path in (f"/v1/games/{game}", "/v1/me", "/v1/webhooks"):
        assert ada.get(path).status_code == 403
    said = ada.get("/v1/me").json()
    assert said["type"] == "/docs/problems#frozen"
    assert "Under investigation." in said["detail"]
    assert f"player {ada.id}" in [one["subject"] for one in operator.get("/v1/operator/overview").json()["frozen"]]
    assert operator.request("DELETE", f"/v1/operator/players/{ada.id}/freeze").status_code == 204
    assert ada.play(game, 1, "cathedral@e5n").status_code == 201


def test_a_frozen_game_says_so_to_everybody(operator: Client, ada: Client) -> None:
    game = ada.game("cathedral", ["me", "me"])["id"]
    operator.request("PUT", f"/v1/operator/games/{game}/freeze", WHY)
    assert ada.look(game)["frozen"] == "Under investigation."
    refused = ada.play(game, 1, "cathedral@e5n")
    assert (refused.status_code, refused.json()["type"]) == (409, "/docs/problems#game-frozen")
    assert operator.request("PUT", "/v1/operator/games/nothing/freeze", WHY).status_code == 404
    operator.request("DELETE", f"/v1/operator/games/{game}/freeze")
    assert ada.look(game)["frozen"] is None


def test_a_removed_player_is_nobody(operator: Client, ada: Client) -> None:
    assert operator.request("DELETE", f"/v1/operator/players/{ada.id}?why=spam").status_code == 204
    assert ada.get("/v1/me").status_code == 401
    assert operator.request("DELETE", f"/v1/operator/players/{ada.id}").status_code == 404


def test_only_the_operators_token_opens_any_of_it(operated: Server, ada: Client) -> None:
    with Client(operated.url) as nobody:
        assert nobody.get("/v1/operator/audit").status_code == 401
    assert ada.get("/v1/operator/overview").status_code == 403
    assert ada.request("PUT", "/v1/operator/blocks/192.0.2.7", WHY).status_code == 403


def test_the_audit_log_tells_who_did_what_and_never_with_which_token(operator: Client, ada: Client) -> None:
    operator.request("PUT", f"/v1/operator/players/{ada.id}/freeze", WHY, X_Request_Id="freeze-ada")
    operator.request("DELETE", f"/v1/operator/players/{ada.id}/freeze")
    page = operator.get("/v1/operator/audit?limit=1").json()
    assert [deed["action"] for deed in page["items"]] == ["thaw"]
    (deed,) = operator.get(f"/v1/operator/audit?limit=1&cursor={page['next']}").json()["items"]
    assert (deed["action"], deed["subject"], deed["why"]) == ("freeze", f"player {ada.id}", WHY["why"])
    assert (deed["address"], deed["request"]) == ("127.0.0.1", "freeze-ada")
    assert OPERATOR not in operator.get("/v1/operator/audit").text


def test_the_audit_log_is_bounded(parts: Parts, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(audit, "KEPT", 100)
    log = Audit(parts.store_client)
    for number in range(500):
        log.note(Deed("freeze", f"game {number}", "", "", ""))
    assert parts.store_client.xlen(keys.AUDIT) <= 300
    assert log.read(1)[0][0]["subject"] == "game 499"


# Addresses


def test_a_block_is_over_when_its_time_is(parts: Parts, monkeypatch: pytest.MonkeyPatch) -> None:
    here = Blocks(parts.store_client)
    here.block("192.0.2.7", 60, "spam")
    found = here.of("192.0.2.7")
    assert found is not None
    assert here.of("192.0.2.8") is None
    monkeypatch.setattr(blocks.time, "time", lambda: found.until + 1)
    assert here.of("192.0.2.7") is None
    assert here.listed() == []


def test_another_process_hears_of_a_block_within_its_second(parts: Parts, monkeypatch: pytest.MonkeyPatch) -> None:
    here, there = Blocks(parts.store_client), Blocks(parts.store_client)
    assert there.of("192.0.2.9") is None
    here.block("192.0.2.9", 60, "spam")
    now = blocks.time.monotonic() + blocks.LOOK_EVERY
    monkeypatch.setattr(blocks.time, "monotonic", lambda: now)
    assert there.of("192.0.2.9") is not None
    assert here.lift("192.0.2.9")
    assert here.of("192.0.2.9") is None


def test_so_many_addresses_are_blocked_and_no_more(parts: Parts, monkeypatch: pytest.MonkeyPatch) -> None:
    here = Blocks(parts.store_client)
    monkeypatch.setattr(blocks, "MOST", len(here.listed()) + 1)
    here.block("198.51.100.1", 60, "spam")
    here.block("198.51.100.1", 90, "more spam")
    with pytest.raises(problems.TooMany):
        here.block("198.51.100.2", 60, "spam")


@pytest.fixture(scope="module")
def behind_a_proxy(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    running = start(tmp_path_factory.mktemp("proxied"), OPERATOR_TOKEN=OPERATOR, TRUSTED_PROXIES="1", WEB_PROCESSES="1", WORKERS="1")
    yield running
    stop(running)


def test_a_blocked_address_is_refused_everything_and_others_are_not(behind_a_proxy: Server) -> None:
    url = behind_a_proxy.url

    def asked(path: str, address: str, **headers: str) -> requests.Response:
        return requests.get(f"{url}{path}", headers={"X-Forwarded-For": address, **headers}, timeout=10)

    with Client(url, OPERATOR) as operator:
        assert operator.request("PUT", "/v1/operator/blocks/2001:db8::5:7", WHY | {"seconds": 60}).status_code == 200
        for path in ("/v1/rulesets", "/v1/games/nothing", "/", "/openapi.json", "/metrics"):
            refused = asked(path, "2001:db8::1")
            assert (refused.status_code, refused.json()["type"]) == (403, "/docs/problems#blocked"), path
            assert WHY["why"] in refused.json()["detail"]
        assert asked("/v1/rulesets", "2001:db9::1").status_code == 200
        assert asked("/healthz", "2001:db8::1").status_code == 200
        # who makes up addresses in front of the proxy's is not believed
        assert requests.get(f"{url}/v1/rulesets", headers={"X-Forwarded-For": "192.0.2.1, 2001:db8::1"}, timeout=10).status_code == 403
        assert asked("/v1/operator/blocks", "2001:db8::1", Authorization=f"Bearer {OPERATOR}").status_code == 200
        assert operator.request("DELETE", "/v1/operator/blocks/2001:db8::").status_code == 204
        assert asked("/v1/rulesets", "2001:db8::1").status_code == 200
        assert operator.request("DELETE", "/v1/operator/blocks/2001:db8::").status_code == 404


def test_one_slow_request_a_second_is_noted(parts: Parts) -> None:
    parts.slow.note("GET", "games.GameView", 200, 1.5, "abc")
    parts.slow.note("GET", "games.GameView", 200, 1.5, "in the same second")
    assert [(one["ms"], one["request"]) for one in parts.slow.read()] == [(1500, "abc")]
