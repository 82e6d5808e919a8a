"""The TypeScript client at a real server: its own tests, written in its language."""

import shutil
from pathlib import Path

import pytest

from tests.sdk.node import TYPESCRIPT, built, compiled, run
from tests.service.client import Server
from tests.service.conftest import OPERATOR

pytestmark = pytest.mark.long


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return built(tmp_path_factory.mktemp("typescript"))


def test_its_own_tests_pass(operated: Server, folder: Path) -> None:
    shutil.copy(Path(__file__).with_name("client.test.mjs"), folder)
    told = run("node", "--test", "--test-reporter=tap", "client.test.mjs", cwd=folder, URL=operated.url, OPERATOR=OPERATOR)
    assert "# fail 0" in told
    assert "# pass 17" in told


def test_an_editor_knows_what_answers_hold(folder: Path) -> None:
    program = 'import { Client } from "@intramuros/client";\nconst game = await new Client().game("g");\n'
    compiled(
        folder, "known", program + "const turn: number = game.snapshot.turn; const seats: number[] = game.owed; export { seats, turn };"
    )
    with pytest.raises(AssertionError, match="nonsense"):
        compiled(folder, "unknown", program + "export const turn = game.snapshot.nonsense;")


def test_it_needs_nothing_but_the_web() -> None:
    sources = "".join(file.read_text() for file in (TYPESCRIPT / "src").glob("*.ts") if file.name != "schema.ts")
    assert "node:" not in sources
    assert "process." not in sources
    assert '"dependencies"' not in (TYPESCRIPT / "package.json").read_text()
