"""The host of the games: HTTP, Redis and jobs."""

import sys

if sys.version_info < (3, 11):  # noqa: UP036 - a clear line where no installer has checked
    sys.exit("intramuros: Python 3.11 or newer is needed; this is " + sys.version.split()[0] + ".")
