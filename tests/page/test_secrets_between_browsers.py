"""Two people at two browsers: they play each other, and neither's secrets are in the other's page or traffic."""

from playwright.sync_api import Browser, expect

from tests.page.conftest import Visitor, visitor
from tests.page.hands import drawn
from tests.service.client import Server


def listens(somebody: Visitor) -> None:
    """Keeps every call whose answer has come whole; a long-poll that was given up has none."""
    somebody.page.on("requestfinished", lambda call: somebody.heard.append(call) if "/v1/games/" in call.url else None)


def bribes(somebody: Visitor, hat: str, robe: str) -> None:
    page = somebody.page
    page.wait_for_selector(".selector")
    page.locator(".wheel").nth(0).get_by_role("radio", name=hat).click()
    page.locator(".wheel").nth(1).get_by_role("radio", name=robe).click()
    page.get_by_role("button", name=f"Bribe {hat}-{robe}").click()
    drawn(page)


def test_two_browsers_play_each_other_and_keep_their_secrets(browser: Browser, table: Server) -> None:
    with visitor(browser, table) as ada, visitor(browser, table, "phone") as bob:
        page = ada.goes_to("/#/new/verbotene_stadt")
        page.locator("#seat1").select_option("open")
        page.locator("#visibility").select_option("unlisted")
        page.get_by_role("button", name="Create the game").click()
        link = page.get_by_role("textbox", name="Link to this game").input_value()
        bob.page.goto(link)
        bob.page.get_by_role("button", name="Play as Seat 2").click()
        listens(ada)
        listens(bob)
        bribes(bob, "green", "black")
        bribes(ada, "red", "blue")
        for somebody, official in ((ada, "red-blue"), (bob, "green-black")):
            page = somebody.page
            page.wait_for_selector(".die.blue")
            expect(page.locator(".holding", has_text="your bribe").locator("svg")).to_have_attribute("aria-label", official)
            expect(page.locator(".holding", has_text="bribe secret").locator("svg")).to_have_count(0)
            assert bribes_heard(somebody) == [official]


def bribes_heard(somebody: Visitor) -> list[str]:
    """Every bribe that has come over the wire to somebody in a snapshot, journal or answer, read once one has."""
    found: set[str] = set()
    for _ in range(300):
        drawn(somebody.page)
        for call in list(somebody.heard):
            answer = call.response()
            if answer and answer.ok and "json" in answer.headers.get("content-type", ""):
                found |= set(bribes_in(answer.json()))
        if found:
            break
    return sorted(found)


def bribes_in(value: object) -> list[str]:
    if isinstance(value, list):
        return [name for each in value for name in bribes_in(each)]
    if isinstance(value, dict):
        mine = [value["official"]] if value.get("kind") == "bribe" and "count" not in value and "official" in value else []
        mine += [value["bribe"]] if isinstance(value.get("bribe"), str) else []
        inner = [name for key, each in value.items() if key != "items" or "count" not in value for name in bribes_in(each)]
        return [name for name in mine if name not in ("unknown", "none")] + inner
    return []
