"""The keyboard alone, from the first page into a game of each ruleset; a move is typed with completion; what happens is said."""

import random
import re

from playwright.sync_api import Browser, Page, expect

from tests.page.conftest import visitor
from tests.page.hands import TITLES, begin, cells_that, decide, drawn, my_turn
from tests.service.client import Server


def tabs_to(page: Page, there: str) -> None:
    """Presses Tab until the focus is on what the selector finds."""
    for _ in range(80):
        page.keyboard.press("Tab")
        if page.evaluate("(there) => document.activeElement.matches(there)", there):
            return
    raise AssertionError(f"Tab never comes to {there}")


def begins(page: Page, ruleset: str) -> None:
    """From the first page into a game, by Tab and Enter."""
    page.wait_for_selector(".city h2")
    for _ in range(list(TITLES).index(ruleset) + 1):
        tabs_to(page, ".city button.main")
    page.keyboard.press("Enter")
    page.wait_for_selector("#board .drawing")
    assert page.evaluate("() => document.activeElement.id") == "main", "reading goes on at the game"


def walks_to(page: Page, cell: str, columns: list[str], rows: list[str]) -> None:
    """Walks over the board with the arrow keys."""
    here = page.evaluate("() => document.activeElement.dataset.cell")
    (column, row), (to_column, to_row) = (split(name) for name in (here, cell))
    across, along = columns.index(to_column) - columns.index(column), rows.index(to_row) - rows.index(row)
    for key in ["ArrowRight" if across > 0 else "ArrowLeft"] * abs(across) + ["ArrowDown" if along > 0 else "ArrowUp"] * abs(along):
        page.keyboard.press(key)
    assert page.evaluate("() => document.activeElement.dataset.cell") == cell


def split(cell: str) -> tuple[str, str]:
    """The column and row of `e5` or `-1,2`."""
    column, comma, row = cell.partition(",")
    return (column, row) if comma else (cell[0], cell[1:])


def test_a_tile_is_laid_without_a_mouse(browser: Browser, table: Server) -> None:
    with visitor(browser, table) as somebody:
        page = somebody.goes_to("/")
        begins(page, "forbidden_city")
        assert my_turn(page)
        page.wait_for_selector(".fit")
        tabs_to(page, ".overlay .cell")
        numbers = [str(number) for number in range(-9, 10)]
        walks_to(page, cells_that(page, ": fits")[0], numbers, numbers)
        page.keyboard.press("Enter")
        drawn(page)
        page.keyboard.press("Enter")
        expect(page.locator(".log")).to_contain_text("Guest")
        expect(page.locator(".log")).to_contain_text("lays")


def test_an_official_is_bribed_and_slides_without_a_mouse(browser: Browser, table: Server) -> None:
    with visitor(browser, table) as somebody:
        page = somebody.goes_to("/")
        begins(page, "verbotene_stadt")
        page.wait_for_selector(".selector")
        tabs_to(page, ".wheel [role=radio]")
        for key in ("ArrowRight", "ArrowRight", "ArrowLeft", "Tab", "ArrowDown"):
            page.keyboard.press(key)
            drawn(page)
        expect(page.locator(".wheel [aria-checked=true]").nth(0)).to_have_attribute("aria-label", "yellow")
        tabs_to(page, ".selector .main")
        page.keyboard.press("Enter")
        page.wait_for_selector(".die.blue")


def test_a_building_is_placed_without_a_mouse(browser: Browser, table: Server) -> None:
    with visitor(browser, table) as somebody:
        page = somebody.goes_to("/")
        begins(page, "cathedral")
        tabs_to(page, ".overlay .cell")
        for key in ("ArrowUp", "ArrowLeft", "Enter"):
            page.keyboard.press(key)
            drawn(page)
        expect(page.locator(".ghost.fits.pinned")).to_be_attached()
        assert page.evaluate("() => document.activeElement.dataset.cell") == "d4"
        page.keyboard.press("r")
        drawn(page)
        page.keyboard.press("Enter")
        expect(page.locator(".log")).to_contain_text("places the Cathedral")
        assert page.locator(".overlay [tabindex='0']").count() == 1, "the board is one tab stop"


def in_words(tile: str) -> str:
    """A tile's name as the log has it: `green1` is green 1, `whitegreen` white/green."""
    return re.sub(r"^(green|pink|white)(green|pink|white)$", r"\1/\2", re.sub(r"(\d+)$", r" \1", tile))


def test_a_move_is_typed_and_a_wrong_one_says_why(browser: Browser, table: Server) -> None:
    with visitor(browser, table) as somebody:
        page = somebody.goes_to("/")
        begin(page, "forbidden_city")
        page.wait_for_selector(".prompt.mine")
        page.get_by_role("tab", name="Moves").click()
        box = page.locator("#typed")
        box.fill("lay nothing@0,0n")
        box.press("Enter")
        expect(page.locator(".refusal")).to_be_visible()
        box.fill("")
        page.wait_for_selector("ul.moves button")
        move = page.locator("ul.moves button").first.inner_text()
        box.fill(move)
        expect(page.locator(f'#completions option[value="{move}"]')).to_be_attached()
        box.press("Enter")
        page.get_by_role("tab", name="Log").click()
        expect(page.locator(".log")).to_contain_text(f"lays {in_words(move.split('@')[0].removeprefix('lay '))} on")


def test_what_happens_is_said_to_those_who_listen(browser: Browser, table: Server) -> None:
    with visitor(browser, table) as somebody:
        page = somebody.goes_to("/")
        begin(page, "cathedral")
        page.locator('.overlay [tabindex="0"]').focus()
        page.keyboard.press("Enter")
        drawn(page)
        page.keyboard.press("Enter")
        expect(page.locator("#live")).to_contain_text("medium places the")


def test_the_keyboard_keeps_its_place_after_a_move(browser: Browser, table: Server) -> None:
    with visitor(browser, table) as somebody:
        page = somebody.goes_to("/")
        begins(page, "forbidden_city")
        assert my_turn(page)
        page.wait_for_selector(".fit")
        tabs_to(page, ".overlay .cell")
        numbers = [str(number) for number in range(-9, 10)]
        walks_to(page, here := cells_that(page, ": fits")[0], numbers, numbers)
        for _ in range(2):
            page.keyboard.press("Enter")
            drawn(page)
        expect(page.locator(".log")).to_contain_text("medium lays")
        assert my_turn(page)
        assert page.evaluate("() => document.activeElement.dataset.cell") == here


def test_an_official_slides_without_a_mouse(browser: Browser, table: Server) -> None:
    with visitor(browser, table) as somebody:
        page = somebody.goes_to("/")
        begins(page, "verbotene_stadt")
        for _ in range(12):
            assert my_turn(page)
            page.wait_for_selector(".prompt.mine ~ .actions button")
            drawn(page)
            if "Choose an official" in " ".join(page.locator(".actions button").all_inner_texts()):
                break
            decide(page, random.Random(3))
        tabs_to(page, ".overlay .cell")
        columns, rows = list("abcdefghijklmno"), [str(row) for row in range(1, 16)]
        for official in cells_that(page, "-"):
            walks_to(page, official, columns, rows)
            page.keyboard.press("Enter")
            drawn(page)
            if ends := cells_that(page, "can end here"):
                break
        walks_to(page, ends[0], columns, rows)
        for _ in range(2):
            page.keyboard.press("Enter")
            drawn(page)
        expect(page.locator(".log")).to_contain_text(re.compile(f"Guest .* slides .* to {ends[0]}"))
