"""Identifiers and tokens: how new things are named, at random or so that the same request names the same thing again."""

import hashlib
import secrets

ALPHABET = "abcdefghijkmnpqrstuvwxyz23456789"
"""Thirty-two letters and digits that are not mistaken for one another."""
LETTERS = (ALPHABET * 8).encode()
"""The letter that each byte of a digest stands for."""


def fresh_id(length: int = 12) -> str:
    """A random identifier; 12 characters are 60 bits."""
    return "".join(secrets.choice(ALPHABET) for _ in range(length))


def derived_id(*parts: str, length: int = 16) -> str:
    """The identifier that always belongs to these parts: the same request made again names the same thing."""
    digest = hashlib.sha256("\x00".join(parts).encode()).digest()
    return digest[:length].translate(LETTERS).decode()


def new_id(*parts: str, key: str | None, length: int | None = None) -> str:
    """The identifier of something new: with an Idempotency-Key the one that belongs to it and these parts, else a random one.

    The answer that is kept for a repeated request is written after what it tells of. Should the process die between the two, the request
    is carried out again, and by its derived identifier finds what it made the first time.

    >>> new_id("webhook", "ada", key="one") == new_id("webhook", "ada", key="one") != new_id("webhook", "bob", key="one")
    True
    """
    return derived_id(*parts, key, length=length or 16) if key else fresh_id(length or 12)


def fresh_token(player: str) -> str:
    """A player token: whose it is, and 256 secret bits."""
    return f"im_{player}_{secrets.token_urlsafe(32)}"


def derived_token(player: str, key: str, secret: str) -> str:
    """The token that a player gets who was created with this Idempotency-Key; nobody who lacks the secret can work it out."""
    return f"im_{player}_{digest(f'token of {player} by {key} with {secret}')}"


def player_of_token(token: str) -> str | None:
    """The player that a token claims to belong to."""
    prefix, _, rest = token.partition("_")
    player, _, secret = rest.partition("_")
    return player if prefix == "im" and secret and player.isalnum() else None


def digest(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()


def mark(member: str) -> str:
    """A member of a list as a cursor may show it: it finds the place again, and does not tell whose it is."""
    return digest(f"member {member}")[:20]
