"""An owner's board is played on as it is: three that differ from ours in everything the rulebook leaves open."""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

BOARDS = Path(__file__).parent / "boards"

PROGRAM = """
import json, random, re, sys
from pathlib import Path

from engine import overrides

overrides.use("verbotene_stadt", Path(sys.argv[1]))

from engine.ai.opponent import Budget, View
from engine.ai.levels import opponent
from engine.core import CHANCE, Scene
from engine.record import read
from engine.replaying import replay
from engine.rulesets import ruleset
from engine.verbotene_stadt.box import BOX
from engine.verbotene_stadt.drawing import CELL, MARGIN
from tests.engine.verbotene_stadt.ways import sensible_record

rules = ruleset("verbotene_stadt")
record, _ = sensible_record(3, {}, seed=5)
assert read(str(record)) == record
rng, entered = random.Random(1), set()
for position, line in replay(record):
    if rng.random() < 0.1 or position.outcome:
        assert rules.read(str(position)) == position
        assert rules.draw(position.view(0), Scene()).startswith("<svg ")
        assert len(rules.board_text(position, Scene()).splitlines()) > 2 * BOX.size
        json.dumps(rules.to_json(position))
        for seat in position.actors:
            if seat != CHANCE:
                view = position.view(seat)
                moves = view.moves(seat)
                assert [rules.read_move(str(move), view, seat) for move in moves] == list(moves)
                assert opponent("verbotene_stadt", "medium").choose(View(rules, seat, view), moves, Budget(0.1, 20, 1)) in moves
    if line.move.endswith(" pavilion"):
        entered.add(position.pavilion)
drawing = rules.draw(position, Scene())
for number, roof in re.findall(r'class="b-pavilion[^"]*" data-pavilion="(.)">(.*?)</g>', drawing):
    letters = re.findall(r'<text [^>]*?x="([0-9.]+)" y="([0-9.]+)"', roof)
    assert len(letters) == 2
    for x, y in letters:
        column, row = (int((float(place) - MARGIN) // CELL) for place in (x, y))
        assert BOX.mark(column + BOX.size * row) == number, "its letters are on its roof"
Path(sys.argv[2]).write_text(drawing)
print(json.dumps({
    "size": BOX.size, "walls": len(BOX.walls), "doors": len(BOX.doors), "cards": rules.components()["cards"][:3], "digest": rules.digest,
    "entered": sorted(entered), "reason": position.outcome.reason, "moves": len(record.lines),
}))
"""


def played_on(name: str, folder: Path) -> dict[str, Any]:
    """A random game on that board, looked at from all sides."""
    command = [sys.executable, "-c", PROGRAM, str(BOARDS / name), str(folder / "board.svg")]
    said = subprocess.run(command, capture_output=True, text=True, check=False)
    assert said.returncode == 0, said.stderr
    found: dict[str, Any] = json.loads(said.stdout)
    return found


@pytest.mark.parametrize(
    ("name", "size", "walls", "doors", "hat"),
    [("open_court", 15, 0, 8, "red-hat"), ("winding", 17, 60, 15, "crimson-hat"), ("small", 9, 0, 9, "a-hat")],
)
def test_a_game_is_played_to_its_end_on_another_board(name: str, size: int, walls: int, doors: int, hat: str, tmp_path: Path) -> None:
    told = played_on(name, tmp_path)
    assert (told["size"], told["walls"], told["doors"], told["cards"][0]) == (size, walls, doors, hat)
    assert told["reason"] == "fifteen_exiled"
    assert len(told["entered"]) > 3
