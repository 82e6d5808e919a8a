"""The packages of the clients are fit to be published: built here in seconds, and held against what an index and its users expect.

`test_dist.py`, a drill, builds all that `make dist` does, and installs it.
"""

import json
import shutil
import subprocess
import sys
import tarfile
import tomllib
import zipfile
from email import message_from_string
from pathlib import Path

import pytest

from tests.sdk.node import TYPESCRIPT, built, run
from tests.service.processes import ROOT

PYTHON = ROOT / "openapi" / "sdk" / "python"
LEFT_OUT = shutil.ignore_patterns("__pycache__", "*.egg-info", "build", "dist")
BUILD = "import sys; from setuptools.build_meta import build_wheel; out = sys.argv.pop(); build_wheel(out)"


def project(folder: Path) -> dict[str, str]:
    found: dict[str, str] = tomllib.loads((folder / "pyproject.toml").read_text())["project"]
    return found


def test_all_packages_have_one_version_one_licence_and_one_author() -> None:
    npm = json.loads((TYPESCRIPT / "package.json").read_text())
    server, client = project(ROOT), project(PYTHON)
    assert server["version"] == client["version"] == npm["version"]
    assert server["license"] == client["license"] == npm["license"] == "MIT"
    assert server["authors"] == client["authors"] == [{"name": npm["author"]}]
    for folder in (PYTHON, TYPESCRIPT):
        assert (folder / "LICENSE").read_text() == (ROOT / "LICENSE").read_text()


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("wheel")
    shutil.copytree(PYTHON, folder / "source", ignore=LEFT_OUT)
    run(sys.executable, "-W", "ignore", "-c", BUILD, folder, cwd=folder / "source")
    (made,) = folder.glob("*.whl")
    return made


def test_the_wheel_of_the_client_has_all_of_it_and_nothing_else(wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as packed:
        names = set(packed.namelist())
        (about,) = [name for name in names if name.endswith("/METADATA")]
        metadata = message_from_string(packed.read(about).decode())
    sources = {str(file.relative_to(PYTHON / "src")) for file in (PYTHON / "src" / "intramuros_client").rglob("*.py")}
    assert {name for name in names if ".dist-info/" not in name} == sources | {"intramuros_client/py.typed"}
    assert (metadata["License-Expression"], metadata["Author"]) == ("MIT", "The Intramuros authors")
    assert any(name.endswith("/licenses/LICENSE") for name in names)
    assert metadata.get_payload().startswith("# intramuros-client")


@pytest.mark.long
def test_the_tarball_of_the_client_has_all_of_it_and_anybody_may_install_it(tmp_path: Path) -> None:
    package = built(tmp_path) / "node_modules" / "@intramuros" / "client"
    for name in ("README.md", "LICENSE"):
        shutil.copy(TYPESCRIPT / name, package)
    subprocess.run(["npm", "pack", "--silent", "--ignore-scripts"], cwd=package, check=True, capture_output=True, timeout=120)
    (made,) = package.glob("*.tgz")
    with tarfile.open(made) as packed:
        names = set(packed.getnames())
    assert {"package/README.md", "package/LICENSE", "package/package.json", "package/dist/index.js", "package/dist/index.d.ts"} <= names
    assert {Path(name).parts[1] for name in names} == {"dist", "README.md", "LICENSE", "package.json"}
    about = json.loads((TYPESCRIPT / "package.json").read_text())
    assert about["publishConfig"] == {"access": "public"}, "a scoped package is private unless it says so"
    assert not about.get("dependencies")
