"""A server beside which somebody else's ruleset, Filling the Moat, is installed by pip."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.service.client import Server
from tests.service.conftest import start
from tests.service.processes import ENVIRON, ROOT

PLUGIN = ROOT / "tests" / "plugins" / "moat"


def install(factory: pytest.TempPathFactory) -> Path:
    """The folder into which pip has installed the ruleset."""
    source, target = factory.mktemp("source"), factory.mktemp("installed")
    for name in ("pyproject.toml", "moat.py"):
        (source / name).write_bytes((PLUGIN / name).read_bytes())
    command = [sys.executable, "-m", "pip", "install", "--quiet", "--no-deps", "--no-build-isolation", "--target"]
    subprocess.run([*command, str(target), str(source)], check=True, timeout=120)
    return target


def path_with(installed: Path) -> str:
    return f"{ROOT}{os.pathsep}{installed}"


def start_beside(installed: Path, data: Path, **environ: str) -> Server:
    with pytest.MonkeyPatch.context() as patch:
        patch.setitem(ENVIRON, "PYTHONPATH", path_with(installed))
        return start(data, **environ)
