"""Time controls and clocks as a game stores them: what was agreed, and what each seat had left at the last change.

The clocks of a change are written by the script that stores it, with Redis' own clock; what is decided here is a plan for it, seat by
seat. Times are milliseconds, moments milliseconds since the epoch.

>>> control = TimeControl("fischer", seconds=60, increment=5)
>>> before = Clocks(at=1000, left=(60_000, 60_000), until=(61_000, None))
>>> mine, other = plan(control, before, decided=(0,), running=(1,))
>>> mine.deadline(now=31_000), other.deadline(now=31_000)
(None, 91000)
"""

from collections.abc import Collection
from dataclasses import dataclass, replace
from typing import NamedTuple

from service.json_object import Json

PER_DECISION, FISCHER, DAYS = "per_decision", "fischer", "days"
FORFEIT, AI, RANDOM_MOVE = "forfeit", "ai", "random_move"
DAY = 24 * 3600


@dataclass(frozen=True)
class TimeControl:
    """How much time there is, for each decision or for all of a seat's, and what happens when it is over."""

    kind: str
    seconds: int
    increment: int = 0
    on_expiry: str = FORFEIT

    @property
    def start(self) -> int:
        return self.seconds * 1000


@dataclass(frozen=True)
class Clocks:
    """What each seat had left at a moment, and until when it has to decide; None for a seat without a clock, or that owes nothing."""

    at: int
    left: tuple[int | None, ...]
    until: tuple[int | None, ...]

    @property
    def earliest(self) -> int | None:
        """The first deadline of all."""
        return min((each for each in self.until if each is not None), default=None)

    def postponed(self, start: int, end: int) -> "Clocks":
        """The clocks with every deadline moved that fell into an outage, by its length."""
        return replace(self, until=tuple(each + end - start if each is not None and start < each <= end else each for each in self.until))


PENDING = -1
"""When clocks are said to have been written that will be with the change that is just being made."""


def read_clocks(found: Json | None) -> Clocks | None:
    """Clocks from the JSON that the commit script writes."""
    return Clocks(found["at"], tuple(found["left"]), tuple(found["until"])) if found else None


def fresh(control: TimeControl, seats: int) -> Clocks:
    """The clocks before anybody owes anything."""
    return Clocks(0, (control.start,) * seats, (None,) * seats)


class Row(NamedTuple):
    """What the commit script does with one seat's clock: counts what was used, sets or adds, and lets it run or stop."""

    left: int
    until: int | None = None
    runs: bool = False
    anew: int | None = None
    """What there is from now on, whatever was left."""
    bonus: int = 0

    def deadline(self, now: int) -> int | None:
        """Until when the seat would have to decide; the script works out the same."""
        if not self.runs:
            return None
        left = self.left if self.until is None else max(0, self.until - now)
        return now + (left if self.anew is None else self.anew) + self.bonus


Plan = tuple[Row | None, ...]


def plan(control: TimeControl, clocks: Clocks, decided: Collection[int], running: Collection[int]) -> Plan:
    """What becomes of each seat's clock when some have made their decisions and some owe one; a seat without a clock stays so."""
    rows: list[Row | None] = []
    for seat, (left, until) in enumerate(zip(clocks.left, clocks.until, strict=True)):
        if left is None:
            rows.append(None)
        elif seat not in decided:
            rows.append(Row(left, until, seat in running))
        elif control.kind == FISCHER:
            rows.append(Row(left, until, seat in running, bonus=control.increment * 1000))
        else:
            rows.append(Row(left, until, seat in running, anew=control.start))
    return tuple(rows)
