"""Random games: Cathedral against cathedral-rl's Board and python-chess, and every ruleset beside it. Processor time, one core."""

import random
import time
from collections.abc import Callable
from contextlib import ExitStack

from engine.core import settle_options
from engine.rulesets import NAMES, ruleset
from tests.bench import table
from tests.bench.peers import Peer, peer
from tests.engine.cathedral.playout import playout
from tests.engine.walk import Table, walk

ROUNDS = 4
SECONDS = 0.8


def timed(play: Callable[[int], int]) -> tuple[float, float]:
    """Games and plies a second, over games of which each has a number and gives its plies."""
    started, games, plies = time.process_time(), 0, 0
    while (took := time.process_time() - started) < SECONDS:
        plies += play(games)
        games += 1
    return games / took, plies / took


def cathedral_playout(seed: int) -> int:
    """One game of placements drawn without listing them; about how many plies it had."""
    rules = ruleset("cathedral")
    end = playout(rules.start(2, settle_options(rules, 2, {})), random.Random(seed))
    return sum(map(len, end.built)) + (end.cathedral is not None)


def listed_game(name: str) -> Callable[[int], int]:
    """A game in which every legal move is listed at every decision, and one drawn."""
    return lambda seed: sum(1 for _ in walk(Table(name, ruleset(name).seats[0], {}), seed))


def against(other: Peer | None, amount: float, ours: Callable[[], float]) -> tuple[list[float], list[float]]:
    """Our rates and theirs, measured in turns."""
    pairs = [(ours(), other.rate(amount)) for _ in range(ROUNDS)] if other else [(ours(), float("nan"))]
    mine, theirs = zip(*pairs, strict=True)
    return list(mine), list(theirs)


def compare(name: str, other: Peer | None, amount: float, ours: Callable[[], float], goal: float | None = None) -> None:
    mine, theirs = against(other, amount, ours)
    if other is None:
        table.row(name, "", "", f"{table.middle(mine):,.0f}", "not installed")
        return
    ratio = table.middle([a / b for a, b in zip(mine, theirs, strict=True)])
    theirs_text = f"{table.middle(theirs):,.2f}" if table.middle(theirs) < 10 else f"{table.middle(theirs):,.0f}"
    table.row(name, table.times(ratio), table.verdict(ratio, goal), f"{table.middle(mine):,.0f}", theirs_text)


def run() -> None:
    with ExitStack() as stack:
        rival, chess = stack.enter_context(peer("cathedral-rl")), stack.enter_context(peer("chess"))
        cathedral_playout(0)
        table.heading("Random games of Cathedral, one core", "ratio", "goal", "ours", "theirs")
        compare("games/s, cathedral-rl's Board", rival, 1, lambda: timed(cathedral_playout)[0], 1000)
        compare("plies/s, python-chess", chess, SECONDS, lambda: timed(cathedral_playout)[1])
        compare("plies/s, python-chess, all moves listed", chess, SECONDS, lambda: timed(listed_game("cathedral"))[1])
    table.heading("Random games by the rules' own list of moves, one core", "seats", "games/s", "plies/s")
    for name in NAMES:
        games, plies = timed(listed_game(name))
        table.row(name, str(ruleset(name).seats[0]), f"{games:,.1f}", f"{plies:,.0f}")
