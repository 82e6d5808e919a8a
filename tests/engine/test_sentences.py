"""Every sentence has a stable code and params, from which one template per code makes the English; none is missing, none is idle."""

import ast
import json
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from engine.cathedral.box import KINDS, SIDES
from engine.core import CHANCE, Refusal
from engine.errors import GameOver, IllegalMove
from engine.forbidden_city.box import TILES
from engine.forbidden_city.compass import DIRECTIONS
from engine.forbidden_city.tiles import FLOORS
from engine.rulesets import NAMES, ruleset
from engine.sentences import GAME, PARAM, Sentences, read
from engine.verbotene_stadt.box import BOX
from engine.verbotene_stadt.officials import COLOURS
from engine.verbotene_stadt.turn import FATE_DICE
from tests.engine.walk import Table, tables, walk

ARGUMENT = {"say": 0, "refusal": 0, "decision": 1}
"""Which argument of a call names the sentence."""
HOSTS_REASONS = ("resigned", "out_of_time", "draw_agreed", "aborted", "other")
"""Why the host ends a game; `other` for a reason that an old record has and nobody knows any more."""
PREFIX = {"say": "", "refusal": "refusal.", "decision": "prompt."}


def table_of(name: str) -> Sentences:
    return GAME if name == "game" else ruleset(name).sentences


def sources(name: str) -> list[Path]:
    shared = [*Path("engine").glob("*.py"), *Path("engine/ai").rglob("*.py")]
    found = shared if name == "game" else (Path("engine") / name).rglob("*.py")
    return sorted(path for path in found if path.name != "sentences.py")


def calls(path: Path) -> Iterator[ast.Call]:
    return (node for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))) if isinstance(node, ast.Call))


def said(name: str) -> Iterator[str]:
    """The names of all sentences that the code of a ruleset says; they are written out where they are said."""
    speaker = "GAME" if name == "game" else "SENTENCES"
    for path in sources(name):
        for call in calls(path):
            match call.func:
                case ast.Attribute(value=ast.Name(id=found), attr=method) if (
                    found == speaker and method in ARGUMENT and path.name != "sentences.py"
                ):
                    argument = call.args[ARGUMENT[method]]
                    assert isinstance(argument, ast.Constant), f"{path}: {ast.unparse(call)}"
                    yield PREFIX[method] + str(argument.value)
                case ast.Name(id="Outcome") if name != "game":
                    assert isinstance(call.args[2], ast.Constant), f"{path}: {ast.unparse(call)}"
                    yield f"reason.{call.args[2].value}"


@pytest.mark.parametrize("name", NAMES)
def test_every_sentence_of_a_ruleset_is_in_its_table_and_none_is_idle(name: str) -> None:
    table = table_of(name)
    rules = {f"rule.{rule}" for rule in table.cites.values()}
    assert set(said(name)) | rules == set(table.templates)


def test_every_sentence_of_all_rulesets_is_in_the_table_and_none_is_idle() -> None:
    assert set(said("game")) | {"prompt.decide", *(f"reason.{each}" for each in HOSTS_REASONS)} == set(GAME.templates)


def test_an_error_without_a_sentence_of_its_own_is_told_by_its_slug() -> None:
    assert GameOver("The game is over.").code == "game-over"
    assert IllegalMove("Take one.", rule="Rules, 1").code == Refusal("Take one.", "Rules, 1").code == IllegalMove.slug


@pytest.mark.parametrize("name", NAMES)
def test_no_ruleset_speaks_past_its_table(name: str) -> None:
    for path in sources(name):
        made = [ast.unparse(call) for call in calls(path) if isinstance(call.func, ast.Name) and call.func.id in ("Refusal", "Decision")]
        assert not made, path


@pytest.mark.parametrize("name", ["game", *NAMES])
def test_templates_are_sentences_with_params_in_braces(name: str) -> None:
    table = table_of(name)
    for key, template in table.templates.items():
        assert not set("{}") & set(PARAM.sub("", template)), key
        assert template.endswith((".", "?")) or key.startswith("rule."), key
    kinds = {param.rpartition("_")[2] for template in table.templates.values() for param in PARAM.findall(template)}
    assert set(table.words) <= kinds


def test_every_word_of_a_param_can_be_said() -> None:
    city, table, streets = (ruleset(name).sentences.words for name in NAMES)
    assert (set(city["building"]), set(city["side"])) == (set(KINDS), set(SIDES))
    assert (set(table["colour"]), set(table["direction"])) == (set(TILES.colours), set(DIRECTIONS))
    assert set(table["floor"]) == {*FLOORS[1:]}
    assert set(streets["colour"]) == {*BOX.pavilion_colours, *COLOURS}
    assert (set(streets["die"]), list(streets["number"])) == (set(FATE_DICE), ["1", "2", "3", "4"])


@pytest.mark.parametrize("table", tables(), ids=str)
def test_what_a_game_says_is_made_from_its_code_and_params(table: Table) -> None:
    words, rng = ruleset(table.ruleset).sentences, random.Random(4)
    steps = list(walk(table, 4))
    moves = [step.move for step in steps]
    for position, actor, _ in steps:
        decision = position.decision(actor)
        assert again(words, decision.code, decision.params) == decision.prompt
        refusals = [] if actor == CHANCE else [position.refusal(actor, move) for move in rng.sample(moves, min(8, len(moves)))]
        for refusal in refusals:
            if refusal is not None:
                assert again(words, refusal.code, refusal.params) == refusal.sentence
                assert refusal.rule_code is not None
                assert again(words, refusal.rule_code, {}) == refusal.rule


def again(words: Sentences, code: str, params: Any) -> str:
    """The sentence made a second time, from what a client gets over the wire."""
    name, _, key = code.partition(".")
    assert name == words.ruleset
    return words.say(key, json.loads(json.dumps(params))).text


@pytest.mark.parametrize("name", NAMES)
def test_a_reason_is_the_rulesets_or_the_hosts_or_said_as_it_is(name: str) -> None:
    words = ruleset(name).sentences
    own = [key.removeprefix("reason.") for key in words.templates if key.startswith("reason.")]
    assert [words.reason(slug).code for slug in own] == [f"{name}.reason.{slug}" for slug in own]
    assert words.reason("resigned").code == "game.reason.resigned"
    assert (words.reason("flood").code, words.reason("flood").params) == ("game.reason.other", {"text": "flood"})


def test_a_translator_gets_every_sentence_with_its_params_and_rule() -> None:
    (covers,) = [each for each in ruleset("cathedral").sentences.listed() if each["code"] == "cathedral.refusal.covers"]
    assert covers["params"] == ["building", "square", "side", "other_building"]
    assert (covers["kind"], covers["rule_code"]) == ("refusal", "cathedral.rule.rules-2")


def test_params_other_than_the_template_names_are_refused() -> None:
    words = ruleset("cathedral").sentences
    with pytest.raises(ValueError, match="other params than side, secret"):
        words.say("refusal.others_turn", {"side": "dark", "secret": "x"})
    with pytest.raises(ValueError, match="other params than none"):
        words.say("refusal.others_turn", {})


@pytest.mark.parametrize(
    ("table", "match"),
    [
        ({"jokes": {}}, "jokes is no kind"),
        ({"rule": {"a": "A"}, "refusal": {"b": {"c": "C."}}}, "there is no rule b"),
        ({"rule": {"a": "A", "b": "B"}, "refusal": {"a": {"c": "C."}, "b": {"c": "C."}}}, "under two rules"),
    ],
)
def test_a_table_that_contradicts_itself_is_not_read(table: dict[str, Any], match: str) -> None:
    with pytest.raises(ValueError, match=match):
        read("toy", table)
