"""The map of the server, service/README.md, names every room, and no file that is not there."""

import ast
import re
from pathlib import Path

import service

FOLDER = Path(str(service.__file__)).parent
TEXT = (FOLDER / "README.md").read_text()
ROWS = re.findall(r"^\| `(\w+)/` \| .* \| (.*) \|$", TEXT, re.MULTILINE)


def test_every_room_has_a_row() -> None:
    rooms = {path.name for path in FOLDER.iterdir() if (path / "__init__.py").exists()}
    assert [room for room, _ in ROWS if room not in rooms] == []
    assert rooms - {room for room, _ in ROWS} == set()


def test_the_files_to_begin_with_are_there() -> None:
    named = [(room, name) for room, files in ROWS for name in re.findall(r"`([\w/]+)`", files)]
    assert named
    assert [
        f"{room}/{name}" for room, name in named if not ((FOLDER / room / name).is_dir() or (FOLDER / room / f"{name}.py").exists())
    ] == []


def test_the_files_on_the_way_of_a_request_are_there() -> None:
    named = set(re.findall(r"`((?:\w+/)+\w+\.py)`", TEXT))
    assert len(named) > 20
    assert [name for name in sorted(named) if not (FOLDER / name).exists()] == []


def names_in(path: Path) -> set[str]:
    """What a file names at its top and in its classes: functions, classes, members."""
    nodes = [node for node in ast.walk(ast.parse(path.read_text())) if not isinstance(node, ast.expr)]
    named = {node.name for node in nodes if isinstance(node, ast.FunctionDef | ast.ClassDef)}
    return named | {node.target.id for node in nodes if isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name)}


def test_the_functions_on_the_way_of_a_request_are_there() -> None:
    """Said of a file, "`web/admission.py`, `held_back`", of a module, "`visibility.ai_view`", or of what `Parts` has."""
    said = re.findall(r"`((?:\w+/)*\w+\.py)`,?\s+`(\w+)`", TEXT)
    modules = [(path, name) for word, name in re.findall(r"`(\w+)\.(?!py`)(\w+)`", TEXT) for path in FOLDER.rglob(f"{word}.py")]
    assert len(said) > 10
    assert len(modules) > 2
    assert [f"{path}: {name}" for path, name in said if name not in names_in(FOLDER / path)] == []
    assert [f"{path}: {name}" for path, name in modules if name not in names_in(path)] == []


def test_the_readme_leads_to_the_map() -> None:
    assert re.search(r"The code: .*\(service/README\.md\)", (FOLDER.parent / "README.md").read_text())
