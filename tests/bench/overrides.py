"""What each of our ways of doing a library's work brings, against the library's own, side by side in one run.

What brings less than a twentieth is not worth its lines, unless it is there for another reason: the line of those who wait for a
connection is, since without it some wait for ever.
"""

from contextlib import ExitStack
from statistics import median

from tests.bench import table
from tests.bench.http import Case, Moves, Player, Site, same, site
from tests.bench.load import request
from tests.bench.stage import stage, web

WAYS = ("one_piece", "brisk", "line")
ROUNDS = 15


def cases(api: Site) -> list[Case]:
    looker, mover = Player.named(api.url, "Looker"), Player.named(api.url, "Mover")
    game = f"/v1/games/{looker.game_in_the_middle()}"
    polled = request("GET", game, looker.token, If_None_Match=looker.tag(game))
    return [
        Case("304", 304, None, same(polled)),
        Case("200", 200, None, same(request("GET", game, looker.token))),
        Case("move", 201, None, Moves(mover).streams),
    ]


def run() -> None:
    with ExitStack() as stack:
        settings = stack.enter_context(stage())
        sites = {
            way: site(stack.enter_context(web(settings, "service.web.wsgi:app", "/healthz", "tests.bench.without", WITHOUT=way)))
            for way in ("", *WAYS)
        }
        measured = {way: cases(each) for way, each in sites.items()}
        for _ in range(ROUNDS):
            for number in range(3):
                for way, each in sites.items():
                    each.drive(measured[way][number])
        table.heading(
            "What is without one of our ways, of what is with all of them",
            *(f"{case.name}, {what}" for case in measured[""] for what in ("rate", "CPU")),
        )
        for way in WAYS:
            table.row(
                f"without {way}",
                *(cell for ours, theirs in zip(measured[""], measured[way], strict=True) for cell in compared(ours, theirs)),
            )


def compared(ours: Case, theirs: Case) -> tuple[str, str]:
    """How many requests a second it serves, and what one costs, of ours."""
    rate = median(without / with_all for with_all, without in zip(ours.rates, theirs.rates, strict=True))
    return table.times(rate), table.times(theirs.cpu / theirs.answers / (ours.cpu / ours.answers))
