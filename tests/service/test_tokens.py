"""A player's tokens: by label, for so much and for so long, each to be taken back alone."""

from collections.abc import Iterator
from dataclasses import replace

import pytest

from service import clock, problems
from service.config import Settings
from service.store import embedded, identifiers, keys, tokens
from service.store.client import connect
from service.store.players import Players
from service.store.tokens import Access, Tokens
from tests.service.client import Client


@pytest.fixture(scope="module")
def url(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with embedded.server(replace(Settings(), data=tmp_path_factory.mktemp("tokens"))) as started:
        yield started


@pytest.fixture
def kept(url: str) -> Tokens:
    return Tokens(connect(url, 4))


@pytest.fixture
def ada(kept: Tokens) -> Access:
    """What Ada may do with the token that came with her."""
    _, text = Players(kept.client).create("Ada")
    return kept.access(text)


def made(kept: Tokens, by: Access, *scopes: str, seconds: int | None = None) -> Access:
    return kept.access(kept.make(by, "bot", scopes, seconds, None)[1])


def pass_time(monkeypatch: pytest.MonkeyPatch, seconds: float) -> None:
    now = tokens.time.time() + seconds
    monkeypatch.setattr(tokens.time, "time", lambda: now)


def test_the_token_that_came_with_the_player_does_everything(kept: Tokens, ada: Access) -> None:
    for scope in tokens.SCOPES:
        ada.check(scope)
    (listed,) = kept.of(ada.player)
    assert (listed.id, listed.expires_at, listed.digest) == ("first", None, ada.token.digest)


def test_no_text_of_a_token_is_stored(kept: Tokens, ada: Access) -> None:
    _, text = kept.make(ada, "bot", ("read",), None, None)
    everything = str(kept.client.hgetall(keys.player_key(ada.player)))
    assert text.split("_", 2)[2] not in everything
    assert identifiers.digest(text) in everything


def test_a_token_limited_in_scope_is_told_what_it_lacks(kept: Tokens, ada: Access) -> None:
    looking = made(kept, ada, "read")
    looking.check("read")
    with pytest.raises(problems.InsufficientScope) as refused:
        looking.check("play")
    assert refused.value.headers["WWW-Authenticate"] == 'Bearer realm="intramuros", error="insufficient_scope", scope="play"'


def test_a_token_gives_no_more_than_it_has(kept: Tokens, ada: Access) -> None:
    steward = made(kept, ada, "account", "read")
    with pytest.raises(problems.InsufficientScope):
        kept.make(steward, "more", ("play",), None, None)
    with pytest.raises(problems.InsufficientScope):
        kept.rotate(steward, "first", 0, None)
    assert made(kept, steward, "read").token.scopes == ("read",)


def test_a_token_gives_none_that_outlives_it(kept: Tokens, ada: Access) -> None:
    brief = made(kept, ada, *tokens.SCOPES, seconds=3600)
    with pytest.raises(problems.Invalid):
        kept.make(brief, "longer", ("read",), 7200, None)
    with pytest.raises(problems.Invalid):
        kept.rotate(brief, "first", 0, None)
    assert made(kept, brief, "read").token.expires_at == brief.token.expires_at


def test_an_expired_token_is_refused_and_listed_no_more(kept: Tokens, ada: Access, monkeypatch: pytest.MonkeyPatch) -> None:
    _, text = kept.make(ada, "for a minute", ("read",), 60, None)
    pass_time(monkeypatch, 59)
    assert kept.access(text).token.label == "for a minute"
    pass_time(monkeypatch, 2)
    with pytest.raises(problems.Unauthorized, match="expired") as refused:
        kept.access(text)
    assert "invalid_token" in refused.value.headers["WWW-Authenticate"]
    assert [token.id for token in kept.of(ada.player)] == ["first"]


def test_a_rotated_token_has_another_text_and_the_same_rights(kept: Tokens, ada: Access) -> None:
    old, text = kept.make(ada, "bot", ("read",), 3600, None)
    new, other = kept.rotate(ada, old.id, 0, None)
    assert (new.id, new.label, new.scopes, new.expires_at) == (old.id, old.label, old.scopes, old.expires_at)
    assert kept.access(other).token.scopes == ("read",)
    with pytest.raises(problems.Unauthorized):
        kept.access(text)


def test_the_old_text_works_as_long_as_was_asked_for(kept: Tokens, ada: Access, monkeypatch: pytest.MonkeyPatch) -> None:
    old, text = kept.make(ada, "bot", ("read",), None, None)
    kept.rotate(ada, old.id, 30, None)
    assert kept.access(text).token.id == old.id
    assert len(kept.of(ada.player)) == 2
    pass_time(monkeypatch, 31)
    with pytest.raises(problems.Unauthorized):
        kept.access(text)


def test_an_overlap_makes_no_token_last_longer(kept: Tokens, ada: Access, monkeypatch: pytest.MonkeyPatch) -> None:
    old, text = kept.make(ada, "bot", ("read",), 60, None)
    kept.rotate(ada, old.id, 86400, None)
    pass_time(monkeypatch, 61)
    with pytest.raises(problems.Unauthorized):
        kept.access(text)


def test_rotating_twice_ends_the_overlap_of_the_first_time(kept: Tokens, ada: Access) -> None:
    old, text = kept.make(ada, "bot", ("read",), None, None)
    kept.rotate(ada, old.id, 3600, None)
    kept.rotate(ada, old.id, 3600, None)
    with pytest.raises(problems.Unauthorized):
        kept.access(text)


def test_the_first_token_can_be_rotated_and_revoked_like_any(kept: Tokens) -> None:
    player, text = Players(kept.client).create("Bob", "a key of sixteen characters", "192.0.2.7")
    _, other = kept.rotate(kept.access(text), "first", 0, None)
    with pytest.raises(problems.Unauthorized):
        kept.access(text)
    with pytest.raises(problems.KeyReused):  # a repeated request must not be told a token that is good no more
        Players(kept.client).create("Bob", "a key of sixteen characters", "192.0.2.7")
    kept.revoke(player.id, "first")
    with pytest.raises(problems.Unauthorized):
        kept.access(other)
    assert Players(kept.client).find(player.id) is not None


def test_the_same_key_gives_the_same_token_again(kept: Tokens, ada: Access) -> None:
    first, again = (kept.make(ada, "bot", ("read",), None, "my key") for _ in range(2))
    assert first == again
    with pytest.raises(problems.KeyReused):
        kept.make(ada, "another bot", ("read",), None, "my key")
    turned, once_more = (kept.rotate(ada, first[0].id, 0, "my other key") for _ in range(2))
    assert turned == once_more
    assert turned[1] != first[1]


def test_a_player_has_so_many_tokens_and_no_more(kept: Tokens, ada: Access) -> None:
    for _ in range(tokens.MOST - 1):
        kept.make(ada, "bot", ("read",), None, None)
    with pytest.raises(problems.TooMany):
        kept.make(ada, "bot", ("read",), None, None)
    kept.revoke(ada.player, kept.of(ada.player)[-1].id)
    kept.make(ada, "bot", ("read",), None, None)


def test_a_stored_token_reads_back() -> None:
    token = tokens.Token("k3f9", "bot", ("read",), clock.stamp(), "d1", clock.stamp(), replaced=True)
    assert tokens.load(tokens.dump(token)) == token


# Over HTTP


def test_a_revoked_token_is_refused_by_every_process_once_it_is_acknowledged(server_ada: Client) -> None:
    for _ in range(3):
        made = server_ada.post("/v1/me/tokens", {"label": "bot", "scopes": ["read", "play"]}).json()
        bots = [Client(server_ada.url, made["token"]) for _ in range(6)]
        assert {bot.get("/v1/me/turns").status_code for bot in bots} == {200}
        assert server_ada.request("DELETE", f"/v1/me/tokens/{made['id']}").status_code == 204
        assert {bot.post("/v1/commitments", None).status_code for bot in bots} == {401}
        assert {bot.get("/v1/me/turns").status_code for bot in bots} == {401}
        for bot in bots:
            bot.session.close()


def test_a_token_without_a_scope_is_refused_on_either_way_in(server_ada: Client) -> None:
    game = server_ada.game("cathedral", ["me", "me"])["id"]
    made = server_ada.post("/v1/me/tokens", {"label": "scoreboard", "scopes": ["read"]}).json()
    with Client(server_ada.url, made["token"]) as board:
        assert board.look(game)["you"]["seats"] == [0, 1]
        refused = board.play(game, 1, "cathedral@e5n")
        assert (refused.status_code, refused.json()["type"]) == (403, "/docs/problems#insufficient-scope")
        assert 'error="insufficient_scope", scope="play"' in refused.headers["WWW-Authenticate"]
        assert board.post("/v1/games", {"ruleset": "cathedral", "seats": ["me", "open"]}).status_code == 403
        assert board.get("/v1/webhooks").status_code == 403
        assert board.get("/v1/me/tokens").status_code == 403
        assert board.get("/v1/rulesets").status_code == 200
    player = server_ada.post("/v1/me/tokens", {"label": "hand", "scopes": ["play"]}).json()
    with Client(server_ada.url, player["token"]) as hand:
        assert hand.play(game, 1, "cathedral@e5n").status_code == 201
        assert hand.get(f"/v1/games/{game}").status_code == 403


@pytest.fixture
def server_ada(server: object, request: pytest.FixtureRequest) -> Iterator[Client]:
    with Client(request.getfixturevalue("server").url) as client:
        yield client.named("Ada")
