"""Captures the examples of the OpenAPI document from a running server: `python -m tests.service.capture`.

A fresh server is led through a few scenes in which every operation takes part. What differs from run to run (ids, tokens,
times) is replaced by stable words, so that capturing again gives the same files; a test does that.
"""

import json
import re
import sys
import tempfile
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import requests

from tests.service.client import Client, Server, operation_of
from tests.service.conftest import start, stop
from tests.service.processes import ROOT, until

FOLDER = ROOT / "service" / "examples"
OPERATOR = "the-operator-of-the-examples"
SETTINGS = {"OPERATOR_TOKEN": OPERATOR, "WEBHOOK_LOOPBACK": "on", "RATE_TOKEN": "1200", "RATE_ADDRESS": "1200"}
WHEN = "2026-01-05T18:30:00.000Z"
SEED = "9b" * 32

PATTERNS = [
    (re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|\+00:00)"), WHEN),
    (re.compile(r"\b[0-9a-f]{64}\b"), SEED),
    (re.compile(r'("seconds_left": )[0-9.]+'), r"\g<1>4.2"),
    (re.compile(r"whsec_[A-Za-z0-9+/=]+"), "whsec_" + "MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"),
]


@dataclass
class Recorder:
    """Writes down what clients ask and are answered, in stable words."""

    captured: dict[str, list[dict[str, Any]]] = field(default_factory=dict)
    words: dict[str, str] = field(default_factory=dict)

    def learn(self, **known: str) -> None:
        """From now on each of these texts is written as the name it comes with."""
        self.words |= {text: name for name, text in known.items()}

    def stable(self, value: Any) -> Any:
        """A value of JSON with everything replaced that differs from run to run."""
        text = json.dumps(value, ensure_ascii=False)
        for found, name in sorted(self.words.items(), key=lambda pair: -len(pair[0])):
            text = text.replace(found, name)
        for pattern, word in PATTERNS:
            text = pattern.sub(word, text)
        return json.loads(text)

    def note(
        self, answer: requests.Response, summary: str, status: int, shortened: Callable[[str], str] = str, *, volatile: bool = False
    ) -> requests.Response:
        """Keeps one request and its answer as an example of its operation; a volatile answer is another one next time."""
        asked = answer.request
        path = asked.path_url
        operation = operation_of(str(asked.method), path)
        assert operation is not None, f"{path} is in no document"
        assert answer.status_code == status, f"{summary}: {answer.status_code} {answer.text}"
        name = "_".join(re.findall("[a-z0-9]+", summary.lower()))
        example: dict[str, Any] = {"name": name, "summary": summary, "status": status, **({"volatile": True} if volatile else {})}
        if asked.body:
            example["request"] = self.stable(json.loads(asked.body))
        if answer.content:
            media = answer.headers["Content-Type"].split(";")[0]
            body = answer.json() if media.endswith("json") else shortened(answer.text)
            example |= {"media": media, "response": self.stable(body)}
        self.captured.setdefault(operation["operationId"], []).append(example)
        return answer


@dataclass
class Stage:
    """A server, somebody who writes down, and three who play; Cleo has no token yet."""

    server: Server
    recorder: Recorder
    anybody: Client
    ada: Client
    bob: Client
    operator: Client

    def note(self, answer: requests.Response, summary: str, status: int = 200, **more: Any) -> requests.Response:
        return self.recorder.note(answer, summary, status, **more)


ONE = {"X_Request_Id": "example"}


def scene_players(stage: Stage) -> None:
    made = stage.anybody.post("/v1/players", {"name": "Ada"}, **ONE)
    stage.recorder.learn(a3k9x2m7q5wd=made.json()["id"], im_a3k9x2m7q5wd_XWtq2b4kVq8p0mEoFJr1Zs7YdHcNuG5LiT9aKxB3wDe=made.json()["token"])
    stage.note(made, "A name gives a token", 201)
    stage.ada.token, stage.ada.id = made.json()["token"], made.json()["id"]
    stage.bob.named("Bob")
    stage.recorder.learn(b8n4t6r2y9zf=stage.bob.id)
    stage.note(stage.anybody.post("/v1/players", {"name": ""}, **ONE), "An empty name", 422)
    stage.note(stage.anybody.get(f"/v1/players/{stage.ada.id}", **ONE), "Somebody who plays here")
    stage.note(stage.anybody.get("/v1/players/nobody", **ONE), "No such player", 404)
    me = stage.note(stage.ada.get("/v1/me", **ONE), "Who am I")
    stage.note(stage.anybody.get("/v1/me", **ONE), "Without a token", 401)
    tag = me.headers["ETag"]
    stage.note(stage.ada.request("PATCH", "/v1/me", {"name": "Ada Lovelace"}, **ONE), "Without If-Match", 428)
    stage.note(stage.ada.request("PATCH", "/v1/me", {"name": "Ada Lovelace"}, If_Match=tag, **ONE), "A new name")
    stage.note(stage.ada.request("PATCH", "/v1/me", {"name": "Augusta"}, If_Match=tag, **ONE), "Edited in the meantime", 412)


def scene_catalogue(stage: Stage) -> None:
    stage.note(stage.anybody.get("/v1/rulesets"), "What can be played")
    stage.note(stage.anybody.get("/v1/rulesets/cathedral"), "Cathedral and its buildings")
    stage.note(stage.anybody.get("/v1/rulesets/chess", **ONE), "No such ruleset", 404)
    stage.note(stage.anybody.get("/v1/ais"), "The AIs here now")


def scene_meeting(stage: Stage) -> None:
    """Ada opens a game, Bob joins it, they play a little, and Bob resigns."""
    ada, bob, note = stage.ada, stage.bob, stage.note
    note(ada.post("/v1/games", {"ruleset": "cathedral", "seats": ["me"]}, **ONE), "Too few seats", 422)
    opened = ada.post("/v1/games", {"ruleset": "cathedral", "seats": ["me", "open"]}, **ONE)
    game = opened.json()["id"]
    stage.recorder.learn(g7f2k9p4m8xc=game)
    note(opened, "A game that waits for somebody", 201)
    here = f"/v1/games/{game}"
    note(bob.get("/v1/games?status=open&limit=10"), "The lobby")
    note(ada.play(game, 1, "cathedral@e5n", **ONE), "Too early", 409)
    note(bob.post(f"{here}/seats", {}, **ONE), "Take the open seat", 201)
    note(bob.post(f"{here}/seats", {"seat": 1}, **ONE), "Taken already", 409)
    look = note(ada.get(here), "Ada's turn")
    note(ada.get(here, If_None_Match=look.headers["ETag"]), "Nothing has changed", 304)
    note(bob.get("/v1/games/nothing", **ONE), "No such game", 404)
    note(ada.get(f"{here}/legal-moves?limit=2"), "The first two of them")
    note(bob.get(f"{here}/legal-moves", **ONE), "Not your turn", 409)
    note(ada.post(f"{here}/moves?dry_run=true", {"turn": 1, "move": "cathedral@e5n"}), "Would it be legal", 200)
    note(ada.play(game, 1, "cathedral@e5n"), "Place the Cathedral", 201)
    note(ada.play(game, 2, "abbey@b2n", **ONE), "It is the other seat's turn", 409)
    bob.play(game, 2, "castle@c3n")
    note(ada.play(game, 2, "abbey@b2n", **ONE), "A turn that has passed", 409)
    note(ada.play(game, 3, "abbey@e5n", **ONE), "Against the rules", 422)
    note(ada.play(game, 3, "pub@e5n", **ONE), "No move at all", 422)
    note(ada.get(f"{here}/legal-moves?piece=castle&cell=a1&limit=2"), "A castle that covers a corner")
    note(ada.get(f"{here}/legal-moves/mask"), "All of them, folded")
    note(bob.get(f"{here}/legal-moves/mask", **ONE), "Nothing to decide", 409)
    turns = note(ada.get("/v1/me/turns"), "One decision")
    note(ada.get("/v1/me/turns", If_None_Match=turns.headers["ETag"]), "The same as before", 304)
    scene_hints(stage, here)
    note(ada.get(f"{here}/moves"), "Two moves")
    note(ada.get(f"{here}/board", Accept="image/svg+xml"), "A picture, cut short", shortened=beginning)
    note(ada.get(f"{here}/board", Accept="text/plain"), "Plain text")
    note(ada.get(f"{here}/board", Accept="image/png", **ONE), "A form that there is not", 406)
    note(ada.get(f"{here}/board.svg?revision=3"), "As it was after the first move, cut short", shortened=beginning)
    note(ada.get(f"{here}/board.txt"), "For a terminal")
    note(ada.get(f"{here}/export", **ONE), "Not yet over", 409)
    note(bob.post(f"{here}/resignation", {}), "Bob gives up", 201)
    note(ada.get(f"{here}/export"), "The record of the game")
    note(ada.get(f"{here}/events"), "The last events of a game")
    scene_analysis(stage, here)


def scene_hints(stage: Stage, here: str) -> None:
    ada, note = stage.ada, stage.note
    asked = note(ada.post(f"{here}/hints", {}), "What would you play", 202)
    note(stage.bob.post(f"{here}/hints", {}, **ONE), "Not your decision", 409)
    until(lambda: ada.get(asked.headers["Location"]).json()["status"] != "pending", 60)
    note(ada.get(asked.headers["Location"]), "Three moves", volatile=True)


def scene_analysis(stage: Stage, here: str) -> None:
    ada, note, there = stage.ada, stage.note, f"{here}/analysis"
    note(ada.get(there, **ONE), "Nobody has asked", 404)
    note(ada.post(there, None), "Have it analysed", 202, volatile=True)
    until(lambda: ada.get(there).json()["status"] == "done", 60)
    notes = note(ada.get(there), "A note on every move", volatile=True).json()["notes"]
    number = next((each["number"] for each in notes if each["better"]), notes[-1]["number"])
    note(ada.get(f"{there}/chart.svg"), "The course of the game, cut short", shortened=beginning, volatile=True)
    note(ada.get(f"{there}/board.svg?number={number}"), "A better move, cut short", shortened=beginning, volatile=True)


def scene_webhooks(stage: Stage) -> None:
    ada, note = stage.ada, stage.note
    nowhere = "http://127.0.0.1:9/turns"
    stage.recorder.words[nowhere] = "https://bot.example/turns"
    made = ada.post("/v1/webhooks", {"url": nowhere})
    stage.recorder.learn(t4h7b2k9w6ns=made.json()["id"])
    note(made, "A webhook and its secret", 201)
    note(ada.post("/v1/webhooks", {"url": "ftp://127.0.0.1"}, **ONE), "Not a web address", 422)
    here = f"/v1/webhooks/{made.json()['id']}"
    note(ada.get("/v1/webhooks"), "One webhook")
    note(ada.get(here), "It is active")
    note(ada.get(f"{here}/deliveries"), "None yet")
    test = ada.post(f"{here}/test", None)
    stage.recorder.learn(msg_c8v3x6n2m9q4r7tk=test.json()["id"])
    note(test, "A notice is on its way", 202)
    note(ada.request("DELETE", here), "No more notices", 204)


def beginning(picture: str) -> str:
    return f"{picture[:300]} …"


def scene_against_an_ai(stage: Stage) -> None:
    made = stage.ada.post("/v1/games", {"ruleset": "cathedral", "seats": ["me", {"ai": "medium"}]})
    stage.recorder.learn(h3d8w5j2v6sk=made.json()["id"])
    stage.note(made, "Against an AI", 201)


def scene_hosting(stage: Stage) -> None:
    """A host far away is admitted and plays a turn."""
    operator, note = stage.operator, stage.note
    note(stage.anybody.post("/v1/hosts", {"name": "Ada's machine", "ais": ["mybot"]}, **ONE), "Without the operator's token", 401)
    admitted = operator.post("/v1/hosts", {"name": "Ada's machine", "ais": ["mybot"]})
    stage.recorder.learn(n5c7e3u8m2qa=admitted.json()["id"], hk_n5c7e3u8m2qa_7TqWc1Zr9Lf3Kd5Hs8Jg2Vb6Nx4Mp0Qy=admitted.json()["key"])
    note(admitted, "A host and its key", 201)
    note(operator.get("/v1/hosts"), "One host")
    host = Client(stage.server.url, admitted.json()["key"])
    ask = {"protocol": 1, "rules": {"cathedral": 1}}
    note(host.post("/v1/work/acquire", ask), "Nothing to do", 204)
    for number in (1, 2):
        game = stage.ada.game("cathedral", [{"ai": "mybot"}, "me"])
        work = host.post("/v1/work/acquire", ask | {"wait": 10})
        stage.recorder.learn(**{f"w{number}d5k8x3m6t9bz": work.json()["id"], f"j{number}m6r4q9c2w8pe": game["id"]})
        shown = f"/v1/work/{work.json()['id']}"
        if number == 1:
            note(work, "A turn to play", 200)
            note(host.post(f"{shown}/heartbeat", None), "Still thinking")
            note(host.post(f"{shown}/move", {"move": "cathedral@e5n"}), "An answer", 204)
            note(host.post(f"{shown}/move", {"move": "cathedral@e5n"}, **ONE), "Answered already", 409 if gone(host, shown) else 404)
        else:
            note(host.post(f"{shown}/abort", {"reason": "out of memory"}), "Give it back", 204)
    note(operator.get("/v1/ais/mybot/log"), "One failure")
    note(stage.ada.get("/v1/ais/mybot/log", **ONE), "Not the operator", 403)
    note(operator.request("DELETE", f"/v1/hosts/{admitted.json()['id']}"), "Its key is taken away", 204)


def gone(host: Client, work: str) -> bool:
    return host.post(f"{work}/heartbeat", None).status_code == 409


def scene_operations(stage: Stage) -> None:
    stage.note(stage.anybody.get("/healthz"), "Alive")
    stage.note(stage.anybody.get("/readyz"), "Ready")

    def headings(text: str) -> str:
        return "".join(line for line in sorted(text.splitlines(keepends=True)) if line.startswith("# HELP intramuros"))

    stage.note(stage.anybody.get("/metrics"), "What is counted, without the figures", shortened=headings, volatile=True)


SCENES = (scene_players, scene_catalogue, scene_meeting, scene_against_an_ai, scene_webhooks, scene_hosting, scene_operations)


def capture(server: Server) -> dict[str, str]:
    """The example files, by name, as they should be: captured from a server with no games and this operator's token."""
    recorder = Recorder()
    people = [Client(server.url) for _ in range(4)]
    stage = Stage(server, recorder, *people)
    stage.operator.token = OPERATOR
    for scene in SCENES:
        scene(stage)
    for client in people:
        client.session.close()
    return {f"{name}.json": json.dumps(found, indent=1, ensure_ascii=False) + "\n" for name, found in sorted(recorder.captured.items())}


def main() -> int:
    with tempfile.TemporaryDirectory() as folder:
        server = start(Path(folder) / "data", **SETTINGS)
        try:
            files = capture(server)
        finally:
            stop(server)
    for stale in {path.name for path in FOLDER.glob("*.json")} - files.keys():
        (FOLDER / stale).unlink()
    for name, text in files.items():
        (FOLDER / name).write_text(text, encoding="utf-8")
    print(f"{len(files)} files in {FOLDER.relative_to(ROOT)}; now run intramuros spec --write.", file=sys.stderr)
    return 0


if __name__ == "__main__":
    sys.exit(main())
