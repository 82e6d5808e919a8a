"""The OpenAPI document: written by `intramuros spec`, compared with the published one by `intramuros spec --check`."""

import argparse
import json
import sys
from pathlib import Path

from service.config import load
from service.json_object import Json
from service.web.app import create_app
from service.web.openapi.compatibility import bare, broken

PUBLISHED = Path("openapi/openapi.json")
BASELINE = Path("openapi/baseline.json")
"""The document of the last release, without its words: what clients rely on."""


def document() -> Json:
    """The document of the code as it is; nothing is connected for it."""
    app = create_app(load({"INTRAMUROS_STORE_URL": "redis://localhost", "INTRAMUROS_QUEUE_URL": "redis://localhost"}))
    with app.test_client() as client:
        found: Json = json.loads(client.get("/openapi.json").data)
    return found


def text(found: Json) -> str:
    return json.dumps(found, indent=2, ensure_ascii=False) + "\n"


def check() -> int:
    """Says whether the published document is current and keeps what the last release promised."""
    now = document()
    current = PUBLISHED.exists() and PUBLISHED.read_text() == text(now)
    complaints = [] if current else [f"{PUBLISHED} is not what the code says: run intramuros spec --write."]
    baseline = json.loads(BASELINE.read_text()) if BASELINE.exists() else now
    complaints += [f"A client of the last release would break: {sentence}." for sentence in broken(baseline, now)]
    for line in complaints or [f"{PUBLISHED} is current, and no client breaks."]:
        print(line, file=sys.stderr)
    return 1 if complaints else 0


def main(argv: list[str]) -> int:
    parser = argparse.ArgumentParser(prog="intramuros spec", description="Write the OpenAPI document.")
    parser.add_argument("--check", action="store_true", help=f"say whether {PUBLISHED} is current and breaks no client; write nothing")
    parser.add_argument("--write", action="store_true", help=f"write {PUBLISHED}")
    parser.add_argument("--release", action="store_true", help=f"write {BASELINE}: from now on clients rely on the document as it is")
    chosen = parser.parse_args(argv)
    if chosen.check:
        return check()
    if chosen.release:
        BASELINE.write_text(json.dumps(bare(document()), ensure_ascii=False, sort_keys=True, indent=1) + "\n")
    elif chosen.write:
        PUBLISHED.write_text(text(document()))
    else:
        print(text(document()), end="")
    return 0
