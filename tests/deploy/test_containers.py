"""The image and the compose file: what their own checkers say, and what every container promises."""

import re
from pathlib import Path
from typing import Any

import pytest

from tests.deploy.tools import DEPLOY, ROOT, documents, ours, run

EXACT = re.compile(r".+:v?\d+\.\d+\.\d+(-[a-z0-9.-]+)?$|.+@sha256:[0-9a-f]{64}$")
"""An image of one version: to the last number, or by its digest."""

SERVICES: dict[str, dict[str, Any]] = documents(DEPLOY / "compose.yaml")[0]["services"]


def test_hadolint_finds_nothing() -> None:
    said = run(ours("hadolint"), "--failure-threshold", "style", DEPLOY / "Containerfile")
    assert (said.returncode, said.stdout) == (0, "")


def test_hadolint_would_find_something(tmp_path: Path) -> None:
    (tmp_path / "Containerfile").write_text("FROM python\nRUN cd /tmp\n")
    assert run(ours("hadolint"), tmp_path / "Containerfile").returncode == 1


def test_compose_fits_its_standard() -> None:
    said = run(ours("check-jsonschema"), "--builtin-schema", "vendor.compose-spec", DEPLOY / "compose.yaml")
    assert said.returncode == 0, said.stdout


def test_every_image_is_of_one_version() -> None:
    bases = re.findall(r"^ARG BASE=(\S+)$", (DEPLOY / "Containerfile").read_text(), re.MULTILINE)
    assert len(bases) == 1
    assert set(re.findall(r"^FROM (\S+)", (DEPLOY / "Containerfile").read_text(), re.MULTILINE)) == {"${BASE}"}
    for image in [*bases, *(service["image"] for service in SERVICES.values())]:
        assert EXACT.match(image), image


def test_the_image_is_the_distributions_version() -> None:
    (version,) = re.findall(r'^version = "(.+)"$', (ROOT / "pyproject.toml").read_text(), re.MULTILINE)
    assert {service["image"] for service in SERVICES.values() if service["image"].startswith("intramuros")} == {f"intramuros:{version}"}


def test_the_image_runs_as_nobody_else() -> None:
    lines = (DEPLOY / "Containerfile").read_text().splitlines()
    assert [line for line in lines if line.startswith("USER")] == ["USER 10001:10001"]


@pytest.mark.parametrize("name", SERVICES)
def test_every_container_is_confined(name: str) -> None:
    service = SERVICES[name]
    assert service["read_only"] is True
    assert service["cap_drop"] == ["ALL"]
    assert service["security_opt"] == ["no-new-privileges:true"]
    assert int(service["user"].split(":")[0]) > 0
    assert service["mem_limit"]


def test_only_the_api_can_be_reached_and_only_from_this_machine() -> None:
    published = {name: service["ports"] for name, service in SERVICES.items() if "ports" in service}
    assert published == {"web": ["127.0.0.1:8000:8000"]}
    assert documents(DEPLOY / "compose.yaml")[0]["networks"]["inside"] == {"internal": True}


def test_a_worker_is_kept_for_turns_while_others_give_advice() -> None:
    assert SERVICES["worker"]["command"] == ["intramuros", "worker", "--count", "2"], "of two, one is told to leave advice to the other"


def test_no_secret_is_in_the_file_but_only_where_it_lies() -> None:
    text = (DEPLOY / "compose.yaml").read_text()
    assert "redis://" not in text
    secrets = documents(DEPLOY / "compose.yaml")[0]["secrets"]
    assert {name for service in SERVICES.values() for name in service.get("secrets", [])} == set(secrets)
    for service in SERVICES.values():
        for variable, value in service.get("environment", {}).items():
            if variable.endswith("_FILE"):
                assert value.removeprefix("/run/secrets/") in service["secrets"]
