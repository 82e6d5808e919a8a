"""Pages of a list: the answer names the next one by its cursor, and by a `Link` header (RFC 8288) for those who follow links."""

from collections.abc import Callable
from typing import TypeVar
from urllib.parse import urlencode

from service.json_object import Json
from service.store import identifiers
from service.web import cursors
from service.web.admission import charge
from service.web.answer import Answer, as_json, json_answer
from service.web.auth import parts, this_call
from service.web.call import Call

READ_ON = 10
"""Pages of a list that are looked through for one that the caller may see."""
T = TypeVar("T")


def page_answer(call: Call, page: Json) -> Answer:
    """The page; `next` in it is the cursor of the next one, or None on the last."""
    return json_answer(as_json(page), headers=link_to(call, page["next"]))


def link_to(call: Call, following: str | None) -> dict[str, str]:
    """The header that names the next page, where there is one."""
    return {"Link": f'<{next_address(call, following)}>; rel="next"'} if following else {}


def next_address(call: Call, cursor: str) -> str:
    """The same request, from the cursor on."""
    asked = [(name, value) for name, value in call.args.items(multi=True) if name != "cursor"]
    return f"{call.path}?{urlencode([*asked, ('cursor', cursor)])}"


def listed(
    key: str,
    place: tuple[float, str] | None,
    limit: int,
    load: Callable[[list[str]], tuple[dict[str, T], list[str]]],
    wanted: Callable[[T], bool],
) -> tuple[list[T], str | None]:
    """A page of a list of games or contests: as many as fit, and the cursor of the next page, if there is one.

    It reads on past those that the caller is not shown, so that nobody counts them by how short the pages are; but not without end.
    `load` gives what the ids name, and which of them name nothing any more.
    """
    kept: list[T] = []
    for read in range(1, READ_ON + 1):
        if read > 1:
            charge(this_call(), 2)
        rows = parts().store.lists.page(key, place, limit)
        found, gone = load([member for member, _ in rows])
        parts().store.lists.forget(key, gone)
        for member, score in rows:
            place = (float(score), identifiers.mark(member))
            if member in found and wanted(found[member]):
                kept.append(found[member])
            if len(kept) == limit:
                return kept, cursors.write(parts().secret, *place)
        if len(rows) < limit:
            return kept, None
    return kept, cursors.write(parts().secret, *place) if place else None


def read_place(query: Json) -> tuple[float, str] | None:
    """Where the page starts: below this score and the member with this mark."""
    if "cursor" not in query:
        return None
    score, mark = cursors.read(parts().secret, query["cursor"], float, str)
    return score, mark
