"""The arena seats everybody everywhere, counts fairly, and says plainly what it cannot play."""

import io
import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from engine.ai.contest import elo, wilson
from engine.ai.levels import Random
from engine.ai.opponent import Budget, View
from service.ai import installed
from service.commands.arena import arguments, at_table, entrant, lineups, main, run, schedule


def test_two_seats_are_changed_from_game_to_game() -> None:
    assert lineups("a", "b", 2) == [("a", "b"), ("b", "a")]


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_each_player_sits_everywhere_equally_often(seats: int) -> None:
    lines = lineups("a", "b", seats)
    for seat in range(seats):
        column = [line[seat] for line in lines]
        assert column.count("a") == column.count("b")


def test_a_player_is_a_name_with_seconds_or_nodes() -> None:
    assert entrant("cathedral", "hard", 2.0).seconds == 2.0
    assert entrant("cathedral", "hard@0.1", 2.0).seconds == 0.1
    assert entrant("cathedral", "hard@500n", 2.0).nodes == 500


@pytest.mark.parametrize("player", ["divine", "hard@", "hard@soon", "hard@-1", "@1", ""])
def test_a_player_that_there_is_not_is_refused_in_words(player: str) -> None:
    with pytest.raises(ValueError, match=r"\.$"):
        entrant("cathedral", player, 1.0)


@pytest.mark.parametrize(
    "words",
    [
        "hard",
        "hard hard",
        "hard easy --games 0",
        "hard easy --seats 3",
        "hard easy --options []",
        "random honest --ruleset forbidden_city",
        'random easy --options {"walls":1}',
        "random easy --goal squares",
        "--table random,easy,easy",
        "--table random,easy hard",
        "--table random,divine",
    ],
)
def test_what_cannot_be_played_stops_at_once(words: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        arguments(words.split())
    assert "error: " in capsys.readouterr().err


def test_the_largest_building_first_beats_random_play() -> None:
    result = run(arguments(["greedy", "random", "--games", "6", "--jobs", "1"]), io.StringIO())
    (pair,) = result["pairs"]
    assert pair["rate"] >= 0.75
    assert [row["player"] for row in result["ratings"]] == ["greedy", "random"]


def test_counted_nodes_make_a_table_repeat() -> None:
    words = ["easy@3n", "random@1n", "--games", "2", "--jobs", "2", "--seed", "5"]
    first, second = (run(arguments(words), io.StringIO())["pairs"] for _ in range(2))
    assert first == second


def test_at_one_table_everybody_sits_everywhere_equally_often() -> None:
    chosen = arguments(["--table", "hard,easy,easy,easy", "--ruleset", "forbidden_city", "--games", "8"])
    matches = list(at_table(chosen))
    assert [match.players.index("hard") for match in matches] == [0, 3, 2, 1, 0, 3, 2, 1]
    assert [match.seed for match in matches] == [0] * 4 + [1] * 4, "a round of seats shares its chance"


def test_one_against_three_is_told_with_what_each_has_won(capsys: pytest.CaptureFixture[str]) -> None:
    words = ["--table", "easy@3n,random@1n,random@1n", "--ruleset", "forbidden_city", "--games", "3", "--jobs", "1"]
    result = run(arguments(words), io.StringIO())
    first, rest = result["players"]
    assert (first["places"], rest["places"], first["games"]) == (1, 2, 3)
    assert first["wins"] + rest["wins"] == pytest.approx(3)
    assert (first["fair"], first["interval"]) == (0.3333, [round(bound, 4) for bound in wilson(first["wins"] / 3, 3)])
    assert main(words) == 0
    assert "easy@3n               1     3" in capsys.readouterr().out


def test_what_is_played_for_is_told_to_the_players(monkeypatch: pytest.MonkeyPatch) -> None:
    class Listener(Random):
        def choose(self, view: View, moves: Sequence[Any], budget: Budget) -> Any:
            goals.add(view.goal)
            return super().choose(view, moves, budget)

    goals: set[str] = set()
    monkeypatch.setattr(installed, "names", lambda: ("mine",))
    monkeypatch.setattr(installed, "custom", {"mine": Listener()}.__getitem__)
    for words in (["--goal", "score"], []):
        chosen = arguments(["mine", "random", "--games", "1", *words])
        next(match for _, match in schedule(chosen.players, chosen)).play()
    assert goals == {"score", "win"}


def test_the_table_is_written_as_json(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "table.json"
    assert main(["random", "greedy", "--games", "2", "--jobs", "1", "--json", str(file)]) == 0
    assert json.loads(file.read_text())["pairs"][0]["games"] == 2
    assert "95 % interval" in capsys.readouterr().out


def test_an_installed_ai_plays_under_its_name(monkeypatch: pytest.MonkeyPatch) -> None:
    mine = Random()
    monkeypatch.setattr(installed, "names", lambda: ("mine",))
    monkeypatch.setattr(installed, "custom", {"mine": mine}.__getitem__)
    assert entrant("cathedral", "mine@0.5", 1.0).opponent is mine
    assert run(arguments(["mine", "random", "--games", "2", "--jobs", "1"]), io.StringIO())["pairs"][0]["games"] == 2


def test_an_interval_narrows_with_the_games() -> None:
    assert wilson(0.5, 10)[0] < wilson(0.5, 1000)[0] < 0.5 < wilson(0.5, 1000)[1] < wilson(0.5, 10)[1]
    assert wilson(1.0, 20)[0] < 0.9
    assert wilson(0.0, 0) == (0.0, 1.0)


def test_elo_puts_the_stronger_higher_by_as_much_as_the_results_say() -> None:
    ratings = elo(["a", "b", "c"], {("a", "b"): (640.0, 1000), ("b", "c"): (640.0, 1000), ("a", "c"): (760.0, 1000)})
    assert ratings["a"] - ratings["b"] == pytest.approx(100, abs=4)
    assert ratings["b"] - ratings["c"] == pytest.approx(100, abs=4)
    assert sum(ratings.values()) == pytest.approx(0)
