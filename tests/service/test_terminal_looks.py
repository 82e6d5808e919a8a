"""What the terminal draws of its own: a move that is shown is the board that follows it, and colours change no sign."""

import re

import pytest

from engine.cathedral import look as cathedral
from engine.core import CHANCE, Scene
from engine.rulesets import NAMES, ruleset
from engine.terminal.look import PLAIN
from service.terminal.looks import look_of
from tests.engine.walk import Step, Table, walk

SEEDS = range(3)


def steps(name: str, seed: int) -> list[Step]:
    """What seats decide in a random game."""
    return [step for step in walk(Table(name, 2, {}), seed) if step.actor != CHANCE]


def previewed(name: str, step: Step) -> str:
    rules, view = ruleset(name), step.position.view(step.actor)
    board = rules.board_text(view, Scene()).rstrip()
    return look_of(name).preview(rules.to_json(view), board, rules.move_json(view, step.actor, step.move))


def after(name: str, step: Step) -> str:
    return ruleset(name).board_text(step.position.play(step.actor, step.move), Scene())


@pytest.mark.parametrize("seed", SEEDS)
def test_a_building_that_is_shown_is_the_city_that_follows(seed: int) -> None:
    for step in steps("cathedral", seed):
        found = ruleset("cathedral").move_json(step.position, step.actor, step.move)
        city = after("cathedral", step).splitlines()[:11]
        for cell in found["cells"]:
            cathedral.mark(city, cell, "*" if cell == found["square"] else "#")
        assert sides(previewed("cathedral", step).splitlines()[:11]) == sides(city)


def sides(city: list[str]) -> list[str]:
    """The city with one letter for each side: the two copies of a building may change theirs."""
    return [re.sub(r"[A-Z]", "L", re.sub(r"[a-z]", "d", line)) for line in city]


@pytest.mark.parametrize("seed", SEEDS)
def test_a_tile_that_is_shown_is_the_table_that_follows(seed: int) -> None:
    for step in steps("forbidden_city", seed):
        if str(step.move).startswith("lay "):
            owner = ruleset("forbidden_city").to_json(step.position)["seats"][step.actor]["colour"][0].upper()
            shown = previewed("forbidden_city", step).replace("#", owner).splitlines()
            table = after("forbidden_city", step)
            assert all(tile in table for line in shown for tile in re.findall(r"[PY][gpw]\S+", line))
            assert sum(len(re.findall(r"[PY][gpw][\d\\/]", line)) for line in shown) == len(re.findall(r"[PY][gpw][\d\\/]", table))


@pytest.mark.parametrize("seed", SEEDS)
def test_a_slide_that_is_shown_ends_where_the_official_will_stand(seed: int) -> None:
    for step in steps("verbotene_stadt", seed):
        if str(step.move).startswith("slide "):
            shown = previewed("verbotene_stadt", step)
            assert ("##" in shown) == (not str(step.move).endswith("pavilion"))
            if "##" in shown:
                line = next(number for number, line in enumerate(shown.splitlines()) if "##" in line)
                column = shown.splitlines()[line].index("##")
                hat, robe = str(step.move).split()[1].split("-")
                letters = "".join("k" if colour == "black" else colour[0] for colour in (hat, robe))
                assert after("verbotene_stadt", step).splitlines()[line][column : column + 2] == letters


@pytest.mark.parametrize("name", NAMES)
def test_colours_change_no_sign_of_a_board(name: str) -> None:
    rules, look = ruleset(name), look_of(name)
    for step in steps(name, 7)[:60]:
        view = rules.to_json(step.position.view(step.actor))
        board = rules.board_text(step.position.view(step.actor), Scene()).rstrip()
        for text in (board, previewed(name, step), look.pieces(rules.components(), view, step.actor, "")):
            assert re.sub(r"\x1b\[[\d;]*m", "", look.painted(text)) == text


def test_a_name_of_two_colours_has_both_and_a_number_goes_with_its_colour() -> None:
    painted = look_of("forbidden_city").painted("holds greenpink, green8")
    assert painted == "holds \x1b[32mgreen\x1b[0m\x1b[95mpink\x1b[0m, \x1b[32mgreen8\x1b[0m"


def test_a_ruleset_that_is_not_known_here_is_shown_in_words() -> None:
    assert look_of("chess") is PLAIN
    assert PLAIN.preview({}, "", {"kind": "castle", "side": "king"}) == "castle: side king"


def test_a_building_is_drawn_facing_all_four_ways() -> None:
    rules = ruleset("cathedral")
    start = rules.start(2, {"cathedral": "first"})
    drawn = look_of("cathedral").pieces(rules.components(), rules.to_json(start), 0, "castle")
    assert drawn.startswith(
        """\
castle@…n   castle@…e   castle@…s   castle@…w
# *         # # #       # #         *   #
#           #   *         #         # # #
# #                     * #
"""
    )
