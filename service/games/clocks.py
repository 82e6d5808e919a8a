"""Clocks as players meet them: what may be agreed when a game is created, what a snapshot says, how long an AI may think.

>>> agreed({"kind": "fischer", "seconds": 300, "increment": 5}, people=2, seats=2, default_days=7)
TimeControl(kind='fischer', seconds=300, increment=5, on_expiry='forfeit')
>>> agreed(None, people=4, seats=4, default_days=7)
TimeControl(kind='days', seconds=604800, increment=0, on_expiry='ai')
>>> agreed(None, people=1, seats=2, default_days=7) is None
True
"""

import time

from engine.ai.opponent import WALL, Budget
from service import clock, problems
from service.game import Game, Seat
from service.json_object import Json
from service.time_control import AI, DAY, DAYS, FISCHER, FORFEIT, PENDING, PER_DECISION, Clocks, TimeControl, read_clocks

NONE = "none"
MEMBERS = {NONE: (), PER_DECISION: ("seconds",), FISCHER: ("seconds", "increment"), DAYS: ("days",)}
"""What each kind of clock has to be told; an increment may be left out."""
MARGIN = 0.15
"""Seconds of its clock that an AI leaves for the way of its answer."""


def people_in(seats: tuple[Seat, ...]) -> int:
    """How many different people a game is for; whoever takes an open seat is another one."""
    return len({seat.player for seat in seats if seat.player}) + sum(seat.kind == "open" for seat in seats)


def agreed(wish: Json | None, *, people: int, seats: int, default_days: int) -> TimeControl | None:
    """The time control of a new game: the one wished for, or that of games between people; None for no clock. Raises Invalid."""
    if wish is None:
        wish = {"kind": DAYS, "days": default_days} if people > 1 and default_days else {"kind": NONE}
    kind = wish["kind"]
    for name in ("seconds", "increment", "days"):
        if name in wish and name not in MEMBERS[kind]:
            raise problems.Invalid("clock_has", {"kind": kind, "member": name}, pointer=f"/clock/{name}")
        if name not in wish and name in MEMBERS[kind] and name != "increment":
            raise problems.Invalid("clock_needs", {"kind": kind, "member": name}, pointer=f"/clock/{name}")
    if kind == NONE:
        return None
    on_expiry = wish.get("on_expiry") or (FORFEIT if seats == 2 else AI)
    seconds = wish["days"] * DAY if kind == DAYS else wish["seconds"]
    return TimeControl(kind, seconds, wish.get("increment", 0), on_expiry)


def control_json(control: TimeControl) -> Json:
    """The time control as it could be wished for.

    >>> control_json(TimeControl("days", 7 * DAY))
    {'kind': 'days', 'days': 7, 'on_expiry': 'forfeit'}
    """
    amount = {"days": control.seconds // DAY} if control.kind == DAYS else {"seconds": control.seconds}
    increment = {"increment": control.increment} if control.kind == FISCHER else {}
    return {"kind": control.kind, **amount, **increment, "on_expiry": control.on_expiry}


def clock_json(game: Game) -> Json | None:
    """What a snapshot says of the clocks, as of its revision."""
    if game.time is None or game.clocks is None:
        return None
    seats = [
        {"seat": seat, "left_ms": left_json(game.clocks, seat), "deadline": deadline_json(game.clocks, seat)}
        for seat in range(len(game.seats))
    ]
    return {**control_json(game.time), "server_time": moment_json(game.clocks), "paused": game.paused, "seats": seats}


def moment_json(clocks: Clocks) -> str:
    return mark("at") if clocks.at == PENDING else clock.written(clocks.at / 1000)


def left_json(clocks: Clocks, seat: int) -> int | str | None:
    return mark(f"left {seat}") if clocks.at == PENDING else clocks.left[seat]


def deadline_json(clocks: Clocks | None, seat: int) -> str | None:
    """Until when a seat has to decide."""
    if clocks is None:
        return None
    if clocks.at == PENDING:
        return mark(f"until {seat}")
    until = clocks.until[seat]
    return None if until is None else clock.written(until / 1000)


def mark(word: str) -> str:
    """What stands in an answer that is kept with a change where the clocks will have to be; no name that a player has looks like it."""
    return f"\x01{word}"


def pending(seats: int) -> Clocks:
    """Clocks of which only the marks are known."""
    return Clocks(PENDING, (None,) * seats, (None,) * seats)


def filled_in(answer: str, written: Json | None) -> str:
    """The answer with the clocks that were written with the change it was kept with."""
    clocks = read_clocks(written)
    if clocks is None:
        return answer
    values = {"at": f'"{moment_json(clocks)}"'}
    for seat in range(len(clocks.left)):
        until = deadline_json(clocks, seat)
        values[f"left {seat}"] = "null" if clocks.left[seat] is None else str(clocks.left[seat])
        values[f"until {seat}"] = "null" if until is None else f'"{until}"'
    for word, value in values.items():
        answer = answer.replace(f'"\\u0001{word}"', value)
    return answer


def thinking_budget(game: Game, seat: int, seconds: float) -> Budget:
    """What a built-in AI may think about a decision: processor time, and on the wall never more than its clock has."""
    return Budget(thinking_time(game, seat, seconds), wall=thinking_time(game, seat, WALL * seconds))


def thinking_time(game: Game, seat: int, seconds: float) -> float:
    """How long an AI may take for a decision: what it is given anyway, and never more than its clock has.

    Of a clock that is for the whole game it takes a fair share, so that something is left for the moves to come.
    """
    until = game.clocks.until[seat] if game.clocks else None
    if game.time is None or until is None:
        return seconds
    left = max(0.0, until / 1000 - time.time() - MARGIN)
    share = left / 15 + 0.8 * game.time.increment if game.time.kind == FISCHER else left
    return max(0.01, min(seconds, left, share))
