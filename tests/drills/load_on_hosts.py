"""Players for the drill of hosts: run on a host of their own, they count every request and every failure, by the second.

`python -m tests.drills.load_on_hosts URL CERTIFICATE STOP_FILE ADDRESS…` plays from each address until the file is there, then looks
whether every acknowledged move is in its journal once, and prints what it counted.
"""

import json
import sys
import threading
import time
from collections import Counter
from pathlib import Path
from typing import Any

import requests
from requests.adapters import HTTPAdapter


class From(HTTPAdapter):
    """Connections that leave this host from one of its addresses."""

    def __init__(self, address: str) -> None:
        self.address = address
        super().__init__()

    def init_poolmanager(self, *args: Any, **kwargs: Any) -> None:
        super().init_poolmanager(*args, source_address=(self.address, 0), **kwargs)  # type: ignore[no-untyped-call]


class Player:
    """One player with one connection to the proxy, in games against an AI."""

    def __init__(self, url: str, certificate: str, address: str, stop: Path) -> None:
        self.url, self.stop = url, stop
        self.session = requests.Session()
        self.session.mount("https://", From(address))
        self.session.trust_env, self.session.verify = False, certificate
        self.name = f"Player at {address}"
        self.requests, self.failures = 0, []  # type: ignore[var-annotated]
        self.answered: list[float] = []
        self.moves: dict[str, list[tuple[int, str]]] = {}

    def ask(self, method: str, path: str, body: Any = None, **headers: str) -> requests.Response:
        """The answer; one that failed is counted and asked for again."""
        while True:
            self.requests += 1
            try:
                answer = self.session.request(method, self.url + path, json=body, headers=headers, timeout=40)
            except requests.RequestException as error:
                self.fail(f"{method} {path.split('?')[0].rsplit('/', 1)[-1]}: {type(error).__name__}")
                continue
            if answer.status_code < 500 and answer.status_code != 429:
                self.answered.append(time.time())
                return answer
            self.fail(f"{method} {path.split('?')[0].rsplit('/', 1)[-1]}: {answer.status_code}")

    def fail(self, what: str) -> None:
        self.failures.append((time.time(), what))
        time.sleep(0.2)

    def play(self) -> None:
        made = self.ask("POST", "/v1/players", {"name": self.name}).json()
        self.session.headers["Authorization"] = f"Bearer {made['token']}"
        number = 0
        while not self.stop.exists():
            number += 1
            body = {"ruleset": "cathedral", "seats": ["me", {"ai": "random"}]}
            game = self.ask("POST", "/v1/games", body, **{"Idempotency-Key": f"{made['id']}-{number}"}).json()["id"]
            self.moves[game] = []
            self.finish(game)

    def finish(self, game: str) -> None:
        """Plays the game to its end, or until all is to stop."""
        tag = ""
        while not self.stop.exists():
            answer = self.ask("GET", f"/v1/games/{game}?wait=3", **({"If-None-Match": tag} if tag else {}))
            if answer.status_code == 304:
                continue
            tag, snapshot = answer.headers["ETag"], answer.json()
            if snapshot["status"] == "finished":
                return
            if snapshot["you"]["owe"]:
                legal = self.ask("GET", f"/v1/games/{game}/legal-moves?limit=20").json()
                if not legal.get("items"):
                    continue
                move = (legal["turn"], legal["items"][-1]["move"])
                if self.ask("POST", f"/v1/games/{game}/moves", {"turn": move[0], "move": move[1]}).status_code == 201:
                    self.moves[game].append(move)

    def accounts(self) -> tuple[int, int, int]:
        """The moves acknowledged, and of them those that are missing or there more than once."""
        lost = doubled = 0
        for game, acknowledged in self.moves.items():
            entries = self.ask("GET", f"/v1/games/{game}/moves?limit=500").json()["items"]
            stored = Counter((entry["turn"], entry["move"]) for entry in entries if entry["seat"] == 0)
            lost += sum(not stored[move] for move in acknowledged)
            doubled += sum(count - 1 for count in stored.values())
        return sum(map(len, self.moves.values())), lost, doubled


def main() -> None:
    url, certificate, stop, *addresses = sys.argv[1:]
    players = [Player(url, certificate, address, Path(stop)) for address in addresses]
    threads = [threading.Thread(target=player.play) for player in players]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    accounts = [player.accounts() for player in players]
    moves, lost, doubled = (sum(column) for column in zip(*accounts, strict=True))
    print(
        json.dumps(
            {
                "requests": sum(player.requests for player in players),
                "failures": sorted(failure for player in players for failure in player.failures),
                "answered": sorted(when for player in players for when in player.answered),
                "acknowledged": moves,
                "lost": lost,
                "doubled": doubled,
            }
        )
    )


if __name__ == "__main__":
    main()
