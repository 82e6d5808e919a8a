"""For the operator's token: freeze, remove, block, and see what was done and what goes on. Every deed is in the audit log."""

import ipaddress
import time

from flask.views import MethodView

from engine.ai.levels import LEVELS
from engine.rulesets import NAMES
from service import clock, metrics, problems
from service.json_object import Json
from service.store import health, heartbeats, keys, queues
from service.store.blocks import Block
from service.store.rate_limits import neighbourhood
from service.web import cursors
from service.web.answer import Answer, as_json, json_answer
from service.web.arguments import Routes
from service.web.auth import note_deed, operator, parts, this_call
from service.web.paging import page_answer
from service.web.responses import BODY_PROBLEMS, operation, refuses
from service.web.schemas.operator import BlockAnswer, BlockList, BlockRequest, DeedList, FreezeRequest, OverviewAnswer, RemovalQuery
from service.web.schemas.requests import PageQuery

blp = Routes("operator", __name__, url_prefix="/v1/operator", description="For whoever runs the server: moderation and what goes on.")

REFUSED = (problems.Unauthorized, problems.Forbidden)


def block_json(block: Block) -> Json:
    return {"address": block.address, "until": clock.written(block.until), "why": block.why}


def read_address(text: str) -> str:
    """What counts as one address; raises Invalid for what is none."""
    try:
        return neighbourhood(str(ipaddress.ip_address(text)))
    except ValueError:
        raise problems.Invalid("address", at={"parameter": "address"}) from None


@blp.route("/overview")
class OverviewView(MethodView):
    init_every_request = False

    @blp.response(200, OverviewAnswer)
    @refuses(*REFUSED)
    @operation("getOverview", token="required")
    def get(self) -> Answer:
        """See what goes on

        For the operator's token: queues, workers, leases, slow requests, who was held back, blocked or frozen.
        """
        operator()
        here, client, now = parts(), parts().store_client, time.time()
        leases = {
            "thinking": client.zcard(keys.THINKING),
            "lapsed": client.zcount(keys.THINKING, "-inf", now),
            "clocks": client.zcard(keys.DEADLINES),
        }
        shown = {
            "queues": health.waiting(here.queue_client, queues.taken(NAMES, LEVELS)),
            "workers": [worker_json(one) for one in heartbeats.alive(client)],
            "leases": leases,
            "slow": here.slow.read(),
            "held_back": metrics.held_back(),
            "refused": here.refused.read(),
            "blocked": [block_json(block) for block in here.blocks.listed()],
            "frozen": here.moderation.listed(),
            "quarantine": here.moderation.quarantined(),
            "departed": client.hlen(keys.DEPARTED),
        }
        return json_answer(as_json(shown))


def worker_json(about: Json) -> Json:
    names = {"ais": [known["name"] for known in about["ais"]], "rulesets": list(about["rulesets"])}
    return {"worker": about["worker"], "host": about["host"], "seen": clock.written(about["seen"])} | names


@blp.route("/players/<string:player_id>")
class RemovePlayerView(MethodView):
    init_every_request = False

    @blp.arguments(RemovalQuery, location="query")
    @blp.response(204, description="There is no such player any more.")
    @refuses(*REFUSED, problems.NotFound, problems.Invalid)
    @operation("removePlayer", token="required")
    def delete(self, query: Json, player_id: str) -> Answer:
        """Remove a player

        For the operator's token: the same as when the player deletes itself with `DELETE /v1/me`.
        """
        operator()
        parts().moderation.remove_player(player_id)
        note_deed("remove", f"player {player_id}", query.get("why", ""))
        return Answer(204)


@blp.route("/players/<string:player_id>/freeze")
class FreezePlayerView(MethodView):
    init_every_request = False

    @blp.arguments(FreezeRequest)
    @blp.response(204, description="Every request of the player is refused from now on.")
    @refuses(*REFUSED, problems.NotFound, *BODY_PROBLEMS)
    @operation("freezePlayer", token="required")
    def put(self, body: Json, player_id: str) -> Answer:
        """Freeze a player

        For the operator's token. All its requests are answered 403 (`frozen`) with the reason; its seeks are withdrawn. Its games
        and clocks go on.
        """
        operator()
        parts().moderation.freeze_player(player_id, body["why"])
        note_deed("freeze", f"player {player_id}", body["why"])
        return Answer(204)

    @blp.response(204, description="The player can do again what it could.")
    @refuses(*REFUSED, problems.NotFound)
    @operation("thawPlayer", token="required")
    def delete(self, player_id: str) -> Answer:
        """Thaw a player

        For the operator's token. One that was not frozen stays as it is.
        """
        operator()
        parts().moderation.thaw_player(player_id)
        note_deed("thaw", f"player {player_id}")
        return Answer(204)


@blp.route("/games/<string:game_id>")
class RemoveGameView(MethodView):
    init_every_request = False

    @blp.arguments(RemovalQuery, location="query")
    @blp.response(204, description="There is no such game any more, in the archive neither.")
    @refuses(*REFUSED, problems.NotFound, problems.GameRunning, problems.Invalid)
    @operation("removeGame", token="required")
    def delete(self, query: Json, game_id: str) -> Answer:
        """Remove a game

        For the operator's token. It cannot be undone. A game of a contest can be removed only when it is over. If it was rated it goes on
        counting. An archived game may be answered by other processes for a minute more. One that cannot be read can be removed too; a
        contest that it ran in has it played again.
        """
        operator()
        parts().moderation.remove_game(game_id)
        note_deed("remove", f"game {game_id}", query.get("why", ""))
        return Answer(204)


@blp.route("/games/<string:game_id>/freeze")
class FreezeGameView(MethodView):
    init_every_request = False

    @blp.arguments(FreezeRequest)
    @blp.response(204, description="Nobody can change the game from now on.")
    @refuses(*REFUSED, problems.NotFound, problems.GameOver, *BODY_PROBLEMS)
    @operation("freezeGame", token="required")
    def put(self, body: Json, game_id: str) -> Answer:
        """Freeze a game

        For the operator's token. Moves and everything else that would change it are answered 409 (`game-frozen`), no clock runs, and
        `frozen` of its snapshot says why.
        """
        operator()
        parts().moderation.freeze_game(game_id, body["why"])
        note_deed("freeze", f"game {game_id}", body["why"])
        return Answer(204)

    @blp.response(204, description="The game goes on where it was.")
    @refuses(*REFUSED, problems.NotFound)
    @operation("thawGame", token="required")
    def delete(self, game_id: str) -> Answer:
        """Thaw a game

        For the operator's token. Its clocks go on with what was left. One that was not frozen stays as it is.
        """
        operator()
        parts().moderation.thaw_game(game_id)
        note_deed("thaw", f"game {game_id}")
        return Answer(204)


@blp.route("/blocks")
class BlocksView(MethodView):
    init_every_request = False

    @blp.response(200, BlockList)
    @refuses(*REFUSED)
    @operation("listBlocks", token="required")
    def get(self) -> Answer:
        """List the blocked addresses

        For the operator's token, those first that are let in again soonest.
        """
        operator()
        return json_answer(as_json({"items": [block_json(block) for block in parts().blocks.listed()]}))


@blp.route("/blocks/<string:address>")
class BlockView(MethodView):
    init_every_request = False

    @blp.arguments(BlockRequest)
    @blp.response(200, BlockAnswer)
    @refuses(*REFUSED, problems.TooMany, *BODY_PROBLEMS)
    @operation("blockAddress", token="required")
    def put(self, body: Json, address: str) -> Answer:
        """Block an address

        For the operator's token. Within a second every request from it is answered 403 (`blocked`), before anything else is done for it,
        until the time is over. The address is the one that the server sees: behind proxies, say with `INTRAMUROS_TRUSTED_PROXIES` how many
        there are. Health probes and the operator's own token are let in all the same.
        """
        operator()
        made = parts().blocks.block(read_address(address), body["seconds"], body["why"])
        note_deed("block", f"address {made.address}", body["why"])
        return json_answer(as_json(block_json(made)))

    @blp.response(204, description="It is let in again, within a second.")
    @refuses(*REFUSED, problems.NotFound, problems.Invalid)
    @operation("unblockAddress", token="required")
    def delete(self, address: str) -> Answer:
        """Let an address in again

        For the operator's token.
        """
        operator()
        known = read_address(address)
        if not parts().blocks.lift(known):
            raise problems.NotFound("block", {"address": known})
        note_deed("unblock", f"address {known}")
        return Answer(204)


@blp.route("/audit")
class AuditView(MethodView):
    init_every_request = False

    @blp.arguments(PageQuery, location="query")
    @blp.response(200, DeedList)
    @refuses(*REFUSED, problems.Invalid)
    @operation("listDeeds", token="required")
    def get(self, query: Json) -> Answer:
        """Read the audit log

        For the operator's token: what was done with it, the newest first. About 10000 entries are kept.
        """
        operator()
        before = cursors.read(parts().secret, query["cursor"], str)[0] if "cursor" in query else ""
        items, last = parts().audit.read(query["limit"], before)
        return page_answer(this_call(), {"items": items, "next": cursors.write(parts().secret, last) if last else None})
