"""`make bench`: what things cost, as ratios to something known, measured side by side in one run.

python -m tests.bench            everything, in less than five minutes
python -m tests.bench http       a part: http, waiting, jobs, engine, search
"""

import sys
from importlib import import_module

PARTS = ("http", "waiting", "jobs", "engine", "search")


def main(chosen: list[str]) -> None:
    unknown = [name for name in chosen if name not in PARTS]
    if unknown:
        sys.exit(f"There is no part {unknown[0]!r}; there are {', '.join(PARTS)}.")
    for name in chosen or PARTS:
        import_module(f"tests.bench.{name}").run()


if __name__ == "__main__":
    main(sys.argv[1:])
