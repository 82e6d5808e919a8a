"""The end: what the two tiles left over bring, who wins, and a shared win ("The winner of the game")."""

from dataclasses import replace

from engine.forbidden_city.position import Position
from engine.forbidden_city.scoring import Scoring, coins_left
from tests.engine.forbidden_city.tables import laid, play


def last_tile(scores: tuple[int, int], left: tuple[tuple[str, ...], tuple[str, ...]]) -> Position:
    """Two seats, of whom yellow lays the last tile of the game, which closes nothing."""
    position = laid(turn="yellow", hold="green1", colours=("purple", "yellow"))
    rest = (left[0], ("green1", *left[1]))
    history = (Scoring(1, 0, "pink", 0, 1, 0, (), scores),)
    return replace(position, hands=(None, "green1"), rest=rest, scores=scores, history=history)


def test_each_advisor_left_over_brings_two_coins_and_each_dragon_three() -> None:
    assert [coins_left(name) for name in ("green1", "white2", "pink3", "green7", "greenpink")] == [6, 4, 3, 2, 0]


def test_coins_for_tiles_left_over_are_added_to_those_for_rooms() -> None:
    over = play(last_tile((10, 9), (("pink7", "pink3"), ("white1", "greenpink"))), "lay green1@2,0n")
    assert over.actors == ()
    assert over.outcome is not None
    assert (over.outcome.scores, over.outcome.winners, over.outcome.reason) == ((15, 15), (0, 1), "all_laid")


def test_equal_totals_share_the_win() -> None:
    over = play(last_tile((5, 0), (("greenpink", "pinkwhite"), ("pink7", "pink3"))), "lay green1@2,0n")
    assert over.outcome is not None
    assert (over.outcome.scores, over.outcome.winners) == ((5, 5), (0, 1))


def test_one_coin_more_wins_alone() -> None:
    over = play(last_tile((6, 0), (("greenpink", "pinkwhite"), ("pink7", "pink3"))), "lay green1@2,0n")
    assert over.outcome is not None
    assert (over.outcome.scores, over.outcome.winners) == ((6, 5), (0,))


def test_there_is_no_outcome_while_a_seat_has_a_tile_to_lay() -> None:
    assert last_tile((5, 0), (("greenpink", "pinkwhite"), ("pink7", "pink3"))).outcome is None
