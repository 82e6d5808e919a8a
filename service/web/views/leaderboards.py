"""Ratings: leaderboards, and how somebody came to be where it is."""

from flask.views import MethodView

from engine.ai.levels import LEVELS
from engine.rulesets import NAMES
from service import problems
from service.ai import catalogue
from service.contests.ladder import climbed
from service.contests.rating_games import read
from service.contests.ratings import beginnings, standing
from service.json_object import Json
from service.store import keys
from service.web import cursors
from service.web.answer import Answer, as_json, json_answer
from service.web.arguments import Routes
from service.web.auth import caller, parts, this_call
from service.web.describing import day_of, history, rating_json, ratings_json
from service.web.paging import page_answer
from service.web.responses import operation, refuses
from service.web.schemas.answers import Ladder, Leaderboard, PlayerRatings
from service.web.schemas.requests import PageQuery

blp = Routes("leaderboards", __name__, url_prefix="/v1", description="Ratings, for each ruleset.")

PAGE = 100
PLACES = 10_000
"""So many places of the leaderboard are looked through for AIs."""


def who(subject: str) -> Json:
    """Whose rating it is."""
    if subject.startswith("ai:"):
        return {"player": None, "ai": subject[3:], "name": subject[3:]}
    known = parts().players.find(subject)
    return {"player": subject, "ai": None, "name": known.name if known else "somebody"}


@blp.route("/leaderboards/<string:ruleset>")
class LeaderboardView(MethodView):
    init_every_request = False

    @blp.arguments(PageQuery, location="query")
    @blp.response(200, Leaderboard)
    @refuses(problems.NotFound, problems.Invalid)
    @operation("getLeaderboard")
    def get(self, query: Json, ruleset: str) -> Answer:
        """Look at a leaderboard

        Players and AIs in the order of what their rating is at least: two deviations below it, so that nobody leads who has hardly
        played. The level `medium` always has 1500. `PATCH /v1/me` with `listed: false` takes you off it. Up to 100 a page.
        """
        if ruleset not in NAMES:
            raise problems.NotFound("ruleset", {"ruleset": ruleset, "rulesets": NAMES})
        first = cursors.read(parts().secret, query["cursor"], int)[0] if "cursor" in query else 0
        count = min(query["limit"], PAGE)
        lines = parts().ratings.store.board(ruleset, first, count)
        items = [rating_json(ruleset, read(text), place) | who(subject) for place, (subject, text) in enumerate(lines, start=first + 1)]
        after = cursors.write(parts().secret, first + count) if len(lines) == count else None
        return page_answer(this_call(), {"ruleset": ruleset, "items": items, "next": after})


@blp.route("/ladders/<string:ruleset>")
class LadderView(MethodView):
    init_every_request = False

    @blp.response(200, Ladder)
    @refuses(problems.NotFound)
    @operation("getLadder")
    def get(self, ruleset: str) -> Answer:
        """Look at a ladder

        The AIs that ask to be rated, by their ratings. They play each other one game after the other while workers have nothing else to do,
        never two of one host; the built-in levels stand among them as milestones, and `climbed` says who climbs. Who hosts an AI sends
        `ladder: true` when it asks for work, or gives its class `ladder = True`.
        """
        if ruleset not in NAMES:
            raise problems.NotFound("ruleset", {"ruleset": ruleset, "rulesets": NAMES})
        live = {name for name, ai in catalogue.catalogue(parts().store_client).items() if ai.ladder and ruleset in ai.rulesets}
        there = {*parts().ratings.store.ais(ruleset, PLACES), *(f"ai:{name}" for name in (*LEVELS, *live))}
        items = [climber_json(ruleset, subject, live=subject[3:] in live) for subject in there]
        items.sort(key=lambda item: (-item["rating"], item["name"]))
        return json_answer(as_json({"ruleset": ruleset, "items": items, "game": parts().store_client.get(keys.ladder_key(ruleset))}))


def climber_json(ruleset: str, subject: str, *, live: bool) -> Json:
    """An AI on the ladder; one without a game has the rating to begin with: for a built-in level the measured one."""
    rating, place = parts().ratings.of(ruleset, subject) or (standing({}, subject, beginnings(ruleset)), None)
    rise = climbed([point["rating"] for point in history(ruleset, subject)])
    more = {"live": live, "milestone": subject[3:] in LEVELS, "climbed": None if rise is None else round(rise, 1)}
    return rating_json(ruleset, rating, place) | who(subject) | more


@blp.route("/players/<string:player_id>/ratings")
class PlayerRatingsView(MethodView):
    init_every_request = False

    @blp.response(200, PlayerRatings)
    @refuses(problems.Unauthorized, problems.NotFound)
    @operation("getPlayerRatings", token="optional")
    def get(self, player_id: str) -> Answer:
        """Look at somebody's ratings

        For each ruleset in which it has played rated games, with how they came about. Which games those were, and at what time of the day,
        is told to the player alone, since some of them may be private.
        """
        if parts().players.find(player_id) is None:
            raise problems.NotFound("player", {"player": player_id})
        found = ratings_json(player_id)
        if caller() != player_id:
            for rating in found:
                rating["history"] = [point | {"game": None, "at": day_of(point["at"])} for point in rating["history"]]
        return json_answer(as_json({"items": found}))
