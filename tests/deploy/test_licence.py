"""LICENSE, NOTICE and the metadata say the same; what is installed is locked to the byte."""

import re
import tomllib
from importlib.metadata import metadata
from pathlib import Path

import pytest
from packaging.requirements import Requirement

from engine.rulesets import NAMES, ruleset
from tests.deploy.tools import DEPLOY, ROOT

PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]


def test_the_licence_is_mit_everywhere() -> None:
    assert (ROOT / "LICENSE").read_text().startswith("MIT License\n\nCopyright (c) 2026 ")
    assert PROJECT["license"] == "MIT"
    assert PROJECT["license-files"] == ["LICENSE", "NOTICE"]
    assert metadata("intramuros")["License-Expression"] == "MIT"


def test_the_notice_names_every_game_and_its_designers() -> None:
    notice = (ROOT / "NOTICE").read_text()
    for name in NAMES:
        assert ruleset(name).title in notice
        assert ruleset(name).designer in notice


def locked(path: Path) -> dict[str, set[str]]:
    """The versions that a lock file has of each package, every one with a hash."""
    found: dict[str, set[str]] = {}
    for entry in re.split(r"\n(?=\S)", path.read_text()):
        if entry.startswith("#"):
            continue
        name, version = re.match(r"([A-Za-z0-9._-]+)==([^\s;\\]+)", entry).groups()  # type: ignore[union-attr]
        assert re.findall(r"--hash=sha256:[0-9a-f]{64}", entry), f"{name} has no hash"
        found.setdefault(canonical(name), set()).add(version)
    return found


def canonical(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()


@pytest.mark.parametrize(("path", "extras"), [("constraints.txt", ("dev",)), ("deploy/requirements.txt", ())])
def test_every_dependency_is_locked_to_a_version_that_fits(path: str, extras: tuple[str, ...]) -> None:
    versions = locked(ROOT / path)
    wanted = [*PROJECT["dependencies"], *(line for extra in extras for line in PROJECT["optional-dependencies"][extra])]
    for line in wanted:
        requirement = Requirement(line)
        assert canonical(requirement.name) in versions, f"{line} is not in {path}: run make lock"
        assert all(requirement.specifier.contains(version) for version in versions[canonical(requirement.name)]), line


def test_the_image_installs_the_versions_that_were_tested() -> None:
    tested, installed = locked(ROOT / "constraints.txt"), locked(DEPLOY / "requirements.txt")
    assert {name: versions for name, versions in installed.items() if tested.get(name) != versions} == {}
    tools = {canonical(Requirement(line).name) for line in PROJECT["optional-dependencies"]["dev"]}
    assert not (tools & set(installed)) - {canonical(Requirement(line).name) for line in PROJECT["dependencies"]}


def test_no_lock_names_where_it_was_fetched() -> None:
    for path in (ROOT / "constraints.txt", DEPLOY / "requirements.txt"):
        assert "://" not in path.read_text()
