"""The careful first choice: legal, honest where it can be, and not taken in by claims that do not fit what was seen."""

import random

import pytest

from engine.ai.opponent import Budget
from engine.ai.search.clock import Clock
from engine.ai.search.rehearsal import Rehearsal, Stage
from engine.core import CHANCE
from engine.verbotene_stadt.brain import BRAIN
from engine.verbotene_stadt.brain.care import bribe_likings, clearings, openings, prepare
from engine.verbotene_stadt.brain.suspicion import bribe_weights, claim_is_true, doubt_chance
from engine.verbotene_stadt.moves import BELIEVE, DOUBT, slide
from engine.verbotene_stadt.officials import number_of
from engine.verbotene_stadt.position import Position
from engine.verbotene_stadt.reading import read
from engine.verbotene_stadt.sliding import PAVILION, cell_of
from tests.engine.verbotene_stadt.tables import READY, play, sensible_game, table

AT_THE_DOOR = """verbotene_stadt 2 extra_move=must teams=no
11 11 .. .. .. .. 22 22 22 .. .. kb .. 33 33
11 11 .. .. .. .. 22 22 22 .. .. .. .. 33 33
.. .. .. .. .. .. .. .. .. .. .. .. .. .. ..
.. .. .. .. .. .. .. .. .. .. .. .. .. .. ..
.. .. .. .. .. .. .. .. .. .. .. .. .. .. ..
.. .. .. .. .. .. gk ky yr bb .. .. .. .. ..
88 88 .. .. .. .. rb yg by rg .. .. .. 44 44
88 88 .. gb .. .. kk ry rr .. .. rk .. 44 44
88 88 .. .. .. yy bk br gy kg .. .. .. 44 44
.. .. .. .. .. gg yk kr bg .. .. .. .. .. ..
.. .. .. .. .. .. .. .. .. .. .. .. .. .. ..
.. .. .. .. .. .. .. .. .. .. .. .. .. .. ..
.. .. .. .. .. .. .. .. .. .. .. .. .. .. ..
77 77 .. .. .. .. 66 66 66 .. .. .. .. 55 55
77 77 .. .. .. .. 66 66 66 .. .. .. .. 55 55
exile gr yb
seat 0 bribe black-green cards blue-coat moved - claims 0-0 answers 0-0
seat 1 bribe green-green cards blue-trousers moved - claims 0-0 answers 0-0
now move active 0 made 0 pavilion 2 fate -"""


PAST_ITS_DOOR = """verbotene_stadt 2 extra_move=must teams=no
11 11 .. .. .. .. 22 22 22 .. .. .. gr 33 33
11 11 .. .. .. .. 22 22 22 .. .. .. .. 33 33
bg .. .. .. .. .. .. .. .. .. .. .. .. .. gy
bb .. .. .. .. .. .. .. .. .. .. .. .. .. ky
.. bk .. .. .. .. .. .. .. .. .. .. .. .. ..
.. .. .. .. .. .. .. .. .. .. .. .. .. .. ..
88 88 .. .. .. .. .. .. .. .. .. .. .. 44 44
88 88 .. .. .. .. .. .. .. .. .. .. .. 44 44
88 88 .. .. .. .. .. .. .. .. .. .. .. 44 44
gg .. .. .. .. .. .. .. .. .. .. .. .. .. rk
.. .. .. .. .. .. .. .. .. .. .. .. .. .. ..
.. .. .. .. .. .. .. .. .. .. .. .. .. .. ..
.. .. .. .. .. .. .. .. .. .. .. .. .. .. ..
77 77 br .. .. .. 66 66 66 .. .. .. .. 55 55
77 77 gb yb .. .. 66 66 66 .. .. .. .. 55 55
exile ry rb yr yg rg kg by gk kb yk yy kk rr kr
seat 0 bribe blue-black cards red-hat red-coat blue-hat moved bk yb claims 3-6 answers 3-0
seat 1 bribe blue-blue cards - moved gr gg claims 3-0 answers 9-0
now move active 1 made 1 pavilion 4 fate red"""


def claimed(moved: tuple[int, ...] = (), made: int = 1) -> Position:
    """Seat 1 is asked about red-red, which seat 0 took in after it had moved those officials."""
    asked = play(table(["yellow-red", "black-black"], at=READY, cards={0: "red-hat", 1: "blue-hat"}), "0 slide red-red pavilion")
    return asked.but(moved=((*moved, asked.entered), ()), made=made)


@pytest.mark.parametrize(("seats", "options"), [(2, {"extra_move": "may"}), (3, {}), (4, {"teams": True})])
def test_a_favourite_is_legal(seats: int, options: dict[str, object]) -> None:
    rng = random.Random(4)
    for position, actor, _ in list(sensible_game(seats, options, seed=7))[::3]:
        if actor != CHANCE:
            move = BRAIN.favourite(position.view(actor), actor, rng)
            assert position.refusal(actor, move) is None


def test_whoever_was_always_honest_is_believed_and_whoever_bluffed_is_doubted() -> None:
    unknown, honest, bluffer = (doubt_chance(claimed().but(claims=(claims, (0, 0))), 1) for claims in ((0, 0), (6, 0), (1, 3)))
    assert 1.5 * honest < unknown < 0.5 < bluffer


def test_nobody_can_work_out_where_doubts_are_seldom() -> None:
    usual = doubt_chance(claimed(), 1)
    for position in (
        claimed((claimed().entered,), made=2),
        claimed().but(hands=(0b111, 0b111000)),
        claimed().but(exile=tuple(range(3, 17))),
    ):
        assert doubt_chance(position, 1) == usual


def test_a_claim_that_would_bring_the_award_to_the_seat_itself_is_seldom_doubted() -> None:
    shared = claimed().but(bribes=(claimed().bribes[0], claimed().entered))
    assert doubt_chance(shared, 1) < 0.5 * doubt_chance(claimed(), 1)


def test_an_official_led_to_the_door_is_believed_until_its_seat_is_known_to_bluff() -> None:
    led, at_once = claimed((claimed().entered,), made=2), claimed()
    assert claim_is_true(led) > claim_is_true(at_once)
    caught = ((2, 1), (0, 0))
    assert claim_is_true(led.but(claims=caught)) < claim_is_true(at_once.but(claims=caught))


def test_an_answer_cannot_be_told_from_the_position() -> None:
    answers = [BRAIN.favourite(claimed().view(1), 1, random.Random(seed)) for seed in range(200)]
    assert answers.count(DOUBT) == pytest.approx(200 * doubt_chance(claimed(), 1), abs=25)
    assert {BELIEVE, DOUBT} == set(answers)


def test_an_answer_is_not_tried_out_before_it_is_given() -> None:
    asked = claimed()
    stage = Stage(moves=4, steps=2, careful=True)
    seen = {
        Rehearsal(BRAIN, asked.view(1), 1, stage, random.Random(seed)).rehearse([BELIEVE, DOUBT], Clock(Budget(nodes=40)))[0].move
        for seed in range(30)
    }
    assert seen == {BELIEVE, DOUBT}


def test_a_seat_that_is_believed_bluffs_and_one_that_is_doubted_does_not() -> None:
    position = table(["yellow-red", "black-black"], at=READY, cards={0: "red-hat", 1: "blue-hat"})

    def bluffs(believed: int, doubted: int) -> int:
        view = position.but(answers=((0, 0), (believed, doubted))).view(0)
        return sum(getattr(BRAIN.favourite(view, 0, random.Random(seed)), "end", 0) == PAVILION for seed in range(40))

    assert bluffs(6, 0) > 20
    assert bluffs(0, 3) == 0


def test_a_move_that_prepares_an_entry_is_seldom_the_bribed_officials_own() -> None:
    own = others = 0
    for seed in range(8):
        for position, actor, _ in sensible_game(2, {}, seed=seed):
            if position.stage == "move" and not position.can_enter(position.bribes[actor]) and openings(position, position.bribes[actor]):
                move = prepare(position.view(actor), actor, random.Random(seed))
                assert move in position.moves(actor)
                own, others = own + (move.official == position.bribes[actor]), others + (move.official != position.bribes[actor])
    assert own < 0.25 * others


def test_an_official_that_a_seat_moved_is_probably_its_bribe() -> None:
    position = table(["red-red", "blue-blue"]).but(moved=((), (3,)))
    weights = dict(zip(position.on_board, bribe_weights(position, 1, position.on_board), strict=True))
    still = dict(zip(position.on_board, bribe_weights(position.but(moved=((), ())), 1, position.on_board), strict=True))
    assert weights[3] > 4 * still[3]
    assert all(weights[official] == still[official] for official in position.on_board if official != 3)


def test_what_clears_the_way_for_anybody_is_legal_while_bluffing_is_open_and_while_it_is_closed() -> None:
    seen = {True: 0, False: 0}
    for seed in range(6):
        for position, actor, _ in sensible_game(2, {}, seed=seed):
            if position.stage == "move" and actor >= 0:
                moves = {way for official in position.on_board if not position.can_enter(official) for way in openings(position, official)}
                assert moves <= set(position.moves(actor))
                seen[position.bluffing] += len(moves)
    assert min(seen.values()) > 200


def test_nobody_stops_at_a_door_that_is_open_to_it_to_clear_the_way() -> None:
    position = read(AT_THE_DOOR)
    stop, bribed = slide(number_of("red-black"), cell_of("k1")), position.bribes[0]
    assert position.bluffing
    assert stop not in clearings(position.cells, position.pavilion, bribed, admitted=None)
    assert stop in clearings(position.cells, position.pavilion, bribed, admitted=bribed)
    assert all(position.refusal(0, BRAIN.favourite(position, 0, random.Random(seed))) is None for seed in range(40))


def test_nobody_leads_its_own_bribe_past_the_door_that_is_open_to_it_alone() -> None:
    position = read(PAST_ITS_DOOR)
    assert not position.bluffing
    assert all(position.refusal(1, way) is None for official in position.on_board for way in openings(position, official))


def test_after_a_move_that_clears_the_way_the_bribed_official_can_enter() -> None:
    seen = 0
    for position, _, _ in sensible_game(2, {}, seed=8):
        bribed = position.bribes[position.active] if position.stage == "move" else -1
        if bribed >= 0 and not position.can_enter(bribed):
            for move in openings(position, bribed)[::5]:
                cells = tuple(move.end if official == move.official else cell for official, cell in enumerate(position.cells))
                assert slide(bribed, PAVILION) in position.but(cells=cells).moves(position.active)
                seen += 1
    assert seen > 5


def test_whoever_plays_next_bribes_anybody_and_the_others_bribe_whom_it_probably_bribes() -> None:
    """Of two that bribe the same official the award is not for the one whose turn it is."""
    position = table(["red-red", "blue-blue"], active=1).but(stage="bribe", sealed=(False, False))
    following, other = bribe_likings(position, 0), bribe_likings(position, 1)
    assert max(following) / sum(following) < 0.5 * max(other) / sum(other)
    assert following.index(max(following)) == other.index(max(other))
    again = position.but(again=True)
    assert bribe_likings(again, 1) != other


def test_nobody_enters_last_to_lose_the_game() -> None:
    far_behind = {1: "blue-hat blue-coat blue-trousers red-hat red-coat red-trousers white-hat white-coat white-trousers"}
    view = table(["red-red", "black-black"], at=READY, cards=far_behind, exiled=14).view(0)
    assert view.can_enter(view.bribes[0])
    assert all(getattr(BRAIN.favourite(view, 0, random.Random(seed)), "end", 0) != PAVILION for seed in range(10))
