"""The one place where errors become answers: problem documents (RFC 9457), whichever way the request came."""

import json
import logging
from urllib.parse import quote

from redis.exceptions import RedisError
from werkzeug.exceptions import HTTPException, NotFound

from engine.errors import GameError
from service import metrics, problems, sentences
from service.json_object import Json
from service.store import health
from service.web import languages
from service.web.answer import Answer, text_answer
from service.web.call import Call

log = logging.getLogger("intramuros.web")

PROBLEM_JSON = "application/problem+json"


def error_answer(error: Exception, call: Call) -> Answer:
    """The answer to a request that met this error; a page asked for with a slash too many is where it is without."""
    if isinstance(error, NotFound) and call.path.startswith(("/docs/", "/operator/")) and call.path.endswith("/"):
        return Answer(308, {"Location": quote(call.path.rstrip("/")) + (f"?{call.query_text}" if call.query_text else "")})
    return problem_answer(problem_of(error, call), call)


def problem_of(error: Exception, call: Call) -> problems.Problem:
    """The problem that an error is to the caller; what nobody expected is written to the log."""
    match error:
        case problems.Problem():
            return error
        case GameError():
            return problems.of_game_error(error)
        case RedisError():
            log.error("Redis cannot be used: %s", error)
            why = health.why_refused(error)
            if why:
                return problems.Unavailable("store_refuses", {"why": why}, headers={"Retry-After": "5"})
            return problems.Unavailable("store_away", headers={"Retry-After": "2"})
        case HTTPException():
            return of_http_exception(error, call)
    log.error("unexpected %s", type(error).__name__, exc_info=error)
    return problems.Internal("fault")


def of_http_exception(error: HTTPException, call: Call) -> problems.Problem:
    """The problem document's content for what Flask refuses by itself."""
    kept = {name: value for name, value in error.get_headers() if name in ("Allow", "Retry-After", "WWW-Authenticate")}
    match error.code:
        case 401:
            return problems.Unauthorized("token")
        case 404:
            slash = call.path.endswith("/")
            return problems.NotFound("slash", {"path": call.path.rstrip("/")}) if slash else problems.NotFound("address")
        case 405:
            return problems.MethodNotAllowed("method", {"method": call.method}, headers=kept)
        case 413:
            return problems.TooLarge("body", {"bytes": call.parts.settings.max_body}, headers=kept)
        case 415:
            return problems.UnsupportedMediaType("json", headers=kept)
        case 500 | None:
            return problems.Internal("fault", headers=kept)
    kind = {kind.status: kind for kind in reversed(problems.PROBLEMS)}.get(error.code, problems.Internal)
    return kind(sentences.other(error.description or str(error.name)), headers=kept)


def count(problem: problems.Problem, call: Call) -> None:
    """Counts a refusal of somebody who has enough, for the operator to see who it is."""
    if isinstance(problem, problems.TooMany):
        metrics.HELD_BACK.labels("too-many").inc()
    if isinstance(problem, (problems.TooMany, problems.TooManyRequests)):
        call.parts.refused.note(f"address {call.address}", *([f"player {call.player}"] if call.player else []))


def problem_answer(problem: problems.Problem, call: Call) -> Answer:
    """The problem as a document, in the caller's language."""
    count(problem, call)
    document = {
        "type": f"/docs/problems#{problem.slug}",
        "title": problem.title,
        "status": problem.status,
        "detail": problem.detail,
        "code": problem.code,
        "params": problem.params,
        "instance": f"urn:intramuros:request:{quote(call.id, safe='')}",
        **next_steps(problem, call),
        **problem.members,
    }
    language = languages.chosen(call.header("ACCEPT_LANGUAGE") or "")
    if language != "en":
        document |= translated(document, problem, language)
    headers = {"Cache-Control": "no-store", **problem.headers, "Content-Language": language, "Vary": "Accept-Language"}
    body = json.dumps(document, ensure_ascii=False).encode("utf-8", "replace")  # half a character of somebody's address cannot be sent
    return text_answer(body, PROBLEM_JSON, problem.status, headers)


def translated(document: Json, problem: problems.Problem, language: str) -> Json:
    """What of a problem is said otherwise in a language; `english` keeps what `detail` says there."""
    said = languages.said(problem.code, problem.params, language)
    changed = {
        "title": languages.said(problem.slug, {}, language),
        "detail": problem.lead + said if said else None,
        "rule": languages.said(document.get("rule_code", ""), {}, language),
        "errors": [each | {"detail": languages.said(each["code"], each["params"], language)} for each in document.get("errors", ())],
    }
    return {**{name: value for name, value in changed.items() if value}, "english": problem.detail}


def next_steps(problem: problems.Problem, call: Call) -> dict[str, dict[str, str]]:
    """Where somebody whose move was refused should look: the game, and what may be played in it if it is the caller's turn."""
    if not isinstance(problem, problems.OF_A_GAME) or "game_id" not in call.path_args:
        return {}
    game = f"/v1/games/{quote(call.path_args['game_id'])}"
    seat = f"?seat={call.body['seat']}" if call.method == "POST" and "seat" in call.body else ""
    legal = {"legal_moves": f"{game}/legal-moves{seat}"} if isinstance(problem, problems.OF_A_TURN) else {}
    return {"links": {"game": game, **legal}}
