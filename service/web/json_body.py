"""What a request body says: JSON as the standard has it, and nothing that two readers could take for two things.

>>> read(b'{"turn": 7}')
{'turn': 7}
"""

import json
from collections import Counter
from typing import Any, NoReturn

from service import problems
from service.json_object import Json


def read(data: bytes) -> Any:
    """The body's value; raises Unreadable for what is no JSON, Invalid for a member that stands twice."""
    try:
        value = DECODER.decode(data.decode("utf-8"))
        if b"\\u" in data:
            json.dumps(value, ensure_ascii=False).encode("utf-8")  # half a surrogate pair cannot be stored or sent
    except RecursionError:
        raise problems.Unreadable("deep") from None
    except json.JSONDecodeError as error:
        if not data.strip():
            raise problems.Unreadable("empty") from None
        raise problems.Unreadable("json", {"why": error.msg, "line": error.lineno, "column": error.colno}) from None
    except ValueError:
        raise problems.Unreadable("utf8") from None
    return value


def refuse_constant(word: str) -> NoReturn:
    """JSON has no NaN and no Infinity."""
    raise ValueError(word)


def members(pairs: list[tuple[str, object]]) -> Json:
    found = dict(pairs)
    if len(found) < len(pairs):
        twice, _ = Counter(name for name, _ in pairs).most_common(1)[0]
        raise problems.Invalid("twice", {"member": twice[:40]})
    return found


DECODER = json.JSONDecoder(parse_constant=refuse_constant, object_pairs_hook=members)
