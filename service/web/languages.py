"""In which language a refusal is said: the one that `Accept-Language` asks for among ours.

What the server itself says stands in `service/sentences`. What the games say is said by the words of the page to play on: its language
files (`pages/app/lang`) have a template for every code of theirs, and this fills them as `text.js` does.

>>> chosen("nl-BE, fr;q=0.8"), chosen("fi, de;q=0.4, fr;q=0.9"), chosen("en, de;q=0.9"), chosen("")
('nl', 'fr', 'en', 'en')
>>> said("cathedral.refusal.covers_cathedral", {"building": "abbey", "square": "e5"}, "de")
'Abtei läge auf e5, wo die Kathedrale steht.'
>>> said("too-many.tokens", {"most": 20}, "nl")
'Een speler heeft hoogstens 20 tokens; trek er eerst een in.'
"""

import json
import re
from functools import cache
from importlib.resources import files

from engine.sentences import Params
from service.sentences import LANGUAGES, filled, translated

QUALITY = re.compile(r"q\s*=\s*([01](?:\.\d{0,3})?)\s*$")


def chosen(accepted: str) -> str:
    """The language that the caller likes best among ours; English where it likes none of them."""
    best, language = 0.0, "en"
    for each in accepted[:200].split(","):
        tag, _, rest = each.partition(";")
        quality = QUALITY.search(rest)
        likes = float(quality[1]) if quality else 1.0
        name = tag.strip().lower().partition("-")[0].replace("*", "en")
        if name in LANGUAGES and likes > best:
            best, language = likes, name
    return language


@cache
def words(language: str) -> dict[str, str]:
    """Everything that the page can say in a language."""
    text = files("service.web").joinpath("pages", "app", "lang", f"{language}.json").read_text(encoding="utf-8")
    return dict(json.loads(text))


def said(code: str, params: Params, language: str) -> str | None:
    """The sentence of a code in a language; None where it has no words for it, as English has none."""
    if (own := translated(code, params, language)) is not None:
        return own
    template = words(language).get(f"code.{code}")
    if template is None:
        return None
    sentence = filled(template, {name: named(value, words(language)) for name, value in params.items()})
    return sentence[:1].upper() + sentence[1:]


def named(value: object, known: dict[str, str]) -> object:
    """A param's value by its name in the language, where it is the name of a thing."""
    if isinstance(value, (list, tuple)):
        return ", ".join(str(named(each, known)) for each in value)
    return thing(value, known) if isinstance(value, str) else value


def thing(name: str, known: dict[str, str]) -> str:
    """The name of a building, official, card, tile or colour."""
    first, _, second = name.partition("-")
    if f"thing.{name}" in known:
        return known[f"thing.{name}"]
    if second and f"colour.{first}" in known and f"colour.{second}" in known:
        return filled(known["thing.official"], {"hat": known[f"colour.{first}"], "robe": known[f"colour.{second}"]})
    if second and f"colour.{first}" in known and f"garment.{second}" in known:
        return filled(known["thing.card"], {"colour": known[f"colour.{first}"], "garment": known[f"garment.{second}"]})
    return known.get(f"colour.{name}", name)
