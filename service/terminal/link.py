"""The way to a server: requests that are sent again while it is away, and take effect once."""

import http.client
import json
import sys
import time
import urllib.error
import urllib.parse
import urllib.request
from dataclasses import dataclass
from typing import Any
from uuid import uuid4

from service.json_object import Json

WAIT = 25
AGAIN = (0.5, 1, 2, 4, 8, 15, 15, 15)
"""Seconds to wait before a server that is away is asked again."""


class Refused(Exception):
    """The server said no; `problem` is its document, and `wait` how many seconds it asks us to wait."""

    def __init__(self, problem: Json, wait: float = 0.0) -> None:
        super().__init__(problem.get("detail", "The server gave no reason."))
        self.problem = problem
        self.wait = wait


class NoServer(Exception):
    """Nobody has ever answered at the address."""


@dataclass
class Link:
    """The way to a server, as one player."""

    server: str
    token: str = ""
    reached: bool = False

    def call(self, method: str, path: str, body: Json | None = None, tag: str = "") -> tuple[Any, str]:
        """The answer, with its ETag; None when nothing has changed since the tag. Raises Refused, NoServer and OSError.

        Once it has been reached, a server that is away is asked again for a minute; the key keeps a request from taking effect twice.
        """
        key = str(uuid4()) if method == "POST" else ""
        for pause in AGAIN:
            try:
                return self.call_once(method, path, body, tag, key)
            except (OSError, http.client.HTTPException) as error:
                if not self.reached:
                    raise NoServer(f"No server answers at {self.server}") from None
                why = f"The server cannot be reached ({error})"
            except Refused as refusal:
                if refusal.problem.get("status") not in (429, 503):
                    raise
                why, pause = str(refusal).rstrip("."), max(pause, refusal.wait)
            print(f"{why}; trying again.", file=sys.stderr)
            time.sleep(pause)
        return self.call_once(method, path, body, tag, key)

    def call_once(self, method: str, path: str, body: Json | None, tag: str, key: str) -> tuple[Any, str]:
        headers = {"Content-Type": "application/json", "Accept": "application/json, text/plain"}
        headers |= {"Authorization": f"Bearer {self.token}"} if self.token else {}
        headers |= {"If-None-Match": tag} if tag else {}
        headers |= {"Idempotency-Key": key} if key else {}
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(self.server + path, data, headers, method=method)
        try:
            with urllib.request.urlopen(request, timeout=WAIT + 15) as answer:
                self.reached = True
                return content(answer.headers.get_content_type(), answer.read()), answer.headers.get("ETag", "")
        except urllib.error.HTTPError as error:
            self.reached = True
            wait = seconds(error.headers.get("Retry-After", ""))
            if error.code == 304:
                time.sleep(wait)  # the server could not let us wait there
                return None, tag
            raise Refused(problem_of(error.read(), error.code), wait) from None

    def get(self, path: str) -> Any:
        return self.call("GET", path)[0]

    def post(self, path: str, body: Json | None) -> Any:
        return self.call("POST", path, body)[0]


def seconds(text: str) -> float:
    """What `Retry-After` says; nothing when it says no number."""
    return float(text) if text.isdecimal() and text.isascii() else 0.0


def address(text: str) -> str:
    """The address of a server without the slash at its end; raises ValueError for what is none.

    >>> address("http://127.0.0.1:8000/")
    'http://127.0.0.1:8000'
    """
    try:
        parts = urllib.parse.urlsplit(text)
        is_one = parts.scheme in ("http", "https") and bool(parts.hostname) and parts.port != 0
    except ValueError:  # a port that is no number
        is_one = False
    if not is_one or any(sign.isspace() for sign in text):
        raise ValueError(f"{text!r} is no server's address; one looks like http://127.0.0.1:8000")
    return text.rstrip("/")


def content(kind: str, text: bytes) -> Any:
    """What an answer says; raises Refused when it is not one that Intramuros gives."""
    match kind:
        case "application/json":
            return json.loads(text)
        case "text/plain":
            return text.decode()
        case _:
            raise Refused({"detail": f"The server answered {kind}: it is not one for Intramuros."})


def problem_of(text: bytes, status: int) -> Json:
    """The problem document, or one made up for an answer that has none."""
    try:
        found = json.loads(text)
    except ValueError:
        found = None
    return found if isinstance(found, dict) else {"status": status, "detail": f"The server answered {status}."}
