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
        raise problems.Unreadable("The body is nested too deeply.") from None
    except json.JSONDecodeError as error:
        said = f"{error.msg} in line {error.lineno}, column {error.colno}" if data.strip() else "it is empty"
        raise problems.Unreadable(f"The body is not valid JSON: {said}.") from None
    except ValueError:
        raise problems.Unreadable("The body is not valid JSON in UTF-8.") from None
    return value


def refuse_constant(word: str) -> NoReturn:
    """JSON has no NaN and no Infinity."""
    raise ValueError(word)


def members(pairs: list[tuple[str, Any]]) -> Json:
    found = dict(pairs)
    if len(found) < len(pairs):
        twice, _ = Counter(name for name, _ in pairs).most_common(1)[0]
        raise problems.Invalid(f"The member {twice[:40]!r} stands twice in one object.")
    return found


DECODER = json.JSONDecoder(parse_constant=refuse_constant, object_pairs_hook=members)
