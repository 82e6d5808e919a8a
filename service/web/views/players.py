"""Players: a name gives a token."""

from flask.views import MethodView

from service import problems
from service.json_object import Json
from service.store import identifiers
from service.store.players import Player
from service.web.admission import admit_new
from service.web.answer import Answer, as_json, json_answer
from service.web.arguments import Routes
from service.web.auth import me_as_player, parts, player, this_call
from service.web.describing import me_json, namesakes_json, player_json
from service.web.etags import for_caller, has_tag, weak
from service.web.responses import BODY_PROBLEMS, operation, refuses
from service.web.schemas.answers import MeAnswer, Namesakes, PlayerAnswer, PlayerWithToken
from service.web.schemas.requests import MeRequest, NameQuery, PlayerRequest

blp = Routes("players", __name__, url_prefix="/v1", description="Who plays: a name gives a token.")

LEAST_KEY = 16
"""Characters of an Idempotency-Key that gives a token again, so that nobody guesses it."""


NAMESAKES = 20
"""How many players with a name are told."""


def tag(known: Player) -> str:
    return f"{known.revision}-{known.id}"


@blp.route("/players")
class PlayersView(MethodView):
    init_every_request = False

    @blp.arguments(NameQuery, location="query")
    @blp.response(200, Namesakes)
    @blp.alt_response(304, description="You have the newest answer: it is the one with the ETag you sent.")
    @refuses(problems.Unauthorized, problems.Invalid)
    @operation("findPlayers", token="required")
    def get(self, query: Json) -> Answer:
        """Find players by name

        Up to 20 who bear the name, to be invited by their `id`. Names are nobody's alone: since when somebody has had it and what it is
        rated tells namesakes apart, and whoever has had the name longest comes first. Players with `listed: false` are not found.
        """
        player()
        body = as_json(namesakes_json(query["name"], NAMESAKES))
        headers = for_caller(found := identifiers.digest(body)[:16])
        return Answer(304, headers) if this_call().has(found) else json_answer(body, headers=headers)

    @blp.arguments(PlayerRequest)
    @blp.response(201, PlayerWithToken, description="The new player, with the token that is shown only now.")
    @refuses(*BODY_PROBLEMS, problems.TooManyRequests)
    @operation("createPlayer")
    def post(self, body: Json) -> Answer:
        """Become a player

        Give a name, get a token. Keep it: it is stored only as a hash and cannot be shown again.
        With an `Idempotency-Key` of at least 16 characters a request repeated from the same address within ten minutes gives the
        same player again.
        """
        key = this_call().idempotency_key
        if key is not None and len(key) < LEAST_KEY:
            raise problems.Invalid("guessable", {"least": LEAST_KEY}, at={"header": "Idempotency-Key"})
        admit_new(this_call(), parts().new_players, "new_players")
        known, token = parts().players.create(body["name"].strip(), key, this_call().address)
        return json_answer(as_json(player_json(known) | {"token": token}), 201, {"Location": f"/v1/players/{known.id}"})


@blp.route("/players/<string:player_id>")
class PlayerView(MethodView):
    init_every_request = False

    @blp.response(200, PlayerAnswer)
    @refuses(problems.NotFound)
    @operation("getPlayer")
    def get(self, player_id: str) -> Answer:
        """Look a player up

        Name and id of anybody who plays here.
        """
        known = parts().players.find(player_id)
        if known is None:
            raise problems.NotFound("player", {"player": player_id})
        return json_answer(as_json(player_json(known)))


@blp.route("/me")
class MeView(MethodView):
    init_every_request = False

    @blp.response(200, MeAnswer)
    @blp.alt_response(304, description="You have the newest answer: it is the one with the ETag you sent.")
    @refuses(problems.Unauthorized)
    @operation("getMe", token="required")
    def get(self) -> Answer:
        """Who am I

        The player that the token belongs to. Its ETag is what PATCH needs.
        """
        known = me_as_player()
        headers = for_caller(tag(known))
        if this_call().has(tag(known)):
            return Answer(304, headers)
        return json_answer(as_json(me_json(known)), headers=headers)

    @blp.arguments(MeRequest)
    @blp.response(200, MeAnswer)
    @refuses(
        problems.Unreadable, problems.Unauthorized, problems.PreconditionFailed, problems.TooLarge, problems.UnsupportedMediaType,
        problems.Invalid, problems.PreconditionRequired,
    )  # fmt: skip
    @operation("renameMe", token="required")
    def patch(self, body: Json) -> Answer:
        """Change my name, or whether I am listed

        Send the ETag of `GET /v1/me` as `If-Match`, so that two edits never overwrite each other unseen. Games that were
        joined before keep the name they were joined with.
        """
        known = me_as_player()
        match = this_call().header("IF_MATCH")
        if match is None:
            raise problems.PreconditionRequired("etag")
        if match.strip() != "*" and not has_tag(match, tag(known)):
            raise problems.PreconditionFailed("player")
        name = body.get("name", known.name).strip()
        renamed = parts().players.rename(known.id, name, None if match.strip() == "*" else known.revision)
        if "listed" in body:
            parts().ratings.hide(known.id, hidden=not body["listed"])
        return json_answer(as_json(me_json(renamed)), headers={"ETag": weak(tag(renamed))})

    @blp.response(204, description="There is no such player any more, and its tokens are refused.")
    @refuses(problems.Unauthorized)
    @operation("deleteMe", token="required")
    def delete(self) -> Answer:
        """Delete my player

        It cannot be undone. Running games are resigned: with two seats the other one wins, with more an AI plays on. Games that have not
        begun are called off, or your seat is open again where others sit. Games that are over keep a seat without your name, and so do
        contests, where you play no further game; one that you organise and that has not begun is cancelled. Your webhooks, seeks, tokens
        and your inbox are deleted. Rated games go on counting for those you played, and you are on no leaderboard. Where you have many
        games, a worker goes on with them after the answer.
        """
        known = me_as_player()
        parts().departures.leave(known.id, known.name)
        return Answer(204)
