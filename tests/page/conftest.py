"""The page in a real browser, on a real server: Debian's Chromium, driven by Playwright."""

import re
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, BrowserContext, Page, Request, expect

from tests.conftest import CHROMIUM
from tests.service.client import Server
from tests.service.conftest import OPERATOR, start, stop

PATIENCE = 30_000
"""Milliseconds for which a fact is waited for: on a busy machine facts come late."""
expect.set_options(timeout=PATIENCE)

SIZES = {"desk": {"width": 1280, "height": 860}, "phone": {"width": 390, "height": 844}}


AXE = "axe"
"""The property of a test that axe's word on one screen is kept in."""


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Says in the last lines what axe found on each screen, and when the page was not looked at."""
    reports = [report for outcome in ("passed", "failed") for report in terminalreporter.stats.get(outcome, [])]
    for line in sorted(text for report in reports for name, text in getattr(report, "user_properties", ()) if name == AXE):
        terminalreporter.write_line(line)
    if CHROMIUM is None:
        terminalreporter.write_line("THE PAGE WAS NOT TESTED: no Chromium is here (Debian: apt install chromium-headless-shell).", red=True)


@pytest.fixture(scope="session")
def table(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server for the page, with an operator, its AIs quick."""
    running = start(tmp_path_factory.mktemp("page"), AI_SECONDS="0.1", OPERATOR_TOKEN=OPERATOR)
    yield running
    stop(running)


class Visitor:
    """Somebody at a browser of their own; what goes wrong in the page is kept in `faults`."""

    def __init__(self, context: BrowserContext, url: str) -> None:
        self.context, self.url = context, url
        self.faults: list[str] = []
        self.heard: list[Request] = []
        self.page: Page = context.new_page()
        self.page.set_default_timeout(PATIENCE)
        self.page.on("pageerror", lambda error: self.faults.append(str(error)))
        self.page.on("console", lambda message: self.faults.append(message.text) if "Content Security Policy" in message.text else None)

    def goes_to(self, address: str) -> Page:
        self.page.goto(self.url + address)
        return self.page


@contextmanager
def visitor(browser: Browser, server: Server, size: str = "desk", **options: object) -> Iterator[Visitor]:
    """A visitor with a fresh browser; the page must have made no fault when they leave."""
    touch = {"has_touch": True, "is_mobile": True} if size == "phone" else {}
    context = browser.new_context(**{"viewport": SIZES[size], "locale": "en-GB", **touch, **options})  # type: ignore[arg-type]
    somebody = Visitor(context, server.url)
    try:
        yield somebody
        assert somebody.faults == []
    finally:
        context.close()


SERIOUS = ("critical", "serious")
Look = Callable[[Page, str], list[Any]]


@pytest.fixture
def serious(request: pytest.FixtureRequest, record_property: Callable[[str, object], None]) -> Look:
    """Has axe look at a screen: what it finds serious. What else it says of it is told in the last lines, a line a screen."""
    setting = "-".join(re.findall(r"\[(.*)\]", request.node.name))

    def look(page: Page, screen: str) -> list[Any]:
        found = Axe().run(page).response
        by_impact = Counter(each["impact"] for each in found["violations"])
        told = ", ".join(f"{by_impact[impact]} {impact}" for impact in (*SERIOUS, "moderate", "minor"))
        rules = " ".join(sorted(each["id"] for each in found["violations"]))
        version, passed = found["testEngine"]["version"], len(found["passes"])
        record_property(AXE, f"axe {version}: {screen} ({setting}): {told}; {passed} rules hold{'; ' * bool(rules)}{rules}")
        return [(screen, each["id"], each["nodes"][0]["html"][:160]) for each in found["violations"] if each["impact"] in SERIOUS]

    return look
