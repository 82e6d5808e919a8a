"""Rules, 3: light places the Cathedral, dark the first building, then they alternate; who can place nothing is skipped."""

from engine.cathedral.box import DARK, LIGHT
from engine.cathedral.setup import start
from tests.engine.cathedral.city import city, play, refusal


def test_light_begins_with_the_cathedral_and_nothing_else() -> None:
    position = start(2, {"cathedral": "first"})
    assert position.actors == (LIGHT,)
    assert position.decision(LIGHT).kind == "cathedral"
    assert len(position.moves(LIGHT)) == len(position.placements(LIGHT)) == 224
    assert refusal(position, "tavern@a1n") == ("Light must place the Cathedral first.", "Rules, 3")


def test_dark_places_the_first_building_and_then_they_alternate() -> None:
    position = play(start(2, {"cathedral": "first"}), "cathedral@e4n")
    assert position.actors == (DARK,)
    assert refusal(position, "cathedral@b1n") == ("The Cathedral is placed once, by light.", "Rules, 3")
    position = play(position, "castle@b8n")
    assert position.actors == (LIGHT,)
    assert play(position, "castle@h8n").actors == (DARK,)


def test_after_dark_lets_light_place_the_cathedral_and_a_building_in_answer_to_dark() -> None:
    position = start(2, {"cathedral": "after_dark"})
    assert position.actors == (DARK,)
    assert position.decision(DARK).kind == "place"
    assert len(position.moves(DARK)) == 2141
    assert refusal(position, "cathedral@e4n") == ("The Cathedral is placed once, by light.", "Rules, 3")
    position = play(position, "castle@e4n")
    assert (position.actors, position.decision(LIGHT).kind) == ((LIGHT,), "cathedral")
    assert refusal(position, "cathedral@e4n") == ("The Cathedral would cover d5, where the dark castle stands.", "Rules, 2")
    position = play(position, "cathedral@h4n")
    assert (position.actors, position.decision(LIGHT).kind) == ((LIGHT,), "place")
    assert play(position, "manor@b9n").actors == (DARK,)


def test_nobody_moves_out_of_turn() -> None:
    position = play(start(2, {"cathedral": "first"}), "cathedral@e4n")
    tavern = position.placements(DARK)[0]
    refused = position.refusal(LIGHT, tavern)
    assert refused is not None
    assert refused.sentence == "It is dark's turn."
    assert position.moves(LIGHT) == position.placements(LIGHT) == []


CROWDED = """
    ..bbb....T
    .D...dd.m.
    DD..dd.mmm
    'DDCCd.+..
    ''SCt++++R
    ''SCCww+aR
    MMMUww.aa.
    .Mi.wjjaJ.
    I.iisj.JJ.
    II.usBBBrr
    """


def test_a_side_that_can_place_nothing_is_skipped_by_itself() -> None:
    after = play(city(CROWDED, to_move="light"), "square@c2n")
    assert after.actors == (LIGHT,)
    assert after.skipped == DARK
    assert [str(move) for move in after.moves(LIGHT)] == ["abbey@a4n"]


def test_a_side_is_not_skipped_while_it_can_place_anything() -> None:
    after = play(city(CROWDED, to_move="dark"), "square@c2n")
    assert after.actors == (LIGHT,)
    assert after.skipped is None


def test_when_neither_can_place_the_game_is_over() -> None:
    over = play(city(CROWDED, to_move="light"), "square@c2n", "abbey@a4n")
    assert over.actors == ()
    refused = over.refusal(LIGHT, over.built[LIGHT][0].move)
    assert refused is not None
    assert refused.sentence == "The game is over."
