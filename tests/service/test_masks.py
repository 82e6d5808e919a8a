"""Legal moves folded into masks: the same moves, nothing more, and much smaller."""

import json
import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.core import CHANCE
from engine.rulesets import ruleset
from service.masks import fold, unfold
from tests.engine.walk import Table, tables, walk
from tests.service.client import Client

TABLES = tables()


@settings(max_examples=25, deadline=None)
@given(table=st.sampled_from(TABLES), seed=st.integers(0, 10_000), at=st.floats(0, 1))
def test_masks_hold_exactly_the_legal_moves(table: Table, seed: int, at: float) -> None:
    steps = [step for step in walk(table, seed) if step.actor != CHANCE]
    step = steps[int(at * (len(steps) - 1))]
    moves = [str(move) for move in step.position.view(step.actor).moves(step.actor)]
    assert unfold(json.loads(json.dumps(fold(moves)))) == set(moves)


SQUARES = st.builds("{}{}".format, st.sampled_from("abcdefghij"), st.integers(1, 10))
CELLS = st.builds("{},{}".format, st.integers(-30, 30), st.integers(-30, 30))
TEXTS = st.one_of(
    st.builds("{}@{}{}".format, st.sampled_from(["castle", "inn"]), SQUARES, st.sampled_from("nesw")),
    st.builds("lay {}@{}{}".format, st.sampled_from(["green1", "pink2"]), CELLS, st.sampled_from("nesw")),
    st.builds("inn@{}e leave abbey".format, SQUARES),
    st.sampled_from(["pass", "bribe red-blue", "aside green3"]),
)


@given(st.sets(TEXTS))
def test_any_moves_can_be_folded_and_unfolded(texts: set[str]) -> None:
    assert unfold(fold(sorted(texts))) == texts


@pytest.mark.parametrize("name", ["cathedral", "forbidden_city"])
def test_masks_are_a_tenth_of_the_list_or_less(name: str) -> None:
    rules, rng = ruleset(name), random.Random(5)
    whole = small = 0
    steps = [step for step in walk(Table(name, 2, {}), 5) if step.actor != CHANCE]
    for step in rng.sample(steps, 8):
        moves = step.position.moves(step.actor)
        listed = [{"move": str(move), "object": rules.move_json(step.position, step.actor, move)} for move in moves]
        whole += len(json.dumps({"items": listed}, separators=(",", ":")))
        small += len(json.dumps(fold(map(str, moves)), separators=(",", ":")))
    assert whole >= 10 * small, (whole, small)


def test_the_server_gives_the_mask_of_what_it_lists(ada: Client) -> None:
    game = ada.game("cathedral", ["me", "me"])["id"]
    listed = ada.get(f"/v1/games/{game}/legal-moves?limit=500").json()
    mask = ada.get(f"/v1/games/{game}/legal-moves/mask").json()
    assert mask["count"] == listed["count"] == 224
    assert unfold(mask) == {item["move"] for item in listed["items"]}
