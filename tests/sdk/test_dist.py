"""What `make dist` builds can be installed and used by somebody who has nothing else of ours."""

import os
import shutil
import subprocess
import sys
import tarfile
import zipfile
from pathlib import Path

import pytest

from tests.sdk.node import run, tools
from tests.service.client import Client, Server
from tests.service.processes import ENVIRON, ROOT
from tests.service.test_serve import free_port

pytestmark = pytest.mark.drill


@pytest.fixture(scope="module")
def dist(tmp_path_factory: pytest.TempPathFactory) -> Path:
    if not (ROOT / ".git").exists():
        pytest.skip("NOT TESTED: what is built is what git tracks, and this is no clone")
    tools()
    folder = tmp_path_factory.mktemp("dist")
    run(ROOT / "openapi" / "sdk" / "dist", folder, PYTHON=sys.executable)
    return folder


def test_everything_is_built_and_nothing_else_slips_in(dist: Path) -> None:
    names = sorted(file.name for file in dist.iterdir())
    assert names == [
        "intramuros-0.1.0-py3-none-any.whl",
        "intramuros-0.1.0.tar.gz",
        "intramuros-client-0.1.0.tgz",
        "intramuros_client-0.1.0-py3-none-any.whl",
        "intramuros_client-0.1.0.tar.gz",
    ]
    for name, package in (("intramuros", {"engine", "service"}), ("intramuros_client", {"intramuros_client"})):
        with zipfile.ZipFile(dist / f"{name}-0.1.0-py3-none-any.whl") as wheel:
            assert {path.split("/")[0] for path in wheel.namelist()} == package | {f"{name}-0.1.0.dist-info"}
    with tarfile.open(dist / "intramuros-client-0.1.0.tgz") as packed:
        assert {Path(path).parts[1] for path in packed.getnames()} == {"dist", "package.json", "README.md", "LICENSE"}


def test_the_wheel_of_the_client_plays(server: Server, dist: Path, tmp_path: Path) -> None:
    command = [
        sys.executable,
        "-m",
        "pip",
        "install",
        "--quiet",
        "--no-deps",
        "--target",
        tmp_path,
        dist / "intramuros_client-0.1.0-py3-none-any.whl",
    ]
    run(*command)
    program = "from intramuros_client import Client; print(Client(name='Ada').create_game('cathedral', ['me', 'me']).turn)"
    environ = {**ENVIRON, "PYTHONPATH": str(tmp_path), "INTRAMUROS_URL": server.url}
    ran = subprocess.run([sys.executable, "-c", program], env=environ, capture_output=True, text=True, timeout=60, cwd=tmp_path)
    assert ran.stdout == "1\n", ran.stderr
    assert os.access(tmp_path / "bin" / "intramuros-host", os.X_OK)


def test_the_tarball_of_the_client_plays(server: Server, dist: Path, tmp_path: Path) -> None:
    (tmp_path / "package.json").write_text('{"type": "module"}')
    packages = tmp_path / "node_modules" / "@intramuros"
    packages.mkdir(parents=True)
    with tarfile.open(dist / "intramuros-client-0.1.0.tgz") as packed:
        packed.extractall(tmp_path, filter="data")
    shutil.move(tmp_path / "package", packages / "client")
    program = f"import {{ Client }} from '@intramuros/client'; const game = await new Client('{server.url}', {{ name: 'Ada' }})"
    (tmp_path / "try.mjs").write_text(program + ".createGame('cathedral', ['me', 'me']); console.log(game.turn);")
    assert run("node", "try.mjs", cwd=tmp_path) == "1\n"


def test_the_wheel_of_the_server_serves_from_an_environment_of_its_own(dist: Path, tmp_path: Path) -> None:
    run(sys.executable, "-m", "venv", tmp_path / "own")
    run(tmp_path / "own" / "bin" / "pip", "install", "--quiet", dist / "intramuros-0.1.0-py3-none-any.whl")
    port = free_port()
    environ = {name: value for name, value in ENVIRON.items() if name != "PYTHONPATH"}
    command = [tmp_path / "own" / "bin" / "intramuros", "serve", "--port", str(port), "--data", str(tmp_path / "data"), "--workers", "1"]
    with subprocess.Popen(command, cwd=tmp_path, env=environ, stdout=subprocess.PIPE, text=True) as serving:
        try:
            assert serving.stdout
            assert "is running" in serving.stdout.readline()
            with Client(f"http://127.0.0.1:{port}") as ada:
                ada.named("Ada")
                made = ada.game("cathedral", ["me", {"ai": "easy"}])["id"]
                assert ada.play(made, 1, "cathedral@e5n").status_code == 201
                assert ada.get("/").status_code == ada.get("/docs").status_code == 200
        finally:
            serving.terminate()
