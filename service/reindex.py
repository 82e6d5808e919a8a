"""Builds the indexes of the store again from its games: `intramuros reindex`."""

import argparse
import os

from service.config import load
from service.host import Host
from service.serve import connected


def main(argv: list[str]) -> int:
    argparse.ArgumentParser(prog="intramuros reindex", description="Build the store's indexes again from its games.").parse_args(argv)
    store = Host(connected(load(os.environ))).store
    count = 0
    for game in store.every_game():
        store.index(game)
        store.announce(None, game)
        count += 1
    print(f"{count} games indexed.")
    return 0
