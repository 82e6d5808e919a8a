"""Choosing whom to bribe: all at once, sealed, and again after every entry."""

from engine.core import CHANCE
from engine.verbotene_stadt import RULESET
from engine.verbotene_stadt.moves import read_move
from engine.verbotene_stadt.officials import OFFICIALS
from engine.verbotene_stadt.position import Position
from tests.engine.verbotene_stadt.tables import READY, listed, play, refusal, table


def dealt(seats: int) -> Position:
    position = RULESET.start(seats, {"extra_move": "must", "teams": False})
    return play(position, *[f"* deal {name}" for name in OFFICIALS])


def test_chance_deals_every_official_onto_the_next_yellow_space() -> None:
    position = RULESET.start(2, {"extra_move": "must", "teams": False})
    assert position.actors == (CHANCE,)
    assert len(position.odds()) == 25
    after = play(position, "* deal green-blue")
    assert RULESET.to_json(after)["officials"][17] == {"name": "green-blue", "place": "board", "cell": "f6"}
    assert len(after.odds()) == 24


def test_all_seats_choose_at_once_and_the_last_one_resolves() -> None:
    position = dealt(3)
    assert position.actors == (0, 1, 2)
    position = play(position, "1 bribe red-red")
    assert position.actors == (0, 2)
    position = play(position, "2 bribe red-red")
    assert position.actors == (0,)
    assert play(position, "0 bribe black-red").stage == "start"


def test_that_a_seat_has_chosen_is_public_and_what_is_not() -> None:
    position = play(dealt(2), "1 bribe red-red")
    assert str(position.view(0)) == str(position.view(None))
    assert "seat 1 bribe ? sealed" in str(position.view(0))
    assert "seat 0 bribe - cards" in str(position.view(1))
    heard = position.glimpse(0, read_move("bribe blue-red"), 1)
    assert str(heard) == "bribe ?"
    assert refusal(position, 0, str(heard)) == "Say which official you bribe."


def test_seats_roll_the_large_die_in_turn_and_the_first_red_starts() -> None:
    position = play(dealt(2), "0 bribe red-red", "1 bribe red-red")
    assert {str(move): weight for move, weight in position.odds()} == {"roll black": 5, "roll red": 1}
    position = play(position, "* roll black", "* roll black", "* roll black", "* roll red", "* roll 7")
    assert (position.actors, position.pavilion, position.made) == ((1,), 7, 0)


def test_after_an_entry_the_active_seat_must_change_and_others_may_keep() -> None:
    entered = play(
        table(["yellow-red", "blue-blue"], at=READY, cards={0: "red-hat", 1: "red-coat"}),
        "0 slide red-red pavilion",
        "1 believe",
        "* garment hat",
    )
    assert entered.actors == (0, 1)
    assert refusal(entered, 0, "bribe yellow-red") == ("You bribed yellow-red before; after your entry you must choose another official.")
    assert refusal(entered, 1, "bribe red-red") == "Red-red is in exile."
    assert "bribe blue-blue" in listed(entered, 1)
    assert "bribe yellow-red" in listed(entered, 1)
    assert refusal(entered, 1, "believe") == "Now an official is to be bribed."


def test_a_shown_selector_stays_public_until_it_is_changed() -> None:
    entered = play(table(["red-red", "blue-blue"], at=READY), "0 slide red-red pavilion", "* garment hat")
    assert "seat 0 bribe red-red shown" in str(entered.view(1))
    assert "seat 0 bribe ? sealed" in str(play(entered, "0 bribe blue-red").view(1))


def test_keeping_cannot_be_told_from_changing() -> None:
    entered = play(table(["red-red", "blue-blue"], at=READY), "0 slide red-red pavilion", "* garment hat", "0 bribe blue-red")
    kept, changed = play(entered, "1 bribe blue-blue"), play(entered, "1 bribe black-black")
    assert str(kept.view(0)) == str(changed.view(0))
    assert str(kept.view(None)) == str(changed.view(None))
