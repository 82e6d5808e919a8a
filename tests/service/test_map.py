"""The map of the server, service/README.md, names every room, and no file that is not there."""

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


def test_the_readme_leads_to_the_map() -> None:
    assert re.search(r"The code: .*\(service/README\.md\)", (FOLDER.parent / "README.md").read_text())
