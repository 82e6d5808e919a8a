"""Every kind of caller, and things of one player's for them to ask for: a private game that runs, one that is over, contests, a webhook."""

import json
from dataclasses import dataclass, field
from typing import Any

import requests

from engine.puzzles import puzzles
from service.web.openapi.document import examples
from tests.service.client import Client, Server
from tests.service.conftest import OPERATOR
from tests.service.processes import until

SETTINGS = {"OPERATOR_TOKEN": OPERATOR, "WEBHOOK_LOOPBACK": "on", "TRUSTED_PROXIES": "1"}
"""Of the server that they call: each has an address of its own, as a proxy would tell it."""
WHY = {"why": "Under investigation."}
BLOCKED = "203.0.113.66"
PRIVATE = {"ruleset": "cathedral", "visibility": "private"}
NOWHERE = {"url": "http://127.0.0.1:9/turns"}


class From(requests.Session):
    """Requests from one address."""

    def __init__(self, address: str) -> None:
        super().__init__()
        self.headers["X-Forwarded-For"] = address


@dataclass
class Cast:
    """Who calls, by the name of a column; what is asked for, by the name in a path; and what outsiders may not read."""

    server: Server
    callers: dict[str, Client] = field(default_factory=dict)
    things: dict[str, str] = field(default_factory=dict)
    special: dict[str, dict[str, str]] = field(default_factory=dict)
    """Things for one operation alone, since it uses them up, or needs them in another state."""
    bodies: dict[str, Any] = field(default_factory=dict)
    queries: dict[str, str] = field(default_factory=dict)
    secrets: set[str] = field(default_factory=set)
    """Positions of private games, as they are written."""
    hidden: set[str] = field(default_factory=set)
    """Ids of private games and contests."""

    def add(self, kind: str, token: str | None = None, address: str | None = None) -> Client:
        made = Client(self.server.url, token, session=From(address or f"198.51.100.{len(self.callers) + 1}"))
        self.callers[kind] = made
        return made

    def body(self, operation: str) -> Any:
        """What is sent: the first captured example that was taken, unless something fits better here."""
        taken = (one["request"] for one in examples(operation) if one["status"] < 300 and "request" in one)
        return self.bodies.get(operation, next(taken, None))


def gathered(server: Server) -> Cast:
    cast = Cast(server)
    operator = cast.add("operator", OPERATOR)
    operator.request("PUT", f"/v1/operator/blocks/{BLOCKED}", WHY)
    cast.add("nobody")
    ada = cast.add("seated").named("Ada")
    bob = cast.add("opponent").named("Bob")
    cast.add("stranger").named("Cleo")
    frozen = cast.add("frozen").named("Fay")
    operator.request("PUT", f"/v1/operator/players/{frozen.id}/freeze", WHY)
    cast.add("bad", f"{str(ada.token)[:-8]}AAAAAAAA")
    cast.add("reads", ada.post("/v1/me/tokens", {"label": "looks", "scopes": ["read"]}).json()["token"])
    cast.add("blocked", ada.token, BLOCKED)
    of_ada(cast, ada)
    of_games(cast, ada, bob)
    of_contests(cast, ada, bob)
    of_hosts(cast, operator, ada)
    of_the_operator(cast, ada)
    of_puzzles(cast)
    expired = cast.callers["expired"]
    until(lambda: expired.get("/v1/me").status_code == 401)
    until(lambda: cast.callers["blocked"].get("/v1/me").status_code == 403)
    return cast


def of_ada(cast: Cast, ada: Client) -> None:
    """Her tokens, one of which expires in a second; her webhook, and what she seeks."""

    def token(label: str) -> dict[str, Any]:
        made: dict[str, Any] = ada.post("/v1/me/tokens", {"label": label, "scopes": ["read", "play"]}).json()
        return made

    brief = token("brief")
    ada.post(f"/v1/me/tokens/{brief['id']}/rotation", {"overlap": 1})
    cast.add("expired", brief["token"])
    hook = ada.post("/v1/webhooks", NOWHERE).json()["id"]
    seek = ada.post("/v1/seeks", {"ruleset": "cathedral", "rated": True, "rating_least": 1400}).json()["id"]
    cast.things |= {"player_id": ada.id, "identity": token("rotated")["id"], "webhook_id": hook, "seek_id": seek}
    cast.things |= {"name": "cathedral", "ruleset": "cathedral"}
    cast.queries |= {"findPlayers": "?name=ada"}
    cast.special |= {
        "revokeToken": {"identity": token("revoked")["id"]},
        "deleteWebhook": {"webhook_id": ada.post("/v1/webhooks", NOWHERE).json()["id"]},
        "withdrawSeek": {"seek_id": ada.post("/v1/seeks", {"ruleset": "forbidden_city"}).json()["id"]},
    }
    cast.bodies |= {"createWebhook": NOWHERE}


def of_games(cast: Cast, ada: Client, bob: Client) -> None:
    """Private games of Ada and Bob: one that nobody changes, some to be changed, one that is over, one that waits for Bob."""

    def invited() -> str:
        game: str = ada.game(seats=["me", {"player": bob.id}], **PRIVATE)["id"]
        cast.hidden.add(game)
        return game

    def begun() -> str:
        game = invited()
        bob.post(f"/v1/games/{game}/seats", {})
        ada.play(game, 1, "cathedral@e5n")
        bob.play(game, 2, "tavern@a1n")
        notation = ada.look(game)["notation"]
        cast.secrets |= {notation, json.dumps(notation)[1:-1]}
        return game

    running, changed, over = begun(), begun(), begun()
    hint = ada.post(f"/v1/games/{running}/hints", {}).headers["Location"].split("/")
    ada.play(over, 3, "tavern@j10n")
    ada.post(f"/v1/games/{over}/resignation", {})
    cast.things |= {"game_id": running, "kind": "takeback", "turn": hint[-2], "seat": hint[-1]}
    changing = ("takeSeat", "resign", "makeOffer", "answerOffer", "abortGame")
    ended = ("exportGame", "askRematch", "getAnalysis", "askAnalysis", "getAnalysisChart", "getAnalysisBoard", "watchGame")
    cast.special |= {name: {"game_id": changed} for name in changing} | {name: {"game_id": over} for name in ended}
    cast.special |= {"playMove": {"game_id": begun()}, "declineSeat": {"game_id": invited()}}
    cast.bodies |= {"playMove": {"turn": 3, "move": "castle@c3n"}, "importGame": {"record": recorded(ada)}}
    cast.queries |= {"getAnalysisBoard": f"?number={bettered(ada, over)}"}


def bettered(ada: Client, game: str) -> int:
    """The number of a move than which the game's analysis knows a better one; there were poor ones enough."""
    there = f"/v1/games/{game}/analysis"
    ada.post(there, None)
    until(lambda: ada.get(there).json()["status"] == "done")
    return next(int(note["number"]) for note in ada.get(there).json()["notes"] if note["better"])


def recorded(ada: Client) -> str:
    """A record that anybody may have."""
    game = ada.game("cathedral", ["me", "me"])["id"]
    ada.post(f"/v1/games/{game}/resignation", {"seat": 0})
    return ada.get(f"/v1/games/{game}/export").text


def of_contests(cast: Cast, ada: Client, bob: Client) -> None:
    """A private series and a private tournament of the two, both begun."""
    both = ["me", {"player": bob.id}]
    series = ada.post("/v1/series", {"seats": both, "games": 2, **PRIVATE}).json()["id"]
    bob.post(f"/v1/series/{series}/entries", {})
    cup = ada.post("/v1/tournaments", {"name": "Cup", "entrants": both, **PRIVATE}).json()["id"]
    bob.post(f"/v1/tournaments/{cup}/entries", {})
    begun = ada.post(f"/v1/tournaments/{cup}/start", {})
    assert begun.status_code == 201, begun.text
    cast.hidden |= {series, cup}
    cast.things |= {"series_id": series, "tournament_id": cup, "number": "1"}
    cast.queries |= dict.fromkeys(("listGames", "listSeries", "listTournaments"), f"?player={ada.id}")
    cast.bodies |= {"createSeries": {"ruleset": "cathedral", "seats": ["me", "open"]}, "kickFromTournament": {"entrant": bob.id}}


def of_hosts(cast: Cast, operator: Client, ada: Client) -> None:
    """A host that has taken three turns, another one, and one to be dismissed."""

    def admitted(name: str) -> dict[str, str]:
        made: dict[str, str] = operator.post("/v1/hosts", {"name": name, "ais": [name]}).json()
        return made

    host = cast.add("host", admitted("bot")["key"])
    cast.add("rival", admitted("rival")["key"])
    asking = {"protocol": 1, "rules": {"cathedral": 1}, "wait": 10}
    host.post("/v1/work/acquire", asking | {"wait": 0})
    for operation in ("keepWork", "answerWork", "abortWork"):
        ada.game("cathedral", [{"ai": "bot"}, "me"])
        cast.special[operation] = {"work_id": host.post("/v1/work/acquire", asking).json()["id"]}
    cast.special["getAILog"] = {"name": "bot"}
    cast.things |= {"host_id": admitted("spare")["id"]}


def of_the_operator(cast: Cast, ada: Client) -> None:
    """Who and what is moderated: nobody and nothing that another operation needs."""
    url = cast.server.url
    cast.things |= {"address": "203.0.113.77"}
    for name in ("removePlayer", "freezePlayer", "thawPlayer"):
        with Client(url) as victim:
            cast.special[name] = {"player_id": victim.named("Victor").id}
    for name in ("removeGame", "freezeGame", "thawGame"):
        cast.special[name] = {"game_id": ada.game("cathedral", ["me", "me"])["id"]}


def of_puzzles(cast: Cast) -> None:
    puzzle = next(iter(puzzles("cathedral").values()))
    cast.things["puzzle_id"] = puzzle.id
    cast.queries |= {"getDailyPuzzle": "?ruleset=cathedral", "answerPuzzle": f"?move={puzzle.answers[0]}"}
