"""`make bench`: what things cost, as ratios to something known, measured side by side in one run.

python -m tests.bench            everything, in less than five minutes
python -m tests.bench http       a part: http, inbox, waiting, jobs, engine, search
python -m tests.bench fairness   what one caller's attack costs another user, some minutes more
python -m tests.bench overrides  what our ways of doing a library's work bring against its own
"""

import sys
from importlib import import_module

PARTS = ("http", "inbox", "waiting", "jobs", "engine", "search")
LONGER = ("fairness", "overrides")
"""Parts that are run only where they are named."""


def main(chosen: list[str]) -> None:
    unknown = [name for name in chosen if name not in PARTS + LONGER]
    if unknown:
        sys.exit(f"There is no part {unknown[0]!r}; there are {', '.join(PARTS + LONGER)}.")
    met = [import_module(f"tests.bench.{name}").run() for name in chosen or PARTS]
    sys.exit(met.count(False))


if __name__ == "__main__":
    main(sys.argv[1:])
