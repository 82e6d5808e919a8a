"""What each place for the Cathedral comes to for light, and what light does best to reply there, by whole games.

python -m tests.bench.opening               about 10 minutes of one processor; writes the files that Cathedral's brain opens by
python -m tests.bench.opening --nodes 2000 --games 32       better, in hours

Turned or mirrored, 224 places are 28. All are tried in some games of `hard` against itself; those that did best for light are tried
again, in twice as many. Then, from the best of them, light's replies to what dark would begin with are tried in the same way; the place to
choose is the one where dark's best beginning does dark least good.

`hard` plays the same game again and again where nothing differs. So in every game each side thinks for another length, and dark begins
with another of the buildings that it likes best: what is good only in one line, at one length of thought, is not good.
"""

import argparse
import random
import sys
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from math import sqrt
from pathlib import Path
from statistics import fmean, stdev
from typing import Any

from engine.ai.contest import Entrant, contest
from engine.ai.opponent import SCORE, Budget, Opponent, View
from engine.cathedral import RULESET
from engine.cathedral.box import DARK, LIGHT, NOBODY
from engine.cathedral.brain.judgement import BRAIN, Mind
from engine.cathedral.brain.levels import THINKERS
from engine.cathedral.brain.opening import FILE, images
from engine.cathedral.moves import Move, read_text
from engine.cathedral.placements import PLACEMENTS, Placement
from engine.cathedral.position import Position
from engine.cathedral.setup import start

ROUNDS = (28, 10, 4)
"""How many of the places are tried in each round."""
BEGINNINGS = 4
"""Dark's first buildings, the best by its own judgement."""
REPLIES = 4
"""Light's replies that are tried to each."""
LONGER = 4
"""How many times as long is thought about what to try."""
LENGTHS = (1, 1.5, 2, 3, 4, 6, 8, 16)
"""How many times as long dark thinks about what it begins with, for the replies: what it plays at any of them needs one."""


class Bookless(Mind):
    """Finds its replies itself, for a book that does not quote the one before it."""

    def aiming(self, goal: str) -> Mind:
        return self

    def reply(self, position: Position, seat: int) -> Move | None:
        return None


HARD = replace(THINKERS["hard"](BRAIN), mind=Bookless(SCORE))


@dataclass(frozen=True)
class Beginner:
    """Begins with the moves it is told, and then plays as another does."""

    moves: tuple[Move, ...]
    then: Opponent

    def choose(self, view: View, moves: Sequence[Any], budget: Budget) -> Any:
        position: Position = view.position  # type: ignore[assignment]
        made = len(position.built[view.seat]) + (view.seat == LIGHT and not position.cathedral_waits)
        return self.moves[made] if made < len(self.moves) else self.then.choose(view, moves, budget)


@dataclass
class Trial:
    """Beginnings of light's, and how many squares light was ahead by in each game from them; a game from each of dark's in turn."""

    light: tuple[Move, ...]
    dark: Sequence[Move]
    leads: list[int] = field(default_factory=list)

    def play(self, nodes: int, games: int) -> None:
        for number in range(len(self.leads), len(self.leads) + games):
            rng = random.Random(number)
            light, dark = (round(nodes * 2 ** rng.uniform(-1, 1)) for _ in range(2))
            begun = self.dark[number % len(self.dark)]
            entrants = [
                Entrant(Beginner(self.light, HARD), nodes=light, goal=SCORE),
                Entrant(Beginner((begun,), HARD), nodes=dark, goal=SCORE),
            ]
            scores = contest("cathedral", entrants, {}, number).outcome.scores
            self.leads.append(scores[DARK] - scores[LIGHT])

    @property
    def lead(self) -> float:
        return fmean(self.leads)

    def figures(self) -> str:
        error = stdev(self.leads) / sqrt(len(self.leads))
        return f"lead = {self.lead:.2f}, error = {error:.2f}, games = {len(self.leads)}"


def liked(position: Position, count: int, nodes: float) -> list[Move]:
    """The moves that `hard` likes best in a position, after so long a look."""
    assert position.to_move is not None
    view = View(RULESET, position.to_move, position, SCORE)
    seen = HARD.consider(view, position.moves(position.to_move), Budget(nodes=round(nodes), seed=round(nodes)))
    return [candidate.move for candidate in seen[:count]]


def city(*moves: Move) -> Position:
    """The city after the Cathedral and what follows it."""
    position = start(2, {"cathedral": "first"})
    for move in moves:
        assert position.to_move is not None
        position = position.play(position.to_move, move)
    return position


def places() -> list[Placement]:
    """One place of each that are the same when turned or mirrored."""
    first: dict[frozenset[int], Placement] = {}
    for place in PLACEMENTS[NOBODY]:
        first.setdefault(images(place.squares), place)
    return list(first.values())


def tried(trials: list[Trial], nodes: int, games: int, rounds: Sequence[int]) -> list[Trial]:
    """The trials, best first: all in some games, and in each round those that did best in twice as many as before."""
    for count in rounds:
        games *= 1 if count == rounds[0] else 2
        for trial in trials[:count]:
            trial.play(nodes, games)
            print(*trial.light, trial.figures(), file=sys.stderr, flush=True)
        trials[:count] = sorted(trials[:count], key=lambda trial: -trial.lead)
    return trials


def replies(place: Move, nodes: int, games: int, known: Mapping[tuple[str, str], str]) -> list[str]:
    """Light's best replies where the Cathedral stands there, as rows; those known stay."""
    rows = [row for (where, _), row in known.items() if where == str(place)]
    for dark in {liked(city(place), 1, length * nodes)[0]: None for length in LENGTHS}:
        if (str(place), str(dark)) not in known:
            answers = [Trial((place, light), [dark]) for light in liked(city(place, dark), REPLIES, LONGER * nodes)]
            best = tried(answers, nodes, games, (REPLIES, 2))[0]
            rows.append(f'{{ place = "{place}", dark = "{dark}", light = "{best.light[1]}", {best.figures()} }},')
            print(rows[-1], file=sys.stderr, flush=True)
    return rows


def rows_known(text: str) -> dict[tuple[str, str], str]:
    """The rows of the replies in a file, by the place and dark's beginning."""
    found = [line.strip() for line in text.partition("\nreplies")[2].splitlines() if "dark" in line]
    return {(str(row["place"]), str(row["dark"])): line for line in found for row in tomllib.loads(f"rows = [{line}]")["rows"]}


def written(name: str, rows: Sequence[str]) -> str:
    return f"{name} = [\n" + "".join(f"  {row}\n" for row in rows) + "]\n"


def main(argv: Sequence[str]) -> None:
    parser = argparse.ArgumentParser(description="Find out where light does best to place the Cathedral, and how it goes on.")
    parser.add_argument("--nodes", type=int, default=240, help="nodes a move, half to twice as many (default 240)")
    parser.add_argument("--games", type=int, default=8, help="games of each place in the first round (default 8)")
    parser.add_argument("--best", type=int, default=2, help="places from which replies are tried (default 2)")
    parser.add_argument("--replies-only", action="store_true", help="keep the places as they are, and the replies that are known")
    parser.add_argument("--output", type=Path, default=FILE, help=f"where to write (default {FILE})")
    chosen = parser.parse_args(argv)
    head = (
        "# Made by python -m tests.bench.opening: the squares by which light was ahead, on average, with its standard error,\n"
        f"# in games of `hard` against itself at about {chosen.nodes} nodes a move, each of another length of thought.\n\n"
    )
    if not chosen.replies_only:
        trials = [Trial((place.move,), liked(city(place.move), BEGINNINGS, LONGER * chosen.nodes)) for place in places()]
        rows = [f'{{ place = "{trial.light[0]}", {trial.figures()} }},' for trial in tried(trials, chosen.nodes, chosen.games, ROUNDS)]
        chosen.output.write_text(head + written("places", rows))
    text = chosen.output.read_text()
    kept, known = text.partition("\nreplies")[0], rows_known(text)
    best = [read_text(row["place"]) for row in tomllib.loads(kept)["places"][: chosen.best]]
    found = [row for place in best for row in replies(place, chosen.nodes, chosen.games, known)]
    chosen.output.write_text(kept.rstrip() + "\n\n" + written("replies", found))


if __name__ == "__main__":
    main(sys.argv[1:])
