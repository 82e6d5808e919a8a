"""The brain guesses what it may not know, plays legal moves, and beats a player who only enters when it happens to be able to."""

import random

import pytest

from engine.core import CHANCE
from engine.verbotene_stadt import RULESET
from engine.verbotene_stadt.brain import BRAIN
from engine.verbotene_stadt.moves import BELIEVE, DOUBT, AnyMove, slide
from engine.verbotene_stadt.officials import UNKNOWN
from engine.verbotene_stadt.position import Position
from engine.verbotene_stadt.sliding import PAVILION
from tests.engine.verbotene_stadt.tables import READY, play, sensible_game, table


@pytest.mark.parametrize(("seats", "options"), [(2, {"extra_move": "may"}), (4, {"teams": True})])
def test_what_the_policy_plays_and_what_the_order_lists_is_legal(seats: int, options: dict[str, object]) -> None:
    for position, actor, move in sensible_game(seats, options, seed=6):
        if actor != CHANCE:
            assert position.refusal(actor, move) is None
            moves = position.moves(actor)
            ordered = BRAIN.order(position, actor, moves)
            assert ordered
            assert set(ordered) <= set(moves)
            assert len(set(ordered)) == len(ordered) <= 30


@pytest.mark.parametrize(("seats", "options"), [(2, {}), (3, {"extra_move": "may"}), (4, {"teams": True})])
def test_a_seat_plays_the_same_at_sight_whether_it_is_shown_the_secrets_or_not(seats: int, options: dict[str, object]) -> None:
    for place, (position, actor, _) in enumerate(sensible_game(seats, options, seed=8)):
        if actor != CHANCE:
            shown, hidden = random.Random(place), random.Random(place)
            assert BRAIN.at_sight(position, actor, shown) == BRAIN.policy(position.view(actor), actor, hidden)
            assert shown.random() == hidden.random()


def test_shares_add_up_to_one() -> None:
    for position, _, _ in list(sensible_game(3, {}, seed=6))[25::5]:
        shares = BRAIN.evaluate(position)
        assert sum(shares) == pytest.approx(1)
        assert len(shares) == 3


def test_partners_have_equal_shares_of_what_they_own() -> None:
    cards = {0: "red-hat red-coat", 1: "blue-hat", 2: "white-hat", 3: "blue-coat"}
    first, second, third, fourth = BRAIN.evaluate(table(["red-red"] * 4, cards=cards, teams=True))
    assert first == pytest.approx(third) and second == pytest.approx(fourth) and first > second  # noqa: PT018


def test_a_guess_knows_every_bribe_and_suspects_officials_that_were_moved() -> None:
    position = table(["red-red", "blue-blue"]).but(moved=((), (3, 3, 3, 3)))
    rng = random.Random(2)
    guesses = [BRAIN.guess(position.view(0), 0, rng).bribes for _ in range(300)]
    assert all(own == 0 and other != UNKNOWN for own, other in guesses)
    assert sum(other == 3 for _, other in guesses) > 60


def test_a_guess_about_a_claim_follows_what_the_seat_has_shown_before() -> None:
    asked = play(table(["yellow-red", "black-black"], at=READY, cards={0: "red-hat", 1: "blue-hat"}), "0 slide red-red pavilion")
    rng = random.Random(3)

    def believed(claims: tuple[int, int]) -> int:
        view = asked.but(claims=(claims, (0, 0))).view(1)
        return sum(BRAIN.guess(view, 1, rng).bribes[0] == asked.entered for _ in range(200))

    assert believed((9, 0)) > 150 > 100 > believed((0, 9))


def test_doubting_is_mixed_and_follows_what_the_seat_has_shown_before() -> None:
    asked = play(table(["yellow-red", "black-black"], at=READY, cards={0: "red-hat", 1: "blue-hat"}), "0 slide red-red pavilion")
    rng = random.Random(3)

    def doubted(claims: tuple[int, int]) -> int:
        view = asked.but(claims=(claims, (0, 0))).view(1)
        return sum(BRAIN.policy(view, 1, rng) == DOUBT for _ in range(100))

    assert 0 < doubted((0, 0)) < 100
    assert doubted((20, 0)) < doubted((0, 0)) < doubted((0, 6))


def naive(view: Position, seat: int, rng: random.Random) -> AnyMove:
    """Enters honestly when it can, never bluffs, doubts one time in three, and is otherwise at random."""
    if view.stage == "answer":
        return DOUBT if rng.random() < 1 / 3 else BELIEVE
    moves = view.moves(seat)
    if view.stage == "move":
        honest = slide(view.bribes[seat], PAVILION)
        return honest if honest in moves else rng.choice([move for move in moves if getattr(move, "end", 0) != PAVILION])
    return rng.choice(moves)


def test_the_policy_clearly_beats_a_naive_player() -> None:
    wins = 0.0
    for seed in range(24):
        rng, mine = random.Random(seed), seed % 2
        position = RULESET.start(2, {"extra_move": "must", "teams": False})
        while position.actors:
            actor = position.actors[0]
            if actor == CHANCE:
                moves, weights = zip(*position.odds(), strict=True)
                (move,) = rng.choices(moves, weights)
            else:
                move = (BRAIN.policy if actor == mine else naive)(position.view(actor), actor, rng)
            position = position.play(actor, move)
        assert position.outcome is not None
        wins += (mine in position.outcome.winners) / len(position.outcome.winners)
    assert wins >= 16
