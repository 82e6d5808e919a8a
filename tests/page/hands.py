"""Playing by clicking: what a person does at each of the three boards, seen only through the page."""

import random

from playwright.sync_api import Page, expect

TITLES = {"cathedral": "Cathedral", "forbidden_city": "Forbidden City", "verbotene_stadt": "Die verbotene Stadt"}


def begin(page: Page, ruleset: str) -> None:
    """From the first page into a game against medium, with one click; the board is drawn and the legal moves have come."""
    page.locator(".city", has=page.get_by_role("heading", name=TITLES[ruleset], exact=True)).get_by_role(
        "button", name="Play against medium"
    ).click()
    page.wait_for_selector("#board .drawing")
    page.wait_for_selector(".due:not([aria-busy])")


def cell(page: Page, name: str) -> None:
    """Points at a cell of the board, and waits until the page has drawn what that did."""
    page.locator(f'.overlay [data-cell="{name}"]').click(force=True)
    drawn(page)


def drawn(page: Page) -> None:
    """Two frames later the page shows what its store knows."""
    page.evaluate("() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done(null))))")


def cells_that(page: Page, say: str) -> list[str]:
    """The cells whose label has the words in it."""
    found: list[str] = page.evaluate(
        "(say) => [...document.querySelectorAll('.overlay .cell')].filter((each) => each.getAttribute('aria-label').includes(say))"
        ".map((each) => each.dataset.cell)",
        say,
    )
    return found


def over(page: Page) -> bool:
    return page.locator(".table.finished").count() > 0


def my_turn(page: Page) -> bool:
    """Waits until it is my turn and no move of mine is on its way; false when the game is over."""
    drawn(page)
    page.wait_for_function(
        "() => document.querySelector('.table.finished')"
        " || document.querySelector('.prompt.mine') && !document.querySelector('.due[aria-busy]')"
    )
    return not over(page)


def place_something(page: Page, rng: random.Random) -> None:
    """Cathedral: takes the first building that goes somewhere, and confirms it."""
    confirm = page.locator(".actions button.main")
    if page.locator(".building[aria-pressed=true]").count():
        cell(page, rng.choice(["e5", "d4", "f5"]))
        confirm.click()
        return
    page.locator(".hand.mine:not([aria-busy]) button.building:not(.lost)").first.click()
    page.wait_for_selector('.overlay .cell[aria-label*="can stand here"]', state="attached")
    cell(page, rng.choice(cells_that(page, "can stand here")))
    confirm.click()


def lay_the_tile(page: Page, rng: random.Random) -> None:
    """Forbidden City: points at a cell that glows, and lays the tile."""
    page.wait_for_function("() => document.querySelector('.fit') || document.querySelector('.actions button.main:not(:disabled)')")
    glowing = cells_that(page, ": fits")
    if glowing:
        cell(page, rng.choice(glowing))
    page.locator(".actions button.main").click()


def decide(page: Page, rng: random.Random) -> None:
    """Die verbotene Stadt: whatever is due."""
    page.wait_for_selector(".prompt.mine ~ .actions button")
    drawn(page)
    buttons = page.locator(".actions button")
    words = " ".join(buttons.all_inner_texts())
    if page.locator(".selector").count():
        for _ in range(30):
            for wheel in range(2):
                page.locator(".wheel").nth(wheel).get_by_role("radio").nth(rng.randrange(5)).click()
            drawn(page)
            if page.locator(".selector .main:not(:disabled)").count():
                page.locator(".selector .main").click()
                return
        raise AssertionError("nobody can be bribed")
    if "Choose an official" in words:
        slide_somebody(page, rng)
    else:
        buttons.nth(rng.randrange(buttons.count())).click()


def slide_somebody(page: Page, rng: random.Random) -> None:
    """Chooses an official, one that can reach the pavilion where there is one, an end, and confirms."""
    page.get_by_role("button", name="Who can reach the pavilion?").click()
    drawn(page)
    reaching = page.locator(".reachlist button")
    if "Bluffing is open" not in page.locator(".prompt").inner_text():
        mine = page.locator(".holding", has_text="your bribe").locator("svg").first
        reaching = reaching.filter(has_text=(mine.get_attribute("aria-label") if mine.count() else None) or "nobody")
    if reaching.count():
        reaching.first.click()
        drawn(page)
        if page.locator(".end.pavilion").count():
            cell(page, cells_that(page, ", active")[0])
            page.locator(".actions button.main").click()
            return
    for name in rng.sample(found := cells_that(page, "-"), len(found)):
        cell(page, name)
        ends = cells_that(page, "can end here")
        if ends:
            cell(page, rng.choice(ends))
            page.locator(".actions button.main").click()
            return
    raise AssertionError("no official can move")


TURN = {"cathedral": place_something, "forbidden_city": lay_the_tile, "verbotene_stadt": decide}


def play_on(page: Page, ruleset: str, rng: random.Random, most: int) -> int:
    """Plays my turns until the game is over or `most` of them were played; gives how many were."""
    for played in range(most):
        if not my_turn(page):
            return played
        revision = page.locator(".replay input").get_attribute("max") if page.locator(".replay input").count() else "1"
        TURN[ruleset](page, rng)
        drawn(page)
        page.wait_for_function(
            "(revision) => document.querySelector('.table.finished') || !document.querySelector('.due[aria-busy]')"
            " && (document.querySelector('.replay input')?.max ?? '1') !== revision",
            arg=revision,
        )
    return most


def finished(page: Page) -> None:
    expect(page.locator(".ending")).to_be_visible()
