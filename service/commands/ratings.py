"""Works the ratings out again from the games, those in the archive too: `intramuros ratings`."""

import argparse
import os
from itertools import chain

from engine.rulesets import NAMES
from service.commands.serve import connected
from service.config import load
from service.parts import Parts


def main(argv: list[str]) -> int:
    parser = argparse.ArgumentParser(prog="intramuros ratings", description="Work all ratings out again from the rated games.")
    parser.add_argument("--ruleset", action="append", choices=NAMES, help="only this ruleset; may be repeated (all)")
    chosen = parser.parse_args(argv)
    parts = Parts(connected(load(os.environ)))
    games = [game for game in chain(parts.store.every_game(), parts.store.every_archived()) if game.rated]
    for ruleset in chosen.ruleset or NAMES:
        count, changed = parts.ratings.recompute(ruleset, [game for game in games if game.ruleset == ruleset])
        print(f"{ruleset}: {count} rated games, {changed} ratings changed.")
    return 0
