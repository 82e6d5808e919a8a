"""Every decision marked `Ruling:` has a test with the same words in its name, in every ruleset and in the host."""

import re
from pathlib import Path

import pytest

from engine.rulesets import NAMES

WHERE_THE_BOOK_IS_SILENT = {"cathedral": 2, "forbidden_city": 4, "verbotene_stadt": 8}
OF_THE_HOST = 4


def rulings(folder: Path) -> list[str]:
    """What is ruled, sentence by sentence, as words with underscores."""
    sources = [path.read_text() for path in sorted(folder.rglob("*.py"))]
    sentences = [" ".join(found.split()) for source in sources for found in re.findall(r"Ruling: (.+?)\.(?:\s|\")", source, re.DOTALL)]
    return ["_".join(re.findall(r"[a-z0-9]+", sentence.lower().replace("'", ""))) for sentence in sentences]


def untested(found: list[str], folder: Path) -> list[str]:
    """Those for which no test in the folder is named."""
    tests = "\n".join(path.read_text() for path in sorted(folder.rglob("test_*.py")))
    return [words for words in found if f"def test_{words}(" not in tests]


@pytest.mark.parametrize("name", NAMES)
def test_every_ruling_has_a_test_with_its_words(name: str) -> None:
    found = rulings(Path("engine", name))
    assert len(found) >= WHERE_THE_BOOK_IS_SILENT[name]
    assert untested(found, Path("tests/engine", name)) == []


def test_every_ruling_of_the_host_has_a_test_with_its_words() -> None:
    """Where a clock or a contest comes to what no rulebook speaks of."""
    found = rulings(Path("service"))
    assert len(found) >= OF_THE_HOST
    assert untested(found, Path("tests/service")) == []
