"""What an AI thinks of a decision: hints for one that is pending, notes on every one of a finished game. All from views."""

import json
import time
from dataclasses import asdict, dataclass, field, replace

from engine.host_words import is_hosts
from service.ai import notes
from service.game import Game
from service.games import visibility
from service.json_object import Json
from service.store import keys
from service.store.client import Client
from service.store.packing import deflated, inflated

KEPT = 3600
CHUNK_SECONDS = 1.5
"""How long one job annotates before it lets others have the worker."""


@dataclass(frozen=True)
class Hint:
    """The best moves that an AI found for a decision, once it is done."""

    turn: int
    seat: int
    status: str = "pending"
    moves: list[Json] = field(default_factory=list)
    until: float = 0.0
    """When whoever thinks about it must have answered."""


@dataclass(frozen=True)
class Analysis:
    """Notes on the moves of a finished game, as far as they are written."""

    total: int
    done: int = 0
    status: str = "running"
    notes: list[Json] = field(default_factory=list)
    until: float = 0.0
    """When the job that writes it must have shown life."""
    by: str = ""
    """Who asked for it."""


def hint_moves(game: Game, seat: int, seconds: float, count: int) -> list[Json]:
    """The best moves with their estimate and the reply that is expected to each."""
    found: list[Json] = []
    ceiling = 1.0
    worlds = notes.guesses(game, seat)
    for candidate in notes.considered(game, seat, seconds)[:count]:
        ceiling = min(ceiling, candidate.estimate)  # a move that was only glanced at may look better than it is
        reply = notes.reply_to(candidate, seat)
        found.append(
            {
                "move": str(candidate.move),
                "object": visibility.move_object(game, seat, candidate.move),
                "estimate": round(ceiling, 3),
                "points": notes.points_after(game.ruleset, worlds, seat, candidate.move),
                "reply": {"seat": reply[0], "move": str(reply[1]), "guess": True} if reply else None,
            }
        )
    return found


def save_hint(client: Client, game: str, hint: Hint) -> None:
    client.set(keys.hint_key(game, hint.turn, hint.seat), json.dumps(asdict(hint)), ex=KEPT)


def load_hint(client: Client, game: str, turn: int, seat: int) -> Hint | None:
    text = client.get(keys.hint_key(game, turn, seat))
    return Hint(**json.loads(text)) if text else None


def save_analysis(client: Client, game: str, analysis: Analysis) -> None:
    client.set(keys.analysis_key(game), deflated(json.dumps(asdict(analysis))), ex=30 * 24 * KEPT)


def load_analysis(client: Client, game: str) -> Analysis | None:
    text = client.get(keys.analysis_key(game))
    return Analysis(**json.loads(inflated(text))) if text else None


def annotated(game: Game, entries: list[Json], so_far: Analysis, seconds: float) -> Analysis:
    """The analysis with as many more notes as fit into one chunk of time; at least one."""
    stop, done, written = time.monotonic() + CHUNK_SECONDS, so_far.done, list(so_far.notes)
    while done < so_far.total and (time.monotonic() < stop or done == so_far.done):
        stored = entries[done]
        if stored["seat"] is not None and not is_hosts(stored["move"]):
            written.append(notes.note(visibility.replayed(game, entries[:done], game.revision), stored, seconds))
        done += 1
    return replace(so_far, done=done, status="done" if done == so_far.total else "running", notes=written)
