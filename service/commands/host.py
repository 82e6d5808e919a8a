"""`intramuros host new my-bot`: writes a project for an AI of one's own, with tests, which needs nothing but `intramuros-client`.

The tests of the project decide positions of a game that is played here while it is written, each as the seat to move sees it.
"""

import argparse
import json
import keyword
import random
import shlex
import sys
from collections.abc import Sequence
from contextlib import suppress
from importlib.metadata import version
from importlib.resources import files
from pathlib import Path

from engine.ai.contest import Entrant, contest
from engine.ai.levels import LEVELS
from engine.ai.opponent import WALL, Budget, View
from engine.rulesets import NAMES, ruleset
from service.ai.installed import NAME
from service.config import CannotStart
from service.json_object import Json

POSITIONS = 8
FILES = {
    "pyproject.txt": "pyproject.toml",
    "readme.txt": "README.md",
    "bot.txt": "{module}.py",
    "test.txt": "tests/test_{module}.py",
}
"""Which of our texts becomes which file of the project."""


class EnoughSeen(Exception):
    """All the positions that are wanted have been written down."""


class Witness:
    """Plays anything, and writes down what it is shown at every third decision."""

    def __init__(self) -> None:
        self.asked = 0
        self.seen: list[Json] = []

    def choose(self, view: View, moves: Sequence[object], budget: Budget) -> object:
        self.asked += 1
        if self.asked % 3 == 1:
            self.seen.append(as_work(view, moves))
        if len(self.seen) == POSITIONS:
            raise EnoughSeen
        return random.Random(budget.seed).choice(moves)


def as_work(view: View, moves: Sequence[object]) -> Json:
    """A decision as a host far away is sent it."""
    rules = view.ruleset
    return {
        "ruleset": rules.name,
        "rules_version": rules.version,
        "seat": view.seat,
        "goal": view.goal,
        "notation": str(view.position),
        "position": {"ruleset": rules.name, **rules.to_json(view.position)},
        "moves": [str(move) for move in moves],
        "objects": [{"ruleset": rules.name, **rules.move_json(view.position, view.seat, move)} for move in moves],
        "budget_seconds": 1.0,
        "wall_seconds": WALL,
    }


def positions(name: str) -> list[Json]:
    """Decisions of one game, always the same."""
    witness = Witness()
    with suppress(EnoughSeen):
        contest(name, [Entrant(witness)] * ruleset(name).seats[0], {}, seed=7)
    return witness.seen


def write(folder: Path, name: str, played: str) -> list[Path]:
    """Writes the project and gives its files; raises CannotStart rather than touch what is there."""
    if name in LEVELS or not NAME.fullmatch(name):
        raise CannotStart(f"{name!r} cannot be the name of an AI: small letters, digits and dashes, and no built-in level's name.")
    if folder.exists() and any(folder.iterdir()):
        raise CannotStart(f"{folder} is there already, and not empty.")
    module = module_of(name)
    words = {"name": name, "module": module, "class": "".join(part.capitalize() for part in name.split("-")), "ruleset": played} | client()
    made = {filled(target, words): filled(text_of(source), words) for source, target in FILES.items()}
    made["tests/positions.json"] = (
        json.dumps(positions(played), ensure_ascii=False, separators=(",", ":")).replace('{"ruleset"', '\n{"ruleset"') + "\n"
    )
    for path, text in made.items():
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_text(text, encoding="utf-8")
    return [folder / path for path in made]


def client() -> dict[str, str]:
    """Where pip finds the client, which is on no index yet: in this clone, or where `make dist` has put it."""
    source = Path(__file__).resolve().parents[2] / "openapi" / "sdk" / "python"
    if source.is_dir():
        return {"client": shlex.quote(str(source)), "about_client": "The first that is installed is `intramuros-client`, from its source."}
    wheel = f"intramuros_client-{version('intramuros')}-py3-none-any.whl"
    where = "`make dist` in a clone of the server builds it beside the server's own wheel; it is on no package index yet."
    return {"client": wheel, "about_client": f"Put `{wheel}` here first: {where}"}


def module_of(name: str) -> str:
    """The module for an AI of that name; not one that Python has already.

    >>> module_of("my-bot"), module_of("class"), module_of("json")
    ('my_bot', 'class_bot', 'json_bot')
    """
    module = name.replace("-", "_")
    return f"{module}_bot" if keyword.iskeyword(module) or module in {*sys.stdlib_module_names, "pytest", "intramuros_client"} else module


def text_of(name: str) -> str:
    return files("service.commands").joinpath("new_host", name).read_text(encoding="utf-8")


def filled(text: str, words: dict[str, str]) -> str:
    """The text with words in the place of their names.

    >>> filled("tests/test_{module}.py", {"module": "my_bot"})
    'tests/test_my_bot.py'
    """
    for name, word in words.items():
        text = text.replace("{" + name + "}", word)
    return text


def main(argv: list[str]) -> int:
    parser = argparse.ArgumentParser(prog="intramuros host", description="Help for those who host an AI of their own.")
    commands = parser.add_subparsers(dest="command", required=True, metavar="COMMAND")
    new = commands.add_parser("new", help="write a project for an AI, with tests")
    new.add_argument("name", help="what players will choose it by: my-bot")
    new.add_argument("--ruleset", choices=NAMES, default=NAMES[0], help=f"what it plays ({NAMES[0]})")
    new.add_argument("--folder", type=Path, help="where to write it (a new folder of that name)")
    chosen = parser.parse_args(argv)
    made = write(chosen.folder or Path(chosen.name), chosen.name, chosen.ruleset)
    for path in made:
        print(path)
    print(f"{made[1]} says how to test it and where to host it.", file=sys.stderr)
    return 0
