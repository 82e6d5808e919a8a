"""Nobody starves: whatever one caller asks for, it has a bound, and another one's poll or turn stays near what it was."""

import base64
import json
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace

import pytest
from flask import Flask
from flask.testing import FlaskClient

from service import logs, metrics, problems
from service.config import Settings
from service.game import Game, Seat
from service.games.referee import Asked
from service.games.stream import stream
from service.parts import Parts
from service.store import commits, embedded, kept_answers, keys, queues, rate_limits, refused_callers
from service.store.queues import LAST, LATER
from service.store.watches import game_topic
from service.web import json_body
from service.web.app import create_app
from service.webhooks import deliveries, messengers, receivers
from service.webhooks.deliveries import Delivery
from service.webhooks.receivers import Place, Receivers
from service.webhooks.registration import Webhook
from service.worker import jobs
from tests.service.processes import until

SMALL = {"new_players": 3, "new_games": 20, "running_games": 4, "hints": 2, "analyses": 1, "rate_all": 0, "waits": 3, "metrics": False}


@pytest.fixture(scope="module")
def settings(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Settings]:
    given = replace(Settings(), data=tmp_path_factory.mktemp("fair"), **SMALL)
    with embedded.server(given) as url:
        yield replace(given, store_url=url, queue_url=url)


@pytest.fixture
def app(settings: Settings) -> Flask:
    made = create_app(settings)
    here: Parts = made.extensions["intramuros"]
    here.store_client.flushdb()
    return made


@pytest.fixture
def parts(app: Flask) -> Parts:
    found: Parts = app.extensions["intramuros"]
    return found


class Caller:
    """A player with a token, calling in this process."""

    def __init__(self, app: Flask, name: str) -> None:
        here: Parts = app.extensions["intramuros"]
        player, token = here.players.create(name)
        self.id, self.headers = player.id, {"Authorization": f"Bearer {token}"}
        self.client: FlaskClient = app.test_client()

    def post(self, path: str, body: object = None) -> int:
        return self.client.post(path, json=body, headers=self.headers).status_code


@pytest.fixture
def ada(app: Flask) -> Caller:
    return Caller(app, "Ada")


def begun(parts: Parts, creator: str, *seats: Seat, origin: str = "") -> Game:
    made = parts.referee.create("cathedral", {}, seats, "listed", Asked(creator), lambda _: "", origin=origin)
    assert not isinstance(made, str)
    return made.game


PERSON, AI = Seat("player", "Ada", "ada"), Seat("ai", "hard", ai="hard")


class TestBodies:
    def test_a_body_of_many_members_one_of_them_twice_takes_linear_time(self) -> None:
        names = [f'"m{number}":1' for number in range(7400)]
        body = ("{" + ",".join([*names, names[-1]]) + "}").encode()
        assert len(body) < 80_000
        with pytest.raises(problems.Invalid, match="'m7399' stands twice"):
            json_body.read(body)
        spent = []
        for _ in range(5):
            before = time.process_time()
            with pytest.raises(problems.Invalid):
                json_body.read(body)
            spent.append(time.process_time() - before)
        assert min(spent) < 0.05, "a tenth of a second and more when members are counted one by one"

    def test_a_body_counts_as_a_request_for_every_thousand_bytes(self, settings: Settings) -> None:
        client = create_app(replace(settings, rate_address=100)).test_client()
        large = {f"m{number}": 1 for number in range(5000)}
        sent = [client.post("/v1/players", json=large) for _ in range(3)]
        assert [answer.status_code for answer in sent] == [422, 422, 429]
        assert sent[-1].headers["RateLimit-Policy"] == '"address";q=100;w=60'
        small = [client.get("/v1/rulesets", environ_overrides={"REMOTE_ADDR": "192.0.2.9"}).status_code for _ in range(50)]
        assert small == [200] * 50

    def test_errors_beyond_a_few_are_counted_and_not_listed(self, app: Flask, ada: Caller) -> None:
        body = {"ruleset": "cathedral", "seats": ["me"], **{f"m{number}": 1 for number in range(5000)}}
        answer = ada.client.post("/v1/games", json=body, headers=ada.headers)
        said = json.loads(answer.data)
        assert (answer.status_code, len(said["errors"]), said["error_count"]) == (422, problems.LISTED, 5000)
        assert len(answer.data) < 10_000

    def test_a_few_errors_are_all_listed_and_not_counted(self, ada: Caller) -> None:
        answer = ada.client.post("/v1/games", json={"ruleset": "cathedral", "seats": ["me"], "a": 1, "b": 2}, headers=ada.headers)
        said = json.loads(answer.data)
        assert (len(said["errors"]), "error_count" in said) == (2, False)


class TestNewThings:
    def test_an_address_makes_so_many_players_an_hour(self, app: Flask) -> None:
        client = app.test_client()
        made = [client.post("/v1/players", json={"name": "Eve"}) for _ in range(5)]
        assert [answer.status_code for answer in made] == [201, 201, 201, 429, 429]
        assert made[-1].headers["RateLimit-Policy"] == '"players";q=3;w=3600'
        assert 1 <= int(made[-1].headers["Retry-After"]) <= 1200
        other = app.test_client().post("/v1/players", json={"name": "Bob"}, environ_overrides={"REMOTE_ADDR": "192.0.2.7"})
        assert other.status_code == 201

    def test_an_address_makes_so_many_games_an_hour_whatever_its_tokens(self, app: Flask, parts: Parts) -> None:
        callers = [Caller(app, f"Ada {number}") for number in range(7)]
        game = {"ruleset": "cathedral", "seats": ["me", "me"]}
        made = [caller.post("/v1/games", game) for caller in callers for _ in range(3)]
        assert made == [201] * 20 + [429]

    def test_a_player_has_so_many_games_going_and_those_that_ended_do_not_count(self, ada: Caller, parts: Parts) -> None:
        game = {"ruleset": "cathedral", "seats": ["me", "me"]}
        first = json.loads(ada.client.post("/v1/games", json=game, headers=ada.headers).data)["id"]
        assert [ada.post("/v1/games", game) for _ in range(4)] == [201, 201, 201, 429]
        assert ada.post(f"/v1/games/{first}/resignation", {"seat": 0}) == 201
        assert [ada.post("/v1/games", game) for _ in range(2)] == [201, 429]

    def test_who_has_too_many_games_is_told_of_what(self, ada: Caller) -> None:
        game = {"ruleset": "cathedral", "seats": ["me", "me"]}
        before = metrics.HELD_BACK.labels("games")._value.get()
        answers = [ada.client.post("/v1/games", json=game, headers=ada.headers) for _ in range(5)]
        assert [answer.status_code for answer in answers] == [201] * 4 + [429]
        assert answers[-1].headers["RateLimit-Policy"] == '"games";q=4'
        assert metrics.HELD_BACK.labels("games")._value.get() == before + 1

    def test_a_rematch_and_a_seek_count_as_games_of_ones_making(self, ada: Caller, parts: Parts) -> None:
        seat = Seat("player", "Ada", ada.id)
        played = [begun(parts, ada.id, seat, seat) for _ in range(6)]
        for game in played:
            parts.referee.resign(game.id, 0, Asked(ada.id), lambda _: "")
        assert [ada.post(f"/v1/games/{game.id}/rematch") for game in played[:2]] == [201, 201]
        seek = {"ruleset": "cathedral", "rated": False, "ai": {"name": "easy", "after": 0}}
        found = [json.loads(ada.client.post("/v1/seeks", json=seek, headers=ada.headers).data) for _ in range(2)]
        assert [one["status"] for one in found] == ["matched"] * 2
        assert [ada.post("/v1/seeks", seek), ada.post(f"/v1/games/{played[3].id}/rematch")] == [429, 429]
        assert ada.post(f"/v1/games/{found[0]['game']}/abort") == 201
        assert ada.post(f"/v1/games/{played[3].id}/rematch") == 201

    def test_games_of_contests_are_not_counted(self, ada: Caller, parts: Parts) -> None:
        ais = ["me", *[{"ai": "easy", "name": f"Easy {number}"} for number in range(6)]]
        body = {"name": "Cup", "ruleset": "cathedral", "entrants": ais, "start": "now"}
        assert ada.post("/v1/tournaments", body) == 201
        assert len(parts.store_client.zrange(keys.games_of_player_key(ada.id), 0, -1)) > 0
        game = {"ruleset": "cathedral", "seats": ["me", "me"]}
        assert [ada.post("/v1/games", game) for _ in range(5)] == [201] * 4 + [429]
        assert ada.post("/v1/series", {"ruleset": "cathedral", "seats": ["me", {"ai": "easy"}], "games": 2}) == 201, "nor held back"

    def test_many_requests_at_once_make_no_more_games_than_one_may_have(self, app: Flask, settings: Settings) -> None:
        eve, game = Caller(app, "Eve"), {"ruleset": "cathedral", "seats": ["me", "me"]}
        with ThreadPoolExecutor(8) as crowd:
            answers = list(crowd.map(lambda _: app.test_client().post("/v1/games", json=game, headers=eve.headers).status_code, range(12)))
        assert sorted(answers) == [201] * 4 + [429] * 8

    def test_a_large_bound_holds_too(self, settings: Settings) -> None:
        app = create_app(replace(settings, running_games=2100))
        here: Parts = app.extensions["intramuros"]
        here.store_client.flushdb()
        eve = Caller(app, "Eve")
        seat = Seat("player", "Eve", eve.id)
        running = begun(here, eve.id, seat, seat)
        for number in range(2100):
            here.quotas.take("games", eve.id, f"{number}", seconds=1000)
        here.store.summaries = lambda ids: [here.store.summary(running.id)] * len(ids)  # type: ignore[method-assign]
        assert eve.post("/v1/games", {"ruleset": "cathedral", "seats": ["me", "me"]}) == 429

    def test_a_player_invites_another_so_often_without_an_answer(self, settings: Settings) -> None:
        app = create_app(replace(settings, running_games=0, invitations=3))
        eve, bob, ann = (Caller(app, name) for name in ("Eve", "Bob", "Ann"))
        invited = {"ruleset": "cathedral", "seats": ["me", {"player": bob.id}], "visibility": "private"}
        answers = [eve.client.post("/v1/games", json=invited, headers=eve.headers) for _ in range(5)]
        assert [answer.status_code for answer in answers] == [201] * 3 + [429] * 2
        assert answers[-1].headers["RateLimit-Policy"] == '"invitations";q=3'
        listed = json.loads(bob.client.get("/v1/games?player=me", headers=bob.headers).data)["items"]
        assert len(listed) == 3
        assert eve.post("/v1/games", {**invited, "seats": ["me", {"player": ann.id}]}) == 201, "somebody else is not bothered yet"
        assert bob.post(f"/v1/games/{listed[0]['id']}/seats/decline") == 200
        assert bob.post(f"/v1/games/{listed[1]['id']}/seats", {}) == 201
        assert [eve.post("/v1/games", invited) for _ in range(3)] == [201, 201, 429]

    def test_an_address_has_a_ceiling_for_all_its_tokens(self, settings: Settings) -> None:
        app = create_app(replace(settings, rate_all=12))
        callers = [Caller(app, f"Bob {number}") for number in range(4)]
        game = begun(app.extensions["intramuros"], callers[0].id, *[Seat("player", "Bob", callers[0].id)] * 2).id
        polled = [caller.client.get("/v1/me/turns", headers=caller.headers) for _ in range(4) for caller in callers]
        assert [answer.status_code for answer in polled] == [200] * 2 + [429] * 14, "a sixth of a minute's worth at once"
        assert polled[-1].headers["RateLimit-Policy"] == '"address-all";q=2;w=10'
        assert callers[0].post(f"/v1/games/{game}/moves", {"turn": 1, "move": "cathedral@e5n"}) == 201, "a legal move is never refused"


class TestRefusals:
    def test_who_goes_on_asking_is_refused_at_a_steady_pace(self, monkeypatch: pytest.MonkeyPatch) -> None:
        now = [1000.0]
        monkeypatch.setattr(rate_limits.time, "monotonic", lambda: now[0])
        told = rate_limits.Refusals()
        assert [round(told.pause(), 3) for _ in range(4)] == [0.0, 0.05, 0.1, 0.15]
        assert max(told.pause() for _ in range(1000)) == pytest.approx(rate_limits.REFUSAL_LATEST)
        now[0] += 60
        assert told.pause() == 0.0, "who has waited is told at once again"

    @pytest.mark.parametrize(
        ("path", "kind", "most"), [("/healthz", "probes", 100), ("/readyz", "probes", 100), ("/static/x", "files", 1000)]
    )
    def test_what_is_counted_apart_has_a_bound_too_and_takes_nothing_from_the_rest(
        self, settings: Settings, path: str, kind: str, most: int, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        app, now = create_app(replace(settings, rate_address=3)), [1000.0]
        monkeypatch.setattr(rate_limits.time, "monotonic", lambda: now[0])
        here: Parts = app.extensions["intramuros"]
        for _ in range(most - 1):
            getattr(here, kind).spend("127.0.0.1")
        client = app.test_client()
        asked = [client.get(path) for _ in range(2)]
        assert asked[0].status_code != 429
        assert (asked[1].status_code, asked[1].headers["RateLimit-Policy"]) == (429, f'"{kind}";q={most};w=10')
        assert client.get("/v1/rulesets").status_code == 200, "it is counted apart"
        assert client.get(path, environ_overrides={"REMOTE_ADDR": "192.0.2.7"}).status_code != 429, "somebody else's are not held back"
        now[0] += 10 / most
        assert client.get(path).status_code != 429

    def test_probes_are_answered_though_redis_cannot_be_asked(self) -> None:
        client = create_app(Settings(store_url="redis://127.0.0.1:1", queue_url="redis://127.0.0.1:1", metrics=False)).test_client()
        assert {client.get("/healthz").status_code for _ in range(100)} == {200}

    def test_without_a_token_too_many_moves_are_refused_unread(self, settings: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
        read: list[bytes] = []
        monkeypatch.setattr(json_body, "read", lambda data: read.append(data))
        app = create_app(replace(settings, rate_address=2))
        app.extensions["intramuros"].store_client.flushdb()  # what others of this address have spent
        client = app.test_client()
        sent = [client.post("/v1/games/nosuchgame12/moves", json={}).status_code for _ in range(5)]
        assert (sent[2:], len(read)) == ([429] * 3, 2)


class TestWhomToBlock:
    def test_the_operator_sees_who_was_refused_most(self, settings: Settings) -> None:
        app = create_app(replace(settings, rate_address=2, operator_token="operator"))
        here: Parts = app.extensions["intramuros"]
        here.store_client.flushdb()
        eve = Caller(app, "Eve")
        for _ in range(6):
            app.test_client().get("/v1/rulesets", environ_overrides={"REMOTE_ADDR": "192.0.2.7"})
            eve.client.post("/v1/games", json={"ruleset": "cathedral", "seats": ["me", "me"]}, headers=eve.headers)
        headers = {"Authorization": "Bearer operator"}
        refused = json.loads(app.test_client().get("/v1/operator/overview", headers=headers).data)["refused"]
        counts = {one["caller"]: one["count"] for one in refused}
        assert counts == {"address 192.0.2.7": 4, "address 127.0.0.1": 2, f"player {eve.id}": 2}
        assert refused[0]["caller"] == "address 192.0.2.7"

    def test_what_is_kept_of_them_is_bounded(self, parts: Parts) -> None:
        for number in range(2 * refused_callers.KEPT):
            parts.refused.note(f"address {number}")
            parts.refused.write() if number % 100 == 0 else None
        parts.refused.write()
        (key,) = parts.store_client.scan_iter("intramuros:refused:*", count=1000)
        assert parts.store_client.zcard(key) <= refused_callers.KEPT
        assert len(parts.refused.read()) == refused_callers.LISTED

    def test_too_many_of_something_is_counted_too(self, ada: Caller) -> None:
        before = metrics.HELD_BACK.labels("too-many")._value.get()
        seek = {"ruleset": "cathedral"}
        assert [ada.post("/v1/seeks", seek), ada.post("/v1/seeks", seek)] == [201, 409]
        assert metrics.HELD_BACK.labels("too-many")._value.get() == before + 1

    def test_a_refusals_line_has_the_address(self, app: Flask, caplog: pytest.LogCaptureFixture) -> None:
        caplog.set_level("INFO", "intramuros.request")
        for path in ("/v1/me", "/v1/rulesets"):
            app.test_client().get(path, environ_overrides={"REMOTE_ADDR": "192.0.2.7"})
        told = {record.getMessage(): getattr(record, "address", None) for record in caplog.records}
        assert told == {"GET /v1/me 401": "192.0.2.7", "GET /v1/rulesets 200": None}


class TestTurns:
    def where(self, parts: Parts, game: Game, seat: int = 0) -> str:
        """How far back the turn stands."""
        job = f"think-{game.id}-{game.turn}-{seat}"
        places = [place for place in ("", LATER, LAST) if parts.queue_client.lpos(f"rq:queue:ai-cathedral{place}", job) is not None]
        assert len(places) == 1
        return places[0]

    def test_another_players_turn_stands_before_most_of_somebodys_many(self, parts: Parts) -> None:
        many = [begun(parts, "eve", AI, PERSON) for _ in range(20)]
        other = begun(parts, "bob", AI, PERSON)
        places = [self.where(parts, game) for game in many]
        assert places == [""] * queues.FEW + [LATER] * (queues.MANY - queues.FEW) + [LAST] * 4
        assert self.where(parts, other) == ""

    def test_games_of_ais_alone_stand_behind_those_that_a_person_waits_for(self, parts: Parts) -> None:
        alone = [begun(parts, "eve", AI, AI) for _ in range(150)]
        assert {self.where(parts, game) for game in alone} == {LATER, LAST}
        assert self.where(parts, begun(parts, "bob", AI, AI)) == LATER
        assert [self.where(parts, game) for game in alone].count(LATER) == queues.FEW // 2
        assert self.where(parts, begun(parts, "bob", AI, PERSON)) == ""

    def test_a_turn_that_was_taken_counts_no_longer(self, parts: Parts) -> None:
        first = [begun(parts, "eve", AI, PERSON) for _ in range(queues.FEW)]
        for game in first:
            parts.thinking.taken(game, game.turn, 0)
        assert self.where(parts, begun(parts, "eve", AI, PERSON)) == ""

    def test_many_players_of_one_address_have_the_share_of_two(self, parts: Parts) -> None:
        many = [begun(parts, f"eve {number}", AI, PERSON, origin="there") for number in range(25)]
        assert [self.where(parts, game) for game in many].count("") == 2 * queues.FEW
        assert self.where(parts, begun(parts, "bob", AI, PERSON, origin="elsewhere")) == ""

    def test_a_turn_that_takes_long_counts_as_several(self, parts: Parts) -> None:
        expert = Seat("ai", "expert", ai="expert")
        games = [begun(parts, "eve", expert, PERSON) for _ in range(3)]
        assert [self.where(parts, game) for game in games] == ["", LATER, LATER]
        for game in games:
            parts.thinking.taken(game, game.turn, 0)
        assert parts.quotas.held("turns", "eve") == []

    def test_a_turn_counts_while_it_is_thought_about(self, parts: Parts, monkeypatch: pytest.MonkeyPatch) -> None:
        game, held = begun(parts, "eve", AI, PERSON), []
        monkeypatch.setattr(jobs, "decide", lambda *_: held.extend(parts.quotas.held("turns", "eve")) or "cathedral@e5n")
        jobs.think(parts, game.id, game.turn, 0)
        assert (held, parts.quotas.held("turns", "eve")) == ([f"{game.id}-1-0"], [])

    def test_where_a_game_was_made_is_kept_while_it_is_played_and_told_nobody(self, parts: Parts, ada: Caller) -> None:
        made = json.loads(ada.client.post("/v1/games", json={"ruleset": "cathedral", "seats": ["me", "me"]}, headers=ada.headers).data)
        origin = parts.referee.load(made["id"]).origin
        assert len(origin) == 20
        assert ada.post(f"/v1/games/{made['id']}/resignation", {"seat": 0}) == 201
        reads = [ada.client.get(f"/v1/games/{made['id']}{path}", headers=ada.headers) for path in ("", "/moves", "/export")]
        mine = ada.client.get("/v1/me/export", headers=ada.headers)
        assert {read.status_code for read in (*reads, mine)} == {200}
        assert not any(origin.encode() in read.data for read in (*reads, mine))
        assert parts.referee.load(made["id"]).origin == ""

    def test_what_waits_behind_refuses_nobody_a_new_game(self, settings: Settings) -> None:
        here: Parts = create_app(replace(settings, max_queue=6)).extensions["intramuros"]
        here.store_client.flushdb()
        for _ in range(40):
            begun(here, "eve", AI, AI)
            begun(here, "eve", AI, PERSON)
        assert not here.thinking.is_full("cathedral", {"hard"})
        for number in range(2):
            begun(here, f"bob {number}", AI, PERSON)
        assert here.thinking.is_full("cathedral", {"hard"}), "six people's turns are in front"

    def test_a_tournament_is_refused_like_a_game_while_people_wait_for_its_ais(self, settings: Settings) -> None:
        app = create_app(replace(settings, max_queue=2))
        app.extensions["intramuros"].store_client.flushdb()
        for number in range(2):
            begun(app.extensions["intramuros"], f"bob {number}", AI, PERSON)
        ais = [{"ai": "hard"}, {"ai": "easy"}]
        assert Caller(app, "Eve").post("/v1/tournaments", {"name": "x", "ruleset": "cathedral", "entrants": ais, "start": "now"}) == 503

    def test_hints_wait_in_a_queue_of_their_own_and_are_not_counted_as_turns(self, parts: Parts) -> None:
        before = parts.thinking.waiting(["cathedral"], "hard")
        game = begun(parts, "ada", PERSON, PERSON)
        parts.thinking.hint(game, 0)
        assert parts.queue_client.llen(f"rq:queue:{queues.HINTS}") == 1
        assert parts.thinking.waiting(["cathedral"], "hard") == before

    def test_a_player_has_so_many_hints_thought_about_at_once(self, parts: Parts, ada: Caller) -> None:
        seat = Seat("player", "Ada", ada.id)
        games = [begun(parts, ada.id, seat, seat) for _ in range(4)]
        asked = [ada.post(f"/v1/games/{game.id}/hints", {"seat": 0}) for game in games]
        assert asked == [202, 202, 429, 429]
        refused = ada.client.post(f"/v1/games/{games[3].id}/hints", json={"seat": 0}, headers=ada.headers)
        assert refused.headers["RateLimit-Policy"] == '"hints";q=2', "it says what there is too much of, not how many requests are left"
        assert ada.post(f"/v1/games/{games[0].id}/hints", {"seat": 0}) == 202, "one that is thought about already may be asked for again"


class TestAdvice:
    def test_a_hint_that_nobody_needs_any_more_gives_its_place_back(self, parts: Parts, ada: Caller) -> None:
        seat = Seat("player", "Ada", ada.id)
        games = [begun(parts, ada.id, seat, seat) for _ in range(3)]
        assert [ada.post(f"/v1/games/{game.id}/hints", {"seat": 0}) for game in games] == [202, 202, 429]
        assert ada.post(f"/v1/games/{games[0].id}/moves", {"turn": 1, "move": "cathedral@e5n", "seat": 0}) == 201
        jobs.hint(parts, games[0].id, 1, 0)
        assert ada.post(f"/v1/games/{games[2].id}/hints", {"seat": 0}) == 202

    def test_a_hint_or_an_analysis_that_fails_gives_its_place_back(
        self, parts: Parts, ada: Caller, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        seat = Seat("player", "Ada", ada.id)
        game = begun(parts, ada.id, seat, seat)
        monkeypatch.setattr(jobs.advice, "hint_moves", lambda *_, **__: 1 / 0)
        monkeypatch.setattr(jobs.advice, "annotated", lambda *_, **__: 1 / 0)
        assert ada.post(f"/v1/games/{game.id}/hints", {"seat": 0}) == 202
        with pytest.raises(ZeroDivisionError):
            jobs.hint(parts, game.id, 1, 0)
        assert ada.post(f"/v1/games/{game.id}/resignation", {"seat": 0}) == 201
        assert ada.post(f"/v1/games/{game.id}/analysis") == 202
        with pytest.raises(ZeroDivisionError):
            jobs.analyse(parts, game.id, 0)
        assert (parts.quotas.held("hints", ada.id), parts.quotas.held("analyses", ada.id)) == ([], [])


class TestDraws:
    def offered(self, app: Flask, ada: Caller, count: int) -> tuple[list[Game], list[int]]:
        """Games with an AI, and how a draw offered in each was answered."""
        here: Parts = app.extensions["intramuros"]
        games = [begun(here, ada.id, Seat("player", "Ada", ada.id), AI) for _ in range(count)]
        return games, [ada.post(f"/v1/games/{game.id}/offers", {"kind": "draw"}) for game in games]

    def test_draws_are_thought_about_beside_the_turns_and_only_so_many_at_once(self, app: Flask, parts: Parts, ada: Caller) -> None:
        games, answers = self.offered(app, ada, 5)
        assert answers == [201, 201, 201, 429, 429]
        assert parts.queue_client.llen(f"rq:queue:{queues.HINTS}") == 3
        assert parts.queue_client.llen("rq:queue:ai-cathedral") == 0
        refused = ada.client.post(f"/v1/games/{games[4].id}/offers", json={"kind": "draw"}, headers=ada.headers)
        assert refused.headers["RateLimit-Policy"] == '"draws";q=3'
        jobs.draw(parts, games[0].id, games[0].turn, 1, ada.id)
        assert ada.post(f"/v1/games/{games[4].id}/offers", {"kind": "draw"}) == 201, "one of them is answered"

    def test_a_draw_that_was_withdrawn_is_not_offered_again_in_the_turn(self, app: Flask, ada: Caller) -> None:
        (game,), _ = self.offered(app, ada, 1)
        assert ada.post(f"/v1/games/{game.id}/offers/draw", {"answer": "withdraw"}) == 200
        assert ada.post(f"/v1/games/{game.id}/offers", {"kind": "draw"}) == 409

    def test_nobody_thinks_about_an_offer_that_is_gone(
        self, app: Flask, parts: Parts, ada: Caller, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(jobs.draws, "is_level", lambda *_: pytest.fail("it thinks"))
        (game,), _ = self.offered(app, ada, 1)
        ada.post(f"/v1/games/{game.id}/offers/draw", {"answer": "withdraw"})
        jobs.draw(parts, game.id, game.turn, 1, ada.id)
        assert parts.quotas.held("draws", ada.id) == []


class TestWaits:
    def test_the_oldest_wait_of_a_player_makes_room_and_nobody_elses(self, parts: Parts) -> None:
        game = begun(parts, "ada", PERSON, PERSON).id
        tag = parts.snapshots.sight(game, "ada", 0).tag

        def wait(who: str) -> str:
            parts.snapshots.awaited(game, "ada", 0, 20, tag.__eq__, (f"player {who}",))
            return who

        def waiting() -> int:
            return sum(len(each) for each in parts.news._waiting.values())

        with ThreadPoolExecutor(8) as crowd:
            other = crowd.submit(wait, "bob")
            until(lambda: waiting() == 1)
            mine = []
            for number in range(3):
                mine.append(crowd.submit(wait, "ada"))
                until(lambda number=number: waiting() == 2 + number)
            mine.append(crowd.submit(wait, "ada"))
            assert mine[0].result(5) == "ada"
            assert not any(each.done() for each in (*mine[1:], other))
            with parts.news._lock:
                watches = list(parts.news._topics[game_topic(game)].watches)
            for watch in watches:
                watch.dismiss()
        assert parts.news._waiting == {}

    def test_streams_take_places_like_long_polls_and_the_oldest_ends(self, parts: Parts) -> None:
        game = begun(parts, "ada", PERSON, PERSON).id
        seen, ended = parts.snapshots.sight(game, "ada", 0), []

        def listen(number: int) -> None:
            for _ in stream(parts.snapshots, seen, "ada", 0, str(seen.revision), ("player ada",)):
                pass
            ended.append(number)

        with ThreadPoolExecutor(8) as crowd:
            for number in range(3):
                crowd.submit(listen, number)
                until(lambda number=number: len(parts.news._waiting.get("player ada", ())) == 1 + number)
            crowd.submit(listen, 3)
            until(lambda: ended == [0])
            assert len(parts.news._waiting["player ada"]) == 3
            parts.news.drain()
        assert sorted(ended) == [0, 1, 2, 3]


class TestReceivers:
    def enter(self, known: Receivers, url: str, player: str, origin: str = "") -> Place | float:
        webhook = Webhook("id", player, f"https://{url}/", "", "", origin=origin)
        return known.enter(receivers.receiver_of(webhook.url), receivers.sharing(webhook))

    def test_one_receiver_has_few_messengers_and_so_has_one_player(self) -> None:
        known = Receivers()
        first, second, third = (self.enter(known, "slow.example", "eve") for _ in range(3))
        assert isinstance(first, Place)
        assert isinstance(second, Place)
        assert third == 1.0
        assert self.enter(known, "other.example", "eve") == 1.0
        assert isinstance(self.enter(known, "other.example", "bob"), Place)
        known.leave(first, answered=True)
        assert isinstance(self.enter(known, "other.example", "eve"), Place)

    def test_many_players_of_one_address_have_few_messengers(self) -> None:
        known = Receivers()
        places = [self.enter(known, f"slow{number}.example", f"eve {number}", "there") for number in range(5)]
        assert [isinstance(place, Place) for place in places] == [True, True, False, False, False]
        assert isinstance(self.enter(known, "fine.example", "bob", "elsewhere"), Place)

    def test_receivers_at_one_ip_address_have_few_messengers(self) -> None:
        known = Receivers()
        for number in range(8):
            place = self.enter(known, f"slow{number}.example", f"eve {number}")
            assert isinstance(place, Place)
            known.leave(place, answered=True, address="192.0.2.7")
        places = [self.enter(known, f"slow{number}.example", f"eve {number}") for number in range(8)]
        assert [isinstance(place, Place) for place in places] == [True] * 4 + [False] * 4

    def test_two_messengers_are_kept_for_receivers_that_answered_last(self) -> None:
        known = Receivers()
        place = self.enter(known, "fine.example", "bob")
        assert isinstance(place, Place)
        known.leave(place, answered=True)
        places = [self.enter(known, f"deaf{number}.example", f"eve {number}") for number in range(10)]
        assert sum(isinstance(place, Place) for place in places) == messengers.AT_ONCE - 2
        assert isinstance(self.enter(known, "fine.example", "bob"), Place)

    def test_a_receiver_that_fails_is_left_alone_until_one_notice_tries_again(self, monkeypatch: pytest.MonkeyPatch) -> None:
        known, now = Receivers(), [1000.0]
        monkeypatch.setattr(receivers.time, "monotonic", lambda: now[0])
        for _ in range(receivers.FAILURES):
            place = self.enter(known, "dead.example", "eve")
            assert isinstance(place, Place)
            known.leave(place, answered=False)
        assert self.enter(known, "dead.example", "eve") == receivers.REST
        assert isinstance(self.enter(known, "alive.example", "eve"), Place)
        now[0] += receivers.REST
        tries = self.enter(known, "dead.example", "bob")
        assert isinstance(tries, Place)
        assert self.enter(known, "dead.example", "ann") == receivers.REST, "only one tries"
        known.leave(tries, answered=True)
        assert isinstance(self.enter(known, "dead.example", "ann"), Place)

    def test_one_players_many_notices_are_queued_a_few_at_a_time(self, parts: Parts) -> None:
        many = [Delivery(f"eve {number}", "eve", "w", "test", "", {}) for number in range(300)]
        other = Delivery("bob", "bob", "w", "test", "", {})
        parts.store_client.zadd(keys.DELIVERIES, {one.text(): 1.0 for one in many} | {other.text(): 2.0})
        parts.deliveries.sweep()
        queued = [json.loads(job.args[0])["player"] for job in queues.queue(queues.WEBHOOKS, parts.queue_client).jobs]
        assert (queued.count("eve"), queued.count("bob")) == (deliveries.A_SWEEP, 1)
        assert parts.store_client.zcard(keys.DELIVERIES) == 301, "nothing is lost"

    def test_a_notice_without_room_comes_back_soon(self, parts: Parts, monkeypatch: pytest.MonkeyPatch) -> None:
        text = Delivery("eve", "eve", "w", "test", "", {}).text()
        parts.store_client.zadd(keys.DELIVERIES, {text: time.time() + 60})
        monkeypatch.setattr(parts.messengers, "send", lambda _: False)
        jobs.deliver(parts, text)
        assert (parts.store_client.zscore(keys.DELIVERIES, text) or 0) < time.time() + 2

    def test_a_player_asks_for_so_many_tests_a_minute(self, settings: Settings) -> None:
        app = create_app(replace(settings, webhook_loopback=True))
        eve = Caller(app, "Eve")
        made = eve.client.post("/v1/webhooks", json={"url": "http://127.0.0.1:9/"}, headers=eve.headers)
        path = json.loads(made.data)["links"]["test"]
        assert [eve.post(path) for _ in range(7)] == [202] * 5 + [429] * 2


class TestLists:
    def test_one_game_that_cannot_be_read_hides_no_other(self, parts: Parts, ada: Caller, caplog: pytest.LogCaptureFixture) -> None:
        seat = Seat("player", "Ada", ada.id)
        games = [begun(parts, ada.id, seat, seat) for _ in range(3)]
        parts.store_client.hset(keys.game_key(games[1].id), "game", '{"id": "broken"')
        path = "/v1/games?player=me"
        shown = json.loads(ada.client.get(path, headers=ada.headers).data)["items"]
        assert {game["id"] for game in shown} == {games[0].id, games[2].id}
        assert parts.store_client.smembers(keys.QUARANTINE) == {games[1].id}
        assert "a stored game cannot be read" in caplog.text
        owed = json.loads(ada.client.get("/v1/me/turns", headers=ada.headers).data)["items"]
        assert {item["game"] for item in owed} == {games[0].id, games[2].id}

    @pytest.mark.parametrize("member", ["brief", "revision"])
    def test_one_game_whose_summary_cannot_be_read_is_in_no_others_way(self, parts: Parts, ada: Caller, member: str) -> None:
        seat = Seat("player", "Ada", ada.id)
        broken, sound = (begun(parts, ada.id, seat, seat) for _ in range(2))
        parts.store_client.hset(keys.game_key(broken.id), member, "nothing of ours")
        parts.store_client.zadd(keys.unsettled_key(ada.id), {broken.id: 1})
        owed = json.loads(ada.client.get("/v1/me/turns", headers=ada.headers).data)["items"]
        assert {item["game"] for item in owed} == {sound.id}
        assert parts.store_client.smembers(keys.QUARANTINE) == {broken.id}
        for game in (broken, sound):
            parts.quotas.take("games", ada.id, game.id, seconds=1000)
        assert [ada.post("/v1/games", {"ruleset": "cathedral", "seats": ["me", "me"]}) for _ in range(4)] == [201] * 3 + [429]

    def test_a_stranger_cannot_count_private_games_or_read_a_cursor(self, app: Flask, parts: Parts, ada: Caller) -> None:
        seat = Seat("player", "Ada", ada.id)
        for visibility in ("listed", *["private"] * 12, "listed", "listed"):
            made = parts.referee.create("cathedral", {}, (seat, seat), visibility, Asked(ada.id), lambda _: "")
            assert not isinstance(made, str)
        stranger = Caller(app, "Eve")
        first = json.loads(stranger.client.get(f"/v1/games?player={ada.id}&limit=2", headers=stranger.headers).data)
        assert len(first["items"]) == 2
        again = f"/v1/games?player={ada.id}&limit=2&cursor={first['next']}"
        second = json.loads(stranger.client.get(again, headers=stranger.headers).data)
        assert (len(second["items"]), second["next"]) == (1, None)
        told = base64.urlsafe_b64decode(first["next"] + "==")
        assert str(int(time.time()))[:6].encode() not in told, "when a game was made is to be read in it"
        changed = first["next"][:-2] + ("A" if first["next"][-2] != "A" else "B") + first["next"][-1]
        refused = stranger.client.get(f"/v1/games?player={ada.id}&limit=2&cursor={changed}", headers=stranger.headers)
        assert refused.status_code == 422


class TestKeys:
    def test_a_new_players_token_is_told_again_only_to_its_address_and_soon(self, parts: Parts, monkeypatch: pytest.MonkeyPatch) -> None:
        first = parts.players.create("Eve", "a key that others have seen", "192.0.2.7")
        assert parts.players.create("Eve", "a key that others have seen", "192.0.2.7") == first
        with pytest.raises(problems.KeyReused):
            parts.players.create("Eve", "a key that others have seen", "192.0.2.8")
        monkeypatch.setattr("service.store.players.REPEATED_SECONDS", -1.0)
        with pytest.raises(problems.KeyReused):
            parts.players.create("Eve", "a key that others have seen", "192.0.2.7")

    def test_a_dismissed_hosts_key_does_not_come_to_life_again(self, parts: Parts) -> None:
        host, key = parts.hosts.admit("Eve", ("evebot",), "sixteen characters")
        assert parts.hosts.of_key(key) == host
        assert parts.hosts.dismiss(host.id)
        with pytest.raises(problems.KeyReused):
            parts.hosts.admit("Eve", ("evebot",), "sixteen characters")
        with pytest.raises(problems.Unauthorized):
            parts.hosts.of_key(key)


class TestKeptAnswers:
    def kept(self, parts: Parts, pattern: str) -> int:
        """Bytes that the answers at some places take."""
        found = [parts.store_client.memory_usage(place) for place in parts.store_client.scan_iter(pattern, count=1000)]
        return sum(size or 0 for size in found)

    def test_large_answers_are_kept_packed_and_given_again_byte_for_byte(self, parts: Parts, ada: Caller) -> None:
        entrants = ["me", *[{"ai": "easy", "name": f"{number} {'N' * 30}"} for number in range(200)]]
        body = {"name": "x", "ruleset": "cathedral", "entrants": entrants, "start": "manual"}
        first, again = (
            ada.client.post("/v1/tournaments", json=body, headers={**ada.headers, "Idempotency-Key": "large"}) for _ in range(2)
        )
        assert (first.status_code, first.data, first.headers["Location"]) == (201, again.data, again.headers["Location"])
        assert self.kept(parts, "intramuros:once:*") < len(first.data) / 4

    def test_the_oldest_answers_of_a_caller_are_forgotten_first(
        self, parts: Parts, app: Flask, ada: Caller, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(kept_answers, "MOST", 20)
        bob = Caller(app, "Bob")
        others = bob.client.post("/v1/commitments", headers={**bob.headers, "Idempotency-Key": "0"})
        assert others.status_code == 201
        seat = Seat("player", "Ada", ada.id)
        game = begun(parts, ada.id, seat, seat)
        for number in range(40):
            ada.client.post(f"/v1/games/{game.id}/hints", json={"seat": 0}, headers={**ada.headers, "Idempotency-Key": f"hint {number}"})
        places = list(parts.store_client.scan_iter("intramuros:once:*", count=1000))
        assert len(places) <= 20 + 1
        assert bob.client.post("/v1/commitments", headers={**bob.headers, "Idempotency-Key": "0"}).data == others.data

    def test_what_changes_a_game_is_bounded_alike(self, parts: Parts, ada: Caller, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(kept_answers, "MOST", 60)
        monkeypatch.setattr(commits, "TIDY_EVERY", 1)
        seat = Seat("player", "Ada", ada.id)
        game = begun(parts, ada.id, seat, seat)
        for number in range(60):
            body, key = {"kind": "pause" if number % 2 == 0 else "resume", "seat": 0}, {"Idempotency-Key": f"offer {number}"}
            last = ada.client.post(f"/v1/games/{game.id}/offers", json=body, headers={**ada.headers, **key})
            assert last.status_code == 201
        again = ada.client.post(f"/v1/games/{game.id}/offers", json=body, headers={**ada.headers, **key})
        assert again.data == last.data
        assert self.kept(parts, f"game:{{{game.id}}}:once:*") < 80_000


def test_a_board_is_drawn_for_who_does_not_say_how(parts: Parts, ada: Caller) -> None:
    game = begun(parts, ada.id, *[Seat("player", "Ada", ada.id)] * 2)
    answer = ada.client.get(f"/v1/games/{game.id}/board", headers=ada.headers)
    assert (answer.status_code, answer.mimetype) == (200, "image/svg+xml")


def test_the_lines_of_a_job_name_the_request_that_caused_it(parts: Parts) -> None:
    logs.about.set({"request": "find-me"})
    game = begun(parts, "ada", AI, PERSON)
    logs.about.set({})
    (job,) = queues.queue("ai-cathedral", parts.queue_client).jobs
    assert (job.id, job.meta) == (f"think-{game.id}-1-0", {"request": "find-me"})
