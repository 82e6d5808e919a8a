"""How a request becomes a contest: who it enters and invites, what it leaves to defaults, and what is too much."""

from dataclasses import asdict, replace
from datetime import datetime
from typing import Any

from engine.core import settle_options
from engine.rulesets import ruleset
from service import clock, problems
from service.contests import field_rules
from service.contests.beginning import begun
from service.contests.briefs import Brief
from service.contests.contest import REGISTERING, SERIES, TABLES, Contest, Entrant
from service.contests.entering import MOST_ORGANISED, invite, refuse_stranger
from service.games import clocks
from service.json_object import Json
from service.store import identifiers, keys
from service.store.players import Player
from service.time_control import DAYS, FISCHER, PER_DECISION
from service.web import contests
from service.web.admission import admit_new
from service.web.answer import Answer, as_json, json_answer
from service.web.auth import caller, parts, player, this_call
from service.web.etags import weak
from service.web.new_games import refuse_busy_ais, refuse_unasked_ais, refuse_unknown_ai, refuse_unknown_player
from service.web.paging import listed as listed_page
from service.web.paging import page_answer, read_place
from service.web.responses import BODY_PROBLEMS

UNCHANGED = "You have the newest one: it has the ETag you sent. `Retry-After` where you could not wait."
READING = (problems.Unauthorized, problems.NotFound, problems.Invalid)
CHANGING = (problems.Unauthorized, problems.Forbidden, problems.NotFound, problems.EntryClosed, problems.ContestFull, *BODY_PROBLEMS)
"""What may be wrong with a request that reads a contest, or changes it."""


def entrant_of(who: Player) -> Entrant:
    return Entrant(who.id, who.name, player=who.id)


def wished_seats(name: str, wishes: list[str | Json], me: Player) -> tuple[tuple[Entrant, ...], tuple[str, ...]]:
    """The entrants of a series who are there already, and everybody in the order of the seats, "" for an open one."""
    order = [wished(name, wish, number, me, "/seats") for number, wish in enumerate(wishes)]
    people = [one.id for one in order if one and one.player]
    if len(people) != len(set(people)):
        raise problems.Invalid("series_alone", pointer="/seats")
    there = tuple(one for one, wish in zip(order, wishes, strict=True) if one and not is_guest(wish, me))
    return there, tuple(one.id if one else "" for one in order)


def wished(name: str, wish: str | Json, number: int, me: Player, where: str) -> Entrant | None:
    """The entrant that a wish means; None for whoever comes."""
    match wish:
        case "me":
            return entrant_of(me)
        case {"player": guest}:
            refuse_unknown_player(guest, f"{where}/{number}/player")
            return Entrant(guest, "", player=guest)
        case {"ai": ai, **more}:
            refuse_unknown_ai(name, ai, f"{where}/{number}/ai")
            return Entrant(f"ai-{number + 1}", str(more.get("name", f"{ai} {number + 1}")), ai=ai)
    return None


def is_guest(wish: str | Json, me: Player) -> bool:
    """Whether the wish names somebody who has to agree first."""
    return isinstance(wish, dict) and "player" in wish and wish["player"] != me.id


def wished_entrants(body: Json, me: Player) -> tuple[tuple[Entrant, ...], tuple[str, ...]]:
    """The entrants of a tournament who are there from the beginning, and the players who are invited."""
    wishes = body["entrants"]
    found = [wished(body["ruleset"], wish, number, me, "/entrants") for number, wish in enumerate(wishes)]
    there = [one for one, wish in zip(found, wishes, strict=True) if one and not is_guest(wish, me)]
    identities = [one.id for one in there]
    if len(identities) != len(set(identities)):
        raise problems.Invalid("enter_once", pointer="/entrants")
    return tuple(there), tuple(one.id for one, wish in zip(found, wishes, strict=True) if one and is_guest(wish, me))


def guest_of(contest: Contest, body: Json, me: Player) -> str | None:
    """The player whom the organiser invites; None where the caller enters itself, or an AI."""
    guest: str | None = body.get("player")
    if guest is None or guest == me.id:
        return None
    if "ai" in body:
        raise problems.Invalid("player_or_ai", pointer="/player")
    refuse_stranger(contest, me.id)
    refuse_unknown_player(guest, "/player")
    return guest


def guest_invited(contest: str, guest: str, me: Player) -> Answer:
    """Answers with the contest in which a place is kept for a guest; raises TooManyRequests for one who has too many of the caller's."""
    with parts().invitations.sent(me.id, [guest], contest):
        return contests.changed(contest, lambda found, _: invite(found, guest), 201)


def organised(me: Player, body: Json, seats: int, **more: Any) -> Contest:
    """A contest that registers, from what its organiser has asked for."""
    rules, key = ruleset(body["ruleset"]), this_call().idempotency_key
    by = "score" if rules.fewest_win else body.get("points") or ("rank" if more["format"] == TABLES else "score")
    if rules.fewest_win and body.get("points") == "rank":
        raise problems.Invalid("score", {"title": rules.title}, pointer="/points")
    if parts().contests.store.organised(me.id) >= MOST_ORGANISED:
        raise problems.TooMany("contests", {"most": MOST_ORGANISED})
    admit_new(this_call(), parts().new_games, "new_games")
    if body["rated"] and body["hints"]:
        raise problems.Invalid("advice", pointer="/hints")
    if body["rated"]:
        where = "seats" if more["format"] == SERIES else "entrants"
        named = {f"/{where}/{number}/ai": wish["ai"] for number, wish in enumerate(body[where]) if isinstance(wish, dict) and "ai" in wish}
        refuse_unasked_ais(named)
    time = clocks.agreed(body.get("clock"), people=2, seats=seats, default_days=parts().settings.clock_days)
    wishes = body["entrants"] if "entrants" in body else body["seats"]
    refuse_busy_ais(body["ruleset"], (wish.get("ai") for wish in wishes if isinstance(wish, dict)))
    now = clock.stamp()
    return Contest(
        id=identifiers.new_id("contest", me.id, key=key), ruleset=body["ruleset"],
        options=settle_options(rules, seats, body["options"]), seats=seats, points=by, organiser=me.id, status=REGISTERING, revision=0,
        created_at=now, updated_at=now, visibility=body["visibility"], hints=body["hints"], rated=body["rated"],
        clock=asdict(time) if time else None, origin=this_call().origin, **more,
    )  # fmt: skip


def run_at_once(body: Json) -> bool:
    """Whether the games of a meeting run at once: as was asked for, else where a clock of days was; raises Invalid where time is short."""
    kind = (body.get("clock") or {}).get("kind")
    at_once = bool(body.get("games_run", "at_once" if kind == DAYS else "in_turn") == "at_once")
    if at_once and kind in (FISCHER, PER_DECISION):
        raise problems.Invalid("at_once", pointer="/games_run")
    return at_once


def ordered(contest: Contest) -> Contest:
    """A series with its entrants in the order of their seats as far as they are known, so that its list reads like the first game."""
    if contest.format != SERIES:
        return contest
    place = {one: number for number, one in enumerate(contest.invited) if one}
    return replace(contest, entrants=tuple(sorted(contest.entrants, key=lambda one: place.get(one.id, len(place)))))


def start_time(text: str) -> str:
    """When a tournament begins by itself: `manual`, or the time as we write it; raises Invalid for one that is none, or has passed."""
    return "manual" if text in ("manual", "now") else time_to_come(text, "/start", "start")


def time_to_come(text: str, pointer: str, wrong: str = "time") -> str:
    """A time as we write it; raises Invalid for one that has passed, and that of the name `wrong` for what is none."""
    try:
        when = datetime.fromisoformat(text)
        written = clock.written(when.timestamp())
    except (ValueError, OverflowError):
        raise problems.Invalid(wrong, pointer=pointer) from None
    if when.tzinfo is None or written <= clock.stamp():
        raise problems.Invalid("time_to_come", pointer=pointer)
    return written


def window(body: Json, start: str) -> Json:
    """From when until when others may enter, as far as that was said; raises Invalid for a window that never opens, or too late."""
    found: Json = {name: time_to_come(body[name], f"/{name}") for name in ("entries_from", "entries_until") if name in body}
    for name in found if body["start"] == "now" else ():
        raise problems.Invalid("begins_now", pointer=f"/{name}")
    begins = "" if start == "manual" else start
    closes = found.get("entries_until", begins)
    if begins and closes > begins:
        raise problems.Invalid("close_first", pointer="/entries_until")
    if closes and found.get("entries_from", "") >= closes:
        raise problems.Invalid("open_first", pointer="/entries_from")
    return found


def started(contest: Contest, *, pointer: str | None = None) -> Contest:
    """The contest as it begins now; raises Unfit with what fits the field, or Invalid for one that is too large."""
    try:
        return begun(contest, strict=True)
    except field_rules.Unfit as unfit:
        where: Json = {"pointer": pointer} if pointer else {}
        raise problems.Unfit(unfit.sentence, ways=[vars(way) for way in unfit.ways], **where) from None


def created(contest: Contest) -> Answer:
    """Answers with a contest that is stored and has begun to go on."""
    with parts().invitations.sent(contest.organiser, sorted(set(contest.awaited())), contest.id):
        parts().contests.create(contest)
    parts().contests.advance(contest.id)
    known, facts = parts().contests.load(contest.id)
    described = contests.described(known, facts)
    return json_answer(as_json(described), 201, {"Location": described["links"]["self"], "ETag": weak(contests.tag_of(known))})


def listed(kind: str, query: Json) -> Answer:
    """A page of contests."""
    whose = player() if query.get("player") == "me" else query.get("player")
    key = keys.contests_of_player_key(whose) if whose else keys.contests_key(kind)
    viewer = caller()

    def wanted(one: Brief) -> bool:
        is_shown = one.visibility == "listed" or bool(viewer and one.may_look(viewer))
        return is_shown and one.kind == kind and one.status == query.get("status", one.status)

    shown, last = listed_page(key, read_place(query), query["limit"], parts().contests.listed, wanted)
    return page_answer(this_call(), {"items": [summary(one) for one in shown], "next": last})


def summary(contest: Brief) -> Json:
    shown = ("id", "name", "ruleset", "format", "status", "created_at")
    link = f"/v1/{'series' if contest.kind == 'series' else 'tournaments'}/{contest.id}"
    return {name: getattr(contest, name) for name in shown} | {"kind": contest.kind, "entrants": contest.active, "links": {"self": link}}


def ai_entrant(contest: Contest, ai: str, name: str | None) -> Entrant:
    """One more AI, with a number that no entrant of the contest has."""
    number = 1 + max((int(one.id.removeprefix("ai-")) for one in contest.entrants if one.id.startswith("ai-")), default=0)
    return Entrant(f"ai-{number}", name or f"{ai} {number}", ai=ai)
