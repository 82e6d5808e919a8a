"""A small HTTP client for the tests, which holds every answer against the published document."""

import json
import secrets
import socket
import subprocess
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

import requests
from jsonschema_rs import Draft202012Validator

from tests.service.processes import PATIENCE, ROOT, until


@dataclass
class Server:
    """A running `intramuros serve`."""

    url: str
    process: subprocess.Popen[bytes]
    data: Path
    log: Path
    store_url: str = ""
    """Where its games are; empty for the embedded server."""
    queue_url: str = ""

    def is_ready(self) -> bool:
        try:
            return requests.get(f"{self.url}/readyz", timeout=2).status_code == 200
        except requests.RequestException:
            return False


def free_port() -> int:
    """A port that nobody has, below those which the system gives to connections: one of them could take it before a server does."""
    while True:
        port = 10_000 + secrets.randbelow(22_000)
        with socket.socket() as probe, suppress(OSError):
            probe.bind(("127.0.0.1", port))
            return port


@cache
def document() -> dict[str, Any]:
    found: dict[str, Any] = json.loads((ROOT / "openapi" / "openapi.json").read_text())
    return found


@cache
def strict_components() -> dict[str, Any]:
    """The document's components, with schemas that allow nothing which they do not name: what is told must be documented."""
    components: dict[str, Any] = document()["components"]
    return components | {"schemas": strict(components["schemas"])}


def strict(value: Any) -> Any:
    """A schema, or what has schemas in it, with each object closed."""
    if isinstance(value, list):
        return [strict(item) for item in value]
    if not isinstance(value, dict):
        return value
    closed = {"additionalProperties": False} if "properties" in value and value.get("type") == "object" else {}
    return {key: strict(item) for key, item in value.items()} | closed


def operation_of(method: str, path: str) -> dict[str, Any] | None:
    """The document's operation for a request, or None for an address that it does not know."""
    parts = path.split("?")[0].strip("/").split("/")
    for template, operations in document()["paths"].items():
        pieces = template.strip("/").split("/")
        if len(pieces) == len(parts) and all(a == b or a.startswith("{") for a, b in zip(pieces, parts, strict=True)):
            found: dict[str, Any] | None = operations.get(method.lower())
            if found and not any(a != b and a.startswith("{") and b in siblings(pieces) for a, b in zip(pieces, parts, strict=True)):
                return found
    return None


def siblings(pieces: list[str]) -> set[str]:
    """Fixed last parts that stand where this template has a parameter, so that they are not taken for its value."""
    same = [path.strip("/").split("/") for path in document()["paths"]]
    return {other[-1] for other in same if len(other) == len(pieces) and other[:-1] == pieces[:-1] and not other[-1].startswith("{")}


def check_answer(method: str, path: str, answer: requests.Response) -> None:
    """Fails unless the document says that this answer can come."""
    operation = operation_of(method, path)
    if operation is None:
        return
    said = operation["responses"].get(str(answer.status_code))
    assert said, f"{method} {path} answered {answer.status_code}, which the document does not list: {answer.text[:300]}"
    media = answer.headers.get("Content-Type", "").split(";")[0]
    content = said.get("content", {})
    if not content:
        assert not answer.content
        return
    assert media in content, f"{method} {path} answered as {media}, the document says {list(content)}"
    if media.endswith("json"):
        validator(operation["operationId"], str(answer.status_code), media).validate(answer.json())


@cache
def validator(operation: str, status: str, media: str) -> Draft202012Validator:
    """What holds an answer of the operation against the document."""
    (found,) = [each for item in document()["paths"].values() for each in item.values() if is_operation(each, operation)]
    return Draft202012Validator({**found["responses"][status]["content"][media]["schema"], "components": strict_components()})


def fits(name: str, value: Any) -> None:
    """Fails unless the value fits the document's schema of that name to the letter."""
    Draft202012Validator({"$ref": f"#/components/schemas/{name}", "components": strict_components()}).validate(value)


def is_operation(value: Any, name: str) -> bool:
    return isinstance(value, dict) and value.get("operationId") == name


@dataclass
class Client:
    """Somebody who plays over HTTP; an answer that the document does not describe fails the test."""

    url: str
    token: str | None = None
    id: str = ""
    session: requests.Session = field(default_factory=requests.Session, repr=False)

    def __enter__(self) -> "Client":
        return self

    def __exit__(self, *_: object) -> None:
        self.session.close()

    def named(self, name: str) -> "Client":
        """The same client, now a player with a token."""
        player = self.post("/v1/players", {"name": name}).json()
        self.token, self.id = player["token"], player["id"]
        return self

    def request(self, method: str, path: str, body: Any = None, **headers: str) -> requests.Response:
        sent = {name.replace("_", "-"): value for name, value in headers.items()}
        if self.token:
            sent.setdefault("Authorization", f"Bearer {self.token}")
        answer = self.session.request(method, self.url + path, json=body, headers=sent, timeout=60)
        check_answer(method, path, answer)
        return answer

    def get(self, path: str, **headers: str) -> requests.Response:
        return self.request("GET", path, **headers)

    def post(self, path: str, body: Any, **headers: str) -> requests.Response:
        return self.request("POST", path, body, **headers)

    def game(self, ruleset: str, seats: list[Any], **more: Any) -> dict[str, Any]:
        """A new game's snapshot."""
        answer = self.post("/v1/games", {"ruleset": ruleset, "seats": seats, **more})
        assert answer.status_code == 201, answer.text
        snapshot: dict[str, Any] = answer.json()
        return snapshot

    def look(self, game: str, query: str = "") -> dict[str, Any]:
        answer = self.get(f"/v1/games/{game}{query}")
        assert answer.status_code == 200, answer.text
        snapshot: dict[str, Any] = answer.json()
        return snapshot

    def play(self, game: str, turn: int, move: str, seat: int | None = None, **headers: str) -> requests.Response:
        body = {"turn": turn, "move": move} | ({"seat": seat} if seat is not None else {})
        return self.post(f"/v1/games/{game}/moves", body, **headers)

    def first_legal(self, game: str, seat: int | None = None, query: str = "") -> str:
        where = f"/v1/games/{game}/legal-moves?limit=1{'' if seat is None else f'&seat={seat}'}{query}"
        return str(self.get(where).json()["items"][0]["move"])

    def rulesets_of(self, ai: str) -> list[str]:
        """The rulesets that an AI is listed with; none when it is not listed."""
        found: dict[str, list[str]] = {known["name"]: known["rulesets"] for known in self.get("/v1/ais").json()["items"]}
        return found.get(ai, [])

    def wait_until_mine(self, game: str, seconds: float = PATIENCE) -> dict[str, Any]:
        """The snapshot once I owe a decision or the game is over."""
        return self.wait_until(f"/v1/games/{game}", lambda seen: bool(seen["you"]["owe"]) or seen["status"] == "finished", seconds)

    def wait_until(self, path: str, is_so: Callable[[Any], bool], seconds: float = PATIENCE) -> Any:
        """What is read at an address once it is so; the server says when it changes."""
        seen: list[Any] = []
        tags: dict[str, str] = {}

        def looked() -> bool:
            answer = self.get(f"{path}{'&' if '?' in path else '?'}wait=5", **tags)
            assert answer.status_code in (200, 304), answer.text
            if answer.status_code == 200:
                seen.append(answer.json())
                tags["If_None_Match"] = answer.headers["ETag"]
            return is_so(seen[-1])

        until(looked, seconds)
        return seen[-1]
