"""What the server says and takes, made from the OpenAPI document by `openapi/sdk/python/make.py`: do not edit.

Answers are plain dictionaries, as they came; these types tell an editor what is in them. A server may say more than they do.
"""

from __future__ import annotations

from typing import Any, Literal, NotRequired, TypeAlias, TypedDict


class MisfitAnswer(TypedDict):
    pointer: NotRequired[str]
    """JSON pointer to the member of the body."""
    parameter: NotRequired[str]
    """The parameter of the query or the path."""
    header: NotRequired[str]
    """The header."""
    detail: str
    """What is wrong with it, in the language of the problem's `detail`."""
    code: str
    """What `detail` says, as a stable code to translate it by. `GET /v1/sentences` lists all codes."""
    params: dict[str, Any]
    """What the sentence's template is filled with, by name: each a text, a number or a list of them."""


class WayAnswer(TypedDict):
    format: Literal["round_robin", "swiss", "tables"]
    odd: str
    """What an odd field does; empty where the field is even."""
    opponents: int
    rounds: int


class Problem(TypedDict):
    type: str
    """Stable address of this kind of problem, which can be opened."""
    title: str
    """The kind of problem in words, always the same in one language."""
    status: int
    """The HTTP status, again."""
    detail: str
    """What was wrong this time, for the person who reads it."""
    english: NotRequired[str]
    """What was wrong this time, in English, where `Accept-Language` had `detail` in French, German or Dutch."""
    code: str
    """What `detail` says, as a stable code to translate it by: the game's own (`cathedral.refusal.covers`), or one of the server that begins with the kind of problem (`too-many.tokens`). Of what does not fit a schema it is that of the first of `errors`, and `detail` begins with where that is: `/name: `. `GET /v1/sentences` lists all codes."""
    params: dict[str, Any]
    """What the sentence's template is filled with, by name: each a text, a number or a list of them."""
    instance: NotRequired[str]
    """A URI that ends with the request id, which finds it in the server's log."""
    rule: NotRequired[str]
    """The place in the rulebook that a refused move breaks."""
    rule_code: NotRequired[str]
    """The same place as a code: `cathedral.rule.rules-2`; after the last dot its anchor on the game's page."""
    pointer: NotRequired[str]
    """JSON pointer to the member of the body that is wrong."""
    errors: NotRequired[list[MisfitAnswer]]
    """All that does not fit, each with where it is."""
    error_count: NotRequired[int]
    """How many errors there are, where not all of them are listed."""
    turn: NotRequired[int]
    """The pending turn, when another one was answered."""
    checks: NotRequired[dict[str, str]]
    """What was looked at: `ok`, or what is wrong with it."""
    links: NotRequired[dict[str, str]]
    """Where to look next."""
    ways: NotRequired[list[WayAnswer]]
    """What fits the field."""


class PlayerRequest(TypedDict):
    name: str
    """What others see."""


class PlayerWithToken(TypedDict):
    id: str
    """Identifies the player in games and lists."""
    name: str
    created_at: str
    """UTC."""
    token: str
    """The player's secret, shown only now: send it as `Authorization: Bearer <token>`."""


class PlayerAnswer(TypedDict):
    id: str
    """Identifies the player in games and lists."""
    name: str
    created_at: str
    """UTC."""


class MeAnswer(TypedDict):
    id: str
    """Identifies the player in games and lists."""
    name: str
    created_at: str
    """UTC."""
    listed: bool
    """Whether you are on leaderboards, and found by your name."""


class MeRequest(TypedDict):
    name: NotRequired[str]
    """What others see."""
    listed: NotRequired[bool]
    """Whether you are on leaderboards, and found by your name."""


class RotationRequest(TypedDict):
    overlap: NotRequired[int]
    """Seconds for which the old text works beside the new one."""


class AttemptAnswer(TypedDict):
    id: str
    """The notice's `webhook-id`, the same in every attempt."""
    type: Literal["turn.owed", "test"]
    game: str | None
    turn: int | None
    attempt: int
    """From 1."""
    at: str
    """UTC."""
    status: Literal["delivered", "failed", "dropped"]
    response: int | None
    """The status that your server answered with."""
    error: Literal["timeout", "tls", "no-answer", "refused-address", "no-longer-owed"] | None
    """Why there was none: `timeout`, `tls`, `no-answer`, `refused-address`; or `no-longer-owed` for a dropped notice."""
    next_at: str | None
    """When it is tried again, UTC."""


class ExportedWebhook(TypedDict):
    id: str
    url: str
    status: Literal["active", "disabled"]
    reason: Literal["gone", "failing"] | None
    """Why it is disabled: `gone`, because it answered 410, or `failing`, because it failed too often in a row."""
    failures: int
    """Failed attempts in a row."""
    created_at: str
    """UTC."""
    links: dict[str, str]
    deliveries: list[AttemptAnswer]
    """The last attempts, the newest first."""


class RatingPointAnswer(TypedDict):
    game: str | None
    """The game; null unless these are your own ratings."""
    at: str
    """When the game ended, UTC; to others than the player the day alone."""
    rating: float
    deviation: float


class ExportedContest(TypedDict):
    id: str
    kind: Literal["series", "tournament"]
    name: str
    status: Literal["registering", "running", "finished", "cancelled"]
    organiser: bool
    """Whether you organise it."""
    entrant: bool
    """Whether you take part."""


class SentenceAnswer(TypedDict):
    code: str
    """`<ruleset>.<kind>.<name>`, with `game` for all rulesets; or a problem's slug."""
    kind: Literal["refusal", "notation", "option", "prompt", "reason", "rule", "lesson", "problem"]
    """Where it is said: in a refusal's `detail`, a decision's `prompt`, an outcome's `sentence`, a refusal's `rule` …"""
    template: str
    """The English, with the names of params in braces."""
    params: list[str]
    """The names of its params."""
    rule_code: str | None
    """The rule that a refusal cites."""


class SentencesAnswer(TypedDict):
    items: list[SentenceAnswer]
    words: dict[str, dict[str, dict[str, str]]]
    """For each ruleset, for the last word of a param's name, how its values are said in English."""


class AIAnswer(TypedDict):
    name: str
    """What a seat asks for: `{"ai": name}`."""
    kind: Literal["built-in", "worker", "remote"]
    """`built-in`, `worker` (hosted on the queue) or `remote` (hosted over HTTP)."""
    rulesets: list[str]
    """The rulesets it plays."""
    workers: int
    """How many live workers play it now."""
    waiting: int
    """How many turns wait for a worker."""
    about: str
    ladder: bool
    """Whether it asks to be rated, and to be paired with others that do."""


class AIList(TypedDict):
    items: list[AIAnswer]


class FailureAnswer(TypedDict):
    at: str
    """UTC."""
    what: Literal["crash", "nonsense", "overtime", "lapsed", "aborted"]
    detail: str
    game: NotRequired[str]
    turn: NotRequired[int]
    seat: NotRequired[int]


class FailureList(TypedDict):
    items: list[FailureAnswer]


class CommitmentAnswer(TypedDict):
    id: str
    """Name it as `commitment` when you create the game."""
    sha256: str
    """SHA-256 of the seed, in hexadecimal: the game's `commitment`."""
    expires_at: str
    """Until when it can be used, UTC."""


class SeatAnswer(TypedDict):
    seat: int
    kind: Literal["player", "ai", "open"]
    name: str | None
    player: str | None
    """The player's id."""
    ai: str | None
    """The AI's name."""
    resigned: bool
    reserved_for: NotRequired[str]
    """The player for whom an open seat is kept."""


class ClockRequest(TypedDict):
    kind: Literal["none", "per_decision", "fischer", "days"]
    """`none`; `per_decision`: `seconds` for each; `fischer`: `seconds` a seat for the whole game, and `increment` more after each decision; `days`: `days` for each decision."""
    seconds: NotRequired[int]
    """For `per_decision` and `fischer`."""
    increment: NotRequired[int]
    """For `fischer`, in seconds; 0 where it is left out."""
    days: NotRequired[int]
    """For `days`."""
    on_expiry: NotRequired[Literal["forfeit", "ai", "random_move"]]
    """When a seat's time is over: `forfeit` (it has lost; with two seats the default), `ai` (an AI plays on for it; with more the default), `random_move`."""


class SeatClockAnswer(TypedDict):
    seat: int
    left_ms: int | None
    """What it had left at `server_time`; null for a seat whose AI has no clock."""
    deadline: str | None
    """Until when it must decide, UTC; null while it owes nothing."""


class ClockAnswer(TypedDict):
    kind: Literal["per_decision", "fischer", "days"]
    seconds: NotRequired[int]
    """For `per_decision` and `fischer`."""
    increment: NotRequired[int]
    """For `fischer`, in seconds."""
    days: NotRequired[int]
    """For `days`."""
    on_expiry: Literal["forfeit", "ai", "random_move"]
    server_time: str
    """The server's time at this revision, UTC."""
    paused: bool
    seats: list[SeatClockAnswer]


class OfferAnswer(TypedDict):
    kind: Literal["draw", "takeback", "pause", "resume"]
    seat: int
    """Who offers it."""
    turn: int
    """In which turn."""
    at: str
    """UTC."""
    accepted: list[int]
    """The seats that have accepted it."""
    awaiting: list[int]
    """The seats whose answer it waits for."""


class GameContestAnswer(TypedDict):
    kind: Literal["series", "tournament"]
    id: str
    round: int
    pair: int
    """The meeting of the round."""
    leg: int
    """The game of the meeting."""
    link: str
    """Where the contest is."""


class PollAnswer(TypedDict):
    after_ms: int
    """When it makes sense to ask again."""


class YouAnswer(TypedDict):
    seats: list[int]
    """Your seats."""
    owe: list[int]
    """Those of your seats that owe a decision now."""
    viewing: int | None
    """The seat whose view this is; null for an onlooker's."""


class SeatRequest(TypedDict):
    seat: NotRequired[int]
    """The seat to take; left out, the first one open to you."""
    code: NotRequired[str]
    """The join code, for a game that is not listed."""


class ResignationRequest(TypedDict):
    seat: NotRequired[int]
    """The seat that resigns; may be left out when you hold one seat."""


class MoveRequest(TypedDict):
    turn: int
    """The turn that this move answers, from the snapshot."""
    move: str
    """The move in the ruleset's notation."""
    seat: NotRequired[int]
    """Whose move it is; may be left out when only one of your seats owes a decision."""


class LegalMask(TypedDict):
    turn: int
    seat: int
    count: int
    """How many moves there are, folded and others."""
    notation: str
    """How a folded move is written: `{piece}@{square}{facing}` or `lay {piece}@{x},{y}{facing}`. The square of x, y is the x-th letter, counted from 0, and the number y + 1."""
    origin: list[int]
    """The x and y of bit 0."""
    width: int
    """Bits a row."""
    pieces: dict[str, dict[str, str]]
    """For each piece, for each way it faces, its mask: a whole number in hexadecimal."""
    others: list[str]
    """Moves that are more than a piece on a cell, as text."""


class OfferRequest(TypedDict):
    kind: Literal["draw", "takeback", "pause", "resume"]
    """What is offered."""
    seat: NotRequired[int]
    """The seat that offers it; may be left out when you hold one seat."""


class OfferReplyRequest(TypedDict):
    answer: Literal["accept", "decline", "withdraw"]
    """What you say to it."""
    seat: NotRequired[int]
    """The seat that says it; may be left out when you hold one seat."""


Name: TypeAlias = str


class ImportRequest(TypedDict):
    record: str
    """The record as `GET …/export` gives it."""
    names: NotRequired[list[Name]]
    """Who sat where, seat 0 first."""
    visibility: NotRequired[Literal["listed", "unlisted", "private"]]
    """As of any game."""


class HintRequest(TypedDict):
    seat: NotRequired[int]
    """The seat that wants advice; may be left out when only one of yours owes a decision."""


class ReplyAnswer(TypedDict):
    seat: int
    move: str
    guess: bool
    """Always true: it is what the AI expects, and where things are hidden it may not even be possible."""


class LessonAnswer(TypedDict):
    sentence: str
    """In English."""
    code: str
    """Which lesson it is. `GET /v1/sentences` lists all codes."""
    params: dict[str, Any]
    """What the sentence's template is filled with, by name: each a text, a number or a list of them."""


class NoteAnswer(TypedDict):
    number: int
    """The journal's entry."""
    seat: int
    move: str
    estimate_before: float
    """The seat's share of the win with the best move."""
    estimate_after: float
    """Its share with the move that was played."""
    points_before: float | None
    """With how many points it could expect to end with the best move."""
    points_after: float | None
    """The same with the move that was played."""
    better: str | None
    """A better move, where there was one."""
    grade: Literal["good", "inaccuracy", "mistake", "blunder"]
    """By the share of the win that it gave away: 0.05, 0.1, 0.2 and more."""
    lessons: list[LessonAnswer]
    """What a move that is not `good` let happen or missed."""


class SlipsAnswer(TypedDict):
    inaccuracy: int
    mistake: int
    blunder: int


class AccuracyAnswer(TypedDict):
    seat: int
    accuracy: float | None
    """0 to 100; null before its first note."""
    decisions: int
    slips: SlipsAnswer


class AnalysisAnswer(TypedDict):
    status: Literal["running", "done"]
    done: int
    """Journal entries looked at."""
    total: int
    notes: list[NoteAnswer]
    accuracy: list[AccuracyAnswer]
    """How well each seat has played, as far as there are notes."""
    links: dict[str, str]


class SolutionAnswer(TypedDict):
    puzzle: str
    answers: list[str]
    """The moves that are right."""
    estimate: float
    """The share of the win that they are worth, 0 to 1."""
    next_best: float
    """What the best of the others is worth."""


class TimeControlAnswer(TypedDict):
    kind: Literal["per_decision", "fischer", "days"]
    seconds: NotRequired[int]
    """For `per_decision` and `fischer`."""
    increment: NotRequired[int]
    """For `fischer`, in seconds."""
    days: NotRequired[int]
    """For `days`."""
    on_expiry: Literal["forfeit", "ai", "random_move"]


class EntrantAnswer(TypedDict):
    id: str
    """Identifies the entrant in this contest; of a player it is the player's."""
    name: str
    player: str | None
    """The player's id."""
    ai: str | None
    """The AI's name."""
    house: bool
    """Whether it was put in to make the field even: whatever `bots` says, and for no place."""
    left: Literal["withdrawn", "kicked", "no_show", "gone"] | None
    """Why it plays no further game: `withdrawn`, `kicked`, `no_show` or `gone`; else null."""


class TieBreaksAnswer(TypedDict):
    direct: float | None
    """Points per game against those with equal points, where all have met."""
    opponents: float | None
    """The opponents' points per game, on average."""
    forfeits: int
    """Games given up or lost on time; the fewer, the better."""


class StandingAnswer(TypedDict):
    place: int
    """Those who are equal in everything share it; a house AI has the last one."""
    player: EntrantAnswer
    points: float
    """Of all its games; what each counts is said where its `points` are."""
    games: int
    """Games that are over; a bye is none."""
    points_per_game: float | None
    """What the order goes by; null before the first game."""
    wins: int
    draws: int
    losses: int
    tie_breaks: TieBreaksAnswer
    withdrawn: bool
    """Whether it plays no further game; it stands below those who do."""


class ContestGameAnswer(TypedDict):
    number: int
    """Which game of the meeting it is, from 1."""
    game: str | None
    """The game's id; null before it is created."""
    seats: list[str]
    """The entrants' ids in the order of the seats."""
    status: Literal["planned", "running", "finished"]
    points: list[float] | None
    """What the game counts for each seat. Where it was not played out, who gave up has the worst there is (47 in Cathedral, 0 where the most win, or the last place); the other has its own average of the contest's games that were played out, else that of their winners, else 0, or where the most win the score that it had. So it may change while other games end."""


class SeriesEntryRequest(TypedDict):
    player: NotRequired[str]
    """A player whom the organiser invites, now or again; left out, you enter yourself."""


class CancellationRequest(TypedDict):
    why: NotRequired[str]
    """For everybody to read."""


class GamesCountAnswer(TypedDict):
    finished: int
    running: int
    planned: int | None
    """All of them, if nobody leaves; null before the beginning."""


class EntryRequest(TypedDict):
    player: NotRequired[str]
    """A player whom the organiser invites, now or again; left out, you enter yourself."""
    ai: NotRequired[str]
    """An AI that the organiser enters; left out, you enter yourself."""
    name: NotRequired[str]
    """What the AI is called here."""


class KickRequest(TypedDict):
    entrant: str
    """The entrant's id."""


class PairingAnswer(TypedDict):
    pair: int
    players: list[EntrantAnswer]
    bye: EntrantAnswer | None
    """Who plays nobody in this round; it counts nothing."""
    games: list[ContestGameAnswer]
    status: Literal["running", "finished", "called_off", "bye"]
    points: list[float]
    """What each of the players has from it so far."""


class RoundAnswer(TypedDict):
    tournament: str
    round: int
    pairings: list[PairingAnswer]


class StandingsAnswer(TypedDict):
    items: list[StandingAnswer]


class CrosstableRow(TypedDict):
    place: int
    """Those who are equal in everything share it; a house AI has the last one."""
    player: EntrantAnswer
    points: float
    """Of all its games; what each counts is said where its `points` are."""
    games: int
    """Games that are over; a bye is none."""
    points_per_game: float | None
    """What the order goes by; null before the first game."""
    wins: int
    draws: int
    losses: int
    tie_breaks: TieBreaksAnswer
    withdrawn: bool
    """Whether it plays no further game; it stands below those who do."""
    against: list[list[float] | None]
    """For each row in their order: the points of the games against that entrant; null where they have not met."""


class CrosstableAnswer(TypedDict):
    tournament: str
    name: str
    fewest_win: bool
    rows: list[CrosstableRow]


class RecordAnswer(TypedDict):
    game: str
    round: int
    pair: int
    leg: int
    players: list[str]
    """The entrants' ids in the order of the seats."""
    record: str
    """What `GET /v1/games/{game_id}/export` gives."""


class RecordList(TypedDict):
    items: list[RecordAnswer]
    next: str | None
    """Cursor of the next page; null on the last."""


class FallbackRequest(TypedDict):
    name: str
    """The AI."""
    after: NotRequired[int]
    """Seconds to wait for people first."""


class SeekAnswer(TypedDict):
    id: str
    status: Literal["waiting", "matched", "cancelled", "expired"]
    game: str | None
    """The game that you have got; null until then."""
    links: dict[str, str]


class WebhookAnswer(TypedDict):
    id: str
    url: str
    status: Literal["active", "disabled"]
    reason: Literal["gone", "failing"] | None
    """Why it is disabled: `gone`, because it answered 410, or `failing`, because it failed too often in a row."""
    failures: int
    """Failed attempts in a row."""
    created_at: str
    """UTC."""
    links: dict[str, str]


class WebhookList(TypedDict):
    items: list[WebhookAnswer]


class WebhookRequest(TypedDict):
    url: str
    """Where to POST the notices: https, and a public address."""


class WebhookWithSecret(TypedDict):
    id: str
    url: str
    status: Literal["active", "disabled"]
    reason: Literal["gone", "failing"] | None
    """Why it is disabled: `gone`, because it answered 410, or `failing`, because it failed too often in a row."""
    failures: int
    """Failed attempts in a row."""
    created_at: str
    """UTC."""
    links: dict[str, str]
    secret: str
    """What notices are signed with, `whsec_…`, shown only now."""


class AttemptList(TypedDict):
    items: list[AttemptAnswer]


class TestAnswer(TypedDict):
    id: str
    """The notice's `webhook-id`, to be found in the deliveries."""


class HostAnswer(TypedDict):
    id: str
    name: str
    ais: list[str]


class HostList(TypedDict):
    items: list[HostAnswer]


Ai: TypeAlias = str


class HostRequest(TypedDict):
    name: str
    """Who hosts."""
    ais: list[Ai]
    """The names that the host may play under."""


class HostWithKey(TypedDict):
    id: str
    name: str
    ais: list[str]
    key: str
    """The host's secret, shown only now: send it as `Authorization: Bearer <key>`."""


class AcquireRequest(TypedDict):
    protocol: int
    """Version of this protocol that the host speaks."""
    rules: dict[str, int]
    """The rulesets that the host plays, with the version of their rules."""
    wait: NotRequired[int]
    """Seconds to wait for work before the answer is 204."""
    objects: NotRequired[bool]
    """Whether to send the legal moves as objects too."""
    about: NotRequired[str]
    """A line about the AI, for the list of AIs."""
    ladder: NotRequired[bool]
    """Whether its AIs ask to be rated, and to play others that do while workers have nothing else to do."""


class WorkMoveRequest(TypedDict):
    move: str


class AbortRequest(TypedDict):
    reason: str
    """Why, for the AI's log."""


class LeaseAnswer(TypedDict):
    seconds_left: float
    """Until the turn goes to somebody else."""


class WorkerAnswer(TypedDict):
    worker: str
    host: Literal["worker", "remote"]
    ais: list[str]
    rulesets: list[str]
    seen: str
    """Its last sign of life, UTC."""


class LeasesAnswer(TypedDict):
    thinking: int
    """Games in which an AI owes a decision."""
    lapsed: int
    """Those whose lease has lapsed, so that somebody else takes over."""
    clocks: int
    """Games whose clocks run."""


class SlowAnswer(TypedDict):
    at: str
    """UTC."""
    method: str
    operation: str
    status: int
    ms: int
    request: str
    """The request's id."""


class RefusedAnswer(TypedDict):
    caller: str
    """`address …` or `player …`."""
    count: int
    """How often, in about the last hour."""


class BlockAnswer(TypedDict):
    address: str
    """Of IPv6 its whole network of 64 bits."""
    until: str
    """UTC."""
    why: str


class FrozenAnswer(TypedDict):
    subject: str
    """`player …` or `game …`."""
    at: str
    """UTC."""
    why: str


class OverviewAnswer(TypedDict):
    queues: dict[str, int]
    """Jobs that wait, by queue."""
    workers: list[WorkerAnswer]
    """Those alive, hosts far away among them."""
    leases: LeasesAnswer
    slow: list[SlowAnswer]
    """The last requests that took a second or more."""
    held_back: dict[str, int]
    """Requests refused, by what was too much."""
    refused: list[RefusedAnswer]
    """Who was refused most in the last hour because it had enough."""
    blocked: list[BlockAnswer]
    frozen: list[FrozenAnswer]
    quarantine: list[str]
    """Games whose stored text cannot be read; of contests `contest …`."""
    departed: int
    """Deleted players whose games a worker is still dealing with."""


class FreezeRequest(TypedDict):
    why: str
    """Why, for whoever is refused to read."""


class BlockList(TypedDict):
    items: list[BlockAnswer]


class BlockRequest(TypedDict):
    why: str
    """Why, for whoever is refused to read."""
    seconds: NotRequired[int]
    """For how long; a day where it is left out."""


class DeedAnswer(TypedDict):
    id: str
    at: str
    """UTC."""
    action: Literal["freeze", "thaw", "remove", "block", "unblock", "admit host", "dismiss host"]
    subject: str
    """`player …`, `game …`, `address …` or `host …`."""
    why: str
    address: str
    """Where the request came from."""
    request: str
    """The request's id, which finds it in the log."""


class DeedList(TypedDict):
    items: list[DeedAnswer]
    next: str | None
    """Cursor of the next page; null on the last."""


class HealthAnswer(TypedDict):
    status: Literal["ok"]
    checks: NotRequired[dict[str, str]]


SeatWord: TypeAlias = Literal["me", "open"]
"""The caller, or whoever comes."""


class SeatForAI(TypedDict):
    ai: str
    """The name of an AI: random, easy, medium, hard, expert, or a hosted one."""


class SeatForPlayer(TypedDict):
    player: str
    """A player's id, for whom the seat is kept."""


EntrantWord: TypeAlias = Literal["me"]
"""The caller."""


class EntrantAI(TypedDict):
    ai: str
    """The name of an AI: random, easy, medium, hard, expert, or a hosted one."""
    name: NotRequired[str]
    """What it is called here."""


class EntrantPlayer(TypedDict):
    player: str
    """A player's id, who is invited and has to enter."""


class CathedralBoard(TypedDict):
    """The city."""

    size: int
    columns: str
    rows: str


CathedralBuildingName: TypeAlias = Literal[
    "tavern", "stable", "inn", "bridge", "square", "manor", "abbey", "infirmary", "castle", "tower", "academy", "cathedral"
]


CathedralFacing: TypeAlias = Literal["n", "e", "s", "w"]


class CathedralHostsMove(TypedDict):
    """What the host writes: a seat gives up or runs out of time, all agree to a draw, moves are taken back."""

    ruleset: Literal["cathedral"]
    kind: Literal["resign", "timeout", "agree-draw", "abort", "takeback"]
    number: NotRequired[int]
    """The entry after which the game goes on."""


class CathedralOptions(TypedDict):
    cathedral: Literal["first", "after_dark"]
    """When light places the Cathedral: before anything else, or after dark's first building, followed at once by light's first."""


class CathedralOptionsRequest(TypedDict):
    cathedral: NotRequired[Literal["first", "after_dark"]]
    """When light places the Cathedral: before anything else, or after dark's first building, followed at once by light's first. Left out, `first`."""


class CathedralPrize(TypedDict):
    """A building that a move may take, with the ground it stands on."""

    seat: int | None
    """Whose it is; null for the Cathedral."""
    building: CathedralBuildingName
    square: str
    """Where its prime cell lies."""
    facing: CathedralFacing
    cells: list[str]
    """The squares it covers."""
    region: list[str]
    """The ground that is closed off around it."""


class CathedralShape(TypedDict):
    """A building's cells for each way to face, as offsets from its prime cell."""

    n: list[list[int]]
    e: list[list[int]]
    s: list[list[int]]
    w: list[list[int]]


CathedralSideName: TypeAlias = Literal["light", "dark"]


class CathedralStanding(TypedDict):
    """A building where it stands."""

    seat: int | None
    """Whose it is; null for the Cathedral."""
    building: CathedralBuildingName
    square: str
    """Where its prime cell lies."""
    facing: CathedralFacing
    cells: list[str]
    """The squares it covers."""


DecisionKind: TypeAlias = Literal["cathedral", "place", "lay", "bribe", "move", "dragon", "answer", "award", "forfeit"]
"""What a seat has to decide."""


ForbiddenCityColour: TypeAlias = Literal["purple", "yellow", "red", "blue"]


ForbiddenCityFacing: TypeAlias = Literal["n", "e", "s", "w"]


class ForbiddenCityFirst(TypedDict):
    """Who begins."""

    ruleset: Literal["forbidden_city"]
    kind: Literal["first"]
    seat: int


ForbiddenCityFloor: TypeAlias = Literal["green", "pink", "white", "temple"]


ForbiddenCityHeardTile: TypeAlias = Literal[
    "green1",
    "pink1",
    "white1",
    "green2",
    "pink2",
    "white2",
    "green3",
    "pink3",
    "white3",
    "green4",
    "pink4",
    "white4",
    "green5",
    "pink5",
    "white5",
    "green6",
    "pink6",
    "white6",
    "green7",
    "pink7",
    "white7",
    "greenpink",
    "pinkwhite",
    "whitegreen",
    "green8",
    "pink8",
    "white8",
    "green9",
    "pink9",
    "white9",
    "?",
]
"""A tile; `?` if you may not see it."""


class ForbiddenCityHostsMove(TypedDict):
    """What the host writes: a seat gives up or runs out of time, all agree to a draw, moves are taken back."""

    ruleset: Literal["forbidden_city"]
    kind: Literal["resign", "timeout", "agree-draw", "abort", "takeback"]
    number: NotRequired[int]
    """The entry after which the game goes on."""


ForbiddenCityLaidTile: TypeAlias = Literal[
    "green1",
    "pink1",
    "white1",
    "green2",
    "pink2",
    "white2",
    "green3",
    "pink3",
    "white3",
    "green4",
    "pink4",
    "white4",
    "green5",
    "pink5",
    "white5",
    "green6",
    "pink6",
    "white6",
    "green7",
    "pink7",
    "white7",
    "greenpink",
    "pinkwhite",
    "whitegreen",
    "green8",
    "pink8",
    "white8",
    "green9",
    "pink9",
    "white9",
    "green",
    "pink",
    "white",
    "temple",
    "garden",
]
"""A tile, or what the start tile shows."""


class ForbiddenCityOptions(TypedDict):
    start_side: Literal["garden", "grand"]
    """The side of the start tile: garden for beginners, grand with larger rooms."""
    first: Literal["random"] | int
    """The seat that lays the first tile, or random."""
    colours: list[ForbiddenCityColour] | None
    """The colour of each seat in order; without it purple, yellow, red, blue. Two seats use purple and yellow, in either order."""


class ForbiddenCityOptionsRequest(TypedDict):
    start_side: NotRequired[Literal["garden", "grand"]]
    """The side of the start tile: garden for beginners, grand with larger rooms. Left out, `garden`."""
    first: NotRequired[Literal["random"] | int]
    """The seat that lays the first tile, or random. Left out, `random`."""
    colours: NotRequired[list[ForbiddenCityColour] | None]
    """The colour of each seat in order; without it purple, yellow, red, blue. Two seats use purple and yellow, in either order."""


class ForbiddenCityRoom(TypedDict):
    """A room with its present worth; a closed one was paid already."""

    id: str
    """Floor and first cell of a room: `green@1,-2`."""
    floor: ForbiddenCityFloor
    cells: list[list[int]]
    tiles: int
    dragons: int
    advisors: list[int]
    """Of each seat."""
    closed: bool
    openings: int
    """Open sides that face an empty cell."""
    neighbours: list[str]
    """The rooms that it reaches through archways."""
    size: int
    """Its own tiles and dragons in coins."""
    worth: int | None
    """With its neighbours; null for the Temple, which is never paid."""
    payouts: list[int] | None
    """What each seat would be paid for it now."""


class ForbiddenCityScoring(TypedDict):
    """A closed room paid out."""

    number: int
    """Which tile closed it, counted over all seats from 1."""
    seat: int
    """Who laid that tile."""
    room: str
    """Floor and first cell of a room: `green@1,-2`."""
    floor: ForbiddenCityFloor
    tiles: int
    dragons: int
    neighbours: list[int]
    """Sizes of the rooms that its archways reached, the largest first."""
    worth: int
    paid: list[int]
    """Coins for each seat."""


class ForbiddenCityStartCell(TypedDict):
    """A cell of the start tile."""

    x: int
    y: int
    tile: ForbiddenCityLaidTile
    sides: str
    """From the north clockwise: o open, w wall, a wall with an archway."""
    floors: list[ForbiddenCityFloor]


ForbiddenCityTileName: TypeAlias = Literal[
    "green1",
    "pink1",
    "white1",
    "green2",
    "pink2",
    "white2",
    "green3",
    "pink3",
    "white3",
    "green4",
    "pink4",
    "white4",
    "green5",
    "pink5",
    "white5",
    "green6",
    "pink6",
    "white6",
    "green7",
    "pink7",
    "white7",
    "greenpink",
    "pinkwhite",
    "whitegreen",
    "green8",
    "pink8",
    "white8",
    "green9",
    "pink9",
    "white9",
]


class ForbiddenCityWorth(TypedDict):
    """What things are worth in coins."""

    tile: int
    dragon: int
    advisor_left: int
    dragon_left: int


class OptionSchema(TypedDict):
    """JSON schema of an option's value."""

    type: NotRequired[Literal["string", "boolean", "integer", "array"]]
    enum: NotRequired[list[str | bool | int]]
    """The values there are, where they are few."""
    anyOf: NotRequired[list[dict[str, Any]]]
    """Schemas of which the value fits one."""
    default: Any
    """What it is when left out."""
    description: str


Reason: TypeAlias = Literal["neither_can_place", "all_laid", "fifteen_exiled", "resigned", "out_of_time", "draw_agreed", "aborted"]
"""Why a game is over."""


RulesetName: TypeAlias = Literal["cathedral", "forbidden_city", "verbotene_stadt"]
"""The slug of a ruleset, the same everywhere."""


Scope: TypeAlias = Literal["read", "play", "webhooks", "account"]
"""What a token may do."""


class VerboteneStadtAnswers(TypedDict):
    """How a seat answered entries."""

    believed: int
    doubted: int


class VerboteneStadtBribe(TypedDict):
    """A bribe, in secret."""

    ruleset: Literal["verbotene_stadt"]
    kind: Literal["bribe"]
    official: Literal[
        "red-red",
        "red-yellow",
        "red-blue",
        "red-green",
        "red-black",
        "yellow-red",
        "yellow-yellow",
        "yellow-blue",
        "yellow-green",
        "yellow-black",
        "blue-red",
        "blue-yellow",
        "blue-blue",
        "blue-green",
        "blue-black",
        "green-red",
        "green-yellow",
        "green-blue",
        "green-green",
        "green-black",
        "black-red",
        "black-yellow",
        "black-blue",
        "black-green",
        "black-black",
        "unknown",
    ]
    """`unknown` if you may not know."""


VerboteneStadtCardName: TypeAlias = Literal[
    "red-hat",
    "red-coat",
    "red-trousers",
    "yellow-hat",
    "yellow-coat",
    "yellow-trousers",
    "blue-hat",
    "blue-coat",
    "blue-trousers",
    "white-hat",
    "white-coat",
    "white-trousers",
    "orange-hat",
    "orange-coat",
    "orange-trousers",
    "purple-hat",
    "purple-coat",
    "purple-trousers",
    "green-hat",
    "green-coat",
    "green-trousers",
    "brown-hat",
    "brown-coat",
    "brown-trousers",
]


class VerboteneStadtChosenOptions(TypedDict):
    """The options of this game."""

    extra_move: Literal["must", "may"]
    teams: bool


class VerboteneStadtClaims(TypedDict):
    """How a seat entered while bluffing was open."""

    honest: int
    bluffs: int


VerboteneStadtColour: TypeAlias = Literal["red", "yellow", "blue", "green", "black"]


VerboteneStadtDie: TypeAlias = Literal["blue", "small", "medium", "large"]


VerboteneStadtFace: TypeAlias = Literal["1", "2", "3", "4", "5", "6", "7", "8", "black", "red", "red-dragon", "red-pavilion"]


class VerboteneStadtGarment(TypedDict):
    """A garment drawn for a seat."""

    ruleset: Literal["verbotene_stadt"]
    kind: Literal["garment"]
    card: VerboteneStadtCardName
    seat: int


VerboteneStadtGarmentName: TypeAlias = Literal["hat", "coat", "trousers"]


class VerboteneStadtGroup(TypedDict):
    """Cards that score together."""

    cards: list[VerboteneStadtCardName]
    points: int


class VerboteneStadtHostsMove(TypedDict):
    """What the host writes: a seat gives up or runs out of time, all agree to a draw, moves are taken back."""

    ruleset: Literal["verbotene_stadt"]
    kind: Literal["resign", "timeout", "agree-draw", "abort", "takeback"]
    number: NotRequired[int]
    """The entry after which the game goes on."""


VerboteneStadtOfficialName: TypeAlias = Literal[
    "red-red",
    "red-yellow",
    "red-blue",
    "red-green",
    "red-black",
    "yellow-red",
    "yellow-yellow",
    "yellow-blue",
    "yellow-green",
    "yellow-black",
    "blue-red",
    "blue-yellow",
    "blue-blue",
    "blue-green",
    "blue-black",
    "green-red",
    "green-yellow",
    "green-blue",
    "green-green",
    "green-black",
    "black-red",
    "black-yellow",
    "black-blue",
    "black-green",
    "black-black",
]
"""Hat and robe: `red-blue`."""


class VerboteneStadtOptions(TypedDict):
    extra_move: Literal["must", "may"]
    """Whether a further move that the fate die gives must be made."""
    teams: bool
    """With four seats: opposite seats are partners and add their totals."""


class VerboteneStadtOptionsRequest(TypedDict):
    extra_move: NotRequired[Literal["must", "may"]]
    """Whether a further move that the fate die gives must be made. Left out, `must`."""
    teams: NotRequired[bool]
    """With four seats: opposite seats are partners and add their totals. Left out, `false`."""


VerboteneStadtPavilionColour: TypeAlias = Literal["red", "yellow", "blue", "white", "orange", "purple", "green", "brown"]


class VerboteneStadtPay(TypedDict):
    """What an entry would pay the active seat."""

    kind: Literal["draw", "all_left", "take_one", "take_all", "nothing"]
    cards: list[VerboteneStadtCardName]
    """The cards it may be."""


class VerboteneStadtRoll(TypedDict):
    """A die rolled."""

    ruleset: Literal["verbotene_stadt"]
    kind: Literal["roll"]
    die: VerboteneStadtDie
    face: VerboteneStadtFace


class VerboteneStadtRoof(TypedDict):
    """A pavilion on the board."""

    number: int
    colour: VerboteneStadtPavilionColour
    cells: list[str]


class VerboteneStadtSeat(TypedDict):
    """What is known of a seat."""

    seat: int
    partner: int | None
    bribe: Literal[
        "red-red",
        "red-yellow",
        "red-blue",
        "red-green",
        "red-black",
        "yellow-red",
        "yellow-yellow",
        "yellow-blue",
        "yellow-green",
        "yellow-black",
        "blue-red",
        "blue-yellow",
        "blue-blue",
        "blue-green",
        "blue-black",
        "green-red",
        "green-yellow",
        "green-blue",
        "green-green",
        "green-black",
        "black-red",
        "black-yellow",
        "black-blue",
        "black-green",
        "black-black",
        "unknown",
        "none",
    ]
    """The official it bribes; `unknown` if you may not know."""
    shown: bool
    """Whether its selector is revealed."""
    sealed: bool
    """Whether it has chosen, while bribes are being chosen."""
    cards: list[VerboteneStadtCardName]
    worth: int
    groups: list[VerboteneStadtGroup]
    """Its cards in the grouping worth most."""
    claims: VerboteneStadtClaims
    answers: VerboteneStadtAnswers
    moved: list[VerboteneStadtOfficialName]
    """The officials it moved since it last had to change its bribe, the latest last."""


VerboteneStadtSide: TypeAlias = Literal["n", "e", "s", "w"]


class VerboteneStadtTake(TypedDict):
    """A card taken from a seat."""

    ruleset: Literal["verbotene_stadt"]
    kind: Literal["take"]
    seat: int
    card: VerboteneStadtCardName


class VerboteneStadtTakeAll(TypedDict):
    """All cards of an empty pavilion's colour taken from the opponents."""

    ruleset: Literal["verbotene_stadt"]
    kind: Literal["take_all"]
    cards: list[VerboteneStadtCardName]


class VerboteneStadtValues(TypedDict):
    """What groups of cards are worth."""

    three_of_a_colour: int
    hat_coat_trousers_in_three_colours: int
    two_of_a_colour: int
    single: int


class VerboteneStadtWall(TypedDict):
    """A wall: a cell and the side it is at."""

    cell: str
    side: VerboteneStadtSide


class VerboteneStadtWord(TypedDict):
    """A decision of one word."""

    ruleset: Literal["verbotene_stadt"]
    kind: Literal["stop", "believe", "doubt", "decline"]


class Data(TypedDict):
    game: str
    """The game's id."""
    ruleset: RulesetName
    turn: int
    """What `turn` in your move has to be."""
    revision: int
    """The game's revision from which on you owe it."""
    links: dict[str, str]
    """Where to look next."""


class TurnOwedNotice(TypedDict):
    """You owe a decision in this game."""

    type: Literal["turn.owed"]
    timestamp: str
    """Since when you owe it, UTC."""
    data: Data


class Data1(TypedDict):
    webhook: str
    """The webhook's id."""


class TestNotice(TypedDict):
    """A notice that says nothing: somebody tries the webhook."""

    type: Literal["test"]
    timestamp: str
    """When the webhook was made, UTC."""
    data: Data1


class Data2(TypedDict):
    revision: int
    """Its last revision."""


class EndEvent(TypedDict):
    """The event `end` of a stream, its `data` read as JSON: the game or the contest is over."""

    id: str
    """Its revision."""
    event: Literal["end"]
    data: Data2


class NamesakeRating(TypedDict):
    ruleset: RulesetName
    rating: float
    games: int
    """Rated games that are over."""


class NamesakeAnswer(TypedDict):
    id: str
    """Identifies the player in games and lists."""
    name: str
    created_at: str
    """UTC."""
    named_at: str
    """The day since which it has had this name, UTC."""
    ratings: list[NamesakeRating]
    """One for each ruleset that it has rated games in; empty for many."""


class Namesakes(TypedDict):
    items: list[NamesakeAnswer]
    """Whoever has had the name longest first."""
    more: bool
    """Whether others may have it too, who are not told: ask for the id then."""


class TokenAnswer(TypedDict):
    id: str
    """Its name in paths; `first` is the one that came with the player."""
    label: str
    scopes: list[Scope]
    """What it may do. `read`: look at everything that you may see. `play`: change games, contests and seeks. `webhooks`: everything under `/v1/webhooks`. `account`: your name, your tokens, your data."""
    created_at: str
    """When it was made or rotated, UTC."""
    expires_at: str | None
    """UTC; null for one that lasts."""
    current: bool
    """Whether it is the one that you ask with."""


class TokenList(TypedDict):
    items: list[TokenAnswer]


class TokenRequest(TypedDict):
    label: str
    """What you will know it by."""
    scopes: list[Scope]
    """What it may do. `read`: look at everything that you may see. `play`: change games, contests and seeks. `webhooks`: everything under `/v1/webhooks`. `account`: your name, your tokens, your data."""
    expires_in: NotRequired[int]
    """Seconds until it expires; left out, it lasts as long as the token that you ask with."""


class TokenWithText(TypedDict):
    id: str
    """Its name in paths; `first` is the one that came with the player."""
    label: str
    scopes: list[Scope]
    """What it may do. `read`: look at everything that you may see. `play`: change games, contests and seeks. `webhooks`: everything under `/v1/webhooks`. `account`: your name, your tokens, your data."""
    created_at: str
    """When it was made or rotated, UTC."""
    expires_at: str | None
    """UTC; null for one that lasts."""
    current: bool
    """Whether it is the one that you ask with."""
    token: str
    """The token itself, shown only now: send it as `Authorization: Bearer <token>`."""


class PlayerRatingAnswer(TypedDict):
    ruleset: RulesetName
    rating: float
    """1500 to begin with, for built-in levels what was measured; the level `medium` stays at 1500."""
    deviation: float
    """How far off it may be."""
    games: int
    """Rated games that are over."""
    provisional: bool
    """Whether too few games are behind it to say much."""
    place: int | None
    """On the leaderboard; null for those who are not on it."""
    history: list[RatingPointAnswer]
    """After each of the last 200 games, the oldest first."""


class ExportedGame(TypedDict):
    id: str
    ruleset: RulesetName
    status: Literal["open", "running", "finished"]
    seats: list[int]
    """Yours."""
    creator: bool
    """Whether you created it."""
    created_at: str
    """UTC."""
    updated_at: str
    """UTC."""
    links: dict[str, str]
    """The game, its journal, its record."""


class ExportAnswer(TypedDict):
    exported_at: str
    """UTC."""
    player: MeAnswer
    tokens: list[TokenAnswer]
    webhooks: list[ExportedWebhook]
    ratings: list[PlayerRatingAnswer]
    seeks: list[str]
    """The ids of those that wait."""
    contests: list[ExportedContest]
    """The newest 1000."""
    games: list[ExportedGame]
    """This page of them, the newest first."""
    next: str | None
    """Cursor of the next page of games; null on the last."""


class OptionAnswer(TypedDict):
    name: str
    schema: OptionSchema


class RulesetSummary(TypedDict):
    name: RulesetName
    title: str
    designer: str
    version: int
    """Rises when the rules change; new games follow the newest."""
    versions: list[int]
    """Every version of the rules that games begun under it can be finished by."""
    box: str
    """SHA-256 of the board, tiles and dice in use; records name it."""
    seats: list[int]
    """The numbers of seats it can be played with."""
    options: list[OptionAnswer]
    ais: list[str]
    """The AIs that can be played now."""


class RulesetList(TypedDict):
    items: list[RulesetSummary]


class OutcomeAnswer(TypedDict):
    scores: list[int]
    """One a seat. In some rulesets low is good: go by `winners`."""
    winners: list[int]
    """The seats that won; several share the win. None when everybody has left."""
    reason: Reason
    sentence: str
    """How the game ended, for a person."""
    code: str
    """What `sentence` says, as a stable code to translate it by. `GET /v1/sentences` lists all codes."""
    params: dict[str, Any]
    """What the sentence's template is filled with, by name: each a text, a number or a list of them."""


class DecisionAnswer(TypedDict):
    seat: int
    kind: DecisionKind
    prompt: str
    """What is to be decided, for a person."""
    code: str
    """What `prompt` says, as a stable code to translate it by. `GET /v1/sentences` lists all codes."""
    params: dict[str, Any]
    """What the sentence's template is filled with, by name: each a text, a number or a list of them."""
    deadline: str | None
    """Until when, UTC, where the game has a clock."""


class TurnAnswer(TypedDict):
    seat: int
    kind: DecisionKind
    prompt: str
    """What is to be decided, for a person."""
    code: str
    """What `prompt` says, as a stable code to translate it by. `GET /v1/sentences` lists all codes."""
    params: dict[str, Any]
    """What the sentence's template is filled with, by name: each a text, a number or a list of them."""
    deadline: str | None
    """Until when, UTC, where the game has a clock."""
    game: str
    """The game's id."""
    ruleset: RulesetName
    turn: int
    """What `turn` in your move has to be."""
    revision: int
    """The game's revision when this was read."""
    since: str
    """Since when it has been pending, UTC."""
    links: dict[str, str]
    """The game, its legal moves, where to play."""


class TurnsAnswer(TypedDict):
    items: list[TurnAnswer]
    """Most urgent first: by deadline, then by how long you owe it."""
    count: int
    """How many decisions you owe, those beyond `limit` counted."""
    next: str | None
    """Cursor of the next page; null on the last."""


class PuzzleSummary(TypedDict):
    id: str
    ruleset: RulesetName
    rules_version: int
    seats: int
    seat: int
    """Who is to move: you."""
    kind: DecisionKind
    prompt: str
    """What is to be decided, for a person."""
    code: str
    """What `prompt` says, as a stable code to translate it by. `GET /v1/sentences` lists all codes."""
    params: dict[str, Any]
    """What the sentence's template is filled with, by name: each a text, a number or a list of them."""
    links: dict[str, str]


class PuzzlesAnswer(TypedDict):
    items: list[PuzzleSummary]
    next: str | None
    """Cursor of the next page; null at the end."""


class ContestSummary(TypedDict):
    id: str
    kind: Literal["series", "tournament"]
    name: str
    ruleset: RulesetName
    format: Literal["series", "round_robin", "swiss", "tables"]
    status: Literal["registering", "running", "finished", "cancelled"]
    entrants: int
    created_at: str
    """UTC."""
    links: dict[str, str]


class ContestList(TypedDict):
    items: list[ContestSummary]
    next: str | None
    """Cursor of the next page; null on the last."""


class LeaderAnswer(TypedDict):
    ruleset: RulesetName
    rating: float
    """1500 to begin with, for built-in levels what was measured; the level `medium` stays at 1500."""
    deviation: float
    """How far off it may be."""
    games: int
    """Rated games that are over."""
    provisional: bool
    """Whether too few games are behind it to say much."""
    place: int | None
    """On the leaderboard; null for those who are not on it."""
    player: str | None
    """The player's id; null for an AI."""
    ai: str | None
    """The AI's name; null for a player."""
    name: str


class Leaderboard(TypedDict):
    ruleset: RulesetName
    items: list[LeaderAnswer]
    next: str | None
    """Cursor of the next page; null on the last."""


class ClimberAnswer(TypedDict):
    ruleset: RulesetName
    rating: float
    """1500 to begin with, for built-in levels what was measured; the level `medium` stays at 1500."""
    deviation: float
    """How far off it may be."""
    games: int
    """Rated games that are over."""
    provisional: bool
    """Whether too few games are behind it to say much."""
    place: int | None
    """On the leaderboard; null for those who are not on it."""
    player: str | None
    """The player's id; null for an AI."""
    ai: str | None
    """The AI's name; null for a player."""
    name: str
    live: bool
    """Whether it can be played now."""
    milestone: bool
    """Whether it is a built-in level."""
    climbed: float | None
    """What its last ten games have added to its rating; null before two of them."""


class Ladder(TypedDict):
    ruleset: RulesetName
    items: list[ClimberAnswer]
    """The strongest first."""
    game: str | None
    """The last game of the ladder, which may still run."""


class PlayerRatings(TypedDict):
    items: list[PlayerRatingAnswer]
    """One for each ruleset that it has rated games in."""


class CathedralBuilding(TypedDict):
    """A kind of building."""

    name: CathedralBuildingName
    title: str
    french: str
    code: str
    """Its letters in the notation of games by e-mail."""
    count: int
    """How many a side has."""
    squares: int
    placements: int
    """In how many ways it can lie in an empty city."""
    drawings: list[list[str]]
    """For each seat, or for nobody, rows: # a cell, * the prime cell."""
    shapes: list[CathedralShape]
    """For each seat, or for nobody."""


class CathedralCathedral(TypedDict):
    """The Cathedral."""

    name: CathedralBuildingName
    title: str
    french: str
    code: str
    """Its letters in the notation of games by e-mail."""
    count: int
    """How many a side has."""
    squares: int
    placements: int
    """In how many ways it can lie in an empty city."""
    drawings: list[list[str]]
    """For each seat, or for nobody, rows: # a cell, * the prime cell."""
    shapes: list[CathedralShape]
    """For each seat, or for nobody."""
    colours: dict[str, str]
    """Colours of roofs by the side they fall towards, `flat` ones, the `edge`, and its territory as `ground`."""


class CathedralPlace(TypedDict):
    """A building put into the city."""

    ruleset: Literal["cathedral"]
    kind: Literal["cathedral", "place"]
    building: CathedralBuildingName
    square: str
    facing: CathedralFacing
    cells: list[str]
    """The squares it covers."""
    email: str
    """The move in the notation of games by e-mail."""
    claims: list[list[str]]
    """The regions that become territory, nothing in them."""
    takes: list[CathedralPrize]
    """What it takes out of the city."""
    leaves: list[CathedralPrize]
    """What it could take and leaves."""


class CathedralSide(TypedDict):
    """What a side has."""

    seat: int
    side: CathedralSideName
    begun: bool
    """Whether it has placed its first building."""
    remaining: dict[str, int]
    """How many of each building it has left, by name."""
    squares_left: int
    """Squares of the buildings it has left: the score, low is good."""
    can_place: bool
    """Whether any of them has room."""


class CathedralSideColours(TypedDict):
    """A side of the box."""

    seat: int
    side: CathedralSideName
    squares: int
    """Squares of all its buildings."""
    colours: dict[str, str]
    """Colours of roofs by the side they fall towards, `flat` ones, the `edge`, and its territory as `ground`."""


class ForbiddenCityAside(TypedDict):
    """A tile that fits nowhere, put away."""

    ruleset: Literal["forbidden_city"]
    kind: Literal["aside"]
    tile: ForbiddenCityTileName
    seat: int


class ForbiddenCityClosing(TypedDict):
    """A room that a tile closes, with where it lies and who is in it; journals may have moves from before that was told."""

    number: int
    """Which tile closed it, counted over all seats from 1."""
    seat: int
    """Who laid that tile."""
    room: str
    """Floor and first cell of a room: `green@1,-2`."""
    floor: ForbiddenCityFloor
    tiles: int
    dragons: int
    neighbours: list[int]
    """Sizes of the rooms that its archways reached, the largest first."""
    worth: int
    paid: list[int]
    """Coins for each seat."""
    cells: NotRequired[list[list[int]]]
    advisors: NotRequired[list[int]]
    """Of each seat."""
    neighbour_rooms: NotRequired[list[str]]
    """The rooms that its archways reach, in the order of `neighbours`."""


class ForbiddenCityDraw(TypedDict):
    """A tile drawn."""

    ruleset: Literal["forbidden_city"]
    kind: Literal["draw"]
    tile: ForbiddenCityHeardTile
    seat: int | None
    """Who draws it."""


class ForbiddenCityLaid(TypedDict):
    """A tile on the table."""

    sides: str
    """From the north clockwise: o open, w wall, a wall with an archway."""
    floors: list[ForbiddenCityFloor]
    """Of its parts: one; two on a diagonal tile; none in a garden."""
    parts: list[int]
    """To which part each side belongs."""
    advisors: list[int]
    """In each part."""
    dragons: list[int]
    """In each part."""
    x: int
    y: int
    tile: ForbiddenCityLaidTile
    facing: ForbiddenCityFacing
    seat: int | None
    """Whose it is; null for the start tile."""


class ForbiddenCityLay(TypedDict):
    """A tile laid."""

    ruleset: Literal["forbidden_city"]
    sides: str
    """From the north clockwise: o open, w wall, a wall with an archway."""
    floors: list[ForbiddenCityFloor]
    """Of its parts: one; two on a diagonal tile; none in a garden."""
    parts: list[int]
    """To which part each side belongs."""
    advisors: list[int]
    """In each part."""
    dragons: list[int]
    """In each part."""
    kind: Literal["lay"]
    tile: ForbiddenCityTileName
    x: int
    y: int
    facing: ForbiddenCityFacing
    seat: int
    closes: list[ForbiddenCityClosing]
    """The rooms that it closes."""
    paid: list[int]
    """What they pay each seat together."""
    opens: NotRequired[list[ForbiddenCityRoom]]
    """The rooms that it lies in, touches or reaches and leaves open, as they are then."""


ForbiddenCityLegalMove: TypeAlias = ForbiddenCityLay | ForbiddenCityAside


ForbiddenCityMove: TypeAlias = ForbiddenCityLay | ForbiddenCityAside | ForbiddenCityDraw | ForbiddenCityFirst | ForbiddenCityHostsMove


class ForbiddenCityReveal(TypedDict):
    """The tiles that a seat has left at the end."""

    seat: int
    tiles: list[ForbiddenCityTileName]
    paid: int


class ForbiddenCitySeat(TypedDict):
    """What is known of a seat."""

    seat: int
    colour: ForbiddenCityColour
    score: int
    """Coins so far."""
    held: ForbiddenCityHeardTile | None
    """The tile in hand; `?` if you may not see it."""
    laid: int
    """How many tiles it has laid."""
    left: list[ForbiddenCityTileName]
    """What it has not laid, the tile in hand included."""
    aside: list[ForbiddenCityTileName]
    """What fitted nowhere."""


class ForbiddenCityTile(TypedDict):
    """A tile of the box, facing north."""

    sides: str
    """From the north clockwise: o open, w wall, a wall with an archway."""
    floors: list[ForbiddenCityFloor]
    """Of its parts: one; two on a diagonal tile; none in a garden."""
    parts: list[int]
    """To which part each side belongs."""
    advisors: list[int]
    """In each part."""
    dragons: list[int]
    """In each part."""
    tile: ForbiddenCityTileName
    marked: bool
    """Whether it is for two players only."""
    looks: list[ForbiddenCityFacing]
    """The ways to face in which it looks different."""


GameOptions: TypeAlias = CathedralOptions | ForbiddenCityOptions | VerboteneStadtOptions
"""The options of the game's ruleset, all of them."""


class OptionsRequest(
    CathedralOptionsRequest,
    ForbiddenCityOptionsRequest,
    VerboteneStadtOptionsRequest,
):
    """Options of the ruleset; what is left out has its default."""


class VerboteneStadtDeal(TypedDict):
    """An official put on a yellow space."""

    ruleset: Literal["verbotene_stadt"]
    kind: Literal["deal"]
    official: VerboteneStadtOfficialName
    cell: str


class VerboteneStadtDice(TypedDict):
    """What the dice show."""

    fate: VerboteneStadtFace | None
    """The fate die rolled last."""
    blue: int | None
    """The active pavilion."""


class VerboteneStadtDoor(TypedDict):
    """A door: a cell and the side it is at."""

    cell: str
    side: VerboteneStadtSide


class VerboteneStadtEntry(TypedDict):
    """An entry that is being settled."""

    official: VerboteneStadtOfficialName
    seat_asked: int | None
    """Who answers, gets the award or takes a card."""
    doubter: int | None


class VerboteneStadtFigure(TypedDict):
    """An official of the box."""

    name: VerboteneStadtOfficialName
    hat: VerboteneStadtColour
    robe: VerboteneStadtColour
    letters: str


class VerboteneStadtOfficial(TypedDict):
    """Where an official is."""

    name: VerboteneStadtOfficialName
    place: Literal["board", "box", "pavilion", "exile"]
    cell: str | None


class VerboteneStadtPavilion(TypedDict):
    """A pavilion and its garments."""

    number: int
    colour: VerboteneStadtPavilionColour
    active: bool
    garments_left: list[VerboteneStadtGarmentName]


class VerboteneStadtPavilionDoor(TypedDict):
    """A pavilion's door."""

    pavilion: int
    cell: str
    side: VerboteneStadtSide


class VerboteneStadtPosition(TypedDict):
    """The table as the viewer may know it."""

    ruleset: Literal["verbotene_stadt"]
    options: VerboteneStadtChosenOptions
    stage: Literal["deal", "bribe", "start", "pavilion", "move", "fate", "dragon", "answer", "garment", "award", "forfeit", "over"]
    active_seat: int | None
    plays_again: bool
    moves_made: int
    active_pavilion: int | None
    dice: VerboteneStadtDice
    bluffing: Literal["open", "closed"]
    entry: VerboteneStadtEntry | None
    entry_pays: VerboteneStadtPay | None
    reach: dict[str, list[str]] | None
    """The officials that could slide into the active pavilion, each with its shortest path."""
    officials: list[VerboteneStadtOfficial]
    exile: list[VerboteneStadtOfficialName]
    pavilions: list[VerboteneStadtPavilion]
    seats: list[VerboteneStadtSeat]


class VerboteneStadtSlide(TypedDict):
    """An official moved."""

    ruleset: Literal["verbotene_stadt"]
    kind: Literal["slide"]
    official: VerboteneStadtOfficialName
    end: str
    """A cell, or `pavilion`."""
    path: list[str]
    """Where it turns, from its start to its end."""
    door: VerboteneStadtDoor | None
    """The door it runs through."""
    fate_die: Literal["small", "medium", "large"] | None
    """The fate die that is rolled after it; none when it enters, or when no further one is."""


class GameSummary(TypedDict):
    id: str
    ruleset: RulesetName
    options: GameOptions
    status: Literal["open", "running", "finished"]
    revision: int
    turn: int
    seats: list[SeatAnswer]
    actors: list[int]
    outcome: OutcomeAnswer | None
    visibility: Literal["listed", "unlisted", "private"]
    created_at: str
    """UTC."""
    updated_at: str
    """UTC."""
    links: dict[str, str]


class GameList(TypedDict):
    items: list[GameSummary]
    next: str | None
    """Cursor of the next page; null on the last."""


class GameRequest(TypedDict):
    ruleset: Literal["cathedral", "forbidden_city", "verbotene_stadt"]
    """Which board game."""
    options: NotRequired[OptionsRequest]
    seats: list[SeatWord | SeatForAI | SeatForPlayer]
    """Who sits where, seat 0 first; `me` may stand more than once."""
    visibility: NotRequired[Literal["listed", "unlisted", "private"]]
    """`listed` in the lobby; `unlisted`: whoever has the address may look, a join code opens a seat; `private`: only those invited."""
    hints: NotRequired[bool]
    """Whether players may ask an AI for advice during the game. Left out, they may, unless it is rated: then nobody may."""
    rated: NotRequired[bool]
    """Whether it counts for ratings: with another player or a built-in AI in every seat, and without advice."""
    clock: NotRequired[ClockRequest]
    """Left out, a game between people has seven days a decision, unless the operator says otherwise; others have none."""
    commitment: NotRequired[str]
    """The `id` of one of your commitments, with `client_seed`: the game draws from both."""
    client_seed: NotRequired[str]
    """What you add to the seed: up to 128 letters, digits and signs without a space."""


class SeriesRequest(TypedDict):
    ruleset: Literal["cathedral", "forbidden_city", "verbotene_stadt"]
    """Which board game."""
    options: NotRequired[OptionsRequest]
    points: NotRequired[Literal["score", "rank"]]
    """What counts: each game's `score` (of Cathedral the squares not placed), or the `rank` in it. Of Cathedral always the score."""
    visibility: NotRequired[Literal["listed", "unlisted", "private"]]
    """Of the contest and its games."""
    hints: NotRequired[bool]
    """Whether players may ask an AI for advice during the games."""
    rated: NotRequired[bool]
    """Whether the games count for ratings, where somebody else sits in every seat and nobody's is taken by a stand-in."""
    clock: NotRequired[ClockRequest]
    """Of every game in which somebody plays; left out, seven days a decision unless the operator says otherwise."""
    seats: list[SeatWord | SeatForAI | SeatForPlayer]
    """Who sits where in the first game; the seats move on by one each game."""
    games: NotRequired[int]
    """How many games."""
    tie: NotRequired[Literal["share", "play_on"]]
    """A tie stays one, or the series goes on until somebody is ahead, by one game from every seat each time."""


class SeriesAnswer(TypedDict):
    id: str
    ruleset: RulesetName
    options: GameOptions
    status: Literal["registering", "running", "finished", "cancelled"]
    why: str | None
    """Why it was cancelled."""
    revision: int
    """Rises with every change."""
    points: Literal["score", "rank"]
    """What counts: each game's `score` (of Cathedral the squares not placed), or the `rank` in it. Of Cathedral always the score."""
    fewest_win: bool
    """Whether the fewest points are the best."""
    clock: TimeControlAnswer | None
    """The clock of every game; null for none."""
    rated: bool
    """Whether the games count for ratings."""
    hints: bool
    visibility: Literal["listed", "unlisted", "private"]
    organiser: str
    """The player's id."""
    seats: int
    """How many sit at a table."""
    invited: list[str]
    """The ids of the players who are invited and have not entered."""
    created_at: str
    """UTC."""
    updated_at: str
    """UTC."""
    standings: list[StandingAnswer]
    """The best first."""
    links: dict[str, str]
    players: list[EntrantAnswer]
    tie: Literal["share", "play_on"]
    games: list[ContestGameAnswer]


class TournamentRequest(TypedDict):
    ruleset: Literal["cathedral", "forbidden_city", "verbotene_stadt"]
    """Which board game."""
    options: NotRequired[OptionsRequest]
    points: NotRequired[Literal["score", "rank"]]
    """What counts: each game's `score` (of Cathedral the squares not placed), or the `rank` in it. Of Cathedral always the score."""
    visibility: NotRequired[Literal["listed", "unlisted", "private"]]
    """Of the contest and its games."""
    hints: NotRequired[bool]
    """Whether players may ask an AI for advice during the games."""
    rated: NotRequired[bool]
    """Whether the games count for ratings, where somebody else sits in every seat and nobody's is taken by a stand-in."""
    clock: NotRequired[ClockRequest]
    """Of every game in which somebody plays; left out, seven days a decision unless the operator says otherwise."""
    name: str
    """What it is called."""
    format: NotRequired[Literal["round_robin", "swiss", "tables"]]
    """`round_robin` and `swiss` with two seats, `tables` with three or four."""
    seats: NotRequired[int]
    """How many sit at a table; 2, or for `tables` 3 or 4."""
    entrants: NotRequired[list[EntrantWord | EntrantAI | EntrantPlayer]]
    """Who takes part from the beginning, and which players are invited."""
    opponents: NotRequired[int | None]
    """Of a round robin, how many others everybody meets; null for all. Left out, five, or four in an odd field."""
    rounds: NotRequired[int]
    """Of a Swiss or of tables, how many rounds; left out, five at most. A round robin says `opponents`."""
    odd: NotRequired[Literal["partial", "house_ai", "full"]]
    """What an odd field of a round robin does: fewer opponents, a house AI, or everybody against everybody. The house AI plays whatever `bots` says; it is ranked below everybody and never on the podium."""
    repeats: NotRequired[Literal["few", "close"]]
    """Of tables: rather `few` repeated meetings, or rather `close` standings."""
    entry: NotRequired[Literal["open", "list"]]
    """Who may enter: anybody, or those in `entrants`."""
    bots: NotRequired[Literal["none", "allowed", "only"]]
    """Whether AIs may take part."""
    capacity: NotRequired[int]
    """The most entrants."""
    start: NotRequired[str]
    """`now`, `manual` (by `POST …/start`), or when it begins by itself, as a time in UTC."""
    games_run: NotRequired[Literal["in_turn", "at_once"]]
    """Whether the two games of a meeting run one after the other or at the same time, which no clock of seconds allows. Left out, `at_once` where you name a clock of `days`, else `in_turn`."""
    start_count: NotRequired[int]
    """How many entrants let it begin by itself."""
    entries_from: NotRequired[str]
    """From when on others may enter, as a time in UTC; left out, at once. The organiser may always."""
    entries_until: NotRequired[str]
    """Until when others may enter, as a time in UTC, no later than `start`; left out, until it begins. Of late entry `late_until` says more."""
    late_until: NotRequired[int]
    """The last round for which somebody may still enter; of Swiss and tables."""
    no_shows: NotRequired[int]
    """How many games that it lost on time, or did not come back to, put an entrant out, whatever the clock does; 0 for never."""


class TournamentAnswer(TypedDict):
    id: str
    ruleset: RulesetName
    options: GameOptions
    status: Literal["registering", "running", "finished", "cancelled"]
    why: str | None
    """Why it was cancelled."""
    revision: int
    """Rises with every change."""
    points: Literal["score", "rank"]
    """What counts: each game's `score` (of Cathedral the squares not placed), or the `rank` in it. Of Cathedral always the score."""
    fewest_win: bool
    """Whether the fewest points are the best."""
    clock: TimeControlAnswer | None
    """The clock of every game; null for none."""
    rated: bool
    """Whether the games count for ratings."""
    hints: bool
    visibility: Literal["listed", "unlisted", "private"]
    organiser: str
    """The player's id."""
    seats: int
    """How many sit at a table."""
    invited: list[str]
    """The ids of the players who are invited and have not entered."""
    created_at: str
    """UTC."""
    updated_at: str
    """UTC."""
    standings: list[StandingAnswer]
    """The best first."""
    links: dict[str, str]
    name: str
    format: Literal["round_robin", "swiss", "tables"]
    games_per_meeting: int
    games_run: Literal["in_turn", "at_once"]
    """How the games of a meeting run."""
    opponents: int | None
    """How many others everybody meets; null for all, or not settled."""
    planned_rounds: int | None
    odd: Literal["partial", "house_ai", "full"]
    repeats: Literal["few", "close"]
    entry: Literal["open", "list"]
    bots: Literal["none", "allowed", "only"]
    capacity: int | None
    start: str
    start_count: int | None
    entries_from: str | None
    """From when on others may enter; null for at once."""
    entries_until: str | None
    """Until when others may enter before the beginning; null for until then."""
    late_until: int
    no_shows: int
    round: int
    """How many rounds have been drawn."""
    rounds: list[str]
    """Where each of them is."""
    games: GamesCountAnswer
    entrants: list[EntrantAnswer]
    podium: list[StandingAnswer]
    """The first three places, once it is over; never a house AI."""
    ways: list[WayAnswer]
    """While it registers: what fits the field as it is now."""


class SeekRequest(TypedDict):
    ruleset: Literal["cathedral", "forbidden_city", "verbotene_stadt"]
    """Which board game."""
    options: NotRequired[OptionsRequest]
    seats: NotRequired[int]
    """How many play."""
    rated: NotRequired[bool]
    """Whether the game counts for ratings."""
    clock: NotRequired[ClockRequest]
    """Left out, seven days a decision unless the operator says otherwise."""
    rating_least: NotRequired[int]
    """The least rating that the others may have."""
    rating_most: NotRequired[int]
    """The highest rating that the others may have."""
    ai: NotRequired[FallbackRequest]
    """An AI for the other seats, when nobody has come."""


class CathedralComponents(TypedDict):
    """The city and every building, with all that is needed to draw them."""

    ruleset: Literal["cathedral"]
    board: CathedralBoard
    sides: list[CathedralSideColours]
    buildings: list[CathedralBuilding]
    cathedral: CathedralCathedral


CathedralMove: TypeAlias = CathedralPlace | CathedralHostsMove


class CathedralPosition(TypedDict):
    """The city as it stands."""

    ruleset: Literal["cathedral"]
    size: int
    """Squares along a wall."""
    to_move: int | None
    """Who places something; null when the game is over."""
    skipped: int | None
    """Who has just lost its turn, having nothing to place."""
    cathedral: Literal["waiting", "standing", "removed"]
    buildings: list[CathedralStanding]
    territory: list[list[str]]
    """For each seat, the free squares that only it may build on."""
    sides: list[CathedralSide]


class ForbiddenCityComponents(TypedDict):
    """The tiles, both sides of the start tile, the colours and the coins."""

    ruleset: Literal["forbidden_city"]
    notice: str
    sides: dict[str, str]
    """What the letters of sides mean."""
    facings: str
    unknown: str
    colours: list[str]
    two_player_colours: list[str]
    coins: dict[str, int]
    """How many coins of each worth there are."""
    tiles_in_the_box: int
    worth: ForbiddenCityWorth
    tiles: list[ForbiddenCityTile]
    start_sides: dict[str, list[ForbiddenCityStartCell]]
    """The cells of each side of the start tile."""


class ForbiddenCityPosition(TypedDict):
    """The table as the viewer may know it."""

    ruleset: Literal["forbidden_city"]
    start_side: Literal["garden", "grand"]
    first: int | None
    """Who begins; null before chance has said so."""
    turn: int | None
    """Who lays the next tile."""
    seats: list[ForbiddenCitySeat]
    tiles: list[ForbiddenCityLaid]
    open_cells: list[list[int]]
    """Empty cells beside a tile."""
    rooms: list[ForbiddenCityRoom]
    history: list[ForbiddenCityScoring]
    reveal: list[ForbiddenCityReveal] | None
    """Once the game is over."""


Position: TypeAlias = CathedralPosition | ForbiddenCityPosition | VerboteneStadtPosition
"""A position as the viewer may know it; `ruleset` tells its shape."""


class VerboteneStadtBoard(TypedDict):
    """The board as its drawing and in parts."""

    drawing: list[str]
    streets: list[str]
    yellow: list[str]
    """Where officials are dealt."""
    grey: list[str]
    walls: list[VerboteneStadtWall]
    doors: list[VerboteneStadtPavilionDoor]
    pavilions: list[VerboteneStadtRoof]


class VerboteneStadtComponents(TypedDict):
    """The board, the officials, the dice and the cards."""

    ruleset: Literal["verbotene_stadt"]
    notice: list[str]
    board: VerboteneStadtBoard
    officials: list[VerboteneStadtFigure]
    colours: list[VerboteneStadtColour]
    dice: dict[str, list[VerboteneStadtFace]]
    """The faces of each die."""
    garments: list[VerboteneStadtGarmentName]
    cards: list[VerboteneStadtCardName]
    values: VerboteneStadtValues
    exile_spaces: int
    exiles_until_everything_is_paid: int


VerboteneStadtLegalMove: TypeAlias = (
    VerboteneStadtBribe | VerboteneStadtSlide | VerboteneStadtTake | VerboteneStadtWord | VerboteneStadtTakeAll
)


VerboteneStadtMove: TypeAlias = (
    VerboteneStadtBribe
    | VerboteneStadtSlide
    | VerboteneStadtTake
    | VerboteneStadtWord
    | VerboteneStadtTakeAll
    | VerboteneStadtDeal
    | VerboteneStadtRoll
    | VerboteneStadtGarment
    | VerboteneStadtHostsMove
)


class SeriesStateEvent(TypedDict):
    """The event `series` of a stream, its `data` read as JSON."""

    id: str
    """Its revision."""
    event: Literal["series"]
    data: SeriesAnswer


SeriesEvent: TypeAlias = SeriesStateEvent | EndEvent
"""An event of a series's stream, by its fields."""


class TournamentStateEvent(TypedDict):
    """The event `tournament` of a stream, its `data` read as JSON."""

    id: str
    """Its revision."""
    event: Literal["tournament"]
    data: TournamentAnswer


TournamentEvent: TypeAlias = TournamentStateEvent | EndEvent
"""An event of a tournament's stream, by its fields."""


class PuzzleAnswer(TypedDict):
    id: str
    ruleset: RulesetName
    rules_version: int
    seats: int
    seat: int
    """Who is to move: you."""
    kind: DecisionKind
    prompt: str
    """What is to be decided, for a person."""
    code: str
    """What `prompt` says, as a stable code to translate it by. `GET /v1/sentences` lists all codes."""
    params: dict[str, Any]
    """What the sentence's template is filled with, by name: each a text, a number or a list of them."""
    links: dict[str, str]
    notation: str
    """The position as the seat sees it."""
    position: Position
    moves: list[str]
    """Every legal move."""


Components: TypeAlias = CathedralComponents | ForbiddenCityComponents | VerboteneStadtComponents
"""Shapes, tiles, boards, dice: everything needed to draw the game."""


LegalMoveObject: TypeAlias = CathedralPlace | ForbiddenCityLegalMove | VerboteneStadtLegalMove
"""A move that a seat may choose, as an object; `ruleset` and `kind` tell its shape."""


MoveObject: TypeAlias = CathedralMove | ForbiddenCityMove | VerboteneStadtMove
"""A move as an object; `ruleset` and `kind` tell its shape."""


class RulesetAnswer(TypedDict):
    name: RulesetName
    title: str
    designer: str
    version: int
    """Rises when the rules change; new games follow the newest."""
    versions: list[int]
    """Every version of the rules that games begun under it can be finished by."""
    box: str
    """SHA-256 of the board, tiles and dice in use; records name it."""
    seats: list[int]
    """The numbers of seats it can be played with."""
    options: list[OptionAnswer]
    ais: list[str]
    """The AIs that can be played now."""
    components: Components


class EntryAnswer(TypedDict):
    number: int
    """Place in the journal, from 1."""
    turn: int
    """The turn that the move answered."""
    revision: int
    """The game's revision that the move made; moves made at once share it."""
    seat: int | None
    """Who moved; null for chance."""
    move: str
    """The move as text, as you may hear of it."""
    object: MoveObject
    at: str
    """When, UTC."""


class SnapshotAnswer(TypedDict):
    id: str
    ruleset: RulesetName
    rules_version: int
    options: GameOptions
    status: Literal["open", "running", "finished"]
    revision: int
    """Rises with every change."""
    turn: int
    """Number of the pending decision; 0 before the game starts."""
    seats: list[SeatAnswer]
    actors: list[int]
    """The seats that owe a decision."""
    decisions: list[DecisionAnswer]
    clock: ClockAnswer | None
    """Null for a game without a clock."""
    paused: bool
    """Whether the game is paused: nobody moves until it is resumed."""
    offers: list[OfferAnswer]
    """What is offered and not answered yet."""
    rematch: str | None
    """The game that follows this one, once somebody has asked for it."""
    imported: bool
    """Whether it was played elsewhere, and imported as a record."""
    rematch_of: str | None
    """The game that this one follows."""
    notation: str
    """The position as text, as you may know it."""
    position: Position
    entries: int
    """How many entries the journal has."""
    last: EntryAnswer | None
    """The last move that a seat made."""
    outcome: OutcomeAnswer | None
    commitment: str
    """SHA-256 of the seed that every roll and draw comes from."""
    seed: str | None
    """The seed, once the game is over."""
    client_seed: str | None
    """What the creator added to the seed, if anything: then both decide."""
    degraded: bool
    """Whether a stand-in had to play for an AI that did not answer."""
    frozen: str | None
    """Why the operator has frozen the game; null for one that is not."""
    visibility: Literal["listed", "unlisted", "private"]
    hints: bool
    """Whether players may ask an AI for advice."""
    rated: bool
    """Whether the game counts for ratings."""
    contest: GameContestAnswer | None
    """The series or tournament it belongs to."""
    creator: str | None
    """The id of the player who created it, and may cancel it until it starts."""
    created_at: str
    """UTC."""
    updated_at: str
    """UTC."""
    poll: PollAnswer
    links: dict[str, str]
    join_code: NotRequired[str]
    """Opens a seat of a game that is not listed; shown to its creator and to those who sit in it."""
    you: YouAnswer


class EntryList(TypedDict):
    items: list[EntryAnswer]
    next: str | None
    """Cursor of the next page; null while there is no more."""


class PlayedAnswer(TypedDict):
    entries: list[EntryAnswer]
    """Your move, and what chance did after it."""
    game: SnapshotAnswer


class LegalMove(TypedDict):
    move: str
    """As text: what POST …/moves takes."""
    object: LegalMoveObject


class LegalMoves(TypedDict):
    turn: int
    seat: int
    count: int
    """How many moves match, on all pages."""
    items: list[LegalMove]
    next: str | None
    """Cursor of the next page; null on the last."""


class HintMove(TypedDict):
    move: str
    object: LegalMoveObject
    estimate: float
    """Estimated share of the win after it, 0 to 1."""
    points: float | None
    """With how many points the seat may expect to end, as its ruleset counts: squares left, coins, what the cards are worth."""
    reply: ReplyAnswer | None
    """The answer that is expected to it."""


class HintAnswer(TypedDict):
    turn: int
    seat: int
    status: Literal["pending", "done", "cancelled"]
    moves: list[HintMove]
    """The best moves, the best first; empty until it is done."""
    links: dict[str, str]


class VerdictAnswer(TypedDict):
    puzzle: str
    move: str
    object: LegalMoveObject
    right: bool


class WorkAnswer(TypedDict):
    id: str
    """Names this work in `/v1/work/{work_id}/…`."""
    protocol: int
    ai: str
    ruleset: RulesetName
    rules_version: int
    seats: int
    """How many seats the game has."""
    seat: int
    """The seat to decide for."""
    goal: Literal["win", "score"]
    """What the game is played for: to win it, or, in a contest that adds up scores, for as good a score as can be had."""
    notation: str
    """The position as that seat may know it."""
    position: Position
    moves: list[str]
    """Every legal move; the answer is one of them."""
    objects: NotRequired[list[LegalMoveObject]]
    """The same moves as objects, in the same order, where they were asked for."""
    budget_seconds: float
    """How long to think, with the processor to yourself."""
    wall_seconds: float
    """How long that may take by the clock where others use the processor too: then the answer must be on its way."""
    deadline: str
    """When the turn goes to somebody else, UTC."""


class SnapshotEvent(TypedDict):
    """The event `snapshot` of a stream, its `data` read as JSON."""

    id: str
    """The game's revision."""
    event: Literal["snapshot"]
    data: SnapshotAnswer


GameEvent: TypeAlias = SnapshotEvent | EndEvent
"""An event of a game's stream, by its fields."""
