"""Legal moves folded into masks: the same moves, nothing more, and much smaller."""

import json
import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.core import CHANCE, settle_options
from engine.rulesets import ruleset
from service.games.masks import fold, unfold
from tests.engine.walk import Table, tables, walk
from tests.service.client import Client

TABLES = tables()


@settings(max_examples=25, deadline=None)
@given(table=st.sampled_from(TABLES), seed=st.integers(0, 10_000), at=st.floats(0, 1))
def test_masks_hold_exactly_the_legal_moves(table: Table, seed: int, at: float) -> None:
    steps = [step for step in walk(table, seed) if step.actor != CHANCE]
    step = steps[int(at * (len(steps) - 1))]
    moves = step.position.view(step.actor).moves(step.actor)
    assert unfold(json.loads(json.dumps(fold(moves, ruleset(table.ruleset).mask)))) == {str(move) for move in moves}


SQUARES = st.builds("{}{}".format, st.sampled_from("abcdefghij"), st.integers(1, 10))
CELLS = st.builds("{},{}".format, st.integers(-30, 30), st.integers(-30, 30))
TEXTS = {
    "cathedral": st.one_of(
        st.builds("{}@{}{}".format, st.sampled_from(["castle", "inn"]), SQUARES, st.sampled_from("nesw")),
        st.builds("inn@{}e leave abbey".format, SQUARES),
    ),
    "forbidden_city": st.one_of(
        st.builds("lay {}@{}{}".format, st.sampled_from(["green3", "pink2"]), CELLS, st.sampled_from("nesw")),
        st.sampled_from(["aside green3", "aside pink2"]),
    ),
    "verbotene_stadt": st.sampled_from(["stop", "bribe red-blue", "slide red-blue h3"]),
}


@given(st.sampled_from(sorted(TEXTS)).flatmap(lambda name: st.tuples(st.just(name), st.sets(TEXTS[name]))))
def test_any_moves_can_be_folded_and_unfolded(given: tuple[str, set[str]]) -> None:
    rules = ruleset(given[0])
    position = rules.start(2, settle_options(rules, 2, {}))
    moves = {str(move): move for move in (rules.read_move(text, position, 0) for text in sorted(given[1]))}
    assert unfold(fold(moves.values(), rules.mask)) == set(moves)


def test_the_moves_of_a_ruleset_without_masks_all_stand_apart() -> None:
    assert fold(["throw 1", "throw 2"], None)["others"] == ["throw 1", "throw 2"]


@pytest.mark.parametrize("name", ["cathedral", "forbidden_city"])
def test_masks_are_a_tenth_of_the_list_or_less(name: str) -> None:
    rules, rng = ruleset(name), random.Random(5)
    whole = small = 0
    steps = [step for step in walk(Table(name, 2, {}), 5) if step.actor != CHANCE]
    for step in rng.sample(steps, 8):
        moves = step.position.moves(step.actor)
        listed = [{"move": str(move), "object": rules.move_json(step.position, step.actor, move)} for move in moves]
        whole += len(json.dumps({"items": listed}, separators=(",", ":")))
        small += len(json.dumps(fold(moves, rules.mask), separators=(",", ":")))
    assert whole >= 10 * small, (whole, small)


def test_the_server_gives_the_mask_of_what_it_lists(ada: Client) -> None:
    game = ada.game("cathedral", ["me", "me"])["id"]
    listed = ada.get(f"/v1/games/{game}/legal-moves?limit=500").json()
    mask = ada.get(f"/v1/games/{game}/legal-moves/mask").json()
    assert mask["count"] == listed["count"] == 224
    assert unfold(mask) == {item["move"] for item in listed["items"]}
