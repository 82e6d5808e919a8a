"""What a finished game of Die verbotene Stadt teaches about a slip, now that every bribe is known."""

from engine.ai.lessons import Slip, expected, lessons
from engine.verbotene_stadt.moves import read_move
from engine.verbotene_stadt.position import Position
from tests.engine.verbotene_stadt.tables import READY, play, table

CARDS = {0: "red-hat", 1: "blue-hat white-coat"}


def taught(position: Position, seat: int, played: str, better: str) -> list[str]:
    return [said.text for said in lessons("verbotene_stadt", Slip(position, seat, read_move(played), read_move(better)))]


def test_a_bluff_that_was_believed_is_told() -> None:
    asked = play(table(["yellow-red", "black-black"], at=READY, cards=CARDS), "0 slide red-red pavilion")
    assert taught(asked, 1, "believe", "doubt") == ["It was a bluff: seat 0 had bribed another official."]
    assert taught(asked, 1, "doubt", "believe") == ["Better was believe."]


def test_an_honest_entry_that_was_doubted_is_told() -> None:
    asked = play(table(["red-red", "black-black"], at=READY, cards=CARDS), "0 slide red-red pavilion")
    assert taught(asked, 1, "doubt", "believe") == ["The entry was honest: seat 0 had bribed red-red."]


def test_an_entry_that_was_missed_is_told_and_a_bluff_by_its_name() -> None:
    before = table(["red-red", "black-black"], at=READY, cards=CARDS)
    other = next(str(move) for move in before.moves(0) if str(move).startswith("slide blue-blue") and "pavilion" not in str(move))
    assert taught(before, 0, other, "slide red-red pavilion") == ["The bribed official, red-red, could have entered."]
    bluffing = table(["yellow-red", "black-black"], at=READY, cards=CARDS)
    assert taught(bluffing, 0, other, "slide red-red pavilion") == ["A bluff with red-red was worth trying."]


def test_a_bluff_that_should_have_waited_is_told_with_what_it_risks() -> None:
    before = table(["yellow-red", "black-black"], at=READY, cards=CARDS)
    other = next(str(move) for move in before.moves(0) if str(move).startswith("slide blue-blue") and "pavilion" not in str(move))
    said = taught(before, 0, "slide red-red pavilion", other)
    assert said[0] == "It was a bluff with red-red: whoever doubts it gets the award and a card besides."


def test_an_honest_entry_whose_award_is_another_seats_is_told() -> None:
    before = table(["red-red", "black-black", "red-red"], at=READY)
    said = taught(before, 0, "slide red-red pavilion", "slide yellow-red f5")
    assert said == ["Seat 2 had bribed red-red too, and gets the award of an entry that nobody doubts."]


def test_a_way_into_the_pavilion_that_a_slide_opens_is_told_whosever_it_is() -> None:
    """red-red stands between blue-blue and the door."""
    at = {"blue-blue": "d13", "red-red": "c13"}
    mine, theirs = (table(bribes, at=at) for bribes in (["blue-blue", "black-black"], ["black-black", "blue-blue"]))
    said = taught(mine, 0, "slide yellow-red f5", "slide red-red c1")
    assert said == ["After slide red-red c1 the bribed official, blue-blue, could have entered."]
    said = taught(theirs, 0, "slide red-red c1", "slide yellow-red f5")
    assert said == ["It opened a way into the pavilion for blue-blue, which seat 1 had bribed."]


def test_a_bribe_that_could_enter_more_pavilions_is_told() -> None:
    choosing = play(table(["red-red", "black-black"], at=READY), "0 slide red-red pavilion", "* garment hat")
    entries = {str(move): choosing.entries[move.official].bit_count() for move in choosing.moves(0)}  # type: ignore[union-attr]
    fewest, most = (choose(entries, key=entries.__getitem__) for choose in (min, max))
    one, other = fewest.removeprefix("bribe "), most.removeprefix("bribe ")
    assert taught(choosing, 0, fewest, most) == [
        f"From where it stood {other} could enter {entries[most]} of the pavilions, {one} {entries[fewest]}."
    ]
    assert taught(choosing, 0, most, fewest) == [f"Better was {fewest}."]


def test_a_card_worth_more_is_named_with_what_the_hand_would_be_worth() -> None:
    cards = {0: "red-hat red-coat", 1: "red-trousers white-coat"}
    doubted = play(table(["red-red", "black-black"], at=READY, cards=cards), "0 slide red-red pavilion", "1 doubt", "* garment hat")
    assert doubted.stage == "forfeit"
    said = taught(doubted, 0, "take seat 1 white-coat", "take seat 1 red-trousers")
    assert said[0].startswith("With take seat 1 red-trousers the cards would have been worth ")


def worths(position: Position, seat: int, move: str) -> tuple[float, ...] | None:
    """The points that each seat may expect after the move."""
    return expected("verbotene_stadt", position.play(seat, read_move(move)))


def test_the_garment_that_an_entry_brings_counts_by_what_it_may_be() -> None:
    """A red hat and a red coat are worth 4; with a green card 5, so with any of the three garments."""
    before = table(["red-red", "black-black"], at=READY, cards={0: "red-hat red-coat", 1: "blue-hat"})
    assert worths(before, 0, "slide yellow-red f5") == (4, 1)
    assert worths(before, 0, "slide red-red pavilion") == (5, 1)
    hats = table(["red-red", "black-black"], at=READY, cards={0: "green-hat", 1: "blue-hat"})
    assert worths(hats, 0, "slide red-red pavilion") == (4, 1), "two of a colour, whichever it is"


def test_an_entry_shared_with_another_seat_counts_for_that_one() -> None:
    before = table(["red-red", "red-red"], at=READY)
    assert worths(before, 0, "slide red-red pavilion") == (0, 1)


def test_a_doubt_that_is_right_brings_the_award_to_the_doubter() -> None:
    asked = play(table(["yellow-red", "black-black"], at=READY, cards={0: "red-hat", 1: "blue-hat"}), "0 slide red-red pavilion")
    assert worths(asked, 1, "believe") == (2, 1)
    assert worths(asked, 1, "doubt") == (1, 2)


def test_partners_expect_what_both_have() -> None:
    before = table(["red-red", "blue-blue", "green-green", "black-black"], teams=True, cards={0: "red-hat", 2: "red-coat", 3: "blue-hat"})
    assert expected("verbotene_stadt", before) == (2, 1, 2, 1)
