"""Rules are a library: the engine imports the standard library and itself, and rules never import what plays them."""

import ast
import sys
from pathlib import Path

import pytest

ENGINE = sorted(Path("engine").rglob("*.py"))
RULES = [path for path in ENGINE if "ai" not in path.parts and path.name != "brain.py"]


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
    assert not {name for name in imported(path) if name.startswith("engine.ai") or name.endswith(".brain")}
