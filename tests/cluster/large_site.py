"""The Redis of a large site, made of the embedded binary on loopback: a cluster of three masters with a replica each for the store,
and for the queue a primary with a replica, watched by three sentinels. Parts of it can be killed, moved and made to change roles.
"""

import subprocess
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import redis

from service import child_process
from service.config import Settings
from service.store import embedded
from tests.service.client import free_port
from tests.service.processes import until

SLOTS = 16384
NAME = "intramuros"
NODE_TIMEOUT = 1500
"""Milliseconds after which a silent master is given up."""

Connection = Any


@dataclass
class Node:
    """A server with its port; the bus is the port by which cluster nodes talk to each other."""

    folder: Path
    port: int
    options: tuple[str, ...]
    bus: int = 0
    process: subprocess.Popen[bytes] | None = None
    client: Connection = None

    def start(self) -> None:
        self.folder.mkdir(exist_ok=True)
        words = ["--port", str(self.port), "--bind", "127.0.0.1", "--dir", str(self.folder), "--save", "", "--logfile", "server.log"]
        command = [str(embedded.find_binary(Settings())), *self.options, *words]
        self.process = subprocess.Popen(child_process.command(command), stdout=subprocess.DEVNULL, process_group=0)
        self.client = redis.Redis(port=self.port, decode_responses=True, socket_timeout=5, socket_connect_timeout=2)
        until(self.answers)

    def answers(self) -> bool:
        try:
            return bool(self.client.ping())
        except redis.RedisError:
            return False

    def kill(self) -> None:
        if self.process:
            self.process.kill()
            self.process.wait()
        self.client.close()

    def role(self) -> str:
        try:
            return str(self.client.info("replication")["role"])
        except redis.RedisError:
            return "dead"


@dataclass
class LargeSite:
    """The running servers and how they are reached."""

    nodes: list[Node]
    queue: list[Node]
    sentinels: list[Node]
    store_url: str = field(init=False)
    queue_url: str = field(init=False)

    def __post_init__(self) -> None:
        self.store_url = "cluster://" + ",".join(f"127.0.0.1:{node.port}" for node in self.nodes)
        self.queue_url = "sentinel://" + ",".join(f"127.0.0.1:{node.port}" for node in self.sentinels) + f"/{NAME}"

    def masters(self) -> list[Node]:
        return [node for node in self.nodes if node.role() == "master"]

    def primary(self) -> Node:
        """The queue's server that takes writes."""
        return next(node for node in self.queue if node.role() == "master")

    def empty(self) -> None:
        """Forgets everything, so that another test can begin."""
        for node in [*self.masters(), self.primary()]:
            node.client.flushall()

    def master_of(self, key: str) -> Node:
        """The master that has a key's slot now."""
        slot = self.nodes[0].client.cluster("keyslot", key)
        return next(node for node in self.masters() if owns(node, slot))

    def change_over(self) -> None:
        """Every replica of the cluster takes over from its master, in order: nothing is lost by it."""
        for node in [node for node in self.nodes if node.role() == "slave"]:
            node.client.execute_command("CLUSTER", "FAILOVER")
            until(lambda node=node: node.role() == "master")
        until(lambda: len(self.masters()) == 3)  # those before have heard of it
        self.settle()

    def move_slot(self, slot: int) -> None:
        """Moves a slot with its keys to the next master, a few keys at a time, as resharding does."""
        masters = self.masters()
        source = next(node for node in masters if owns(node, slot))
        target = masters[(masters.index(source) + 1) % len(masters)]
        source_id, target_id = (node.client.execute_command("CLUSTER", "MYID") for node in (source, target))
        target.client.execute_command("CLUSTER", "SETSLOT", slot, "IMPORTING", source_id)
        source.client.execute_command("CLUSTER", "SETSLOT", slot, "MIGRATING", target_id)
        while keys := source.client.execute_command("CLUSTER", "GETKEYSINSLOT", slot, 1):
            source.client.execute_command("MIGRATE", "127.0.0.1", target.port, "", 0, 5000, "KEYS", *keys)
            time.sleep(0.01)  # so that somebody meets a slot of which half has gone
        for node in [target, source, *(node for node in masters if node not in (source, target))]:
            node.client.execute_command("CLUSTER", "SETSLOT", slot, "NODE", target_id)

    def lose(self, node: Node) -> None:
        """Kills a master and waits until its replica has taken over."""
        before = {each.port for each in self.masters()}
        node.kill()
        until(lambda: len(after := {each.port for each in self.masters()}) == 3 and after != before)
        self.settle(without=node)

    def settle(self, without: Node | None = None) -> None:
        """Returns when every living node says that all is well."""
        living = [node for node in self.nodes if node is not without and node.role() != "dead"]
        until(lambda: all(node.client.cluster("info")["cluster_state"] == "ok" for node in living))


def owns(node: Node, slot: int) -> bool:
    """Whether a node has a slot, as it knows itself."""
    mine = next(each for each in node.client.cluster("nodes").values() if "myself" in each["flags"])
    return any(int(part[0]) <= slot <= int(part[-1]) for part in mine["slots"] if not str(part[0]).startswith("["))


@contextmanager
def large_site(folder: Path) -> Iterator[LargeSite]:
    """The whole site, until the block ends."""
    folder.mkdir(parents=True, exist_ok=True)
    with ExitStack() as stack:
        nodes = [started(stack, folder / f"store-{number}", *cluster_options(), bus=True) for number in range(6)]
        join(nodes)
        queue = [started(stack, folder / f"queue-{number}", "--appendonly", "yes") for number in range(2)]
        queue[1].client.replicaof("127.0.0.1", queue[0].port)
        until(lambda: queue[1].client.info("replication")["master_link_status"] == "up")
        sentinels = [watching(stack, folder / f"sentinel-{number}", queue[0].port) for number in range(3)]
        until(lambda: all(knows_all(sentinel) for sentinel in sentinels))
        yield LargeSite(nodes, queue, sentinels)


def cluster_options() -> tuple[str, ...]:
    timing = ("--cluster-node-timeout", str(NODE_TIMEOUT), "--cluster-require-full-coverage", "yes")
    return ("--cluster-enabled", "yes", *timing, "--appendonly", "yes", "--appendfsync", "always")


def started(stack: ExitStack, folder: Path, *options: str, bus: bool = False) -> Node:
    own = free_port() if bus else 0
    node = Node(folder, free_port(), (*options, *(("--cluster-port", str(own)) if bus else ())), own)
    stack.callback(end, node)
    node.start()
    return node


def end(node: Node) -> None:
    with suppress(OSError):
        node.kill()


def join(nodes: list[Node]) -> None:
    """Gives three nodes the slots and a replica each."""
    for number, node in enumerate(nodes[:3]):
        node.client.execute_command("CLUSTER", "ADDSLOTSRANGE", number * SLOTS // 3, (number + 1) * SLOTS // 3 - 1)
    for node in nodes[1:]:
        node.client.execute_command("CLUSTER", "MEET", "127.0.0.1", nodes[0].port, nodes[0].bus)
    until(lambda: all(len(node.client.cluster("nodes")) == 6 for node in nodes))
    for number, node in enumerate(nodes[3:]):
        master = nodes[number].client.execute_command("CLUSTER", "MYID")
        until(lambda node=node, master=master: replicates(node, master))
    until(lambda: all(node.client.info("replication").get("master_link_status") == "up" for node in nodes[3:]))
    until(lambda: all(node.client.cluster("info")["cluster_state"] == "ok" for node in nodes))
    until(lambda: all(has_replicas(node) for node in nodes))


def replicates(node: Node, master: str) -> bool:
    try:
        return bool(node.client.execute_command("CLUSTER", "REPLICATE", master))
    except redis.ResponseError:  # it does not know that master yet
        return False


def has_replicas(node: Node) -> bool:
    """Whether a node knows of three replicas, and is connected with everybody."""
    known = node.client.cluster("nodes").values()
    return sum("slave" in each["flags"] for each in known) == 3 and all(each["connected"] for each in known)


def watching(stack: ExitStack, folder: Path, primary: int) -> Node:
    """A sentinel of the queue's primary."""
    folder.mkdir()
    lines = [f"sentinel monitor {NAME} 127.0.0.1 {primary} 2", f"sentinel down-after-milliseconds {NAME} 1000"]
    lines += [f"sentinel failover-timeout {NAME} 5000", f"sentinel parallel-syncs {NAME} 1"]
    (folder / "sentinel.conf").write_text("\n".join(lines) + "\n")
    return started(stack, folder, str(folder / "sentinel.conf"), "--sentinel")


def knows_all(sentinel: Node) -> bool:
    found = sentinel.client.execute_command("SENTINEL", "MASTER", NAME)
    return (int(found["num-other-sentinels"]), int(found["num-slaves"])) == (2, 1)
