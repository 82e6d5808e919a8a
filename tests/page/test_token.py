"""The token: kept in this browser, never shown, taken along to another device; and the calls of the page, to be copied with `$TOKEN`."""

from pathlib import Path

from playwright.sync_api import Browser, expect

from tests.page.conftest import visitor
from tests.page.hands import begin
from tests.service.client import Server

OWN = "() => localStorage.getItem('intramuros.token')"


def test_a_player_moves_to_another_device(browser: Browser, table: Server, tmp_path: Path) -> None:
    with visitor(browser, table, accept_downloads=True) as here, visitor(browser, table, "phone") as there:
        page = here.goes_to("/#/me")
        page.locator("#name").fill("Ada")
        page.get_by_role("button", name="Save").first.click()
        expect(page.get_by_role("heading", name="Ada")).to_be_visible()
        with page.expect_download() as begun:
            page.get_by_role("button", name="Save as a file").click()
        begun.value.save_as(tmp_path / "token.txt")
        other = there.goes_to("/#/me")
        other.locator("#token").fill("not a token")
        other.locator("form:has(#token) button").click()
        expect(other.locator(".toast.bad")).to_be_visible()
        other.locator("#token").fill((tmp_path / "token.txt").read_text())
        other.locator("form:has(#token) button").click()
        expect(other.get_by_role("heading", name="Ada")).to_be_visible()


def test_calls_are_shown_and_copied_without_the_token(browser: Browser, table: Server) -> None:
    with visitor(browser, table, permissions=["clipboard-read", "clipboard-write"]) as somebody:
        page = somebody.goes_to("/")
        begin(page, "cathedral")
        page.get_by_role("button", name="HTTP calls").click()
        made = page.locator(".calls li", has_text="POST /v1/games")
        expect(made.locator(".status")).to_have_text("201")
        token = page.evaluate(OWN)
        assert len(token) > 20
        assert token not in page.content()
        made.get_by_role("button").click()
        expect(page.locator(".toast")).to_be_visible()
        copied = page.evaluate("() => navigator.clipboard.readText()")
        assert '-H "Authorization: Bearer $TOKEN"' in copied
        assert copied.startswith(f"curl -s '{table.url}/v1/games'")
        assert token not in copied


def test_a_poll_is_one_line_and_is_copied_with_its_headers(browser: Browser, table: Server) -> None:
    with visitor(browser, table, permissions=["clipboard-read", "clipboard-write"]) as somebody:
        page = somebody.goes_to("/")
        begin(page, "cathedral")
        page.get_by_role("button", name="HTTP calls").click()
        poll = page.locator(".calls li", has_text="wait=25").filter(has_text="/v1/games/")
        expect(poll).to_have_count(1)
        poll.get_by_role("button").click()
        expect(page.locator(".toast")).to_be_visible()
        assert "-H 'If-None-Match: " in page.evaluate("() => navigator.clipboard.readText()")
