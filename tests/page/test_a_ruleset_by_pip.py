"""A ruleset that brings no module for the page is playable there all the same: its board, a list of moves to search, typed moves."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, expect

from tests.page.conftest import visitor
from tests.page.hands import drawn, my_turn
from tests.plugins.beside import install, start_beside
from tests.service.client import Server
from tests.service.conftest import stop


@pytest.fixture(scope="module")
def extended(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    running = start_beside(install(tmp_path_factory), tmp_path_factory.mktemp("extended"), AI_SECONDS="0.1")
    yield running
    stop(running)


@pytest.mark.parametrize("size", ["desk", "phone"])
def test_it_is_played_to_its_end_by_list_and_by_text(browser: Browser, extended: Server, size: str) -> None:
    with visitor(browser, extended, size) as somebody:
        page = somebody.goes_to("/#/new/moat")
        page.locator("#depth").select_option("9")
        page.get_by_role("button", name="Create the game").click()
        page.wait_for_selector("#board .drawing")
        shape = page.locator("#board").evaluate("(board) => board.clientWidth / board.clientHeight")
        assert shape > 2, "the board has the drawing's own shape"
        expect(page.locator(".prompt.mine")).to_have_text("Seat 1: throw 1 to 3 loads.")

        page.locator("#typed").fill("throw 9")
        page.locator("#typed").press("Enter")
        expect(page.locator(".refusal")).to_contain_text("There is room for 9 loads")

        page.locator("#typed").fill("3")
        expect(page.locator("ul.moves button")).to_have_text(["throw 3"])
        page.locator("ul.moves button").click()
        for _ in range(9):
            if not my_turn(page):
                break
            page.locator("#typed").fill("throw 1")
            page.locator("#typed").press("Enter")
        expect(page.locator(".ending")).to_contain_text("The moat is filled.")
        page.get_by_role("tab", name="Log").click()
        drawn(page)
        expect(page.locator(".log")).to_contain_text("throw 3")
        page.get_by_role("tab", name="Review").click()
        page.get_by_role("button", name="Check it here").click()
        expect(page.locator(".holds")).to_be_visible()
