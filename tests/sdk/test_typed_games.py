"""A type checker knows what is in the position and the moves of a game, by its ruleset, and what a new game can be asked to be."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.sdk.node import built, run, tools
from tests.service.processes import ENVIRON, ROOT

pytestmark = pytest.mark.long

PYTHON = """
from intramuros_client import AsyncClient, Client, Game
from intramuros_client.types import CathedralPlace, CathedralPosition

def rest(client: Client, game: Game, ruleset: str) -> None:
    city = client.create_game("cathedral", ["me", {"ai": "easy"}], options={"cathedral": "after_dark"}, rated=True)
    rooms = client.create_game("forbidden_city", ["me", "open", {"player": "p"}])
    other = client.create_game(ruleset, ["me"], options={"depth": 3})
    looked_up: Game[CathedralPosition, CathedralPlace] = client.game("g")
    print(other.position["anything"], game.position["anything"], looked_up.position["territory"])
    for turn in client.turns(city):
        print([move.object["cells"] for move in turn.moves()], turn.game().position["buildings"])
    for turn in client.turns(city, city):
        print(turn.seat)
    for later in client.turns():
        print(later.moves()[0].object["anything"])
    for move in rooms.legal_moves():
        if move.object["kind"] == "lay":
            print(move.object["x"])
    print(city.position["territory"], rooms.position["rooms"])
    WRONG

async def main(client: AsyncClient) -> None:
    city = await client.create_game("cathedral", ["me", "me"])
    async for turn in client.turns(city):
        print((await turn.moves())[0].object["cells"])
    print(city.position["territory"])
"""
WRONG_PYTHON = {
    'city.position["nonsense"]': "nonsense",
    'rooms.position["territory"]': "territory",
    'city.legal_moves()[0].object["nonsense"]': "nonsense",
    'client.create_game("cathedral", ["mee"])': "List item 0",
    'client.create_game("cathedral", ["me"], optoins=3)': "create_game",
    'client.create_game("cathedral", ["me"], rated="yes")': "create_game",
}


@pytest.fixture(scope="module")
def cache_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("mypy")


@pytest.mark.parametrize(("wrong", "said"), [("pass", ""), *WRONG_PYTHON.items()])
def test_mypy_knows_a_game_by_its_ruleset(tmp_path: Path, cache_folder: Path, wrong: str, said: str) -> None:
    (tmp_path / "program.py").write_text(PYTHON.replace("WRONG", wrong))
    command = [sys.executable, "-m", "mypy", "--strict", "--cache-dir", cache_folder, "--config-file", os.devnull, tmp_path / "program.py"]
    environ = {**ENVIRON, "MYPYPATH": str(ROOT / "openapi" / "sdk" / "python" / "src")}
    ran = subprocess.run(command, env=environ, capture_output=True, text=True, timeout=300)
    assert (ran.returncode == 0) == (not said), ran.stdout
    assert said in ran.stdout


TYPESCRIPT = """
import { Client, type Game } from "@intramuros/client";

export async function rest(client: Client, any: Game, ruleset: string): Promise<void> {
  const city = await client.createGame("cathedral", ["me", { ai: "easy" }], { options: { cathedral: "after_dark" }, rated: true });
  const rooms = await client.createGame("forbidden_city", ["me", "open"]);
  const other = await client.createGame(ruleset, ["me"], { options: { depth: 3 } });
  console.log(other.position.ruleset, any.position.ruleset, (await client.game<"cathedral">("g")).position.territory);
  for await (const turn of client.turns(city)) console.log((await turn.moves())[0]!.object.cells, (await turn.game()).position.buildings);
  for await (const turn of client.turns()) console.log((await turn.moves())[0]!.object.kind);
  for await (const turn of client.turns<string>(city, rooms)) console.log(turn.seat);
  for (const { object } of await rooms.legalMoves()) if (object.kind === "lay") console.log(object.x);
  console.log(city.position.territory, rooms.position.rooms);
  // WRONG
}
"""
WRONG_TYPESCRIPT = {
    "city.position.nonsense;": "TS2339",
    "rooms.position.territory;": "TS2339",
    "(await city.legalMoves())[0]!.object.nonsense;": "TS2339",
    'await client.createGame("cathedral", ["mee"]);': "TS2322",
    'await client.createGame("cathedral", ["me"], { optoins: 3 });': "TS2561",
    'await client.createGame("cathedral", ["me"], { options: { extra_move: "may" } });': "TS2353",
}


def test_tsc_knows_a_game_by_its_ruleset(tmp_path: Path) -> None:
    folder = built(tmp_path)
    options = ["--strict", "--noEmit", "--target", "es2022", "--module", "nodenext", "--lib", "es2022,dom,dom.iterable", "--skipLibCheck"]
    (folder / "right.ts").write_text(TYPESCRIPT)
    run(tools() / "tsc", *options, "right.ts", cwd=folder)
    for number, wrong in enumerate(WRONG_TYPESCRIPT):
        (folder / f"wrong{number}.ts").write_text(TYPESCRIPT.replace("// WRONG", wrong))
    files = [f"wrong{number}.ts" for number in range(len(WRONG_TYPESCRIPT))]
    said = subprocess.run([tools() / "tsc", *options, *files], cwd=folder, capture_output=True, text=True, timeout=300).stdout
    for number, code in enumerate(WRONG_TYPESCRIPT.values()):
        assert any(line.startswith(f"wrong{number}.ts") and code in line for line in said.splitlines()), said
