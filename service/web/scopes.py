"""Scopes: what a token must be good for, told by a request's method and path alone, so that no operation can forget it.

>>> scope_of("GET", "/v1/games/k3f9"), scope_of("POST", "/v1/games"), scope_of("DELETE", "/v1/webhooks/k3f9")
('read', 'play', 'webhooks')
"""

from service.store.tokens import ACCOUNT, PLAY, READ, WEBHOOKS

LOOKING = ("GET", "HEAD")
OF_WEBHOOKS = "/v1/webhooks"
OF_THE_ACCOUNT = ("/v1/me/tokens", "/v1/me/export")
ME = "/v1/me"
NOT_FOR_PLAYERS = ("/v1/hosts", "/v1/work/", "/v1/ais/", "/v1/operator/")
"""What is called with the operator's token, or with a host's key: no player's token opens it."""


def scope_of(method: str, path: str) -> str:
    """The scope that a request needs, if it needs a player's token at all."""
    if path.startswith(OF_WEBHOOKS):
        return WEBHOOKS
    if path.startswith(OF_THE_ACCOUNT) or (path == ME and method not in LOOKING):
        return ACCOUNT
    return READ if method in LOOKING else PLAY
