"""Uniformly random games on the Board of cathedral-rl; run by its own environment, see peers.py."""

import json
import random
import sys
import time

from cathedral_rl.game.board import Board

AGENTS = ("player_0", "player_1")


def playout(rng: random.Random) -> int:
    """Plays one game to its end; the number of placements."""
    board, mover, plies, stuck = Board(), 0, 0, 0
    while stuck < 2:
        agent = AGENTS[mover]
        legal = [action for action in range(board.num_actions) if board.is_legal(agent, action)]
        if legal:
            board.play_turn(agent, rng.choice(legal))
            board.check_territory(agent)
            plies += 1
        stuck = 0 if legal else stuck + 1
        mover = 1 - mover
    return plies


if __name__ == "__main__":
    rng = random.Random(1)
    for line in sys.stdin:
        started, games = time.process_time(), int(float(line))
        for _ in range(games):
            playout(rng)
        print(json.dumps([games, time.process_time() - started]), flush=True)
