"""An AI that somebody hosts, on the page: listed among those hosted now, offered as an opponent, and played against."""

from collections.abc import Iterator
from contextlib import contextmanager
from threading import Event, Thread

from playwright.sync_api import Browser, expect

from tests.page.conftest import visitor
from tests.page.hands import cell
from tests.service.client import Client, Server
from tests.service.conftest import OPERATOR


@contextmanager
def mason(server: Server) -> Iterator[None]:
    """A host far away whose AI places a tavern."""
    with Client(server.url, OPERATOR) as operator:
        key = operator.post("/v1/hosts", {"name": "Far", "ais": ["mason"]}).json()["key"]
    over = Event()

    def host() -> None:
        with Client(server.url, key) as far:
            while not over.is_set():
                work = far.post("/v1/work/acquire", {"protocol": 1, "rules": {"cathedral": 1}, "wait": 1})
                if work.status_code == 200:
                    far.post(f"/v1/work/{work.json()['id']}/move", {"move": "tavern@a1n"})

    working = Thread(target=host)
    working.start()
    try:
        yield
    finally:
        over.set()
        working.join()


def test_an_ai_hosted_now_is_listed_and_played_against(browser: Browser, table: Server) -> None:
    with visitor(browser, table) as somebody:
        page = somebody.goes_to("/#/contests")
        hosted = page.locator("section", has=page.get_by_role("heading", name="AIs hosted now"))
        expect(hosted.locator(".item", has_text="medium")).to_contain_text("worker")
        assert hosted.locator(".item", has_text="mason").count() == 0
        with mason(table):
            expect(hosted.locator(".item", has_text="mason")).to_contain_text("one worker")
            page = somebody.goes_to("/#/new/cathedral")
            page.locator("#seat1").select_option("ai:mason")
            page.get_by_role("button", name="Create the game").click()
            page.wait_for_selector(".due:not([aria-busy]) .prompt.mine")
            cell(page, "e5")
            page.locator(".actions button.main").click()
            expect(page.locator(".log")).to_contain_text("mason places the tavern")
