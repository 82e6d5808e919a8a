"""Every decision marked `Ruling:` in the rules has a test with the same words in its name."""

import re
from pathlib import Path

SOURCES = [path.read_text() for path in sorted(Path("engine/cathedral").glob("*.py"))]
TESTS = "\n".join(path.read_text() for path in sorted(Path("tests/engine/cathedral").glob("test_*.py")))

RULINGS = [ruling for source in SOURCES for ruling in re.findall(r"Ruling: (.+?)\.", source)]


def test_rulings_are_found() -> None:
    assert len(RULINGS) >= 2


def test_every_ruling_has_a_test_with_its_words() -> None:
    for ruling in RULINGS:
        words = "_".join(re.findall(r"[a-z0-9]+", ruling.lower()))
        assert f"def test_{words}(" in TESTS
