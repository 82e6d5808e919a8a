"""Games: create, find, join, look, resign."""

import json
from typing import Any

from flask import Response
from flask.views import MethodView

from engine.ai.levels import LEVELS
from service import ais, cursor, look, names, problems, snapshots
from service.answers import GameList, SnapshotAnswer
from service.arguments import Routes
from service.caller import asked, caller, host, player
from service.changes import Change
from service.game import OPEN, Game, Seat
from service.players import Player
from service.sent import GameQuery, GameRequest, GamesQuery, ResignationRequest, SeatRequest
from service.web import as_json, json_answer, operation, refuses

blp = Routes("games", __name__, url_prefix="/v1", description="Games: create, find, join, look, resign.")

UNCHANGED = "You have the newest snapshot: it is the one with the ETag you sent. `Retry-After` where you could not wait."
BODY_PROBLEMS = (problems.Unreadable, problems.TooLarge, problems.UnsupportedMediaType, problems.Invalid, problems.KeyReused)


def seated(ruleset: str, wishes: list[Any], me: Player) -> tuple[Seat, ...]:
    """The seats of a new game as the creator wants them."""
    return tuple(seat_for(ruleset, wish, number, me) for number, wish in enumerate(wishes))


def seat_for(ruleset: str, wish: Any, number: int, me: Player) -> Seat:
    match wish:
        case "me":
            return Seat("player", me.name, me.id)
        case "open":
            return Seat("open")
        case {"ai": level}:
            known = ais.catalogue(host().store_client) if level not in LEVELS else {}
            if level not in LEVELS and (level not in known or ruleset not in known[level].rulesets):
                offered = ", ".join(dict.fromkeys([*LEVELS, *(name for name, ai in known.items() if ruleset in ai.rulesets)]))
                raise problems.Invalid(f"No AI {level!r} plays {ruleset} now; there are {offered}.", pointer=f"/seats/{number}/ai")
            return Seat("ai", level, ai=level)
        case {"player": guest}:
            if host().players.find(guest) is None:
                raise problems.Invalid(f"There is no player {guest!r}.", pointer=f"/seats/{number}/player")
            return Seat("open", reserved_for=guest)
    raise AssertionError("the schema lets nothing else through")


def summary(game: Game) -> dict[str, Any]:
    """A game in a list: nothing that any viewer may not know."""
    shown = ("id", "ruleset", "options", "status", "revision", "turn", "visibility", "created_at", "updated_at")
    return {name: getattr(game, name) for name in shown} | {
        "seats": [look.seat_json(game, number) for number in range(len(game.seats))],
        "actors": list(game.actors),
        "outcome": look.outcome_json(game),
        "links": {"self": f"/v1/games/{game.id}"},
    }


def me_as_player() -> Player:
    known = host().players.find(player())
    assert known is not None, "a token's player exists"
    return known


def created(body: dict[str, Any]) -> str:
    """The snapshot of a new game; raises Unavailable where its AIs have too much to do."""
    me = me_as_player()
    seats = seated(body["ruleset"], body["seats"], me)
    if host().thinking.is_full(body["ruleset"], {seat.ai for seat in seats if seat.ai}):
        raise problems.Unavailable("Too many AI turns are waiting; try again.", headers={"Retry-After": "10"})

    def answer(change: Change) -> str:
        return snapshots.of_game(change.game, me.id)

    made = host().referee.create(body["ruleset"], body["options"], seats, body["visibility"], asked(), answer, hints=body["hints"])
    return made if isinstance(made, str) else answer(made)


@blp.route("/games")
class GamesView(MethodView):
    init_every_request = False

    @blp.arguments(GameRequest)
    @blp.response(201, SnapshotAnswer, description="The new game; it has started unless a seat is open.")
    @refuses(problems.Unauthorized, problems.BadOption, problems.Unavailable, *BODY_PROBLEMS)
    @operation("createGame", token="required")
    def post(self, body: dict[str, Any]) -> Response:
        """Create a game

        Say which ruleset and who sits where. It starts at once when no seat is `open`; otherwise others join with
        `POST /v1/games/{game_id}/seats`. Repeat the request with the same `Idempotency-Key` and no second game is made.
        """
        text = host().referee.created_before(asked()) or created(body)
        return json_answer(text, 201, {"Location": f"/v1/games/{json.loads(text)['id']}"})

    @blp.arguments(GamesQuery, location="query")
    @blp.response(200, GameList)
    @refuses(problems.Unauthorized, problems.Invalid)
    @operation("listGames", token="optional")
    def get(self, query: dict[str, Any]) -> Response:
        """List games

        The lobby (`status=open`), games to watch (`running`), results (`finished`), or one player's games, the newest first. Where
        a page has fewer games than you asked for, or none, it is because some did not fit; go on as long as there is a `next`.
        """
        whose = query.get("player")
        if whose == "me":
            whose = player()
        key = names.games_of_player_key(whose) if whose else names.list_key(query.get("status", OPEN))
        before = read_place(query)
        rows = host().store.page(key, before, query["limit"])
        found = {game.id: game for game in host().store.load_many([member for member, _ in rows])}
        host().store.forget(key, [member for member, _ in rows if member not in found])
        viewer = caller()
        kept = [game for game in found.values() if fits(game, query, whose) and shown(game, viewer)]
        last = cursor.write(float(rows[-1][1]), names.mark(rows[-1][0])) if len(rows) == query["limit"] else None
        return json_answer(as_json({"items": [summary(game) for game in kept], "next": last}))


def read_place(query: dict[str, Any]) -> tuple[float, str] | None:
    """Where the page starts: below this score and the member with this mark."""
    if "cursor" not in query:
        return None
    score, mark = cursor.read(query["cursor"], float, str)
    return score, mark


def fits(game: Game, query: dict[str, Any], whose: str | None) -> bool:
    """Whether the game is one of those asked for; the index may be behind the game."""
    status = query.get("status", game.status if whose else OPEN)
    return bool(game.ruleset == query.get("ruleset", game.ruleset) and game.status == status)


def shown(game: Game, viewer: str | None) -> bool:
    """Whether a list may show the game: listed ones to everybody, others to those who sit in them or are invited."""
    people = {seat.player or seat.reserved_for for seat in game.seats} | {game.creator}
    return game.visibility == "listed" or (viewer is not None and viewer in people)


@blp.route("/games/<string:game_id>")
class GameView(MethodView):
    init_every_request = False

    @blp.arguments(GameQuery, location="query")
    @blp.response(200, SnapshotAnswer)
    @blp.alt_response(304, description=UNCHANGED)
    @refuses(problems.Unauthorized, problems.Forbidden, problems.NotFound, problems.Invalid)
    @operation("getGame", token="optional")
    def get(self, query: dict[str, Any], game_id: str) -> Response:
        """Look at a game

        Everything that you may know and need to act. Send the last `ETag` as `If-None-Match`: as long as nothing
        changed for you the answer is 304 and costs next to nothing. With several seats, `seat` says whose view you want.

        With `wait=25` as well, the answer comes as soon as something changes for you, or as a 304 after 25 seconds: ask again
        at once, and you hear of every change within milliseconds. When too many clients wait already the 304 comes at once
        and has `Retry-After`.
        """
        return snapshots.answer(host(), game_id, caller(), query.get("seat"), query["wait"])


@blp.route("/games/<string:game_id>/seats")
class SeatsView(MethodView):
    init_every_request = False

    @blp.arguments(SeatRequest, required=False)
    @blp.response(201, SnapshotAnswer)
    @refuses(problems.Unauthorized, problems.Forbidden, problems.NotFound, problems.SeatTaken, *BODY_PROBLEMS)
    @operation("takeSeat", token="required")
    def post(self, body: dict[str, Any], game_id: str) -> Response:
        """Take a seat

        Sit down in an open game. The game starts when the last open seat is taken.
        """
        me = me_as_player()
        check_may_look(game_id, me.id, body.get("code"))

        def answer(change: Change) -> str:
            return snapshots.of_game(change.game, me.id)

        made = host().referee.sit(game_id, body.get("seat"), me.name, body.get("code"), asked(), answer)
        return json_answer(made if isinstance(made, str) else answer(made), 201)


@blp.route("/games/<string:game_id>/resignation")
class ResignationView(MethodView):
    init_every_request = False

    @blp.arguments(ResignationRequest, required=False)
    @blp.response(201, SnapshotAnswer)
    @refuses(problems.Unauthorized, problems.Forbidden, problems.NotFound, problems.GameOver, problems.GameNotStarted, *BODY_PROBLEMS)
    @operation("resign", token="required")
    def post(self, body: dict[str, Any], game_id: str) -> Response:
        """Resign

        With two seats the other one wins. With more, an AI plays on for the seat, so that the others can finish their game.
        """
        me = player()

        def answer(change: Change) -> str:
            return snapshots.of_game(change.game, me)

        made = host().referee.resign(game_id, body.get("seat"), asked(), answer)
        return json_answer(made if isinstance(made, str) else answer(made), 201)


def check_may_look(game_id: str, who: str | None, code: str | None = None) -> None:
    """Raises NotFound for a game that does not exist for the caller; the join code of a private game makes it exist."""
    glance = host().store.glance(game_id)
    if glance is None or not glance.brief.may_look(who, code):
        raise problems.NotFound(f"There is no game {game_id!r}.")
