"""The page's code holds what its types and its linter ask."""

import os
import shutil
import subprocess

import pytest

from tests.service.processes import ROOT


@pytest.mark.long
def test_types_and_habits_hold() -> None:
    if shutil.which("npm") is None:
        if os.environ.get("CI"):
            pytest.fail("Node.js with npm is needed to check the page's code.")
        pytest.skip("no npm here")
    checked = subprocess.run([ROOT / "openapi" / "lint-page"], capture_output=True, text=True, timeout=400)
    assert checked.returncode == 0, checked.stdout + checked.stderr
