"""The catalogue of rulesets."""

from functools import cache

from flask.views import MethodView

from engine.rulesets import NAMES, ruleset, versions
from service import problems
from service.ai import catalogue
from service.games import visibility
from service.json_object import Json
from service.web.answer import Answer, as_json, json_answer
from service.web.arguments import Routes
from service.web.auth import parts
from service.web.responses import operation, refuses
from service.web.schemas.answers import RulesetAnswer, RulesetList

blp = Routes("rulesets", __name__, url_prefix="/v1", description="The board games, and all that a client needs to draw them.")


def live_ais(name: str) -> list[str]:
    """The AIs that play the ruleset now."""
    return [known.name for known in catalogue.catalogue(parts().store_client).values() if name in known.rulesets]


@cache
def summary(name: str) -> Json:
    rules = ruleset(name)
    return {
        "name": name,
        "title": rules.title,
        "designer": rules.designer,
        "version": rules.version,
        "versions": list(versions(name)),
        "box": rules.digest,
        "seats": list(rules.seats),
        "options": [{"name": option.name, "schema": dict(option.schema)} for option in rules.options],
    }


@cache
def components(name: str) -> Json:
    return visibility.named(name, ruleset(name).components())


@blp.route("/rulesets")
class RulesetsView(MethodView):
    init_every_request = False

    @blp.response(200, RulesetList)
    @refuses()
    @operation("listRulesets")
    def get(self) -> Answer:
        """List the rulesets

        Names, seats, options and AIs: what is needed to offer a new game.
        """
        return json_answer(as_json({"items": [summary(name) | {"ais": live_ais(name)} for name in NAMES]}))


@blp.route("/rulesets/<string:name>")
class RulesetView(MethodView):
    init_every_request = False

    @blp.response(200, RulesetAnswer)
    @refuses(problems.NotFound)
    @operation("getRuleset")
    def get(self, name: str) -> Answer:
        """Get one ruleset

        With its components: shapes, tiles, boards, dice. Read it once; its components change only with `version`. What their members
        mean, and those of its positions and moves, is at `/docs/games/{name}`, with the rules in short.
        """
        if name not in NAMES:
            raise problems.NotFound("ruleset", {"ruleset": name, "rulesets": NAMES})
        return json_answer(as_json(summary(name) | {"ais": live_ais(name), "components": components(name)}))
