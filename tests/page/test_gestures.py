"""The wheel and two fingers at the board: they turn what is held, and zoom; and nothing moves for those who do not want it."""

import pytest
from playwright.sync_api import Browser, CDPSession, Page, expect

from tests.page.conftest import Visitor, visitor
from tests.page.hands import begin, cell, drawn, my_turn
from tests.service.client import Server

GHOST = "() => document.querySelector('.ghost .edge').getAttribute('d')"
VIEW = "() => document.querySelector('.overlay').getAttribute('viewBox')"


def with_the_cathedral_on_e5(somebody: Visitor) -> Page:
    page = somebody.goes_to("/")
    begin(page, "cathedral")
    page.wait_for_selector(".building[aria-pressed=true]")
    cell(page, "e5")
    expect(page.locator(".ghost.pinned")).to_be_attached()
    return page


def fingers(hand: CDPSession, kind: str, *places: tuple[float, float]) -> None:
    points = [{"x": x, "y": y, "id": number} for number, (x, y) in enumerate(places)]
    hand.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})


def middle(page: Page) -> tuple[float, float]:
    box = page.locator("#board").bounding_box()
    assert box
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def test_the_wheel_turns_the_building_in_hand(browser: Browser, table: Server) -> None:
    with visitor(browser, table) as somebody:
        page = with_the_cathedral_on_e5(somebody)
        upright = page.evaluate(GHOST)
        page.mouse.move(*middle(page))
        page.mouse.wheel(0, 100)
        page.wait_for_function(f"(upright) => ({GHOST})() !== upright", arg=upright)


@pytest.mark.parametrize("size", ["desk", "phone"])
def test_a_second_tap_on_the_same_place_turns_the_building(browser: Browser, table: Server, size: str) -> None:
    with visitor(browser, table, size) as somebody:
        page = with_the_cathedral_on_e5(somebody)
        upright = page.evaluate(GHOST)
        cell(page, "e5")
        page.wait_for_function(f"(upright) => ({GHOST})() !== upright", arg=upright)


def test_two_fingers_turn_the_building_in_hand(browser: Browser, table: Server) -> None:
    with visitor(browser, table, "phone") as somebody:
        page = with_the_cathedral_on_e5(somebody)
        upright, (x, y), hand = page.evaluate(GHOST), middle(page), somebody.context.new_cdp_session(page)
        fingers(hand, "touchStart", (x - 60, y), (x + 60, y))
        fingers(hand, "touchMove", (x - 60, y - 30), (x + 60, y + 30))
        fingers(hand, "touchMove", (x - 30, y - 60), (x + 30, y + 60))
        fingers(hand, "touchEnd")
        page.wait_for_function(f"(upright) => ({GHOST})() !== upright", arg=upright)


def test_two_fingers_zoom_the_city_and_one_pans_it(browser: Browser, table: Server) -> None:
    with visitor(browser, table, "phone") as somebody:
        page = somebody.goes_to("/")
        begin(page, "forbidden_city")
        assert my_turn(page)
        (x, y), hand = middle(page), somebody.context.new_cdp_session(page)

        def wide() -> float:
            drawn(page)
            return float(page.evaluate(VIEW).split()[2])

        before = wide()
        fingers(hand, "touchStart", (x - 30, y), (x + 30, y))
        fingers(hand, "touchMove", (x - 60, y), (x + 60, y))
        fingers(hand, "touchMove", (x - 90, y), (x + 90, y))
        fingers(hand, "touchEnd")
        assert wide() < before
        view = page.evaluate(VIEW)
        fingers(hand, "touchStart", (x, y))
        fingers(hand, "touchMove", (x + 30, y + 10))
        fingers(hand, "touchMove", (x + 60, y + 20))
        fingers(hand, "touchEnd")
        drawn(page)
        assert page.evaluate(VIEW) != view
        assert page.locator(".ghost").count() == 0, "nobody meant a cell"


def test_nothing_moves_for_those_who_do_not_want_it(browser: Browser, table: Server) -> None:
    with visitor(browser, table, reduced_motion="reduce") as somebody:
        page = somebody.goes_to("/")
        begin(page, "forbidden_city")
        page.wait_for_selector(".fit", state="attached")
        longest = page.evaluate(
            "() => Math.max(...[...document.querySelectorAll('*')].map((one) => parseFloat(getComputedStyle(one).animationDuration) || 0))"
        )
        assert longest < 0.001
