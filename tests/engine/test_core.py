"""The protocol's checked door, options, and what a decision is."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import pytest

from engine.core import CHANCE, Refusal, Ruleset, check, choice, same_decision, settle, settle_options
from engine.errors import BadNotation, BadOption, GameError, GameOver, IllegalMove, NotYourTurn
from engine.rulesets import NAMES, ruleset


@dataclass(frozen=True)
class Countdown:
    """A game for these tests: chance takes one or two away while the number is even, seat 0 takes one while it is odd."""

    number: int

    @property
    def actors(self) -> tuple[int, ...]:
        return () if self.number <= 0 else (0,) if self.number % 2 else (CHANCE,)

    def refusal(self, seat: int, move: int) -> Refusal | None:
        return None if move == 1 else Refusal("Take one.", "Rules, 1")

    def odds(self) -> Sequence[tuple[int, int]]:
        return ((1, 1), (2, 3)) if self.actors == (CHANCE,) else ()

    def play(self, seat: int, move: int) -> "Countdown":
        return Countdown(self.number - move)


def position(number: int) -> Any:
    return Countdown(number)


def test_an_actors_legal_move_passes_the_check() -> None:
    check(position(3), 0, 1)


def test_a_refused_move_raises_the_sentence_and_the_rule() -> None:
    with pytest.raises(IllegalMove, match=r"Take one\.") as caught:
        check(position(3), 0, 2)
    assert caught.value.rule == "Rules, 1"


def test_somebody_else_is_told_to_wait_even_with_an_illegal_move() -> None:
    with pytest.raises(NotYourTurn):
        check(position(3), 1, 2)


def test_nobody_moves_when_the_game_is_over() -> None:
    with pytest.raises(GameOver):
        check(position(0), 0, 1)


def test_chance_is_played_until_a_seat_must_act() -> None:
    played = list(settle(position(8), lambda odds: odds[-1][0]))
    assert [move for move, _ in played] == [2, 2, 2, 2]
    assert played[-1][1] == position(0)
    assert [after for _, after in settle(position(8), lambda odds: odds[0][0])] == [position(7)]
    assert list(settle(position(7), lambda odds: odds[0][0])) == []


def test_a_decision_is_the_same_while_its_actors_only_shrink() -> None:
    assert same_decision((0, 1, 2), (2,))
    assert not same_decision((0, 1), (0, 1))
    assert not same_decision((0, 1), (2,))
    assert not same_decision((0,), ())


def test_options_are_filled_in_with_their_defaults() -> None:
    assert settle_options(ruleset("cathedral"), 2, {}) == {"cathedral": "first"}
    assert settle_options(ruleset("cathedral"), 2, {"cathedral": "after_dark"}) == {"cathedral": "after_dark"}
    assert settle_options(ruleset("cathedral"), 2, {"colours": None}) == {"cathedral": "first"}


@pytest.mark.parametrize(
    ("seats", "given", "name"),
    [
        (3, {}, "seats"),
        (0, {}, "seats"),
        (2, {"walls": "high"}, "walls"),
        (2, {"cathedral": "never"}, "cathedral"),
        (2, {"cathedral": None}, "cathedral"),
        (2, {"cathedral": ["first"]}, "cathedral"),
    ],
)
def test_a_wrong_option_is_named(seats: int, given: dict[str, Any], name: str) -> None:
    with pytest.raises(BadOption) as caught:
        settle_options(ruleset("cathedral"), seats, given)
    assert caught.value.name == name
    assert str(caught.value).endswith(".")


def test_a_choice_does_not_take_one_for_true() -> None:
    option = choice("fast", [True, False], False, "Whether to hurry.")
    assert option.accepts(True, 2)
    assert not option.accepts(1, 2)
    assert option.default is False


def test_every_error_has_a_slug_of_its_own() -> None:
    kinds = [GameError, BadNotation, BadOption, GameOver, NotYourTurn, IllegalMove]
    assert len({kind.slug for kind in kinds}) == len(kinds)


@pytest.mark.parametrize("name", NAMES)
def test_the_catalogue_gives_the_ruleset_of_the_name(name: str) -> None:
    found: Ruleset[Any, Any] = ruleset(name)
    assert found.name == name
    assert list(found.seats) == sorted(found.seats)
    assert all(option.accepts(option.default, found.seats[0]) for option in found.options)


def test_the_catalogue_knows_no_other() -> None:
    with pytest.raises(KeyError):
        ruleset("os")
