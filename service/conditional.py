"""Conditional requests: whether the caller has an answer already.

Tags are weak, since compressed or not the answer is the same to whoever asks; a strong form of one counts too.

>>> weak("7-onlooker")
'W/"7-onlooker"'
"""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from _typeshed.wsgi import WSGIEnvironment


def weak(text: str) -> str:
    """The ETag made of the text."""
    return f'W/"{text}"'


def has_tag(environ: "WSGIEnvironment", tag: str) -> bool:
    """Whether the caller already has the answer with this tag."""
    known: str | None = environ.get("HTTP_IF_NONE_MATCH")
    if known is None:
        return False
    return known == tag or known.strip() == "*" or tag[2:] in [part.strip().removeprefix("W/") for part in known.split(",")]
