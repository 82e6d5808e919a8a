"""A whole game of each ruleset against an AI, by clicking alone, on a desk and on a phone."""

import random

import pytest
from playwright.sync_api import Browser

from tests.page.conftest import visitor
from tests.page.hands import TITLES, begin, finished, play_on
from tests.service.client import Server

SIZES = pytest.mark.parametrize("size", ["desk", "phone"])
WHOLE = {"cathedral": 400, "forbidden_city": 400, "verbotene_stadt": 4}
"""How many turns are always played: all of a game, but of the longest, which may take a minute, only the beginning."""


@pytest.mark.long
@SIZES
@pytest.mark.parametrize("ruleset", TITLES)
def test_a_game_is_played_by_clicking(browser: Browser, table: Server, ruleset: str, size: str) -> None:
    with visitor(browser, table, size) as somebody:
        page = somebody.goes_to("/")
        begin(page, ruleset)
        played = play_on(page, ruleset, random.Random(7), WHOLE[ruleset])
        assert played >= 4
        if WHOLE[ruleset] > 4:
            finished(page)


@SIZES
@pytest.mark.drill
def test_a_game_of_die_verbotene_stadt_is_played_to_its_end_by_clicking(browser: Browser, table: Server, size: str) -> None:
    with visitor(browser, table, size) as somebody:
        page = somebody.goes_to("/")
        begin(page, "verbotene_stadt")
        played = play_on(page, "verbotene_stadt", random.Random(11), 400)
        finished(page)
        assert played > 5
