"""What levels are like: who trusts is deceived until somebody is known to bluff, and who bluffs sees who lets itself be deceived."""

import random

from engine.ai.levels import opponent
from engine.ai.opponent import Budget, View
from engine.verbotene_stadt import RULESET
from engine.verbotene_stadt.brain.credulity import doubtfulness, types
from engine.verbotene_stadt.brain.policy import choose_slide
from engine.verbotene_stadt.moves import DOUBT
from engine.verbotene_stadt.position import Position
from engine.verbotene_stadt.sliding import PAVILION
from tests.engine.verbotene_stadt.tables import READY, play, table

GAMES = 100


def doubts_of(level: str, honest: int, bluffs: int) -> int:
    """How often the level doubts a claim of a seat with that record."""
    asked = play(table(["yellow-red", "black-black"], at=READY, cards={0: "red-hat", 1: "blue-hat"}), "0 slide red-red pavilion")
    view = asked.but(claims=((honest, bluffs), (0, 0))).view(1)
    player, moves = opponent("verbotene_stadt", level), view.moves(1)
    return [player.choose(View(RULESET, 1, view), moves, Budget(seed=seed)) for seed in range(GAMES)].count(DOUBT)


def test_easy_and_medium_believe_a_first_claim() -> None:
    assert doubts_of("easy", 0, 0) <= doubts_of("medium", 0, 0) + 2 < 0.2 * GAMES


def test_medium_sees_through_a_bluffer_before_easy_does_and_both_in_the_end() -> None:
    assert doubts_of("easy", 2, 5) < doubts_of("medium", 2, 5)
    assert doubts_of("easy", 0, 10) > 0.5 * GAMES


def ready() -> Position:
    """Seat 0 may claim red-red, which it does not bribe."""
    return table(["yellow-red", "black-black"], at=READY, cards={0: "red-hat", 1: "blue-hat"})


def doubted(record: tuple[int, int], answers: tuple[int, int]) -> float:
    """How likely seat 0 thinks, on average, that its next claim is doubted."""
    position = ready().but(claims=(record, (0, 0)), answers=((0, 0), answers))
    return sum(doubtfulness(position, 0, random.Random(seed)) for seed in range(GAMES)) / GAMES


def test_who_was_deceived_once_may_learn_and_who_was_deceived_often_is_trusting() -> None:
    assert doubted((0, 1), (1, 0)) > 0.3
    assert doubted((0, 4), (4, 0)) < 0.15


def test_who_believed_true_claims_alone_may_weigh_them() -> None:
    weighs = 1
    assert types((6, 0), (6, 0))[weighs] > 4 * types((0, 4), (4, 0))[weighs]


def test_who_doubts_is_bluffed_no_more() -> None:
    assert doubted((2, 2), (0, 4)) > 0.6


def test_who_does_not_dare_never_bluffs() -> None:
    position = ready().but(answers=((0, 0), (6, 0)), claims=((0, 6), (0, 0)))
    for daring, bluffs in ((0.0, False), (1.0, True)):
        ends = {getattr(choose_slide(position, 0, random.Random(seed), daring), "end", 0) for seed in range(GAMES)}
        assert (PAVILION in ends) == bluffs
