"""Tournaments, series, leaderboards, quick matches and clocks on the page."""

import re

from playwright.sync_api import Browser, Page, Route, expect

from engine.ai.levels import LEVELS
from tests.page.conftest import visitor
from tests.page.hands import begin
from tests.service.client import Server


def test_a_tournament_is_made_and_its_tables_are_shown(browser: Browser, table: Server) -> None:
    with visitor(browser, table) as somebody:
        page = somebody.goes_to("/#/contests")
        page.get_by_text("New tournament").click()
        page.locator("#cupName").fill("Winter cup")
        page.locator("#cupStart").select_option("now")
        page.get_by_role("button", name="Create").first.click()
        expect(page.get_by_role("heading", name="Winter cup")).to_be_visible()
        expect(page.locator(".cross tbody tr")).to_have_count(3)
        page.locator("section.card .item a").first.click(timeout=40_000)
        page.wait_for_selector("#board .drawing")


def test_nobody_withdraws_from_a_running_tournament_by_one_click(browser: Browser, table: Server) -> None:
    with visitor(browser, table) as somebody:
        page = somebody.goes_to("/#/contests")
        page.get_by_text("New tournament").click()
        page.locator("#cupName").fill("Spring cup")
        page.locator("#cupStart").select_option("now")
        page.get_by_role("button", name="Create").first.click()
        leave = page.get_by_role("button", name="Withdraw", exact=True)
        leave.click()
        page.get_by_role("button", name="Play on").click()
        expect(page.get_by_role("alertdialog")).to_have_count(0)
        leave.click()
        page.get_by_role("button", name="Yes, withdraw").click()
        expect(leave).to_have_count(0)
        expect(page.get_by_role("button", name="Call it off")).to_be_visible()


def test_a_series_shows_its_games(browser: Browser, table: Server) -> None:
    with visitor(browser, table) as somebody:
        page = somebody.goes_to("/#/contests")
        page.get_by_text("New series").click()
        page.locator("form:has(#rowGames) button.main").click()
        expect(page.get_by_text("Game 1")).to_be_visible()
        page.get_by_text("Game 1").click()
        page.wait_for_selector("#board .drawing")


def test_the_ladder_shows_its_milestones(browser: Browser, table: Server) -> None:
    with visitor(browser, table) as somebody:
        page = somebody.goes_to("/#/contests/forbidden_city")
        expect(page.locator(".ladder tbody tr.milestone")).to_have_count(len(LEVELS))
        expect(page.locator(".ladder")).to_contain_text("medium")
        assert page.locator(".ladder a").last.get_attribute("href") == "/docs/hosting#ladder"


def test_two_who_seek_the_same_game_are_brought_together(browser: Browser, table: Server) -> None:
    with visitor(browser, table) as ada, visitor(browser, table) as bob:
        for somebody in (ada, bob):
            page = somebody.goes_to("/")
            page.get_by_role("button", name="Quick match").first.click()
        for somebody in (ada, bob):
            somebody.page.wait_for_selector("#board .drawing", timeout=40_000)
        assert ada.page.url.split("#")[1] == bob.page.url.split("#")[1]


def test_a_clock_runs_down(browser: Browser, table: Server) -> None:
    with visitor(browser, table) as somebody:
        page = somebody.goes_to("/#/new/cathedral")
        page.locator("#clock").select_option("quick")
        page.get_by_role("button", name="Create the game").click()
        page.wait_for_selector(".seat.acts .clock")
        first = page.locator(".seat.acts .clock").inner_text()
        expect(page.locator(".seat.acts .clock")).not_to_have_text(first)


def makes_a_series(page: Page, other: str) -> None:
    page.get_by_text("New series").click()
    page.locator("#rowOther").select_option(other)
    page.locator("form:has(#rowGames) button.main").click()


def test_a_game_of_a_series_leads_to_the_next_one_and_to_the_series(browser: Browser, table: Server) -> None:
    with visitor(browser, table) as somebody:
        page = somebody.goes_to("/#/contests")
        makes_a_series(page, "easy")
        page.get_by_text("Game 1").click()
        page.wait_for_selector("#board .drawing")
        first = page.url
        expect(page.locator(".side a", has_text="Series")).to_have_attribute("href", re.compile("#/contest/series:"))
        page.get_by_role("button", name="Resign").click()
        page.get_by_role("button", name="Yes, resign").click()
        page.get_by_role("button", name="Next game").click()
        expect(page).not_to_have_url(first)
        if "/contest/" in page.url:  # it was not paired yet
            page.locator("a[href^='#/game/']", has_text="Game 2").click()
        page.wait_for_selector(".table.running #board .drawing")


def test_a_form_stays_open_when_the_first_series_comes_into_the_list_above_it(browser: Browser, table: Server) -> None:
    series = {"id": "s3r1", "ruleset": "cathedral", "status": "running", "entrants": 2, "created_at": "2026-01-05T10:00:00Z"}
    with visitor(browser, table) as somebody:
        held: list[Route] = []
        somebody.page.route("**/v1/series?limit=30", lambda route: held.append(route))
        page = somebody.goes_to("/#/contests")
        page.get_by_text("New series").click()
        page.locator("#rowOther").select_option("hard")
        held[0].fulfill(json={"items": [series], "next": None})
        page.locator('a[href="#/contest/series:s3r1"]').wait_for()
        expect(page.locator("form:has(#rowGames) button.main")).to_be_visible()
        assert page.locator("#rowOther").input_value() == "hard"


def test_an_open_series_is_joined_by_its_link(browser: Browser, table: Server) -> None:
    with visitor(browser, table) as ada, visitor(browser, table) as bob:
        page = ada.goes_to("/#/contests")
        makes_a_series(page, "open")
        link = page.get_by_role("textbox", name="Link to this game").input_value()
        assert page.get_by_role("button", name="Start it").count() == 0
        bob.page.goto(link)
        bob.page.get_by_role("button", name="Take part").click()
        bob.page.get_by_text("Game 1").click()
        bob.page.wait_for_selector(".table.running #board .drawing")


def test_a_rematch_is_one_click(browser: Browser, table: Server) -> None:
    with visitor(browser, table) as somebody:
        page = somebody.goes_to("/")
        begin(page, "cathedral")
        first = page.url
        page.get_by_role("button", name="Resign").click()
        page.get_by_role("button", name="Yes, resign").click()
        page.get_by_role("button", name="Play again").click()
        expect(page).not_to_have_url(first)
        page.wait_for_selector(".table.running #board .drawing")


def test_no_clock_means_none_between_people(browser: Browser, table: Server) -> None:
    with visitor(browser, table) as somebody:
        for chosen, clocks in (("none", 0), ("week", 2)):
            page = somebody.goes_to("/#/new/cathedral")
            page.locator("#seat1").select_option("me")
            page.locator("#clock").select_option(chosen)
            page.get_by_role("button", name="Create the game").click()
            page.wait_for_selector(".seat.acts")
            expect(page.locator(".seat .clock")).to_have_count(clocks)


def test_who_leaves_the_first_page_seeks_no_longer(browser: Browser, table: Server) -> None:
    with visitor(browser, table) as somebody:
        page = somebody.goes_to("/")
        page.get_by_role("button", name="Quick match").nth(2).click()
        page.get_by_role("button", name="Seeking an opponent").wait_for()
        with page.expect_request(lambda call: call.method == "DELETE" and "/v1/seeks/" in call.url) as ended:
            page.get_by_role("link", name="Games", exact=True).click()
        assert ended.value.response().status < 300  # type: ignore[union-attr]
