"""Notes on the answers and slides of Die verbotene Stadt: what was played is always looked at, and both answers are."""

import pytest

from engine.ai.brain import shortlist
from engine.rulesets import ruleset
from engine.verbotene_stadt.brain import BRAIN
from engine.verbotene_stadt.moves import DOUBT
from engine.verbotene_stadt.position import Position
from service.ai import notes
from service.game import FINISHED, RUNNING, Game, Seat
from service.json_object import Json
from tests.engine.verbotene_stadt.tables import READY, play, table
from tests.service.staging import WHEN

CARDS = {0: "red-hat red-coat", 1: "red-trousers white-coat blue-hat"}
LIAR, SAINT = (0, 9), (9, 0)
"""Of how many claims it was shown that they were true, and that they were bluffs."""


def game_at(position: Position, status: str) -> Game:
    rules = ruleset("verbotene_stadt")
    seats = tuple(Seat("player", name, name) for name in ("ada", "bob"))
    return Game(
        id="notes", ruleset=rules.name, version=rules.version, options={}, status=status, revision=1, turn=1, seats=seats,
        actors=position.actors, entries=1, notation=str(position), seed="0" * 64, commitment="", creator="ada", created_at=WHEN,
        updated_at=WHEN,
    )  # fmt: skip


def noted(position: Position, seat: int, move: str) -> Json:
    """The note on a move of a finished game, as the worker writes it."""
    return notes.note(game_at(position, FINISHED), {"number": 1, "seat": seat, "move": move}, seconds=0.5)


def asked(bribed: str, claims: tuple[int, int]) -> Position:
    """Seat 1 asked about red-red, inside for a seat that has claimed so often before."""
    before = table([bribed, "black-black"], at=READY, cards=CARDS).but(claims=(claims, (0, 0)))
    return play(before, "0 slide red-red pavilion")


def codes(note: Json) -> list[str]:
    return [lesson["code"] for lesson in note["lessons"]]


def test_whoever_believes_a_liar_is_told_that_it_was_a_bluff() -> None:
    note = noted(asked("yellow-red", LIAR), 1, "believe")
    assert (note["grade"] != "good", note["better"], codes(note)) == (True, "doubt", ["verbotene_stadt.lesson.was_bluff"])


def test_whoever_doubts_an_honest_seat_is_told_that_it_was_honest() -> None:
    note = noted(asked("red-red", SAINT), 1, "doubt")
    assert (note["grade"] != "good", note["better"], codes(note)) == (True, "believe", ["verbotene_stadt.lesson.was_honest"])


@pytest.mark.parametrize(("bribed", "claims", "answer"), [("yellow-red", LIAR, "doubt"), ("red-red", SAINT, "believe")])
def test_the_right_answer_is_no_slip(bribed: str, claims: tuple[int, int], answer: str) -> None:
    note = noted(asked(bribed, claims), 1, answer)
    assert (note["grade"], note["better"], note["lessons"]) == ("good", None, [])


@pytest.mark.parametrize("move", ["slide black-red e10", "slide black-red f11", "slide red-red d6"])
def test_a_slide_that_is_not_thought_of_first_is_tried_out_all_the_same(move: str) -> None:
    """It prepares the entry of black-red as well as those do that are, and is not taken for the worst of them."""
    position = table(["black-red", "black-black"], pavilion=7)
    assert move not in [str(each) for each in shortlist(BRAIN, position, 0, 4)]
    note = noted(position, 0, move)
    assert (note["grade"], abs(note["estimate_after"] - note["estimate_before"]) < 0.03) == ("good", True)


def test_the_points_of_a_hint_are_those_of_what_may_be_hidden_not_of_one_guess() -> None:
    """A doubt brings the award where the entry was a bluff: the likelier that is, the more a doubt may bring."""
    games = [game_at(asked("red-red", claims), RUNNING) for claims in (SAINT, (5, 5), LIAR)]
    expected = [notes.points_after("verbotene_stadt", notes.guesses(game, 1), 1, DOUBT) for game in games]
    assert expected == sorted(set(expected))
