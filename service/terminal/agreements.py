"""Offers and clocks at the table in a terminal: what is said of them, and what a person says to them."""

from datetime import UTC, datetime

from service.json_object import Json

KINDS = ("draw", "takeback", "pause", "resume")


def remaining(milliseconds: float) -> str:
    """A time as a person reads it.

    >>> remaining(7 * 24 * 3600_000), remaining(125_000), remaining(9_400)
    ('7 days', '2:05', '0:09')
    """
    seconds = int(max(milliseconds, 0) / 1000)
    if seconds >= 2 * 24 * 3600:
        return f"{seconds // (24 * 3600)} days"
    hours, minutes = seconds // 3600, seconds // 60 % 60
    return f"{hours}:{minutes:02}:{seconds % 60:02}" if hours else f"{minutes}:{seconds % 60:02}"


def left_now(seat: Json, now: datetime | None = None) -> float | None:
    """The milliseconds that a seat has now; None without a clock."""
    if seat["deadline"] is None:
        left: float | None = seat["left_ms"]
        return left
    until = datetime.fromisoformat(seat["deadline"])
    return (until - (now or datetime.now(UTC))).total_seconds() * 1000


def is_paused(game: Json) -> bool:
    """Whether nobody moves until the game is resumed; servers before this one say so only in the clock."""
    return bool(game.get("paused") or (game.get("clock") or {}).get("paused"))


def clocks_line(game: Json) -> str:
    """What each seat has left; empty for a game without a clock."""
    clock = game.get("clock")
    if not clock:
        return ""
    shown = [(game["seats"][seat["seat"]]["name"] or "nobody", left_now(seat)) for seat in clock["seats"]]
    times = ", ".join(f"{name} {remaining(left)}" for name, left in shown if left is not None)
    return f"Time left: {times}{' (paused)' if clock['paused'] else ''}."


def to_answer(game: Json) -> list[Json]:
    """The offers that wait for the person's word."""
    return [offer for offer in game.get("offers", ()) if set(offer["awaiting"]) & set(game["you"]["seats"])]


def offer_line(game: Json, offer: Json) -> str:
    """What somebody offers, in words."""
    who = game["seats"][offer["seat"]]["name"]
    words = {
        "draw": "offers a draw",
        "takeback": "wants to take the last move back",
        "pause": "wants to pause the game",
        "resume": "wants to go on",
    }
    return f"{who} {words[offer['kind']]}."
