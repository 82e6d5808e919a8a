"""My turn is told: by a sound and by the system where the player has asked for them, and not before; and old news is no news."""

import random

from playwright.sync_api import Browser, Page, Route, expect

from tests.page.conftest import Visitor, visitor
from tests.page.hands import begin, cell, drawn, my_turn, place_something
from tests.page.test_offers import place_the_cathedral, two_at_a_table
from tests.service.client import Server

WATCHED = """() => {
  window.tones = 0;
  window.notices = [];
  const tone = AudioContext.prototype.createOscillator;
  AudioContext.prototype.createOscillator = function () { window.tones += 1; return tone.call(this); };
  window.Notification = class { static permission = "granted"; static requestPermission = async () => "granted";
    constructor(text) { window.notices.push(text); } };
}"""
AWAY = """() => {
  Object.defineProperty(document, "hidden", { configurable: true, get: () => true });
}"""


def move_once(page: Page) -> None:
    """After it the AI moves, and it is my turn again. What waits when the page hears of turns for the first time is no news."""
    with page.expect_response(lambda answer: "/v1/me/turns" in answer.url and answer.status == 200 and "cathedral" in answer.text()):
        begin(page, "cathedral")
    assert my_turn(page)
    cell(page, "e5")
    page.locator(".actions button.main").click()
    expect(page.locator(".log")).to_contain_text("medium places the")
    assert my_turn(page)


def asks_for(somebody: Visitor, *ticks: str) -> Page:
    somebody.page.add_init_script(f"({WATCHED})()")
    page = somebody.goes_to("/#/me")
    for tick in ticks:
        page.locator(f"#{tick}").check()
    page.goto(f"{somebody.url}/#/")
    page.wait_for_selector(".city h2")
    return page


def test_nobody_is_told_who_has_not_asked(browser: Browser, table: Server) -> None:
    with visitor(browser, table) as somebody:
        page = asks_for(somebody)
        move_once(page)
        expect(page).to_have_title("Your turn · Cathedral · Intramuros")
        assert page.evaluate("() => [window.tones, window.notices.length]") == [0, 0]


def test_my_turn_is_heard_and_told_by_the_system(browser: Browser, table: Server) -> None:
    with visitor(browser, table) as somebody:
        page = asks_for(somebody, "sound", "notify")
        page.evaluate(AWAY)
        move_once(page)
        page.wait_for_function("() => window.tones >= 2 && window.notices.some((text) => text.startsWith('Your turn'))")


def test_a_slow_answer_never_shows_an_old_board_over_a_new_one(browser: Browser, table: Server) -> None:
    with two_at_a_table(browser, table) as (ada, bob):
        held: list[Route] = []
        ada.route("**/board.svg?*", lambda route: route.continue_() if held else held.append(route))
        place_the_cathedral(ada)
        assert my_turn(bob)
        place_something(bob, random.Random(1))
        expect(ada.locator(".drawing [data-seat='1'][data-piece]:not([data-place=hand])")).not_to_have_count(0)
        shown = ada.locator(".drawing").evaluate("(drawing) => drawing.outerHTML")
        with ada.expect_event("requestfinished", lambda call: call.url == held[0].request.url):
            held[0].continue_()
        drawn(ada)
        assert ada.locator(".drawing").evaluate("(drawing) => drawing.outerHTML") == shown
