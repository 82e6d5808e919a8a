"""Webhooks: whether a notice really comes from the server (the Standard Webhooks signature)."""

import base64
import binascii
import hashlib
import hmac
import json
import time
from collections.abc import Mapping
from typing import Any, TypedDict

TOLERANCE = 300.0
"""Seconds that a notice may be old, or ahead of this machine's clock."""


class Notice(TypedDict):
    """What a server says to a webhook; `turn.owed` has the game and where to look in `data`."""

    type: str
    timestamp: str
    data: dict[str, Any]


class BadSignature(Exception):
    """The notice was not signed with the webhook's secret, or not just now."""


def verify_webhook(secret: str, headers: Mapping[str, str], body: bytes, *, now: float | None = None) -> Notice:
    """The notice, once its signature and its time are found right; raises BadSignature.

    `secret` is the `whsec_…` that creating the webhook gave, `body` the bytes as they came. A notice may come twice: its
    `webhook-id` is the same then.
    """
    lower = {name.lower(): value for name, value in headers.items()}
    try:
        identity, at, signatures = (lower[f"webhook-{name}"] for name in ("id", "timestamp", "signature"))
        key = base64.b64decode(secret.removeprefix("whsec_"), validate=True)
        age = abs((time.time() if now is None else now) - int(at))
    except (KeyError, ValueError, binascii.Error) as missing:
        raise BadSignature("The notice has no signature that can be read.") from missing
    expected = base64.b64encode(hmac.digest(key, f"{identity}.{at}.".encode() + body, hashlib.sha256)).decode()
    if not any(hmac.compare_digest(f"v1,{expected}".encode(), one.encode()) for one in signatures.split()):
        raise BadSignature("The notice was not signed with this secret.")
    if age > TOLERANCE:
        raise BadSignature("The notice is too old, or this machine's clock is wrong.")
    notice: Notice = json.loads(body)
    return notice
