"""Light opens by what did best in many games, wherever the city is looked at from."""

import tomllib

import pytest

from engine.ai.levels import opponent
from engine.ai.opponent import Budget, View
from engine.cathedral import RULESET
from engine.cathedral.box import DARK, LIGHT, NOBODY
from engine.cathedral.brain.judgement import BRAIN
from engine.cathedral.brain.opening import FILE, booked, covered, favoured, good_places, images, moved, symmetries, well_tried
from engine.cathedral.moves import read_text
from engine.cathedral.placements import BY_SQUARES, PLACEMENTS
from engine.cathedral.position import Position
from engine.cathedral.setup import start

OPENING = tomllib.loads(FILE.read_text(encoding="utf-8"))
REPLIES = [(row["place"], row["dark"], row["light"]) for row in OPENING["replies"]]


def begun(*moves: str) -> Position:
    position = start(2, {"cathedral": "first"})
    for text in moves:
        assert position.to_move is not None
        move = read_text(text)
        assert position.refusal(position.to_move, move) is None
        position = position.play(position.to_move, move)
    return position


def test_a_place_has_eight_images_at_most_and_is_one_of_them() -> None:
    for place in PLACEMENTS[NOBODY]:
        assert place.squares in images(place.squares)
        assert len(images(place.squares)) == 8


def test_every_place_was_tried_once() -> None:
    tried = [images(covered(NOBODY, read_text(row["place"]))) for row in OPENING["places"]]
    assert len(tried) == 28
    assert frozenset[int]().union(*tried) == {place.squares for place in PLACEMENTS[NOBODY]}


def test_light_places_the_cathedral_where_dark_does_it_least_harm() -> None:
    worst: dict[str, float] = {}
    for row in well_tried():
        worst[row["place"]] = min(row["lead"], worst.get(row["place"], 99))
    assert read_text(max(worst, key=lambda place: worst[place])) in good_places()
    empty = start(2, {"cathedral": "first"})
    for seed in range(4):
        move = opponent("cathedral", "hard").choose(View(RULESET, LIGHT, empty), empty.moves(LIGHT), Budget(nodes=20, seed=seed))
        assert covered(NOBODY, move) in favoured()


@pytest.mark.parametrize(("place", "dark", "light"), REPLIES)
def test_a_reply_of_the_book_is_played_at_once(place: str, dark: str, light: str) -> None:
    position = begun(place, dark)
    assert position.refusal(LIGHT, read_text(light)) is None
    choice = opponent("cathedral", "hard").choose(View(RULESET, LIGHT, position), position.moves(LIGHT), Budget(nodes=1, seed=1))
    assert str(choice) == light


@pytest.mark.parametrize(("place", "dark", "light"), REPLIES)
def test_the_book_knows_a_city_turned_or_mirrored(place: str, dark: str, light: str) -> None:
    squares = [covered(owner, read_text(text)) for owner, text in ((NOBODY, place), (DARK, dark), (LIGHT, light))]
    answered = 0
    for symmetry in symmetries():
        cathedral, first, reply = (moved(each, symmetry) for each in squares)
        beginning = BY_SQUARES[DARK].get((read_text(dark).building, first))
        if beginning:
            answer = booked(begun(str(BY_SQUARES[NOBODY]["cathedral", cathedral]), str(beginning)), LIGHT)
            if answer:
                answered += 1
                assert covered(LIGHT, answer) == reply
    assert answered >= 4


def test_a_reply_that_may_not_be_considered_is_not_played() -> None:
    place, dark, light = REPLIES[0]
    position = begun(place, dark)
    moves = [move for move in position.moves(LIGHT) if str(move) != light]
    assert opponent("cathedral", "hard").choose(View(RULESET, LIGHT, position), moves, Budget(nodes=30, seed=1)) in moves


def test_dark_has_no_book() -> None:
    assert BRAIN.reply(begun("cathedral@e4n"), DARK) is None
