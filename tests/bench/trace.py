"""How far a request travels through the code: `python -m tests.bench.trace`.

Of one 304, one move and one AI turn, each the second of its kind: the calls of functions in `service/`, the modules
that they are in, and how often one module calls into another. Few switches make a request easy to follow.
"""

import sys
import tempfile
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path
from types import FrameType
from typing import Any

from werkzeug.test import Client

import service
from service.config import Settings
from service.game import Seat
from service.games.referee import Asked
from service.store import embedded
from service.web.app import create_app
from service.worker import jobs

ROOT = str(Path(str(service.__file__)).parent)


@dataclass
class Trace:
    """What is called while it listens."""

    calls: int = 0
    switches: int = 0
    modules: set[str] = field(default_factory=set)

    def listen(self, frame: FrameType, event: str, _: Any) -> None:
        here = frame.f_code.co_filename
        if event != "call" or not here.startswith(ROOT):
            return
        self.calls += 1
        self.modules.add(here)
        caller = frame.f_back
        while caller is not None and not caller.f_code.co_filename.startswith(ROOT):
            caller = caller.f_back
        self.switches += caller is not None and caller.f_code.co_filename != here


def traced(do: Callable[[], Any]) -> Trace:
    """What is called when it is done."""
    trace = Trace()
    sys.setprofile(trace.listen)
    try:
        do()
    finally:
        sys.setprofile(None)
    return trace


def main() -> None:
    """Prints the three journeys."""
    with tempfile.TemporaryDirectory() as folder:
        given = replace(Settings(), data=Path(folder), metrics=False)
        with embedded.server(given) as url:
            for name, trace in journeys(replace(given, store_url=url, queue_url=url)).items():
                print(f"{name:10} {trace.calls:4} calls, {len(trace.modules):2} modules, {trace.switches:3} switches")


def journeys(settings: Settings) -> dict[str, Trace]:
    app = create_app(settings)
    parts = app.extensions["intramuros"]
    known, token = parts.players.create("Ada")
    client, headers = Client(app), {"Authorization": f"Bearer {token}"}

    def game(other: Seat) -> str:
        made = parts.referee.create("cathedral", {}, (Seat("player", "Ada", known.id), other), "listed", Asked(known.id), lambda _: "")
        return str(made.game.id)

    def sent(where: str) -> Callable[[], Any]:
        """The post of a legal move, to be made."""
        game = parts.referee.load(where)
        body = {"turn": game.turn, "move": str(game.position.moves(0)[0] if 0 in game.actors else game.position.moves(1)[0])}
        return lambda: client.post(f"/v1/games/{where}/moves", json=body, headers=headers)

    alone, against = game(Seat("player", "Ada", known.id)), game(Seat("ai", "random", ai="random"))
    tag = client.get(f"/v1/games/{alone}", headers=headers).headers["ETag"]
    for _ in range(2):  # the first time things are set up
        poll = traced(lambda: client.get(f"/v1/games/{alone}", headers={**headers, "If-None-Match": tag}))
    for _ in range(2):
        move = traced(sent(alone))
    for turn in (2, 4):
        assert sent(against)().status_code == 201
        thought = traced(partial(jobs.think, parts, against, turn, 1))
    return {"304": poll, "move": move, "AI turn": thought}


if __name__ == "__main__":
    main()
