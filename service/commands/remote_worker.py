"""Hosts an AI for a server far away, over HTTP: `INTRAMUROS_KEY=hk_… intramuros remote-worker --server URL [--ai NAME]`.

The reference for hosts in other languages: ask for work, think, answer, and wait longer after every failure.
"""

import argparse
import json
import logging
import os
import random
import signal
import sys
import threading
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from types import FrameType
from typing import Any

from engine.ai.opponent import WIN, Budget, View
from engine.rulesets import NAMES, ruleset
from service import logs
from service.ai import installed
from service.ai.remote_work import PROTOCOL
from service.config import CannotStart, load
from service.json_object import Json
from service.problems import LateAnswer, VersionMismatch

log = logging.getLogger("intramuros.remote")

WAIT = 25
SHORTEST, LONGEST = 0.5, 60.0
HEARTBEAT = 5.0
AGAIN = (0.2, 0.5, 1.0)
"""Seconds to wait before an answer that did not get through is sent again."""


class Refused(Exception):
    """The server answered with a problem document; `slug` is its word for programs."""

    def __init__(self, status: int, text: bytes) -> None:
        document = read_problem(text)
        super().__init__(str(document.get("detail", "The server gave no reason.")))
        self.status = status
        self.slug = str(document.get("type", "")).rpartition("#")[2]


@dataclass
class Link:
    """The way to the server."""

    server: str
    key: str

    def post(self, path: str, body: Json, once: str = "") -> Any:
        """The answer's JSON, or None for an empty answer; raises Refused, or OSError when the server cannot be reached."""
        headers = {"Authorization": f"Bearer {self.key}", "Content-Type": "application/json"}
        headers |= {"Idempotency-Key": once} if once else {}
        request = urllib.request.Request(self.server.rstrip("/") + path, json.dumps(body).encode(), headers)
        try:
            with urllib.request.urlopen(request, timeout=WAIT + 15) as answer:
                text = answer.read()
        except urllib.error.HTTPError as error:
            raise Refused(error.code, error.read()) from None
        return json.loads(text) if text else None


def read_problem(text: bytes) -> Json:
    """The problem document in an answer; empty where something else stands there."""
    try:
        found = json.loads(text)
    except ValueError:
        return {}
    return found if isinstance(found, dict) else {}


@dataclass
class Patience:
    """Whether a move is being thought about, and whether to stop after it."""

    thinking: bool = False
    stopping: bool = False

    def stop(self, _signal: int, _frame: FrameType | None) -> None:
        """Ends the process at once, or after the move that is being thought about."""
        if not self.thinking:
            sys.exit(0)
        self.stopping = True


def backoff(before: float) -> float:
    """How long to wait after another failure: decorrelated jitter, so that many hosts do not come back together."""
    return min(LONGEST, random.uniform(SHORTEST, before * 3))


def decide(work: Json, played_as: str | None) -> str:
    """The move that the installed AI chooses for the work."""
    rules = ruleset(work["ruleset"], work["rules_version"])
    position, seat = rules.read(work["notation"]), work["seat"]
    moves = [rules.read_move(text, position, seat) for text in work["moves"]]
    player = installed.player_of(work["ruleset"], played_as or work["ai"])
    budget = Budget(work["budget_seconds"], wall=work.get("wall_seconds", work["budget_seconds"]))
    return str(player.choose(View(rules, seat, position, work.get("goal", WIN)), moves, budget))


def answer(link: Link, work: Json, move: str) -> None:
    """Sends the move, again if need be; the key keeps one that got through from being called late."""
    for pause in (*AGAIN, None):
        try:
            link.post(f"/v1/work/{work['id']}/move", {"move": move}, once=work["id"])
            return
        except OSError as error:
            if pause is None:
                raise
            log.warning("the answer did not get through (%s); sending it again in %.1f s", error, pause)
            time.sleep(pause)


@contextmanager
def alive(link: Link, work: Json) -> Iterator[None]:
    """Shows now and then that the host is alive, while the block thinks."""
    done = threading.Event()

    def beat() -> None:
        while not done.wait(HEARTBEAT):
            with suppress(Refused, OSError):
                link.post(f"/v1/work/{work['id']}/heartbeat", {})

    threading.Thread(target=beat, name="heartbeat", daemon=True).start()
    try:
        yield
    finally:
        done.set()


def played_rulesets(played_as: str | None) -> list[str]:
    """The rulesets that the AI plays, or any of those installed here; all where none is."""
    names = [played_as] if played_as else installed.names()
    played = {ruleset for name in names for ruleset in installed.description(name)["rulesets"]}
    return [name for name in NAMES if name in played or not names]


def asking(played_as: str | None, rulesets: list[str]) -> Json:
    """The request for a turn: what is played here and, where it is one AI, what that says of itself."""
    names = [played_as] if played_as else installed.names()
    about = installed.description(names[0])["about"] if len(names) == 1 else ""
    ask: Json = {"protocol": PROTOCOL, "rules": {name: ruleset(name).version for name in rulesets}, "wait": WAIT}
    ask |= {"ladder": True} if wants_ladder(played_as) else {}
    return ask | ({"about": about[:200]} if about else {})


def wants_ladder(played_as: str | None) -> bool:
    """Whether the AI, or one of those installed here, asks to be rated."""
    names = [played_as] if played_as else installed.names()
    return any(installed.description(name)["ladder"] for name in names)


def key_of(given: str | None) -> str:
    """The host key: from the command line, or from where other users of the machine do not see it."""
    key = given or os.environ.get("INTRAMUROS_KEY")
    if not key:
        raise CannotStart("Put the key that the operator gave you into INTRAMUROS_KEY, or give it as --key.")
    return key


def serve_once(link: Link, played_as: str | None, ask: Json, patience: Patience) -> None:
    """Asks for one turn and answers it, if there is one."""
    work = link.post("/v1/work/acquire", ask)
    if work is None:
        return
    started = time.perf_counter()
    patience.thinking = True
    try:
        with alive(link, work):
            move = decide(work, played_as)
        answer(link, work, move)
    except (Refused, OSError):
        raise
    except Exception as error:
        log.exception("the AI failed")
        link.post(f"/v1/work/{work['id']}/abort", {"reason": f"{type(error).__name__}: {error}"[:2000]})
        return
    finally:
        patience.thinking = False
    log.info("played %s", move, extra={"ai": work["ai"], "ruleset": work["ruleset"], "seconds": round(time.perf_counter() - started, 3)})


def main(argv: list[str]) -> int:
    parser = argparse.ArgumentParser(prog="intramuros remote-worker", description="Host an AI for a server far away, over HTTP.")
    parser.add_argument("--server", required=True, help="the server's address: https://play.example")
    parser.add_argument("--key", help="the host key that the operator gave; better in INTRAMUROS_KEY, which ps does not show")
    parser.add_argument("--ai", metavar="NAME", help="the AI installed here that plays; left out, the one named like the work's AI")
    parser.add_argument("--ruleset", action="append", choices=NAMES, help="a ruleset to play; may be repeated (those of the AI)")
    chosen = parser.parse_args(argv)
    logs.setup(load({name: value for name, value in os.environ.items() if name.startswith("INTRAMUROS_LOG_")}))
    patience = Patience()
    signal.signal(signal.SIGTERM, patience.stop)
    link, pause = Link(chosen.server, key_of(chosen.key)), SHORTEST
    ask = asking(chosen.ai, chosen.ruleset or played_rulesets(chosen.ai))
    while not patience.stopping:
        try:
            serve_once(link, chosen.ai, ask, patience)
            pause = SHORTEST
        except Refused as refused:
            if refused.status in (401, 403) or refused.slug == VersionMismatch.slug:
                print(f"intramuros: {refused}", file=sys.stderr)
                return 2
            log.warning("the server refused: %s", refused)
            pause = pause if refused.slug == LateAnswer.slug else backoff(pause)
        except OSError as error:
            pause = backoff(pause)
            log.warning("the server cannot be reached (%s); trying again in %.1f s", error, pause)
        if pause > SHORTEST:
            time.sleep(pause)
    return 0
