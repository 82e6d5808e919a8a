"""Hosts an AI over HTTP: asks for turns, lets the AI decide, answers. `intramuros-host my_bot:MyBot --server https://play.example`.

The operator of the server gives a key for it, which is read from INTRAMUROS_KEY (or a file), never from the command line, where
everybody on the machine could see it.
"""

import argparse
import importlib
import inspect
import logging
import os
import signal
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from importlib.metadata import entry_points
from pathlib import Path
from types import FrameType
from typing import Any

from intramuros_client._manners import Request, backoff
from intramuros_client._sync.transport import Transport
from intramuros_client.ai import AI, read_work
from intramuros_client.problems import Forbidden, LateAnswer, Problem, Unauthorized, Unreachable, VersionMismatch

log = logging.getLogger("intramuros.host")

PROTOCOL = 1
WAIT = 25
HEARTBEAT = 5.0
GROUP = "intramuros.ais"


class Host:
    """Lets an AI play for a key, under every name that the key has."""

    def __init__(self, server: str, key: str, ai: AI, *, patience: float = 60.0) -> None:
        self.transport = Transport(server, key, "", 20.0, patience, None)
        self.ai = ai
        self.rules: dict[str, int] = {}
        self.stopping = False
        self.thinking = False

    def run(self) -> None:
        """Serves until `stop`; raises Unauthorized for a key that is not the server's. A server that is away is waited for."""
        failures = 0
        while not self.stopping:
            try:
                self.serve_once()
                failures = 0
            except (Unauthorized, Forbidden, VersionMismatch):
                raise
            except LateAnswer as late:
                log.warning("%s", late)
            except (Problem, Unreachable) as failure:
                failures += 1
                log.warning("%s", failure)
                time.sleep(backoff(failures))

    def stop(self) -> None:
        """Ends `run` after the decision that is being made, or after the wait for one."""
        self.stopping = True

    def serve_once(self, wait: int = WAIT) -> bool:
        """Asks for one turn and answers it; whether there was one."""
        body = {"protocol": PROTOCOL, "rules": self.played(), "wait": wait, "objects": True}
        body |= {"about": self.ai.about[:200]} if self.ai.about else {}
        body |= {"ladder": True} if self.ai.ladder else {}
        work = self.transport.json(Request("POST", "/v1/work/acquire", body=body, unhurried=False))
        if work is None:
            return False
        self.thinking = True
        try:
            self._answer(work)
        finally:
            self.thinking = False
        return True

    def _answer(self, work: dict[str, Any]) -> None:
        """Lets the AI decide and sends its move, or gives the turn back when it fails."""
        path = f"/v1/work/{work['id']}"
        try:
            with self.alive(path):
                move = str(self.ai.decide(*read_work(work)))
        except Exception as error:
            log.exception("the AI failed")
            reason = f"{type(error).__name__}: {error}"[:2000]
            self.transport.json(Request("POST", f"{path}/abort", body={"reason": reason}, unhurried=False))
            return
        self.transport.json(Request("POST", f"{path}/move", body={"move": move[:200] or "nothing"}, unhurried=False))
        log.info("%s played %s", work["ai"], move)

    @contextmanager
    def alive(self, path: str) -> Iterator[None]:
        """Shows now and then that the host is alive, while the block thinks."""
        done = threading.Event()

        def beat() -> None:
            while not done.wait(HEARTBEAT):
                with suppress(Problem, Unreachable):
                    self.transport.json(Request("POST", f"{path}/heartbeat", body={}, unhurried=False))

        threading.Thread(target=beat, name="heartbeat", daemon=True).start()
        try:
            yield
        finally:
            done.set()

    def played(self) -> dict[str, int]:
        """The rulesets that the AI plays, with the versions that the server plays, asked for once."""
        if not self.rules:
            listed = self.transport.json(Request("GET", "/v1/rulesets"))["items"]
            wanted = getattr(self.ai, "rulesets", [one["name"] for one in listed])
            self.rules = {one["name"]: one["version"] for one in listed if one["name"] in wanted}
            log.info("asking for turns of %s", ", ".join(self.rules) or "nothing: the server has none of its rulesets")
        return self.rules


def found(name: str) -> AI:
    """The AI that `module:Class` or an installed entry point names; SystemExit with a sentence when there is none."""
    try:
        if ":" in name:
            module, _, word = name.partition(":")
            sys.path.insert(0, str(Path.cwd()))
            loaded = getattr(importlib.import_module(module), word)
        else:
            (entry,) = entry_points(group=GROUP, name=name)
            loaded = entry.load()
    except (ImportError, AttributeError, ValueError) as error:
        raise SystemExit(f"intramuros-host: there is no AI {name!r} here ({error})") from None
    made = loaded() if inspect.isclass(loaded) else loaded
    if not isinstance(made, AI):
        raise SystemExit(f"intramuros-host: {name!r} is not an intramuros_client.AI")
    return made


def key_of(file: str | None) -> str:
    key = Path(file).read_text().strip() if file else os.environ.get("INTRAMUROS_KEY", "")
    if not key:
        raise SystemExit("intramuros-host: put the key that the operator gave you into INTRAMUROS_KEY")
    return key


def main(argv: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="intramuros-host", description="Host an AI for an Intramuros server, over HTTP.")
    parser.add_argument("ai", help="the AI: module:Class, or the name of an installed one")
    parser.add_argument("--server", default=os.environ.get("INTRAMUROS_URL", "http://127.0.0.1:8000"), help="the server's address")
    parser.add_argument("--key-file", metavar="FILE", help="a file with the host key, instead of INTRAMUROS_KEY")
    chosen = parser.parse_args(argv)
    logging.basicConfig(level=logging.INFO, format="%(asctime)s %(levelname)s %(message)s")
    logging.getLogger("httpx").setLevel(logging.WARNING)
    host = Host(chosen.server, key_of(chosen.key_file), found(chosen.ai))

    def end(_signal: int, _frame: FrameType | None) -> None:
        host.stop()
        if not host.thinking:
            sys.exit(0)

    signal.signal(signal.SIGTERM, end)
    try:
        host.run()
    except (Unauthorized, Forbidden, VersionMismatch) as refused:
        print(f"intramuros-host: {refused}", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        return 130
    return 0
