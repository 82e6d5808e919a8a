"""OpenSpiel's own tree search, one random rollout a simulation, at the start of a game; run by its own environment, see peers.py.

Argument: how many moves a position should have. Answers first with the game that comes closest, of those listed here.
"""

import json
import sys
import time

import pyspiel

GAMES = ("connect_four", "breakthrough", "hex(board_size=11)", "havannah(board_size=8)", "gomoku", "go(board_size=19)")


def branching(name: str) -> int:
    return len(pyspiel.load_game(name).new_initial_state().legal_actions())


if __name__ == "__main__":
    wanted = int(sys.argv[1])
    name = min(GAMES, key=lambda each: abs(branching(each) - wanted))
    print(json.dumps([name, branching(name)]), flush=True)
    game = pyspiel.load_game(name)
    evaluator, simulations = pyspiel.RandomRolloutEvaluator(1, 1), 16
    for line in sys.stdin:
        started, done, seconds = time.process_time(), 0, float(line)
        while time.process_time() - started < seconds:
            bot = pyspiel.MCTSBot(game, evaluator, 1.4, simulations, 500, False, 1, False)
            bot.mcts_search(game.new_initial_state())
            done += simulations
            simulations = min(simulations * 2, 1000) if time.process_time() - started < seconds / 4 else simulations
        print(json.dumps([done, time.process_time() - started]), flush=True)
