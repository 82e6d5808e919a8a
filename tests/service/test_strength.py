"""The measurement of strength itself: when a claim is decided, what of a game counts, and that a stopped one goes on."""

from argparse import Namespace
from collections.abc import Callable, Iterable
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from engine.ai.contest import Game
from engine.core import Outcome
from service.commands.arena import Match
from tests.bench import strength
from tests.bench.strength import BATCH, Claim, Trial, claims, main, tried
from tests.bench.strength_results import Played, Results, as_played

CLAIM = Claim("cathedral", "medium", "easy", 0.75, 0.9)


@pytest.mark.parametrize(
    ("rate", "games", "verdict"),
    [(0.83, 12, None), (0.2, 24, "MISSED"), (1.0, 96, "MISSED"), (0.825, 600, "met"), (0.76, 200, None)],
)
def test_a_claim_is_decided_as_soon_as_it_is_sure(rate: float, games: int, verdict: str | None) -> None:
    assert CLAIM.verdict(rate, games) == verdict


def test_each_sits_everywhere_equally_often() -> None:
    for seats in (2, 3, 4):
        claim = Claim("forbidden_city", "medium", "easy", 0.65, 0.85, seats)
        tables = [claim.match(number, seed=7).players for number in range(12)]
        for seat in range(seats):
            assert sum(table[seat] == "medium" for table in tables) == 6


def test_with_more_than_two_seats_it_counts_who_finished_ahead() -> None:
    game = Game(Outcome((10, 20, 20), (1, 2), "full"), (0.0, 0.5, 0.5), 9, (0.1,) * 3, (1.0, 2.0, 4.0), (1, 2, 4))
    played = as_played(Match("forbidden_city", ("a", "b", "a"), {}, 1.0, 0), game, "a")
    assert played == Played(0.25, (5.0, 2.0), (5, 2))


def test_every_ruleset_is_measured_from_random_to_expert() -> None:
    for name in ("cathedral", "forbidden_city", "verbotene_stadt"):
        assert [(claim.first.split("@")[0], claim.second.split("@")[0]) for claim in claims(name) if claim.seats == 2] == [
            ("easy", "random"), ("easy", "greedy"), ("medium", "easy"), ("hard", "medium"), ("expert", "hard")
        ]  # fmt: skip


def test_a_game_that_was_kept_is_not_played_again(tmp_path: Path) -> None:
    results = Results(tmp_path / "data" / "strength.jsonl")
    results.keep(CLAIM, 3, 0, Played(1.0, (0.5, 0.25), (20, 19)))
    again = Results(tmp_path / "data" / "strength.jsonl")
    assert again.find(CLAIM, 3, 0) == Played(1.0, (0.5, 0.25), (20, 19))
    assert again.find(CLAIM, 4, 0) is None
    assert again.find(CLAIM, 3, 1) is None


def test_a_line_that_was_torn_when_the_measurement_was_killed_is_dropped(tmp_path: Path) -> None:
    file = tmp_path / "strength.jsonl"
    Results(file).keep(CLAIM, 3, 0, Played(1.0, (0.5, 0.25), (20, 19)))
    with file.open("a") as torn:
        torn.write('{"key": "half a li')
    again = Results(file)
    again.keep(CLAIM, 3, 1, Played(0.0, (0.5, 0.25), (20, 19)))
    assert [Results(file).find(CLAIM, 3, number) for number in (0, 1)] == [again.find(CLAIM, 3, number) for number in (0, 1)]
    assert again.find(CLAIM, 3, 0) == Played(1.0, (0.5, 0.25), (20, 19))


class Slow(ProcessPoolExecutor):
    """Plays no game, for a minute a batch: one side wins as often as the other, so that nothing is ever sure."""

    def __init__(self) -> None:
        self.now = 0.0

    def map(self, fn: Callable[..., Any], *iterables: Iterable[Any], **_: object) -> Any:
        self.now += 60
        return [Game(Outcome((0, 0), (0, 1), "full"), (0.5, 0.5), 9, (0.1,) * 2, (1.0, 1.0), (1, 1)) for _ in iterables[0]]


@pytest.mark.parametrize(("minutes", "batches"), [(0.5, 1), (2.5, 2), (3, 2), (3.5, 3), (100, 16)])
def test_no_games_are_begun_that_would_end_late(monkeypatch: pytest.MonkeyPatch, minutes: float, batches: int) -> None:
    pool, trial = Slow(), Trial(Claim("cathedral", "medium", "easy", 0.45, 0.55))
    monkeypatch.setattr(strength, "time", SimpleNamespace(monotonic=lambda: pool.now))
    tried(trial, None, Namespace(games=BATCH * 16, seed=0, full=False), pool, until=60 * minutes)
    assert len(trial.games) == BATCH * batches


def test_nonsense_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["chess"])
    assert "must be positive" in capsys.readouterr().err
