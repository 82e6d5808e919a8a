"""After a game: its course with jumps, its replay, its proof in the browser, its record and its picture."""

import random
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.conftest import HOME
from tests.page.conftest import visitor
from tests.page.hands import begin, cell, drawn, lay_the_tile, my_turn
from tests.service.client import Client, Server


def resigns(page: Page) -> None:
    page.get_by_role("button", name="Resign").click()
    page.get_by_role("button", name="Yes, resign").click()
    expect(page.locator(".ending")).to_be_visible()
    page.get_by_role("tab", name="Review").click()


def test_the_course_of_a_game_is_shown_and_jumped_into(browser: Browser, table: Server) -> None:
    with visitor(browser, table) as somebody:
        page = somebody.goes_to("/")
        begin(page, "cathedral")
        cell(page, "a1")
        page.locator(".actions button.main").click()
        expect(page.locator(".log")).to_contain_text("medium places the")
        resigns(page)
        page.get_by_role("button", name="Analyse the game").click()
        expect(page.locator(".chart circle")).to_have_count(2)
        expect(page.locator("#panel")).not_to_contain_text("Better was")  # the line above says it in words
        page.locator(".chart circle").first.click()
        expect(page.locator(".prompt")).to_contain_text("Step 2 of")
        drawn(page)
        expect(page.locator(".drawing [data-place=hand][data-piece=cathedral]")).to_have_count(0)
        page.get_by_role("button", name="Back to now").click()
        expect(page.locator(".ending")).to_be_visible()


def test_the_bribes_of_a_game_that_is_over_are_shown(browser: Browser, table: Server) -> None:
    with visitor(browser, table) as somebody:
        page = somebody.goes_to("/")
        begin(page, "verbotene_stadt")
        expect(page.locator(".holdings")).to_contain_text("has chosen")
        resigns(page)
        expect(page.locator(".holdings")).not_to_contain_text("has chosen")
        expect(page.locator(".holding .bribed")).to_have_count(1)


def test_rolls_and_draws_are_proved_where_the_browser_withholds_its_own_digest(browser: Browser, table: Server) -> None:
    """On plain HTTP in a home network there is no Web Crypto."""
    with visitor(browser, table) as somebody:
        somebody.url = somebody.url.replace("127.0.0.1", HOME)
        page = somebody.goes_to("/")
        assert page.evaluate("() => [isSecureContext, crypto.subtle === undefined]") == [False, True]
        begin(page, "forbidden_city")
        assert my_turn(page)
        lay_the_tile(page, random.Random(1))
        expect(page.locator(".log")).to_contain_text("lays")
        resigns(page)
        page.get_by_role("button", name="Check it here").click()
        expect(page.locator(".holds")).to_contain_text("✓")
        expect(page.locator(".holds")).to_contain_text("draws")


def test_a_game_is_taken_home_as_a_record_and_as_a_picture(browser: Browser, table: Server, tmp_path: Path) -> None:
    with visitor(browser, table, accept_downloads=True) as somebody:
        page = somebody.goes_to("/")
        begin(page, "cathedral")
        cell(page, "e5")
        page.locator(".actions button.main").click()
        expect(page.locator(".log")).to_contain_text("medium places the")
        resigns(page)
        starts = {"Export": b"", "SVG": b"<svg", "PNG": b"\x89PNG"}
        buttons = page.locator("#panel section", has=page.get_by_role("heading", name="Keep and share")).get_by_role("button")
        for number, beginning in ((0, starts["Export"]), (2, starts["SVG"]), (3, starts["PNG"])):
            with page.expect_download() as begun:
                buttons.nth(number).click()
            saved = tmp_path / begun.value.suggested_filename
            begun.value.save_as(saved)
            assert saved.read_bytes().startswith(beginning)
            assert saved.stat().st_size > 200


def test_a_replay_shows_the_past_alone(browser: Browser, table: Server) -> None:
    with visitor(browser, table) as somebody:
        page = somebody.goes_to("/")
        begin(page, "cathedral")
        cell(page, "e5")
        page.locator(".actions button.main").click()
        expect(page.locator(".log")).to_contain_text("medium places the")
        expect(page.locator(".tray")).to_be_visible()
        page.get_by_role("button", name="One step back").click()
        expect(page.locator(".prompt")).to_contain_text("places the Cathedral on")
        expect(page.locator(".tray")).to_be_hidden()
        expect(page.locator(".seat.acts")).to_have_count(0)
        expect(page.locator(".seat .score b").first).to_be_hidden()
        expect(page.locator(".log .here")).to_be_in_viewport()
        page.get_by_role("button", name="Back to now").click()
        expect(page.locator(".tray")).to_be_visible()


def test_whoever_watches_can_have_a_game_analysed(browser: Browser, table: Server) -> None:
    with visitor(browser, table) as somebody, visitor(browser, table) as watcher:
        page = somebody.goes_to("/")
        begin(page, "cathedral")
        cell(page, "a1")
        page.locator(".actions button.main").click()
        expect(page.locator(".log")).to_contain_text("medium places the")
        resigns(page)
        watcher.page.goto(page.url)
        watcher.page.get_by_role("tab", name="Review").click()
        watcher.page.get_by_role("button", name="Analyse the game").click()
        expect(watcher.page.locator(".chart circle")).to_have_count(2)


def test_a_lesson_says_its_move_in_words(browser: Browser, table: Server) -> None:
    note = {
        "number": 1, "turn": 0, "seat": 0, "move": "cathedral@e5n", "better": "tavern@c10n", "estimate_before": 0.6, "estimate_after": 0.2,
        "lessons": [
            {"code": "cathedral.lesson.would_fence", "sentence": "With tavern@c10n 7 squares would have been fenced in.",
             "params": {"squares": 7, "move": "tavern@c10n"}},
            {"code": "cathedral.lesson.let_take", "sentence": "It left the inn to be taken by stable@b3e.",
             "params": {"building": ["inn"], "move": "stable@b3e"}},
        ],
    }  # fmt: skip
    found = {"status": "done", "total": 1, "done": 1, "accuracy": [], "notes": [note]}
    with visitor(browser, table) as somebody:
        page = somebody.goes_to("/")
        begin(page, "cathedral")
        page.route("**/analysis", lambda route: route.fulfill(json=found))
        resigns(page)
        page.get_by_role("button", name="Analyse the game").click()
        panel = page.locator("#panel")
        expect(panel).to_contain_text("places the tavern on c10” 7 squares would have been fenced in.")
        expect(panel).to_contain_text("It left the inn to be taken by “medium places the stable on b3”.")
        expect(panel).not_to_contain_text("@")


@pytest.mark.parametrize(("language", "said"), [("en", "resigns"), ("fr", "abandonne"), ("de", "gibt auf"), ("nl", "geeft op")])
def test_the_ending_names_who_gave_up_among_three(browser: Browser, table: Server, language: str, said: str) -> None:
    with Client(table.url) as client, visitor(browser, table, locale=language) as somebody:
        player = client.named("Ada")
        game = player.game("forbidden_city", ["me", {"ai": "easy"}, {"ai": "easy"}])
        assert player.post(f"/v1/games/{game['id']}/resignation", {}).status_code == 201
        somebody.page.add_init_script(f"localStorage.setItem('intramuros.token', '{player.token}')")
        page = somebody.goes_to(f"/#/game/{game['id']}")
        expect(page.locator(".ending")).to_contain_text(f"Ada {said}.")
