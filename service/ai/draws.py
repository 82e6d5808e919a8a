"""What an AI says to the offer of a draw: yes when its search finds the game level, and not before there has been a game."""

import random

from engine.ai.brain import brain
from engine.ai.search.candidate import Candidate
from service.ai.notes import considered
from service.game import Game
from service.games import visibility

LEVEL = 0.08
"""How far from an equal share of the win a game is still called level."""
EARLY = 6
"""Decisions of each seat before which no AI thinks of a draw."""


def is_level(game: Game, seat: int, seconds: float) -> bool:
    """Whether the game is level for the AI of a seat, as far as that seat can know."""
    if not game.actors or game.turn <= EARLY * len(game.seats):
        return False
    fair = 1 / len(game.seats)
    return abs(share(game, seat, seconds) - fair) <= LEVEL


def share(game: Game, seat: int, seconds: float) -> float:
    """The seat's share of the win by its search: for its own decision, or for that of whoever must decide in what it takes for the game."""
    if seat in game.actors:
        return best(considered(game, seat, seconds))
    actor = game.actors[0]
    guessed = brain(game.ruleset).guess(visibility.ai_view(game, seat).position, seat, random.Random())
    return (1 - best(considered(game.with_position(guessed), actor, seconds))) / (len(game.seats) - 1)


def best(found: list[Candidate]) -> float:
    return float(found[0].estimate)
