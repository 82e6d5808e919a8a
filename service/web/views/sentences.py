"""The catalogue of sentences: every code that an answer may carry, for whoever shows them in another language."""

from functools import cache

from flask.views import MethodView

from engine.rulesets import NAMES, ruleset
from engine.sentences import GAME
from service.json_object import Json
from service.problems import PROBLEMS
from service.sentences import PARAM, language
from service.store import identifiers
from service.web.answer import Answer, as_json, json_answer
from service.web.arguments import Routes
from service.web.auth import this_call
from service.web.etags import weak
from service.web.responses import operation, refuses
from service.web.schemas.answers import SentencesAnswer

blp = Routes("sentences", __name__, url_prefix="/v1", description="What players are told, by code: to be shown in any language.")


def listed() -> list[Json]:
    """Every sentence: of all rulesets, of each, the kinds of problems and what is said of them."""
    tables = [GAME, *(ruleset(name).sentences for name in NAMES)]
    problems = {kind.slug: kind.title for kind in PROBLEMS} | dict(language("en").templates)
    return [sentence for table in tables for sentence in table.listed()] + [
        {"code": code, "kind": "problem", "template": template, "params": params_of(template), "rule_code": None}
        for code, template in problems.items()
    ]


def params_of(template: str) -> list[str]:
    """The names that a template has in braces."""
    return list(dict.fromkeys(found[0] for found in PARAM.findall(template)))


@cache
def catalogue() -> tuple[str, str]:
    """The answer and its ETag, made once."""
    text = as_json({"items": listed(), "words": {name: ruleset(name).sentences.words for name in NAMES}})
    return text, identifiers.digest(text)[:16]


@blp.route("/sentences")
class SentencesView(MethodView):
    init_every_request = False

    @blp.response(200, SentencesAnswer)
    @blp.alt_response(304, description="You have the newest list.")
    @refuses()
    @operation("listSentences")
    def get(self) -> Answer:
        """List all sentences

        Refusals, prompts, reasons, rules and problems come with a stable `code` and `params` beside the sentence. Here is every code with
        the template that its English is made from, so that a client can have a template for each in its own language. `{name}` stands
        for the param of that name; where `words` has a table for the last word of the name (`side` for `other_side`), the value is said
        by the word in it. Lists are joined by commas, and a sentence begins with a capital letter.
        """
        text, tag = catalogue()
        headers = {"ETag": weak(tag), "Cache-Control": "public, max-age=3600"}
        return Answer(304, headers) if this_call().has(tag) else json_answer(text, headers=headers)
