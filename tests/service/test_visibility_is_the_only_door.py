"""Secrets have one door: in the service only `games/visibility.py` shows what is in a position.

Those who change games play on positions and store them; nobody else touches one, its notation or its JSON.
"""

import ast
from pathlib import Path

import service

FOLDER = Path(str(service.__file__)).parent
DOOR = "games/visibility.py"
CHANGE_GAMES = {"game.py", "games/changes.py", "games/offers.py", "games/rematch.py"}
NOT_STORED = {
    "visibility.ai_view(game, seat).position",
    "slip.position",  # of an AI's own guess
    "view.position",  # of a game that an AI's author tries its AI in
    "puzzle.position",  # what one seat sees, in a file of the engine's
    "puzzle.notation",
}
SCENES = {"web/pages/gamebook.py", "commands/host.py", "games/puzzles.py"}
"""Who writes positions of its own as JSON, for pages, for puzzles and for whoever writes an AI."""


def touched(path: Path, names: tuple[str, ...]) -> list[str]:
    """Where a file asks something for one of these, as written."""
    found = [node for node in ast.walk(ast.parse(path.read_text())) if isinstance(node, ast.Attribute) and node.attr in names]
    return [ast.unparse(node) for node in found]


def others(*but: str) -> list[Path]:
    return [path for path in sorted(FOLDER.rglob("*.py")) if str(path.relative_to(FOLDER)) not in (DOOR, *but)]


def test_only_visibility_asks_for_views_and_glimpses() -> None:
    assert [place for path in others() for place in touched(path, ("view", "glimpse"))] == []
    assert touched(FOLDER / DOOR, ("view", "glimpse"))


def test_who_changes_no_games_touches_no_position() -> None:
    found = {str(path.relative_to(FOLDER)): touched(path, ("position", "notation")) for path in others(*CHANGE_GAMES)}
    schemas = found.pop("web/openapi/shapes.py")
    assert schemas == ["schemas.position"]
    assert {path: places for path, places in found.items() if set(places) - NOT_STORED} == {}


def test_no_position_is_written_as_json_elsewhere() -> None:
    assert [place for path in others(*SCENES) for place in touched(path, ("to_json",))] == []


def test_who_changes_games_shows_none() -> None:
    """They play on a position and keep its text; what they answer with is made at the door."""
    for name in CHANGE_GAMES:
        assert touched(FOLDER / name, ("to_json", "draw", "board_text", "move_json")) == [], name
