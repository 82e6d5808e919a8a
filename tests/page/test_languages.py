"""Each language once, through the screens of a game: no key and no placeholder is left over, and a refusal speaks it too."""

import re

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.page.conftest import visitor
from tests.page.hands import TITLES, cell, drawn
from tests.service.client import Server

LEFT_OVER = re.compile(r"\{\w+|\b[a-z]+(?:\.[a-z_]+)+\b")
WORDS = {"fr": ("Journal", "Coups", "Règles"), "de": ("Verlauf", "Züge", "Regeln"), "nl": ("Verloop", "Zetten", "Regels")}
"""What the tabs of a game are called."""


def left_over(page: Page) -> list[str]:
    return LEFT_OVER.findall(page.locator("body").inner_text())


@pytest.mark.parametrize("language", WORDS)
def test_every_screen_is_in_the_language(browser: Browser, table: Server, language: str) -> None:
    with visitor(browser, table, locale=language) as somebody:
        page = somebody.goes_to("/")
        for number in range(len(TITLES)):
            page.goto(somebody.url + "/#/")
            page.wait_for_selector(".city h2")
            assert left_over(page) == []
            page.locator(".city button.main").nth(number).click()
            page.wait_for_selector(".prompt.mine")
            for tab in WORDS[language]:
                page.get_by_role("tab", name=tab).click()
                drawn(page)
                assert left_over(page) == [], tab
            page.get_by_role("tab", name=WORDS[language][1]).click()
            page.locator("#typed").fill("no such move")
            page.locator("#typed").press("Enter")
            expect(page.locator(".refusal")).to_be_visible()
            assert "no such move" in page.locator(".refusal").inner_text()
            assert "is not" not in page.locator(".refusal").inner_text()
        for address in ("/#/me", "/#/games", "/#/contests", "/#/new/verbotene_stadt"):
            page.goto(somebody.url + address)
            page.wait_for_selector("h1")
            drawn(page)
            assert left_over(page) == [], address


def test_a_seat_has_the_letter_of_its_advisors_in_every_language(browser: Browser, table: Server) -> None:
    with visitor(browser, table, locale="de") as somebody:
        page = somebody.goes_to("/")
        page.locator(".city button.main").nth(1).click()
        page.wait_for_selector(".prompt.mine")
        expect(page.locator(".seat .stone")).to_have_text(["P", "Y"])


@pytest.mark.parametrize("language", ["en", *WORDS])
def test_no_word_beside_the_wheels_is_broken(browser: Browser, table: Server, language: str) -> None:
    with visitor(browser, table, "phone", locale=language) as somebody:
        page = somebody.goes_to("/")
        page.locator(".city button.main").nth(2).click()
        words = page.locator(".wheel .soft")
        expect(words).to_have_count(2)
        assert words.nth(0).evaluate("(word) => word.getClientRects()[0].height") < 24
        assert words.nth(1).evaluate("(word) => word.getClientRects()[0].height") < 24


def wears(page: Page, language: str) -> None:
    """The page in a language of its own, whatever the browser's is."""
    page.add_init_script(f"localStorage.setItem('intramuros.settings', JSON.stringify({{ language: '{language}' }}))")


@pytest.mark.parametrize(
    ("locale", "language", "sentence", "rule"),
    [("de-DE", "en", "which is taken|where the", "See Rules, 2"), ("en-GB", "de", "läge auf", "Siehe Regeln, 2")],
)
def test_a_refusal_is_in_the_pages_language_and_leads_to_its_rule(
    browser: Browser, table: Server, locale: str, language: str, sentence: str, rule: str
) -> None:
    with visitor(browser, table, locale=locale) as somebody:
        wears(somebody.page, language)
        page = somebody.goes_to("/")
        page.locator(".city button.main").first.click()
        page.wait_for_selector("#board .drawing")
        page.wait_for_selector(".due:not([aria-busy]) .prompt.mine")
        cell(page, "e5")
        page.locator(".actions button.main").click()
        expect(page.locator(".log")).to_contain_text("medium")
        page.wait_for_selector(".due:not([aria-busy]) .prompt.mine")
        page.get_by_role("tab", name={"en": "Moves", "de": "Züge"}[language]).click()
        taken = page.locator(".drawing g[data-piece=cathedral][data-cells], .drawing [data-piece=cathedral]").first
        expect(taken).to_be_attached()
        page.locator("#typed").fill("square@e5n")
        page.locator("#typed").press("Enter")
        refusal = page.locator(".refusal")
        expect(refusal).to_have_text(re.compile(sentence))
        refusal.get_by_role("button", name=rule).click()
        expect(page.locator(".rule.broken")).to_be_in_viewport()
