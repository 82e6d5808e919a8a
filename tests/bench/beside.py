"""Requests per second of this checkout's API beside another checkout's, in turns, in one run.

git worktree add --detach ../before v1.2.0 && make -C ../before .venv/ready
python -m tests.bench.beside ../before --minutes 2

Each has an embedded server of its own. A round of ours is divided by the mean of theirs before and after it, and the median of all
rounds is told; `CPU` compares the processor time of the API's processes a request, in all rounds together, which neighbours disturb less.
"""

import argparse
import random
import sys
import time
from collections.abc import Sequence
from contextlib import ExitStack
from pathlib import Path

from tests.bench import table
from tests.bench.http import Case, Site, cases, prepared, site
from tests.bench.stage import ROOT, stage, web

WARM = 2
"""Rounds that count for nothing."""


def started(stack: ExitStack, checkout: Path) -> Site:
    """The API of a checkout, by its own Python where it has one."""
    settings = stack.enter_context(stage())
    own = checkout / ".venv/bin/python"
    room = "service.web" if (checkout / "service/web/wsgi.py").exists() else "service"
    python = str(own) if own.exists() else sys.executable
    return site(
        stack.enter_context(web(settings, f"{room}.wsgi:app", "/healthz", f"{room}.gunicorn_conf", checkout=checkout, python=python))
    )


def measure(ours: Sequence[Case], theirs: Sequence[Case], sites: tuple[Site, Site], seconds: float) -> None:
    """Rounds of theirs, ours, theirs for each case in turn, until the time is used up; no case always follows the same one."""
    pairs = list(zip(ours, theirs, strict=True))
    for mine, other in pairs * WARM:
        sites[0].drive(mine)
        sites[1].drive(other)
    for case in (*ours, *theirs):
        case.forget()
    deadline = time.monotonic() + seconds
    while time.monotonic() < deadline:
        for mine, other in random.sample(pairs, len(pairs)):
            before = sites[1].drive(other).rate
            rate = sites[0].drive(mine).rate
            mine.ratios.append(2 * rate / (before + sites[1].drive(other).rate))


def main(argv: Sequence[str]) -> None:
    parser = argparse.ArgumentParser(description="Measure this checkout's API beside another one's.")
    parser.add_argument("other", type=Path, help="the other checkout's folder")
    parser.add_argument("--minutes", type=float, default=2)
    chosen = parser.parse_args(argv)
    with ExitStack() as stack:
        sites = started(stack, ROOT), started(stack, chosen.other.resolve())
        ours, theirs = cases(*prepared(sites[0])), cases(*prepared(sites[1]))
        measure(ours, theirs, sites, 60 * chosen.minutes)
        table.heading(f"What this checkout does, of {chosen.other}", "rate", "middle half", "CPU", "CPU µs", "theirs", "rounds")
        for mine, other in zip(ours, theirs, strict=True):
            table.row(
                mine.name,
                *(table.times(table.middle(mine.ratios)), table.spread(mine.ratios), table.times(mine.cost / other.cost)),
                *(f"{mine.cost:,.0f}", f"{other.cost:,.0f}", str(len(mine.ratios))),
            )


if __name__ == "__main__":
    main(sys.argv[1:])
