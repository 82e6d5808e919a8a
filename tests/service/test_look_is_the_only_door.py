"""Secrets have one door: in the service only `look` asks a position for a view or a glimpse."""

import ast
from pathlib import Path

import service

FOLDER = Path(str(service.__file__)).parent


def calls(path: Path) -> list[str]:
    """Where a file asks for a view or a glimpse."""
    found = [node for node in ast.walk(ast.parse(path.read_text())) if isinstance(node, ast.Attribute) and node.attr in ("view", "glimpse")]
    return [f"{path.relative_to(FOLDER)}:{node.lineno}" for node in found]


def test_only_look_asks_for_views_and_glimpses() -> None:
    others = [place for path in sorted(FOLDER.rglob("*.py")) if path.name != "look.py" for place in calls(path)]
    assert others == []


def test_look_does_ask() -> None:
    assert calls(FOLDER / "look.py")
