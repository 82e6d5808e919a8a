"""How each ruleset looks in a terminal; one that is not installed here, or brings no look, can be played all the same."""

from engine.rulesets import NAMES, ruleset
from engine.terminal.look import PLAIN, Look


def look_of(name: str) -> Look:
    return ruleset(name).look if name in NAMES else PLAIN
