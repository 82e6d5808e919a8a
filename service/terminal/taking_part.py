"""A tournament in a terminal, for one who plays in it: entered, followed from game to game, its standings told after each."""

from collections.abc import Callable, Iterator
from urllib.parse import quote

from service.json_object import Json
from service.terminal.link import WAIT, Link
from service.terminal.series import points

SHOWN = 10
"""Lines of the standings that are told, beside the person's own."""


def entered(link: Link, tournament: str) -> Json:
    """A tournament that the person takes part in, or now does."""
    path = f"/v1/tournaments/{quote(tournament, safe='')}"
    found = link.get(path)
    return dict(found if entrant(found, me(link)) else link.post(f"{path}/entries", {}))


def me(link: Link) -> str:
    return str(link.get("/v1/me")["id"])


def entrant(tournament: Json, player: str) -> Json | None:
    """The player as an entrant; None where it is none, or has left."""
    return next((one for one in tournament["entrants"] if one["player"] == player and not one["left"]), None)


def games(link: Link, tournament: Json, tell: Callable[[str], None]) -> Iterator[Json]:
    """Each game of the person as soon as it is there, until the tournament is over for it; standings are told in between."""
    player, path = me(link), str(tournament["links"]["self"])
    seen: set[str] = set()
    tag, told = "", -1
    while True:
        if tournament["games"]["finished"] != told and tournament["status"] != "registering":
            told = tournament["games"]["finished"]
            tell(standings_text(tournament, player))
        if tournament["status"] == "running" and (game := fresh(link, tournament["id"], seen)):
            yield game
            tag = ""
        elif tournament["status"] not in ("registering", "running") or not entrant(tournament, player):
            tell(tournament["why"] or f"The tournament is {tournament['status']}." if entrant(tournament, player) else "You have left it.")
            return
        elif not tag:
            tell(waiting_line(tournament))
        answer, tag = link.call("GET", f"{path}?wait={WAIT if tag else 0}", tag=tag)
        tournament = answer or tournament


def fresh(link: Link, tournament: str, seen: set[str]) -> Json | None:
    """A running game of the person in the tournament that has not been seen; others are looked at once."""
    cursor = ""
    while True:
        page = link.get(f"/v1/games?player=me&status=running&limit=50{cursor}")
        for game in [one["id"] for one in page["items"] if one["id"] not in seen]:
            seen.add(game)
            found = link.get(f"/v1/games/{game}")
            if (found["contest"] or {}).get("id") == tournament:
                return dict(found)
        if page["next"] is None:
            return None
        cursor = f"&cursor={page['next']}"


def waiting_line(tournament: Json) -> str:
    what = "the tournament to begin" if tournament["status"] == "registering" else "your next game"
    return f"Waiting for {what} (tournament {tournament['id']}, {len(tournament['entrants'])} entrants) …"


def standings_text(tournament: Json, player: str) -> str:
    """How the tournament stands, in words: the first places, and the person's own.

    >>> ada = {"place": 1, "player": {"name": "Ada", "player": "ada"}, "points": 12, "games": 1, "points_per_game": 12.0}
    >>> told = {"name": "Spring", "games": {"finished": 1, "planned": 6}, "standings": [ada], "fewest_win": True}
    >>> print(standings_text(told, "ada"))
    Spring, after 1 of 6 games; fewest points a game win:
      1. Ada: 12 in 1 game (you)
    """
    done, planned = tournament["games"]["finished"], tournament["games"]["planned"]
    rule = f"; {'fewest' if tournament['fewest_win'] else 'most'} points a game win"
    lines = [f"{tournament['name']}, after {done} of {planned} games{rule}:"]
    for number, line in enumerate(tournament["standings"]):
        mine = line["player"]["player"] == player
        if number < SHOWN or mine:
            many = f"{line['games']} game{'s' * (line['games'] != 1)}"
            lines.append(f"  {line['place']}. {line['player']['name']}: {points(line['points'])} in {many}{' (you)' if mine else ''}")
    return "\n".join(lines)
