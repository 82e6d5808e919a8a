"""The pages about the games leave nothing out: every member, every kind of decision, every reason and every rule that is cited."""

import re
from collections.abc import Iterator
from functools import cache
from typing import Any

import pytest

from engine.core import CHANCE
from engine.host_words import BREAKS
from engine.rulesets import NAMES, ruleset
from engine.verbotene_stadt.rules import STAGES
from service.web.pages import gamebook
from tests.engine.walk import Step, tables, walk

BY_DATA = {"remaining", "reach", "coins"}
"""Members whose own members are names of pieces, not of the form."""


def members(value: Any, path: str = "") -> Iterator[str]:
    """The path of every member within a JSON value: `buildings[].square`."""
    if isinstance(value, list):
        for item in value:
            yield from members(item, f"{path}[]")
    elif isinstance(value, dict) and path.split(".")[-1] not in BY_DATA:
        for name, item in value.items():
            inner = f"{path}.{name}" if path else name
            yield inner
            yield from members(item, inner)


@cache
def walked(name: str) -> list[Step]:
    """Two random games of every way to sit down to the ruleset."""
    return [step for table in tables() if table.ruleset == name for seed in (1, 2) for step in walk(table, seed)]


def section(page: str, place: str) -> set[str]:
    """What stands as code between a heading and the next."""
    found = re.search(rf'<h2 id="{place}">.*?</h2>(.*?)(?=<h2|\Z)', page, re.DOTALL)
    assert found, place
    return set(re.findall("<code>([^<]*)</code>", found[1]))


@pytest.mark.parametrize("name", NAMES)
def test_every_member_of_a_position_is_explained(name: str) -> None:
    rules, steps = ruleset(name), walked(name)
    last = [step.position.play(step.actor, step.move) for step in steps]
    seen = {path for step in steps[::5] for path in members(rules.to_json(step.position))}
    seen |= {path for position in last if position.outcome for path in members(rules.to_json(position))}
    seen |= {path for step in steps if step.actor != CHANCE and step.position.decision(step.actor).kind == "answer"
             for path in members(rules.to_json(step.position))}  # fmt: skip
    assert seen - section(gamebook.chapter(name), "position") == set()


@pytest.mark.parametrize("name", NAMES)
def test_every_member_of_a_move_is_explained(name: str) -> None:
    objects = [ruleset(name).move_json(*step) for step in walked(name)]
    explained = section(gamebook.chapter(name), "object")
    assert {path for found in objects for path in members(found)} - explained == set()
    assert {found["kind"] for found in objects} | {"resign"} <= explained


@pytest.mark.parametrize("name", NAMES)
def test_every_member_of_the_components_is_explained(name: str) -> None:
    assert set(members(ruleset(name).components())) - section(gamebook.chapter(name), "components") == set()


@pytest.mark.parametrize("name", NAMES)
def test_every_kind_of_decision_is_explained(name: str) -> None:
    kinds = {step.position.decision(step.actor).kind for step in walked(name)}
    assert kinds | set(STAGES if name == "verbotene_stadt" else ()) <= section(gamebook.chapter(name), "decisions")


@pytest.mark.parametrize("name", NAMES)
def test_every_reason_for_the_end_is_explained(name: str) -> None:
    ends = [step.position.play(step.actor, step.move).outcome for step in walked(name)]
    assert {end.reason for end in ends if end} | set(BREAKS) <= section(gamebook.chapter(name), "outcome")


@pytest.mark.parametrize("name", NAMES)
def test_every_option_is_explained(name: str) -> None:
    assert {option.name for option in ruleset(name).options} <= section(gamebook.chapter(name), "rules")


@pytest.mark.parametrize("name", NAMES)
def test_every_rule_that_a_refusal_cites_has_its_place(name: str) -> None:
    words = ruleset(name).sentences
    cited = {words.templates[f"rule.{rule}"] for rule in words.cites.values()}
    assert all(gamebook.anchor(words.templates[f"rule.{rule}"]) == rule for rule in words.cites.values()), "a rule is named by its anchor"
    places = set(re.findall('id="([^"]*)"', gamebook.chapter(name)))
    assert len(cited) >= 4
    assert {gamebook.anchor(rule) for rule in cited} - places == set()


@pytest.mark.parametrize("name", NAMES)
def test_a_page_names_no_part_that_is_left_unfilled(name: str) -> None:
    assert "{{" not in gamebook.chapter(name)
    for place in gamebook.CONTENTS:
        assert f'id="{place}"' in gamebook.chapter(name)


@pytest.mark.parametrize("name", NAMES)
def test_the_picture_is_of_a_game_in_its_middle_and_keeps_secrets(name: str) -> None:
    scene = gamebook.scene(name)
    assert str(scene) == gamebook.scene_text(ruleset(name)), "the scene does not read, so the opening was drawn"
    assert str(scene.view(None)) == str(scene)
    assert scene.outcome is None


@pytest.mark.parametrize("name", NAMES)
def test_another_box_shows_the_opening(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(gamebook, "scene_text", lambda _: "not of this box")
    assert gamebook.scene(name).actors != (CHANCE,)


def test_every_move_that_a_page_shows_can_be_read() -> None:
    for name in NAMES:
        rules, page = ruleset(name), gamebook.chapter(name)
        position = gamebook.scene(name)
        shown = re.search(r'<h2 id="notation">.*?<table>(.*?)</table>', page, re.DOTALL)
        assert shown
        moves = [move for cell in re.findall("<tr><td>(.*?)</td>", shown[1]) for move in re.findall("<code>([^<]*)</code>", cell)]
        assert len(moves) >= 4
        for move in moves:
            assert rules.read_move(move, position, position.actors[0])
