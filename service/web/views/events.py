"""A game's news as Server-Sent Events."""

from flask.views import MethodView

from service import problems
from service.game import FINISHED
from service.games.stream import stream
from service.json_object import Json
from service.web.admission import waiter
from service.web.answer import EVENT_STREAM, Answer
from service.web.arguments import Routes
from service.web.auth import caller, parts, this_call
from service.web.handlers.games import RETRY_SECONDS
from service.web.responses import operation, refuses
from service.web.schemas.requests import SeatQuery

blp = Routes("events", __name__, url_prefix="/v1", description="A game's news as a stream.")


def events(game_id: str, player: str | None, seat: int | None) -> Answer:
    """The stream for the caller, from after the event it had last."""
    seen = parts().snapshots.sight(game_id, player, seat)
    parts().referee.load(game_id).check_box()
    last = (this_call().header("LAST_EVENT_ID") or "").strip()
    if seen.brief.status == FINISHED and last == str(seen.revision):
        return Answer(204)
    if parts().news.is_full():
        raise problems.Unavailable("waiting", headers={"Retry-After": str(RETRY_SECONDS)})
    return Answer(200, EVENT_STREAM.copy(), None, stream(parts().snapshots, seen, player, seat, last, waiter(this_call())))


@blp.route("/games/<string:game_id>/events")
class EventsView(MethodView):
    init_every_request = False

    @blp.arguments(SeatQuery, location="query")
    @blp.response(200, {"type": "string"}, content_type="text/event-stream", description="The stream; it ends when the game is over.")
    @blp.alt_response(204, description="The game is over and you have its last event: there is no need to connect again.")
    @refuses(problems.Unauthorized, problems.Forbidden, problems.NotFound, problems.OtherBox, problems.Invalid, problems.Unavailable)
    @operation("watchGame", token="optional")
    def get(self, query: Json, game_id: str) -> Answer:
        """Watch a game

        Server-Sent Events, for a page that shows a game live. Each event named `snapshot` has the game's revision as its `id`
        and as `data` the whole snapshot that `GET /v1/games/{game_id}` would give you, so that the last event is all you need
        to know; changes that follow each other closely may come as one. The first one comes at once, unless `Last-Event-ID`
        says that you have it. After the event `end` nothing more comes. A comment every 15 seconds keeps
        the connection open, and after five minutes the stream ends so that you connect again. When too many clients wait
        already the answer is 503 with `Retry-After`.

        If you play as well, skip events whose `id` is below the revision that your last move gave you: they were on their way
        before it. A browser's `EventSource` cannot send a token, so it sees what an onlooker sees; read the stream with `fetch`
        for your own view.
        """
        return events(game_id, caller(), query.get("seat"))
