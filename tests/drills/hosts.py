"""A site of hosts: a store, two API hosts, two worker hosts and nginx, each in a network namespace, with the files of `deploy/`.

`python -m tests.drills.hosts` restarts host after host under load, of which no client may notice anything, then cuts the store off
for a while, after which everything must go on by itself. Needs root, nginx and openssl.
"""

import argparse
import json
import subprocess
import sys
import tempfile
import time
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Any

from service.config import Settings
from service.store import embedded
from tests.deploy.test_nginx import configuration
from tests.deploy.tools import DEPLOY, make_secrets, ours
from tests.drills.namespaces import Network
from tests.service.processes import ENVIRON, ROOT, until

STORE, PROXY, CLIENT, CLIENTS = 10, 5, 9, 100
API = {"api1": 11, "api2": 12}
WORK = {"work1": 21, "work2": 22}


class Hosts(AbstractContextManager["Hosts"]):
    """The running site."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.network = folder, Network()
        self.workers: dict[str, subprocess.Popen[bytes]] = {}
        self.apis: dict[str, subprocess.Popen[bytes]] = {}

    def __enter__(self) -> "Hosts":
        self.network.__enter__()
        try:
            for name, number in ({"store": STORE, "proxy": PROXY, "client": CLIENT} | API | WORK).items():
                self.network.add(name, number)
            self.secrets = make_secrets(self.folder / "secrets", f"{self.network.hosts['store']}:6379")
            self.start_store()
            for name in API:
                self.start_api(name)
            for name in WORK:
                self.start_worker(name)
            self.start_proxy()
        except BaseException:
            self.network.__exit__()
            raise
        return self

    def __exit__(self, *error: object) -> None:
        self.network.__exit__(*error)

    def environ(self, role: str, **settings: str) -> dict[str, str]:
        given = {"STORE_URL_FILE": str(self.secrets / f"{role}_store_url"), "QUEUE_URL_FILE": str(self.secrets / f"{role}_queue_url")}
        given |= {"AI_SECONDS": "0.1", "LEASE_MARGIN": "2", "RATE_TOKEN": "0", "RATE_ADDRESS": "0", "LOG_LEVEL": "warning", **settings}
        return {**ENVIRON, **{f"INTRAMUROS_{name}": value for name, value in given.items()}}

    def start_store(self) -> None:
        """The server with `redis/standalone.conf`, of which only the places are changed."""
        (self.folder / "redis").mkdir()
        text = (DEPLOY / "redis" / "standalone.conf").read_text()
        text = text.replace("dir /data", f"dir {self.folder / 'redis'}").replace("/run/secrets/users.acl", str(self.secrets / "users.acl"))
        (self.folder / "redis.conf").write_text(text)
        command = [str(embedded.find_binary(Settings())), str(self.folder / "redis.conf")]
        self.network.run("store", command, self.folder / "redis.log", dict(ENVIRON))
        until(lambda: b"Ready to accept" in (self.folder / "redis.log").read_bytes(), 30)

    def start_api(self, name: str) -> None:
        environ = self.environ("web", HOST="0.0.0.0", PORT="8000", WEB_PROCESSES="1", TRUSTED_PROXIES="1")
        self.apis[name] = self.network.run(name, [str(ours("intramuros")), "web"], self.folder / f"{name}.log", environ)
        url = f"http://{self.network.hosts[name]}:8000/healthz"
        until(lambda: "ok" in self.network.ask("client", "curl", "-s", "-m", "20", url), 120)

    def restart_api(self, name: str) -> None:
        """As `systemctl restart intramuros-web` does; meanwhile the proxy sends everything to the other."""
        self.apis[name].terminate()
        self.apis[name].wait(60)
        self.start_api(name)

    def start_worker(self, name: str) -> None:
        command = [str(ours("intramuros")), "worker"]
        self.workers[name] = self.network.run(name, command, self.folder / f"{name}.log", self.environ("worker"))

    def restart_worker(self, name: str) -> None:
        self.workers[name].terminate()
        self.workers[name].wait(30)
        self.start_worker(name)

    def start_proxy(self) -> None:
        (self.folder / "nginx").mkdir()
        apis = [f"{self.network.hosts[name]}:8000" for name in API]
        path = configuration(self.folder / "nginx", apis, 80, 443, self.network.hosts["proxy"])
        self.certificate = str(self.folder / "nginx" / "certificate.pem")
        self.url = f"https://{self.network.hosts['proxy']}"
        self.network.run("proxy", ["/usr/sbin/nginx", "-c", str(path)], self.folder / "nginx.log", dict(ENVIRON))
        ready = ("curl", "-s", "-m", "5", "--cacert", self.certificate, f"{self.url}/readyz")
        until(lambda: '"status":"ok"' in self.network.ask("client", *ready).replace(" ", ""), 60)


class Load:
    """Players on the client's host, each at an address of its own, until they are told to end; then what they counted."""

    def __init__(self, hosts: Hosts, players: int) -> None:
        self.hosts, self.stop = hosts, hosts.folder / f"stop-{time.monotonic_ns()}"
        self.out = hosts.folder / f"{self.stop.name}.json"
        words = [sys.executable, "-m", "tests.drills.load_on_hosts", hosts.url, hosts.certificate, str(self.stop)]
        addresses = hosts.network.addresses("client", range(CLIENTS, CLIENTS + players))
        self.process = hosts.network.run("client", [*words, *addresses], self.out, {**ENVIRON, "PYTHONPATH": str(ROOT)})

    def end(self) -> dict[str, Any]:
        self.stop.touch()
        self.process.wait(120)
        found: dict[str, Any] = json.loads(self.out.read_text().splitlines()[-1])
        return found


def rolling_restart(hosts: Hosts, players: int, pause: float) -> dict[str, Any]:
    """Every API host and every worker host restarted, one after another, under load: what the clients noticed."""
    load = Load(hosts, players)
    time.sleep(pause)
    for name in API:
        hosts.restart_api(name)
        time.sleep(pause)
    for name in WORK:
        hosts.restart_worker(name)
        time.sleep(pause)
    found = load.end()
    return {"requests": found["requests"], "failed": len(found["failures"]), "why": sorted({what for _, what in found["failures"]})} | {
        name: found[name] for name in ("acknowledged", "lost", "doubled")
    }


def partition(hosts: Hosts, players: int, seconds: float) -> dict[str, Any]:
    """The store cut off for a while under load: how long after it is back the first request succeeds, with no hand laid on anything."""
    load = Load(hosts, players)
    time.sleep(5)
    hosts.network.unplug("store")
    cut = time.time()
    time.sleep(seconds)
    hosts.network.plug_in("store")
    healed = time.time()
    time.sleep(20)
    found = load.end()
    late = [when for when, _ in found["failures"] if when > healed]
    during = [what for when, what in found["failures"] if cut <= when <= healed]
    return {
        "requests": found["requests"],
        "failed_meanwhile": len(during),
        "kinds": sorted(set(during)),
        "last_failure_after_healing": round(max(late) - healed, 1) if late else 0.0,
        "answered_in_the_last_10_s": sum(when > healed + 10 for when in found["answered"]),
        "first_answer_after_healing": round(min(when for when in found["answered"] if when > healed) - healed, 1),
        **{name: found[name] for name in ("acknowledged", "lost", "doubled")},
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--players", type=int, default=6)
    parser.add_argument("--pause", type=float, default=5.0, help="seconds between two restarts")
    parser.add_argument("--cut", type=float, default=10.0, help="seconds that the store is away")
    chosen = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="intramuros-hosts-") as folder, Hosts(Path(folder)) as hosts:
        print("rolling restart:", rolling_restart(hosts, chosen.players, chosen.pause), flush=True)
        print("partition:", partition(hosts, chosen.players, chosen.cut), flush=True)


if __name__ == "__main__":
    main()
