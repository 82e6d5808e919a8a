"""The systemd units: without a word that systemd does not know, and confined."""

import re
from pathlib import Path

import pytest

from tests.deploy.tools import DEPLOY, machines, run

UNITS = sorted((DEPLOY / "systemd").iterdir())
SERVICES = [unit for unit in UNITS if unit.suffix == ".service"]


def verified(tool: str, folder: Path, unit: Path) -> str:
    """What systemd says of a unit whose program is there; its exit code is 0 whatever it finds."""
    for each in UNITS:
        program = folder / "intramuros"
        program.write_text("#!/bin/sh\n")
        program.chmod(0o755)
        (folder / each.name).write_text(each.read_text().replace("/opt/intramuros/bin/intramuros", str(program)))
    return run(tool, "verify", folder / unit.name).stdout


@pytest.mark.parametrize("unit", UNITS, ids=lambda unit: unit.name)
def test_systemd_knows_every_word(tmp_path: Path, unit: Path) -> None:
    assert verified(machines("systemd-analyze", "systemd"), tmp_path, unit) == ""


def test_a_wrong_word_would_be_found(tmp_path: Path) -> None:
    tool = machines("systemd-analyze", "systemd")
    verified(tool, tmp_path, SERVICES[0])
    with (tmp_path / SERVICES[0].name).open("a") as unit:
        unit.write("[Service]\nProtectEverything=yes\n")
    assert "ProtectEverything" in run(tool, "verify", tmp_path / SERVICES[0].name).stdout


@pytest.mark.parametrize("unit", SERVICES, ids=lambda unit: unit.name)
def test_the_service_is_confined(unit: Path) -> None:
    said = run(machines("systemd-analyze", "systemd"), "security", "--offline=true", "--no-pager", unit).stdout
    found = re.search(r"Overall exposure level for \S+: (\d+\.\d+)", said)
    assert found, said
    assert float(found[1]) <= 2.0, "what is 0 is shut off, what is 10 is open"


def test_a_worker_is_kept_for_turns_while_the_other_gives_advice() -> None:
    text = (DEPLOY / "systemd" / "intramuros-worker@.service").read_text()
    assert "\nExecStart=/opt/intramuros/bin/intramuros worker --count 2\n" in text


def test_passwords_are_credentials_not_settings() -> None:
    for unit in SERVICES:
        assert "redis://" not in unit.read_text()
