"""A game of Cathedral by the real `curl` against `medium`, from the first call to the end, as a reader of the README would play."""

import json
import os
import shutil
import subprocess
import time
from dataclasses import dataclass
from typing import Any

import pytest

from tests.service.client import Server, check_answer

pytestmark = pytest.mark.skipif(not shutil.which("curl") and "CI" not in os.environ, reason="NOT TESTED: there is no curl here")


@dataclass
class Said:
    """What curl was answered, as `check_answer` reads it."""

    status_code: int
    headers: dict[str, str]
    text: str

    @property
    def content(self) -> bytes:
        return self.text.encode()

    def json(self) -> Any:
        return json.loads(self.text)


def curl(server: Server, path: str, body: Any = None, token: str = "") -> Any:
    """The answer's JSON, held against the document."""
    command = ["curl", "-sS", "--max-time", "20", "-w", "\n%{http_code} %{content_type}", server.url + path]
    command += ["-H", f"Authorization: Bearer {token}"] if token else []
    command += ["-H", "Content-Type: application/json", "-d", json.dumps(body)] if body is not None else []
    text, _, end = subprocess.run(command, capture_output=True, text=True, check=True).stdout.rpartition("\n")
    status, _, media = end.partition(" ")
    said = Said(int(status), {"Content-Type": media}, text)
    check_answer("GET" if body is None else "POST", path, said)  # type: ignore[arg-type]
    assert said.status_code in (200, 201), said.text
    return said.json()


def test_a_whole_game_is_played_by_curl(server: Server) -> None:
    token = curl(server, "/v1/players", {"name": "Ada"})["token"]
    game = curl(server, "/v1/games", {"ruleset": "cathedral", "seats": ["me", {"ai": "medium"}]}, token)
    link = game["links"]["self"]
    deadline = time.monotonic() + 60
    while game["status"] == "running":
        assert time.monotonic() < deadline
        if not game["you"]["owe"]:
            time.sleep(game["poll"]["after_ms"] / 3000)
            game = curl(server, link, token=token)
            continue
        legal = curl(server, f"{link}/legal-moves?limit=500", token=token)
        body = {"turn": game["turn"], "move": legal["items"][-1]["move"]}
        game = curl(server, f"{link}/moves", body, token)["game"]
    assert game["outcome"]["reason"] == "neither_can_place"
    journal = curl(server, f"{link}/moves?limit=500", token=token)["items"]
    assert {entry["seat"] for entry in journal} == {0, 1}
    assert len(journal) == game["entries"]
    assert not game["degraded"]
