"""A call: one request, from its coming to its answer: who calls, what it asks for, and what was found out about it on the way.

A call is made once, before anything else happens, and travels in the WSGI environment, so that whoever needs the caller asks
the same call and a token is resolved once.
"""

import hmac
import random
import time
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING

import gevent
from gunicorn.http.errors import ParseException
from werkzeug.datastructures import MultiDict
from werkzeug.exceptions import RequestEntityTooLarge
from werkzeug.wrappers import Request

from service import problems
from service.ai.remote_work import HOST_KEY, RemoteHost
from service.games.referee import Asked
from service.json_object import Json
from service.parts import Parts
from service.store import identifiers
from service.store.rate_limits import Verdict, neighbourhood
from service.store.tokens import Access
from service.web.etags import has_tag
from service.web.scopes import scope_of

if TYPE_CHECKING:
    from _typeshed.wsgi import WSGIEnvironment

CALL = "intramuros.call"
"""Where a request's environment keeps its call."""
LONGEST_KEY = 255
"""Characters of an Idempotency-Key."""


class TooSlow(Exception):
    """The body does not come."""


@dataclass(eq=False)
class Call:
    """A request on its way through the server."""

    environ: "WSGIEnvironment"
    parts: Parts
    method: str = field(init=False)
    path: str = field(init=False)
    query_text: str = field(init=False)
    address: str = field(init=False)
    """Where it comes from, as far as limits are concerned."""
    id: str = field(init=False)
    """The caller's own id for the request where it is usable, else a new one."""
    started: float = field(default_factory=time.perf_counter)
    endpoint: str = ""
    """The operation, as the figures name it; empty where there is nothing at the address."""
    path_args: Json = field(default_factory=dict)
    query: Json = field(default_factory=dict)
    body: Json = field(default_factory=dict)
    """What its address, query and body say, once they have been checked."""
    verdict: Verdict | None = None
    """What the limits said."""
    player: str | None = None
    """The player who calls, once that has been found out."""
    refusal: problems.Unauthorized | None = None
    """What was said of its token, where that is nobody's."""
    host_refusal: problems.Unauthorized | None = None
    """What was said of its key, where that is no AI host's."""

    @classmethod
    def begin(cls, environ: "WSGIEnvironment", parts: Parts) -> "Call":
        """The call of a request that has just come."""
        call = environ[CALL] = cls(environ, parts)
        return call

    def __post_init__(self) -> None:
        sent = self.environ
        self.method, self.path, self.query_text = sent["REQUEST_METHOD"], sent["PATH_INFO"], sent.get("QUERY_STRING", "")
        self.address = neighbourhood(sent.get("REMOTE_ADDR", ""))
        given = sent.get("HTTP_X_REQUEST_ID", "")
        self.id = given if 0 < len(given) <= 64 and given.isascii() and given.isprintable() else f"{random.getrandbits(64):016x}"

    @cached_property
    def origin(self) -> str:
        """The address as a game may keep it: nobody without the store's secret can tell which it is."""
        return hmac.digest(self.parts.secret, f"origin {self.address}".encode(), "sha256").hex()[:20]

    def header(self, name: str) -> str | None:
        """A header by its name in the environment: `ORIGIN`, `IF_NONE_MATCH`."""
        return self.environ.get(f"HTTP_{name}")

    @cached_property
    def args(self) -> "MultiDict[str, str]":
        """The query as it was sent."""
        return Request(self.environ).args if self.query_text else MultiDict()

    def has(self, tag: str) -> bool:
        """Whether the caller has the answer that the tag names already."""
        return has_tag(self.header("IF_NONE_MATCH"), tag)

    @cached_property
    def data(self) -> bytes:
        """The whole body; raises Unreadable for one that broke off, came in chunks that are none, or does not come."""
        most, patience = self.parts.settings.max_body, self.parts.settings.body_seconds
        told = self.environ.get("CONTENT_LENGTH") or ""
        length = int(told) if told.isdecimal() else None
        if length is not None and length > most:
            raise RequestEntityTooLarge
        try:
            with gevent.Timeout(patience, TooSlow):
                data = self._chunks(most) if length is None else bytes(self.environ["wsgi.input"].read(length))
        except TooSlow:
            raise problems.Unreadable("late", {"seconds": f"{patience:g}"}, headers={"Connection": "close"}) from None
        except (OSError, ParseException):
            raise problems.Unreadable("broken") from None
        if length is not None and len(data) < length:
            raise problems.Unreadable("short", {"bytes": len(data), "length": length})
        return data

    def _chunks(self, most: int) -> bytes:
        """A body that does not say how long it is, if there is one; raises RequestEntityTooLarge where it goes on and on."""
        if not self.environ.get("wsgi.input_terminated"):
            return b""
        data = bytes(self.environ["wsgi.input"].read(most + 1))
        if len(data) > most:
            raise RequestEntityTooLarge
        return data

    @property
    def has_waited(self) -> bool:
        """Whether the caller wanted to wait, so that the time it took says nothing."""
        return bool(self.query.get("wait") or self.body.get("wait")) or self.path.endswith("/events")

    @property
    def mime_type(self) -> str:
        """What kind of body it has, without parameters such as the charset."""
        return str(self.environ.get("CONTENT_TYPE", "")).partition(";")[0].strip().lower()

    @property
    def idempotency_key(self) -> str | None:
        """The caller's Idempotency-Key; raises Invalid for one that is none."""
        key = self.header("IDEMPOTENCY_KEY")
        if key is not None and not (1 <= len(key) <= LONGEST_KEY and key.isprintable()):
            raise problems.Invalid("key", {"most": LONGEST_KEY}, at={"header": "Idempotency-Key"})
        return key

    def asked(self) -> Asked:
        """The request as the referee needs to know it."""
        key = self.idempotency_key
        return Asked(self.needed_player(), key, self.digest if key else "")

    @property
    def digest(self) -> str:
        """What the request says, in short: the same for the same request sent again."""
        return identifiers.digest(f"{self.method} {self.path}?{self.query_text} {self.data.decode('utf-8', 'replace')}")

    @cached_property
    def host(self) -> RemoteHost | None:
        """The AI host that calls, or None without a host's key; raises Unauthorized for one that is not ours."""
        if self.host_refusal is not None:
            raise self.host_refusal
        token = self.token
        try:
            return self.parts.hosts.of_key(token) if token and token.startswith(HOST_KEY) else None
        except problems.Unauthorized as refusal:
            self.host_refusal = refusal
            raise

    @cached_property
    def token(self) -> str | None:
        """The token that was sent, or None; raises Unauthorized for anything else in its place."""
        header = self.header("AUTHORIZATION")
        if header is None:
            return None
        scheme, _, token = header.partition(" ")
        if scheme.lower() != "bearer" or not token:
            raise problems.Unauthorized("scheme", invalid=True)
        return token.strip()

    @property
    def is_operator(self) -> bool:
        """Whether the operator's token was sent."""
        ours = self.parts.settings.operator_token
        scheme, _, given = (self.header("AUTHORIZATION") or "").partition(" ")
        return bool(ours) and scheme.lower() == "bearer" and hmac.compare_digest(given.strip().encode(), ours.encode())

    @cached_property
    def access(self) -> Access | None:
        """What the caller's token is good for, or None without one; raises Unauthorized for one that is not ours."""
        if self.refusal is not None:
            raise self.refusal
        try:
            found = self.parts.player_tokens.access(self.token) if self.token is not None else None
        except problems.Unauthorized as refusal:
            self.refusal = refusal
            raise
        self.player = found.player if found else None
        return found

    @cached_property
    def caller(self) -> str | None:
        """The player who calls, or None without a token; raises Unauthorized for a token that is not ours, and Frozen or
        InsufficientScope for one that is not good for this request.
        """
        if self.access is None:
            return None
        self.access.check(scope_of(self.method, self.path))
        return self.access.player

    def needed_player(self) -> str:
        """The player who calls; raises Unauthorized without a token."""
        found = self.caller
        if found is None:
            raise problems.Unauthorized("token")
        return found
