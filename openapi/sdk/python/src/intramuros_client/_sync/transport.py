"""Sends requests with good manners: repeats them when the server says so or does not answer, never faster than it allows."""

import json
import time
from collections.abc import Iterator
from typing import Any

import httpx

from intramuros_client._events import Event, EventReader
from intramuros_client._manners import Pace, Request, pause_after
from intramuros_client._pause import Lock, sleep
from intramuros_client.problems import Problem, Unreachable, problem_of

QUIET = 45.0
"""Seconds of silence after which a stream is taken for dead; the server says something every 15."""


class Transport:
    """The way to one server. `patience` is how many seconds a request may be repeated for."""

    def __init__(self, url: str, token: str | None, name: str, timeout: float, patience: float, http: httpx.Client | None) -> None:
        self.url = url.rstrip("/")
        self.token = token
        self.name = name
        self.lock = Lock()
        self.usual = timeout
        self.patience = patience
        self.pace = Pace()
        self.http = http or httpx.Client(follow_redirects=False)

    def call(self, request: Request) -> httpx.Response:
        """The answer, a success or 304; raises Problem for a refusal, Unreachable when there is none in time."""
        self.become_somebody(request.path)
        headers, attempt, failing_since = request.sent_headers(self.token), 0, 0.0
        while True:
            if request.unhurried:
                sleep(self.pace.hold(time.monotonic()))
            attempt += 1
            answer, lost = self._sent(request, headers)
            if answer is not None and (answer.is_success or answer.status_code == 304):
                return answer
            failure: Problem | Unreachable = Unreachable(f"{self.url} does not answer: {lost}") if answer is None else refusal(answer)
            slug = failure.slug if isinstance(failure, Problem) else ""
            failing_since = failing_since or time.monotonic()  # a first try that was told to wait has cost no patience
            left = self.patience - (time.monotonic() - failing_since)
            pause = pause_after(attempt, answer.status_code if answer else None, answer.headers if answer else {}, slug, left)
            if pause is None:
                raise failure from lost
            sleep(pause)

    def become_somebody(self, path: str) -> None:
        """Makes a player of that name before the first request, where there is a name and no token."""
        if self.token or not self.name or path == "/v1/players":
            return
        with self.lock:
            if not self.token:
                self.token = (self.json(Request("POST", "/v1/players", body={"name": self.name})))["token"]

    def _sent(self, request: Request, headers: dict[str, str]) -> tuple[httpx.Response | None, Exception | None]:
        """One try: an answer, or why there is none."""
        try:
            answer = self.http.request(
                request.method,
                self.url + request.path,
                params=request.asked() or None,
                json=request.body,
                headers=headers,
                timeout=request.timeout(self.usual),
            )
        except httpx.TransportError as lost:
            return None, lost
        self.pace.note(answer.headers, time.monotonic())
        return answer, None

    def json(self, request: Request) -> Any:
        """The answer's JSON; None for an empty one."""
        answer = self.call(request)
        return answer.json() if answer.content else None

    def events(self, path: str, query: dict[str, Any]) -> Iterator[Event]:
        """Every event of a stream, which is connected again where it breaks off, until the server says that there are no more."""
        self.become_somebody(path)
        reader, failures = EventReader(), 0
        while True:
            more = {"Last-Event-ID": reader.last_id} if reader.last_id else {}
            request = Request("GET", path, query, headers={"Accept": "text/event-stream"} | more)
            try:
                timeout = httpx.Timeout(self.usual, read=QUIET)
                sent = request.sent_headers(self.token)
                with self.http.stream("GET", self.url + path, params=request.asked(), headers=sent, timeout=timeout) as answer:
                    if answer.status_code == 204:
                        return
                    if answer.is_success:
                        for line in answer.iter_lines():
                            event = reader.line(line)
                            if event:
                                failures = 0
                                yield event
                                if event.name == "end":
                                    return
                        continue
                    answer.read()
                    failure: Problem | Unreachable = refusal(answer)
                    status, headers = answer.status_code, dict(answer.headers)
            except httpx.TransportError as lost:
                failure, status, headers = Unreachable(f"{self.url} does not answer: {lost}"), None, {}
            failures += 1
            left = self.patience if failures < 20 else 0.0
            pause = pause_after(failures, status, headers, "", left)
            if pause is None:
                raise failure
            sleep(pause)

    def close(self) -> None:
        self.http.close()


def refusal(answer: httpx.Response) -> Problem:
    """The problem that an answer reports, be it a document of ours or something that stands in between."""
    try:
        document = answer.json()
    except json.JSONDecodeError:
        document = {}
    return problem_of(answer.status_code, dict(answer.headers), document if isinstance(document, dict) else {})
