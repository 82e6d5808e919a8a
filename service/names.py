"""Names of things in Redis and on the wire: identifiers, tokens, keys.

Keys of one game, or of one player, share a hash tag, so they live in one slot of a cluster and one script may touch them.

>>> game_key("k3f9")
'game:{k3f9}'
"""

import hashlib
import secrets

ALPHABET = "abcdefghijkmnpqrstuvwxyz23456789"
"""Thirty-two letters and digits that are not mistaken for one another."""

NEWS = "intramuros:news"
THINKING = "intramuros:thinking"
SECRET = "intramuros:secret"
"""What the tokens are made with that must come out the same again."""
NOTICES = "intramuros:notices"
"""Who has come to owe a decision and may have to be told by a webhook: `player game revision time`, by when to look."""
DELIVERIES = "intramuros:deliveries"
"""Notices to webhooks on their way, by when to try next."""
HOOKED = "intramuros:hooked"
"""The players who have webhooks, or had them: written before a webhook is, so that no note is taken for nobody's."""


def fresh_id(length: int = 12) -> str:
    """A random identifier; 12 characters are 60 bits."""
    return "".join(secrets.choice(ALPHABET) for _ in range(length))


def derived_id(*parts: str, length: int = 16) -> str:
    """The identifier that always belongs to these parts: the same request made again names the same thing."""
    digest = hashlib.sha256("\x00".join(parts).encode()).digest()
    return "".join(ALPHABET[byte % 32] for byte in digest[:length])


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


def game_key(game: str) -> str:
    return f"game:{{{game}}}"


def journal_key(game: str) -> str:
    return f"game:{{{game}}}:journal"


def once_key(game: str, player: str, key: str) -> str:
    """Where the answer to a player's request with an Idempotency-Key is kept."""
    return f"game:{{{game}}}:once:{player}:{digest(key)[:32]}"


def request_key(caller: str, key: str) -> str:
    """Where the answer to a request with an Idempotency-Key is kept that changes no game."""
    return f"intramuros:once:{digest(caller)[:32]}:{digest(key)[:32]}"


def player_key(player: str) -> str:
    return f"player:{{{player}}}"


def games_of_player_key(player: str) -> str:
    return f"player:{{{player}}}:games"


def owed_key(player: str) -> str:
    """The games where the player may owe a decision, each with the revision that last changed what it owes there."""
    return f"player:{{{player}}}:owed"


def webhooks_key(player: str) -> str:
    return f"player:{{{player}}}:webhooks"


def webhook_key(player: str, webhook: str) -> str:
    return f"player:{{{player}}}:webhook:{webhook}"


def deliveries_key(player: str, webhook: str) -> str:
    """The last attempts to deliver to a webhook."""
    return f"player:{{{player}}}:webhook:{webhook}:deliveries"


def rate_key(kind: str, who: str) -> str:
    """How many requests a caller may still send."""
    return f"rate:{kind}:{{{who}}}"


def list_key(status: str) -> str:
    """The listed games with a status, newest first by score."""
    return f"intramuros:games:{status}"
