"""Everything on one machine: the embedded server, the API and the AI workers, under one supervisor.

The listening socket belongs to the supervisor, so that clients wait instead of failing while the API is restarted.
"""

import errno
import os
import resource
import select
import shutil
import socket
import sys
import tempfile
import time
import webbrowser
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import replace
from importlib.metadata import version
from pathlib import Path

from service.ai import installed
from service.commands.supervisor import Child, Supervisor, process
from service.config import CannotStart, Settings, environment, masked, without_files
from service.store import embedded
from service.store.disk_guard import DiskGuard

PYTHON = [sys.executable, "-P", "-m"]
"""Runs a module without looking into the current folder, where another `service` may lie."""
GUNICORN = [*PYTHON, "gunicorn", "-c", "python:service.web.gunicorn_conf"]
PACKAGES = Path(__file__).resolve().parents[2]
"""Where gunicorn is started, since it looks for modules in its current folder first."""
PATIENCE = 3.0
"""Seconds that the port may still be in use: an API whose owner was killed needs as long to end."""
CURL = "curl -s -H 'Content-Type: application/json'"


def serve(settings: Settings, *, opening: bool = False) -> None:
    """Runs everything until a signal asks it to stop; raises CannotStart when something is in the way. `opening` shows the page, too."""
    raise_file_limit()
    with ExitStack() as stack:
        listener = stack.enter_context(listen(settings))
        place = stack.enter_context(embedded.hold(settings)) if settings.embedded else None
        settings = reaching(settings, place.url) if place else settings
        environ = child_environment(settings, metrics_folder(settings.port))
        stack.callback(shutil.rmtree, environ["PROMETHEUS_MULTIPROC_DIR"], ignore_errors=True)
        supervisor = stack.enter_context(Supervisor([]))
        if place:
            start_server(supervisor, place)
        start_rest(supervisor, settings, listener, environ)
        if not supervisor.stopping:
            print(welcome(settings, place), flush=True)
            if opening:
                webbrowser.open(f"http://{address(settings)}/")
        supervisor.run()


def start_server(supervisor: Supervisor, place: embedded.Place) -> None:
    """Starts the embedded server and waits until it has loaded its data."""
    guard = DiskGuard(place)
    child = Child("the embedded server", guard.spawn, grace=10.0)
    supervisor.layers.append([child])
    supervisor.watches.append(guard.watch)
    await_answer(supervisor, child, place.answers, place.last_words)


def start_rest(supervisor: Supervisor, settings: Settings, listener: socket.socket, environ: dict[str, str]) -> None:
    """Starts the workers and the API and waits until the API answers."""
    custom = [option for name in installed.names() for option in ("--ai", name)] if settings.workers else []
    hosts = [worker(settings.workers + 1, environ, custom)] if custom else []
    supervisor.layers.append(
        [*(worker(number, environ, duties(number, settings.workers)) for number in range(1, settings.workers + 1)), *hosts]
    )
    command = [*GUNICORN, "--bind", f"fd://{listener.fileno()}"]
    child = Child("the API", lambda: process(command, environ, (listener.fileno(),), PACKAGES), grace=12.0)
    supervisor.layers.append([child])
    await_answer(supervisor, child, Probe(listener).answered, lambda: "its messages are above.")


def worker(number: int, environ: dict[str, str], options: Sequence[str] = ()) -> Child:
    """One AI worker process, with options of `intramuros worker`; one that has ended is taken out of the metrics."""
    folder = environ["PROMETHEUS_MULTIPROC_DIR"]

    def ended(pid: int) -> None:
        from prometheus_client import multiprocess

        multiprocess.mark_process_dead(pid, folder)  # type: ignore[no-untyped-call]

    forking = environ["INTRAMUROS_WORKER_KIND"] == "fork" or "--ai" in options
    if forking:  # a process for each job would leave as many files in the folder of the metrics
        environ = {name: value for name, value in environ.items() if name != "PROMETHEUS_MULTIPROC_DIR"}
    return Child(f"AI worker {number}", lambda: process([*PYTHON, "service.commands.cli", "worker", *options], environ), ended=ended)


def duties(number: int, count: int) -> list[str]:
    """What one of several workers is told to leave to the others: every second one gives no advice, so that turns never wait for it.

    >>> [duties(number, 3) for number in (1, 2, 3)], duties(1, 1)
    ([['--no-advice'], [], ['--no-advice']], [])
    """
    return ["--no-advice"] if number % 2 and count > 1 else []


def workers_only(settings: Settings, count: int, options: Sequence[str] = ()) -> None:
    """Keeps several worker processes with the same options running until a signal asks to stop."""
    with tempfile.TemporaryDirectory(prefix="intramuros-") as folder:
        environ = child_environment(settings, Path(folder))
        with Supervisor([[worker(number, environ, [*options, *duties(number, count)]) for number in range(1, count + 1)]]) as supervisor:
            supervisor.run()


def web_only(settings: Settings) -> None:
    """Becomes gunicorn with the API; does not return."""
    raise_file_limit()
    if not os.environ.get("LISTEN_FDS"):  # systemd has opened the port and keeps it while we are restarted
        with listen(settings):
            pass  # a port in use is our one line, not gunicorn's retries
    os.chdir(PACKAGES)
    os.execve(GUNICORN[0], GUNICORN, child_environment(settings, metrics_folder(settings.port)))


def await_answer(supervisor: Supervisor, child: Child, answers: Callable[[], bool], last_words: Callable[[], str]) -> None:
    """Returns when a child that is just starting answers or a signal asks to stop; raises CannotStart when it ends."""
    while not supervisor.stopping and (child.process is None or not answers()):
        supervisor.tick(0.01)
        if child.deaths:
            raise CannotStart(f"Cannot start {child.name}: {last_words()}")


def reaching(settings: Settings, url: str) -> Settings:
    """The settings with this URL wherever the embedded server was meant."""
    reached = replace(settings, store_url=settings.store_url or url, queue_url=settings.queue_url or url)
    return replace(reached, archive_url=archived_at(settings))


def archived_at(settings: Settings) -> str:
    """The address of the archive: the one given, or beside an embedded store a file in the data folder."""
    return settings.archive_url or ("" if settings.store_url else f"sqlite://{settings.data / 'archive.sqlite'}")


def connected(settings: Settings) -> Settings:
    """The settings of a process that starts no server: both URLs given, or those of the data folder's running server."""
    if not settings.embedded:
        return settings
    path = embedded.socket_path(settings.data)
    if not embedded.ask(path, "PING"):
        hint = "start `intramuros serve`, or set INTRAMUROS_STORE_URL and INTRAMUROS_QUEUE_URL."
        raise CannotStart(f"No server runs on the data folder {settings.data}; {hint}")
    return reaching(settings, f"unix://{path}")


@contextmanager
def listen(settings: Settings) -> Iterator[socket.socket]:
    """The API's listening socket; raises CannotStart when the address cannot be had."""
    deadline = time.monotonic() + PATIENCE
    while True:
        try:
            family, _, _, _, address = socket.getaddrinfo(settings.host, settings.port, type=socket.SOCK_STREAM)[0]
            listener = socket.create_server(address, family=family, backlog=2048)
            break
        except OSError as error:
            if error.errno != errno.EADDRINUSE:
                raise CannotStart(f"Cannot listen on {settings.host} port {settings.port}: {error.strerror or error}.") from None
            if time.monotonic() > deadline:
                hint = "stop what uses it, or set INTRAMUROS_PORT."
                raise CannotStart(f"Port {settings.port} on {settings.host} is in use; {hint}") from None
            time.sleep(0.05)
    with listener:
        yield listener


def metrics_folder(port: int) -> Path:
    """Where an API and its workers keep the figures that they share: the port is their own, so the folder is. It lies in memory where
    there is such a folder: who writes figures to a full disk is killed."""
    memory = Path("/dev/shm")
    base = memory if memory.is_dir() and os.access(memory, os.W_OK) else Path(tempfile.gettempdir())
    return base / f"intramuros-metrics-{os.getuid()}-{port}"


def child_environment(settings: Settings, metrics: Path) -> dict[str, str]:
    """The environment that gives child processes these settings and a folder for the metrics they share, emptied."""
    shutil.rmtree(metrics, ignore_errors=True)
    embedded.private_folder(metrics)
    return {**without_files(os.environ), **environment(settings), "PROMETHEUS_MULTIPROC_DIR": str(metrics)}


def raise_file_limit() -> None:
    """Allows this process and its children as many open connections as the machine permits."""
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    with suppress(ValueError, OSError):
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))


def address(settings: Settings) -> str:
    """Where a client on this machine reaches the API."""
    host = {"0.0.0.0": "127.0.0.1", "::": "[::1]"}.get(settings.host, settings.host)
    return f"{f'[{host}]' if ':' in host and not host.startswith('[') else host}:{settings.port}"


class Probe:
    """Asks for /healthz and looks for the answer without waiting for it: our listener takes calls long before the API does."""

    def __init__(self, listener: socket.socket) -> None:
        self.where = listener.getsockname()
        self.link: socket.socket | None = None

    def answered(self) -> bool:
        """Whether the API has said that it is well; asks again when a call was cut off."""
        if self.link is None:
            self.link = socket.create_connection((self.where[0].replace("0.0.0.0", "127.0.0.1"), self.where[1]), timeout=1)
            self.link.sendall(b"GET /healthz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
        if not select.select([self.link], [], [], 0)[0]:
            return False
        with self.link as link, suppress(OSError):
            self.link = None
            return link.recv(12) == b"HTTP/1.1 200"
        return False


def archive_line(settings: Settings) -> str:
    """Where finished games go, in words."""
    where, days = masked("archive_url", archived_at(settings)), settings.archive_after_days
    if not where or not days:
        return "none: finished games stay in Redis"
    return f"{where}, for games that ended {days} days ago"


def welcome(settings: Settings, place: embedded.Place | None) -> str:
    """What is running and how to start a game."""
    url = f"http://{address(settings)}"
    server = f"{place.version}, embedded; its data is in {place.folder}" if place else masked("store_url", settings.store_url)
    token = f"""TOKEN=$({CURL} {url}/v1/players -d '{{"name": "Ada"}}' | sed 's/.*"token": *"\\([^"]*\\)".*/\\1/')"""
    game = """'{"ruleset": "cathedral", "seats": ["me", {"ai": "medium"}]}'"""
    return f"""Intramuros {version("intramuros")} is running; Ctrl-C stops it.
  play     {url}/   open it in a browser and click "Play against medium"
  docs     {url}/docs
  server   {server}; archive: {archive_line(settings)}
  workers  {settings.workers}
  a game   {token}; {CURL} -H "Authorization: Bearer $TOKEN" {url}/v1/games -d {game}"""
