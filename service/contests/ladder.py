"""The ladder: which two hosted AIs play next, so that whoever hosts one soon sees what it is worth.

Whoever has played least is served first, against somebody near it whom it may meet: never two of one host, who could let one win. The
built-in levels belong to nobody and stand on the ladder as milestones; they never play each other there.

>>> field = [Climber("mybot", "ada", 1480, 3), Climber("hers", "ada", 1500, 9), Climber("medium", None, 1500, 40)]
>>> next_match(field, random.Random(1))
('mybot', 'medium')
"""

import random
from collections.abc import Sequence
from dataclasses import dataclass

RECENT = 10
"""Over how many of its last games an AI is said to climb or to fall."""
NEAR = 3
"""Among how many of the nearest chance chooses the opponent."""


@dataclass(frozen=True)
class Climber:
    """An AI on the ladder: whose it is (None for a built-in level), its rating, and how many rated games are behind it."""

    name: str
    host: str | None
    rating: float
    games: int


def climbed(ratings: Sequence[float]) -> float | None:
    """By how much the last games have raised a rating, given what it was after each; None before two of them.

    >>> climbed([1500.0, 1540.0, 1520.0]), climbed([1500.0])
    (20.0, None)
    """
    recent = ratings[-RECENT - 1 :]
    return recent[-1] - recent[0] if len(recent) > 1 else None


def next_match(field: Sequence[Climber], rng: random.Random) -> tuple[str, str] | None:
    """The next two to play, the one it is for first; None when nobody may meet anybody."""
    for one in sorted((climber for climber in field if climber.host is not None), key=lambda climber: (climber.games, climber.name)):
        others = [other for other in field if other.name != one.name and other.host != one.host]
        if others:
            near = sorted(others, key=lambda other: (abs(other.rating - one.rating), other.name))[:NEAR]
            return one.name, rng.choice(near).name
    return None
