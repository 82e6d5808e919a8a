"""A series in a terminal: begun or joined, followed from game to game, its standings told after each."""

from collections.abc import Callable, Iterator
from contextlib import suppress

from service.json_object import Json
from service.terminal.link import WAIT, Link, Refused


def begun(link: Link, wish: Json, games: int) -> Json:
    """A new series of so many games."""
    return dict(link.post("/v1/series", wish | {"games": games}))


def joined(link: Link, series: str) -> Json:
    """A series that the person takes part in, or now does."""
    path = f"/v1/series/{series}"
    with suppress(Refused):  # one that is not listed shows itself only to those who are in it
        found = link.get(path)
        mine = link.get("/v1/me")["id"]
        if found["status"] != "registering" or any(one["player"] == mine for one in found["players"]):
            return dict(found)
    return dict(link.post(f"{path}/entries", {}))


def games(link: Link, series: Json, tell: Callable[[str], None]) -> Iterator[Json]:
    """Each game of the series as soon as it is there, as a snapshot, until the series is over; standings are told in between."""
    seen: set[str] = set()
    tag, path = "", str(series["links"]["self"])
    while True:
        fresh = next((one["game"] for one in series["games"] if one["status"] == "running" and one["game"] not in seen), None)
        if fresh:
            seen.add(fresh)
            yield link.get(f"/v1/games/{fresh}")
            tag = ""
        elif series["status"] in ("finished", "cancelled"):
            return
        elif not tag:
            tell(waiting_line(series))
        found, tag = link.call("GET", f"{path}?wait={WAIT if tag else 0}", tag=tag)
        changed = found is not None and played(found) != played(series)
        series = found or series
        if changed:
            tell(standings_text(series))


def played(series: Json) -> int:
    """How many of its games are over."""
    return sum(one["status"] == "finished" for one in series["games"])


def waiting_line(series: Json) -> str:
    what = "somebody to take part" if series["status"] == "registering" else "the next game"
    return f"Waiting for {what} (series {series['id']}) …"


def standings_text(series: Json) -> str:
    """How the series stands, in words.

    >>> ada = {"place": 1, "player": {"name": "Ada"}, "points": 12, "games": 1}
    >>> print(standings_text({"status": "running", "fewest_win": True, "games": [{"status": "finished"}, {}], "standings": [ada]}))
    After 1 of 2 games; fewest points win:
      1. Ada: 12
    """
    over = series["status"] == "finished"
    done, planned = sum(one.get("status") == "finished" for one in series["games"]), len(series["games"])
    head = f"The series is over after {done} games" if over else f"After {done} of {planned} games"
    rule = "; fewest points win" if series["fewest_win"] else ""
    lines = [f"  {line['place']}. {line['player']['name']}: {points(line['points'])}" for line in series["standings"]]
    return "\n".join([f"{head}{rule}:", *lines])


def points(value: float | None) -> str:
    return f"{value or 0:g}"
