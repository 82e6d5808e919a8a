"""What holds for every ruleset, tried on random games of each."""

import json
import random

import pytest

from engine.ai.brain import brain
from engine.core import CHANCE, Outcome, Scene, same_decision
from engine.errors import BadNotation
from engine.random_games import random_game
from engine.record import read
from engine.replaying import replay
from engine.rulesets import NAMES, ruleset
from tests.engine.walk import Step, Table, tables, walk

SEEDS = (1, 2)


@pytest.fixture(scope="module", params=tables(), ids=str)
def table(request: pytest.FixtureRequest) -> Table:
    return request.param


@pytest.fixture(scope="module")
def steps(table: Table) -> list[Step]:
    return [step for seed in SEEDS for step in walk(table, seed)]


def sampled(steps: list[Step], count: int = 40) -> list[Step]:
    """Some of the steps, evenly spread, always the same ones."""
    return steps[:: max(1, len(steps) // count)]


def viewers(table: Table) -> list[int | None]:
    return [*range(table.seats), None]


def test_positions_and_views_read_back(table: Table, steps: list[Step]) -> None:
    rules = ruleset(table.ruleset)
    for position, _, _ in sampled(steps, 120):
        assert rules.read(str(position)) == position
    for position, _, _ in sampled(steps, 25):
        for seat in viewers(table):
            view = position.view(seat)
            assert rules.read(str(view)) == view


def test_moves_read_back(table: Table, steps: list[Step]) -> None:
    rules = ruleset(table.ruleset)
    for position, actor, move in steps:
        assert rules.read_move(str(move), position, actor) == move
        for seat in viewers(table):
            heard = position.glimpse(actor, move, seat)
            assert rules.read_move(str(heard), position.view(seat), actor) == heard


def test_listed_moves_read_back(table: Table, steps: list[Step]) -> None:
    rules = ruleset(table.ruleset)
    for position, actor, _ in sampled(steps, 15):
        for move in position.moves(actor):
            assert rules.read_move(str(move), position, actor) == move


def test_only_actors_have_moves(table: Table, steps: list[Step]) -> None:
    for position, _, _ in steps:
        for seat in range(table.seats):
            assert bool(position.moves(seat)) == (seat in position.actors)
        assert bool(position.odds()) == (position.actors == (CHANCE,))
        assert all(weight > 0 for _, weight in position.odds())


def test_every_listed_move_is_accepted_and_no_other(table: Table, steps: list[Step]) -> None:
    seen: set[object] = set()
    for position, actor, move in steps:
        if actor == CHANCE:
            continue
        seen.add(move)
        listed = position.moves(actor)
        assert len(set(listed)) == len(listed)
    for position, actor, _ in sampled([step for step in steps if step.actor != CHANCE]):
        listed = set(position.moves(actor))
        assert all(position.refusal(actor, move) is None for move in listed)
        for move in seen - listed:
            refusal = position.refusal(actor, move)
            assert refusal is not None
            assert refusal.sentence.endswith(".")
            assert refusal.rule


def test_the_order_of_moves_is_stable(table: Table, steps: list[Step]) -> None:
    rules = ruleset(table.ruleset)
    for position, actor, _ in sampled(steps):
        again = rules.read(str(position))
        assert list(position.moves(actor)) == list(again.moves(actor))
        assert list(position.odds()) == list(again.odds())


def test_play_leaves_its_argument_alone(steps: list[Step]) -> None:
    for position, actor, move in sampled(steps):
        before = str(position)
        first, second = position.play(actor, move), position.play(actor, move)
        assert str(position) == before
        assert first == second


def test_a_view_viewed_again_is_itself(table: Table, steps: list[Step]) -> None:
    for position, _, _ in sampled(steps):
        for seat in viewers(table):
            view = position.view(seat)
            assert view.view(seat) == view
            assert view.actors == position.actors
            assert view.outcome == position.outcome


def test_an_actor_has_the_same_moves_in_its_view(steps: list[Step]) -> None:
    for position, actor, _ in steps:
        if actor != CHANCE:
            view = position.view(actor)
            assert list(view.moves(actor)) == list(position.moves(actor))
            assert view.decision(actor) == position.decision(actor)


def test_a_guess_from_a_view_has_that_view(table: Table, steps: list[Step]) -> None:
    mind, rng = brain(table.ruleset), random.Random(0)
    for position, _, _ in sampled(steps):
        for seat in range(table.seats):
            view = position.view(seat)
            assert mind.guess(view, seat, rng).view(seat) == view


def test_json_says_the_same_to_everybody_who_sees_the_same(table: Table, steps: list[Step]) -> None:
    rules = ruleset(table.ruleset)
    for position, actor, move in sampled(steps, 20):
        json.dumps(rules.to_json(position))
        for seat in viewers(table):
            view, heard = position.view(seat), position.glimpse(actor, move, seat)
            assert rules.to_json(view) == json.loads(json.dumps(rules.to_json(rules.read(str(view)))))
            entry = rules.move_json(view, actor, heard)
            assert entry["kind"]
            assert json.loads(json.dumps(entry)) == entry


def test_every_view_can_be_drawn(table: Table, steps: list[Step]) -> None:
    rules = ruleset(table.ruleset)
    for position, actor, move in sampled(steps, 8):
        after = position.play(actor, move)
        for seat in viewers(table):
            last = rules.move_json(position.view(seat), actor, position.glimpse(actor, move, seat))
            scene = Scene(last, seat, ("Ada", "<Bo> & Sons", "", "🀄" * 40)[: table.seats])
            drawing = rules.draw(after.view(seat), scene)
            assert drawing.startswith("<svg ")
            assert drawing.rstrip().endswith("</svg>")
            assert rules.board_text(after.view(seat), scene).strip()


def test_a_game_ends_and_its_outcome_is_whole(table: Table) -> None:
    for seed in SEEDS:
        *_, last = walk(table, seed)
        over = last.position.play(last.actor, last.move)
        assert over.outcome is not None
        assert len(over.outcome.scores) == table.seats
        assert over.outcome.winners
        assert set(over.outcome.winners) <= set(range(table.seats))
        assert over.actors == ()


def test_a_game_that_the_host_ends_looks_over_from_all_sides(table: Table, steps: list[Step]) -> None:
    rules = ruleset(table.ruleset)
    for winners in ((0,), (1,), ()):
        outcome = Outcome(tuple(int(seat in winners) for seat in range(table.seats)), winners, "resigned")
        for position, _, _ in sampled(steps, 8):
            over = position.ended(outcome)
            assert (over.actors, over.outcome, list(over.odds())) == ((), outcome, [])
            assert not any(list(over.moves(seat)) for seat in range(table.seats))
            assert rules.read(str(over)) == over
            scores, won = " ".join(map(str, outcome.scores)), winners[0] if winners else "-"
            assert str(over) == f"{position}\nended resigned scores {scores} winners {won}"
            assert json.dumps(rules.to_json(over)) != json.dumps(rules.to_json(position)) or not position.actors
            assert "resigned" in rules.draw(over, Scene())
            assert "resigned" in rules.board_text(over, Scene())


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize(
    "line",
    [
        "ended",
        "ended ",
        "ended resigned scores 0 winners 0",
        "ended resigned scores 0 1 2 3 4 winners 1",
        "ended resigned scores 0 1 winners 7",
        "ended Resigned scores 0 1 winners 1",
        "ended resigned scores 00 1 winners 1",
        "ended resigned scores 0 1 winners 1 0",
        "ended resigned scores 0 1 winners",
    ],
)
def test_an_ending_that_cannot_be_is_bad_notation(name: str, line: str) -> None:
    rules = ruleset(name)
    position = next(walk(Table(name, 2, {}), seed=3)).position
    with pytest.raises(BadNotation):
        rules.read(f"{position}\n{line}")


def test_a_decision_is_in_words(steps: list[Step]) -> None:
    for position, actor, _ in steps:
        decision = position.decision(actor)
        assert decision.kind
        assert decision.prompt


def test_several_actors_only_shrink_until_the_last_has_chosen(steps: list[Step]) -> None:
    for position, actor, move in steps:
        if len(position.actors) > 1:
            after = position.play(actor, move)
            assert same_decision(position.actors, after.actors)


@pytest.mark.parametrize("name", NAMES)
def test_a_recorded_game_reads_back_and_replays(name: str) -> None:
    record = random_game(name, ruleset(name).seats[0], {}, seed=1)
    assert read(str(record)) == record
    *_, (last, _) = replay(record)
    assert last.outcome == record.outcome


@pytest.mark.parametrize("name", NAMES)
def test_a_move_that_cannot_be_read_is_bad_notation(name: str) -> None:
    rules = ruleset(name)
    for position, actor, _ in walk(Table(name, rules.seats[0], {}), seed=3):
        for text in ("", " ", "nonsense", "@", "é☃", "place", "a" * 10_000, "0", "\x00"):
            with pytest.raises(BadNotation):
                rules.read_move(text, position, actor)
        break


@pytest.mark.parametrize("name", NAMES)
def test_a_position_that_cannot_be_read_is_bad_notation(name: str) -> None:
    rules = ruleset(name)
    whole = str(next(walk(Table(name, rules.seats[0], {}), seed=3)).position)
    for text in ("", "nonsense", whole[: len(whole) // 2], whole + "\nmore", whole.replace("\n", "\nx", 1)):
        with pytest.raises(BadNotation):
            rules.read(text)
