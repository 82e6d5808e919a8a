"""The one place where errors become answers: problem documents (RFC 9457), whichever way the request came."""

import json
import logging
from urllib.parse import quote

from redis.exceptions import RedisError
from werkzeug.exceptions import HTTPException, NotFound

from engine.errors import GameError
from service import metrics, problems
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
            detail = f"The store takes no changes for now ({why}); reading goes on." if why else "The store cannot be reached; try again."
            return problems.Unavailable(detail, headers={"Retry-After": "5" if why else "2"})
        case HTTPException():
            return of_http_exception(error, call)
    log.error("unexpected %s", type(error).__name__, exc_info=error)
    return problems.Internal("Something broke on our side; the request id finds it in the server's log.")


def of_http_exception(error: HTTPException, call: Call) -> problems.Problem:
    """The problem document's content for what Flask refuses by itself."""
    kind = {kind.status: kind for kind in reversed(problems.PROBLEMS)}.get(error.code or 500, problems.Internal)
    match error.code:
        case 404:
            kind, detail = problems.NotFound, f"There is nothing at this address{hint(call.path)}."
        case 405:
            kind, detail = problems.MethodNotAllowed, f"{call.method} is not possible here."
        case 413:
            kind, detail = problems.TooLarge, f"The body may have {call.parts.settings.max_body} bytes at most."
        case 415:
            kind, detail = problems.UnsupportedMediaType, "Send the body as JSON, with Content-Type: application/json."
        case 500 | None:
            detail = "Something broke on our side; the request id finds it in the server's log."
        case _:
            detail = error.description or str(error.name)
    kept = {name: value for name, value in error.get_headers() if name in ("Allow", "Retry-After", "WWW-Authenticate")}
    if kind is problems.Unauthorized:
        return problems.Unauthorized(detail)
    return kind(detail, headers=kept)


def hint(path: str) -> str:
    """What may be wrong with an address at which there is nothing."""
    return f"; perhaps at {path.rstrip('/')}, without the slash at the end" if path.endswith("/") else ""


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
    return text_answer(json.dumps(document), PROBLEM_JSON, problem.status, headers)


def translated(document: Json, problem: problems.Problem, language: str) -> Json:
    """What of a problem is said otherwise in a language; `english` keeps what `detail` says there, often more exactly."""
    sentences = {
        "title": languages.said(problem.slug, {}, language),
        "detail": languages.said(problem.code, problem.params, language),
        "rule": languages.said(document.get("rule_code", ""), {}, language),
    }
    return {**{name: sentence for name, sentence in sentences.items() if sentence}, "english": problem.detail}


def next_steps(problem: problems.Problem, call: Call) -> dict[str, dict[str, str]]:
    """Where somebody whose move was refused should look: the game, and what may be played in it if it is the caller's turn."""
    if not isinstance(problem, problems.OF_A_GAME) or "game_id" not in call.path_args:
        return {}
    game = f"/v1/games/{quote(call.path_args['game_id'])}"
    seat = f"?seat={call.body['seat']}" if call.method == "POST" and "seat" in call.body else ""
    legal = {"legal_moves": f"{game}/legal-moves{seat}"} if isinstance(problem, problems.OF_A_TURN) else {}
    return {"links": {"game": game, **legal}}
