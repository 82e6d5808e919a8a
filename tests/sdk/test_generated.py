"""What is generated of the clients is what the document and the async client make now."""

import sys

import pytest

from tests.sdk.node import TYPESCRIPT, run, tools
from tests.service.processes import ROOT

pytestmark = pytest.mark.long
AGAIN = "run make sdk, and commit what it has written"


def test_the_python_client_is_current() -> None:
    run(ROOT / "openapi" / "tools", PYTHON=sys.executable)
    run(sys.executable, ROOT / "openapi" / "sdk" / "python" / "make.py", "--check")


def test_the_typescript_types_are_current() -> None:
    command = [tools() / "openapi-typescript", ROOT / "openapi" / "openapi.json", "--default-non-nullable=false"]
    made = run(*command, cwd=ROOT / "openapi")
    assert (TYPESCRIPT / "src" / "schema.ts").read_text().partition("\n")[2] == made, AGAIN
