"""What an entry pays: full and empty pavilions, before and after the tenth exile."""

import pytest

from engine.verbotene_stadt import RULESET
from tests.engine.verbotene_stadt.tables import READY, hand, listed, play, refusal, table

ENTER = "0 slide red-red pavilion"
ALL_GREEN = "green-hat green-coat green-trousers"


def test_the_award_is_a_garment_that_is_left() -> None:
    before = table(["red-red", "red-blue"], at=READY, cards={1: "green-coat"})
    assert [str(move) for move, _ in play(before, ENTER).odds()] == ["garment hat", "garment trousers"]


def test_an_empty_pavilion_pays_one_card_of_its_colour_chosen_from_others() -> None:
    before = table(["red-red", "red-blue", "red-blue"], at=READY, cards={1: "green-coat red-hat"}, gone="green-hat green-trousers")
    asked = play(before, ENTER)
    assert asked.decision(0).prompt == "Take a green card from another seat, or decline: pavilion 7 is empty."
    assert listed(asked, 0) == ["take seat 2 green-hat", "take seat 1 green-coat", "take seat 2 green-trousers", "decline"]
    assert refusal(asked, 0, "take seat 1 red-hat") == "Now a card of the pavilion's colour is to be taken from another seat, or declined."
    assert refusal(asked, 0, "take all") == "Now a card of the pavilion's colour is to be taken from another seat, or declined."
    assert refusal(asked, 0, "take seat 1 green-hat") == "Seat 1 does not own green-hat."
    assert hand(play(asked, "0 take seat 1 green-coat"), 0) == ["green-coat"]


def test_an_empty_pavilion_pays_nothing_when_nobody_else_has_its_colour() -> None:
    after = play(table(["red-red", "red-blue"], at=READY, cards={0: ALL_GREEN}), ENTER)
    assert (after.stage, hand(after, 0)) == ("bribe", ALL_GREEN.split())


def test_with_nine_in_exile_one_garment_is_paid() -> None:
    assert play(table(["red-red", "red-blue"], at=READY, exiled=9), ENTER).stage == "garment"


def test_from_the_tenth_exile_on_everything_left_is_paid() -> None:
    before = table(["red-red", "red-blue"], at=READY, exiled=10, cards={1: "green-coat"})
    after = play(before, ENTER)
    assert hand(after, 0) == ["green-hat", "green-trousers"]
    assert hand(after, 1) == ["green-coat"]
    assert after.stage == "bribe"


def test_from_the_tenth_exile_on_an_empty_pavilion_pays_all_cards_of_its_colour_that_others_own() -> None:
    before = table(["red-red", "red-blue", "red-blue"], at=READY, exiled=10, cards={1: "green-hat"}, gone="green-coat green-trousers")
    asked = play(before, ENTER)
    assert asked.decision(0).prompt == "Take all green cards of seats 1, 2, or decline: pavilion 7 is empty."
    assert listed(asked, 0) == ["take all", "decline"]
    said = "Now all cards of the pavilion's colour are to be taken from the opponents, or declined."
    assert refusal(asked, 0, "take seat 1 green-hat") == said
    assert RULESET.move_json(asked, 0, asked.moves(0)[0]) == {"kind": "take_all", "cards": ALL_GREEN.split()}
    after = play(asked, "0 take all")
    assert [hand(after, seat) for seat in range(3)] == [ALL_GREEN.split(), [], []]


@pytest.mark.parametrize("exiled", [0, 10])
def test_taking_from_others_can_be_declined(exiled: int) -> None:
    before = table(["red-red", "red-blue", "red-blue"], at=READY, exiled=exiled, gone=ALL_GREEN)
    after = play(before, ENTER, "0 decline")
    assert (after.owners, after.stage) == (before.owners, "bribe")


def test_after_a_declined_award_the_card_for_a_doubt_is_chosen() -> None:
    before = table(["red-red", "red-blue"], at=READY, cards={0: "red-hat"}, gone=ALL_GREEN)
    after = play(before, ENTER, "1 doubt", "0 decline")
    assert listed(after, 0) == ["take seat 1 green-hat", "take seat 1 green-coat", "take seat 1 green-trousers"]


def test_in_the_first_version_a_card_had_to_be_taken() -> None:
    before = table(["red-red", "red-blue"], at=READY, gone=ALL_GREEN, version=1)
    asked = play(before, ENTER)
    assert listed(asked, 0) == ["take seat 1 green-hat", "take seat 1 green-coat", "take seat 1 green-trousers"]
    assert asked.decision(0).prompt == "Take a green card from another seat: pavilion 7 is empty."
    assert refusal(asked, 0, "decline") == "Now a card of the pavilion's colour is to be taken from another seat."


def test_in_the_first_version_all_were_taken_at_once_after_the_tenth_exile() -> None:
    before = table(["red-red", "red-blue"], at=READY, exiled=10, gone=ALL_GREEN, version=1)
    assert hand(play(before, ENTER), 0) == ALL_GREEN.split()


def test_bluffing_works_with_empty_pavilions_too() -> None:
    before = table(["blue-red", "red-blue"], at=READY, cards={0: "red-hat"}, gone=ALL_GREEN)
    after = play(before, ENTER, "1 doubt")
    assert after.stage == "forfeit", "the doubter owns all green cards, so the award is nothing"
    assert hand(play(after, "1 take seat 0 red-hat"), 0) == []
