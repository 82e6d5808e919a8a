"""Random games held against the schemas to the letter: `python -m tests.bench.strict_answers [GAMES]`, 1,000 unless told otherwise.

Every ruleset with every number of seats in turn; of each game the end and up to forty places on the way, each as one seat or an
onlooker sees it, with the move that follows. A member that the schemas do not name, or one that is missing, ends it with that answer.
"""

import random
import sys
import time
from collections import Counter

from engine.core import settle_options
from engine.rulesets import ruleset
from tests.engine.test_schemas import holds
from tests.engine.walk import Table, tables, walk

PLACES = 40


def main() -> None:
    games = int(sys.argv[1]) if len(sys.argv) > 1 else 1000
    started, counted, kinds = time.monotonic(), Counter[str](), list(tables())
    for number in range(games):
        table = kinds[number % len(kinds)]
        counted[table.ruleset] += 1
        counted["answers"] += checked(table, number)
    played = ", ".join(f"{name} {count}" for name, count in sorted(counted.items()) if name != "answers")
    print(f"{games} random games ({played}): {counted['answers']} answers, every one fits; {time.monotonic() - started:.0f} s")


def checked(table: Table, seed: int) -> int:
    """Plays one game and gives how many answers of it were held against their schemas."""
    rules, rng = ruleset(table.ruleset), random.Random(seed)
    holds(table.ruleset, "options", settle_options(rules, table.seats, table.options))
    steps = list(walk(table, seed))
    for position, actor, move in rng.sample(steps, min(PLACES, len(steps))):
        seat = rng.choice([*range(table.seats), None])
        view = position.view(seat)
        holds(table.ruleset, "position", rules.to_json(view))
        holds(table.ruleset, "move", rules.move_json(view, actor, position.glimpse(actor, move, seat)))
    last = steps[-1]
    holds(table.ruleset, "position", rules.to_json(last.position.play(last.actor, last.move)))
    return 2 + 2 * min(PLACES, len(steps))


if __name__ == "__main__":
    main()
