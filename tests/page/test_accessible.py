"""Nothing serious by axe's rules on any screen, in light and dark, on a desk and on a phone; and it fits at 360 px and at 200 %."""

import pytest
from playwright.sync_api import Browser, expect

from tests.page.conftest import Look, visitor
from tests.page.hands import TITLES, begin, cell, drawn
from tests.service.client import Server

pytestmark = pytest.mark.long


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("size", ["desk", "phone"])
def test_axe_finds_nothing_serious(browser: Browser, table: Server, serious: Look, size: str, scheme: str) -> None:
    with visitor(browser, table, size, color_scheme=scheme, bypass_csp=True) as somebody:
        page = somebody.goes_to("/")
        page.wait_for_selector(".city h2")
        assert serious(page, "start") == []
        for ruleset in TITLES:
            page.goto(somebody.url + "/#/")
            begin(page, ruleset)
            page.wait_for_selector(".prompt.mine")
            for tab in ("Moves", "Rules", "Log"):
                page.get_by_role("tab", name=tab).click()
                drawn(page)
                assert serious(page, f"{ruleset}, {tab}") == []
            expect(page.get_by_role("heading", level=1)).to_have_count(1)
        for address in ("/#/me", "/#/games", "/#/contests", "/#/new/forbidden_city", "/#/game/nowhere"):
            page.goto(somebody.url + address)
            page.wait_for_selector("h1")
            drawn(page)
            assert serious(page, address) == []


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing_serious_at_the_ends_and_edges(browser: Browser, table: Server, serious: Look, scheme: str) -> None:
    """A game that waits for others, one behind a cover, one that is over with its replay and its proof, and a tournament; the calls."""
    with visitor(browser, table, color_scheme=scheme, bypass_csp=True) as somebody:
        page = somebody.goes_to("/#/new/verbotene_stadt")
        page.locator("#seat1").select_option("open")
        page.get_by_role("button", name="Create the game").click()
        page.get_by_role("textbox", name="Link to this game").wait_for()
        assert serious(page, "open") == []
        page.goto(somebody.url + "/#/new/verbotene_stadt")
        page.locator("#seat1").select_option("me")
        page.get_by_role("button", name="Create the game").click()
        page.wait_for_selector(".cover")
        assert serious(page, "cover") == []
        page.goto(somebody.url + "/#/")
        begin(page, "cathedral")
        cell(page, "e5")
        assert serious(page, "ghost") == []
        page.locator(".actions button.main").click()
        expect(page.locator(".log")).to_contain_text("medium places the")
        page.get_by_role("button", name="Resign").click()
        assert serious(page, "question") == []
        page.get_by_role("button", name="Yes, resign").click()
        page.get_by_role("tab", name="Review").click()
        page.get_by_role("button", name="Check it here").click()
        page.wait_for_selector(".holds")
        page.get_by_role("button", name="HTTP calls").click()
        assert serious(page, "over") == []
        page.get_by_role("tab", name="Log").click()
        page.get_by_role("button", name="One step back").click()
        drawn(page)
        assert serious(page, "replay") == []
        page.goto(somebody.url + "/#/contests")
        page.get_by_text("New tournament").click()
        page.locator("#cupName").fill(f"{scheme} cup")
        page.locator("#cupStart").select_option("now")
        page.get_by_role("button", name="Create").first.click()
        expect(page.locator(".cross tbody tr")).to_have_count(3)
        assert serious(page, "tournament") == []


GUIDES = ("/docs", "/docs/operate", "/docs/reference", "/docs/reference/playMove", "/docs/search?q=clock")


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("size", ["desk", "phone"])
def test_the_documentation_can_be_read_by_everybody(browser: Browser, table: Server, serious: Look, size: str, scheme: str) -> None:
    with visitor(browser, table, size, color_scheme=scheme, bypass_csp=True) as somebody:
        for address in GUIDES:
            page = somebody.goes_to(address)
            assert serious(page, address) == []
            assert page.evaluate("() => document.documentElement.scrollWidth - innerWidth") <= 0, address


def test_the_colours_of_the_documentation_can_be_chosen_and_are_kept(browser: Browser, table: Server) -> None:
    with visitor(browser, table, color_scheme="light") as somebody:
        page = somebody.goes_to("/docs")
        paper = "() => getComputedStyle(document.body).backgroundColor"
        light = page.evaluate(paper)
        page.get_by_role("button", name="Change between light and dark colours").click()
        dark = page.evaluate(paper)
        assert dark != light
        assert somebody.goes_to("/docs/play").evaluate(paper) == dark


@pytest.mark.parametrize("width", [360, 640])
def test_no_screen_is_wider_than_the_window(browser: Browser, table: Server, width: int) -> None:
    """640 is what 1280 px at 200 % leaves."""
    with visitor(browser, table, viewport={"width": width, "height": 640}) as somebody:
        page = somebody.goes_to("/")
        for ruleset in TITLES:
            page.goto(somebody.url + "/#/")
            page.wait_for_selector(".city h2")
            assert page.evaluate("() => document.documentElement.scrollWidth - innerWidth") <= 0
            begin(page, ruleset)
            drawn(page)
            assert page.evaluate("() => document.documentElement.scrollWidth - innerWidth") <= 0, ruleset
