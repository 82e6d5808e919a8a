"""A small site as the deploy files lay it out: a Redis with its configuration and users, an API, workers, a proxy; all on loopback."""

import re
import signal
import subprocess
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

import requests

from service.config import Settings
from service.store import embedded
from tests.deploy.tools import DEPLOY, make_secrets, ours
from tests.service.client import Server, free_port
from tests.service.processes import ENVIRON, until

QUICK = {"AI_SECONDS": "0.2", "LEASE_MARGIN": "2", "LOG_LEVEL": "warning", "RATE_TOKEN": "0", "RATE_ADDRESS": "0"}


@contextmanager
def process(command: list[str], log: Path, **settings: str) -> Iterator[subprocess.Popen[bytes]]:
    """A program with settings of ours, ended in order when the block does."""
    environ = {**ENVIRON, **{f"INTRAMUROS_{name}": value for name, value in settings.items()}}
    with log.open("ab") as output:
        started = subprocess.Popen(command, env=environ, stdout=output, stderr=subprocess.STDOUT)
    try:
        yield started
    finally:
        if started.poll() is None:
            started.send_signal(signal.SIGTERM)
            try:
                started.wait(30)
            except subprocess.TimeoutExpired:
                started.kill()
                started.wait()


@contextmanager
def redis_of_the_site(folder: Path, *options: str) -> Iterator[tuple[int, Path]]:
    """The port of a server with `redis/standalone.conf`, and the folder of its users' secrets; options are added to the file's."""
    port = free_port()
    secrets = make_secrets(folder / "secrets", f"127.0.0.1:{port}")
    data = folder / "redis"
    data.mkdir(exist_ok=True)
    text = (DEPLOY / "redis" / "standalone.conf").read_text()
    for said, here in (("dir /data", f"dir {data}"), ("/run/secrets/users.acl", str(secrets / "users.acl")), ("port 6379", f"port {port}")):
        assert said in text
        text = text.replace(said, here)
    text = re.sub(r"^bind .*$", "bind 127.0.0.1", text, flags=re.MULTILINE)
    (folder / "redis.conf").write_text(text + "\n" + "\n".join(options) + "\n")
    with process([str(embedded.find_binary(Settings())), str(folder / "redis.conf")], folder / "redis.log") as started:
        until(lambda: started.poll() is not None or b"Ready to accept" in (folder / "redis.log").read_bytes())
        assert started.poll() is None, (folder / "redis.log").read_text()
        yield port, secrets


def secrets_of(role: str, secrets: Path) -> dict[str, str]:
    """The settings that let a process in as a role, as the deploy files give them: by files."""
    return {"STORE_URL_FILE": str(secrets / f"{role}_store_url"), "QUEUE_URL_FILE": str(secrets / f"{role}_queue_url")}


@contextmanager
def api(folder: Path, secrets: Path, **settings: str) -> Iterator[Server]:
    """`intramuros web` as its role, waited for."""
    port, log = free_port(), folder / "web.log"
    given = {"PORT": str(port), "WEB_PROCESSES": "1", **QUICK, **secrets_of("web", secrets), **settings}
    with process([str(ours("intramuros")), "web"], log, **given) as started:
        server = Server(f"http://127.0.0.1:{port}", started, folder, log)
        until(lambda: started.poll() is not None or is_alive(server), 90)
        assert started.poll() is None, log.read_text()
        yield server


@contextmanager
def worker(folder: Path, secrets: Path, **settings: str) -> Iterator[None]:
    """`intramuros worker` as its role."""
    with process([str(ours("intramuros")), "worker"], folder / "worker.log", **QUICK, **secrets_of("worker", secrets), **settings):
        yield


@contextmanager
def whole(folder: Path, **settings: str) -> Iterator[tuple[Server, int, Path]]:
    """A Redis, an API and a worker: the server, the Redis' port and the secrets."""
    with ExitStack() as stack:
        port, secrets = stack.enter_context(redis_of_the_site(folder))
        stack.enter_context(worker(folder, secrets, **settings))
        server = stack.enter_context(api(folder, secrets, **settings))
        until(server.is_ready, 90)
        yield server, port, secrets


def is_alive(server: Server) -> bool:
    try:
        return requests.get(f"{server.url}/healthz", timeout=2).status_code == 200
    except requests.RequestException:
        return False
