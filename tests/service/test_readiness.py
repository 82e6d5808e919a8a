"""/healthz says that the process lives; /readyz that games can be played: Redis and a live worker."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from flask.testing import FlaskClient

from service.config import Settings
from service.store import embedded, heartbeats
from service.store.client import connect
from service.web.app import create_app
from tests.service.client import Client, free_port

NOWHERE = f"redis://127.0.0.1:{free_port()}"


@pytest.fixture
def url(tmp_path: Path) -> Iterator[str]:
    with embedded.server(Settings(data=tmp_path)) as url:
        yield url


def api(store: str, queue: str) -> FlaskClient:
    return create_app(Settings(store_url=store, queue_url=queue)).test_client()


def test_a_whole_server_is_ready(anybody: Client) -> None:
    assert anybody.get("/healthz").json() == {"status": "ok"}
    assert anybody.get("/readyz").json() == {"status": "ok", "checks": {"store": "ok", "queue": "ok", "worker": "ok"}}


def test_the_process_lives_without_redis_but_is_not_ready() -> None:
    client = api(NOWHERE, NOWHERE)
    assert client.get("/healthz").status_code == 200
    answer = client.get("/readyz")
    assert (answer.status_code, answer.content_type, answer.headers["Retry-After"]) == (503, "application/problem+json", "5")
    assert answer.json
    assert answer.json["checks"]["store"].startswith("unreachable")


def test_without_its_queue_it_is_not_ready(url: str) -> None:
    checks = (api(url, NOWHERE).get("/readyz").json or {})["checks"]
    assert (checks["store"], checks["queue"][:11]) == ("ok", "unreachable")


def test_without_a_live_worker_it_is_not_ready(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    client, store = api(url, url), connect(url)
    assert (client.get("/readyz").json or {})["checks"]["worker"] == "no live worker"
    heartbeats.sign_of_life(store, "far", {"host": "remote", "ais": [], "rulesets": []})
    assert (client.get("/readyz").json or {})["checks"]["worker"] == "no live worker", "a host far away takes nothing off the queue"
    heartbeats.sign_of_life(store, "one", {"host": "worker", "ais": [{"name": "easy"}], "rulesets": ["cathedral"]})
    assert client.get("/readyz").status_code == 200
    monkeypatch.setattr(heartbeats, "BELIEVED", 0.0)
    assert client.get("/readyz").status_code == 503
    store.close()
