"""What the drawings of all rulesets say alike: who sits where, and who won.

>>> from engine.core import Outcome, Scene
>>> winning(Outcome((3, 3, 1), (0, 1), "all_laid"), ["Purple", "Yellow (Ada)", "Red"])
'Purple and Yellow (Ada) share the win'
>>> called("Light", Scene(names=("Bartholomew the Navigator", "")), 0), called("Dark", Scene(names=("Bo", "")), 1)
('Light (Bartholomew the…)', 'Dark')
"""

from collections.abc import Sequence
from unicodedata import east_asian_width

from engine.core import Outcome, Scene


def shortened(text: str, most: int) -> str:
    """The text cut to a width of so many letters; those of East Asia count twice."""
    width = 0
    for place, letter in enumerate(text):
        width += 2 if east_asian_width(letter) in "WF" else 1
        if width > most:
            return text[: place - 1].rstrip() + "…"
    return text


def name_of(scene: Scene, seat: int, most: int = 16) -> str:
    """Who sits there, shortened; empty where nobody said."""
    return shortened(scene.names[seat], most) if seat < len(scene.names) else ""


def called(title: str, scene: Scene, seat: int) -> str:
    """A seat by its title in the game and the name of who sits there."""
    name = name_of(scene, seat)
    return f"{title} ({name})" if name else title


def winning(outcome: Outcome, titles: Sequence[str]) -> str:
    """Who won, by the titles of the seats."""
    winners = [titles[seat] for seat in outcome.winners]
    if len(winners) < 2:
        return f"{winners[0] if winners else 'Nobody'} wins"
    return f"{', '.join(winners[:-1])} and {winners[-1]} share the win"
