"""Authentication for Flask's views: who calls, the player, the operator or nobody; all asked of the request's one call."""

from flask import request

from service import problems
from service.games.referee import Asked
from service.parts import Parts
from service.store.audit import Deed
from service.store.players import Player
from service.web.call import CALL, Call


def this_call() -> Call:
    """The call of the request that is being served."""
    found: Call = request.environ[CALL]
    return found


def parts() -> Parts:
    return this_call().parts


def caller() -> str | None:
    """The player who calls, or None without a token; raises Unauthorized for a token that is not ours."""
    return this_call().caller


def player() -> str:
    """The player who calls; raises Unauthorized without a token."""
    return this_call().needed_player()


def me_as_player() -> Player:
    """The player who calls, with its name; raises Unauthorized without a token, and for a player deleted in this moment."""
    known = parts().players.find(player())
    if known is None:
        raise problems.Unauthorized("gone", invalid=True)
    return known


def asked() -> Asked:
    """The request as the referee needs to know it."""
    return this_call().asked()


def operator() -> None:
    """Raises Unauthorized, for no token or one that is nobody's, or Forbidden unless the operator calls."""
    if this_call().token is None:
        raise problems.Unauthorized("operator")
    if not this_call().is_operator:
        if this_call().host is None:
            _ = this_call().access  # a token that is nobody's is told from one that is somebody else's
        raise problems.Forbidden("operator")


def note_deed(action: str, subject: str, why: str = "") -> None:
    """Writes what the operator has done into the audit log."""
    call = this_call()
    parts().audit.note(Deed(action, subject, why, call.environ.get("REMOTE_ADDR", ""), call.id))
