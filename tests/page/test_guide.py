"""The guided first game of each ruleset: each step is gone on from by doing it, or by reading on; it ends, and can be skipped."""

import random

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.page.conftest import visitor
from tests.page.hands import TITLES, cell, cells_that, my_turn, play_on
from tests.service.client import Server

STEPS = 10


def guided(page: Page, ruleset: str) -> None:
    card = page.locator(".city", has=page.get_by_role("heading", name=TITLES[ruleset], exact=True))
    card.get_by_role("button", name="Show me how it goes").click()
    at(page, 1)


def at(page: Page, step: int) -> None:
    expect(page.locator(".guide b")).to_have_text(f"{step}/{STEPS} ")


def reads_on(page: Page, step: int) -> None:
    """Reads a step and goes on to the next."""
    at(page, step)
    page.locator(".guide").get_by_role("button", name="Next").click()


def test_cathedral_is_learnt_by_doing(browser: Browser, table: Server) -> None:
    with visitor(browser, table) as somebody:
        page = somebody.goes_to("/")
        guided(page, "cathedral")
        reads_on(page, 1)
        at(page, 2)
        cell(page, "e5")
        page.locator(".actions button.main").click()
        at(page, 3)
        assert my_turn(page)
        page.locator(".hand.mine:not([aria-busy]) button.building:not(.lost)").first.click()
        at(page, 4)
        page.wait_for_selector('.overlay .cell[aria-label*="can stand here"]', state="attached")
        cell(page, cells_that(page, "can stand here")[0])
        page.locator(".actions button.main").click()
        ends(page, 5)


def test_forbidden_city_is_learnt_by_doing(browser: Browser, table: Server) -> None:
    with visitor(browser, table, "phone") as somebody:
        page = somebody.goes_to("/")
        guided(page, "forbidden_city")
        reads_on(page, 1)
        reads_on(page, 2)
        at(page, 3)
        assert my_turn(page)
        page.wait_for_selector(".fit")
        cell(page, cells_that(page, ": fits")[0])
        reads_on(page, 4)
        at(page, 5)
        page.locator(".actions button.main").click()
        ends(page, 6)


def test_die_verbotene_stadt_is_learnt_by_doing(browser: Browser, table: Server) -> None:
    with visitor(browser, table) as somebody:
        page = somebody.goes_to("/")
        guided(page, "verbotene_stadt")
        reads_on(page, 1)
        at(page, 2)
        play_on(page, "verbotene_stadt", random.Random(3), 1)
        reads_on(page, 3)
        at(page, 4)
        page.get_by_role("button", name="Skip all").click()
        expect(page.locator(".guide")).to_have_count(0)
        page.reload()
        page.wait_for_selector("#board .drawing")
        expect(page.locator(".guide")).to_have_count(0)


def ends(page: Page, step: int) -> None:
    """Reads what is left; after the last step the guide is gone and the game goes on."""
    for left in range(step, STEPS):
        reads_on(page, left)
    at(page, STEPS)
    page.get_by_role("button", name="Done").click()
    expect(page.locator(".guide")).to_have_count(0)
    expect(page.locator(".table.running")).to_be_visible()


@pytest.mark.parametrize("ruleset", TITLES)
def test_every_step_can_be_read_and_gone_back_from(browser: Browser, table: Server, ruleset: str) -> None:
    with visitor(browser, table, "phone", locale="de") as somebody:
        page = somebody.goes_to("/")
        page.locator(".city").nth(list(TITLES).index(ruleset)).get_by_role("button", name="Zeig mir, wie es geht").click()
        seen = set()
        for step in range(1, STEPS + 1):
            at(page, step)
            seen.add(page.locator(".guide p").inner_text())
            page.locator(".guide button").nth(0 if step == 1 else 1).click()
        assert len(seen) == STEPS
        expect(page.locator(".guide")).to_have_count(0)


def test_whoever_goes_ahead_of_the_guide_is_followed_and_the_end_of_the_game_is_its_end(browser: Browser, table: Server) -> None:
    with visitor(browser, table) as somebody:
        page = somebody.goes_to("/")
        guided(page, "verbotene_stadt")
        play_on(page, "verbotene_stadt", random.Random(3), 1)
        at(page, 3)
        page.get_by_role("button", name="Resign").click()
        page.get_by_role("button", name="Yes, resign").click()
        expect(page.locator(".ending")).to_be_visible()
        expect(page.locator(".guide")).to_have_count(0)
