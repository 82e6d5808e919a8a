"""`intramuros arena`: AIs play each other in every seat, in parallel, and a table says who is stronger.

    intramuros arena hard easy --ruleset cathedral --games 200
    intramuros arena hard@0.1 hard@1 hard@5 medium --games 40 --json table.json
    intramuros arena hard@500n greedy --jobs 4

A player is a level, `greedy` (the largest building that fits, anywhere; Cathedral only) or the name of an installed AI,
with what it may think each move: `@0.1` seconds, or `@500n` nodes, which makes the table repeat exactly.
"""

import argparse
import json
import re
import sys
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from dataclasses import dataclass
from itertools import combinations
from os import cpu_count
from typing import Any, TextIO

from engine.ai.contest import Entrant, Game, contest, elo, wilson
from engine.ai.levels import LEVELS, opponent
from engine.ai.opponent import Opponent
from engine.core import settle_options
from engine.errors import BadOption
from engine.rulesets import NAMES, ruleset
from service.ais import custom, installed
from service.baselines import LargestFirst
from service.config import CannotStart

BASELINES = {"greedy": LargestFirst()}


@dataclass(frozen=True)
class Match:
    """One game to be played: a player's text for each seat."""

    ruleset: str
    players: tuple[str, ...]
    options: dict[str, Any]
    seconds: float
    seed: int

    def play(self) -> Game:
        return contest(self.ruleset, [entrant(self.ruleset, player, self.seconds) for player in self.players], self.options, self.seed)


@dataclass
class Tally:
    """What one pair of players has come to."""

    points: float = 0.0
    games: int = 0
    wins: int = 0
    draws: int = 0
    losses: int = 0


def entrant(ruleset_name: str, player: str, seconds: float) -> Entrant:
    """The player that a text like `hard@0.1` means; ValueError with a sentence when there is none."""
    match = re.fullmatch(r"([\w.-]+)(?:@(\d+(?:\.\d+)?)(n?))?", player)
    if match is None:
        raise ValueError(f"{player!r} is not a player; players are written like hard, hard@0.1 or hard@500n.")
    name, amount, nodes = match.groups()
    if nodes:
        return Entrant(named(ruleset_name, name), seconds, int(float(amount)))
    return Entrant(named(ruleset_name, name), float(amount) if amount else seconds)


def named(ruleset_name: str, name: str) -> Opponent:
    """A level, a baseline, or an AI that somebody has installed."""
    if name in LEVELS:
        return opponent(ruleset_name, name)
    if name in BASELINES:
        return BASELINES[name]
    if name in installed():
        chooser: Opponent = custom(name)
        return chooser
    raise ValueError(f"There is no AI {name!r}; there are {', '.join([*LEVELS, *BASELINES, *installed()])}.")


def lineups(first: str, second: str, seats: int) -> list[tuple[str, ...]]:
    """Both players over the seats in turns, turned so that each sits everywhere equally often.

    >>> lineups("a", "b", 2), len(lineups("a", "b", 3))
    ([('a', 'b'), ('b', 'a')], 6)
    """
    round_table = [first, second] * seats
    turned = [tuple(round_table[turn : turn + seats]) for turn in range(2)]
    if seats % 2 == 0:
        return turned
    return [line[turn:] + line[:turn] for line in turned for turn in range(seats)]


def schedule(players: Sequence[str], chosen: argparse.Namespace) -> Iterator[tuple[tuple[str, str], Match]]:
    """Every game of every pair, the seats changing from game to game, so that a table cut short is still fair."""
    tables = {pair: lineups(*pair, chosen.seats) for pair in combinations(players, 2)}
    for number in range(chosen.games):
        for pair, lines in tables.items():
            # The games of one round of seats share their chance, so that luck of the draw weighs less.
            seed = chosen.seed + number // len(lines)
            yield pair, Match(chosen.ruleset, lines[number % len(lines)], chosen.options, chosen.seconds, seed)


def record(tally: Tally, first: str, match: Match, game: Game) -> None:
    """Adds a game to the tally of the pair's first player."""
    share = sum(part for player, part in zip(match.players, game.shares, strict=True) if player == first)
    tally.points += share
    tally.games += 1
    if abs(share - 0.5) < 1e-9:
        tally.draws += 1
    else:
        tally.wins, tally.losses = tally.wins + (share > 0.5), tally.losses + (share < 0.5)


def run(chosen: argparse.Namespace, progress: TextIO) -> dict[str, Any]:
    """Plays everything and gives the table as JSON."""
    games = list(schedule(chosen.players, chosen))
    tallies = {pair: Tally() for pair, _ in games}
    slowest = dict.fromkeys(chosen.players, 0.0)
    started = time.monotonic()
    with ProcessPoolExecutor(chosen.jobs) as pool:
        pending = {pool.submit(match.play): (pair, match) for pair, match in games}
        try:
            for done, future in enumerate(as_completed(pending), start=1):
                (pair, match), game = pending[future], future.result()
                record(tallies[pair], pair[0], match, game)
                for player, share in zip(match.players, game.slowest, strict=True):
                    slowest[player] = max(slowest[player], share)
                show(progress, done, len(games), time.monotonic() - started)
        except BaseException:
            pool.shutdown(wait=False, cancel_futures=True)
            raise
    return table(chosen, tallies, slowest, time.monotonic() - started)


def show(progress: TextIO, done: int, games: int, elapsed: float) -> None:
    """Draws the bar over itself; nothing when nobody watches."""
    if not progress.isatty():
        return
    filled = 40 * done // games
    left = elapsed / done * (games - done)
    progress.write(f"\r[{'#' * filled}{'.' * (40 - filled)}] {done}/{games} games, {left:.0f} s left " + "\n" * (done == games))
    progress.flush()


def table(chosen: argparse.Namespace, tallies: dict[tuple[str, str], Tally], slowest: dict[str, float], elapsed: float) -> dict[str, Any]:
    ratings = elo(chosen.players, {pair: (tally.points, tally.games) for pair, tally in tallies.items()})
    return {
        "ruleset": chosen.ruleset,
        "seats": chosen.seats,
        "options": chosen.options,
        "seconds": chosen.seconds,
        "seed": chosen.seed,
        "elapsed": round(elapsed, 1),
        "pairs": [pair_json(pair, tally) for pair, tally in tallies.items()],
        "ratings": [
            {"player": player, "elo": round(rating), "slowest_move": round(slowest[player], 3)}
            for player, rating in sorted(ratings.items(), key=lambda item: -item[1])
        ],
    }


def pair_json(pair: tuple[str, str], tally: Tally) -> dict[str, Any]:
    rate = tally.points / tally.games
    low, high = wilson(rate, tally.games)
    return {
        "first": pair[0],
        "second": pair[1],
        "games": tally.games,
        "wins": tally.wins,
        "draws": tally.draws,
        "losses": tally.losses,
        "rate": round(rate, 4),
        "interval": [round(low, 4), round(high, 4)],
    }


def as_text(result: dict[str, Any]) -> str:
    """The table for a person at a terminal."""
    head = f"{result['ruleset']}, {result['seats']} seats, {result['seconds']} s a move, {result['elapsed']} s in all"
    lines = [head, "", f"{'first':<16} {'second':<16} {'games':>5} {'won':>5} {'drawn':>5} {'lost':>5} {'rate':>7}   95 % interval"]
    for pair in result["pairs"]:
        low, high = pair["interval"]
        lines.append(
            f"{pair['first']:<16} {pair['second']:<16} {pair['games']:>5} {pair['wins']:>5} {pair['draws']:>5} {pair['losses']:>5}"
            f" {pair['rate']:>7.1%}   {low:.1%} – {high:.1%}"
        )
    lines += ["", f"{'player':<16} {'Elo':>6}   slowest move, of its time"]
    lines += [f"{row['player']:<16} {row['elo']:>+6}   {row['slowest_move']:.0%}" for row in result["ratings"]]
    return "\n".join(lines)


def arguments(argv: Sequence[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="intramuros arena", description="Let AIs play each other and measure their strength.")
    parser.add_argument("players", nargs="+", metavar="PLAYER", help="a level, greedy or an installed AI: hard, hard@0.1, hard@500n")
    parser.add_argument("--ruleset", choices=NAMES, default=NAMES[0])
    parser.add_argument("--games", type=int, default=20, help="games of each pair (default 20)")
    parser.add_argument("--seconds", type=float, default=1.0, help="thinking time a move where a player does not say (default 1)")
    parser.add_argument("--jobs", type=int, default=cpu_count() or 1, help="games at the same time (default: one a processor)")
    parser.add_argument("--seats", type=int, help="seats at the table (default: the fewest possible)")
    parser.add_argument("--options", type=json.loads, default={}, help="of the ruleset, as JSON")
    parser.add_argument("--seed", type=int, default=0, help="decides chance in every game (default 0)")
    parser.add_argument("--json", metavar="FILE", help="write the table as JSON too; - for only JSON, on standard output")
    chosen = parser.parse_args(argv)
    try:
        check_arguments(chosen)
    except (ValueError, CannotStart) as error:
        parser.error(str(error))
    return chosen


def check_arguments(chosen: argparse.Namespace) -> None:
    """Fills in the seats; raises ValueError with a sentence for whatever cannot be played."""
    rules = ruleset(chosen.ruleset)
    chosen.seats = chosen.seats or rules.seats[0]
    if not isinstance(chosen.options, dict):
        raise BadOption("Options are a JSON object.", name="options")
    settle_options(rules, chosen.seats, chosen.options)
    if len(set(chosen.players)) < 2 or len(set(chosen.players)) < len(chosen.players):
        raise ValueError("At least two players are needed, all different.")
    if min(chosen.games, chosen.jobs) < 1 or chosen.seconds <= 0:
        raise ValueError("Games, jobs and seconds must be positive.")
    for player in chosen.players:
        entrant(chosen.ruleset, player, chosen.seconds)
    if chosen.ruleset != "cathedral" and any(player.split("@")[0] in BASELINES for player in chosen.players):
        raise ValueError("greedy plays only cathedral.")


def main(argv: Sequence[str]) -> int:
    chosen = arguments(argv)
    result = run(chosen, sys.stderr)
    if chosen.json == "-":
        print(json.dumps(result, indent=2))
        return 0
    if chosen.json:
        with open(chosen.json, "w") as file:
            json.dump(result, file, indent=2)
    print(as_text(result))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
