"""What becomes of a page whose connection, tab or device changes in the middle of a game."""

import re

from playwright.sync_api import Browser, expect

from tests.page.conftest import visitor
from tests.page.hands import begin, cell, drawn
from tests.service.client import Server


def test_a_lost_connection_is_said_and_mends_itself(browser: Browser, table: Server) -> None:
    with visitor(browser, table) as somebody:
        page = somebody.goes_to("/")
        begin(page, "cathedral")
        somebody.context.set_offline(True)
        cell(page, "e5")
        page.locator(".actions button.main").click()
        expect(page.locator(".prompt")).to_contain_text("has not been sent yet")
        page.wait_for_selector(".lost", timeout=60_000)
        somebody.context.set_offline(False)
        page.wait_for_selector(".lost", state="detached")
        expect(page.locator(".log")).to_contain_text("medium places the")


def test_a_page_opened_while_the_server_is_away_is_whole_when_it_is_back(browser: Browser, table: Server) -> None:
    with visitor(browser, table) as somebody:
        somebody.context.route("**/v1/rulesets", lambda route: route.fulfill(status=503, body=""))
        page = somebody.goes_to("/")
        expect(page.get_by_text("The server answered 503.")).to_be_visible()
        assert page.get_by_role("button", name="Play against medium").count() == 0
        somebody.context.unroute("**/v1/rulesets")
        expect(page.get_by_role("button", name="Play against medium")).to_have_count(3)


def test_a_reload_in_mid_game_and_a_second_tab_show_the_same_game(browser: Browser, table: Server) -> None:
    with visitor(browser, table) as somebody:
        page = somebody.goes_to("/")
        begin(page, "cathedral")
        cell(page, "e5")
        page.locator(".actions button.main").click()
        expect(page.locator(".log")).to_contain_text("medium places the")
        log = page.locator(".log").inner_text()
        page.reload()
        expect(page.locator(".log")).to_have_text(re.compile(re.escape(log.split("\n")[0])))
        other = somebody.context.new_page()
        other.goto(page.url)
        other.wait_for_selector(".prompt.mine")
        other.locator('button[data-piece="tavern"]').click()
        drawn(other)
        other.wait_for_function("() => document.querySelector('.overlay .cell[aria-label*=\"can stand here\"]')")
        other.locator('.overlay .cell[aria-label*="can stand here"]').first.click(force=True)
        other.locator(".actions button.main").click()
        expect(page.locator(".log")).to_contain_text("places the tavern")


def test_a_device_is_passed_on_without_showing_the_secrets_of_the_one_before(browser: Browser, table: Server) -> None:
    with visitor(browser, table) as somebody:
        page = somebody.goes_to("/#/new/verbotene_stadt")
        page.locator("#seat1").select_option("me")
        page.get_by_role("button", name="Create the game").click()
        page.wait_for_selector(".cover")
        assert page.locator("#board").count() == 0
        page.locator("#uncover").click()
        page.locator(".wheel").nth(0).get_by_role("radio", name="yellow").click()
        page.locator(".wheel").nth(1).get_by_role("radio", name="green").click()
        page.get_by_role("button", name="Bribe yellow-green").click()
        page.wait_for_selector(".cover")
        expect(page.locator("h1")).to_contain_text("Seat 2")
        assert "yellow-green" not in page.content()
        page.locator("#uncover").click()
        page.wait_for_selector(".selector")
        assert page.locator(".bribed").count() == 0


def test_the_calls_of_the_one_before_are_gone_when_a_device_is_passed_on(browser: Browser, table: Server) -> None:
    with visitor(browser, table) as somebody:
        page = somebody.goes_to("/#/new/verbotene_stadt")
        page.locator("#seat1").select_option("me")
        page.get_by_role("button", name="Create the game").click()
        page.locator("#uncover").click()
        page.get_by_role("button", name="HTTP calls").click()
        page.locator(".selector .main:enabled").click()
        page.wait_for_selector(".cover")
        expect(page.locator(".calls li", has_text="POST")).to_have_count(0)
