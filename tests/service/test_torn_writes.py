"""A machine that dies in the middle of a write: the last move is there whole or not at all."""

from pathlib import Path

from tests.drills.cutting import drill


def test_wherever_the_last_move_is_cut_off_the_game_is_whole(tmp_path: Path) -> None:
    found = drill(tmp_path, stride=2000)
    assert found["lost"] > 10
    assert found["cuts"] - found["lost"] > 5, "the move is there as soon as its change is, whatever is lost of the inboxes"
