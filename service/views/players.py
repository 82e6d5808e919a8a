"""Players: a name gives a token."""

from typing import Any

from flask import Response, request
from flask.views import MethodView

from service import problems
from service.answers import NewPlayerAnswer, PlayerAnswer
from service.arguments import Routes
from service.caller import host, idempotency_key, player
from service.conditional import weak
from service.players import Player
from service.sent import PlayerRequest
from service.web import as_json, json_answer, operation, refuses, unchanged

blp = Routes("players", __name__, url_prefix="/v1", description="Who plays: a name gives a token.")


def player_json(known: Player) -> dict[str, Any]:
    return {"id": known.id, "name": known.name, "created_at": known.created_at}


def tag(known: Player) -> str:
    return weak(f"{known.revision}-{known.id}")


@blp.route("/players")
class PlayersView(MethodView):
    init_every_request = False

    @blp.arguments(PlayerRequest)
    @blp.response(201, NewPlayerAnswer, description="The new player, with the token that is shown only now.")
    @refuses(problems.Unreadable, problems.TooLarge, problems.UnsupportedMediaType, problems.Invalid, problems.KeyReused)
    @operation("createPlayer")
    def post(self, body: dict[str, Any]) -> Response:
        """Become a player

        Give a name, get a token. Keep it: it is stored only as a hash and cannot be shown again.
        With an `Idempotency-Key` of at least 16 characters a repeated request gives the same player again.
        """
        key = idempotency_key()
        if key is not None and len(key) < 16:
            wrong = "For a new player it must be hard to guess, 16 characters at least."
            raise problems.Invalid(f"Idempotency-Key: {wrong}", errors=[{"header": "Idempotency-Key", "detail": wrong}])
        known, token = host().players.create(body["name"].strip(), key)
        return json_answer(as_json(player_json(known) | {"token": token}), 201, {"Location": f"/v1/players/{known.id}"})


@blp.route("/players/<string:player_id>")
class PlayerView(MethodView):
    init_every_request = False

    @blp.response(200, PlayerAnswer)
    @refuses(problems.NotFound)
    @operation("getPlayer")
    def get(self, player_id: str) -> Response:
        """Look a player up

        Name and id of anybody who plays here.
        """
        known = host().players.find(player_id)
        if known is None:
            raise problems.NotFound(f"There is no player {player_id!r}.")
        return json_answer(as_json(player_json(known)))


@blp.route("/me")
class MeView(MethodView):
    init_every_request = False

    @blp.response(200, PlayerAnswer)
    @blp.alt_response(304, description="You have the newest answer: it is the one with the ETag you sent.")
    @refuses(problems.Unauthorized)
    @operation("getMe", token="required")
    def get(self) -> Response:
        """Who am I

        The player that the token belongs to. Its ETag is what PATCH needs.
        """
        known = host().players.find(player())
        assert known is not None, "a token's player exists"
        headers = {"ETag": tag(known), "Cache-Control": "private, no-cache", "Vary": "Authorization"}
        if unchanged(tag(known)):
            return Response(status=304, headers=headers)
        return json_answer(as_json(player_json(known)), headers=headers)

    @blp.arguments(PlayerRequest)
    @blp.response(200, PlayerAnswer)
    @refuses(
        problems.Unreadable, problems.Unauthorized, problems.PreconditionFailed, problems.TooLarge, problems.UnsupportedMediaType,
        problems.Invalid, problems.PreconditionRequired,
    )  # fmt: skip
    @operation("renameMe", token="required")
    def patch(self, body: dict[str, Any]) -> Response:
        """Change my name

        Send the ETag of `GET /v1/me` as `If-Match`, so that two edits never overwrite each other unseen. Games that were
        joined before keep the name they were joined with.
        """
        me = player()
        known = host().players.find(me)
        assert known is not None, "a token's player exists"
        match = request.headers.get("If-Match")
        if match is None:
            raise problems.PreconditionRequired("Send the ETag of GET /v1/me as If-Match.")
        if match.strip() not in (tag(known), tag(known).removeprefix("W/"), "*"):
            raise problems.PreconditionFailed("Your player has changed in the meantime; read it again.")
        renamed = host().players.rename(me, body["name"].strip(), None if match.strip() == "*" else known.revision)
        return json_answer(as_json(player_json(renamed)), headers={"ETag": tag(renamed)})
