"""Four seats in two teams: opposite seats are partners."""

import pytest

from engine.core import settle_options
from engine.errors import BadOption
from engine.verbotene_stadt import RULESET
from tests.engine.verbotene_stadt.tables import READY, hand, listed, play, table

BRIBES = ["red-red", "blue-blue", "green-green", "black-black"]


def test_teams_need_four_seats() -> None:
    assert settle_options(RULESET, 4, {"teams": True})["teams"] is True
    assert settle_options(RULESET, 2, {})["teams"] is False
    for seats in (2, 3):
        with pytest.raises(BadOption):
            settle_options(RULESET, seats, {"teams": True})


def test_partners_see_each_others_bribe_and_nobody_elses() -> None:
    position = table(BRIBES, teams=True)
    assert [line.split()[3] for line in str(position.view(0)).splitlines() if line.startswith("seat")] == [
        "red-red",
        "?",
        "green-green",
        "?",
    ]
    assert "black-black" not in str(position.view(None))


def test_a_partners_sealed_choice_is_seen_when_all_have_chosen() -> None:
    position = play(table(BRIBES, at=READY, teams=True), "0 slide red-red pavilion", "* garment hat", "2 bribe black-red")
    assert "seat 2 bribe ? sealed" in str(position.view(0))
    position = play(position, "0 bribe blue-red", "1 bribe blue-red", "3 bribe blue-red")
    assert "seat 2 bribe black-red" in str(position.view(0))


def test_a_partner_cannot_doubt() -> None:
    before = table(BRIBES, at=READY, teams=True, cards={0: "red-hat", 2: "red-coat", 3: "blue-hat"})
    asked = play(before, "0 slide red-red pavilion")
    assert asked.actors == (3,)
    assert play(asked, "3 believe").stage == "garment"


def test_in_teams_the_other_one_must_be_an_opponent() -> None:
    cards = {0: "red-hat", 2: "red-coat"}
    assert not table(BRIBES, teams=True, cards=cards).bluffing
    assert table(BRIBES, cards=cards).bluffing


ALL_GREEN = "green-hat green-coat green-trousers"


def test_in_teams_the_books_adversaries_leave_the_partners_cards_alone() -> None:
    before = table(BRIBES, at=READY, teams=True, exiled=10, cards={2: "green-hat green-coat"}, gone="green-trousers")
    asked = play(before, "0 slide red-red pavilion")
    assert listed(asked, 0) == ["take all", "decline"]
    after = play(asked, "0 take all")
    assert [hand(after, seat) for seat in range(4)] == [["green-trousers"], [], ["green-hat", "green-coat"], []]


def test_the_prompt_names_the_opponents_whose_cards_can_be_taken_and_no_partner() -> None:
    cards = {2: "green-hat", 3: "green-coat green-trousers"}
    asked = play(table(BRIBES, at=READY, teams=True, exiled=10, cards=cards), "0 slide red-red pavilion")
    assert asked.decision(0).prompt == "Take all green cards of seat 3, or decline: pavilion 7 is empty."
    assert hand(play(asked, "0 decline"), 3) == ["green-coat", "green-trousers"]


def test_a_team_that_owns_all_of_a_colour_is_not_asked_after_the_tenth_exile() -> None:
    before = table(BRIBES, at=READY, teams=True, exiled=10, cards={2: ALL_GREEN})
    after = play(before, "0 slide red-red pavilion")
    assert (after.stage, after.owners) == ("bribe", before.owners)


def test_before_the_tenth_exile_a_partner_is_another_player_whose_card_may_be_taken_and_need_not() -> None:
    before = table(BRIBES, at=READY, teams=True, cards={2: ALL_GREEN})
    asked = play(before, "0 slide red-red pavilion")
    assert listed(asked, 0) == ["take seat 2 green-hat", "take seat 2 green-coat", "take seat 2 green-trousers", "decline"]
    assert play(asked, "0 decline").owners == before.owners


def test_in_the_first_version_a_partner_lost_its_cards() -> None:
    before = table(BRIBES, at=READY, teams=True, exiled=10, cards={2: ALL_GREEN}, version=1)
    assert hand(play(before, "0 slide red-red pavilion"), 0) == ALL_GREEN.split()


def test_partners_add_their_totals() -> None:
    cards = {0: "red-hat red-coat", 1: "blue-hat", 2: "white-hat", 3: "blue-coat"}
    before = table(BRIBES, at=READY, teams=True, exiled=14, cards=cards)
    outcome = play(before, "0 slide red-red pavilion", "1 believe", "3 believe").outcome
    assert outcome is not None
    assert outcome.scores == (15, 2, 15, 2)
    assert outcome.winners == (0, 2)
