"""When a move arrives nothing on the page jumps, and an official slides along its way."""

import random

import pytest
from playwright.sync_api import Browser

from tests.page.conftest import visitor
from tests.page.hands import TITLES, begin, drawn, play_on
from tests.service.client import Server

PARTS = {"desk": ["#board", ".seats", ".due", ".tray"], "phone": ["#board", ".seats"]}
"""On a phone what is due lies over the foot of the window."""


@pytest.mark.parametrize("size", ["desk", "phone"])
@pytest.mark.parametrize("ruleset", TITLES)
def test_nothing_jumps_when_a_move_arrives(browser: Browser, table: Server, ruleset: str, size: str) -> None:
    with visitor(browser, table, size) as somebody:
        page = somebody.goes_to("/")
        begin(page, ruleset)
        play_on(page, ruleset, random.Random(5), 1)
        page.evaluate(
            """(parts) => {
              window.places = [];
              const place = ({ x, y }) => `${Math.round(x)} ${Math.round(y + scrollY)}`;
              const look = () => {
                const now = parts.map((part) => `${part} ${place(document.querySelector(part).getBoundingClientRect())}`).join();
                if (window.places.at(-1) !== now) window.places.push(now);
                requestAnimationFrame(look);
              };
              look();
            }""",
            PARTS[size],
        )
        page.wait_for_selector(".prompt.mine")
        drawn(page)
        seen: list[str] = page.evaluate("() => window.places")
        assert len(seen) == 1, seen


def test_an_official_is_seen_to_slide(browser: Browser, table: Server) -> None:
    with visitor(browser, table) as somebody:
        page = somebody.goes_to("/")
        begin(page, "verbotene_stadt")
        page.evaluate(
            """() => {
              window.slid = 0;
              new MutationObserver(() => {
                const runner = document.querySelector(".runner");
                if (runner) requestAnimationFrame(() => requestAnimationFrame(() => { window.slid += Number(runner.isConnected); }));
              }).observe(document.getElementById("board"), { childList: true, subtree: true });
            }"""
        )
        rng = random.Random(5)
        for _ in range(10):  # on a busy machine the next drawing may be there before two frames were painted
            play_on(page, "verbotene_stadt", rng, 1)
            if page.evaluate("() => window.slid"):
                break
        page.wait_for_function("() => window.slid > 0")
        page.wait_for_function("() => !document.querySelector('.runner, .travelling')")


SHIFTS = """() => {
  const parts = ["#board", ".seats", ".seat", ".due", ".prompt", ".actions", ".tools", ".tray", ".side", ".tabs", ".panel",
    ".hand", ".held", ".rooms", ".dice", ".holdings", ".top", ".top a"].join();
  window.shifts = [];
  new PerformanceObserver((list) => {
    for (const { hadRecentInput, sources } of list.getEntries()) {
      for (const { node, previousRect, currentRect } of hadRecentInput ? [] : sources) {
        if (node?.matches?.(parts)) window.shifts.push(`${node.className} ${previousRect.y} ${currentRect.y}`);
      }
    }
  }).observe({ type: "layout-shift" });
}"""
"""What stands inside a part may move: a new line of the log is the first."""


@pytest.mark.parametrize("size", ["desk", "phone"])
@pytest.mark.parametrize("ruleset", TITLES)
def test_the_browser_sees_no_shift_over_several_moves_of_a_slow_ai(browser: Browser, table: Server, ruleset: str, size: str) -> None:
    """Shifts within half a second of a click are not counted by browsers, so the answers to polls come later than that."""
    with visitor(browser, table, size) as somebody:
        page = somebody.goes_to("/")
        begin(page, ruleset)
        play_on(page, ruleset, random.Random(5), 1)
        page.wait_for_selector(".prompt.mine")
        page.evaluate(SHIFTS)
        page.evaluate(
            """() => {
              const send = XMLHttpRequest.prototype.send;
              XMLHttpRequest.prototype.send = function (body) {
                if (this.onload) {
                  const told = this.onload;
                  this.onload = (event) => setTimeout(() => told.call(this, event), 700);
                }
                return send.call(this, body);
              };
            }"""
        )
        play_on(page, ruleset, random.Random(6), 3)
        page.wait_for_selector(".table.finished, .prompt.mine")
        drawn(page)
        assert page.evaluate("() => window.shifts") == []
