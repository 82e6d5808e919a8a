"""Offers on the page: a draw, a takeback and a pause, between two browsers and against an AI."""

from collections.abc import Iterator
from contextlib import contextmanager

from playwright.sync_api import Browser, Page, expect

from tests.page.conftest import visitor
from tests.page.hands import begin, cell
from tests.service.client import Server


@contextmanager
def two_at_a_table(browser: Browser, table: Server) -> Iterator[tuple[Page, Page]]:
    """Ada, light, and Bob at a telephone, in a game of Cathedral."""
    with visitor(browser, table) as ada, visitor(browser, table, "phone") as bob:
        page = ada.goes_to("/#/new/cathedral")
        page.locator("#seat1").select_option("open")
        page.get_by_role("button", name="Create the game").click()
        bob.page.goto(page.get_by_role("textbox", name="Link to this game").input_value())
        bob.page.get_by_role("button", name="Play as Dark").click()
        page.wait_for_selector(".due:not([aria-busy]) .prompt.mine")
        yield page, bob.page


def place_the_cathedral(page: Page) -> None:
    page.wait_for_selector(".due:not([aria-busy]) .prompt.mine")
    cell(page, "e5")
    page.locator(".actions button.main").click()


def test_a_draw_is_declined_then_withdrawn_then_agreed(browser: Browser, table: Server) -> None:
    with two_at_a_table(browser, table) as (ada, bob):
        ada.get_by_role("button", name="Offer a draw").click()
        expect(bob.locator(".ask")).to_contain_text("offers a draw.")
        bob.get_by_role("button", name="Decline").click()
        expect(ada.locator(".toast")).to_have_text("Your offer was declined.×")
        place_the_cathedral(ada)
        bob.wait_for_selector(".prompt.mine")
        ada.get_by_role("button", name="Offer a draw").click()
        bob.wait_for_selector(".ask")
        ada.get_by_role("button", name="Withdraw").click()
        expect(bob.locator(".ask")).to_have_count(0)
        bob.get_by_role("button", name="Offer a draw").click()
        ada.get_by_role("button", name="Accept").click()
        for page in (ada, bob):
            expect(page.locator(".ending")).to_contain_text("draw")


def test_a_move_is_taken_back_when_the_other_agrees(browser: Browser, table: Server) -> None:
    with two_at_a_table(browser, table) as (ada, bob):
        place_the_cathedral(ada)
        expect(bob.locator(".log")).to_contain_text("places the Cathedral")
        ada.get_by_role("button", name="Take back").click()
        bob.get_by_role("button", name="Accept").click()
        for page in (ada, bob):
            expect(page.locator(".log")).to_contain_text("takes a move back")
        expect(ada.locator(".prompt.mine")).to_be_visible()
        expect(ada.locator(".drawing [data-piece=cathedral]:not([data-place=hand])")).to_have_count(0)
        place_the_cathedral(ada)
        bob.wait_for_selector(".prompt.mine")


def test_whoever_is_asked_whether_to_resign_is_not_interrupted_by_the_others_move(browser: Browser, table: Server) -> None:
    with two_at_a_table(browser, table) as (ada, bob):
        bob.get_by_role("button", name="Resign").click()
        place_the_cathedral(ada)
        expect(bob.locator(".log")).to_contain_text("places the Cathedral")
        bob.get_by_role("button", name="Yes, resign").click()
        for page in (ada, bob):
            expect(page.locator(".ending")).to_be_visible()
            expect(page.locator(".ask")).to_have_count(0)


def test_a_game_is_paused_and_goes_on(browser: Browser, table: Server) -> None:
    with two_at_a_table(browser, table) as (ada, bob):
        bob.get_by_role("button", name="Pause").click()
        ada.get_by_role("button", name="Accept").click()
        for page in (ada, bob):
            expect(page.locator(".prompt")).to_have_text("The game is paused.")
        ada.get_by_role("button", name="Resume").click()
        bob.get_by_role("button", name="Accept").click()
        expect(ada.locator(".prompt.mine")).to_be_visible()


def test_an_ai_lets_a_move_be_taken_back(browser: Browser, table: Server) -> None:
    with visitor(browser, table) as somebody:
        page = somebody.goes_to("/")
        begin(page, "cathedral")
        place_the_cathedral(page)
        expect(page.locator(".log")).to_contain_text("medium places the")
        page.get_by_role("button", name="Take back").click()
        expect(page.locator(".log")).to_contain_text("takes a move back")
        expect(page.locator(".prompt.mine")).to_contain_text("Cathedral")
