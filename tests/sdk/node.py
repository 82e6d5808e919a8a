"""The TypeScript client, built once for the tests of a process; without Node.js nothing is tested, and CI fails."""

import os
import shutil
import subprocess
from functools import cache
from pathlib import Path

import pytest

from tests.service.processes import ROOT

TYPESCRIPT = ROOT / "openapi" / "sdk" / "typescript"
TOOLS = ROOT / "openapi" / "node_modules"


def run(*command: object, cwd: Path | None = None, **environ: str) -> str:
    """What a command prints; fails with all it said when it does."""
    words = [str(word) for word in command]
    ran = subprocess.run(words, cwd=cwd, env={**os.environ, **environ}, capture_output=True, text=True, timeout=600)
    assert ran.returncode == 0, ran.stdout + ran.stderr
    return ran.stdout


@cache
def tools() -> Path:
    """Where the tools of package-lock.json lie."""
    if shutil.which("npm") is None:
        assert "CI" not in os.environ, "Node.js is needed to test the TypeScript client, and there is none here"
        pytest.skip("NOT TESTED: there is no Node.js here for the TypeScript client")
    run(ROOT / "openapi" / "lint", "--install")
    return TOOLS / ".bin"


def built(folder: Path) -> Path:
    """A folder where `import … from "@intramuros/client"` finds the client, compiled from its sources."""
    tsc = tools() / "tsc"
    package = folder / "node_modules" / "@intramuros" / "client"
    package.mkdir(parents=True)
    shutil.copy(TYPESCRIPT / "package.json", package)
    run(tsc, "-p", TYPESCRIPT, "--outDir", package / "dist")
    (folder / "package.json").write_text('{"type": "module"}')
    return folder


def compiled(folder: Path, name: str, text: str) -> Path:
    """A program in that folder, compiled strictly."""
    (folder / f"{name}.ts").write_text(text)
    options = ["--strict", "--target", "es2022", "--module", "nodenext", "--lib", "es2022,dom,dom.iterable"]
    run(tools() / "tsc", *options, f"{name}.ts", cwd=folder)
    return folder / f"{name}.js"
