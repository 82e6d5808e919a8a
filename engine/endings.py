"""Games that the host ends before their rules do: a seat gives up, runs out of time, or the game is called off.

`position.ended(outcome)` is then the position: nobody acts any more, and the outcome is the one given. Its notation has one more
line, the same in every ruleset: the reason, a score for each seat, and the seats that won, `-` for nobody.

>>> ending_line(Outcome((0, 1), (1,), "resigned"))
'ended resigned scores 0 1 winners 1'
>>> split_ending("a position\\nended aborted scores 0 0 winners -")
('a position', Outcome(scores=(0, 0), winners=(), reason='aborted'))
>>> sentence(Outcome((0, 1), (1,), "resigned"), ["Light", "Dark"])
'Dark wins: Light has resigned.'
"""

import re
from collections.abc import Sequence

from engine.core import Outcome
from engine.errors import BadNotation

LEFT = {"resigned": "has resigned", "out_of_time": "is out of time"}
"""What the one has done who leaves the win to the other."""

LINE = re.compile(r"ended ([a-z_]{1,40}) scores ((?:0|[1-9][0-9]{0,4})(?: (?:0|[1-9][0-9]{0,4})){0,7}) winners (-|[0-7](?: [0-7]){0,7})")


def ending_line(outcome: Outcome) -> str:
    """The line that says how the host ended the game."""
    scores, winners = " ".join(map(str, outcome.scores)), " ".join(map(str, outcome.winners))
    return f"ended {outcome.reason} scores {scores} winners {winners or '-'}"


def with_ending(notation: str, outcome: Outcome | None) -> str:
    """The notation of a position, with that line if its game was ended."""
    return f"{notation}\n{ending_line(outcome)}" if outcome else notation


def split_ending(text: str) -> tuple[str, Outcome | None]:
    """The notation without that line, and what it says; raises BadNotation for a line that says something else."""
    notation, _, last = text.rpartition("\n")
    if not last.startswith("ended "):
        return text, None
    found = LINE.fullmatch(last)
    if found is None:
        raise BadNotation(f"{last[:60]!r} does not say how a game was ended, like `ended resigned scores 0 1 winners 1`.")
    winners = () if found[3] == "-" else tuple(map(int, found[3].split(" ")))
    return notation, Outcome(tuple(map(int, found[2].split(" "))), winners, found[1])


def check_ending(outcome: Outcome, seats: int) -> None:
    """Raises BadNotation unless the outcome has a score for each seat and names seats as winners, in order."""
    if len(outcome.scores) != seats or list(outcome.winners) != sorted({seat for seat in outcome.winners if seat < seats}):
        raise BadNotation(f"A game of {seats} seats was ended with a score for each, and its winners are seats.")


def sentence(outcome: Outcome, titles: Sequence[str]) -> str:
    """How a game that was ended came out, by the titles of its seats."""
    names, how = " and ".join(titles[seat] for seat in outcome.winners), outcome.reason.replace("_", " ")
    if outcome.reason in LEFT and len(titles) == 2 and len(outcome.winners) == 1:
        how = f"{titles[1 - outcome.winners[0]]} {LEFT[outcome.reason]}"
    won = "wins" if len(outcome.winners) == 1 else "share the win"
    return f"{names} {won}: {how}." if names else f"Nobody wins: {how}."
