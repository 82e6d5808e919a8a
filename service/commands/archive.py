"""`intramuros archive dump --month 2026-01`: the records of every archived game that ended in a month, as one text."""

import argparse
import os
import sys
from typing import TextIO

from service.commands.serve import archived_at
from service.config import CannotStart, load
from service.game import load as load_game
from service.games import visibility
from service.store import archive, journals, packing


def main(argv: list[str]) -> int:
    parser = argparse.ArgumentParser(prog="intramuros archive", description="What lies in the archive.")
    dump_parser = parser.add_subparsers(dest="command", required=True).add_parser("dump", help="write the records of a month's games")
    dump_parser.add_argument("--month", required=True, help="the month in which they ended, like 2026-01")
    dump_parser.add_argument("--output", default="-", metavar="FILE", help="where to; - for standard output")
    chosen = parser.parse_args(argv)
    found = archive.at(archived_at(load(os.environ)))
    if found is None:
        raise CannotStart("There is no archive; set INTRAMUROS_ARCHIVE_URL.")
    if chosen.output == "-":
        print(f"{dump(found, chosen.month, sys.stdout)} games.", file=sys.stderr)
    else:
        with open(chosen.output, "w", encoding="utf-8") as output:
            print(f"{dump(found, chosen.month, output)} games in {chosen.output}.")
    return 0


def dump(found: archive.Archive, month: str, output: TextIO) -> int:
    """Writes each record after a comment with the game's id; how many."""
    count = 0
    for game_id in found.games(month):
        document = found.find(game_id)
        if document is not None:
            game = load_game(packing.inflated(document.text))
            output.write(f"# game {game.id} ended {game.updated_at}\n{visibility.export(game, journals.opened(document.elements))}\n")
            count += 1
    return count
