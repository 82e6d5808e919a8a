"""`intramuros arena`: AIs play each other in every seat, in parallel, and a table says who is stronger.

    intramuros arena hard easy --ruleset cathedral --games 200
    intramuros arena hard@0.1 hard@1 hard@5 medium --games 40 --json table.json
    intramuros arena hard@500n greedy --jobs 4
    intramuros arena --table hard,medium,medium,medium --ruleset forbidden_city --games 40
    intramuros arena hard medium --goal score

A player is a level, a baseline of the ruleset (`greedy`, `honest`, `reader` …; any other name lists them) or an installed AI,
with what it may think each move: `@0.1` seconds, or `@500n` nodes, which makes the table repeat exactly. With `--table` these play at
one table, moving on a seat from game to game. With `--goal score` all play for the score, as in a contest that adds scores up.
"""

import argparse
import json
import re
import sys
import time
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from dataclasses import dataclass, replace
from itertools import combinations
from os import cpu_count
from typing import TextIO

from engine.ai.brain import brain, knowledge
from engine.ai.contest import Entrant, Game, contest, elo, wilson
from engine.ai.levels import LEVELS, opponent, patience
from engine.ai.opponent import SCORE, WIN, Opponent
from engine.ai.thinker import at_once
from engine.core import settle_options
from engine.errors import BadOption
from engine.rulesets import NAMES, ruleset
from service.ai import installed
from service.config import CannotStart
from service.json_object import Json


@dataclass(frozen=True)
class Match:
    """One game to be played: a player's text for each seat."""

    ruleset: str
    players: tuple[str, ...]
    options: Json
    seconds: float
    seed: int
    goal: str = WIN

    def play(self) -> Game:
        entrants = [replace(entrant(self.ruleset, player, self.seconds), goal=self.goal) for player in self.players]
        return contest(self.ruleset, entrants, self.options, self.seed)


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
    return Entrant(named(ruleset_name, name), float(amount) if amount else patience(name) * seconds)


def baselines(ruleset_name: str) -> Mapping[str, Opponent]:
    """The simple players that the ruleset's brain brings to measure strength against."""
    found: Mapping[str, Opponent] = getattr(knowledge(ruleset_name), "BASELINES", {})
    return {"greedy": at_once(brain(ruleset_name)), **found}


def named(ruleset_name: str, name: str) -> Opponent:
    """A level, a baseline, or an AI that somebody has installed."""
    if name in LEVELS:
        return opponent(ruleset_name, name)
    if name in baselines(ruleset_name):
        return baselines(ruleset_name)[name]
    if name in installed.names():
        chooser: Opponent = installed.custom(name)
        return chooser
    raise ValueError(f"There is no AI {name!r}; there are {', '.join([*LEVELS, *baselines(ruleset_name), *installed.names()])}.")


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
            yield pair, Match(chosen.ruleset, lines[number % len(lines)], chosen.options, chosen.seconds, seed, chosen.goal)


def at_table(chosen: argparse.Namespace) -> Iterator[Match]:
    """The games of one table, everybody a seat further in each; those of one round share their chance."""
    for number in range(chosen.games):
        turn = number % chosen.seats
        players = (*chosen.table[turn:], *chosen.table[:turn])
        yield Match(chosen.ruleset, players, chosen.options, chosen.seconds, chosen.seed + number // chosen.seats, chosen.goal)


def record(tally: Tally, first: str, match: Match, game: Game) -> None:
    """Adds a game to the tally of the pair's first player."""
    share = sum(part for player, part in zip(match.players, game.shares, strict=True) if player == first)
    tally.points += share
    tally.games += 1
    if abs(share - 0.5) < 1e-9:
        tally.draws += 1
    else:
        tally.wins, tally.losses = tally.wins + (share > 0.5), tally.losses + (share < 0.5)


def run(chosen: argparse.Namespace, progress: TextIO) -> Json:
    """Plays everything and gives the table as JSON."""
    if chosen.table:
        return run_table(chosen, progress)
    games = list(schedule(chosen.players, chosen))
    tallies = {pair: Tally() for pair, _ in games}
    slowest = dict.fromkeys(chosen.players, 0.0)
    started = time.monotonic()
    for number, game in played([match for _, match in games], chosen.jobs, progress):
        pair, match = games[number]
        record(tallies[pair], pair[0], match, game)
        note_slowest(slowest, match, game)
    return table(chosen, tallies, slowest, time.monotonic() - started)


def run_table(chosen: argparse.Namespace, progress: TextIO) -> Json:
    """Plays the games of one table and gives what each player has won, as JSON."""
    matches = list(at_table(chosen))
    points, slowest = dict.fromkeys(chosen.table, 0.0), dict.fromkeys(chosen.table, 0.0)
    started = time.monotonic()
    for number, game in played(matches, chosen.jobs, progress):
        for player, share in zip(matches[number].players, game.shares, strict=True):
            points[player] += share
        note_slowest(slowest, matches[number], game)
    players = [place_json(player, chosen.table.count(player), points[player], chosen) for player in points]
    return about(chosen, time.monotonic() - started) | {
        "table": chosen.table,
        "players": [row | {"slowest_move": round(slowest[row["player"]], 3)} for row in players],
    }


def place_json(player: str, places: int, points: float, chosen: argparse.Namespace) -> Json:
    """What a player has won in its places together, with what everybody would have who plays alike."""
    rate = points / chosen.games
    low, high = wilson(rate, chosen.games)
    fair = places / chosen.seats
    return {
        "player": player, "places": places, "games": chosen.games, "wins": round(points, 2), "rate": round(rate, 4), "fair": round(fair, 4),
        "interval": [round(low, 4), round(high, 4)],
    }  # fmt: skip


def played(matches: Sequence[Match], jobs: int, progress: TextIO) -> Iterator[tuple[int, Game]]:
    """The games as they are done, each with its number."""
    started = time.monotonic()
    with ProcessPoolExecutor(jobs) as pool:
        pending = {pool.submit(match.play): number for number, match in enumerate(matches)}
        try:
            for done, future in enumerate(as_completed(pending), start=1):
                yield pending[future], future.result()
                show(progress, done, len(matches), time.monotonic() - started)
        except BaseException:
            pool.shutdown(wait=False, cancel_futures=True)
            raise


def note_slowest(slowest: dict[str, float], match: Match, game: Game) -> None:
    for player, share in zip(match.players, game.slowest, strict=True):
        slowest[player] = max(slowest[player], share)


def show(progress: TextIO, done: int, games: int, elapsed: float) -> None:
    """Draws the bar over itself; nothing when nobody watches."""
    if not progress.isatty():
        return
    filled = 40 * done // games
    left = elapsed / done * (games - done)
    progress.write(f"\r[{'#' * filled}{'.' * (40 - filled)}] {done}/{games} games, {left:.0f} s left " + "\n" * (done == games))
    progress.flush()


def table(chosen: argparse.Namespace, tallies: dict[tuple[str, str], Tally], slowest: dict[str, float], elapsed: float) -> Json:
    ratings = elo(chosen.players, {pair: (tally.points, tally.games) for pair, tally in tallies.items()})
    return about(chosen, elapsed) | {
        "pairs": [pair_json(pair, tally) for pair, tally in tallies.items()],
        "ratings": [
            {"player": player, "elo": round(rating), "slowest_move": round(slowest[player], 3)}
            for player, rating in sorted(ratings.items(), key=lambda item: -item[1])
        ],
    }


def about(chosen: argparse.Namespace, elapsed: float) -> Json:
    """What was played, and for how long."""
    asked = {name: getattr(chosen, name) for name in ("ruleset", "seats", "options", "seconds", "goal", "seed")}
    return asked | {"elapsed": round(elapsed, 1)}


def pair_json(pair: tuple[str, str], tally: Tally) -> Json:
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


def as_text(result: Json) -> str:
    """The table for a person at a terminal."""
    goal = "" if result["goal"] == WIN else f", for the {result['goal']}"
    head = f"{result['ruleset']}, {result['seats']} seats, {result['seconds']} s a move{goal}, {result['elapsed']} s in all"
    if "table" in result:
        return "\n".join([head, "", *table_lines(result["players"])])
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


def table_lines(players: list[Json]) -> list[str]:
    """What each player of one table has won, a line each."""
    lines = [f"{'player':<16} {'places':>6} {'games':>5} {'won':>6} {'rate':>7} {'alike':>7}   95 % interval   slowest move, of its time"]
    for row in players:
        low, high = row["interval"]
        lines.append(
            f"{row['player']:<16} {row['places']:>6} {row['games']:>5} {row['wins']:>6.1f} {row['rate']:>7.1%} {row['fair']:>7.1%}"
            f"   {low:.1%} – {high:.1%}   {row['slowest_move']:.0%}"
        )
    return lines


def arguments(argv: Sequence[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="intramuros arena", description="Let AIs play each other and measure their strength.")
    parser.add_argument("players", nargs="*", metavar="PLAYER", help="a level, a baseline or an installed AI: hard, hard@0.1, hard@500n")
    parser.add_argument("--table", type=lambda text: text.split(","), metavar="A,B,…", help="instead of pairs, one table: who sits at it")
    parser.add_argument("--goal", choices=(WIN, SCORE), default=WIN, help="what all play for (default win)")
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
    chosen.seats = chosen.seats or (len(chosen.table) if chosen.table else rules.seats[0])
    if not isinstance(chosen.options, dict):
        raise BadOption("Options are a JSON object.", name="options")
    settle_options(rules, chosen.seats, chosen.options)
    if chosen.table and (chosen.players or len(chosen.table) != chosen.seats):
        raise ValueError("A table has a player for each seat, and no others play.")
    if not chosen.table and (len(set(chosen.players)) < 2 or len(set(chosen.players)) < len(chosen.players)):
        raise ValueError("At least two players are needed, all different.")
    if min(chosen.games, chosen.jobs) < 1 or chosen.seconds <= 0:
        raise ValueError("Games, jobs and seconds must be positive.")
    for player in chosen.table or chosen.players:
        entrant(chosen.ruleset, player, chosen.seconds)


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
