"""Where the deploy files lie, and the tools that check them: installed with the tests, or the machine's own."""

import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import yaml

ROOT = Path(__file__).resolve().parents[2]
DEPLOY = ROOT / "deploy"


def run(*command: object, **environ: str) -> subprocess.CompletedProcess[str]:
    """What a command says, on both ways, and its exit code."""
    words = [str(word) for word in command]
    return subprocess.run(
        words, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, timeout=120, cwd=ROOT, env={**os.environ, **environ}
    )


def ours(name: str) -> Path:
    """A tool that is installed with the tests."""
    return Path(sys.executable).parent / name


def machines(name: str, package: str) -> str:
    """A tool that the machine may have; without it the test is skipped, but not where every test must run."""
    found = shutil.which(name) or shutil.which(name, path="/usr/sbin:/usr/local/sbin")
    if not found:
        (pytest.fail if os.environ.get("CI") else pytest.skip)(f"{name} is not on this machine (Debian: {package})")
    return found


def documents(path: Path) -> list[dict[str, Any]]:
    """The documents of a YAML file."""
    return [each for each in yaml.safe_load_all(path.read_text()) if each]


def make_secrets(folder: Path, redis: str = "valkey:6379") -> Path:
    """Fresh passwords of a site."""
    made = run(DEPLOY / "make-secrets", folder, redis)
    assert made.returncode == 0, made.stdout
    return folder
