"""Every decision marked `Ruling:` in the rules has a test with the same words in its name, in every ruleset."""

import re
from pathlib import Path

import pytest

from engine.rulesets import NAMES

WHERE_THE_BOOK_IS_SILENT = {"cathedral": 2, "forbidden_city": 4, "verbotene_stadt": 8}


def rulings(name: str) -> list[str]:
    """What is ruled, sentence by sentence, as words with underscores."""
    sources = [path.read_text() for path in sorted(Path("engine", name).rglob("*.py"))]
    sentences = [" ".join(found.split()) for source in sources for found in re.findall(r"Ruling: (.+?)\.(?:\s|\")", source, re.DOTALL)]
    return ["_".join(re.findall(r"[a-z0-9]+", sentence.lower().replace("'", ""))) for sentence in sentences]


@pytest.mark.parametrize("name", NAMES)
def test_every_ruling_has_a_test_with_its_words(name: str) -> None:
    tests = "\n".join(path.read_text() for path in sorted(Path("tests/engine", name).glob("test_*.py")))
    found = rulings(name)
    assert len(found) >= WHERE_THE_BOOK_IS_SILENT[name]
    assert [words for words in found if f"def test_{words}(" not in tests] == []
