"""Somebody by name on the page: found, told from namesakes, invited; and invitations that are declined or called off."""

import itertools
import re

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.page.conftest import Visitor, visitor
from tests.service.client import Server

NUMBERS = itertools.count(1)


def fresh(name: str) -> str:
    """A name that nobody else has in these tests."""
    return f"{name} {next(NUMBERS)}"


def becomes(somebody: Visitor, name: str) -> str:
    """Gives a visitor a name; their id."""
    page = somebody.goes_to("/#/me")
    page.locator("#name").fill(name)
    page.get_by_role("button", name="Save", exact=True).click()
    expect(page.get_by_role("heading", level=1)).to_have_text(name)
    told = re.search("invitations: (\\w+)", page.locator("main").inner_text())
    assert told
    return told[1]


def asks(page: Page, name: str) -> None:
    """Makes a game of Cathedral with a seat for somebody by name."""
    page.locator("#seat1").select_option("player")
    page.get_by_role("textbox", name="Name of the player").fill(name)
    page.get_by_role("button", name="Create the game").click()


def test_somebody_is_invited_by_name_and_finds_the_game_on_the_first_page(browser: Browser, table: Server) -> None:
    name = fresh("Bob")
    with visitor(browser, table) as ada, visitor(browser, table, "phone") as bob:
        becomes(bob, name)
        page = ada.goes_to("/#/new/cathedral")
        asks(page, name.upper())
        page.get_by_role("textbox", name="Link to this game").wait_for()
        expect(page.locator(".seat").nth(1)).to_contain_text("somebody invited")
        there = bob.goes_to("/")
        there.locator(".owed .item", has_text="You are invited").click()
        there.get_by_role("button", name="Play as Dark").click()
        page.wait_for_selector(".prompt.mine")


def test_namesakes_are_told_apart_before_the_game_is_made(browser: Browser, table: Server) -> None:
    name = fresh("Cleo")
    with visitor(browser, table) as ada, visitor(browser, table) as one, visitor(browser, table) as other:
        becomes(one, name)
        meant = becomes(other, name)
        page = ada.goes_to("/#/new/cathedral")
        asks(page, name)
        which = page.get_by_role("combobox", name=f"Which {name}?")
        expect(which.locator("option")).to_have_count(3)
        expect(which.locator(f'option[value="{meant}"]')).to_contain_text(f"{name} · since")
        page.get_by_role("button", name="Create the game").click()
        expect(which).to_be_visible()
        which.select_option(meant)
        with page.expect_response(lambda answer: answer.url.endswith("/v1/games")) as made:
            page.get_by_role("button", name="Create the game").click()
        assert made.value.json()["seats"][1]["reserved_for"] == meant


def test_nobody_of_that_name_is_said_and_an_id_does_too(browser: Browser, table: Server) -> None:
    with visitor(browser, table) as ada, visitor(browser, table) as bob:
        meant = becomes(bob, fresh("Dora"))
        page = ada.goes_to("/#/new/cathedral")
        asks(page, "Nobody at all")
        expect(page.locator(".person")).to_contain_text("Nobody else here is called Nobody at all.")
        asks(page, meant)
        page.get_by_role("textbox", name="Link to this game").wait_for()


def test_a_guest_becomes_one_player_though_two_things_need_it_at_once(browser: Browser, table: Server) -> None:
    """Leaving the field looks the name up, and the button does too."""
    name, made = fresh("Ida"), list[str]()
    with visitor(browser, table) as ada, visitor(browser, table) as ida:
        becomes(ida, name)
        ada.page.on("request", lambda call: made.append(call.url) if call.method == "POST" and call.url.endswith("/v1/players") else None)
        page = ada.goes_to("/#/new/cathedral")
        asks(page, name)
        page.get_by_role("textbox", name="Link to this game").wait_for()
        assert len(made) == 1


def test_who_does_not_want_to_be_found_is_not(browser: Browser, table: Server) -> None:
    name = fresh("Eve")
    with visitor(browser, table) as ada, visitor(browser, table) as eve:
        becomes(eve, name)
        with eve.page.expect_response(lambda answer: answer.request.method == "PATCH"):
            eve.page.get_by_role("checkbox", name="found by my name").uncheck()
        page = ada.goes_to("/#/new/cathedral")
        asks(page, name)
        expect(page.locator(".person")).to_contain_text("Nobody else here is called")


def test_an_invitation_is_declined_and_the_game_called_off(browser: Browser, table: Server) -> None:
    name = fresh("Fay")
    with visitor(browser, table) as ada, visitor(browser, table) as fay, visitor(browser, table) as stranger:
        becomes(fay, name)
        page = ada.goes_to("/#/new/cathedral")
        asks(page, name)
        link = page.get_by_role("textbox", name="Link to this game").input_value()
        strange = stranger.page
        strange.goto(link)
        expect(strange.get_by_role("heading", name="Join this game")).to_be_visible()
        assert strange.get_by_role("button", name="Play as").count() == 0, "the seat is kept for somebody else"
        fay.page.goto(link)
        fay.page.get_by_role("button", name="Decline").click()
        expect(fay.page.get_by_role("heading", level=1)).to_have_text("Games")
        strange.get_by_role("button", name="Play as Dark").wait_for()
        page.get_by_role("button", name="Call it off", exact=True).click()
        page.get_by_role("button", name="Keep it").click()
        page.get_by_role("button", name="Call it off", exact=True).click()
        page.get_by_role("button", name="Yes, call it off").click()
        for each in (page, strange):
            expect(each.locator(".ending")).to_be_visible()


def makes_a_cup(page: Page, name: str) -> str:
    page.get_by_text("New tournament").click()
    page.locator("#cupName").fill(name)
    with page.expect_response(lambda answer: answer.url.endswith("/v1/tournaments") and answer.request.method == "POST") as made:
        page.get_by_role("button", name="Create", exact=True).first.click()
    assert made.value.status == 201, made.value.text()
    expect(page.get_by_role("heading", name=name)).to_be_visible()
    return page.url


def test_somebody_is_invited_to_a_tournament_declines_and_it_is_called_off(browser: Browser, table: Server) -> None:
    name = fresh("Gus")
    with visitor(browser, table) as ada, visitor(browser, table) as gus:
        becomes(gus, name)
        page = ada.goes_to("/#/contests")
        address = makes_a_cup(page, fresh("Spring cup"))
        page.get_by_role("textbox", name="Name of the player").fill(name)
        page.get_by_role("button", name="Invite", exact=True).click()
        expect(page.locator(".invite")).to_contain_text("One invited player has not answered yet.")
        expect(page.get_by_role("textbox", name="Name of the player")).to_have_value("")
        gus.page.goto(address)
        gus.page.get_by_role("button", name="Decline").click()
        expect(gus.page.get_by_role("button", name="Decline")).to_have_count(0)
        page.get_by_role("button", name="Call it off", exact=True).click()
        page.get_by_role("button", name="Yes, call it off").click()
        expect(page.locator(".lead")).to_contain_text("cancelled")
        assert page.get_by_role("button", name=re.compile("Take part|Start it|Withdraw|Call it off")).count() == 0


def test_a_series_is_played_against_somebody_by_name(browser: Browser, table: Server) -> None:
    name = fresh("Hal")
    with visitor(browser, table) as ada, visitor(browser, table) as hal:
        becomes(hal, name)
        page = ada.goes_to("/#/contests")
        page.get_by_text("New series").click()
        page.locator("#rowOther").select_option("player")
        page.get_by_role("textbox", name="Name of the player").fill(name)
        page.locator("form:has(#rowGames) button.main").click()
        page.get_by_role("textbox", name="Link to this game").wait_for()
        hal.page.goto(page.url)
        hal.page.get_by_role("button", name="Take part").click()
        hal.page.get_by_text("Game 1").click()
        hal.page.wait_for_selector(".table.running #board .drawing")


def test_invitations_to_contests_are_answered_on_the_first_page(browser: Browser, table: Server) -> None:
    name = fresh("Jo")
    with visitor(browser, table) as ada, visitor(browser, table, "phone") as guest:
        becomes(guest, name)
        page, cups = ada.goes_to("/#/contests"), [fresh("Autumn cup"), fresh("Winter cup")]
        for cup in cups:
            page.goto(ada.url + "/#/contests")
            makes_a_cup(page, cup)
            page.get_by_role("textbox", name="Name of the player").fill(name)
            page.get_by_role("button", name="Invite", exact=True).click()
            expect(page.locator(".invite")).to_contain_text("One invited player has not answered yet.")
        page.goto(ada.url + "/#/new/cathedral")
        asks(page, name)
        page.get_by_role("textbox", name="Link to this game").wait_for()
        there = guest.goes_to("/")
        kept = there.locator("section.owed li")
        expect(kept).to_have_count(3)
        for each in (cups[0], "Cathedral"):
            kept.filter(has_text=each).filter(has_not_text=cups[1]).first.get_by_role("button", name="Decline").click()
            expect(kept.filter(has_text=each).filter(has_not_text=cups[1])).to_have_count(0)
        kept.get_by_role("button", name="Accept").click()
        expect(there.get_by_role("heading", name=cups[1])).to_be_visible()
        expect(there.locator("tbody th", has_text=name).first).to_be_visible()
        guest.goes_to("/").wait_for_selector(".city h2")
        expect(there.locator("section.owed", has_text="You are invited")).to_have_count(0)


def test_who_created_a_game_calls_it_off_also_when_somebody_has_joined(browser: Browser, table: Server) -> None:
    with visitor(browser, table) as ada, visitor(browser, table) as bob:
        page = ada.goes_to("/#/new/forbidden_city")
        page.get_by_role("group", name="Number of players").get_by_role("button", name="3").click()
        for seat in ("#seat1", "#seat2"):
            page.locator(seat).select_option("open")
        page.get_by_role("button", name="Create the game").click()
        there = bob.page
        there.goto(page.get_by_role("textbox", name="Link to this game").input_value())
        there.get_by_role("button", name="Play as").first.click()
        expect(there.get_by_role("heading", name="Invite")).to_be_visible()
        assert there.get_by_role("button", name="Call it off").count() == 0, "the API lets nobody but its creator"
        expect(page.locator(".seat").nth(1)).to_contain_text("Guest")
        page.get_by_role("button", name="Call it off", exact=True).click()
        page.get_by_role("button", name="Yes, call it off").click()
        for each in (page, there):
            expect(each.locator(".ending")).to_be_visible()


def test_two_seats_chosen_before_the_page_is_drawn_again_are_both_kept(browser: Browser, table: Server) -> None:
    with visitor(browser, table) as ada:
        page = ada.goes_to("/#/new/forbidden_city")
        page.get_by_role("group", name="Number of players").get_by_role("button", name="3").click()
        page.locator("#seat2").wait_for()
        page.evaluate("""() => ["seat1", "seat2"].forEach((id) => {
            const seat = document.getElementById(id);
            seat.value = "open";
            seat.dispatchEvent(new Event("change", { bubbles: true }));
        })""")
        page.get_by_role("button", name="Create the game").click()
        expect(page.get_by_role("heading", name="Invite")).to_be_visible()
        expect(page.locator(".seat").nth(1)).to_contain_text("open")
        expect(page.locator(".seat").nth(2)).to_contain_text("open")


def test_who_created_a_game_for_others_calls_it_off_without_a_seat(browser: Browser, table: Server) -> None:
    with visitor(browser, table) as ada:
        page = ada.goes_to("/#/new/cathedral")
        for seat in ("#seat0", "#seat1"):
            page.locator(seat).select_option("open")
        page.get_by_role("button", name="Create the game").click()
        page.get_by_role("heading", name="Join this game").wait_for()
        page.get_by_role("button", name="Call it off", exact=True).click()
        page.get_by_role("button", name="Yes, call it off").click()
        expect(page.locator(".ending")).to_be_visible()


@pytest.mark.parametrize(("language", "words"), [("fr", "Annuler"), ("de", "Absagen"), ("nl", "Afgelasten")])
def test_calling_off_is_offered_in_every_language(browser: Browser, table: Server, language: str, words: str) -> None:
    with visitor(browser, table, locale=language) as somebody:
        page = somebody.goes_to("/#/new/cathedral")
        page.locator("#seat1").select_option("open")
        page.locator("form button.main").click()
        page.get_by_role("button", name=words, exact=True).click()
        expect(page.get_by_role("alertdialog")).to_be_visible()
