"""ETags and conditional requests: whether the caller has an answer already.

ETags are weak, since compressed or not the answer is the same to whoever asks; a strong form of one counts too.

>>> weak("7-onlooker"), has_tag('"6-0", "7-0"', "7-0"), has_tag('W/"7-0"', "8-0")
('W/"7-onlooker"', True, False)
"""


def weak(tag: str) -> str:
    """The ETag header made of a tag."""
    return f'W/"{tag}"'


def for_caller(tag: str, vary: str = "Authorization") -> dict[str, str]:
    """The headers of an answer that is this caller's: it may be kept, and is asked for again each time by its ETag."""
    return {"ETag": weak(tag), "Cache-Control": "private, no-cache", "Vary": vary}


def has_tag(if_none_match: str | None, tag: str) -> bool:
    """Whether somebody with that If-None-Match has the answer with this tag already."""
    if if_none_match is None:
        return False
    strong = f'"{tag}"'
    if if_none_match in (strong, f"W/{strong}") or if_none_match.strip() == "*":
        return True
    return strong in [part.strip().removeprefix("W/") for part in if_none_match.split(",")]
