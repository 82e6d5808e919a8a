"""Our gunicorn settings with one of our ways of doing a library's work put back to the library's own: WITHOUT says which.

`one_piece`: an answer's head and body are sent in one piece; `brisk`: a command goes to Redis by the shortest way; `line`: who waits for a
connection is served in the order of coming.
"""

import os

from gunicorn.http import wsgi
from redis import Redis

from service.store import client
from service.web import gunicorn_response
from service.web.gunicorn_conf import *  # noqa: F403


class OneOfTheirs(client.Brisk):
    """A client that sends commands as redis-py does."""

    execute_command = Redis.execute_command  # type: ignore[assignment]


class NoLine:
    """Places without end."""

    def __init__(self, places: int) -> None:
        pass

    def enter(self, seconds: float) -> bool:
        return True

    def leave(self) -> None:
        pass


match os.environ.get("WITHOUT"):
    case "one_piece":
        wsgi.Response = gunicorn_response.Response.__mro__[1]
    case "brisk":
        client.Brisk = OneOfTheirs  # type: ignore[misc]
    case "line":
        client.Line = NoLine  # type: ignore[assignment, misc]
