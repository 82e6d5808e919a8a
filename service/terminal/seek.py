"""Seeking an opponent in a terminal: asked for, waited for, taken back when the person gives up."""

from collections.abc import Callable

from service.json_object import Json
from service.terminal.link import WAIT, Link, Refused


def found(link: Link, wish: Json, tell: Callable[[str], None]) -> Json:
    """The game with whoever seeks the same, as soon as there is somebody; raises Refused where the seek has come to nothing."""
    seek = link.post("/v1/seeks", wish)
    path, tag = str(seek["links"]["self"]), ""
    try:
        while seek["status"] == "waiting":
            if not tag:
                tell("Seeking somebody to play with; Ctrl-C gives up …")
            answer, tag = link.call("GET", f"{path}?wait={WAIT if tag else 0}", tag=tag)
            seek = answer or seek
    except KeyboardInterrupt:
        seek = link.call("DELETE", path)[0]
        if seek["status"] != "matched":
            raise
    if seek["status"] != "matched":
        raise Refused({"detail": f"The seek is {seek['status']}."})
    return dict(link.get(f"/v1/games/{seek['game']}"))
