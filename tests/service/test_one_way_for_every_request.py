"""A request is asked about in one place: only its `Call` reads headers, and its token or key is resolved once, however it is served."""

import ast
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from werkzeug.test import Client as Browser

import service
from service.ai.remote_work import PROTOCOL
from service.config import Settings
from service.parts import Parts
from service.store import embedded
from service.web.app import create_app

WEB = Path(str(service.__file__)).parent / "web"
OUR_OWN = {"environ", "endpoint", "view_args", "method", "args", "accept_mimetypes", "host_url"}
"""What Flask's request is asked for: which view it found, its environment, in which the call travels, and what Werkzeug reads well."""


def asked_of_flask(path: Path) -> list[str]:
    """What a file asks Flask's request for that the call knows."""
    found = [node for node in ast.walk(ast.parse(path.read_text())) if isinstance(node, ast.Attribute)]
    return [f"{path.name}: {node.attr}" for node in found if ast.unparse(node.value) == "request" and node.attr not in OUR_OWN]


def test_only_the_call_reads_what_was_sent() -> None:
    assert [place for path in sorted(WEB.rglob("*.py")) if path.name != "call.py" for place in asked_of_flask(path)] == []


@pytest.fixture
def browser(tmp_path: Path) -> Iterator[Browser]:
    with embedded.server(replace(Settings(), data=tmp_path)) as url:
        yield create_app(replace(Settings(), data=tmp_path, store_url=url, queue_url=url)).test_client()


@pytest.mark.parametrize("path", ["/v1/me", "/v1/me/turns", "/v1/games", "/v1/games/none", "/v1/webhooks"])
def test_a_token_is_resolved_once(browser: Browser, monkeypatch: pytest.MonkeyPatch, path: str) -> None:
    token = browser.post("/v1/players", json={"name": "Ada"}).get_json()["token"]
    parts: Parts = browser.application.extensions["intramuros"]  # type: ignore[attr-defined]
    resolved: list[str] = []
    resolve = parts.player_tokens.access
    monkeypatch.setattr(parts.player_tokens, "access", lambda text, **how: resolved.append(text) or resolve(text, **how))
    assert browser.get(path, headers={"Authorization": f"Bearer {token}"}).status_code in (200, 404)
    assert browser.get(path, headers={"Authorization": f"Bearer {token}x"}).status_code == 401
    assert resolved == [token, f"{token}x"]


@pytest.mark.parametrize("path", ["/v1/work/acquire", "/v1/work/none/heartbeat"])
@pytest.mark.parametrize("once", [{}, {"Idempotency-Key": "one"}], ids=["", "idempotent"])
def test_an_ai_hosts_key_is_resolved_once(browser: Browser, monkeypatch: pytest.MonkeyPatch, path: str, once: dict[str, str]) -> None:
    parts: Parts = browser.application.extensions["intramuros"]  # type: ignore[attr-defined]
    _, key = parts.hosts.admit("Ada's machine", ("mybot",))
    resolved: list[str] = []
    resolve = parts.hosts.of_key
    monkeypatch.setattr(parts.hosts, "of_key", lambda text: resolved.append(text) or resolve(text))
    body = {"protocol": PROTOCOL, "rules": {}, "wait": 0}
    assert browser.post(path, json=body, headers={"Authorization": f"Bearer {key}", **once}).status_code in (204, 404)
    assert browser.post(path, json=body, headers={"Authorization": f"Bearer {key}x", **once}).status_code == 401
    assert resolved == [key, f"{key}x"]
