"""Contests as answers: for whom they are there, ETags by revision, waiting, and the stream of their changes.

A read takes the contest's brief first: whoever has the newest answer needs no more. What is told of a contest is worked out once a
revision, for all who ask and all who listen, and aside, so that nobody else waits meanwhile. Who works it out has all facts in hand, and
asks a worker to go on with a contest that nobody has gone on with.
"""

import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import partial

from gevent import get_hub
from redis.exceptions import RedisError

from service import problems
from service.contests import schedule
from service.contests.arranging import kind_of, read
from service.contests.briefs import Brief, brief_of
from service.contests.contest import Contest, Facts
from service.contests.describing import Told, series_json, tournament_json
from service.games.long_poll import long_poll, looks
from service.games.stream import KEEP_ALIVE, LONGEST, STILL_HERE, event
from service.json_object import Json
from service.parts import Parts
from service.store.contests import Stored
from service.store.watches import Watch, contest_topic
from service.web.admission import waiter
from service.web.answer import EVENT_STREAM, Answer, as_json, json_answer
from service.web.auth import caller, parts, this_call
from service.web.etags import for_caller, weak
from service.web.handlers.games import RETRY_SECONDS

Describe = Callable[[Contest, Facts], Json | str]
"""What of a contest is told, as JSON or as the text that it is sent as. It reads its arguments and nothing else."""
PACE = 1.0
"""Seconds between two events of a stream; the later one says how things are by then."""


def described(contest: Contest, facts: Facts) -> Json:
    return series_json(contest, facts) if kind_of(contest) == "series" else tournament_json(contest, facts)


def found(contest_id: str, kind: str) -> tuple[Contest, Facts]:
    """The contest for the caller; raises NotFound for one that is not there, of another kind, or private and not the caller's."""
    known = parts().contests.find(contest_id)
    checked(brief_of(known[0]) if known else None, contest_id, kind)
    assert known is not None
    return known


def looked_up(contest_id: str, kind: str, _before: Brief | None = None, called: Watch | None = None) -> Brief:
    """The contest's brief for the caller, in one small read, or in one for all who were called; raises NotFound as `found` does."""
    return checked(current(parts(), contest_id, called), contest_id, kind)


def checked(brief: Brief | None, contest_id: str, kind: str) -> Brief:
    if brief is None or brief.kind != kind or not brief.may_look(caller()):
        raise problems.NotFound(kind, {"contest": contest_id})
    return brief


def current(here: Parts, contest_id: str, called: Watch | None) -> Brief | None:
    """The contest's brief as it is now; None for an unknown one."""

    def read_it() -> Brief | None:
        return here.contests.briefs([contest_id])[0]

    return called.topic.shared(read_it) if called else read_it()


def tag_of(contest: Contest) -> str:
    return brief_of(contest).tag


def told(here: Parts, brief: Brief, address: str, about: str = "", describe: Describe = described) -> Told:
    """What is told of a contest under that name, at the brief's revision or a later one; made once, however many ask, and by turns of the
    addresses that do.
    """
    assert (describe is described) == (about == ""), "what is told of a part of it is kept under the part's name"
    key = (brief.tag, about)
    if known := here.contest_answers.find(key):
        return known
    return here.contest_work.done(
        address, lambda: here.contest_answers.find(key), lambda: here.contest_answers.keep(key, tell(here, brief.id, about, describe))
    )


def tell(here: Parts, contest_id: str, about: str, describe: Describe) -> Told:
    """Works out what is told of a contest as it is now."""
    stored = here.contests.store.load(contest_id)
    if stored is None:
        raise problems.NotFound("contest", {"contest": contest_id})
    key = (f"{contest_id}-{stored.revision}", about)
    if known := here.contest_answers.find(key):
        return known
    body, is_waiting = get_hub().threadpool.apply(worked_out, (stored, describe))
    if is_waiting:
        here.ask_to_advance(contest_id)
    return here.contest_answers.keep(key, Told(stored.revision, body))


def worked_out(stored: Stored, describe: Describe) -> tuple[bytes, bool]:
    """What is told of a contest, and whether something comes next in it that nobody has done yet."""
    contest, facts = read(stored)
    text = describe(contest, facts)
    return (text if isinstance(text, str) else as_json(text)).encode(), schedule.is_waiting(contest, facts)


def answer(
    contest_id: str, kind: str, wait: int = 0, describe: Describe = described, about: str = "", check: Callable[[Brief], None] | None = None
) -> Answer:
    """What is asked about a contest, or 304 when the caller has it, after waiting for a change as long as it wants."""
    watching, has = parts().news.watch(contest_topic(contest_id), *waiter(this_call())), this_call().has
    brief, crowded = long_poll(watching, wait, partial(looked_up, contest_id, kind), lambda brief: not has(brief.tag))
    if has(brief.tag):
        return Answer(304, for_caller(brief.tag) | ({"Retry-After": str(RETRY_SECONDS)} if crowded else {}))
    if check:
        check(brief)
    known = told(parts(), brief, this_call().address, about, describe)
    return json_answer(known.body, headers=for_caller(f"{contest_id}-{known.revision}"))


def changed(contest_id: str, make: Callable[[Contest, Facts], Contest], status: int = 200) -> Answer:
    """The contest after a change and whatever follows from it at once."""
    parts().contests.change(contest_id, make)
    parts().contests.advance(contest_id)
    contest, facts = parts().contests.load(contest_id)
    return json_answer(as_json(described(contest, facts)), status, {"ETag": weak(tag_of(contest))})


def streamed(contest_id: str, kind: str) -> Answer:
    """The contest again whenever it changes, as Server-Sent Events."""
    brief = looked_up(contest_id, kind)
    last = (this_call().header("LAST_EVENT_ID") or "").strip()
    if brief.is_over and last == str(brief.revision):
        return Answer(204)
    if parts().news.is_full():
        raise problems.Unavailable("waiting", headers={"Retry-After": str(RETRY_SECONDS)})
    return Answer(200, EVENT_STREAM.copy(), None, stream(parts(), contest_id, caller(), last, this_call().address, waiter(this_call())))


def stream(here: Parts, contest_id: str, player: str | None, last: str, address: str, who: tuple[str, ...]) -> Iterator[bytes]:
    """The events, one a second at most, until the contest is over or the time is, or the contest is no longer there for the player."""
    yield b"retry: %d\n\n" % (RETRY_SECONDS * 1000)
    watching, sent = here.news.watch(contest_topic(contest_id), *who), 0
    with suppress(problems.Problem, RedisError):
        for look in looks(watching, LONGEST, lambda _, called: current(here, contest_id, called), lambda _: KEEP_ALIVE):
            brief = look.found
            if brief is None or not brief.may_look(player):
                return
            if look.unasked:
                yield STILL_HERE
            is_news = brief.revision > sent and str(brief.revision) != last
            if is_news:
                sent, body = told(here, brief, address)
                yield event(brief.kind, sent, body)
            if brief.is_over:
                sent = max(sent, brief.revision)
                yield event("end", sent, as_json({"revision": sent}).encode())
                return
            if is_news:
                time.sleep(PACE)
