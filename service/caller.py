"""Who calls, and how the referee knows a request again."""

import hmac

import flask
from flask import current_app, request

from service import names, problems
from service.arguments import received
from service.host import Host
from service.referee import Asked


def host() -> Host:
    found: Host = current_app.extensions["intramuros"]
    return found


def caller() -> str | None:
    """The player who calls, or None without a token; raises Unauthorized for a token that is not ours."""
    header = request.headers.get("Authorization")
    if header is None:
        return None
    scheme, _, token = header.partition(" ")
    if scheme.lower() != "bearer" or not token:
        raise problems.Unauthorized("Send the player token as: Authorization: Bearer <token>.")
    player = host().players.of_token(token.strip())
    flask.g.player = player
    return player


def player() -> str:
    """The player who calls; raises Unauthorized without a token."""
    found = caller()
    if found is None:
        raise problems.Unauthorized("Send a player token as: Authorization: Bearer <token>. POST /v1/players gives one.")
    return found


def operator() -> None:
    """Raises Unauthorized or Forbidden unless the operator calls."""
    token = host().settings.operator_token
    given = request.headers.get("Authorization", "").removeprefix("Bearer ")
    if not given:
        raise problems.Unauthorized("This needs the operator's token.")
    if not token or not hmac.compare_digest(given.encode(), token.encode()):
        raise problems.Forbidden("This is for the operator's token only.")


def digest_of(req: flask.Request) -> str:
    """What a request says, in short: the same for the same request sent again."""
    return names.digest(f"{req.method} {req.full_path} {received(req).decode('utf-8', 'replace')}")


def asked() -> Asked:
    """The request as the referee needs to know it."""
    key = idempotency_key()
    return Asked(player(), key, digest_of(request) if key else "")


def idempotency_key() -> str | None:
    key = request.headers.get("Idempotency-Key")
    if key is not None and not is_key(key):
        wrong = "1 to 255 printable characters are expected."
        raise problems.Invalid(f"Idempotency-Key: {wrong}", errors=[{"header": "Idempotency-Key", "detail": wrong}])
    return key


def is_key(text: str) -> bool:
    """Whether the text may be an Idempotency-Key."""
    return 1 <= len(text) <= 255 and text.isprintable()
