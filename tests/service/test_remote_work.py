"""The protocol by which AIs far away are given turns: acquire, heartbeat, move or abort, under a key of the operator's."""

from typing import Any

import pytest

from engine.rulesets import NAMES, ruleset
from service.commands import remote_worker
from service.store import identifiers
from tests.service.client import Client, Server
from tests.service.conftest import OPERATOR


def test_a_host_that_thinks_stays_listed_with_all_that_it_plays(operated: Server) -> None:
    with Client(operated.url) as ada, Client(operated.url) as far:
        ada.named("Ada")
        far.token = ada.post("/v1/hosts", {"name": "Far", "ais": ["thinker"]}, Authorization=f"Bearer {OPERATOR}").json()["key"]
        acquire = {"protocol": 1, "rules": {name: ruleset(name).version for name in NAMES}}
        assert far.post("/v1/work/acquire", acquire).status_code == 204
        ada.game("cathedral", [{"ai": "thinker"}, "me"])
        work = far.post("/v1/work/acquire", acquire | {"wait": 10}).json()
        assert work["wall_seconds"] == pytest.approx(3 * work["budget_seconds"])
        assert far.post(f"/v1/work/{work['id']}/heartbeat", None).json()["seconds_left"] > 0
        assert ada.rulesets_of("thinker") == list(NAMES)


def test_turns_that_people_wait_for_come_first_far_away_too(operated: Server) -> None:
    with Client(operated.url) as ada, Client(operated.url) as far:
        ada.named("Ada")
        far.token = ada.post("/v1/hosts", {"name": "Far", "ais": ["busy"]}, Authorization=f"Bearer {OPERATOR}").json()["key"]
        acquire = {"protocol": 1, "rules": {"cathedral": 1, "forbidden_city": 1}}
        far.post("/v1/work/acquire", acquire)
        ada.game("forbidden_city", [{"ai": "busy"}, {"ai": "busy"}])
        ada.game("cathedral", [{"ai": "busy"}, "me"])
        waiting = {known["name"]: known["waiting"] for known in ada.get("/v1/ais").json()["items"]}
        assert waiting["busy"] == 2
        assert [far.post("/v1/work/acquire", acquire).json()["ruleset"] for _ in range(2)] == ["cathedral", "forbidden_city"]


def test_an_answer_that_does_not_get_through_is_sent_again(monkeypatch: pytest.MonkeyPatch) -> None:
    sent: list[tuple[str, str]] = []

    def post(_link: remote_worker.Link, path: str, _body: dict[str, str], once: str = "") -> None:
        sent.append((path, once))
        if len(sent) < 3:
            raise ConnectionResetError

    monkeypatch.setattr(remote_worker.Link, "post", post)
    monkeypatch.setattr(remote_worker, "AGAIN", (0, 0, 0))
    remote_worker.answer(remote_worker.Link("", ""), {"id": "w1"}, "castle@b2n")
    assert sent == [("/v1/work/w1/move", "w1")] * 3


def test_nobody_can_work_out_the_key_that_a_repeated_request_gives_again(operated: Server) -> None:
    with Client(operated.url) as client:
        body = {"name": "Far", "ais": ["repeated"]}
        first, again = (client.post("/v1/hosts", body, Authorization=f"Bearer {OPERATOR}", Idempotency_Key="host-1") for _ in range(2))
        assert first.content == again.content
        told = first.json()
        for secret in ("", "None", "host-1"):
            guess = identifiers.derived_token(told["id"], "host-1", secret).replace("im_", "hk_", 1)
            assert client.post("/v1/work/acquire", {"protocol": 1, "rules": {}}, Authorization=f"Bearer {guess}").status_code == 401


@pytest.mark.parametrize(
    ("path", "body", "pointer"),
    [
        ("/v1/hosts", {"name": "Far", "ais": ["far\n"]}, "/ais/0"),
        ("/v1/hosts", {"name": "Far", "ais": ["hard"]}, "/ais"),
        ("/v1/hosts", {"name": "Far\n", "ais": ["far"]}, "/name"),
        ("/v1/work/acquire", {"protocol": 1, "rules": {"cathedral": "1"}}, "/rules/cathedral"),
    ],
)
def test_what_does_not_fit_is_pointed_at(operated: Server, path: str, body: dict[str, Any], pointer: str) -> None:
    with Client(operated.url) as client:
        refused = client.post(path, body, Authorization=f"Bearer {OPERATOR}")
        assert (refused.status_code, refused.json()["pointer"]) == (422, pointer)


@pytest.mark.parametrize("acquire", [{"protocol": 2, "rules": {}}, {"protocol": 1, "rules": {"cathedral": 99}}])
def test_a_host_of_another_version_is_refused_clearly(operated: Server, acquire: dict[str, Any]) -> None:
    with Client(operated.url) as client:
        key = client.post("/v1/hosts", {"name": "Old", "ais": ["old"]}, Authorization=f"Bearer {OPERATOR}").json()["key"]
        refused = client.post("/v1/work/acquire", acquire, Authorization=f"Bearer {key}")
        assert (refused.status_code, refused.json()["type"]) == (409, "/docs/problems#version-mismatch")
        assert str(max(acquire["protocol"], *acquire["rules"].values(), 2)) in refused.json()["detail"]


def test_a_failed_turn_goes_to_another_key_and_a_late_answer_is_told_so(operated: Server) -> None:
    with Client(operated.url) as ada, Client(operated.url) as one, Client(operated.url) as other:
        ada.named("Ada")
        for host in (one, other):
            host.token = ada.post("/v1/hosts", {"name": "Far", "ais": ["shared"]}, Authorization=f"Bearer {OPERATOR}").json()["key"]
        acquire = {"protocol": 1, "rules": {"cathedral": 1}}
        for host in (one, other):
            assert host.post("/v1/work/acquire", acquire).headers["Intramuros-Reason"]
        ada.game("cathedral", [{"ai": "shared"}, "me"])
        failed = one.post("/v1/work/acquire", acquire | {"wait": 10}).json()
        assert one.post(f"/v1/work/{failed['id']}/abort", {"reason": "no idea"}).status_code == 204
        taken = other.post("/v1/work/acquire", acquire | {"wait": 10}).json()
        assert one.post("/v1/work/acquire", acquire).status_code == 204, "whoever failed is not asked again while another is there"
        assert one.post(f"/v1/work/{taken['id']}/move", {"move": taken["moves"][0]}).status_code == 404, "it is the other's"
        assert other.post(f"/v1/work/{taken['id']}/move", {"move": taken["moves"][0]}).status_code == 204
        late = other.post(f"/v1/work/{taken['id']}/move", {"move": taken["moves"][1]})
        assert (late.status_code, late.json()["type"]) == (409, "/docs/problems#late-answer")
