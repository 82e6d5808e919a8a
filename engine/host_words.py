"""What the host writes into a game's record beside what the rules say: that somebody gave up, that all agreed, that moves are taken back.

>>> is_hosts("resign"), is_hosts("takeback 7"), is_hosts("castle@a1n")
(True, True, False)
"""

from collections.abc import Iterable
from typing import Any

RESIGN = "resign"
"""What the host writes when a seat gives up; the position stays as it is."""
RESIGNED = "resigned"
TIMEOUT = "timeout"
"""What the host writes when a seat's time is over; the position stays as it is, and what the host plays for the seat follows."""
OUT_OF_TIME = "out_of_time"
AGREE, DRAW_AGREED = "agree-draw", "draw_agreed"
ABORT, ABORTED = "abort", "aborted"
TAKEBACK = "takeback"
"""What the host writes, with the number of a move, when those who play agree to go back to the position after it."""
BREAKS = {RESIGNED: RESIGN, OUT_OF_TIME: TIMEOUT, DRAW_AGREED: AGREE, ABORTED: ABORT}
"""The reasons that a game ends for which is not played out, each with the word that its record then ends with."""

HOSTS_WORDS = (*BREAKS.values(), TAKEBACK)
"""What the host writes; the rest of a journal is what the rules say."""


def is_hosts(text: str) -> bool:
    """Whether a line was written by the host, not by the rules: somebody gave up, all agreed, or a move was taken back."""
    return text in BREAKS.values() or text.startswith(f"{TAKEBACK} ")


def hosts_object(text: str) -> dict[str, Any]:
    """What the host wrote, as an object.

    >>> hosts_object("takeback 7"), hosts_object("resign")
    ({'kind': 'takeback', 'number': 7}, {'kind': 'resign'})
    """
    word, _, number = text.partition(" ")
    return {"kind": word, **({"number": int(number)} if number else {})}


def returned_to(text: str) -> int:
    """The number of the move after which the game goes on, by what a takeback says."""
    return int(text.partition(" ")[2])


def live(moves: Iterable[str]) -> list[int]:
    """The numbers of the entries that have not been taken back, takebacks themselves not counted.

    >>> live(["castle@a1n", "inn@e5n", "takeback 1", "pub@e5n"])
    [1, 4]
    """
    numbers: list[int] = []
    for number, move in enumerate(moves, start=1):
        if move.startswith(TAKEBACK):
            numbers = [each for each in numbers if each <= returned_to(move)]
        else:
            numbers.append(number)
    return numbers
