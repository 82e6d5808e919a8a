"""What a game counts: squares not placed in Cathedral, scores or places elsewhere; and nobody gains by giving up."""

from fractions import Fraction

from hypothesis import given
from hypothesis import strategies as st

from service.contests.contest import Result
from service.contests.points import Averages, Scoring, all_points, averages, match_points, places, points
from tests.service.contests.playing import contest, result

CATHEDRAL = Scoring("score", low_wins=True, forfeit=47)
COINS = Scoring("score", low_wins=False, forfeit=0)
PLACES = Scoring("rank", low_wins=False, forfeit=0)
NOTHING = Averages({}, None)


def given_up(quitter: int, entrants: tuple[str, ...] = ("ada", "bo"), scores: tuple[int, ...] = (30, 30)) -> Result:
    """A game of two that one of them has resigned."""
    told = tuple(47 if seat == quitter else score for seat, score in enumerate(scores))
    return Result(entrants, told, (1 - quitter,), (quitter,), played_out=False)


def test_the_squares_not_placed_count() -> None:
    assert points(result(("ada", "bo"), (12, 8)), CATHEDRAL, NOTHING) == (12, 8)


def test_who_gives_up_has_all_47_squares_and_the_other_its_own_average() -> None:
    known = averages([result(("ada", "bo"), (12, 8)), result(("bo", "ada"), (9, 20))], CATHEDRAL)
    assert points(given_up(0), CATHEDRAL, known) == (47, Fraction(17, 2))


def test_who_has_no_average_gets_that_of_the_winners_and_else_nothing() -> None:
    known = averages([result(("cy", "di"), (12, 8)), result(("di", "cy"), (9, 4))], CATHEDRAL)
    assert points(given_up(0), CATHEDRAL, known) == (47, 6)
    assert points(given_up(0), CATHEDRAL, NOTHING) == (47, 0)


def test_where_the_most_win_the_winner_has_what_it_had_as_long_as_no_game_was_played_out() -> None:
    assert points(Result(("ada", "bo"), (12, 0), (0,), (1,), played_out=False), COINS, NOTHING) == (12, 0)
    known = averages([Result(("ada", "bo"), (50, 70), (1,))], COINS)
    assert points(Result(("ada", "bo"), (12, 0), (0,), (1,), played_out=False), COINS, known) == (50, 0)


def test_games_not_played_out_are_in_no_average() -> None:
    games = {"1": result(("ada", "bo"), (12, 8)), "2": given_up(0), "3": given_up(0)}
    assert all_points(contest(0), games) == {"1": (12, 8), "2": (47, 8), "3": (47, 8)}


def test_places_are_shared() -> None:
    assert points(Result(("a", "b", "c", "d"), (50, 70, 70, 10), (1, 2)), PLACES, NOTHING) == (3, Fraction(3, 2), Fraction(3, 2), 4)
    assert points(Result(("a", "b"), (5, 5), (0, 1)), PLACES, NOTHING) == (Fraction(3, 2), Fraction(3, 2))


def test_whatever_a_stand_in_makes_of_it_whoever_left_is_last() -> None:
    played_on = Result(("a", "b", "c"), (50, 70, 60), (1,), quitters=(1,))
    assert points(played_on, PLACES, NOTHING) == (2, 3, 1)
    assert points(played_on, COINS, NOTHING) == (50, 0, 60)


def test_the_win_of_a_stand_in_is_that_of_the_best_who_stayed() -> None:
    played_on = Result(("a", "b", "c"), (60, 70, 60), (1,), quitters=(1,))
    assert match_points(played_on, low_wins=False) == (Fraction(1, 2), 0, Fraction(1, 2))
    assert match_points(Result(("a", "b", "c"), (50, 70, 70), (1, 2), quitters=(1,)), low_wins=False) == (0, 0, 1)
    assert match_points(Result(("a", "b", "c"), (50, 70, 60), (1,)), low_wins=False) == (0, 1, 0)
    assert match_points(given_up(0), low_wins=True) == (0, 1)
    assert match_points(Result(("a", "b"), (47, 47), (), (0, 1), played_out=False), low_wins=True) == (0, 0)


def test_two_of_four_who_leave_share_the_last_places() -> None:
    played_on = Result(("a", "b", "c", "d"), (50, 70, 60, 90), (3,), quitters=(1, 3))
    assert points(played_on, PLACES, NOTHING) == (2, Fraction(7, 2), 1, Fraction(7, 2))


@given(st.lists(st.integers(0, 9), min_size=2, max_size=4), st.sets(st.integers(0, 3)), st.booleans())
def test_the_places_of_a_table_always_add_up(scores: list[int], quitters: set[int], fewest: bool) -> None:
    found = places(tuple(scores), quitters, fewest=fewest)
    assert sum(found) == len(scores) * (len(scores) + 1) // 2
    stayed = [seat for seat in range(len(scores)) if seat not in quitters]
    assert all(found[one] < found[other] for one in stayed for other in range(len(scores)) if other in quitters)
    for one in stayed:
        for other in stayed:
            assert (found[one] < found[other]) == ((scores[one] < scores[other]) if fewest else (scores[one] > scores[other]))
