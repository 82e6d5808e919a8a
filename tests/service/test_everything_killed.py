"""The drill in small: whatever is killed while people play, nothing acknowledged is lost or doubled."""

from pathlib import Path

import pytest

from tests.drills.everything_killed import drill

pytestmark = pytest.mark.drill


def test_no_acknowledged_move_is_lost_or_doubled_whatever_is_killed(tmp_path: Path) -> None:
    figures = drill(tmp_path / "data", players=3, kills=8, seconds=240)
    assert figures["kills"] == 8
    assert (figures["lost"], figures["doubled"]) == (0, 0)
