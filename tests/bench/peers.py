"""Other people's engines, in an environment of their own that is made once and kept in the cache folder.

They are not dependencies: where one cannot be installed, the figures against it are left out and the output says so.
"""

import json
import os
import subprocess
import sys
import venv
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

CACHE = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "intramuros-bench"

# cathedral-rl asks for packages that its Board does not use and for a numpy that no longer installs, hence --no-deps.
PACKAGES = {
    "cathedral-rl": (["--no-deps", "cathedral-rl==1.1.0"], ["numpy"]),
    "chess": (["chess>=1.11"],),
    "open_spiel": (["open_spiel>=1.6"],),
}


@dataclass(frozen=True)
class Peer:
    """A process of another environment that does some work when asked and says how much in which processor time."""

    process: subprocess.Popen[str]

    def rate(self, amount: float) -> float:
        """Units a second, over so many seconds or units, whichever the peer counts in."""
        assert self.process.stdin
        assert self.process.stdout
        self.process.stdin.write(f"{amount}\n")
        self.process.stdin.flush()
        units, seconds = json.loads(self.process.stdout.readline())
        return float(units / seconds)


def environment(package: str) -> Path | None:
    """The Python of an environment that has the package; None when it could not be installed."""
    folder = CACHE / f"{package}-{sys.version_info.major}.{sys.version_info.minor}"
    python, ready = folder / "bin" / "python", folder / "ready"
    if ready.exists():
        return python
    try:
        venv.create(folder, with_pip=True, clear=True)
        for wanted in PACKAGES[package]:
            subprocess.run([python, "-m", "pip", "install", "--quiet", *wanted], check=True, capture_output=True, timeout=120)
    except (OSError, subprocess.SubprocessError):
        return None
    ready.touch()
    return python


@contextmanager
def peer(package: str, *arguments: str) -> Iterator[Peer | None]:
    """The package at work, until the block ends; None, and a line about it, where it cannot be had."""
    python = environment(package)
    if python is None:
        print(f"\n  {package} could not be installed here, so there are no figures against it.", flush=True)
        yield None
        return
    script = Path(__file__).with_name(f"peer_{package.replace('-', '_')}.py")
    with subprocess.Popen([python, script, *arguments], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        try:
            yield Peer(process)
        finally:
            process.kill()
