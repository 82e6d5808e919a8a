"""What a hand does at the table: dragging, letting go outside, a second tap; what is offered; and windows of every shape."""

import random
import re

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.page.conftest import visitor
from tests.page.hands import TITLES, begin, cell, cells_that, decide, drawn, lay_the_tile, my_turn, play_on
from tests.service.client import Client, Server

GHOST = "() => document.querySelector('.ghost .edge').getAttribute('d')"
VIEW = "() => document.querySelector('.overlay').getAttribute('viewBox')"


def to_my_slide(page: Page, rng: random.Random) -> None:
    """Die verbotene Stadt: decides until an official is to be moved."""
    for _ in range(20):
        assert my_turn(page)
        page.wait_for_selector(".prompt.mine ~ .actions button")
        drawn(page)
        if "Choose an official" in " ".join(page.locator(".actions button").all_inner_texts()):
            return
        decide(page, rng)
    raise AssertionError("no official was to be moved")


def test_a_building_that_is_dragged_turns_on_the_way_and_stays_where_it_was_shown(browser: Browser, table: Server) -> None:
    with visitor(browser, table) as somebody:
        page = somebody.goes_to("/")
        begin(page, "cathedral")
        page.wait_for_selector(".building[aria-pressed=true]")
        page.locator(".building[aria-pressed=true]").hover()
        page.mouse.down()
        box = page.locator('.overlay [data-cell="e5"]').bounding_box()
        assert box
        page.mouse.move(box["x"] + 5, box["y"] + 8, steps=5)
        drawn(page)
        upright = page.evaluate(GHOST)
        page.keyboard.press("r")
        page.mouse.move(box["x"] + 6, box["y"] + 8)
        drawn(page)
        turned = page.evaluate(GHOST)
        assert turned != upright
        page.mouse.up()
        drawn(page)
        assert page.evaluate(GHOST) == turned
        expect(page.locator(".ghost.pinned")).to_be_attached()


def test_a_mouse_let_go_of_outside_the_board_pans_no_longer(browser: Browser, table: Server) -> None:
    with visitor(browser, table) as somebody:
        page = somebody.goes_to("/")
        begin(page, "forbidden_city")
        page.get_by_role("button", name="Larger").click()
        box = page.locator("#board").bounding_box()
        assert box
        page.mouse.move(box["x"] + 60, box["y"] + 60)
        page.mouse.down()
        page.mouse.move(box["x"] + 40, box["y"] - 30, steps=4)
        page.mouse.up()
        view = page.evaluate(VIEW)
        page.mouse.move(box["x"] + 200, box["y"] + 200, steps=4)
        assert page.evaluate(VIEW) == view


def test_a_second_tap_on_an_end_plays_nothing(browser: Browser, table: Server) -> None:
    with visitor(browser, table) as somebody:
        page = somebody.goes_to("/")
        begin(page, "verbotene_stadt")
        to_my_slide(page, random.Random(2))
        for name in cells_that(page, "-"):
            cell(page, name)
            if ends := cells_that(page, "can end here"):
                break
        cell(page, ends[0])
        expect(page.locator(".way")).to_be_attached()
        cell(page, ends[0])
        expect(page.locator(".way")).to_have_count(0)
        assert page.locator(".due[aria-busy]").count() == 0


def test_who_can_reach_the_pavilion_leaves_the_board_free(browser: Browser, table: Server) -> None:
    with visitor(browser, table, "phone") as somebody:
        page = somebody.goes_to("/")
        begin(page, "verbotene_stadt")
        to_my_slide(page, random.Random(4))
        before = page.locator(".due").bounding_box()
        page.get_by_role("button", name="Who can reach the pavilion?").click()
        drawn(page)
        assert page.locator(".due").bounding_box() == before
        assert page.locator(".reach text").all_text_contents() == page.locator(".reachlist b").all_text_contents()


def test_an_official_that_is_hemmed_in_is_said_to_be(browser: Browser, table: Server) -> None:
    with visitor(browser, table) as somebody:
        page = somebody.goes_to("/")
        begin(page, "verbotene_stadt")
        to_my_slide(page, random.Random(4))
        said = set()
        for name in cells_that(page, "-"):
            cell(page, name)
            ends = cells_that(page, "can end here") or page.locator(".overlay .end").count()
            said.add((bool(ends), "cannot move" in page.locator(".actions button.main").inner_text()))
        assert said == {(True, False), (False, True)}


def test_what_the_others_did_since_stands_above_what_is_due(browser: Browser, table: Server) -> None:
    with visitor(browser, table) as somebody:
        page, rng = somebody.goes_to("/"), random.Random(5)
        begin(page, "verbotene_stadt")
        expect(page.locator(".news")).to_have_count(0)
        for _ in range(30):
            assert play_on(page, "verbotene_stadt", rng, 1)
            assert my_turn(page)
            if page.locator(".news").count():
                break
        told = page.locator(".news").inner_text().strip().split(". ")[-1].rstrip(".")
        expect(page.locator(".log")).to_contain_text(told)


def test_what_must_be_refused_is_not_offered_and_aborting_asks_first(browser: Browser, table: Server) -> None:
    with visitor(browser, table) as somebody:
        page = somebody.goes_to("/")
        begin(page, "forbidden_city")
        page.get_by_role("button", name="Abort").click()
        page.get_by_role("button", name="Play on").click()
        assert my_turn(page)
        lay_the_tile(page, random.Random(1))
        expect(page.locator(".log")).to_contain_text("medium lays")
        assert page.get_by_role("button", name="Take back").count() == 0
        page.goto(somebody.url + "/#/")
        begin(page, "cathedral")
        page.get_by_role("button", name="Abort").click()
        page.get_by_role("button", name="Yes, abort").click()
        expect(page.locator(".ending")).to_be_visible()
        expect(page.locator(".log")).to_contain_text("ends the game without a result")


def test_a_code_that_is_none_says_so(browser: Browser, table: Server) -> None:
    with visitor(browser, table) as somebody:
        page = somebody.goes_to("/#/games")
        page.locator("#code").fill("?!")
        page.get_by_role("button", name="Open", exact=True).click()
        expect(page.locator(".toast.bad")).to_contain_text("no link or code")


@pytest.mark.parametrize(("width", "height"), [(844, 390), (640, 430)])
@pytest.mark.parametrize("ruleset", TITLES)
def test_board_and_prompt_fit_into_a_low_window(browser: Browser, table: Server, ruleset: str, width: int, height: int) -> None:
    """A telephone held sideways, and 1280 by 860 at 200 %."""
    with visitor(browser, table, viewport={"width": width, "height": height}) as somebody:
        page = somebody.goes_to("/")
        begin(page, ruleset)
        for part in ("#board", ".prompt"):
            box = page.locator(part).bounding_box()
            assert box
            assert box["y"] >= 0
            assert box["y"] + box["height"] <= height, part


@pytest.mark.parametrize("many", ["3", "4"])
def test_the_selector_leaves_the_slider_free_on_a_phone(browser: Browser, table: Server, many: str) -> None:
    with visitor(browser, table, "phone") as somebody:
        page = somebody.goes_to("/#/new/verbotene_stadt")
        page.get_by_role("group", name="Number of players").get_by_role("button", name=many).click()
        page.get_by_role("button", name="Create the game").click()
        page.wait_for_selector(".selector")
        drawn(page)
        tools, due = page.locator(".tools").bounding_box(), page.locator(".due").bounding_box()
        assert tools
        assert due
        assert tools["y"] + tools["height"] <= due["y"]
        assert page.evaluate("() => [...document.querySelectorAll('.seat')].filter((each) => each.scrollWidth > each.clientWidth)") == []


def test_a_ghost_is_not_shown_over_an_older_board(browser: Browser, table: Server) -> None:
    with visitor(browser, table) as somebody:
        page = somebody.goes_to("/")
        begin(page, "cathedral")
        assert my_turn(page)
        cell(page, "e5")
        page.locator(".actions button.main").click()
        expect(page.locator(".log")).to_contain_text("medium places the")
        assert my_turn(page)
        page.locator(".hand.mine:not([aria-busy]) button.building:not(.lost)").first.click()
        page.wait_for_selector('.overlay .cell[aria-label*="can stand here"]', state="attached")
        cell(page, cells_that(page, "can stand here")[0])
        expect(page.locator(".ghost")).to_be_attached()
        page.get_by_role("button", name="One step back").click()
        expect(page.locator(".ghost")).to_have_count(0)
        page.get_by_role("button", name="Back to now").click()
        expect(page.locator(".ghost.pinned")).to_be_attached()


@pytest.mark.long
def test_the_selector_begins_with_somebody_who_can_be_bribed(browser: Browser, table: Server) -> None:
    """Also when who was bribed before is in exile."""
    with visitor(browser, table) as somebody:
        page = somebody.goes_to("/")
        begin(page, "verbotene_stadt")
        rng, bribes = random.Random(3), 0
        while bribes < 4 and my_turn(page):
            if page.locator(".selector").count():
                expect(page.locator(".selector .main")).to_be_enabled()
                bribes += 1
            play_on(page, "verbotene_stadt", rng, 1)
        assert bribes == 4


def test_a_tick_is_as_small_as_its_box(browser: Browser, table: Server) -> None:
    with visitor(browser, table) as somebody:
        page = somebody.goes_to("/#/me")
        box = page.locator("#sound").bounding_box()
        assert box
        assert box["width"] == box["height"] == 22


TARGETS = """() => [...document.querySelectorAll(
    "button, a.button, a.item, .top a, .foot a, select, input:not([type=checkbox]), label.tick, summary")]
  .filter((each) => each.checkVisibility())
  .map((each) => [each, each.getBoundingClientRect()])
  .filter(([, { width, height }]) => width > 0 && (height < 43.5 || width < 43.5))
  .map(([each, { width, height }]) => `${each.outerHTML.slice(0, 90)} ${Math.round(width)}x${Math.round(height)}`)"""


@pytest.mark.parametrize("ruleset", TITLES)
def test_every_target_is_large_enough_for_a_finger(browser: Browser, table: Server, ruleset: str) -> None:
    with visitor(browser, table, "phone") as somebody:
        page = somebody.goes_to("/")
        page.wait_for_selector(".city h2")
        assert page.evaluate(TARGETS) == []
        begin(page, ruleset)
        play_on(page, ruleset, random.Random(5), 2)
        assert my_turn(page)
        for tab in ("Moves", "Rules", "Log"):
            page.get_by_role("tab", name=tab).click()
            drawn(page)
            assert page.evaluate(TARGETS) == [], tab
        for address in ("/#/me", "/#/games", "/#/contests", f"/#/new/{ruleset}"):
            page.goto(somebody.url + address)
            page.wait_for_selector("h1")
            drawn(page)
            assert page.evaluate(TARGETS) == [], address


def test_a_turn_elsewhere_is_told_on_every_screen(browser: Browser, table: Server) -> None:
    with visitor(browser, table) as somebody:
        page = somebody.goes_to("/")
        begin(page, "cathedral")
        expect(page).to_have_title("Your turn · Cathedral · Intramuros")
        page.get_by_role("link", name=re.compile("Guest")).click()
        expect(page.locator(".top .count")).to_have_text("1")
        expect(page).to_have_title("Your turn · Intramuros")


def test_a_game_is_made_with_its_ratings_hints_and_end_of_time(browser: Browser, table: Server) -> None:
    with visitor(browser, table) as somebody:
        page = somebody.goes_to("/#/new/cathedral")
        page.locator("#clock").select_option("quick")
        page.locator("#expiry").select_option("random_move")
        page.locator("#rated").check()
        expect(page.locator("#hints")).to_have_count(0)
        with page.expect_response(lambda answer: answer.url.endswith("/v1/games")) as made:
            page.get_by_role("button", name="Create the game").click()
        game = made.value.json()
        assert (game["rated"], game["hints"]) == (True, False)
        assert page.request.get(f"{somebody.url}/v1/games/{game['id']}").ok
        assert "random_move" in (made.value.request.post_data or "")
        expect(page.get_by_role("tab", name="Hints")).to_have_count(0)


def test_floors_are_told_apart_without_colours(browser: Browser, table: Server) -> None:
    """Each floor has stones of its own, on the table and in the hand."""
    with visitor(browser, table) as somebody:
        page = somebody.goes_to("/")
        begin(page, "forbidden_city")
        page.wait_for_selector(".held .tile")
        ways = page.locator(".drawing pattern[id^=intramuros-paving] path").evaluate_all(
            "(all) => all.map((each) => each.getAttribute('d'))"
        )
        assert len(set(ways[:3])) == 3


@pytest.mark.parametrize("size", ["desk", "phone"])
def test_the_buttons_of_the_first_page_show_all_they_say(browser: Browser, table: Server, size: str) -> None:
    with visitor(browser, table, size) as somebody:
        page = somebody.goes_to("/")
        page.wait_for_selector(".city .main")
        assert (
            page.evaluate("() => [...document.querySelectorAll('.city button')].filter((each) => each.scrollWidth > each.clientWidth)")
            == []
        )


def test_the_fate_die_is_named_also_when_it_has_brought_another_pavilion(browser: Browser, table: Server) -> None:
    with Client(table.url) as client, visitor(browser, table) as somebody:
        player = client.named("Ada")
        game = player.game("verbotene_stadt", ["me", "me"])
        while not (game["position"]["dice"]["fate"] or "").endswith("-pavilion"):
            seat = game["actors"][0]
            moves = [item["move"] for item in player.get(f"/v1/games/{game['id']}/legal-moves?limit=50&seat={seat}").json()["items"]]
            move = next((move for move in moves if not move.endswith(" pavilion")), moves[0])
            game = player.play(game["id"], game["turn"], move, seat).json()["game"]
        somebody.page.add_init_script(f"localStorage.setItem('intramuros.token', '{player.token}')")
        page = somebody.goes_to(f"/#/game/{game['id']}")
        expect(page.locator("#uncover, .dice").first).to_be_visible()
        if page.locator("#uncover").count():
            page.locator("#uncover").click()
        expect(page.locator(".dice > .soft").first).to_contain_text("fate die:")


@pytest.mark.parametrize(
    ("ruleset", "counted"), [("cathedral", "squares? left"), ("forbidden_city", "coins?"), ("verbotene_stadt", "points?")]
)
def test_a_hint_says_what_one_would_end_with_and_guesses_the_answer(browser: Browser, table: Server, ruleset: str, counted: str) -> None:
    with visitor(browser, table) as somebody:
        page = somebody.goes_to("/")
        begin(page, ruleset)
        assert my_turn(page)
        page.get_by_role("tab", name="Hints").click()
        expect(page.locator(".hints small").first).to_have_text(re.compile(rf"^(\d+|one) {counted}( · then perhaps: .+)?$"), timeout=20_000)
