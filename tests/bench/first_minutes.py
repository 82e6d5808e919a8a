"""The first minutes of somebody new, on fresh environments: `python -m tests.bench.first_minutes`.

Seconds from a clone to the first move clicked in a browser, and from `pip install` of the Python client to a bot's first win. Wheels
come from wherever pip is told to look, so a warm proxy or cache is part of what is measured.
"""

import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from playwright.sync_api import sync_playwright

from tests.conftest import CHROMIUM
from tests.service.processes import ENVIRON, ROOT, until
from tests.service.test_serve import free_port

OWN = {name: value for name, value in ENVIRON.items() if name not in ("PYTHONPATH", "VIRTUAL_ENV")}


def main() -> None:
    print(f"load of the machine at the beginning: {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores")
    with tempfile.TemporaryDirectory(prefix="first-minutes-") as folder:
        clone, port = Path(folder) / "clone", free_port()
        started = time.monotonic()
        subprocess.run(["git", "clone", "--quiet", ROOT, clone], check=True)
        said = Path(folder) / "said"
        with said.open("w") as out:
            environ = {**OWN, "INTRAMUROS_PORT": str(port), "MAKEFLAGS": ""}
            serving = subprocess.Popen(
                ["make", "run"], cwd=clone, env=environ, stdout=out, stderr=subprocess.STDOUT, start_new_session=True
            )
        try:
            until(lambda: "  play  " in said.read_text() or serving.poll() is not None, 600)
            print(f"clone to the address: {time.monotonic() - started:.1f} s")
            click(f"http://127.0.0.1:{port}/")
            print(f"clone to the first move in the browser: {time.monotonic() - started:.1f} s")
            win(Path(folder), f"http://127.0.0.1:{port}")
        finally:
            serving.terminate()
            os.killpg(serving.pid, 15)
            serving.wait()
        print(f"environment: {sum(file.stat().st_size for file in (clone / '.venv').rglob('*') if file.is_file()) / 1e6:.0f} MB")


def click(url: str) -> None:
    """One click to a game, and a move by the board."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        page = browser.new_page(locale="en-GB")
        page.goto(url)
        page.get_by_role("button", name="Play against medium").first.click()
        page.locator('.overlay [data-cell="e5"]').click()
        page.locator(".actions button.main").click()
        page.locator(".log").get_by_text("Cathedral").first.wait_for()
        browser.close()


def win(folder: Path, url: str) -> None:
    """The bot of the README, until it has won."""
    source = Path(
        shutil.copytree(ROOT / "openapi" / "sdk" / "python", folder / "sdk", ignore=shutil.ignore_patterns("build", "*.egg-info"))
    )
    (program,) = re.findall(r"```python\n(.*?)```", (ROOT / "README.md").read_text(), re.DOTALL)
    started = time.monotonic()
    subprocess.run([sys.executable, "-m", "venv", folder / "own"], check=True, env=OWN)
    subprocess.run([folder / "own" / "bin" / "pip", "install", "--quiet", source], check=True, env=OWN, stderr=subprocess.DEVNULL)
    print(f"pip install intramuros-client: {time.monotonic() - started:.1f} s")
    games, said = 0, ""
    while not said.startswith("won"):
        games += 1
        command = [folder / "own" / "bin" / "python", "-c", program.replace("http://127.0.0.1:8000", url)]
        said = subprocess.run(command, check=True, env=OWN, capture_output=True, text=True, timeout=300).stdout
    print(f"pip install to a bot's first win: {time.monotonic() - started:.1f} s, game {games}")


if __name__ == "__main__":
    main()
