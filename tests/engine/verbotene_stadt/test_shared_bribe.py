"""Several seats bribe the official that enters."""

from tests.engine.verbotene_stadt.tables import READY, hand, play, table


def test_the_award_goes_to_the_sharing_seat_furthest_from_the_active_one() -> None:
    before = table(["red-red", "red-red", "red-red", "blue-red"], at=READY, active=1)
    after = play(before, "1 slide red-red pavilion")
    assert after.asked == 0
    assert after.shown == (True, True, True, False)
    assert hand(play(after, "* garment hat"), 0) == ["green-hat"]


def test_a_shared_bribe_also_counts_when_all_believe() -> None:
    before = table(["red-red", "blue-blue", "red-red"], at=READY, cards={0: "red-hat", 1: "blue-hat"})
    after = play(before, "0 slide red-red pavilion", "1 believe", "* garment coat")
    assert [hand(after, seat) for seat in range(3)] == [["red-hat"], ["blue-hat"], ["green-coat"]]
    assert after.shown == (True, False, True)


def test_a_doubted_honest_entry_pays_the_active_seat_itself() -> None:
    before = table(["red-red", "red-red"], at=READY, cards={0: "red-hat", 1: "blue-hat white-hat"})
    after = play(before, "0 slide red-red pavilion", "1 doubt", "* garment coat")
    assert hand(after, 0) == ["red-hat", "green-coat"]


def test_those_who_bribe_the_exiled_official_must_change() -> None:
    after = play(table(["red-red", "red-red"], at=READY), "0 slide red-red pavilion", "* garment hat")
    assert after.actors == (0, 1)
    for seat in (0, 1):
        assert "bribe red-red" not in [str(move) for move in after.moves(seat)]
