"""Games: create, find, join, look, resign."""

import json

from flask.views import MethodView

from service import problems
from service.game import OPEN, Game
from service.games import clocks, visibility
from service.games.changes import Change
from service.games.referee import new_id
from service.json_object import Json
from service.store import keys
from service.store.commitments import Promise
from service.web.admission import admit_new
from service.web.answer import Answer, json_answer
from service.web.arguments import Routes
from service.web.auth import asked, caller, me_as_player, parts, player, this_call
from service.web.game_access import check_may_look
from service.web.handlers.games import show_game
from service.web.new_games import refuse_busy_ais, refuse_unrated, seated
from service.web.paging import listed, page_answer, read_place
from service.web.responses import BODY_PROBLEMS, operation, refuses
from service.web.schemas.answers import GameList, SnapshotAnswer
from service.web.schemas.requests import GameQuery, GameRequest, GamesQuery, ResignationRequest, SeatRequest

blp = Routes("games", __name__, url_prefix="/v1", description="Games: create, find, join, look, resign.")

UNCHANGED = "You have the newest snapshot: it is the one with the ETag you sent. `Retry-After` where you could not wait."


def summary(game: Game) -> Json:
    """A game in a list: nothing that any viewer may not know."""
    shown = ("id", "ruleset", "options", "status", "revision", "turn", "visibility", "created_at", "updated_at")
    return {name: getattr(game, name) for name in shown} | {
        "seats": [visibility.seat_json(game, number) for number in range(len(game.seats))],
        "actors": list(game.actors),
        "outcome": visibility.outcome_json(game),
        "links": {"self": f"/v1/games/{game.id}"},
    }


def created(body: Json) -> str:
    """The snapshot of a new game; raises Unavailable where its AIs have too much to do."""
    me = me_as_player()
    seats = seated(body["ruleset"], body["seats"], me)
    refuse_busy_ais(body["ruleset"], (seat.ai for seat in seats))

    def answer(change: Change) -> str:
        return parts().snapshots.of_game(change.game, me.id)

    rated = body["rated"]
    hints = body.get("hints", not rated)
    if rated:
        refuse_unrated(seats, hints=hints)
    time = clocks.agreed(body.get("clock"), people=clocks.people_in(seats), seats=len(seats), default_days=parts().settings.clock_days)
    admit_new(this_call(), parts().new_games, "new_games")
    promise = Promise(body["commitment"], body["client_seed"]) if "commitment" in body else None
    more: Json = {
        "hints": hints,
        "rated": rated,
        "time": time,
        "promise": promise,
        "origin": this_call().origin,
        "identity": new_id(asked()),
    }
    guests = sorted({seat.reserved_for for seat in seats if seat.reserved_for} - {me.id})
    counted = parts().running_games.one_more(me.id, more["identity"])
    with counted, parts().invitations.sent(me.id, guests, more["identity"]):
        made = parts().referee.create(body["ruleset"], body["options"], seats, body["visibility"], asked(), answer, **more)
    return made if isinstance(made, str) else answer(made)


@blp.route("/games")
class GamesView(MethodView):
    init_every_request = False

    @blp.arguments(GameRequest)
    @blp.response(201, SnapshotAnswer, description="The new game; it has started unless a seat is open.")
    @refuses(
        problems.Unauthorized, problems.BadOption, problems.CommitmentSpent, problems.TooManyRequests, problems.Unavailable, *BODY_PROBLEMS
    )
    @operation("createGame", token="required")
    def post(self, body: Json) -> Answer:
        """Create a game

        Say which ruleset and who sits where. It starts at once when no seat is `open`; otherwise others join with
        `POST /v1/games/{game_id}/seats`. Repeat the request with the same `Idempotency-Key` and no second game is made.
        With `commitment` and `client_seed` nobody can have chosen its rolls and draws: see `POST /v1/commitments`.
        """
        text = parts().referee.created_before(asked()) or created(body)
        return json_answer(text, 201, {"Location": f"/v1/games/{json.loads(text)['id']}"})

    @blp.arguments(GamesQuery, location="query")
    @blp.response(200, GameList)
    @refuses(problems.Unauthorized, problems.Invalid)
    @operation("listGames", token="optional")
    def get(self, query: Json) -> Answer:
        """List games

        The lobby (`status=open`), games to watch (`running`), results (`finished`), or one player's games, the newest first. Where
        a page has fewer games than you asked for, or none, it is because some did not fit; go on as long as there is a `next`.
        """
        whose = query.get("player")
        if whose == "me":
            whose = player()
        key = keys.games_of_player_key(whose) if whose else keys.list_key(query.get("status", OPEN))
        viewer = caller()
        kept, last = listed(
            key, read_place(query), query["limit"], parts().store.load_listed, lambda game: fits(game, query, whose) and shown(game, viewer)
        )
        return page_answer(this_call(), {"items": [summary(game) for game in kept], "next": last})


def fits(game: Game, query: Json, whose: str | None) -> bool:
    """Whether the game is one of those asked for; the index may be behind the game."""
    status = query.get("status", game.status if whose else OPEN)
    return bool(game.ruleset == query.get("ruleset", game.ruleset) and game.status == status)


def shown(game: Game, viewer: str | None) -> bool:
    """Whether a list may show the game: listed ones to everybody, others to those who sit in them or are invited."""
    people = {seat.player or seat.reserved_for for seat in game.seats} | {game.creator}
    return game.visibility == "listed" or (viewer is not None and viewer in people)


@blp.route("/games/<game:game_id>")
class GameView(MethodView):
    init_every_request = False

    @blp.arguments(GameQuery, location="query")
    @blp.response(200, SnapshotAnswer)
    @blp.alt_response(304, description=UNCHANGED)
    @refuses(problems.Unauthorized, problems.Forbidden, problems.NotFound, problems.OtherBox, problems.Invalid)
    @operation("getGame", token="optional")
    def get(self, query: Json, game_id: str) -> Answer:
        """Look at a game

        Everything that you may know and need to act. Send the last `ETag` as `If-None-Match`: as long as nothing
        changed for you the answer is 304 and costs next to nothing. With several seats, `seat` says whose view you want.

        With `wait=25` as well, the answer comes as soon as something changes for you, or as a 304 after 25 seconds: ask again
        at once, and you hear of every change within milliseconds. When too many clients wait already the 304 comes at once
        and has `Retry-After`.
        """
        return show_game(this_call())


@blp.route("/games/<string:game_id>/seats")
class SeatsView(MethodView):
    init_every_request = False

    @blp.arguments(SeatRequest, required=False)
    @blp.response(201, SnapshotAnswer)
    @refuses(problems.Unauthorized, problems.Forbidden, problems.NotFound, problems.OtherBox, problems.SeatTaken, *BODY_PROBLEMS)
    @operation("takeSeat", token="required")
    def post(self, body: Json, game_id: str) -> Answer:
        """Take a seat

        Sit down in an open game. The game starts when the last open seat is taken.
        """
        me = me_as_player()
        check_may_look(game_id, me.id, body.get("code"))

        def answer(change: Change) -> str:
            return parts().snapshots.of_game(change.game, me.id)

        made = parts().referee.sit(game_id, body.get("seat"), me.name, body.get("code"), asked(), answer)
        return json_answer(made if isinstance(made, str) else answer(made), 201)


@blp.route("/games/<string:game_id>/resignation")
class ResignationView(MethodView):
    init_every_request = False

    @blp.arguments(ResignationRequest, required=False)
    @blp.response(201, SnapshotAnswer)
    @refuses(
        problems.Unauthorized,
        problems.Forbidden,
        problems.NotFound,
        problems.OtherBox,
        problems.GameOver,
        problems.GameNotStarted,
        *BODY_PROBLEMS,
    )
    @operation("resign", token="required")
    def post(self, body: Json, game_id: str) -> Answer:
        """Resign

        With two seats the other one wins. With more, an AI plays on for the seat, so that the others can finish their game.
        """
        me = player()

        def answer(change: Change) -> str:
            return parts().snapshots.of_game(change.game, me)

        made = parts().referee.resign(game_id, body.get("seat"), asked(), answer)
        return json_answer(made if isinstance(made, str) else answer(made), 201)
