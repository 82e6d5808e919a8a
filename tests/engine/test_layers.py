"""Rules are a library: the engine imports the standard library and itself, and rules never import what plays them."""

import ast
import re
import sys
import tomllib
from collections.abc import Iterator
from importlib.metadata import EntryPoint
from pathlib import Path

import pytest

from engine.rulesets import BUILT_IN, ENTRIES, GROUP, NAMES, loaded, ruleset

ENGINE = sorted(Path("engine").rglob("*.py"))
RULES = [path for path in ENGINE if "ai" not in path.parts and "brain" not in path.parts]


def imported(path: Path) -> set[str]:
    """The modules that a file imports, with their packages."""
    tree = ast.parse(path.read_text())
    names = {alias.name for node in ast.walk(tree) if isinstance(node, ast.Import) for alias in node.names}
    return names | {node.module for node in ast.walk(tree) if isinstance(node, ast.ImportFrom) and node.module}


@pytest.mark.parametrize("path", ENGINE, ids=str)
def test_the_engine_imports_only_itself_and_the_standard_library(path: Path) -> None:
    accelerators = {"numba", "numpy"} if "ai" in path.parts else set()
    outside = {name.split(".")[0] for name in imported(path)} - set(sys.stdlib_module_names) - {"engine"} - accelerators
    assert not outside


@pytest.mark.parametrize("path", RULES, ids=str)
def test_rules_never_import_what_plays_them(path: Path) -> None:
    assert not {name for name in imported(path) if name.startswith("engine.ai") or ".brain" in name}


@pytest.mark.parametrize("path", ENGINE, ids=str)
def test_the_engine_reads_no_environment(path: Path) -> None:
    assert "os" not in {name.partition(".")[0] for name in imported(path)}
    assert not re.search(r"\b(environ|getenv)\b", path.read_text())


@pytest.mark.parametrize("name", NAMES)
def test_the_same_things_are_in_files_of_the_same_names(name: str) -> None:
    files = {path.name for path in Path("engine", name).iterdir()}
    alike = (
        "box", "box_sheet", "describing", "drawing", "look", "moves", "notation", "panel", "position", "reading", "refusals", "rules",
        "schemas", "sentences", "setup", "text",
    )  # fmt: skip
    assert {f"{each}.py" for each in alike} | {"brain", "page.html", "puzzles.toml", "scene.txt", "sentences.toml"} <= files
    thinking = {path.name for path in Path("engine", name, "brain").iterdir()}
    assert {"baselines.py", "judgement.py", "lessons.py", "levels.py"} <= thinking


def test_the_map_names_every_file() -> None:
    text = Path("engine/README.md").read_text()
    here = [path for path in ENGINE if path.parent.name == "engine" or path.parent.name in NAMES]
    assert [str(path) for path in here if path.stem != "__init__" and not re.search(rf"`{path.stem}(\.py)?`", text)] == []


def test_our_rulesets_are_found_by_the_same_entry_points_as_anybody_s() -> None:
    declared = tomllib.loads(Path("pyproject.toml").read_text())["project"]["entry-points"][GROUP]
    assert declared == {name: f"engine.{name}:RULESET" for name in BUILT_IN}
    assert all(EntryPoint(name, value, GROUP).load() is ruleset(name) for name, value in declared.items())


@pytest.mark.parametrize("value", ["engine.cathedral", "engine.cathedral:RULESET"])
def test_an_entry_names_a_module_or_what_is_in_it(value: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(ENTRIES, "cathedral", EntryPoint("cathedral", value, GROUP))
    assert loaded("cathedral") is ruleset("cathedral")


def test_an_entry_that_names_nothing_is_told_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(ENTRIES, "cathedral", EntryPoint("cathedral", "engine.cathedral:NOTHING", GROUP))
    with pytest.raises(ValueError, match="has no NOTHING of that name"):
        loaded("cathedral")


CODE = [path for folder in ("engine", "service") for path in sorted(Path(folder).rglob("*.py")) if not set(path.parts) & set(BUILT_IN)]
THE_LIST = Path("engine/rulesets.py")


def is_prose(node: ast.AST, parents: dict[ast.AST, ast.AST]) -> bool:
    """Whether a text is for people: a docstring, an example, words of help, a sentence or a command in which the name is one of many."""
    parent = parents[node]
    if isinstance(parent, ast.Expr):
        return True
    if isinstance(parent, ast.keyword) and parent.arg in ("example", "help", "about"):
        return True
    inside_an_example = isinstance(parent, ast.Dict) and isinstance(parents[parent], ast.keyword)
    return inside_an_example or (isinstance(node, ast.Constant) and " " in str(node.value))


def mentions(path: Path) -> list[str]:
    """Where a file names a ruleset other than in prose."""
    tree = ast.parse(path.read_text())
    parents = {child: node for node in ast.walk(tree) for child in ast.iter_child_nodes(node)}
    texts = [node for node in ast.walk(tree) if isinstance(node, ast.Constant) and isinstance(node.value, str)]
    found = [f"{path}:{node.lineno} {node.value!r}" for node in texts if is_named(node.value) and not is_prose(node, parents)]
    found += [f"{path}: imports {name}" for name in imported(path) if is_named(name)]
    return found + [f"{path}:{line} {name}" for line, name in named(tree) if is_named(name)]


def named(tree: ast.AST) -> Iterator[tuple[int, str]]:
    """Every name that the code gives or uses, with its line."""
    for node in ast.walk(tree):
        match node:
            case ast.Name(id=name) | ast.Attribute(attr=name) | ast.arg(arg=name) | ast.keyword(arg=str(name)):
                yield node.lineno, name
            case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name) | ast.ClassDef(name=name):
                yield node.lineno, name


def is_named(text: str) -> bool:
    return any(name in text for name in BUILT_IN)


@pytest.mark.parametrize("path", [path for path in CODE if path != THE_LIST], ids=str)
def test_no_ruleset_is_named_outside_its_folder_but_in_one_list(path: Path) -> None:
    assert mentions(path) == []


def test_a_name_outside_its_folder_is_found(tmp_path: Path) -> None:
    code = [
        "from engine.cathedral import box", 'LOOKS = {"cathedral": 1}', "def f(): return cathedral", 'x = "verbotene_stadt"',
        "settings.forbidden_city_tiles", "say(cathedral=1)", "def draw_cathedral(): pass", "class cathedral_box: pass",
        "def f(cathedral): pass",
    ]  # fmt: skip
    for line in code:
        (tmp_path / "module.py").write_text(f'"""About cathedral."""\n{line}\n')
        assert len(mentions(tmp_path / "module.py")) >= 1, line
    (tmp_path / "module.py").write_text('"""About cathedral."""\nsay("Play cathedral!", example="cathedral")\n')
    assert mentions(tmp_path / "module.py") == []


PAGES = Path("service/web/pages")
PAGE_LIST = PAGES / "app" / "board" / "modules.js"
COMMENT = re.compile(r"/\*.*?\*/|(?<![:\"'])//[^\n]*", re.DOTALL)
SCRIPTS_AND_SHEETS = [
    path
    for path in sorted((*PAGES.rglob("*.js"), *PAGES.rglob("*.css")))
    if path != PAGE_LIST and not (path.parent == PAGE_LIST.parent and path.name.startswith(tuple(BUILT_IN)))
]


def mentioned(text: str) -> list[str]:
    """Where a script or a stylesheet names a ruleset other than in a comment."""
    return [line.strip() for line in COMMENT.sub("", text).splitlines() if is_named(line)]


@pytest.mark.parametrize("path", SCRIPTS_AND_SHEETS, ids=str)
def test_no_script_or_sheet_names_a_ruleset_outside_its_own_but_in_one_list(path: Path) -> None:
    assert mentioned(path.read_text()) == []


def test_a_name_in_a_script_or_a_sheet_is_found() -> None:
    assert mentioned('/** About\n * cathedral. */\nconst OPEN = ["cathedral"]; // cathedral\n') == ['const OPEN = ["cathedral"];']
    assert mentioned("/* forbidden_city */ x() // verbotene_stadt") == []
    assert mentioned("/* cathedral */\n.cathedral .actions { margin: 0 }") == [".cathedral .actions { margin: 0 }"]
