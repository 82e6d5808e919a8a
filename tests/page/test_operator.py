"""The operator's page: nothing without the token, the figures with it, and the token nowhere but in memory."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.page.conftest import Look, visitor
from tests.service.client import Client, Server
from tests.service.conftest import OPERATOR, start, stop

ADDRESS = "203.0.113.9"


@pytest.fixture(scope="module")
def operated(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server with an operator, who has blocked somebody."""
    running = start(tmp_path_factory.mktemp("operated_page"), OPERATOR_TOKEN=OPERATOR)
    with Client(running.url, OPERATOR) as operator:
        operator.request("PUT", f"/v1/operator/blocks/{ADDRESS}", {"why": "Too many <b>players</b>."})
    yield running
    stop(running)


def give(page: Page, token: str) -> None:
    page.get_by_label("The operator's token").fill(token)
    page.get_by_role("button", name="Show").click()


def test_the_page_shows_nothing_but_to_the_operator(browser: Browser, operated: Server) -> None:
    with visitor(browser, operated) as somebody:
        page = somebody.goes_to("/operator")
        for wrong in ("the-operator-of-nothing", "ĝ"):
            give(page, wrong)
            expect(page.get_by_role("status")).to_have_text("That is not the operator's token.")
            expect(page.locator("#shown")).to_be_hidden()
        give(page, OPERATOR)
        expect(page.locator("#blocked td").first).to_have_text(ADDRESS)
        expect(page.locator("#blocked")).to_contain_text("Too many <b>players</b>.")
        expect(page.locator("#workers tbody tr")).not_to_have_count(0)
        assert (
            page.evaluate("() => JSON.stringify([{...localStorage}, {...sessionStorage}, document.cookie, location.href])").count(OPERATOR)
            == 0
        )
        page.get_by_role("button", name="Forget the token").click()
        expect(page.locator("#shown")).to_be_hidden()
        assert ADDRESS not in page.content()


def test_the_page_asks_again_by_itself(browser: Browser, operated: Server) -> None:
    with visitor(browser, operated) as somebody, Client(operated.url, OPERATOR) as operator:
        page = somebody.goes_to("/operator")
        give(page, OPERATOR)
        expect(page.locator("#blocked td").first).to_have_text(ADDRESS)
        operator.request("PUT", "/v1/operator/blocks/203.0.113.10", {"why": "The next one."})
        expect(page.locator("#blocked")).to_contain_text("The next one.")
        operator.request("DELETE", "/v1/operator/blocks/203.0.113.10")
        expect(page.locator("#blocked")).not_to_contain_text("The next one.")


@pytest.mark.parametrize(("size", "scheme"), [("desk", "light"), ("phone", "dark")])
def test_axe_finds_nothing_serious_and_it_fits(browser: Browser, operated: Server, serious: Look, size: str, scheme: str) -> None:
    with visitor(browser, operated, size, color_scheme=scheme, bypass_csp=True) as somebody:
        page = somebody.goes_to("/operator")
        assert serious(page, "operator, asked for the token") == []
        give(page, OPERATOR)
        expect(page.locator("#blocked td").first).to_have_text(ADDRESS)
        assert serious(page, "operator") == []
        assert page.evaluate("() => document.documentElement.scrollWidth <= innerWidth")
