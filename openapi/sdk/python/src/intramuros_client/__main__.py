"""`python -m intramuros_client my_bot:MyBot --server URL`: the same as `intramuros-host`."""

import sys

from intramuros_client.hosting import main

if __name__ == "__main__":
    sys.exit(main())
