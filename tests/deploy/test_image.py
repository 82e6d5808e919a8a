"""The image built for real by buildah, on a Debian base that mmdebstrap makes here, and a server started in it; no registry is asked.

Needs root, buildah and mmdebstrap, and takes minutes: `pytest -m drill tests/deploy/test_image.py`.
"""

import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
import requests

from tests.deploy.tools import DEPLOY, ROOT, machines
from tests.service.client import free_port
from tests.service.processes import until

pytestmark = pytest.mark.drill

BASE, IMAGE = "localhost/debian-python:made-here", "localhost/intramuros:made-here"


class Buildah:
    """buildah with a storage of its own, which needs no daemon and nothing of the kernel but chroot."""

    def __init__(self, folder: Path) -> None:
        self.command = [machines("buildah", "buildah"), "--root", str(folder / "storage"), "--runroot", str(folder / "run")]
        self.environ = {**os.environ, "STORAGE_DRIVER": "vfs", "BUILDAH_ISOLATION": "chroot"}

    def __call__(self, *words: object) -> str:
        made = subprocess.run([*self.command, *map(str, words)], env=self.environ, cwd=ROOT, capture_output=True, text=True, timeout=580)
        assert made.returncode == 0, made.stdout + made.stderr
        return made.stdout.strip()

    def start(self, log: Path, *words: object) -> "subprocess.Popen[bytes]":
        with log.open("wb") as output:
            return subprocess.Popen([*self.command, *map(str, words)], env=self.environ, stdout=output, stderr=output)


def reachable() -> Iterator[str]:
    """What pip needs of this machine to find packages: certificates, its settings, and indexes that are folders."""
    said = subprocess.run([sys.executable, "-m", "pip", "config", "list"], capture_output=True, text=True).stdout
    named = {Path(path.split("/simple")[0]) for path in re.findall(r"(?:file://)?(/[\w./-]+)", said)}
    for path in sorted({Path("/etc/ssl/certs"), Path("/etc/pip.conf"), *named}):
        if path.is_dir() or path.name == "pip.conf":
            yield from (("--volume", f"{path}:{path}:ro") if path.exists() else ())


@pytest.fixture(scope="module")
def buildah(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Buildah]:
    """The storage with our image in it."""
    mmdebstrap = machines("mmdebstrap", "mmdebstrap")
    if os.getuid() != 0:
        pytest.skip("only root can make a base here")
    folder = tmp_path_factory.mktemp("image")
    given = ["--variant=minbase", "--include=python3,python3-venv,ca-certificates", "bookworm", str(folder / "base.tar")]
    made = subprocess.run([mmdebstrap, *given], capture_output=True, text=True, timeout=580)
    if made.returncode:
        pytest.skip(f"no Debian base can be had: {made.stderr[-300:]}")
    tool = Buildah(folder)
    empty = tool("from", "scratch")
    tool("add", empty, folder / "base.tar", "/")
    tool("commit", "--rm", empty, BASE)
    tool("bud", "--build-arg", f"BASE={BASE}", *reachable(), "--tag", IMAGE, "--file", DEPLOY / "Containerfile", ROOT)
    yield tool
    tool("rm", "--all")
    tool("rmi", "--all", "--force")


def test_the_image_is_somebodys_without_rights_and_holds_no_tools(buildah: Buildah) -> None:
    container = buildah("from", IMAGE)
    said = buildah("run", container, "--", "sh", "-c", "id -u; touch /opt/x /usr/x 2>&1; ls /opt/intramuros/bin; intramuros --version")
    assert said.startswith("10001\n")
    assert said.count("Permission denied") == 2
    assert not re.search(r"^(pip|pytest|ruff)\S*$", said, re.MULTILINE)
    assert "intramuros 0." in said


def test_the_server_in_the_image_plays(buildah: Buildah, tmp_path: Path) -> None:
    container, port = buildah("from", IMAGE), free_port()
    settings = ("--env", f"INTRAMUROS_PORT={port}", "--env", "INTRAMUROS_HOST=127.0.0.1")
    process, url = buildah.start(tmp_path / "log", "run", *settings, container, "--", "intramuros", "serve"), f"http://127.0.0.1:{port}"
    try:
        until(lambda: process.poll() is not None or is_ready(url), 90)
        assert process.poll() is None, (tmp_path / "log").read_text()
        token = requests.post(f"{url}/v1/players", json={"name": "Ada"}, timeout=10).json()["token"]
        body = {"ruleset": "cathedral", "seats": [{"ai": "random"}, {"ai": "random"}]}
        game = requests.post(f"{url}/v1/games", json=body, headers={"Authorization": f"Bearer {token}"}, timeout=10).json()["id"]
        until(lambda: requests.get(f"{url}/v1/games/{game}", timeout=10).json()["status"] == "finished", 90)
    finally:
        process.terminate()
        process.wait(30)


def is_ready(url: str) -> bool:
    try:
        return requests.get(f"{url}/readyz", timeout=2).status_code == 200
    except requests.RequestException:
        return False
