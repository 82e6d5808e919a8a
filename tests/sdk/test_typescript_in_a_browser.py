"""The TypeScript client in a real browser, as the page of somebody else's site uses it: from another origin, without a build step."""

from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread

import pytest
from playwright.sync_api import Browser

from tests.sdk.node import TYPESCRIPT, built, compiled
from tests.sdk.test_readmes import ADDRESS, blocks
from tests.service.client import Client, Server

pytestmark = pytest.mark.long

PAGE = """<!doctype html><meta charset="utf-8"><title>Somebody's page</title>
<script type="importmap">{"imports": {"@intramuros/client": "/node_modules/@intramuros/client/dist/index.js"}}</script>
<script type="module" src="bot.js"></script>"""

WATCHED = """
for await (const now of (await client.game(game.id)).watch()) if (now.isOver) break; // the stream of events, read by fetch
const board = document.createElement("div");
board.innerHTML = (await game.board()).svg;
document.body.append(board);
document.body.dataset["game"] = game.id;
"""


class Quiet(SimpleHTTPRequestHandler):
    def log_message(self, *_: object) -> None:
        pass


@contextmanager
def served(folder: Path) -> Iterator[str]:
    """A web server of somebody else: plain files."""
    with ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=folder)) as server:
        thread = Thread(target=server.serve_forever, args=(0.05,))
        thread.start()
        try:
            yield f"http://127.0.0.1:{server.server_port}"
        finally:
            server.shutdown()
            thread.join()


def test_the_bot_of_the_readme_plays_in_a_page_of_another_origin(server: Server, browser: Browser, tmp_path: Path) -> None:
    folder = built(tmp_path)
    compiled(folder, "bot", blocks(TYPESCRIPT / "README.md", "ts")[0].replace(ADDRESS, server.url) + WATCHED)
    (folder / "index.html").write_text(PAGE)
    with served(folder) as origin:
        page = browser.new_page()
        faults: list[str] = []
        said: list[str] = []
        page.on("pageerror", lambda error: faults.append(str(error)))
        page.on("console", lambda message: said.append(message.text) if message.type == "log" else None)  # no favicon
        page.goto(origin)
        page.wait_for_selector("body[data-game]", state="attached", timeout=120_000)
        assert (faults, said[0].split(" ")[0]) == ([], "won")
        assert page.locator("svg").first.is_visible()
        with Client(server.url) as anybody:
            assert anybody.look(page.locator("body").get_attribute("data-game") or "")["status"] == "finished"
        page.close()
