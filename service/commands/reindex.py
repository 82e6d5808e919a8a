"""Builds every index of the store again from its games, contests, webhooks and players: `intramuros reindex`.

What is derived can be lost without harm: the lists of games and of contests, what somebody owes, deadlines, the turns of AIs, the results
that contests know of, ratings with their leaderboards and histories, pools of seeks, who has webhooks, who bears a name. Games in the
archive count too.
"""

import argparse
import os
from itertools import chain

from engine.rulesets import NAMES
from service.commands.serve import connected
from service.config import Settings, load
from service.game import Game
from service.parts import Parts
from service.store.quarantine import BROKEN


def main(argv: list[str]) -> int:
    argparse.ArgumentParser(prog="intramuros reindex", description="Build the store's indexes again from its games.").parse_args(argv)
    games, contests = reindex(connected(load(os.environ)))
    print(f"{games} games and {contests} contests indexed.")
    return 0


def index(parts: Parts, game: Game, *, archived: bool) -> None:
    """Puts one game into all lists where it belongs."""
    parts.store.lists.index(game, archived=archived)
    if not archived:
        parts.store.commits.announce_again(game)
        parts.ratings.expect(game)
        parts.store.commits.compact(game.id)
    parts.contests.note(game)


def reindex(settings: Settings) -> tuple[int, int]:
    """Puts every game and every contest into the lists where it belongs; how many of each there are."""
    parts, count = Parts(settings), 0
    rated: dict[str, list[Game]] = {name: [] for name in NAMES}
    for game, archived in chain(
        ((game, False) for game in parts.store.every_game()), ((game, True) for game in parts.store.every_archived())
    ):
        try:
            index(parts, game, archived=archived)
        except BROKEN as error:
            parts.store.quarantine.set_aside(game.id, error)
        if game.rated and game.ruleset in rated:
            rated[game.ruleset].append(game)
        count += 1
    for name, games in rated.items():
        parts.ratings.recompute(name, games)
    for pool in parts.seeks.store.every_pool():
        parts.seeks.store.announce(pool)
    parts.webhooks.reindex()
    parts.players.names.reindex()
    return count, parts.contests.reindex()
