"""The drill in small: workers killed at random while AIs play each other."""

from pathlib import Path

import pytest

from tests.drills.killing import AI_SECONDS, LEASE_MARGIN, PATIENCE, drill


@pytest.mark.long
def test_no_game_stands_still_for_longer_than_its_lease_and_five_seconds(tmp_path: Path) -> None:
    figures = drill(tmp_path / "data", games=12, kills=6, seconds=120)
    assert figures["unfinished"] == 0
    assert figures["kills"] == 6
    assert figures["stuck"] <= 3 * AI_SECONDS + LEASE_MARGIN + PATIENCE
