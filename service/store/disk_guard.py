"""The disk guard of the embedded server: while its disk has too little room left, writes are refused and reads go on.

A server that must have every write on disk before it answers ends when the disk is full, and again whenever it is started. So it
is made to refuse writes before that: as a primary that waits for a replica which it does not have (`NOREPLICAS`). What it
still has to write by itself, keys that expire, it may then write late. It goes on by itself once there is room.
"""

import logging
import os
import subprocess
from dataclasses import dataclass
from typing import TYPE_CHECKING

from service.store.embedded import Place

if TYPE_CHECKING:
    from redis import Redis

log = logging.getLogger("intramuros.disk")

ROOM = 64 << 20
"""Bytes that must be free; on a small disk a twentieth of it. Once writes are refused, twice as many."""


def is_low(place: Place, factor: int = 1) -> bool:
    """Whether the disk has less room than it should."""
    disk = os.statvfs(place.folder)
    needed = min(ROOM, disk.f_blocks * disk.f_frsize // 20)
    return disk.f_bavail * disk.f_frsize < needed * factor


@dataclass
class DiskGuard:
    """Starts a place's server and watches its disk."""

    place: Place
    refusing: bool = False

    def spawn(self) -> subprocess.Popen[bytes]:
        """The server's process, one that refuses writes where there is no room for them."""
        self.refusing = is_low(self.place, 2 if self.refusing else 1)
        return self.place.spawn(careful=self.refusing)

    def watch(self) -> None:
        """Makes the server refuse writes, or take them again, as the disk is now; called about every second."""
        low = is_low(self.place, 2 if self.refusing else 1)
        if low == self.refusing:
            return
        import redis  # seldom needed, and half of what a supervisor would load

        try:
            with redis.Redis(unix_socket_path=str(self.place.socket), socket_timeout=2, decode_responses=True) as server:
                self._refuse(server) if low else self._accept(server)
        except redis.RedisError as error:
            log.warning("the embedded server cannot be told about its disk: %s", error)

    def _refuse(self, server: "Redis") -> None:
        server.config_set("min-replicas-to-write", 1, "appendfsync", "everysec")
        self.refusing = True
        log.error("the disk of %s is nearly full: writes are refused until there is room", self.place.folder)

    def _accept(self, server: "Redis") -> None:
        if server.info("persistence")["aof_last_write_status"] != "ok":
            return  # it has not yet caught up with what it had to write
        server.config_set("appendfsync", self.place.fsync, "min-replicas-to-write", 0)
        self.refusing = False
        log.warning("the disk of %s has room again: writes are accepted", self.place.folder)
