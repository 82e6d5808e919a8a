"""The running server attacked from its own document: whatever a request says, the answer is one that the document describes."""

import os
import re
import subprocess
import sys
from pathlib import Path

import requests

from tests.service.client import Server

SECONDS = 30
"""For each run; the first goes through the document's examples and its boundary values, then tries what comes to mind."""

LEFT_OUT = {
    "positive_data_acceptance": "no schema can say which moves are legal, which cursors are ours and who may be met; those are a 422",
    "missing_required_header": "it takes the 428 of PATCH /v1/me for a fault, which is what If-Match is there for",
}
ENDLESS = "/v1/games/{game_id}/events"
"""A stream of events, which the tool reads event by event; test_events reads it whole."""


LINKS = 3
"""Of the ways from an answer to the next request that the document names, how many a run must at least have gone (slow machines: few)."""


def attacked(server: Server, folder: Path, *options: str) -> str:
    """What the tool says after it has tried what the options name; fails unless it found nothing."""
    token = requests.post(f"{server.url}/v1/players", json={"name": "Attacker"}, timeout=20).json()["token"]
    (folder / "schemathesis.toml").write_text('[parameters]\n"query.wait" = 1\n')  # it has not the patience for more
    run = [
        *(sys.executable, "-m", "schemathesis.cli", "run", f"{server.url}/openapi.json", "--header", f"Authorization: Bearer {token}"),
        *("--exclude-checks", ",".join(LEFT_OUT), "--exclude-path", ENDLESS, "--generation-database", "none", "--warnings", "off"),
        *("--max-time", str(SECONDS), "--seed", "1", "--continue-on-failure", "--no-color", *options),
    ]
    done = subprocess.run(run, capture_output=True, text=True, cwd=folder, env=os.environ | {"COLUMNS": "140"}, timeout=4 * SECONDS)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "No issues found" in done.stdout, done.stdout
    return done.stdout


def test_the_server_does_what_its_document_says_whatever_it_is_sent(server: Server, tmp_path: Path) -> None:
    attacked(server, tmp_path, "--phases", "examples,coverage,fuzzing", "--max-examples", "20")


def test_the_links_of_the_document_lead_from_answer_to_answer(server: Server, tmp_path: Path) -> None:
    told = attacked(server, tmp_path, "--phases", "stateful", "--max-examples", "100")
    gone = re.search(r"API Links: +(\d+) covered", told)
    assert gone is not None, told
    assert int(gone[1]) >= LINKS, told
