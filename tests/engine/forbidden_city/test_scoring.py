"""Who is paid what for a closed room ("Scoring")."""

import pytest

from engine.forbidden_city.scoring import pay


@pytest.mark.parametrize(
    ("worth", "advisors", "coins"),
    [
        (11, (0, 0, 0, 2), (0, 0, 0, 11)),
        (12, (0, 1, 3, 2), (0, 0, 12, 6)),
        (7, (3, 1), (7, 3)),
        (7, (2, 2), (3, 3)),
        (7, (2, 2, 1), (3, 3, 0)),
        (9, (2, 2, 2), (4, 4, 4)),
        (9, (1, 1, 1, 1), (4, 4, 4, 4)),
        (15, (0, 4, 1, 1), (0, 15, 0, 0)),
        (15, (2, 4, 1, 1), (7, 15, 0, 0)),
        (5, (0, 0, 0), (0, 0, 0)),
        (1, (2, 1), (1, 0)),
        (1, (1, 1), (0, 0)),
    ],
)
def test_a_room_pays(worth: int, advisors: tuple[int, ...], coins: tuple[int, ...]) -> None:
    assert pay(worth, advisors) == coins
