"""Admission: who is let in, and who has had enough. Every request passes here, whichever way it came.

A blocked address is refused everything (`refuse_blocked`). Three rules for the others, each with its bound in a setting and its reason in
the answer's `RateLimit` headers:

- a caller sends so many requests a minute: a player or AI host by its token, anybody else by address; an address with all its
  tokens together has a ceiling too. A legal move is never refused for this. Who goes on asking is refused ever more slowly. What costs
  as much as many requests counts as many (`charge`);
- an address makes so many new things an hour (`admit_new`);
- a player has so many things going at once (`admit_one_more`): what waits, thinks or is kept for it.
"""

import time

from service import clock, metrics, problems
from service.store.rate_limits import MINUTE, Limits, OwnLimits, Verdict
from service.web.answer import Answer
from service.web.call import Call
from service.web.refusals import problem_answer

MOVES = ("moves.MovesView", "work.WorkMoveView")
"""Where moves are sent to."""
PROBES = ("/healthz", "/readyz")
"""What is asked by whoever watches the server: blocked for nobody, and counted by each process for itself, since it must be answered though
Redis cannot be asked."""
STATIC = "/static/"
"""Files that are ready to be sent, and kept by whoever has them: counted likewise, and with many more at once."""
BYTES_FOR_ONE = 1000
"""Bytes of a body that are read, or of a record that are replayed, in the time of one request."""
REPLAYED_FOR_ONE = 50
"""Moves that are replayed in the time of one request."""
KEPT_COUNTED = 30 * 24 * 3600.0
"""Seconds for which a game counts as its maker's, should it never end."""


def admit(call: Call) -> None:
    """Counts the request; raises TooManyRequests unless it is a move, which `held_back` sees to if it is refused."""
    if call.environ.get("SERVER_PROTOCOL") == "HTTP/1.1" and call.header("HOST") is None:
        raise problems.Unreadable("host")
    refuse_blocked(call)
    apart = counted_apart(call)
    call.verdict = verdict = apart.spend(call.address) if apart else counted(call)
    if verdict is not None and verdict.wait and not is_move(call):
        hold_back(verdict)
        raise too_many(verdict)


def counted_apart(call: Call) -> OwnLimits | None:
    """Where what is asked for is counted by this process alone, beside the caller's other requests."""
    if call.path in PROBES:
        return call.parts.probes
    return call.parts.files if call.path.startswith(STATIC) else None


def held_back(answer: Answer, call: Call) -> Answer:
    """The answer, or 429 in the place of a refused move that was sent beyond the limit: only a legal one passes."""
    verdict = call.verdict
    if verdict is None or not verdict.wait or not 400 <= answer.status < 500 or answer.status == 429:
        return answer
    hold_back(verdict)
    return problem_answer(too_many(verdict), call)


def refuse_blocked(call: Call) -> None:
    """Raises Blocked for an address that the operator has blocked, before anything is read or counted; the operator itself gets in."""
    block = call.parts.blocks.of(call.address)
    if block is None or call.path in PROBES or call.is_operator:
        return
    metrics.HELD_BACK.labels("blocked").inc()
    raise problems.Blocked("address", {"time": clock.written(block.until), "why": block.why})


def is_move(call: Call) -> bool:
    """Whether a move may be to be played, by a player or by the host of an AI whose token is known, and not only tried."""
    known = call.verdict is None or call.verdict.kind != call.parts.addresses.kind
    return known and call.method == "POST" and call.endpoint in MOVES and call.args.get("dry_run", "false") == "false"


def counted(call: Call) -> Verdict | None:
    """What the limits say to this caller: what the first that is reached says, else what its own does."""
    verdicts = []
    for limits, who in counters(call):
        verdicts.append(verdict := limits.spend(who))
        if verdict is not None and verdict.wait:
            return verdict
    return verdicts[0]


def counters(call: Call) -> list[tuple[Limits, str]]:
    """Where the caller's requests are counted: by the player or AI host whose token it has, and its address' ceiling; else by address."""
    parts = call.parts
    try:
        who = call.host.id if call.host is not None else call.access.player if call.access is not None else None
    except problems.Unauthorized:
        who = None
    return [(parts.addresses, call.address)] if who is None else [(parts.tokens, who), (parts.everybody, call.address)]


def charge(call: Call, requests: int) -> None:
    """Counts a request that costs as much as so many as so many: it is done, and the caller's next ones wait for it."""
    for limits, who in counters(call):
        limits.charge(who, requests - 1)


def waiter(call: Call) -> tuple[str, ...]:
    """For whom a wait takes a place: the player, and its address."""
    return (*([f"player {call.caller}"] if call.caller else []), f"address {call.address}")


def hold_back(verdict: Verdict) -> None:
    """Counts a refusal, and waits until it is time for it."""
    metrics.HELD_BACK.labels(verdict.kind).inc()
    if verdict.refusals:
        time.sleep(verdict.refusals.pause())


def too_many(verdict: Verdict, said: str = "") -> problems.TooManyRequests:
    """The refusal; nothing happens by it."""
    if not said and verdict.window != MINUTE:
        return problems.TooManyRequests("seconds", {"most": verdict.most, "seconds": verdict.window}, headers=verdict.headers)
    return problems.TooManyRequests(said or "minute", {"most": verdict.most}, headers=verdict.headers)


def admit_new(call: Call, limits: Limits, said: str) -> None:
    """Counts something new that the caller makes; raises TooManyRequests where its address has made too many in an hour."""
    verdict = limits.spend(call.address)
    if verdict is not None and verdict.wait:
        hold_back(verdict)
        raise too_many(verdict, said)


def admit_one_more(call: Call, kind: str, what: str, most: int, seconds: float) -> None:
    """Counts something that the calling player has going; raises TooManyRequests where that is one too many."""
    call.parts.quotas.admit(kind, call.needed_player(), what, most=most, seconds=seconds)
