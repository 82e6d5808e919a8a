"""What the operators' documents name is there: settings, commands, files, figures, fields of the log."""

import io
import json
import logging
import re
import sys
from pathlib import Path

import pytest

from service import logs
from service.commands.cli import OTHERS
from service.config import Settings, rows, variable
from tests.deploy.tools import DEPLOY, ROOT
from tests.service.client import Client, Server

VARIABLES = {variable(name) for name in rows()}
TEXTS = sorted(
    path for path in DEPLOY.rglob("*") if path.is_file() and path.suffix not in (".txt", ".json") and "secrets" not in path.parts
)
README = (DEPLOY / "README.md").read_text()


@pytest.mark.parametrize("path", TEXTS, ids=lambda path: str(path.relative_to(DEPLOY)))
def test_every_setting_that_is_named_is_one(path: Path) -> None:
    named = {name.removesuffix("_FILE") for name in re.findall(r"INTRAMUROS_[A-Z_]*[A-Z]", path.read_text())}
    assert named - {"INTRAMUROS_NAME"} <= VARIABLES


def test_every_command_that_is_named_is_one() -> None:
    named = set(re.findall(r"\bintramuros ([a-z-]+)", " ".join(re.findall(r"`[^`]+`|^    .+$", README, re.MULTILINE))))
    assert named
    assert named <= {*OTHERS, "serve", "web", "worker", "config"}


def test_every_file_and_drill_that_is_named_is_there() -> None:
    for name in re.findall(r"`((?:systemd|redis|nginx|kubernetes|prometheus|grafana)/[\w.@-]*)`", README):
        assert (DEPLOY / name).exists(), name
    for name in re.findall(r"`(?:tests\.)?drills\.([a-z_]+)`", README):
        assert (ROOT / "tests" / "drills" / f"{name}.py").exists(), name
    for name in re.findall(r"`(?:tests/service/)?(test_\w+\.py)`", README):
        assert (ROOT / "tests" / "service" / name).exists(), name


def test_every_figure_that_is_named_is_told(server: Server) -> None:
    with Client(server.url) as client:
        game = client.named("Ada").game("cathedral", ["me", "me"])["id"]
        assert client.play(game, 1, client.first_legal(game, 0), 0).status_code == 201
        told = client.get("/metrics").text
    known = set(re.findall(r"^# TYPE (\w+) ", told, re.MULTILINE))
    for name in re.findall(r"`(intramuros_\w+)`", README):
        assert name in known or name.removesuffix("_total") in known, name


def test_the_request_is_found_in_the_log_by_the_field_that_is_named() -> None:
    assert "`request` is the request's id" in README
    before, out = logging.getLogger().handlers[:], io.StringIO()
    logs.setup(Settings(log_format="json"), out)
    try:
        logs.about.set({"request": "7f3a"})
        logging.getLogger("test").warning("something")
    finally:
        logs.about.set({})
        logging.getLogger().handlers[:] = before
    assert json.loads(out.getvalue())["request"] == "7f3a"


def test_the_documents_speak_of_no_machine_of_ours() -> None:
    for path in TEXTS:
        assert str(ROOT) not in path.read_text()
        assert sys.prefix not in path.read_text()
