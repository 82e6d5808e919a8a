"""Visibility, the only door out: what a caller may know of a game. Nothing else calls `view` or `glimpse`.

Snapshots, the journal, drawings, legal moves, hints, exports and what a worker is sent all come through here. A viewer is a
seat, or None for an onlooker.
"""

from collections.abc import Mapping, Sequence
from dataclasses import asdict

import orjson

from engine import rulesets
from engine.ai.opponent import SCORE, WIN, View
from engine.core import CHANCE, Scene
from engine.host_words import hosts_object, is_hosts, live
from engine.record import Line, Record
from engine.replaying import follow
from service.brief import Brief
from service.game import FINISHED, OPEN, RUNNING, AnyPosition, Game, Offer, Rules
from service.games.clocks import clock_json, deadline_json
from service.json_object import Json

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


def stored_entry(rules: Rules, before: AnyPosition, actor: int, move: object, seats: int) -> Json:
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


def named(ruleset: str, value: Mapping[str, object]) -> Json:
    """What a ruleset says as JSON, with the ruleset's name in it: so clients know its shape from itself."""
    return {"ruleset": ruleset, **value}


def entry(ruleset: str, stored: Json, viewer: Viewer, status: str) -> Json:
    """A journal entry as the viewer may see it; of a finished game everybody sees everything."""
    told = {name: stored[name] for name in ("number", "turn", "revision", "seat", "move", "object", "at")}
    if status != FINISHED:
        told |= stored.get("heard", {}).get(name_of(viewer), {})
    return told | {"object": named(ruleset, hosts_object(told["move"]) if is_hosts(told["move"]) else told["object"])}


def seen(game: Game, viewer: Viewer) -> AnyPosition:
    """The position as the viewer may know it; of a finished game everything, and however it ended, that it is over."""
    if game.status != FINISHED:
        return game.position.view(viewer)
    return game.position if game.position.outcome or game.outcome is None else game.position.ended(game.outcome)


def snapshot(game: Game, viewer: Viewer) -> Json:
    """Everything that the viewer needs to act, except what `you` says."""
    rules, view = game.rules, seen(game, viewer)
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
        "decisions": [decision_json(game, view, seat) for seat in game.actors],
        "clock": clock_json(game),
        "paused": game.paused,
        "offers": [offer_json(game, offer) for offer in game.offers],
        "rematch": game.rematch,
        "rematch_of": game.rematch_of,
        "imported": game.imported,
        "notation": game.notation if view is game.position else str(view),
        "position": named(game.ruleset, rules.to_json(view)),
        "entries": game.entries,
        "last": entry(game.ruleset, game.last, viewer, game.status) if game.last else None,
        "outcome": outcome_json(game),
        "commitment": game.commitment,
        "seed": game.seed or None if game.status == FINISHED else None,
        "client_seed": game.client_seed or None,
        "degraded": game.degraded,
        "frozen": game.frozen or None,
        "visibility": game.visibility,
        "hints": game.hints,
        "rated": game.rated,
        "contest": contest_json(game),
        "creator": game.creator or None,
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


def you(brief: Brief, player: str | None, viewer: Viewer) -> Json:
    """What the snapshot says of the caller: its seats, those that owe a decision, and whose view it is."""
    seats = brief.seats_of(player)
    return {"seats": list(seats), "owe": [seat for seat in seats if seat in brief.actors], "viewing": viewer}


def seat_json(game: Game, number: int) -> Json:
    """A seat as everybody may know it."""
    seat = game.seats[number]
    shown = {"seat": number, "kind": seat.kind, "name": seat.name, "player": seat.player, "ai": seat.ai, "resigned": seat.resigned}
    return shown | ({"reserved_for": seat.reserved_for} if seat.reserved_for else {})


def contest_json(game: Game) -> Json | None:
    """The contest that the game belongs to, and where to look at it."""
    if game.contest is None:
        return None
    address = {"series": "series", "tournament": "tournaments"}[game.contest["kind"]]
    told = {name: value for name, value in game.contest.items() if name != "points"}
    return told | {"link": f"/v1/{address}/{game.contest['id']}"}


def offer_json(game: Game, offer: Offer) -> Json:
    """An offer as everybody may know it, with the seats that have not answered it."""
    asked = [seat for seat in game.asked_by(offer.seat) if seat not in offer.accepted]
    return {"kind": offer.kind, "seat": offer.seat, "turn": offer.turn, "at": offer.at, "accepted": list(offer.accepted), "awaiting": asked}


def outcome_json(game: Game) -> Json | None:
    if game.outcome is None:
        return None
    said = game.rules.sentences.reason(game.outcome.reason)
    return asdict(game.outcome) | {"sentence": said.text, "code": said.code, "params": said.params}


def decision_json(game: Game, view: AnyPosition, seat: int) -> Json:
    decision = view.decision(seat)
    said = {"prompt": decision.prompt, "code": decision.code, "params": decision.params}
    return {"seat": seat, "kind": decision.kind, **said, "deadline": deadline_json(game.clocks, seat)}


def owed_json(game: Game, seat: int) -> Json:
    """A decision that a seat owes, as the seat itself sees it, with where to look and to play."""
    link = f"/v1/games/{game.id}"
    about = {"game": game.id, "ruleset": game.ruleset, "turn": game.turn, "revision": game.revision, "since": game.turn_at}
    links = {"game": f"{link}?seat={seat}", "legal_moves": f"{link}/legal-moves?seat={seat}", "moves": f"{link}/moves"}
    return about | decision_json(game, game.position.view(seat), seat) | {"links": links}


def ai_view(game: Game, seat: int) -> View:
    """What the AI of a seat gets to see."""
    return View(game.rules, seat, game.position.view(seat), goal_of(game))


def goal_of(game: Game) -> str:
    """What the game is played for: in a contest that adds up scores, as good a score as can be had."""
    return SCORE if game.contest and game.contest.get("points", "score") == "score" else WIN


def work_view(game: Game, seat: int, *, objects: bool = False) -> Json:
    """What an AI host far away is sent: the view of its seat and the moves that are legal in it, if it wants them as objects too."""
    view = game.position.view(seat)
    moves = view.moves(seat)
    told = {
        "goal": goal_of(game),
        "notation": str(view),
        "position": named(game.ruleset, game.rules.to_json(view)),
        "moves": [str(move) for move in moves],
    }
    return told | ({"objects": [named(game.ruleset, game.rules.move_json(view, seat, move)) for move in moves]} if objects else {})


def legal_moves(game: Game, seat: int) -> list[object]:
    """The moves open to a seat, from its own view."""
    return list(game.position.view(seat).moves(seat)) if seat in game.actors else []


def chosen_moves(game: Game, seat: int, wanted: Mapping[str, str]) -> list[object]:
    """The seat's moves that fit what is wanted of their text and their objects; a name that a move's text lacks saves the object."""
    narrowing = game.rules.filters
    names = [wanted[each.name].lower() for each in narrowing if each.in_text and each.name in wanted]
    moves = [move for move in legal_moves(game, seat) if is_written(str(move), wanted.get("starts", ""), names)]
    asked = {name: wanted[name] for name in ("kind", *rulesets.filters()) if name in wanted}
    view = game.position.view(seat)
    objects = [(move, game.rules.move_json(view, seat, move)) for move in moves] if asked else []
    if not asked:
        return moves
    return [move for move, found in objects if fits(found, {each.name: of(found) for each, of in narrowing.items()}, asked)]


def is_written(text: str, start: str, names: list[str]) -> bool:
    """Whether a move's text starts like that and has all these names in it."""
    return text.startswith(start) and all(name in text.lower() for name in names)


def fits(move: Mapping[str, object], has: Mapping[str, Sequence[object]], asked: Mapping[str, str]) -> bool:
    """Whether a move has everything asked for: its kind, or what its ruleset lets it be asked for by.

    >>> fits({"kind": "place"}, {"piece": ("inn",), "cell": ["b2", "b3"]}, {"piece": "inn", "cell": "b3", "kind": "place"})
    True
    """
    known = {**has, "kind": (move.get("kind"),)}
    return all(value.lower() in [str(each).lower() for each in known.get(name, ())] for name, value in asked.items())


def move_object(game: Game, seat: int, move: object) -> Json:
    """A move that the seat might make, as JSON, from its own view."""
    return named(game.ruleset, game.rules.move_json(game.position.view(seat), seat, move))


def board_svg(game: Game, viewer: Viewer) -> str:
    """The position as a picture."""
    return game.rules.draw(seen(game, viewer), scene(game, viewer))


def board_text(game: Game, viewer: Viewer) -> str:
    return game.rules.board_text(seen(game, viewer), scene(game, viewer))


def scene(game: Game, viewer: Viewer) -> Scene:
    """What a drawing shows beside the position: who plays, and the last seat's move as far as the viewer may know it."""
    last = entry(game.ruleset, game.last, viewer, game.status)["object"] if game.last and not is_hosts(game.last["move"]) else None
    return Scene(last, viewer, tuple(seat.name or "" for seat in game.seats))


def positions_of(game: Game, entries: list[Json]) -> list[AnyPosition]:
    """The start and the position after each entry."""
    past: list[AnyPosition] = [game.first_position]
    for stored in entries:
        follow(game.rules, past, CHANCE if stored["seat"] is None else stored["seat"], stored["move"])
    return past


def last_move(entries: list[Json]) -> Json | None:
    """The last thing that a seat has done and that has not been taken back."""
    stands = set(live(stored["move"] for stored in entries))
    return next((stored for stored in reversed(entries) if stored["seat"] is not None and stored["number"] in stands), None)


def replayed(game: Game, entries: list[Json], revision: int) -> Game:
    """The game after these entries of its journal, as far as drawings need it."""
    position, last = positions_of(game, entries)[-1], last_move(entries)
    return game.with_position(position, revision=revision, last=last, outcome=game.outcome if len(entries) == game.entries else None)


def reveals(game: Game, entries: list[Json], first: int) -> bool:
    """Whether anybody has learnt something from the entry of that number on which the moves alone do not tell."""
    rules, positions = game.rules, positions_of(game, entries)
    for stored, before, after in zip(entries[first - 1 :], positions[first - 1 :], positions[first:], strict=False):
        actor, text = CHANCE if stored["seat"] is None else stored["seat"], stored["move"]
        if is_hosts(text):
            continue
        for viewer in (*range(len(game.seats)), None):
            view = before.view(viewer)
            if view is not before and str(view.play(actor, rules.read_move(text, view, actor))) != str(after.view(viewer)):
                return True
    return False


def export(game: Game, entries: list[Json]) -> str:
    """The whole record of a finished game, its seed included, as text that `intramuros verify` checks."""
    lines = tuple(Line(CHANCE if stored["seat"] is None else stored["seat"], stored["move"]) for stored in entries)
    about = (game.ruleset, game.version, len(game.seats), game.options)
    return str(Record(*about, game.seed, game.commitment, lines, game.outcome, game.box or None, game.client_seed or None))


def board_after(game: Game, entries: list[Json], seat: int, text: str) -> str:
    """The drawing of a finished game as it would have gone on from these entries with that move."""
    before = replayed(game, entries, game.revision).position
    move = game.rules.read_move(text, before, seat)
    names = tuple(place.name or "" for place in game.seats)
    return game.rules.draw(before.play(seat, move), Scene(game.rules.move_json(before, seat, move), names=names))
