"""Hosts of their own on this machine: network namespaces on one switch, which reach each other and nothing else.

with Network() as network:
    network.add("store", 10)
    network.run("store", ["valkey-server", …])      the process sees only 10.77.0.10 and its neighbours
    network.unplug("store")
"""

import os
import subprocess
from collections.abc import Iterable
from pathlib import Path
from typing import IO

PREFIX = "10.77.0"


def ip(*words: str) -> None:
    subprocess.run(["ip", *words], check=True, capture_output=True, text=True)


class Network:
    """The switch and the hosts; everything is gone when the block ends."""

    def __init__(self) -> None:
        self.name = f"im{os.getpid() % 100000}"
        self.hosts: dict[str, str] = {}
        self.processes: list[subprocess.Popen[bytes]] = []

    def __enter__(self) -> "Network":
        ip("netns", "add", f"{self.name}-switch")
        self._in("switch", "ip", "link", "add", "br0", "type", "bridge")
        self._in("switch", "ip", "link", "set", "br0", "up")
        return self

    def __exit__(self, *_: object) -> None:
        for process in reversed(self.processes):
            if process.poll() is None:
                process.terminate()
        for process in self.processes:
            try:
                process.wait(20)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()
        for host in [*self.hosts, "switch"]:
            subprocess.run(["ip", "netns", "del", f"{self.name}-{host}"], capture_output=True)

    def _in(self, host: str, *command: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(["ip", "netns", "exec", f"{self.name}-{host}", *command], check=True, capture_output=True, text=True)

    def add(self, host: str, number: int) -> str:
        """A host with an address on the switch."""
        ip("netns", "add", f"{self.name}-{host}")
        self.hosts[host] = f"{PREFIX}.{number}"
        cable, plug = f"{self.name}c{number}", f"{self.name}p{number}"
        ip("link", "add", cable, "type", "veth", "peer", "name", plug)
        ip("link", "set", cable, "netns", f"{self.name}-{host}")
        ip("link", "set", plug, "netns", f"{self.name}-switch")
        self._in("switch", "ip", "link", "set", plug, "master", "br0")
        self._in("switch", "ip", "link", "set", plug, "up")
        for words in (("link", "set", "lo", "up"), ("link", "set", cable, "name", "eth0"), ("link", "set", "eth0", "up")):
            self._in(host, "ip", *words)
        self._in(host, "ip", "address", "add", f"{self.hosts[host]}/24", "dev", "eth0")
        return self.hosts[host]

    def addresses(self, host: str, numbers: Iterable[int]) -> list[str]:
        """More addresses of a host, which it keeps."""
        more = [f"{PREFIX}.{number}" for number in numbers]
        for address in more:
            self._in(host, "ip", "address", "replace", f"{address}/24", "dev", "eth0")
        return more

    def run(self, host: str, command: list[str], log: Path, environ: dict[str, str], stdin: int | None = None) -> subprocess.Popen[bytes]:
        """A process on a host, ended with the network."""
        output: IO[bytes]
        with log.open("ab") as output:
            words = ["ip", "netns", "exec", f"{self.name}-{host}", *command]
            process = subprocess.Popen(words, env=environ, stdin=stdin, stdout=output, stderr=subprocess.STDOUT)
        self.processes.append(process)
        return process

    def ask(self, host: str, *command: str, timeout: float = 60) -> str:
        """What a short command on a host says; empty when it fails."""
        words = ["ip", "netns", "exec", f"{self.name}-{host}", *command]
        done = subprocess.run(words, capture_output=True, text=True, timeout=timeout)
        return done.stdout if done.returncode == 0 else ""

    def unplug(self, host: str) -> None:
        """Cuts a host off, as if its cable were pulled: nothing is refused, everything is silent."""
        self._in("switch", "ip", "link", "set", f"{self.name}p{self.hosts[host].rpartition('.')[2]}", "down")

    def plug_in(self, host: str) -> None:
        self._in("switch", "ip", "link", "set", f"{self.name}p{self.hosts[host].rpartition('.')[2]}", "up")


def possible() -> bool:
    """Whether this machine lets us make namespaces."""
    name = f"im{os.getpid() % 100000}-try"
    try:
        ip("netns", "add", name)
        ip("netns", "del", name)
    except (OSError, subprocess.CalledProcessError):
        return False
    return True
