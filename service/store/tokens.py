"""Player tokens: whose each is, what it may do and until when. Only hashes are stored.

They lie in the player's own hash, so that one small read tells all of it, and whether the player is frozen. A process trusts what it has
read for a second. Whoever takes something away waits as long before it says so (`outlive_trust`): what is revoked, once that has been
acknowledged, is good for nothing any more, whichever process it is sent to.
"""

import hmac
import json
import time
from collections.abc import Callable
from dataclasses import asdict, dataclass, replace

from service import clock, problems
from service.cache import Cache
from service.store import identifiers, keys
from service.store.client import Client
from service.store.commands import Pipeline
from service.store.players import new_token

READ, PLAY, WEBHOOKS, ACCOUNT = SCOPES = ("read", "play", "webhooks", "account")
"""What a token may do: look; change games and contests; webhooks; the player itself, its tokens included."""
MOST = 20
"""Tokens a player."""
TRUSTED = 1.0
"""Seconds for which a process trusts what it has read of a token."""
REMEMBERED = 20_000
FIRST = "first"
"""The id of the token that came with the player."""


@dataclass(frozen=True)
class Token:
    """A token as it is listed; the text that its holder sends is nowhere."""

    id: str
    label: str
    scopes: tuple[str, ...]
    created_at: str
    digest: str
    expires_at: str | None = None
    replaced: bool = False
    """Whether it was rotated, and works on for a while beside the one that took its place."""

    @property
    def is_over(self) -> bool:
        return self.expires_at is not None and clock.seconds(self.expires_at) <= time.time()


@dataclass(frozen=True)
class Access:
    """What a request may do by the token that came with it."""

    player: str
    token: Token
    frozen: str | None = None
    """Why the operator has frozen the player; None for one that is not."""

    def check(self, scope: str) -> None:
        """Raises Frozen for a frozen player, and InsufficientScope unless the token is good for that."""
        if self.frozen is not None:
            raise problems.Frozen("player", {"why": self.frozen})
        if scope not in self.token.scopes:
            good = [f"`{each}`" for each in self.token.scopes]
            raise problems.InsufficientScope("scope", {"scope": scope, "scopes": good}, scope=scope)

    def lend(self, scopes: tuple[str, ...], expires_at: str | None) -> None:
        """Raises InsufficientScope or Invalid for a token that would do more or last longer than the one that asks for it."""
        for scope in scopes:
            if scope not in self.token.scopes:
                raise problems.InsufficientScope("lend", {"scope": scope}, scope=scope)
        mine = self.token.expires_at
        if mine and (expires_at is None or clock.seconds(expires_at) > clock.seconds(mine)):
            raise problems.Invalid("expires", {"time": mine}, pointer="/expires_in")


def dump(token: Token) -> str:
    """The token as JSON, which `load` reads back."""
    return json.dumps(asdict(token))


def load(text: str) -> Token:
    found = json.loads(text)
    return Token(**found | {"scopes": tuple(found["scopes"])})


def field(digest: str) -> str:
    """Where a player's hash has the token with that digest."""
    return f"token:{digest}"


def outlive_trust() -> None:
    """Waits until no process trusts any longer what it read of a player's tokens before this moment."""
    time.sleep(TRUSTED)


class Tokens:
    """The tokens of a store's players."""

    def __init__(self, client: Client) -> None:
        self.client = client
        self._seen = Cache[str, tuple[float, Access]](REMEMBERED)

    def access(self, text: str) -> Access:
        """What the bearer of a token may do; raises Unauthorized for one that is not ours, was revoked or has expired."""
        if (seen := self._seen.find(text)) and time.monotonic() < seen[0] and not seen[1].token.is_over:
            return seen[1]
        return self._seen.keep(text, (time.monotonic() + TRUSTED, self._read(text)))[1]

    def _read(self, text: str) -> Access:
        player, digest = identifiers.player_of_token(text), identifiers.digest(text)
        first, known, frozen = (
            self.client.hmget(keys.player_key(player), "token", field(digest), "frozen") if player else (None, None, None)
        )
        if player and known:
            token = load(known)
        elif player and first and hmac.compare_digest(first, digest):
            token = Token(FIRST, FIRST, SCOPES, "", digest)
        else:
            raise problems.Unauthorized("unknown", invalid=True)
        if token.is_over:
            raise problems.Unauthorized("expired", {"time": token.expires_at or ""}, invalid=True)
        return Access(player, token, frozen)

    def of(self, player: str) -> list[Token]:
        """The player's tokens that still work, the oldest first."""
        return current(self.client.hgetall(keys.player_key(player)))

    def make(self, by: Access, label: str, scopes: tuple[str, ...], seconds: int | None, key: str | None) -> tuple[Token, str]:
        """A new token and its text, shown once; with an Idempotency-Key the same ones again for a repeated request."""
        scopes = tuple(scope for scope in SCOPES if scope in scopes)
        expires_at = clock.written(time.time() + seconds) if seconds else by.token.expires_at
        by.lend(scopes, expires_at)
        identity = identifiers.new_id("token", by.player, key=key, length=12)
        text = new_token(self.client, by.player, f"made as {identity} by {key}" if key else None)
        made = Token(identity, label, scopes, clock.stamp(), identifiers.digest(text), expires_at)

        def write(fields: dict[str, str], pipeline: Pipeline) -> Token:
            known = [token for token in current(fields) if not token.replaced]
            again = next((token for token in known if token.id == identity), None)
            if again:
                if (again.label, again.scopes, again.digest) != (made.label, made.scopes, made.digest):
                    raise problems.KeyReused("token")
                return again
            if len(known) >= MOST:
                raise problems.TooMany("tokens", {"most": MOST})
            pipeline.hset(keys.player_key(by.player), field(made.digest), dump(made))
            return made

        return self._change(by.player, write), text

    def rotate(self, by: Access, identity: str, overlap: int, key: str | None) -> tuple[Token, str]:
        """The token with a new text, shown once; the old one works for `overlap` seconds more. Raises NotFound."""
        text = new_token(self.client, by.player, f"rotated as {identity} by {key}" if key else None)

        def write(fields: dict[str, str], pipeline: Pipeline) -> Token:
            old = found(fields, identity)
            by.lend(old.scopes, old.expires_at)
            if old.digest == identifiers.digest(text):
                return old
            self._drop(by.player, fields, of_id(fields, identity), pipeline)
            until = clock.written(time.time() + overlap)
            last = min((old.expires_at, until), key=clock.seconds) if old.expires_at else until
            if overlap:
                pipeline.hset(keys.player_key(by.player), field(old.digest), dump(replace(old, expires_at=last, replaced=True)))
            new = replace(old, digest=identifiers.digest(text), created_at=clock.stamp())
            pipeline.hset(keys.player_key(by.player), field(new.digest), dump(new))
            return new

        new = self._change(by.player, write)
        outlive_trust()
        return new, text

    def revoke(self, player: str, identity: str) -> None:
        """No request with that token is answered any more, once this is done; raises NotFound."""

        def write(fields: dict[str, str], pipeline: Pipeline) -> Token:
            gone = found(fields, identity)
            self._drop(player, fields, of_id(fields, identity), pipeline)
            return gone

        self._change(player, write)
        outlive_trust()

    def _drop(self, player: str, fields: dict[str, str], gone: list[Token], pipeline: Pipeline) -> None:
        """Takes tokens out of the player's hash, and with them all whose time is over."""
        names = [field(token.digest) for token in [*gone, *(token for token in stored(fields) if token.is_over)]]
        if any(token.digest == fields.get("token") for token in gone):
            names.append("token")
        if names:
            pipeline.hdel(keys.player_key(player), *names)

    def _change(self, player: str, write: Callable[[dict[str, str], Pipeline], Token]) -> Token:
        """Reads the player's hash and writes what follows from it, again if somebody else wrote in between."""
        made: list[Token] = []
        key = keys.player_key(player)

        def change(pipeline: Pipeline) -> None:
            fields = pipeline.hgetall(key)
            pipeline.multi()
            made[:] = [write(fields, pipeline)]

        self.client.transaction(change, key)
        return made[0]


def stored(fields: dict[str, str]) -> list[Token]:
    """The tokens in a player's hash, those that are over or replaced included."""
    first = fields.get("token")
    came_with = [Token(FIRST, FIRST, SCOPES, fields["created_at"], first)] if first else []
    return came_with + [load(text) for name, text in fields.items() if name.startswith("token:")]


def of_id(fields: dict[str, str], identity: str) -> list[Token]:
    """The token of that id, and what it has replaced."""
    return [token for token in stored(fields) if token.id == identity]


def current(fields: dict[str, str]) -> list[Token]:
    """The tokens that work, without those that work only for a while after a rotation."""
    return sorted(
        (token for token in stored(fields) if not token.is_over and not token.replaced), key=lambda token: (token.created_at, token.id)
    )


def found(fields: dict[str, str], identity: str) -> Token:
    """The player's token of that id; raises NotFound."""
    known = next((token for token in current(fields) if token.id == identity), None)
    if known is None:
        raise problems.NotFound("token", {"token": identity})
    return known
