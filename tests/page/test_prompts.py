"""What a player of Cathedral is told when something out of the ordinary happens: the other side is skipped, a piece is closed in, the game
is to be given up.
"""

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from engine.rulesets import ruleset
from tests.engine.walk import Table, walk
from tests.page.conftest import Visitor, visitor
from tests.page.hands import begin, cell
from tests.service.client import Client, Server

Wanted = Callable[[Any, int], Any]


def until_there_is(wanted: Wanted) -> tuple[list[str], Any]:
    """The moves of a game up to a position in which something is found for the seat to move, and what that is."""
    for seed in range(100):
        steps = list(walk(Table("cathedral", 2, {}), seed))
        for number, (position, seat, _) in enumerate(steps):
            if found := wanted(position, seat):
                return [str(step.move) for step in steps[:number]], found
    raise AssertionError("it never comes about")


def a_choice(position: Any, seat: int) -> dict[str, Any] | None:
    """A placement that may take what it closes in or leave it, of a building with a square in its middle."""
    told = (ruleset("cathedral").move_json(position, seat, move) for move in position.moves(seat))
    return next((each for each in told if each.get("leaves") and each["building"] in ("bridge", "infirmary")), None)


def shown(somebody: Visitor, player: Client, moves: list[str]) -> Page:
    """The page of a game in which these moves were made, in the browser of who made them."""
    game = player.game("cathedral", ["me", "me"])["id"]
    for turn, move in enumerate(moves, 1):
        assert player.play(game, turn, move).status_code == 201
    somebody.page.add_init_script(f"localStorage.setItem('intramuros.token', '{player.token}')")
    return somebody.goes_to(f"/#/game/{game}")


def test_whoever_moves_again_is_told_that_the_other_is_skipped(browser: Browser, table: Server) -> None:
    moves, _ = until_there_is(lambda position, _: position.skipped is not None)
    with Client(table.url) as client, visitor(browser, table) as somebody:
        page = shown(somebody, client.named("Ada"), moves)
        expect(page.locator(".prompt")).to_contain_text("can place nothing and is skipped")


def test_who_closes_a_piece_in_is_told_of_the_choice(browser: Browser, table: Server) -> None:
    moves, choice = until_there_is(a_choice)
    with Client(table.url) as client, visitor(browser, table) as somebody:
        page = shown(somebody, client.named("Ada"), moves)
        page.locator(f"button[data-piece={choice['building']}]").click()
        for _ in range("nesw".index(choice["facing"])):
            page.keyboard.press("r")
        squares = sorted(choice["cells"], key=lambda name: (int(name[1:]), name))
        cell(page, squares[len(squares) // 2])
        expect(page.locator(".segments button")).to_have_count(2)
        expect(page.locator(".segments")).to_contain_text("Leave the")
        expect(page.locator(".prompt")).to_contain_text("take it or leave it")


@pytest.mark.parametrize("size", ["desk", "phone"])
def test_whoever_gives_up_sees_the_question_wherever_the_button_was(browser: Browser, table: Server, size: str) -> None:
    with visitor(browser, table, size) as somebody:
        page = somebody.goes_to("/")
        begin(page, "cathedral")
        page.get_by_role("button", name="Resign").scroll_into_view_if_needed()
        page.get_by_role("button", name="Resign").click()
        expect(page.get_by_role("button", name="Yes, resign")).to_be_in_viewport(ratio=1)
