"""Large sites that the service's tests are lent when `TEST_LAYOUT=cluster`: each server has one to itself, emptied before the next."""

import atexit
import os
import subprocess
import tempfile
from contextlib import ExitStack
from pathlib import Path

from tests.cluster.large_site import LargeSite, large_site

WANTED = os.environ.get("TEST_LAYOUT") == "cluster"

ABOUT_THE_EMBEDDED_SERVER = {
    *("test_embedded.py", "test_refused_writes.py", "test_backup.py", "test_serve.py", "test_doctor.py", "test_redis_layouts.py"),
    *("test_arena.py", "test_verify.py", "test_boxes.py", "test_config.py"),
}
"""Files of tests that start servers of their own or none; they would show the same again."""
NEEDS_THE_EMBEDDED_SERVER = {
    "test_a_killed_redis_comes_back_with_every_acknowledged_move",
    "test_nobody_misses_a_change_when_redis_is_killed",
    "test_a_killed_supervisor_leaves_nothing_but_its_data",
    "test_with_systemds_socket_the_port_stays_open_between_two_apis",
}
"""Tests that kill it, or find games again in its folder; tests/cluster kills the others."""

_stack = ExitStack()
atexit.register(_stack.close)
_free: list[LargeSite] = []
_lent: dict[Path, LargeSite] = {}
_users: dict[Path, subprocess.Popen[bytes]] = {}


def lend(borrower: Path) -> LargeSite:
    """A site for the server of a data folder; the same again for the same folder, as a restarted server finds its games again."""
    for folder in [folder for folder, server in _users.items() if folder != borrower and server.poll() is not None]:
        take_back(folder)
    if borrower not in _lent:
        if not _free:
            folder = _stack.enter_context(tempfile.TemporaryDirectory(prefix="large-site-", ignore_cleanup_errors=True))
            _free.append(_stack.enter_context(large_site(Path(folder) / "site")))
        _lent[borrower] = _free.pop()
    return _lent[borrower]


def used_by(borrower: Path, server: "subprocess.Popen[bytes]") -> None:
    """Who uses what was lent: when that server has ended, the next may have it."""
    if borrower in _lent:
        _users[borrower] = server


def take_back(borrower: Path) -> None:
    """Empties the site of a server that has ended."""
    _users.pop(borrower)
    site = _lent.pop(borrower)
    site.empty()
    _free.append(site)
