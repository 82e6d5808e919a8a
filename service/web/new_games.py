"""New games: who may be put on their seats, when they can be rated, and when their AIs have too much to do for one more."""

from collections.abc import Iterable, Mapping
from contextlib import suppress

from engine.ai.levels import LEVELS
from service import problems
from service.ai import catalogue
from service.game import Seat
from service.json_object import Json
from service.store.players import Player
from service.web.auth import parts


def seated(ruleset: str, wishes: list[str | Json], me: Player) -> tuple[Seat, ...]:
    """The seats of a new game as the creator wants them."""
    return tuple(seat_for(ruleset, wish, number, me) for number, wish in enumerate(wishes))


def seat_for(ruleset: str, wish: str | Json, number: int, me: Player) -> Seat:
    match wish:
        case "me":
            return Seat("player", me.name, me.id)
        case "open":
            return Seat("open")
        case {"ai": level}:
            refuse_unknown_ai(ruleset, level, f"/seats/{number}/ai")
            return Seat("ai", level, ai=level)
        case {"player": guest}:
            refuse_unknown_player(guest, f"/seats/{number}/player")
            return Seat("open", reserved_for=guest)
    raise AssertionError("the schema lets nothing else through")


def refuse_unknown_ai(ruleset: str, name: str, pointer: str) -> None:
    """Raises Invalid for an AI that does not play the ruleset now."""
    known = catalogue.catalogue(parts().store_client) if name not in LEVELS else {}
    if name not in LEVELS and (name not in known or ruleset not in known[name].rulesets):
        offered = list(dict.fromkeys([*LEVELS, *(other for other, ai in known.items() if ruleset in ai.rulesets)]))
        raise problems.Invalid("ai", {"ai": name, "ruleset": ruleset, "ais": offered}, pointer=pointer)


def refuse_busy_ais(ruleset: str, ais: Iterable[str | None]) -> None:
    """Raises Unavailable where one of the AIs has too many turns waiting."""
    if parts().thinking.is_full(ruleset, {ai for ai in ais if ai}):
        raise problems.Unavailable("ai_turns", headers={"Retry-After": "10"})


def refuse_unknown_player(guest: str, pointer: str) -> None:
    """Raises Invalid for a player who is not there."""
    if parts().players.find(guest) is None:
        raise problems.Invalid("player", {"player": guest}, pointer=pointer)


def refuse_unrated(seats: tuple[Seat, ...], *, hints: bool) -> None:
    """Raises Invalid for seats, or advice, with which a game cannot be rated."""
    if hints:
        raise problems.Invalid("advice", pointer="/hints")
    known = [who for seat in seats if (who := seat.player or seat.reserved_for or seat.ai)]
    if len(known) != len(set(known)):
        raise problems.Invalid("rated_seats", pointer="/seats")
    refuse_unasked_ais({f"/seats/{number}/ai": seat.ai for number, seat in enumerate(seats) if seat.ai})


def may_be_rated(seats: tuple[Seat, ...]) -> bool:
    """Whether a game with these seats may be rated."""
    with suppress(problems.Invalid):
        refuse_unrated(seats, hints=False)
        return True
    return False


def refuse_unasked_ais(ais: Mapping[str, str]) -> None:
    """Raises Invalid for an AI in a rated game whose host does not ask for that; the AIs are given by where the request names them."""
    hosted = {pointer: ai for pointer, ai in ais.items() if ai not in LEVELS}
    known = catalogue.catalogue(parts().store_client) if hosted else {}
    for pointer, ai in hosted.items():
        if ai not in known or not known[ai].ladder:
            raise problems.Invalid("rated_ai", {"ai": ai}, pointer=pointer)
