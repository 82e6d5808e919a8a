"""What an AI thinks of a decision: hints for one that is pending, notes on every one of a finished game. All from views."""

import json
import random
import time
from dataclasses import asdict, dataclass, field
from typing import Any

from engine.ai.levels import opponent
from engine.ai.opponent import Budget
from engine.ai.search.candidate import Candidate
from engine.ai.thinker import Thinker
from engine.core import CHANCE
from engine.record import RESIGN
from service import look
from service.connections import Client
from service.game import Game
from service.names import game_key

KEPT = 3600
CHUNK_SECONDS = 1.5
"""How long one job annotates before it lets others have the worker."""


@dataclass(frozen=True)
class Hint:
    """The best moves that an AI found for a decision, once it is done."""

    turn: int
    seat: int
    status: str = "pending"
    moves: list[dict[str, Any]] = field(default_factory=list)
    until: float = 0.0
    """When whoever thinks about it must have answered."""


@dataclass(frozen=True)
class Analysis:
    """Notes on the moves of a finished game, as far as they are written."""

    total: int
    done: int = 0
    status: str = "running"
    notes: list[dict[str, Any]] = field(default_factory=list)
    until: float = 0.0
    """When the job that writes it must have shown life."""


def considered(game: Game, seat: int, seconds: float) -> list[Candidate]:
    """What the strongest built-in opponent thinks of the seat's legal moves, the best first."""
    thinker = opponent(game.ruleset, "hard")
    assert isinstance(thinker, Thinker)
    view, moves = look.ai_view(game, seat), look.legal_moves(game, seat)
    if len(moves) == 1:
        guess = thinker.mind.guess(view.position, seat, random.Random(0))
        return [Candidate(moves[0], thinker.mind.evaluate(guess)[seat])]
    return thinker.consider(view, moves, Budget(seconds=seconds))


def hint_moves(game: Game, seat: int, seconds: float, count: int) -> list[dict[str, Any]]:
    """The best moves with their estimate and the reply that is expected to each."""
    found: list[dict[str, Any]] = []
    ceiling = 1.0
    for candidate in considered(game, seat, seconds)[:count]:
        ceiling = min(ceiling, candidate.estimate)  # a move that was only glanced at may look better than it is
        reply = next(((actor, move) for actor, move in candidate.line if actor not in (seat, CHANCE)), None)
        found.append(
            {
                "move": str(candidate.move),
                "object": look.move_object(game, seat, candidate.move),
                "estimate": round(ceiling, 3),
                "reply": {"seat": reply[0], "move": str(reply[1])} if reply else None,
            }
        )
    return found


def hint_key(game: str, turn: int, seat: int) -> str:
    return f"{game_key(game)}:hint:{turn}:{seat}"


def save_hint(client: Client, game: str, hint: Hint) -> None:
    client.set(hint_key(game, hint.turn, hint.seat), json.dumps(asdict(hint)), ex=KEPT)


def load_hint(client: Client, game: str, turn: int, seat: int) -> Hint | None:
    text = client.get(hint_key(game, turn, seat))
    return Hint(**json.loads(text)) if text else None


def analysis_key(game: str) -> str:
    return f"{game_key(game)}:analysis"


def save_analysis(client: Client, game: str, analysis: Analysis) -> None:
    client.set(analysis_key(game), json.dumps(asdict(analysis)), ex=30 * 24 * KEPT)


def load_analysis(client: Client, game: str) -> Analysis | None:
    text = client.get(analysis_key(game))
    return Analysis(**json.loads(text)) if text else None


def annotated(game: Game, entries: list[dict[str, Any]], so_far: Analysis, seconds: float) -> Analysis:
    """The analysis with as many more notes as fit into one chunk of time; at least one."""
    stop, done, notes = time.monotonic() + CHUNK_SECONDS, so_far.done, list(so_far.notes)
    while done < so_far.total and (time.monotonic() < stop or done == so_far.done):
        stored = entries[done]
        if stored["seat"] is not None and stored["move"] != RESIGN:
            notes.append(note(look.replayed(game, entries[:done], game.revision), stored, seconds))
        done += 1
    return Analysis(so_far.total, done, "done" if done == so_far.total else "running", notes)


def note(before: Game, stored: dict[str, Any], seconds: float) -> dict[str, Any]:
    """What the AI thought before a move, after it, and what it would have played."""
    seat = stored["seat"]
    seen = considered(before.acted_by(seat), seat, seconds)
    worst = min(candidate.estimate for candidate in seen)  # what was not even looked at
    played = next((candidate.estimate for candidate in seen if str(candidate.move) == stored["move"]), worst)
    best = seen[0]
    played = min(played, best.estimate)  # a move that was only glanced at may look better than it is
    better = str(best.move) if str(best.move) != stored["move"] and best.estimate > played + 0.005 else None
    return {
        "number": stored["number"],
        "seat": seat,
        "move": stored["move"],
        "estimate_before": round(best.estimate, 3),
        "estimate_after": round(played, 3),
        "better": better,
    }
