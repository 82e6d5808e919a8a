"""What the server itself says when it refuses something, by code, in every language of ours: one file a language beside this one.

The code of a sentence is `<slug>.<name>`, with the slug of its kind of problem; its template names params in braces, and may choose
by number: `{n, one square|# squares}`. Where a param's last word has a table in `words`, its value is said by the word in it.

>>> say("too-many.tokens", {"most": 20}).text
'A player has 20 tokens at most; revoke one first.'
>>> translated("too-many.tokens", {"most": 20}, "de")
'Ein Spieler hat höchstens 20 Tokens; widerrufe erst eines.'
"""

import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

from engine.sentences import Params, Sentence, Value

LANGUAGES = ("en", "fr", "de", "nl")
"""English is what the server says unless it is asked for another."""

PARAM = re.compile(r"\{(\w+)(?:, ([^{},|]*)\|([^{}]*))?\}")
OTHER = "problem.other"
"""The code of a sentence that has none of its own, as those of somebody else's ruleset may have none."""


@dataclass(frozen=True)
class Language:
    """Everything that the server says in one language."""

    templates: Mapping[str, str]
    """By code; by the slug alone the title of a kind of problem, which in English stands with the kind."""
    params: Mapping[str, frozenset[str]]
    """The names that each template has in braces, by code."""
    words: Mapping[str, Mapping[str, str]]
    """How values of params are said, by the last word of the param's name."""


@cache
def language(name: str) -> Language:
    """One of our languages, read from its file."""
    table = tomllib.loads(files("service.sentences").joinpath(f"{name}.toml").read_text(encoding="utf-8"))
    words = table.pop("words", {})
    said = {f"{slug}.{name}": text for slug, sentences in table.items() for name, text in sentences.items() if name != "title"}
    said |= {slug: sentences["title"] for slug, sentences in table.items() if "title" in sentences}
    return Language(said, {code: frozenset(found[0] for found in PARAM.findall(text)) for code, text in said.items()}, words)


def say(code: str, params: Params) -> Sentence:
    """The sentence of that code in English, with the params as it shows them; ValueError if these are not those of its template."""
    english, shown = language("en"), {name: printable(value) for name, value in params.items()}
    if shown.keys() != english.params[code]:
        raise ValueError(f"{code} is said with other params than {', '.join(params) or 'none'}.")
    return Sentence(code, shown, spoken(english.templates[code], shown, english))


def other(text: str) -> Sentence:
    """A sentence that has no code of its own."""
    return say(OTHER, {"text": text})


def translated(code: str, params: Params, name: str) -> str | None:
    """The sentence of a code, or the title of a kind, in a language; None for a code that is not the server's."""
    known = language(name)
    template = known.templates.get(code)
    return None if template is None else spoken(template, params, known)


def spoken(template: str, params: Params, known: Language) -> str:
    """The template filled in, with a capital letter first."""
    text = filled(template, {name: worded(name, value, known.words) for name, value in params.items()})
    return text[:1].upper() + text[1:]


def worded(param: str, value: Value, words: Mapping[str, Mapping[str, str]]) -> str:
    """How a sentence says the value of a param; of a list all that is in it."""
    known = words.get(param.rpartition("_")[2], {}) if words else {}
    if isinstance(value, int):
        return str(value)
    return ", ".join(known.get(str(each), str(each)) for each in ([value] if isinstance(value, str) else value))


def printable(value: Value) -> Value:
    """A value as it can be shown: what a caller wrote may hold anything.

    >>> printable("k3f9"), printable("a\\x00b"), printable(["a", "b"])
    ('k3f9', 'a\\\\x00b', ['a', 'b'])
    """
    if isinstance(value, int):
        return value
    return shown(value) if isinstance(value, str) else [shown(each) for each in value]


def shown(text: object) -> str:
    """One word of it."""
    return str(text) if str(text).isprintable() else repr(str(text))[1:-1]


def filled(template: str, params: Mapping[str, object]) -> str:
    """The template with `{name}` filled in, and `{n, one square|# squares}` chosen by number.

    >>> filled("{n, ein Feld|# Felder}", {"n": 1}), filled("{n, ein Feld|# Felder}", {"n": 3})
    ('ein Feld', '3 Felder')
    """

    def fill(match: re.Match[str]) -> str:
        name, one, many = match.groups()
        if name not in params:
            return match[0]
        value = str(params[name])
        return value if one is None else (one if value == "1" else many).replace("#", value)

    return PARAM.sub(fill, template)
