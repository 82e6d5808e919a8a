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
from urllib.parse import quote

import requests

from tests.service.client import Client, Server, operation_of
from tests.service.conftest import AS_RUN, start, stop
from tests.service.processes import ROOT, until

FOLDER = ROOT / "service" / "web" / "examples"
OPERATOR = "the-operator-of-the-examples"
SETTINGS = {"OPERATOR_TOKEN": OPERATOR, "WEBHOOK_LOOPBACK": "on", "RATE_TOKEN": "1200", "RATE_ADDRESS": "1200", **AS_RUN}
WHEN = "2026-01-05T18:30:00.000Z"
SEED = "9b" * 32

PATTERNS = [
    (re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|\+00:00)"), WHEN),
    (re.compile(r"\b[0-9a-f]{64}\b"), SEED),
    (re.compile(r'("seconds_left": )[0-9.]+'), r"\g<1>4.2"),
    (re.compile(r'("next": )"[A-Za-z0-9_-]+"'), r'\g<1>"bGVnYWwtbW92ZXM"'),
    (re.compile(r'("left_ms": )[0-9]+'), r"\g<1>604800000"),
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
    stage.note(stage.ada.get("/v1/players?name=bob", **ONE), "One Bob")
    stage.note(stage.ada.get("/v1/players?name=Zed", **ONE), "Nobody of that name")
    stage.note(stage.ada.get("/v1/players", **ONE), "Without a name", 422)
    stage.note(stage.anybody.get("/v1/players?name=Bob", **ONE), "Without a token", 401)
    me = stage.note(stage.ada.get("/v1/me", **ONE), "Who am I")
    stage.note(stage.anybody.get("/v1/me", **ONE), "Without a token", 401)
    tag = me.headers["ETag"]
    stage.note(stage.ada.request("PATCH", "/v1/me", {"name": "Ada Lovelace"}, **ONE), "Without If-Match", 428)
    stage.note(stage.ada.request("PATCH", "/v1/me", {"name": "Ada Lovelace"}, If_Match=tag, **ONE), "A new name")
    stage.note(stage.ada.request("PATCH", "/v1/me", {"name": "Augusta"}, If_Match=tag, **ONE), "Edited in the meantime", 412)


def scene_tokens(stage: Stage) -> None:
    """Ada makes a token for a bot that only looks, gives it another text, and takes it back."""
    ada, note = stage.ada, stage.note
    made = ada.post("/v1/me/tokens", {"label": "scoreboard", "scopes": ["read"], "expires_in": 86400})
    stage.recorder.learn(k6p2s9d4f7gh=made.json()["id"], im_a3k9x2m7q5wd_Qm4Zt8Xc1Vb6Nn3Kj9Hg5Fd2Sa7Lp0We=made.json()["token"])
    note(made, "A token that only looks, for a day", 201)
    note(ada.post("/v1/me/tokens", {"label": "scoreboard", "scopes": ["cook"]}, **ONE), "No such scope", 422)
    note(ada.get("/v1/me/tokens"), "Two tokens")
    board = Client(stage.server.url, made.json()["token"])
    note(board.post("/v1/games", {"ruleset": "cathedral", "seats": ["me", "open"]}, **ONE), "A token that only looks", 403)
    note(board.post("/v1/me/tokens", {"label": "more", "scopes": ["play"]}, **ONE), "It cannot give itself more", 403)
    here = f"/v1/me/tokens/{made.json()['id']}"
    rotated = ada.post(f"{here}/rotation", {"overlap": 60})
    stage.recorder.learn(im_a3k9x2m7q5wd_Ty5Rb8Nv2Mc7Xz4Lk1Jh6Gf9Ds3Pa0Qw=rotated.json()["token"])
    note(rotated, "A new text, the old one good for a minute", 201)
    note(ada.request("DELETE", here), "It is refused from now on", 204)
    note(ada.request("DELETE", here, **ONE), "No such token any more", 404)


def scene_catalogue(stage: Stage) -> None:
    stage.note(stage.anybody.get("/v1/rulesets"), "What can be played")
    stage.note(stage.anybody.get("/v1/rulesets/cathedral"), "Cathedral and its buildings")
    stage.note(stage.anybody.get("/v1/rulesets/chess", **ONE), "No such ruleset", 404)
    stage.note(stage.anybody.get("/v1/sentences"), "All that players are told")
    stage.note(stage.anybody.get("/v1/ais"), "The AIs here now")


def scene_puzzles(stage: Stage) -> None:
    """Somebody without a token solves a puzzle at the second try."""
    anybody, note = stage.anybody, stage.note
    listed = note(anybody.get("/v1/puzzles?ruleset=cathedral&limit=2"), "The first two of Cathedral").json()["items"]
    note(anybody.get("/v1/puzzles/daily?ruleset=cathedral"), "Today's", volatile=True)
    here = listed[0]["links"]["self"]
    note(anybody.get(here), "What is to be solved")
    note(anybody.get(f"{here}/board.svg"), "Its drawing, cut short", shortened=beginning)
    right = anybody.get(f"{here}/solution").json()["answers"]
    wrong = next(move for move in anybody.get(here).json()["moves"] if move not in right)
    note(anybody.get(f"{here}/answer?move={quote(wrong)}"), "Not the best")
    note(anybody.get(f"{here}/answer?move={quote(right[0])}"), "Solved")
    note(anybody.get(f"{here}/answer?move=castle", **ONE), "No move", 422)
    note(anybody.get(f"{here}/solution"), "Given up")
    note(anybody.get("/v1/puzzles/nothing", **ONE), "No such puzzle", 404)


def scene_promise(stage: Stage) -> None:
    """Ada has a seed promised, adds one of her own, and cannot use the promise twice."""
    ada, note = stage.ada, stage.note
    note(stage.anybody.post("/v1/commitments", None, **ONE), "Without a token", 401)
    made = ada.post("/v1/commitments", None, **ONE)
    stage.recorder.learn(c5h8w2n7k3qs=made.json()["id"])
    note(made, "A seed is promised", 201)
    body = {"ruleset": "cathedral", "seats": ["me", "me"], "commitment": made.json()["id"], "client_seed": "my-own-words-1789"}
    begun = ada.post("/v1/games", body, **ONE)
    stage.recorder.learn(p3d6v8b2j5ht=begun.json()["id"])
    note(begun, "Drawn from two seeds", 201)
    note(ada.post("/v1/games", body, **ONE), "That promise is spent", 409)


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
    note(ada.get(f"{here}/board", Accept="image/gif", **ONE), "A form that there is not", 406)
    note(ada.get(f"{here}/board.svg?revision=3"), "As it was after the first move, cut short", shortened=beginning)
    note(ada.get(f"{here}/board.txt"), "For a terminal")
    note(ada.get(f"{here}/export", **ONE), "Not yet over", 409)
    note(bob.post(f"{here}/resignation", {}), "Bob gives up", 201)
    note(ada.get(f"{here}/export"), "The record of the game")
    note(ada.get(f"{here}/events"), "The last events of a game")
    scene_analysis(stage)


def scene_hints(stage: Stage, here: str) -> None:
    ada, note = stage.ada, stage.note
    asked = note(ada.post(f"{here}/hints", {}), "What would you play", 202)
    note(stage.bob.post(f"{here}/hints", {}, **ONE), "Not your decision", 409)
    until(lambda: ada.get(asked.headers["Location"]).json()["status"] != "pending")
    note(ada.get(asked.headers["Location"]), "Three moves", volatile=True)


def blundered(stage: Stage) -> str:
    """The address of a finished game with moves than which any analysis knows a better one."""
    game = stage.ada.game("cathedral", ["me", "me"])["id"]
    stage.recorder.learn(b2l6u9n4d7er=game)
    for turn, move in enumerate(("cathedral@e5n", "tavern@a1n", "tavern@j10n"), start=1):
        stage.ada.play(game, turn, move)
    stage.ada.post(f"/v1/games/{game}/resignation", {"seat": 0})
    return f"/v1/games/{game}"


def scene_analysis(stage: Stage) -> None:
    ada, note, there = stage.ada, stage.note, f"{blundered(stage)}/analysis"
    note(ada.get(there, **ONE), "Nobody has asked", 404)
    note(ada.post(there, None), "Have it analysed", 202, volatile=True)
    until(lambda: ada.get(there).json()["status"] == "done")
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


def scene_offers(stage: Stage) -> None:
    """Ada and Bob play: a move is taken back, a draw declined; another game is aborted, a seat declined, a third played again."""
    ada, bob, note = stage.ada, stage.bob, stage.note

    def table(name: str) -> str:
        game: str = ada.game("cathedral", ["me", {"player": bob.id}])["id"]
        stage.recorder.learn(**{name: game})
        return game

    game = table("k9d4f7w2x5ha")
    here = f"/v1/games/{game}"
    note(ada.post(f"{here}/offers", {"kind": "draw"}, **ONE), "Nobody sits there yet", 409)
    bob.post(f"{here}/seats", {})
    ada.play(game, 1, "cathedral@e5n")
    note(ada.post(f"{here}/offers", {"kind": "takeback"}), "May I take that back", 201)
    note(bob.post(f"{here}/offers/takeback", {"answer": "accept"}), "You may", 200)
    note(bob.post(f"{here}/offers/takeback", {"answer": "accept"}, **ONE), "There is no such offer any more", 409)
    note(bob.post(f"{here}/abort", None), "Not now, after all", 201)
    note(bob.post(f"{here}/abort", None, **ONE), "Over already", 409)
    asked = ada.post(f"{here}/rematch", None)
    again = asked.json()["id"]
    stage.recorder.learn(p5x8c3v7n2ku=again)
    note(asked, "Play again", 201)
    record = ada.get(f"{here}/export").text
    taken = ada.post("/v1/games/import", {"record": record, "names": ["Ada", "Bob"]})
    stage.recorder.learn(m7t2y5r8e4zb=taken.json()["id"])
    note(taken, "A game that was played before", 201)
    note(ada.post("/v1/games/import", {"record": record.replace("abort", "castle@a1n")}, **ONE), "A record that does not hold", 422)
    note(ada.get(f"{here}/board.png"), "A picture", shortened=lambda _: "(a picture)")
    note(stage.anybody.post(f"{here}/rematch", None, **ONE), "Nobody in particular", 401)
    note(bob.post(f"/v1/games/{again}/seats/decline", None), "No, thank you", 200)
    note(bob.post(f"/v1/games/{again}/seats/decline", None, **ONE), "No seat is kept for you", 403)


def scene_clock(stage: Stage) -> None:
    blitz = {"kind": "fischer", "seconds": 600, "increment": 5}
    made = stage.ada.post("/v1/games", {"ruleset": "cathedral", "seats": ["me", "open"], "clock": blitz})
    stage.recorder.learn(q6z3b8n5t2rm=made.json()["id"])
    stage.note(made, "Ten minutes a side", 201)
    wrong = {"ruleset": "cathedral", "seats": ["me", "open"], "clock": {"kind": "days", "seconds": 600}}
    stage.note(stage.ada.post("/v1/games", wrong, **ONE), "A clock that there is not", 422)


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


def scene_series(stage: Stage) -> None:
    """Ada and Bob play two games; Bob gives the first one up, Ada the second."""
    ada, bob, note = stage.ada, stage.bob, stage.note
    made = ada.post("/v1/series", {"ruleset": "cathedral", "seats": ["me", {"player": bob.id}], "games": 2})
    here = f"/v1/series/{made.json()['id']}"
    stage.recorder.learn(s4e8r2i6e9sk=made.json()["id"])
    note(made, "Two games with Bob", 201)
    note(ada.post("/v1/series", {"ruleset": "cathedral", "seats": ["me", "me"]}, **ONE), "Against oneself", 422)
    entered = bob.post(f"{here}/entries", {})
    stage.recorder.learn(f2i7r4s9t3gm=entered.json()["games"][0]["game"])
    note(entered, "Bob is there", 201)
    note(bob.post("/v1/series/nothing/entries", {}, **ONE), "No such series", 404)
    after = bob.post(f"/v1/games/{entered.json()['games'][0]['game']}/resignation", {})
    assert after.status_code == 201
    look = ada.get(here)
    stage.recorder.learn(n3e8x5t2g7ma=look.json()["games"][1]["game"])
    note(look, "The second game runs")
    note(ada.get(here, If_None_Match=look.headers["ETag"]), "Nothing new", 304)
    note(ada.post(f"{here}/withdrawal", {}), "Ada has enough", 201)
    note(ada.post(f"{here}/withdrawal", {}, **ONE), "It is over", 409)
    note(ada.get("/v1/series?player=me"), "My series")
    other = ada.post("/v1/series", {"ruleset": "cathedral", "seats": ["me", {"player": bob.id}]}).json()
    stage.recorder.learn(d6e3c8l5i2nt=other["id"])
    there = f"/v1/series/{other['id']}"
    note(bob.post(f"{there}/withdrawal", {}), "Bob declines", 201)
    note(ada.post(f"{there}/entries", {"player": bob.id}), "Ada asks Bob again", 201)
    note(bob.post(f"{there}/cancellation", {}, **ONE), "Not Bob's series", 403)
    note(ada.post(f"{there}/cancellation", {"why": "Bob has no time."}), "Then not", 201)
    note(ada.get(f"{here}/events"), "The last event of a series")


def scene_tournaments(stage: Stage) -> None:
    """A small round robin of two who give up, one that is called off, and one whose field does not fit."""
    ada, bob, note = stage.ada, stage.bob, stage.note
    body = {"name": "Winter cup", "ruleset": "cathedral", "entrants": ["me"], "capacity": 8}
    made = ada.post("/v1/tournaments", body)
    here = f"/v1/tournaments/{made.json()['id']}"
    stage.recorder.learn(c7u2p9w4i6nt=made.json()["id"])
    note(made, "A cup that registers", 201)
    odd = {"name": "Cup", "ruleset": "cathedral", "start": "now", "opponents": 3, "entrants": [{"ai": "easy"} for _ in range(7)]}
    note(ada.post("/v1/tournaments", odd, **ONE), "Seven cannot all meet three others", 422)
    note(bob.post(f"{here}/start", {}, **ONE), "Not the organiser", 403)
    note(bob.post(f"{here}/entries", {}), "Bob enters", 201)
    note(ada.post(f"{here}/entries", {"ai": "easy", "name": "Easy does it"}), "An AI enters", 201)
    note(ada.post(f"{here}/kick", {"entrant": "ai-1"}), "And is put out", 201)
    note(bob.get("/v1/tournaments?status=registering"), "What registers")
    begun = note(ada.post(f"{here}/start", {}), "It begins", 201, volatile=True)
    note(bob.post(f"{here}/start", {}, **ONE), "Not the organiser either way", 403)
    note(ada.get(f"{here}/rounds/1"), "The first round", volatile=True)
    note(ada.get(f"{here}/rounds/9", **ONE), "No such round", 404)
    first = ada.get(f"{here}/rounds/1").json()["pairings"][0]["games"][0]["game"]
    assert bob.post(f"/v1/games/{first}/resignation", {}).status_code == 201
    note(bob.post(f"{here}/withdrawal", {}), "Bob leaves", 201, volatile=True)
    assert begun.json()["status"] == "running"
    until(lambda: ada.get(here).json()["status"] == "finished")
    over = note(ada.get(here), "Ada has won it", volatile=True)
    note(ada.get(here, If_None_Match=over.headers["ETag"]), "You know all of it", 304)
    note(ada.get(f"{here}/standings"), "The final standings", volatile=True)
    note(ada.get(f"{here}/crosstable"), "Who has what against whom", volatile=True)
    note(ada.get(f"{here}/crosstable.csv"), "For a spreadsheet", volatile=True)
    note(ada.get(f"{here}/crosstable.svg"), "A picture of the table, cut short", shortened=beginning, volatile=True)
    note(ada.get(f"{here}/export?limit=1"), "The records", volatile=True)
    note(ada.get(f"{here}/events"), "The last event of a tournament", volatile=True)
    note(bob.post(f"{here}/entries", {}, **ONE), "Too late", 409)
    other = ada.post("/v1/tournaments", body | {"name": "Summer cup"}).json()
    stage.recorder.learn(s6u3m8c2u5pk=other["id"])
    note(ada.post(f"/v1/tournaments/{other['id']}/cancellation", {"why": "The hall is flooded."}), "Called off", 201)


def scene_ratings(stage: Stage) -> None:
    """Ada beats Bob in a game that both have sought."""
    ada, bob, note = stage.ada, stage.bob, stage.note
    note(ada.get("/v1/leaderboards/chess", **ONE), "Nothing of the kind", 404)
    seek = ada.post("/v1/seeks", {"ruleset": "cathedral", "rated": True, "rating_least": 1400})
    stage.recorder.learn(p8o3o7l2w5sh=seek.json()["id"].partition("-")[0], k4w9=seek.json()["id"].partition("-")[2])
    note(seek, "Somebody of my strength", 201)
    note(ada.post("/v1/seeks", {"ruleset": "cathedral", "seats": 3}, **ONE), "Nobody plays that with three", 422)
    note(ada.get(seek.json()["links"]["self"]), "Nobody yet")
    note(ada.get("/v1/seeks/nothing", **ONE), "No seek of mine", 404)
    spare = ada.post("/v1/seeks", {"ruleset": "forbidden_city", "ai": {"name": "easy", "after": 60}})
    stage.recorder.learn(k7m2=spare.json()["id"].partition("-")[2])
    note(ada.request("DELETE", spare.json()["links"]["self"]), "Never mind")
    found = bob.post("/v1/seeks", {"ruleset": "cathedral", "rated": True})
    game = found.json()["game"]
    assert game, found.text
    bob.post(f"/v1/games/{game}/resignation", {})
    note(ada.get(f"/v1/players/{ada.id}/ratings"), "After one game", volatile=True)
    note(ada.get("/v1/players/nobody/ratings", **ONE), "Nobody's", 404)
    note(ada.get("/v1/leaderboards/cathedral"), "Two of them", volatile=True)
    note(ada.get("/v1/ladders/cathedral"), "Nobody climbs yet")
    note(ada.get("/v1/ladders/chess", **ONE), "No such ladder", 404)


def scene_account(stage: Stage) -> None:
    """Ada reads all that is kept about her; Cleo, who has been here for a moment, is deleted."""
    ada, note = stage.ada, stage.note
    note(ada.get("/v1/me/export?limit=1"), "All of it, and the first of the games", volatile=True)
    with Client(stage.server.url) as cleo:
        cleo.named("Cleo")
        note(cleo.request("DELETE", "/v1/me"), "Gone", 204)
        note(cleo.request("DELETE", "/v1/me", **ONE), "The token is none any more", 401)


def scene_moderation(stage: Stage) -> None:
    """The operator freezes a game and a player, blocks an address, and looks at what was done."""
    operator, bob, note = stage.operator, stage.bob, stage.note
    game = bob.game("cathedral", ["me", "me"])["id"]
    stage.recorder.learn(z4f8r2e6z9ek=game)
    here, why = f"/v1/operator/games/{game}", {"why": "Under investigation."}
    note(bob.request("PUT", f"{here}/freeze", why, **ONE), "Not the operator", 403)
    note(operator.request("PUT", f"{here}/freeze", why), "Nobody moves", 204)
    note(bob.play(game, 1, "cathedral@e5n", **ONE), "A frozen game", 409)
    note(operator.request("DELETE", f"{here}/freeze"), "It goes on", 204)
    note(operator.request("DELETE", here), "Gone", 204)
    note(operator.request("DELETE", here, **ONE), "No such game", 404)
    with Client(stage.server.url) as cleo:
        cleo.named("Cleo")
        stage.recorder.learn(d3l7e4t9e2mm=cleo.id)
        there = f"/v1/operator/players/{cleo.id}"
        note(operator.request("PUT", f"{there}/freeze", why), "Refused from now on", 204)
        note(cleo.get("/v1/me", **ONE), "A frozen player", 403)
        note(operator.request("DELETE", f"{there}/freeze"), "Welcome again", 204)
        note(operator.request("DELETE", there), "A player less", 204)
    blocked = "/v1/operator/blocks/203.0.113.9"
    note(operator.request("PUT", blocked, {"why": "Ten thousand players an hour.", "seconds": 3600}), "For an hour")
    note(operator.request("PUT", "/v1/operator/blocks/nowhere", {"why": "?"}, **ONE), "No address", 422)
    note(operator.get("/v1/operator/blocks"), "One address")
    note(operator.get("/v1/operator/overview"), "What goes on", volatile=True)
    note(operator.request("DELETE", blocked), "Let in again", 204)
    note(operator.get("/v1/operator/audit?limit=2"), "The last two deeds", volatile=True)


SCENES = (
    scene_players,
    scene_tokens,
    scene_catalogue,
    scene_puzzles,
    scene_meeting,
    scene_against_an_ai,
    scene_promise,
    scene_clock,
    scene_offers,
    scene_series,
    scene_tournaments,
    scene_ratings,
    scene_webhooks,
    scene_account,
    scene_hosting,
    scene_moderation,
    scene_operations,
)


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
