"""Every operation, called by every kind of caller: one table says who is let in.

`ok` is an answer that is not about who calls: done, or refused for the state that things are in. `404` is how what is hidden looks.

Of the columns, `bad` is a token that is not ours, `frozen` a player of no game whom the operator froze, `benched` the opponent while it is
frozen, `reads` the seated player's with the scope `read` alone, `stranger` a player who is in none of the private games and contests that
are asked for, `host` an AI host that has the work that is asked for, and `rival` another one.
"""

import re
from collections.abc import Iterator
from functools import cache

import pytest
import requests

from tests.service.cast import SETTINGS, WHY, Cast, gathered
from tests.service.client import Client, check_answer, document
from tests.service.conftest import start, stop
from tests.service.processes import until

OUTSIDE = {"nobody", "bad", "expired", "blocked", "frozen", "benched", "stranger", "host", "rival", "operator"}
"""Those to whom the private games do not exist."""
OK = {200, 201, 202, 204, 304, 409, 412, 428}

TABLE = """
operation              | nobody | bad | expired | blocked | frozen | benched | reads | seated | opponent | stranger | host | rival | operator
createPlayer           | ok     | ok  | ok      | 403     | ok     | ok      | ok    | ok     | ok       | ok       | ok   | ok    | ok
findPlayers            | 401    | 401 | 401     | 403     | 403    | 403     | ok    | ok     | ok       | ok       | 401  | 401   | 401
getPlayer              | ok     | ok  | ok      | 403     | ok     | ok      | ok    | ok     | ok       | ok       | ok   | ok    | ok
getMe                  | 401    | 401 | 401     | 403     | 403    | 403     | ok    | ok     | ok       | ok       | 401  | 401   | 401
renameMe               | 401    | 401 | 401     | 403     | 403    | 403     | 403   | ok     | ok       | ok       | 401  | 401   | 401
deleteMe               | 401    | 401 | 401     | 403     | 403    | 403     | 403   | ok     | ok       | ok       | 401  | 401   | 401
listTokens             | 401    | 401 | 401     | 403     | 403    | 403     | 403   | ok     | ok       | ok       | 401  | 401   | 401
createToken            | 401    | 401 | 401     | 403     | 403    | 403     | 403   | ok     | ok       | ok       | 401  | 401   | 401
revokeToken            | 401    | 401 | 401     | 403     | 403    | 403     | 403   | ok     | 404      | 404      | 401  | 401   | 401
rotateToken            | 401    | 401 | 401     | 403     | 403    | 403     | 403   | ok     | 404      | 404      | 401  | 401   | 401
exportMe               | 401    | 401 | 401     | 403     | 403    | 403     | 403   | ok     | ok       | ok       | 401  | 401   | 401
listRulesets           | ok     | ok  | ok      | 403     | ok     | ok      | ok    | ok     | ok       | ok       | ok   | ok    | ok
getRuleset             | ok     | ok  | ok      | 403     | ok     | ok      | ok    | ok     | ok       | ok       | ok   | ok    | ok
listSentences          | ok     | ok  | ok      | 403     | ok     | ok      | ok    | ok     | ok       | ok       | ok   | ok    | ok
listPuzzles            | ok     | ok  | ok      | 403     | ok     | ok      | ok    | ok     | ok       | ok       | ok   | ok    | ok
getDailyPuzzle         | ok     | ok  | ok      | 403     | ok     | ok      | ok    | ok     | ok       | ok       | ok   | ok    | ok
getPuzzle              | ok     | ok  | ok      | 403     | ok     | ok      | ok    | ok     | ok       | ok       | ok   | ok    | ok
getPuzzleBoard         | ok     | ok  | ok      | 403     | ok     | ok      | ok    | ok     | ok       | ok       | ok   | ok    | ok
answerPuzzle           | ok     | ok  | ok      | 403     | ok     | ok      | ok    | ok     | ok       | ok       | ok   | ok    | ok
getPuzzleSolution      | ok     | ok  | ok      | 403     | ok     | ok      | ok    | ok     | ok       | ok       | ok   | ok    | ok
listAIs                | ok     | ok  | ok      | 403     | ok     | ok      | ok    | ok     | ok       | ok       | ok   | ok    | ok
getAILog               | 401    | 401 | 401     | 403     | 403    | 403     | 403   | 403    | 403      | 403      | ok   | 403   | ok
createCommitment       | 401    | 401 | 401     | 403     | 403    | 403     | 403   | ok     | ok       | ok       | 401  | 401   | 401
listGames              | ok     | 401 | 401     | 403     | 403    | 403     | ok    | ok     | ok       | ok       | 401  | 401   | 401
createGame             | 401    | 401 | 401     | 403     | 403    | 403     | 403   | ok     | ok       | ok       | 401  | 401   | 401
getGame                | 404    | 401 | 401     | 403     | 403    | 403     | ok    | ok     | ok       | 404      | 401  | 401   | 401
takeSeat               | 401    | 401 | 401     | 403     | 403    | 403     | 403   | ok     | ok       | 404      | 401  | 401   | 401
resign                 | 401    | 401 | 401     | 403     | 403    | 403     | 403   | ok     | ok       | 404      | 401  | 401   | 401
listMoves              | 404    | 401 | 401     | 403     | 403    | 403     | ok    | ok     | ok       | 404      | 401  | 401   | 401
playMove               | 401    | 401 | 401     | 403     | 403    | 403     | 403   | ok     | ok       | 404      | 401  | 401   | 401
listLegalMoves         | 401    | 401 | 401     | 403     | 403    | 403     | ok    | ok     | ok       | 404      | 401  | 401   | 401
getLegalMask           | 401    | 401 | 401     | 403     | 403    | 403     | ok    | ok     | ok       | 404      | 401  | 401   | 401
makeOffer              | 401    | 401 | 401     | 403     | 403    | 403     | 403   | ok     | ok       | 404      | 401  | 401   | 401
answerOffer            | 401    | 401 | 401     | 403     | 403    | 403     | 403   | ok     | ok       | 404      | 401  | 401   | 401
abortGame              | 401    | 401 | 401     | 403     | 403    | 403     | 403   | ok     | ok       | 404      | 401  | 401   | 401
declineSeat            | 401    | 401 | 401     | 403     | 403    | 403     | 403   | 403    | ok       | 404      | 401  | 401   | 401
askRematch             | 401    | 401 | 401     | 403     | 403    | 403     | 403   | ok     | ok       | 404      | 401  | 401   | 401
listTurns              | 401    | 401 | 401     | 403     | 403    | 403     | ok    | ok     | ok       | ok       | 401  | 401   | 401
watchGame              | 404    | 401 | 401     | 403     | 403    | 403     | ok    | ok     | ok       | 404      | 401  | 401   | 401
getBoard               | 404    | 401 | 401     | 403     | 403    | 403     | ok    | ok     | ok       | 404      | 401  | 401   | 401
getBoardSvg            | 404    | 401 | 401     | 403     | 403    | 403     | ok    | ok     | ok       | 404      | 401  | 401   | 401
getBoardText           | 404    | 401 | 401     | 403     | 403    | 403     | ok    | ok     | ok       | 404      | 401  | 401   | 401
getBoardPng            | 404    | 401 | 401     | 403     | 403    | 403     | ok    | ok     | ok       | 404      | 401  | 401   | 401
exportGame             | 404    | 401 | 401     | 403     | 403    | 403     | ok    | ok     | ok       | 404      | 401  | 401   | 401
importGame             | 401    | 401 | 401     | 403     | 403    | 403     | 403   | ok     | ok       | ok       | 401  | 401   | 401
askHint                | 401    | 401 | 401     | 403     | 403    | 403     | 403   | ok     | ok       | 404      | 401  | 401   | 401
getHint                | 401    | 401 | 401     | 403     | 403    | 403     | ok    | ok     | 403      | 404      | 401  | 401   | 401
getAnalysis            | 404    | 401 | 401     | 403     | 403    | 403     | ok    | ok     | ok       | 404      | 401  | 401   | 401
askAnalysis            | 401    | 401 | 401     | 403     | 403    | 403     | 403   | ok     | ok       | 404      | 401  | 401   | 401
getAnalysisChart       | 404    | 401 | 401     | 403     | 403    | 403     | ok    | ok     | ok       | 404      | 401  | 401   | 401
getAnalysisBoard       | 404    | 401 | 401     | 403     | 403    | 403     | ok    | ok     | ok       | 404      | 401  | 401   | 401
listSeries             | ok     | 401 | 401     | 403     | 403    | 403     | ok    | ok     | ok       | ok       | 401  | 401   | 401
createSeries           | 401    | 401 | 401     | 403     | 403    | 403     | 403   | ok     | ok       | ok       | 401  | 401   | 401
getSeries              | 404    | 401 | 401     | 403     | 403    | 403     | ok    | ok     | ok       | 404      | 401  | 401   | 401
enterSeries            | 404    | 401 | 401     | 403     | 403    | 403     | 403   | ok     | ok       | 404      | 401  | 401   | 401
withdrawFromSeries     | 404    | 401 | 401     | 403     | 403    | 403     | 403   | ok     | ok       | 404      | 401  | 401   | 401
cancelSeries           | 404    | 401 | 401     | 403     | 403    | 403     | 403   | ok     | 403      | 404      | 401  | 401   | 401
watchSeries            | 404    | 401 | 401     | 403     | 403    | 403     | ok    | ok     | ok       | 404      | 401  | 401   | 401
listTournaments        | ok     | 401 | 401     | 403     | 403    | 403     | ok    | ok     | ok       | ok       | 401  | 401   | 401
createTournament       | 401    | 401 | 401     | 403     | 403    | 403     | 403   | ok     | ok       | ok       | 401  | 401   | 401
getTournament          | 404    | 401 | 401     | 403     | 403    | 403     | ok    | ok     | ok       | 404      | 401  | 401   | 401
enterTournament        | 404    | 401 | 401     | 403     | 403    | 403     | 403   | ok     | ok       | 404      | 401  | 401   | 401
withdrawFromTournament | 404    | 401 | 401     | 403     | 403    | 403     | 403   | ok     | ok       | 404      | 401  | 401   | 401
kickFromTournament     | 404    | 401 | 401     | 403     | 403    | 403     | 403   | ok     | 403      | 404      | 401  | 401   | 401
startTournament        | 404    | 401 | 401     | 403     | 403    | 403     | 403   | ok     | 403      | 404      | 401  | 401   | 401
cancelTournament       | 404    | 401 | 401     | 403     | 403    | 403     | 403   | ok     | 403      | 404      | 401  | 401   | 401
getRound               | 404    | 401 | 401     | 403     | 403    | 403     | ok    | ok     | ok       | 404      | 401  | 401   | 401
getStandings           | 404    | 401 | 401     | 403     | 403    | 403     | ok    | ok     | ok       | 404      | 401  | 401   | 401
getCrosstable          | 404    | 401 | 401     | 403     | 403    | 403     | ok    | ok     | ok       | 404      | 401  | 401   | 401
getCrosstableCsv       | 404    | 401 | 401     | 403     | 403    | 403     | ok    | ok     | ok       | 404      | 401  | 401   | 401
getCrosstableSvg       | 404    | 401 | 401     | 403     | 403    | 403     | ok    | ok     | ok       | 404      | 401  | 401   | 401
exportTournament       | 404    | 401 | 401     | 403     | 403    | 403     | ok    | ok     | ok       | 404      | 401  | 401   | 401
watchTournament        | 404    | 401 | 401     | 403     | 403    | 403     | ok    | ok     | ok       | 404      | 401  | 401   | 401
getLeaderboard         | ok     | ok  | ok      | 403     | ok     | ok      | ok    | ok     | ok       | ok       | ok   | ok    | ok
getLadder              | ok     | ok  | ok      | 403     | ok     | ok      | ok    | ok     | ok       | ok       | ok   | ok    | ok
getPlayerRatings       | ok     | 401 | 401     | 403     | 403    | 403     | ok    | ok     | ok       | ok       | 401  | 401   | 401
createSeek             | 401    | 401 | 401     | 403     | 403    | 403     | 403   | ok     | ok       | ok       | 401  | 401   | 401
getSeek                | 401    | 401 | 401     | 403     | 403    | 403     | ok    | ok     | 404      | 404      | 401  | 401   | 401
withdrawSeek           | 401    | 401 | 401     | 403     | 403    | 403     | 403   | ok     | 404      | 404      | 401  | 401   | 401
listWebhooks           | 401    | 401 | 401     | 403     | 403    | 403     | 403   | ok     | ok       | ok       | 401  | 401   | 401
createWebhook          | 401    | 401 | 401     | 403     | 403    | 403     | 403   | ok     | ok       | ok       | 401  | 401   | 401
getWebhook             | 401    | 401 | 401     | 403     | 403    | 403     | 403   | ok     | 404      | 404      | 401  | 401   | 401
deleteWebhook          | 401    | 401 | 401     | 403     | 403    | 403     | 403   | ok     | 404      | 404      | 401  | 401   | 401
listDeliveries         | 401    | 401 | 401     | 403     | 403    | 403     | 403   | ok     | 404      | 404      | 401  | 401   | 401
testWebhook            | 401    | 401 | 401     | 403     | 403    | 403     | 403   | ok     | 404      | 404      | 401  | 401   | 401
listHosts              | 401    | 401 | 401     | 403     | 403    | 403     | 403   | 403    | 403      | 403      | 403  | 403   | ok
admitHost              | 401    | 401 | 401     | 403     | 403    | 403     | 403   | 403    | 403      | 403      | 403  | 403   | ok
dismissHost            | 401    | 401 | 401     | 403     | 403    | 403     | 403   | 403    | 403      | 403      | 403  | 403   | ok
acquireWork            | 401    | 401 | 401     | 403     | 401    | 401     | 401   | 401    | 401      | 401      | ok   | ok    | 401
answerWork             | 401    | 401 | 401     | 403     | 401    | 401     | 401   | 401    | 401      | 401      | ok   | 404   | 401
abortWork              | 401    | 401 | 401     | 403     | 401    | 401     | 401   | 401    | 401      | 401      | ok   | 404   | 401
keepWork               | 401    | 401 | 401     | 403     | 401    | 401     | 401   | 401    | 401      | 401      | ok   | 404   | 401
getOverview            | 401    | 401 | 401     | 403     | 403    | 403     | 403   | 403    | 403      | 403      | 403  | 403   | ok
removePlayer           | 401    | 401 | 401     | 403     | 403    | 403     | 403   | 403    | 403      | 403      | 403  | 403   | ok
freezePlayer           | 401    | 401 | 401     | 403     | 403    | 403     | 403   | 403    | 403      | 403      | 403  | 403   | ok
thawPlayer             | 401    | 401 | 401     | 403     | 403    | 403     | 403   | 403    | 403      | 403      | 403  | 403   | ok
removeGame             | 401    | 401 | 401     | 403     | 403    | 403     | 403   | 403    | 403      | 403      | 403  | 403   | ok
freezeGame             | 401    | 401 | 401     | 403     | 403    | 403     | 403   | 403    | 403      | 403      | 403  | 403   | ok
thawGame               | 401    | 401 | 401     | 403     | 403    | 403     | 403   | 403    | 403      | 403      | 403  | 403   | ok
listBlocks             | 401    | 401 | 401     | 403     | 403    | 403     | 403   | 403    | 403      | 403      | 403  | 403   | ok
blockAddress           | 401    | 401 | 401     | 403     | 403    | 403     | 403   | 403    | 403      | 403      | 403  | 403   | ok
unblockAddress         | 401    | 401 | 401     | 403     | 403    | 403     | 403   | 403    | 403      | 403      | 403  | 403   | ok
listDeeds              | 401    | 401 | 401     | 403     | 403    | 403     | 403   | 403    | 403      | 403      | 403  | 403   | ok
getHealth              | ok     | ok  | ok      | ok      | ok     | ok      | ok    | ok     | ok       | ok       | ok   | ok    | ok
getReadiness           | ok     | ok  | ok      | ok      | ok     | ok      | ok    | ok     | ok       | ok       | ok   | ok    | ok
getMetrics             | ok     | ok  | ok      | 403     | ok     | ok      | ok    | ok     | ok       | ok       | ok   | ok    | ok
"""  # noqa: E501


@cache
def expected() -> dict[str, dict[str, str]]:
    """What the table says: of an operation, of a kind of caller."""
    head, *rows = [[cell.strip() for cell in line.split("|")] for line in TABLE.strip().splitlines()]
    return {name: dict(zip(head[1:], cells, strict=True)) for name, *cells in rows}


@cache
def operations() -> dict[str, tuple[str, str]]:
    """Method and path of each, those last that leave the caller without an account."""
    found = {
        each["operationId"]: (method.upper(), path)
        for path, item in document()["paths"].items()
        for method, each in item.items()
        if method != "parameters"
    }
    return {name: found[name] for name in sorted(found, key=lambda name: name == "deleteMe")}


@pytest.fixture(scope="module")
def cast(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Cast]:
    running = start(tmp_path_factory.mktemp("every_caller"), **SETTINGS)
    made = gathered(running)
    yield made
    for caller in made.callers.values():
        caller.session.close()
    stop(running)


def called(caller: Client, cast: Cast, name: str) -> tuple[str, str]:
    """The code of the table for what was answered, and its text without the id that was asked for; of a stream only that it came."""
    method, template = operations()[name]
    things = cast.things | cast.special.get(name, {})
    path = re.sub(r"\{(\w+)\}", lambda found: things[found[1]], template) + cast.queries.get(name, "")
    asked_for = next((thing for thing in cast.hidden if thing in path), path)
    headers = {"Authorization": f"Bearer {caller.token}"} if caller.token else {}
    with caller.session.request(method, caller.url + path, json=cast.body(name), headers=headers, stream=True, timeout=60) as answer:
        if answer.headers.get("Content-Type", "").startswith("text/event-stream"):
            return code(answer), ""
        check_answer(method, path, answer)
        return code(answer), answer.text.replace(asked_for, "")


def code(answer: requests.Response) -> str:
    return "ok" if answer.status_code in OK else str(answer.status_code)


def test_the_table_has_every_operation_and_no_other() -> None:
    assert set(expected()) == set(operations())


def asked(cast: Cast, kinds: set[str]) -> tuple[list[str], dict[str, set[str]]]:
    """Every operation asked for by some kinds of callers: where the table is wrong, and which operations tell whom what is private."""
    wrong: list[str] = []
    telling: dict[str, set[str]] = {}
    for name in operations():
        for kind in (each for each in expected()[name] if each in kinds):
            got, text = called(cast.callers[kind], cast, name)
            if got != expected()[name][kind]:
                wrong.append(f"{name} by {kind}: {got}, not {expected()[name][kind]}")
            secrets = cast.secrets | (cast.hidden if kind != "operator" else set())  # the operator reads which addresses were slow
            if any(secret in text for secret in secrets):
                telling.setdefault(kind, set()).add(name)
    return wrong, telling


def test_who_sits_in_a_game_and_is_frozen_may_do_and_see_no_more_than_outsiders(cast: Cast) -> None:
    bob, operator = cast.callers["opponent"], cast.callers["operator"]
    freeze = f"/v1/operator/players/{bob.id}/freeze"
    assert operator.request("PUT", freeze, WHY).ok
    until(lambda: bob.get("/v1/me").status_code == 403)
    cast.callers["benched"] = bob
    assert asked(cast, {"benched"}) == ([], {})
    assert operator.request("DELETE", freeze).ok
    until(lambda: bob.get("/v1/me").status_code == 200)


def test_every_operation_lets_in_whom_the_table_names_and_tells_outsiders_nothing(cast: Cast) -> None:
    wrong, telling = asked(cast, set(expected()["getMe"]) - {"benched"})
    assert wrong == []
    assert telling["seated"] >= {"getGame", "listGames", "listSeries", "listTournaments", "listTurns", "exportMe"}
    assert not OUTSIDE & set(telling), telling
