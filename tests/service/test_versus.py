"""Two checkouts are compared fairly: one against itself is never ahead."""

import re

import pytest

from tests.bench.versus import HERE, Tally, main


def test_a_checkout_is_not_ahead_of_itself(capsys: pytest.CaptureFixture[str]) -> None:
    main([str(HERE), "--games", "4", "--nodes", "8"])
    last = capsys.readouterr().out.splitlines()[-1]
    assert last.startswith("4 games")
    assert "a pair: +0.00 ± 0.00" in last
    assert "all: 50 % of 4" in last


def test_both_games_of_a_pair_begin_as_told(capsys: pytest.CaptureFixture[str]) -> None:
    main([str(HERE), "--games", "2", "--nodes", "4", "--begin", "cathedral@e4n"])
    assert re.search(r"a pair: \+0\.00", capsys.readouterr().out)


def test_a_pair_counts_what_both_seats_were_ahead_by() -> None:
    tally = Tally()
    for seat, rate, lead in [(0, 0.0, -3), (1, 1.0, 5), (0, 0.5, 0), (1, 1.0, 2)]:
        tally.add(seat, rate, lead)
    assert tally.text().endswith("a pair: +2.00 ± 0.00")
    assert "all: 62 % of 4" in tally.text()
