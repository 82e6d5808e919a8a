"""The host of the games: HTTP, Redis and jobs."""

import os
import sys
from pathlib import Path

from engine import overrides
from engine.rulesets import OWN_DATA

if sys.version_info < (3, 11):  # noqa: UP036 - a clear line where no installer has checked
    sys.exit("intramuros: Python 3.11 or newer is needed; this is " + sys.version.split()[0] + ".")

for setting, (name, _) in OWN_DATA.items():
    # Other tiles or another board, named by a setting; said before any ruleset is loaded.
    if place := os.environ.get(f"INTRAMUROS_{setting}".upper()):
        overrides.use(name, Path(place))
