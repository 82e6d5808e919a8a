"""What an AI plays a game for follows from the contest that the game belongs to, and its lease from how long it may think."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from intramuros_client.ai import read_work

from engine.ai.levels import Random
from engine.ai.opponent import SCORE, WIN, Budget, View
from service.commands import remote_worker
from service.config import Settings
from service.game import Game, Seat
from service.games import visibility
from service.parts import Parts
from service.store import embedded
from tests.service.test_partial_failures import new_game

ABOUT = {"ruleset": "cathedral", "rules_version": 1, "seat": 0, "ai": "hard", "budget_seconds": 1.0}
PLACE = {"kind": "series", "id": "s1", "round": 1, "pair": 1, "leg": 1}


@pytest.fixture
def url(tmp_path: Path) -> Iterator[str]:
    with embedded.server(Settings(data=tmp_path)) as started:
        yield started


@pytest.fixture
def game(url: str) -> Game:
    return new_game(Parts(Settings(store_url=url, queue_url=url))).game


@pytest.mark.parametrize(
    ("contest", "goal"),
    [(None, WIN), ({**PLACE, "points": "score"}, SCORE), ({**PLACE, "points": "rank"}, WIN), (PLACE, SCORE)],
    ids=["alone", "squares add up", "places add up", "begun before it was written down"],
)
def test_where_scores_add_up_an_ai_plays_for_its_score(game: Game, contest: dict[str, object] | None, goal: str) -> None:
    assert visibility.ai_view(replace(game, contest=contest), 0).goal == goal


@pytest.mark.parametrize(("contest", "goal"), [(None, WIN), (PLACE, SCORE)])
def test_a_host_far_away_is_told_what_the_game_is_played_for(game: Game, contest: dict[str, object] | None, goal: str) -> None:
    work = visibility.work_view(replace(game, contest=contest), 0)
    assert work["goal"] == goal
    view, _, _ = read_work({**ABOUT, **work})
    assert view.goal == goal


@pytest.mark.parametrize(("told", "goal"), [({"goal": SCORE}, SCORE), ({}, WIN)], ids=["told", "by an older server"])
def test_a_remote_worker_plays_for_what_it_is_told(monkeypatch: pytest.MonkeyPatch, game: Game, told: dict[str, str], goal: str) -> None:
    class Listener(Random):
        def choose(self, view: View, moves: Sequence[Any], budget: Budget) -> Any:
            heard.append(view.goal)
            return super().choose(view, moves, budget)

    heard: list[str] = []
    monkeypatch.setattr(remote_worker.installed, "player_of", lambda *_: Listener())
    work = {name: value for name, value in visibility.work_view(game, 0).items() if name != "goal"}
    remote_worker.decide({**ABOUT, **work, **told}, None)
    assert heard == [goal]


@pytest.mark.parametrize(("told", "wall"), [({"wall_seconds": 2.5}, 2.5), ({}, 1.0)], ids=["told", "by an older server"])
def test_a_remote_worker_may_wait_for_its_processor_as_long_as_it_is_told(
    monkeypatch: pytest.MonkeyPatch, game: Game, told: dict[str, float], wall: float
) -> None:
    class Timed(Random):
        def choose(self, view: View, moves: Sequence[Any], budget: Budget) -> Any:
            heard.append((budget.seconds, budget.wall))
            return super().choose(view, moves, budget)

    heard: list[tuple[float, float | None]] = []
    monkeypatch.setattr(remote_worker.installed, "player_of", lambda *_: Timed())
    remote_worker.decide({**ABOUT, **visibility.work_view(game, 0), **told}, None)
    assert heard == [(1.0, wall)]


def test_what_counts_is_not_told_with_the_game(game: Game) -> None:
    told = visibility.contest_json(replace(game, contest={**PLACE, "points": "score"}))
    assert told == {**PLACE, "link": "/v1/series/s1"}


@pytest.mark.parametrize(("ai", "seconds"), [("hard", 6.0), ("expert", 12.0)])
def test_who_thinks_longer_has_a_longer_lease(url: str, ai: str, seconds: float) -> None:
    parts = Parts(Settings(store_url=url, queue_url=url, ai_seconds=1.0, lease_margin=3.0))
    game = new_game(parts, Seat("ai", ai, ai=ai), Seat("player", "Ada", "ada")).game
    assert parts.store.leases.of(game) == seconds
