"""The pictures of every ruleset: a page finds in them by `data-` attributes what a move speaks of, and may show them safely."""

import re
from collections import Counter
from collections.abc import Callable
from functools import cache
from typing import Any
from xml.etree import ElementTree

import pytest

from engine.core import CHANCE, Json, Outcome, Position, Scene
from engine.rulesets import NAMES, ruleset
from tests.engine.walk import Step, Table, walk

TABLES = [Table(name, max(ruleset(name).seats), {}) for name in NAMES]
Address = dict[str, str]

NAMES_OF_PLAYERS = ("<b>&\ufffe", "Ada", "漢" * 40, "x" * 40)


def parsed(step: Step, table: Table) -> ElementTree.Element:
    viewer = None if step.actor == CHANCE else step.actor
    return ElementTree.fromstring(ruleset(table.ruleset).draw(step.position.view(viewer), Scene()))


def has(root: ElementTree.Element, address: Address) -> bool:
    """Whether an element carries all these `data-` attributes."""
    return any(all(node.get(f"data-{name}") == value for name, value in address.items()) for node in root.iter())


def cathedral(move: Json, seat: int) -> list[Address]:
    return [{"piece": move["building"], "place": "hand", "seat": str(seat)}, *({"cell": cell} for cell in move["cells"])]


def forbidden_city(move: Json, seat: int) -> list[Address]:
    held = [{"tile": move["tile"], "place": "hand", "seat": str(seat)}]
    return [*held, {"cell": f"{move['x']},{move['y']}"}] if move["kind"] == "lay" else held


def verbotene_stadt(move: Json, seat: int) -> list[Address]:
    match move["kind"]:
        case "bribe":
            return [{"official": move["official"]}]
        case "slide" if move["end"] == "pavilion":
            return [{"official": move["official"], "at": move["path"][0]}, {"pavilion": "active"}]
        case "slide":
            return [{"official": move["official"], "at": move["path"][0]}, {"cell": move["end"]}]
        case "take":
            return [{"card": move["card"], "place": "hand", "seat": str(move["seat"])}]
    return []


SPOKEN_OF: dict[str, Callable[[Json, int], list[Address]]] = {
    "cathedral": cathedral,
    "forbidden_city": forbidden_city,
    "verbotene_stadt": verbotene_stadt,
}


@pytest.mark.parametrize("table", TABLES, ids=str)
def test_everything_that_an_open_move_speaks_of_has_an_address(table: Table) -> None:
    rules, addresses = ruleset(table.ruleset), 0
    for step in [step for step in walk(table, seed=5) if step.actor != CHANCE][::4]:
        root = parsed(step, table)
        for move in step.position.moves(step.actor)[::30]:
            for address in SPOKEN_OF[table.ruleset](rules.move_json(step.position, step.actor, move), step.actor):
                wanted = {"pavilion": str(step.position.pavilion)} if address == {"pavilion": "active"} else address  # type: ignore[attr-defined]
                assert has(root, wanted), (str(move), wanted)
                addresses += 1
    assert addresses > 20


@pytest.mark.parametrize("table", TABLES, ids=str)
def test_every_seat_has_its_box_and_every_cell_is_drawn_once(table: Table) -> None:
    for step in list(walk(table, seed=6))[30::25]:
        root = parsed(step, table)
        cells = Counter(node.get("data-cell") for node in root.iter() if "data-cell" in node.attrib)
        assert len(cells) > 20
        assert set(cells.values()) == {1}
        boxes = [node.get("data-seat") for node in root.iter() if "b-seat" in node.get("class", "").split()]
        assert boxes == [str(seat) for seat in range(table.seats)]
        assert root.get("data-ruleset") == table.ruleset


@pytest.mark.parametrize("table", TABLES, ids=str)
def test_a_strict_page_and_any_renderer_can_show_the_picture(table: Table) -> None:
    for step in list(walk(table, seed=7))[::30]:
        picture: Any = ruleset(table.ruleset).draw(step.position.view(None), Scene())
        assert not re.search(r"<style|\sstyle=|var\(|<script|\son[a-z]+=|<foreignObject|<image|href=\"(?!#)", picture)
        names = re.findall(r'\sid="([^"]*)"', picture)
        assert all(name.startswith("intramuros-") for name in names)
        assert len(names) == len(set(names))
        classes = {name for value in re.findall(r'\sclass="([^"]*)"', picture) for name in value.split()}
        assert classes
        assert all(name.startswith("b-") for name in classes)


def cards(picture: str) -> list[set[str]]:
    """The classes of the card of each seat."""
    kinds = [set(node.get("class", "").split()) for node in ElementTree.fromstring(picture).iter()]
    return [kind for kind in kinds if "b-card" in kind]


def seats_with(kind: str, picture: str) -> list[int]:
    return [seat for seat, kinds in enumerate(cards(picture)) if kind in kinds]


@pytest.mark.parametrize("table", TABLES, ids=str)
def test_a_finished_game_shows_its_winners_and_nobody_on_turn(table: Table) -> None:
    rules = ruleset(table.ruleset)
    last = list(walk(table, seed=8))[-1]
    over = last.position.play(last.actor, last.move)
    assert over.outcome is not None
    picture = rules.draw(over, Scene(names=NAMES_OF_PLAYERS[: table.seats]))
    assert seats_with("b-won", picture) == list(over.outcome.winners)
    assert seats_with("b-turn", picture) == []
    for said in (ElementTree.fromstring(picture)[0].text or "", rules.board_text(over, Scene())):
        assert "win" in said or "draw" in said


@cache
def in_its_middle(table_name: str) -> Position[Any]:
    """A position of a game in which seats must act."""
    steps = [step for step in walk(next(table for table in TABLES if table.ruleset == table_name), seed=9) if step.actor != CHANCE]
    return steps[len(steps) // 2].position


@pytest.mark.parametrize("table", TABLES, ids=str)
def test_a_game_that_was_given_up_does_not_look_running(table: Table) -> None:
    rules = ruleset(table.ruleset)
    position = in_its_middle(table.ruleset)
    winners = tuple(range(1, table.seats))
    scene = Scene(names=NAMES_OF_PLAYERS[: table.seats])
    ended = position.ended(Outcome((0, *(1 for _ in winners)), winners, "resigned"))
    picture = rules.draw(ended, scene)
    assert (seats_with("b-won", picture), seats_with("b-turn", picture)) == (list(winners), [])
    for said in (ElementTree.fromstring(picture)[0].text or "", rules.board_text(ended, scene)):
        assert "resigned." in said
    running = rules.draw(position, Scene())
    assert (seats_with("b-won", running), seats_with("b-turn", running)) == ([], list(position.actors))


@pytest.mark.parametrize("table", TABLES, ids=str)
def test_names_are_shown_whatever_they_contain_and_the_viewer_is_marked(table: Table) -> None:
    rules = ruleset(table.ruleset)
    position = in_its_middle(table.ruleset)
    picture = rules.draw(position.view(1), Scene(viewer=1, names=NAMES_OF_PLAYERS[: table.seats]))
    texts = [node.text or "" for node in ElementTree.fromstring(picture).iter() if node.tag.endswith("}text")]
    assert any(text.startswith("<b>&") for text in texts)
    assert any("Ada" in text and "you" in text for text in texts)
    assert seats_with("b-you", picture) == [1]
    assert not any("\ufffe" in text or len(text) > 90 for text in texts)
