"""How each ruleset looks in a terminal; one that is not known here can be played all the same."""

from service.terminal.looks import cathedral, forbidden_city, verbotene_stadt
from service.terminal.looks.look import PLAIN, Look

LOOKS = {"cathedral": cathedral.LOOK, "forbidden_city": forbidden_city.LOOK, "verbotene_stadt": verbotene_stadt.LOOK}


def look_of(ruleset: str) -> Look:
    return LOOKS.get(ruleset, PLAIN)
