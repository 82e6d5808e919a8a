"""Random games of python-chess; run by its own environment, see peers.py."""

import json
import random
import sys
import time

import chess

if __name__ == "__main__":
    rng = random.Random(1)
    for line in sys.stdin:
        started, plies, seconds = time.process_time(), 0, float(line)
        while time.process_time() - started < seconds:
            board = chess.Board()
            while not board.is_game_over():
                board.push(rng.choice(list(board.legal_moves)))
                plies += 1
        print(json.dumps([plies, time.process_time() - started]), flush=True)
