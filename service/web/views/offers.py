"""Offers at a table, aborting a game, staying away from a seat, and a rematch."""

from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext

from flask.views import MethodView

from service import problems
from service.games.changes import Change
from service.games.referee import Answer as Kept
from service.games.rematch import rematch, successor_id
from service.json_object import Json
from service.web.admission import admit_new
from service.web.answer import Answer, json_answer
from service.web.arguments import Routes
from service.web.auth import asked, me_as_player, parts, player, this_call
from service.web.new_games import may_be_rated
from service.web.responses import BODY_PROBLEMS, operation, refuses
from service.web.schemas.answers import SnapshotAnswer
from service.web.schemas.requests import OfferReplyRequest, OfferRequest

blp = Routes("offers", __name__, url_prefix="/v1", description="Draws, takebacks, pauses; aborting; a rematch.")

TABLE_PROBLEMS = (problems.Unauthorized, problems.Forbidden, problems.NotFound, problems.OtherBox, problems.GameOver, *BODY_PROBLEMS)


def told(make: Callable[[Kept], Change | str], status: int = 200, *, located: bool = False) -> Answer:
    """The snapshot for the caller after a change, the same again for a repeated request."""
    me = player()

    def answer(change: Change) -> str:
        return parts().snapshots.of_game(change.game, me)

    made = make(answer)
    headers = {"Location": f"/v1/games/{made.game.id}"} if located and isinstance(made, Change) else None
    return json_answer(made if isinstance(made, str) else answer(made), status, headers)


@blp.route("/games/<string:game_id>/offers")
class OffersView(MethodView):
    init_every_request = False

    @blp.arguments(OfferRequest)
    @blp.response(201, SnapshotAnswer, description="The offer stands in `offers`, or has taken effect where nobody had to be asked.")
    @refuses(problems.GameNotStarted, problems.NotOffered, problems.TooManyRequests, *TABLE_PROBLEMS)
    @operation("makeOffer", token="required")
    def post(self, body: Json, game_id: str) -> Answer:
        """Offer something

        A `draw`, a `takeback` of your last move and what came after it, a `pause` in which no clock runs, or to `resume` a paused game.
        It takes effect when everybody else has accepted it. It lapses when one of those asked moves, a takeback when anybody does. What
        was declined, and a draw that was withdrawn, can be offered again in the next turn. Nothing is taken back past a roll, a draw
        or a secret. AIs agree to all but a draw, which they accept where they find the game level; about three of yours at once they think.
        A pause that has lasted a week can be ended by anybody alone.
        """
        return told(lambda answer: parts().offers.make(game_id, body["kind"], body.get("seat"), asked(), answer), 201)


@blp.route("/games/<string:game_id>/offers/<string:kind>")
class OfferView(MethodView):
    init_every_request = False

    @blp.arguments(OfferReplyRequest)
    @blp.response(200, SnapshotAnswer)
    @refuses(problems.NoOffer, problems.NotOffered, *TABLE_PROBLEMS)
    @operation("answerOffer", token="required")
    def post(self, body: Json, game_id: str, kind: str) -> Answer:
        """Answer an offer

        `accept` or `decline` what another seat offers, or `withdraw` your own offer of that kind.
        """
        return told(lambda answer: parts().offers.reply(game_id, kind, body["answer"], body.get("seat"), asked(), answer))


@blp.route("/games/<string:game_id>/abort")
class AbortView(MethodView):
    init_every_request = False

    @blp.response(201, SnapshotAnswer)
    @refuses(problems.TooLate, problems.NotOffered, *TABLE_PROBLEMS)
    @operation("abortGame", token="required")
    def post(self, game_id: str) -> Answer:
        """Abort a game

        Until a second seat has moved, whoever sits there may end the game without a result (`reason` is `aborted`, nobody has won).
        Who created a game may cancel it like this as long as it waits for others.
        """
        return told(lambda answer: parts().referee.abort(game_id, asked(), answer), 201)


@blp.route("/games/<string:game_id>/seats/decline")
class DeclineSeatView(MethodView):
    init_every_request = False

    @blp.response(200, SnapshotAnswer)
    @refuses(*TABLE_PROBLEMS)
    @operation("declineSeat", token="required")
    def post(self, game_id: str) -> Answer:
        """Stay away from a seat

        The seats that are kept for you become open to whoever comes.
        """
        return told(lambda answer: parts().referee.decline(game_id, asked(), answer))


@blp.route("/games/<string:game_id>/rematch")
class RematchView(MethodView):
    init_every_request = False

    @blp.response(201, SnapshotAnswer)
    @refuses(problems.GameRunning, problems.SeatTaken, problems.NotOffered, *TABLE_PROBLEMS)
    @operation("askRematch", token="required")
    def post(self, game_id: str) -> Answer:
        """Play again

        One game follows a finished one, whoever asks first: with the same options and clock, and everybody a seat further on. The
        snapshot of the finished game names it as `rematch`. Your seat is taken; it starts when the others have asked, too. Who resigned is
        invited like the others; the seat of somebody who has left the server is open. It is rated if the game before it was, unless an
        AI in it does not ask to be rated any more.
        """
        me = me_as_player()
        counted: AbstractContextManager[None] = nullcontext()
        if parts().store.load(successor_id(game_id)) is None:
            admit_new(this_call(), parts().new_games, "new_games")
            counted = parts().running_games.one_more(me.id, successor_id(game_id))

        def again(answer: Kept) -> Change | str:
            return rematch(parts().referee, game_id, me.name, asked(), answer, may_be_rated, this_call().origin)

        with counted:
            return told(again, 201, located=True)
