"""kill -9 of every process in the middle of tournaments: both come to their end, with no game twice."""

from pathlib import Path

import pytest

from tests.drills.tournaments import body, drill

pytestmark = pytest.mark.drill


def test_tournaments_go_on_whatever_is_killed(tmp_path: Path) -> None:
    both = [body(4, opponents=None), body(6, format="swiss", rounds=3)]
    came_to = drill(tmp_path / "data", both, kills=4, wholes=1, seconds=240, every=2.0)
    assert [(each["status"], each["games"]) for each in came_to] == [("finished", 12), ("finished", 18)]
