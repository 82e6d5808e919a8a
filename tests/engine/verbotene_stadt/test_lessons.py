"""What a finished game of Die verbotene Stadt teaches about a slip, now that every bribe is known."""

from engine.ai.lessons import Slip, lessons
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


def test_a_card_worth_more_is_named_with_what_the_hand_would_be_worth() -> None:
    cards = {0: "red-hat red-coat", 1: "red-trousers white-coat"}
    doubted = play(table(["red-red", "black-black"], at=READY, cards=cards), "0 slide red-red pavilion", "1 doubt", "* garment hat")
    assert doubted.stage == "forfeit"
    said = taught(doubted, 0, "take seat 1 white-coat", "take seat 1 red-trousers")
    assert said[0].startswith("With take seat 1 red-trousers the cards would have been worth ")
