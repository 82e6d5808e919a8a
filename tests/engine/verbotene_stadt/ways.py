"""The ways a game can go that have a recorded game each, and how to tell that a game went that way.

`python -m tests.engine.verbotene_stadt.ways` writes the games anew, each the first found that is played at sight.
"""

import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from engine.chance import Fate
from engine.core import CHANCE, settle_options
from engine.record import Line, Record
from engine.verbotene_stadt import RULESET
from engine.verbotene_stadt.brain import BRAIN
from engine.verbotene_stadt.moves import AnyMove, Slide
from engine.verbotene_stadt.officials import NOBODY
from engine.verbotene_stadt.position import Position
from engine.verbotene_stadt.sliding import ONE_STEP, City

GAMES = Path(__file__).parent / "games"

WAYS = (
    "two_seats",
    "three_seats",
    "four_seats",
    "teams",
    "honest_and_believed",
    "bluff_believed",
    "honest_but_doubted",
    "bluff_doubted",
    "shared_bribe",
    "empty_pavilion_before_the_tenth_exile",
    "empty_pavilion_after_the_tenth_exile",
    "empty_pavilion_declined",
    "empty_pavilion_declined_after_the_tenth_exile",
    "answers_after_a_doubt",
    "dragon",
    "pavilion_symbol",
    "one_step",
    "extra_move_declined",
)


def ways_of(before: Position, move: AnyMove, after: Position) -> Iterator[str]:
    """The ways that a move shows a game to go."""
    settled = before.entered if before.stage == "answer" and after.stage != "answer" else None
    if settled is not None:
        honest = before.bribes[before.active] == settled
        doubted = str(move) == "doubt" or before.doubter != NOBODY
        yield {(True, False): "honest_and_believed", (False, False): "bluff_believed", (True, True): "honest_but_doubted"}.get(
            (honest, doubted), "bluff_doubted"
        )
    if sum(after.shown) > 1:
        yield "shared_bribe"
    if before.stage == "award":
        yield {
            (False, False): "empty_pavilion_before_the_tenth_exile",
            (True, False): "empty_pavilion_after_the_tenth_exile",
            (False, True): "empty_pavilion_declined",
        }.get((before.generous, str(move) == "decline"), "empty_pavilion_declined_after_the_tenth_exile")
    if before.stage == "answer" and before.doubter != NOBODY:
        yield "answers_after_a_doubt"
    if after.stage == "dragon":
        yield "dragon"
    if str(move) == "roll red-pavilion":
        yield "pavilion_symbol"
    if isinstance(move, Slide) and is_step(before, move):
        yield "one_step"
    if str(move) == "stop":
        yield "extra_move_declined"


def is_step(before: Position, move: Slide) -> bool:
    """Whether the move is a single step that no slide could make."""
    start = before.cells[move.official]
    city = City.of(set(before.cells) - {start, *range(-3, 0)})
    across, down = city.run(start, "across"), city.run(start, "down")
    neighbours = (across.low, across.high, down.low, down.high)
    return move.end in ONE_STEP.get(start, ()) and move.end not in neighbours


def kind_of(position: Position) -> str:
    """The way that is decided before the first move."""
    return "teams" if position.teams else {2: "two_seats", 3: "three_seats", 4: "four_seats"}[position.seats]


def sensible_record(seats: int, options: dict[str, Any], seed: int) -> tuple[Record, set[str]]:
    """A game played at sight, now and then at random, and the ways it went."""
    rng = random.Random(seed)
    fate, settled = Fate(rng.randbytes(32)), settle_options(RULESET, seats, options)
    position = RULESET.start(seats, settled)
    lines: list[Line] = []
    ways = {kind_of(position)}
    while position.outcome is None:
        actor = rng.choice(position.actors)
        if actor == CHANCE:
            move = fate.pick(len(lines) + 1, position.odds())
        elif rng.random() < 0.05:
            move = rng.choice(position.moves(actor))
        else:
            move = BRAIN.policy(position.view(actor), actor, rng)
        lines.append(Line(actor, str(move)))
        after = position.play(actor, move)
        ways |= set(ways_of(position, move, after))
        position = after
    version, box = RULESET.version, RULESET.digest
    return Record("verbotene_stadt", version, seats, settled, fate.seed.hex(), fate.commitment, tuple(lines), position.outcome, box), ways


def main() -> None:
    """Tables are tried in turn, so that the games differ."""
    tables: list[tuple[int, dict[str, Any]]] = [(2, {}), (3, {}), (4, {}), (4, {"teams": True}), (2, {"extra_move": "may"})]
    missing = list(WAYS)
    GAMES.mkdir(exist_ok=True)
    for seed in range(2000):
        if not missing:
            break
        record, ways = sensible_record(*tables[seed % len(tables)], seed)
        found = next((way for way in missing if way in ways), None)
        if found:
            missing.remove(found)
            (GAMES / f"{found}.txt").write_text(str(record))
    print("missing:", missing)


if __name__ == "__main__":
    main()
