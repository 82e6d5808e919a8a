"""An opponent that others can choose: write `decide`, and it plays wherever it is hosted.

The same class runs on a server's own workers and in its arena, found by the entry point `intramuros.ais`, and far away over HTTP
(`intramuros-host`). It sees what its seat may know and nothing else; it needs nothing of the server's code.

>>> class First(AI):
...     def decide(self, view, moves, budget):
...         return moves[0]
"""

import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Any, Generic

from intramuros_client._shapes import M, P
from intramuros_client.moves import Move


@dataclass(frozen=True)
class View(Generic[P]):
    """What one seat may know when it owes a decision."""

    ruleset: str
    rules_version: int
    seat: int
    notation: str
    """The position as text, which is also a drawing."""
    position: P
    """The same as an object; its shape is the ruleset's, as in a snapshot."""
    goal: str = "win"
    """What the game is played for: `win`, or `score` in a contest that adds up scores."""


@dataclass(frozen=True)
class Budget:
    """How long to think."""

    seconds: float = 1.0
    nodes: int | None = None
    """Positions to look at, where a result must repeat; only the arena sets it."""
    seed: int | None = None
    """For a generator of yours, so that the same view gives the same move."""
    started: float = field(default_factory=time.monotonic, compare=False)

    @property
    def deadline(self) -> float:
        """On `time.monotonic()`."""
        return self.started + self.seconds

    @property
    def left(self) -> float:
        """Seconds that are left."""
        return max(0.0, self.deadline - time.monotonic())


class AI(Generic[P, M]):
    """An opponent. `rulesets` are those it plays (all, if left out), `about` is a line for the list of AIs."""

    rulesets: Sequence[str]
    about: str = ""
    ladder: bool = False
    """Whether it asks to be rated, and to play others that do while the server has nothing else to do."""

    def decide(self, view: View[P], moves: Sequence[Move[M]], budget: Budget) -> str:
        """One of the moves."""
        raise NotImplementedError

    def choose(self, view: Any, moves: Sequence[Any], budget: Any) -> Any:
        """How a server's own workers and its arena ask: with their own positions and moves, which become ours here."""
        rules, seen = view.ruleset, view.position
        whole = {"ruleset": rules.name, **rules.to_json(seen)}
        known: View[Any] = View(rules.name, rules.version, view.seat, str(seen), whole, view.goal)
        offered: list[Move[Any]] = [Move(str(move), partial(object_of, view, move)) for move in moves]
        chosen = str(self.decide(known, offered, Budget(budget.seconds, budget.nodes, budget.seed, budget.started)))
        return next((move for move in moves if str(move) == chosen), chosen)


def object_of(view: Any, move: Any) -> dict[str, Any]:
    """A server's move as the object that it is told as."""
    return {"ruleset": view.ruleset.name, **view.ruleset.move_json(view.position, view.seat, move)}


def read_work(work: Mapping[str, Any]) -> tuple[View, list[Move], Budget]:
    """What `decide` is given, from a piece of work as the server sends it."""
    view = View(work["ruleset"], work["rules_version"], work["seat"], work["notation"], work["position"], work.get("goal", "win"))
    objects = work.get("objects") or [{}] * len(work["moves"])
    moves = [Move.of({"move": text, "object": thing}) for text, thing in zip(work["moves"], objects, strict=True)]
    return view, moves, Budget(work["budget_seconds"])
