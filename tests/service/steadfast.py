"""A player who does not give up: repeats what got no answer, and remembers every move that the server acknowledged."""

import time
from dataclasses import dataclass, field
from typing import Any

import requests

from engine.core import CHANCE, settle_options
from engine.record import Line, Record
from engine.replaying import replay
from engine.rulesets import ruleset
from tests.service.client import Client

PATIENCE = 30.0


@dataclass
class Steadfast:
    """Somebody in a game against an AI, on a server that is being hurt."""

    client: Client
    game: str
    acknowledged: list[tuple[int, str]] = field(default_factory=list)
    """Turn and move."""
    patience: float = PATIENCE
    """Seconds that the server may be away."""

    @classmethod
    def against(cls, url: str, ai: str = "medium") -> "Steadfast":
        client = Client(url).named("Stead")
        return cls(client, client.game("cathedral", ["me", {"ai": ai}])["id"])

    def __enter__(self) -> "Steadfast":
        return self

    def __exit__(self, *_: object) -> None:
        self.client.session.close()

    def ask(self, method: str, path: str, body: Any = None) -> requests.Response:
        """The answer, however often it has to be asked for; a 503 must say when to come back."""
        deadline = time.monotonic() + self.patience
        while True:
            assert time.monotonic() < deadline, "the server does not come back"
            try:
                answer = self.client.request(method, f"/v1/games/{self.game}{path}", body)
            except (requests.ConnectionError, requests.Timeout):
                time.sleep(0.05)
                continue
            if answer.status_code != 503:
                return answer
            assert int(answer.headers["Retry-After"]) >= 1
            time.sleep(0.1)

    def move(self) -> None:
        """Plays some legal move when its turn is pending."""
        answer = self.ask("GET", "/legal-moves?limit=40")
        assert answer.status_code == 200, answer.text
        legal = answer.json()
        turn, move = legal["turn"], legal["items"][-1]["move"]
        answer = self.ask("POST", "/moves", {"turn": turn, "move": move})
        assert answer.status_code == 201, answer.text
        self.acknowledged.append((turn, move))

    def journal(self) -> list[dict[str, Any]]:
        """Reading it repairs nothing, so that whoever waits this way sees the game go on by itself."""
        found: list[dict[str, Any]] = self.ask("GET", "/moves?limit=500").json()["items"]
        return found

    def wait_for_the_ai(self, seconds: float) -> None:
        """Returns when the AI has answered the last move."""
        deadline = time.monotonic() + seconds
        while self.journal()[-1]["seat"] == 0:
            assert time.monotonic() < deadline, f"no move of the AI within {seconds} seconds"
            time.sleep(0.05)

    def turns(self, count: int, seconds: float = PATIENCE) -> None:
        """Plays some turns, each answered by the AI."""
        for _ in range(count):
            self.move()
            self.wait_for_the_ai(seconds)

    def check(self) -> None:
        """Nothing acknowledged is missing or twice, and the journal replays to the position."""
        snapshot, entries = self.at_rest()
        mine = [(entry["turn"], entry["move"]) for entry in entries if entry["seat"] == 0]
        assert mine == self.acknowledged, f"stored {mine}, acknowledged {self.acknowledged}"
        assert str(replayed(snapshot, entries)) == snapshot["notation"]

    def at_rest(self) -> tuple[dict[str, Any], list[dict[str, Any]]]:
        """The snapshot and the journal of one moment: nobody has moved between the two."""
        while True:
            snapshot, entries = self.ask("GET", "").json(), self.journal()
            if self.ask("GET", "").json()["revision"] == snapshot["revision"]:
                return snapshot, entries


def replayed(snapshot: dict[str, Any], entries: list[dict[str, Any]]) -> Any:
    """The position after the entries, each checked by the engine, which must also be numbered without gaps."""
    assert [entry["number"] for entry in entries] == list(range(1, len(entries) + 1))
    lines = tuple(Line(CHANCE if entry["seat"] is None else entry["seat"], entry["move"]) for entry in entries)
    record = Record(snapshot["ruleset"], snapshot["rules_version"], len(snapshot["seats"]), snapshot["options"], lines=lines)
    past = [start_of(record), *(position for position, _ in replay(record))]  # a game that nobody has moved in has only its start
    return past[-1]


def start_of(record: Record) -> Any:
    rules = ruleset(record.ruleset)
    return rules.start(record.seats, settle_options(rules, record.seats, record.options))
