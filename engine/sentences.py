"""What players are told, in sentences that can be translated: a stable code, its params, and one English template for each code.

A code is `<ruleset>.<kind>.<name>`, `cathedral.refusal.territory`, and never changes its meaning. The kinds:

    refusal    why a move may not be played; each cites a rule
    notation   why a text is not a move
    option     why a game cannot be set up like that
    prompt     what an actor owes
    reason     why the game is over
    rule       a place in the rulebook; its name is also the anchor on the page of the game
    lesson     what a finished game's slip teaches

What holds in every ruleset is said by `game` (`game.reason.resigned`) and stands in `engine/sentences.toml`; each ruleset has a
`sentences.toml` of its own. A template names params in braces. Where a param's last word has a table of words, its value is said
by that word: `{other_side}` looks into `[words.side]`. Lists are joined by commas, and a sentence begins with a capital letter.

>>> GAME.say("option.unknown", {"title": "Cathedral", "option": "walls"}).text
"Cathedral has no option 'walls'."
"""

import re
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from importlib.resources import files
from typing import Any

Value = str | int | Sequence[str] | Sequence[int]
Params = Mapping[str, Value]

KINDS = ("refusal", "notation", "option", "prompt", "reason", "rule", "lesson")

PARAM = re.compile(r"\{(\w+)\}")

LONGEST = 60
"""How much of what a player wrote a sentence can bear."""


@dataclass(frozen=True)
class Sentence:
    """Something said: its code, the params it was said with, and how it reads in English."""

    code: str
    params: Params
    text: str


@dataclass(frozen=True)
class Refusal:
    """Why a move may not be played: a sentence for the player, and the place in the rulebook ("Rules, 2"), each with its code."""

    sentence: str
    rule: str
    code: str = "illegal-move"
    params: Params = field(default_factory=dict)
    rule_code: str | None = None


@dataclass(frozen=True)
class Decision:
    """What an actor owes: a stable kind (`place`, `bribe`) and a prompt in words with its code, safe to show to everybody."""

    kind: str
    prompt: str
    code: str = "game.prompt.decide"
    params: Params = field(default_factory=dict)


@dataclass(frozen=True)
class Sentences:
    """Every sentence of one ruleset."""

    ruleset: str
    templates: Mapping[str, str]
    """By kind and name, `refusal.territory`."""
    cites: Mapping[str, str]
    """For each refusal the name of the rule it cites."""
    words: Mapping[str, Mapping[str, str]]
    """How values of params are said in English, by the last word of the param's name."""

    def say(self, name: str, params: Params) -> Sentence:
        """The sentence of that kind and name; ValueError if these are not the params of its template."""
        template = self.templates[name]
        if set(params) != set(PARAM.findall(template)):
            raise ValueError(f"{self.ruleset}.{name} is said with other params than {', '.join(params) or 'none'}.")
        text = PARAM.sub(lambda found: self.word(found[1], params[found[1]]), template)
        return Sentence(f"{self.ruleset}.{name}", params, text[:1].upper() + text[1:])

    def word(self, param: str, value: Value) -> str:
        """How a sentence says the value of a param."""
        words = self.words.get(param.rpartition("_")[2], {})
        values = [value] if isinstance(value, str | int) else value
        return ", ".join(words.get(str(each), str(each)) for each in values)

    def refusal(self, name: str, params: Params) -> Refusal:
        """The refusal of that name, with the rule it cites."""
        said, cited = self.say(f"refusal.{name}", params), f"rule.{self.cites[name]}"
        return Refusal(said.text, self.templates[cited], said.code, said.params, f"{self.ruleset}.{cited}")

    def reason(self, slug: str) -> Sentence:
        """Why the game is over, in words: a reason of this ruleset or of the host's."""
        if f"reason.{slug}" in self.templates:
            return self.say(f"reason.{slug}", {})
        return GAME.say(f"reason.{slug}", {}) if f"reason.{slug}" in GAME.templates else GAME.say("reason.other", {"text": slug})

    def decision(self, kind: str, name: str, params: Params) -> Decision:
        """What an actor owes, with the prompt of that name."""
        said = self.say(f"prompt.{name}", params)
        return Decision(kind, said.text, said.code, said.params)

    def listed(self) -> list[dict[str, Any]]:
        """Every sentence for a translator: its code and kind, the English template, its params, and the rule that a refusal cites."""
        return [
            {
                "code": f"{self.ruleset}.{name}",
                "kind": name.partition(".")[0],
                "template": template,
                "params": list(dict.fromkeys(PARAM.findall(template))),
                "rule_code": f"{self.ruleset}.rule.{self.cites[name[8:]]}" if name.startswith("refusal.") else None,
            }
            for name, template in self.templates.items()
        ]


def loaded(ruleset: str, package: str) -> Sentences:
    """The sentences in the `sentences.toml` of a package; ValueError for a file that contradicts itself."""
    return read(ruleset, tomllib.loads((files(package) / "sentences.toml").read_text(encoding="utf-8")))


def read(ruleset: str, table: Mapping[str, Any]) -> Sentences:
    """The sentences of a table: `kind.name = "template"`, for refusals `refusal.rule.name`, and `words`."""
    if unknown := table.keys() - {*KINDS, "words"}:
        raise ValueError(f"{ruleset}: {', '.join(sorted(unknown))} is no kind of sentence.")
    plain = {f"{kind}.{name}": text for kind in KINDS if kind != "refusal" for name, text in table.get(kind, {}).items()}
    cites = {name: rule for rule, refusals in table.get("refusal", {}).items() for name in refusals}
    refused = [(name, text) for refusals in table.get("refusal", {}).values() for name, text in refusals.items()]
    if len(refused) != len(cites):
        raise ValueError(f"{ruleset}: a refusal stands under two rules.")
    if missing := {rule for rule in cites.values() if f"rule.{rule}" not in plain}:
        raise ValueError(f"{ruleset}: there is no rule {', '.join(sorted(missing))}.")
    return Sentences(ruleset, {**plain, **{f"refusal.{name}": text for name, text in refused}}, cites, table.get("words", {}))


def quoted(text: str) -> str:
    """What a player wrote, as a sentence can show it.

    >>> quoted("a\\n" + 100 * "b")[:5], len(quoted(100 * "b"))
    ('a\\\\nbb', 61)
    """
    shown = repr(text)[1:-1]
    return shown if len(shown) <= LONGEST else f"{shown[:LONGEST]}…"


GAME = loaded("game", "engine")
