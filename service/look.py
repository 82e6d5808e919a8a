"""The only door out: what a caller may know of a game. Nothing else calls `view` or `glimpse`.

Snapshots, the journal, drawings, legal moves, hints, exports and what a worker is sent all come through here. A viewer is a
seat, or None for an onlooker.
"""

from collections.abc import Mapping
from dataclasses import asdict
from typing import Any

import orjson

from engine.ai.opponent import View
from engine.core import CHANCE, Position, Ruleset
from engine.record import RESIGN, Line, Record
from service.game import FINISHED, OPEN, RUNNING, Brief, Game

Viewer = int | None

POLL_MS = {OPEN: 5000, RUNNING: 2000, FINISHED: 3_600_000}
AI_POLL_MS = 300


def name_of(viewer: Viewer) -> str:
    return "onlooker" if viewer is None else str(viewer)


def viewer_for(brief: Brief, player: str | None, seat: int | None) -> Viewer:
    """Whose eyes the caller looks through: the seat asked for, else the first of its seats that owes a decision, else its first."""
    mine = brief.seats_of(player)
    if seat is not None:
        return seat
    return next((mine_owing for mine_owing in mine if mine_owing in brief.actors), mine[0] if mine else None)


def stored_entry(rules: Ruleset[Any, Any], before: Position[Any], actor: int, move: Any, seats: int) -> dict[str, Any]:
    """A move for the journal: as it was, and under `heard` as every viewer hears of it who may not know that."""
    truth = {"move": str(move), "object": rules.move_json(before, actor, move)}
    heard = {}
    for viewer in (*range(seats), None):
        view, glimpse = before.view(viewer), before.glimpse(actor, move, viewer)
        if view is before and glimpse is move:
            continue
        version = {"move": str(glimpse), "object": rules.move_json(view, actor, glimpse)}
        if version != truth:
            heard[name_of(viewer)] = version
    return {"seat": None if actor < 0 else actor, **truth, **({"heard": heard} if heard else {})}


def entry(stored: dict[str, Any], viewer: Viewer, status: str) -> dict[str, Any]:
    """A journal entry as the viewer may see it; of a finished game everybody sees everything."""
    told = {name: stored[name] for name in ("number", "turn", "revision", "seat", "move", "object", "at")}
    if status != FINISHED:
        told |= stored.get("heard", {}).get(name_of(viewer), {})
    return told


def snapshot(game: Game, viewer: Viewer) -> dict[str, Any]:
    """Everything that the viewer needs to act, except what `you` says."""
    rules, view = game.rules, game.position.view(viewer)
    link = f"/v1/games/{game.id}"
    return {
        "id": game.id,
        "ruleset": game.ruleset,
        "rules_version": game.version,
        "options": game.options,
        "status": game.status,
        "revision": game.revision,
        "turn": game.turn,
        "seats": [seat_json(game, number) for number in range(len(game.seats))],
        "actors": list(game.actors),
        "decisions": [decision_json(view, seat) for seat in game.actors],
        "notation": game.notation if view is game.position else str(view),
        "position": rules.to_json(view),
        "entries": game.entries,
        "last": entry(game.last, viewer, game.status) if game.last else None,
        "outcome": outcome_json(game),
        "commitment": game.commitment,
        "seed": game.seed if game.status == FINISHED else None,
        "degraded": game.degraded,
        "visibility": game.visibility,
        "hints": game.hints,
        "created_at": game.created_at,
        "updated_at": game.updated_at,
        "poll": {"after_ms": AI_POLL_MS if game.ai_actors() else POLL_MS[game.status]},
        "links": {
            "self": link,
            "moves": f"{link}/moves",
            "legal_moves": f"{link}/legal-moves",
            "board": f"{link}/board",
            "ruleset": f"/v1/rulesets/{game.ruleset}",
        },
    }


def snapshot_head(game: Game, viewer: Viewer) -> bytes:
    """The snapshot as JSON up to where `you` goes, the same for everybody who looks through the same eyes."""
    return orjson.dumps(snapshot(game, viewer))[:-1]


def you(brief: Brief, player: str | None, viewer: Viewer) -> dict[str, Any]:
    """What the snapshot says of the caller: its seats, those that owe a decision, and whose view it is."""
    seats = brief.seats_of(player)
    return {"seats": list(seats), "owe": [seat for seat in seats if seat in brief.actors], "viewing": viewer}


def seat_json(game: Game, number: int) -> dict[str, Any]:
    """A seat as everybody may know it."""
    seat = game.seats[number]
    shown = {"seat": number, "kind": seat.kind, "name": seat.name, "player": seat.player, "ai": seat.ai, "resigned": seat.resigned}
    return shown | ({"reserved_for": seat.reserved_for} if seat.reserved_for else {})


def outcome_json(game: Game) -> dict[str, Any] | None:
    return asdict(game.outcome) if game.outcome else None


def decision_json(view: Position[Any], seat: int) -> dict[str, Any]:
    decision = view.decision(seat)
    return {"seat": seat, "kind": decision.kind, "prompt": decision.prompt, "deadline": None}


def owed_json(game: Game, seat: int) -> dict[str, Any]:
    """A decision that a seat owes, as the seat itself sees it, with where to look and to play."""
    link = f"/v1/games/{game.id}"
    about = {"game": game.id, "ruleset": game.ruleset, "turn": game.turn, "revision": game.revision, "since": game.turn_at}
    links = {"game": f"{link}?seat={seat}", "legal_moves": f"{link}/legal-moves?seat={seat}", "moves": f"{link}/moves"}
    return about | decision_json(game.position.view(seat), seat) | {"links": links}


def ai_view(game: Game, seat: int) -> View:
    """What the AI of a seat gets to see."""
    return View(game.rules, seat, game.position.view(seat))


def work_view(game: Game, seat: int) -> dict[str, Any]:
    """What an AI host far away is sent: the view of its seat and the moves that are legal in it."""
    view = game.position.view(seat)
    return {"notation": str(view), "position": game.rules.to_json(view), "moves": [str(move) for move in view.moves(seat)]}


def legal_moves(game: Game, seat: int) -> list[Any]:
    """The moves open to a seat, from its own view."""
    return list(game.position.view(seat).moves(seat)) if seat in game.actors else []


def chosen_moves(game: Game, seat: int, wanted: Mapping[str, Any]) -> list[Any]:
    """The seat's moves that fit what is wanted of their text and their objects; a name that a move's text lacks saves the object."""
    names = [wanted[name].lower() for name in ("piece", "official") if name in wanted]
    moves = [move for move in legal_moves(game, seat) if is_written(str(move), wanted.get("starts", ""), names)]
    asked = {name: wanted[name] for name in ("piece", "official", "kind", "facing", "cell") if name in wanted}
    view = game.position.view(seat)
    return [move for move in moves if fits(game.rules.move_json(view, seat, move), asked)] if asked else moves


def is_written(text: str, start: str, names: list[str]) -> bool:
    """Whether a move's text starts like that and has all these names in it."""
    return text.startswith(start) and all(name in text.lower() for name in names)


def fits(move: Mapping[str, Any], asked: Mapping[str, str]) -> bool:
    """Whether a move as an object has everything asked for, under whatever name its ruleset gives it.

    >>> fits({"kind": "place", "building": "inn", "cells": ["b2", "b3"]}, {"piece": "inn", "cell": "b3"})
    True
    """
    has = {
        "kind": (move.get("kind"),),
        "facing": (move.get("facing"),),
        "official": (move.get("official"),),
        "piece": (move.get("building"), move.get("tile"), move.get("card")),
        "cell": (*move.get("cells", ()), move.get("end"), move.get("cell"), f"{move['x']},{move['y']}" if "x" in move else None),
    }
    return all(value.lower() in [str(each).lower() for each in has[name]] for name, value in asked.items())


def move_object(game: Game, seat: int, move: Any) -> dict[str, Any]:
    """A move that the seat might make, as JSON, from its own view."""
    found: dict[str, Any] = game.rules.move_json(game.position.view(seat), seat, move)
    return found


def board_svg(game: Game, viewer: Viewer) -> str:
    """The position as a picture, with the last seat's move marked as far as the viewer may know it."""
    last = entry(game.last, viewer, game.status)["object"] if game.last and game.last["move"] != "resign" else None
    return game.rules.draw(game.position.view(viewer), last)


def board_text(game: Game, viewer: Viewer) -> str:
    return game.rules.board_text(game.position.view(viewer))


def replayed(game: Game, entries: list[dict[str, Any]], revision: int) -> Game:
    """The game after these entries of its journal, as far as drawings need it."""
    rules = game.rules
    position = rules.start(len(game.seats), game.options)
    for stored in entries:
        if stored["move"] != RESIGN:
            actor = CHANCE if stored["seat"] is None else stored["seat"]
            position = position.play(actor, rules.read_move(stored["move"], position, actor))
    last = next((stored for stored in reversed(entries) if stored["seat"] is not None), None)
    return game.with_position(position, revision=revision, last=last)


def export(game: Game, entries: list[dict[str, Any]]) -> str:
    """The whole record of a finished game, its seed included, as text that `intramuros verify` checks."""
    lines = tuple(Line(CHANCE if stored["seat"] is None else stored["seat"], stored["move"]) for stored in entries)
    return str(Record(game.ruleset, game.version, len(game.seats), game.options, game.seed, game.commitment, lines, game.outcome))


def board_after(game: Game, entries: list[dict[str, Any]], seat: int, text: str) -> str:
    """The drawing of a finished game as it would have gone on from these entries with that move."""
    before = replayed(game, entries, game.revision).position
    move = game.rules.read_move(text, before, seat)
    return game.rules.draw(before.play(seat, move), game.rules.move_json(before, seat, move))
