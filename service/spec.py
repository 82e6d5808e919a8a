"""The OpenAPI document: written by `intramuros spec`, compared with the published one by `intramuros spec --check`."""

import argparse
import json
import sys
from pathlib import Path
from typing import Any

from service.app import create_app
from service.config import load

PUBLISHED = Path("openapi/openapi.json")


def document() -> dict[str, Any]:
    """The document of the code as it is; nothing is connected for it."""
    app = create_app(load({"INTRAMUROS_STORE_URL": "redis://localhost", "INTRAMUROS_QUEUE_URL": "redis://localhost"}))
    with app.test_client() as client:
        found: dict[str, Any] = json.loads(client.get("/openapi.json").data)
    return found


def text() -> str:
    return json.dumps(document(), indent=2, ensure_ascii=False) + "\n"


def main(argv: list[str]) -> int:
    parser = argparse.ArgumentParser(prog="intramuros spec", description="Write the OpenAPI document.")
    parser.add_argument("--check", action="store_true", help=f"say whether {PUBLISHED} is current, and write nothing")
    parser.add_argument("--write", action="store_true", help=f"write {PUBLISHED}")
    chosen = parser.parse_args(argv)
    if chosen.check:
        current = PUBLISHED.exists() and PUBLISHED.read_text() == text()
        print(
            f"{PUBLISHED} is current." if current else f"{PUBLISHED} is not what the code says: run intramuros spec --write.",
            file=sys.stderr,
        )
        return 0 if current else 1
    if chosen.write:
        PUBLISHED.write_text(text())
    else:
        print(text(), end="")
    return 0
