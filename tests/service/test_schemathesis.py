"""The running server attacked from its own document: whatever a request says, the answer is one that the document describes."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.service.client import Client, Server
from tests.service.conftest import OPERATOR
from tests.service.processes import ROOT

pytestmark = pytest.mark.long

LEFT_OUT = {
    "positive_data_acceptance": "no schema can say which moves are legal, which cursors are ours and who may be met; those are a 422",
    "missing_required_header": "it takes the 428 of PATCH /v1/me for a fault, which is what If-Match is there for",
}
ENDLESS = "/v1/games/{game_id}/events"
"""A stream of events, which the tool reads event by event; test_events reads it whole."""
FATAL = ("deleteMe", "revokeToken", "rotateToken")
"""What takes the token away that the tool calls with; test_departure and test_tokens call it."""
CONFIGURATION = """
[parameters]
"query.wait" = 1  # it has not the patience for more

[checks.negative_data_rejection]
expected-statuses = ["400", "401", "403", "404", "405", "406", "409", "413", "415", "422", "428", "429", "5xx"]  # its own, and 413
"""
ENVIRON = {"COLUMNS": "140", "PYTHONPATH": str(ROOT)}


LINKS = 8
"""Of the ways from an answer to the next request that the document names, how many a run must at least have gone (slow machines: few)."""


def attacked(server: Server, token: str, folder: Path, seconds: int, *options: str, hooks: str = "whole_streams") -> str:
    """What the tool says after it has tried what the options name for so long at most; fails unless it found nothing."""
    (folder / "schemathesis.toml").write_text(CONFIGURATION)
    run = [
        *(sys.executable, "-m", "schemathesis.cli", "run", f"{server.url}/openapi.json", "--header", f"Authorization: Bearer {token}"),
        *("--exclude-checks", ",".join(LEFT_OUT), "--exclude-path", ENDLESS, "--generation-database", "none", "--warnings", "off"),
        *(part for operation in FATAL for part in ("--exclude-operation-id", operation)),
        *("--max-time", str(seconds), "--seed", "1", "--continue-on-failure", "--no-color", *options),
    ]
    environ = os.environ | ENVIRON | {"SCHEMATHESIS_HOOKS": f"tests.service.{hooks}"}
    done = subprocess.run(run, capture_output=True, text=True, cwd=folder, env=environ, timeout=seconds + 90)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "No issues found" in done.stdout, done.stdout
    return done.stdout


def count(pattern: str, told: str) -> int:
    """The number in what the tool says."""
    found = re.search(pattern, told)
    assert found is not None, told
    return int(found[1])


def test_every_operation_does_what_the_document_says_at_its_examples_and_boundaries(ada: Client, server: Server, tmp_path: Path) -> None:
    told = attacked(server, ada.token, tmp_path, 120, "--phases", "examples,coverage")
    assert count(r"Tested: +(\d+)", told) == count(r"Selected: +(\d+)/", told) == count(r"Selected: +\d+/(\d+)", told) - 1 - len(FATAL)


def test_the_server_does_what_its_document_says_whatever_it_is_sent(ada: Client, server: Server, tmp_path: Path) -> None:
    attacked(server, ada.token, tmp_path, 20, "--phases", "fuzzing", "--max-examples", "5")


def test_the_links_of_the_document_lead_from_answer_to_answer(ada: Client, server: Server, tmp_path: Path) -> None:
    gone = 0
    for seconds in (60, 240):  # a busy machine goes fewer ways in a minute
        told = attacked(server, ada.token, tmp_path, seconds, "--phases", "stateful", "--max-examples", "100", hooks="nameless_requests")
        gone = max(gone, count(r"API Links: +(\d+) covered", told))
        if gone >= LINKS:
            break
    assert gone >= LINKS


def test_what_is_the_operators_and_the_hosts_is_no_different(operated: Server, tmp_path: Path) -> None:
    with Client(operated.url, OPERATOR) as operator:
        key = operator.post("/v1/hosts", {"name": "Far", "ais": ["attacker"]}).json()["key"]
    for token, paths in ((OPERATOR, "^/v1/(hosts|ais|operator)"), (key, "^/v1/(work|ais)")):
        attacked(operated, token, tmp_path, 60, "--phases", "examples,coverage", "--include-path-regex", paths)
