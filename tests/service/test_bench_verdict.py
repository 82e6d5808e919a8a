"""The benchmark of HTTP ends with 1 where browsers are served clearly slower than others."""

import pytest

from tests.bench.http import Case, keeps_up


@pytest.mark.parametrize(("of_browsers", "kept"), [(0.95, True), (0.9, True), (0.8, False)])
def test_browsers_wait_no_longer_than_scripts(of_browsers: float, kept: bool) -> None:
    plain = Case("plain", 200, 0.9, list, ratios=[1.0, 1.1, 0.9])
    browser = Case("browser", 200, 0.9, list, like="plain", ratios=[of_browsers])
    assert keeps_up([plain, browser]) is kept


def test_a_row_that_is_like_no_other_does_not_matter() -> None:
    assert keeps_up([Case("plain", 200, 0.9, list, ratios=[0.1])])
