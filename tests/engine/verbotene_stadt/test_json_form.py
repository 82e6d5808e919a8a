"""What clients read: positions, moves and components as JSON."""

from engine.verbotene_stadt import RULESET
from engine.verbotene_stadt.moves import read_move
from tests.engine.verbotene_stadt.tables import READY, play, table
from tests.engine.verbotene_stadt.test_problem import PROBLEM


def test_a_slide_is_told_with_its_corners_and_its_door() -> None:
    position = RULESET.read(PROBLEM)
    assert RULESET.move_json(position, 0, read_move("slide red-red pavilion")) == {
        "kind": "slide",
        "official": "red-red",
        "end": "pavilion",
        "path": ["c8", "c9", "f9", "f11", "c11", "c15", "pavilion"],
        "door": {"cell": "c15", "side": "w"},
        "fate_die": None,
    }
    assert RULESET.move_json(position, 0, read_move("slide red-red c9"))["path"] == ["c8", "c9"]


def test_a_slide_is_told_with_the_die_that_decides_next() -> None:
    position = RULESET.read(PROBLEM)
    told = [RULESET.move_json(position.but(made=made), 0, read_move("slide red-red c9"))["fate_die"] for made in range(4)]
    assert told == ["small", "medium", "large", None]


def test_seats_are_told_with_the_worth_and_best_grouping_of_their_cards() -> None:
    position = table(["red-red", "blue-blue"], cards={1: "red-hat red-coat blue-hat"})
    seat = RULESET.to_json(position.view(0))["seats"][1]
    assert (seat["bribe"], seat["worth"]) == ("unknown", 5)
    assert seat["groups"] == [{"cards": ["red-hat", "red-coat"], "points": 4}, {"cards": ["blue-hat"], "points": 1}]


def test_what_an_entry_would_pay() -> None:
    def pays(cards: dict[int, str], exiled: int) -> tuple[str, list[str]]:
        told = RULESET.to_json(table(["red-red", "blue-blue"], cards=cards, exiled=exiled))["entry_pays"]
        return told["kind"], told["cards"]

    green = ["green-hat", "green-coat", "green-trousers"]
    assert pays({}, 9) == ("draw", green)
    assert pays({}, 10) == ("all_left", green)
    assert pays({1: " ".join(green)}, 9) == ("take_one", green)
    assert pays({1: " ".join(green)}, 10) == ("take_all", green)
    assert pays({0: " ".join(green)}, 9) == ("nothing", [])


def test_the_stage_is_told_whole() -> None:
    asked = play(table(["yellow-red", "black-black"], at=READY, cards={0: "red-hat", 1: "blue-hat"}), "0 slide red-red pavilion")
    told = RULESET.to_json(asked.view(1))
    assert told["entry"] == {"official": "red-red", "seat_asked": 1, "doubter": None}
    assert (told["stage"], told["active_seat"], told["active_pavilion"], told["bluffing"]) == ("answer", 0, 7, "open")
    assert told["pavilions"][6] == {"number": 7, "colour": "green", "active": True, "garments_left": ["hat", "coat", "trousers"]}
    assert {"name": "red-red", "place": "pavilion", "cell": None} in told["officials"]


def test_components_are_enough_to_draw_the_board() -> None:
    parts = RULESET.components()
    assert [len(parts["board"][name]) for name in ("streets", "walls", "doors", "yellow", "grey", "pavilions")] == [185, 44, 16, 25, 4, 8]
    assert [len(parts[name]) for name in ("officials", "cards", "dice")] == [25, 24, 4]
    assert parts["values"] == {"three_of_a_colour": 10, "hat_coat_trousers_in_three_colours": 6, "two_of_a_colour": 4, "single": 1}
