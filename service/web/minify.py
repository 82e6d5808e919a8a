"""The page's files minified: what is written for readers and for the type checker stays at home, an eighth of all bytes.

>>> minified("css", "/* Paper */ a { color: red; margin: 0 }"), minified("json", '{"b": "1", "a.c": "2", "a.d": "3"}')
('a{color:red;margin:0}', '{"a":{"c":"2","d":"3"},"b":"1"}')
>>> minified("js", "/** A sum. */\\n  let sum = a + `b = ${[c, d].join(', ')} , e`; // why")
"let sum=a+`b = ${[c,d].join(', ')} , e`;"
"""

import json
import re
from collections.abc import Mapping
from typing import Any

COMMENT = re.compile(r"/\*\*.*?\*/\n?|^ +| +// [^\n]*", re.DOTALL | re.MULTILINE)
"""Comments in our JavaScript, and how lines begin; `//` in an address has no space before it; such a comment never has a line to itself."""
SHEET = re.compile(r"/\*.*?\*/|\s*([{};,>])\s*|(?<=[a-z])(:) ", re.DOTALL)
"""What is a comment in our stylesheets, and the signs that need no space beside them; before a colon one would part a selector in two."""
SPACED = re.compile(r" ?(=>|!==|[{}(),;=?:]|&&|\|\|) ?| ([-+*<>]) (?![-+])|(?<=[;,({])\n|\n(?=[})])")
"""The signs that need no space beside them, nor a new line where a statement cannot end; `a - -b` keeps its spaces."""
LITERAL = re.compile(r""""(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*'|(?<=[(,=:] )/(?:\\.|[^/\\\n])+/|(?<=\()/(?:\\.|[^/\\\n])+/|[`{}]""")
"""Where a text or a pattern stands in code, or one begins that has code in it, or where such code may end."""
TEMPLATE = re.compile(r"(?:\\.|\$(?!\{)|[^`\\$])*(`|\$\{)", re.DOTALL)
"""A text in backticks, up to its end or to the code in it."""


def minified(kind: str, text: str) -> str:
    """The file of that kind as it is sent."""
    match kind:
        case "json":
            return json.dumps(nested(json.loads(text)), ensure_ascii=False, sort_keys=True, separators=(",", ":"))
        case "css":
            return SHEET.sub(r"\1\2", text).strip()
        case "js":
            return tight(COMMENT.sub("", text)).strip()
        case _:
            return text


def nested(words: Mapping[str, str]) -> dict[str, Any]:
    """The words of a language with what their names have in common said once, a twentieth of all that is sent.

    >>> nested({"code.lesson": "A", "code.lesson.better": "B", "page": "C"})
    {'code': {'lesson': {'': 'A', 'better': 'B'}}, 'page': 'C'}
    """
    made: dict[str, Any] = {}
    for name, said in sorted(words.items()):
        *path, last = name.split(".")
        below = made
        for part in path:
            if isinstance(below.get(part), str):
                below[part] = {"": below[part]}
            below = below.setdefault(part, {})
        below[last] = said
    return made


def tight(code: str) -> str:
    """JavaScript without the spaces around its signs; texts and patterns in it stay as they are."""
    parts: list[str] = []
    braces: list[int] = []
    at = begun = 0
    while found := LITERAL.search(code, at):
        at = found.end()
        match found[0]:
            case "{" if braces:
                braces[-1] += 1
            case "}" if braces and braces[-1]:
                braces[-1] -= 1
            case "{":
                pass
            case "}" if not braces:
                pass
            case sign:
                parts.append(SPACED.sub(r"\1\2", code[begun : found.start()]))
                if sign == "}":
                    braces.pop()
                if sign in "`}":
                    rest = TEMPLATE.match(code, at)
                    assert rest, "a text in backticks ends"
                    at = rest.end()
                    if rest[1] == "${":
                        braces.append(0)
                parts.append(code[found.start() : at])
                begun = at
    return "".join((*parts, SPACED.sub(r"\1\2", code[begun:])))
