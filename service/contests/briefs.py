"""A contest's brief: the little that is kept beside it for whoever asks if it has changed, may look at it, or lists it with others.

It is written with the contest and never says more than the contest does, so that a read of it costs the same however many have entered
and however much has been played. One that is missing, or is of another text than the contest's, is made again by whoever reads it.
"""

import logging
from collections.abc import Sequence
from dataclasses import dataclass, fields

import orjson

from service.contests.contest import CANCELLED, FINISHED, KICKED, Contest, load
from service.contests.contest import SERIES as SERIES_FORMAT
from service.store.contests import ContestStore, Kept
from service.store.quarantine import BROKEN

log = logging.getLogger("intramuros.contests")

SERIES, TOURNAMENT = "series", "tournament"


@dataclass(frozen=True)
class Brief:
    """What a poll and a list need to know of a contest."""

    id: str
    name: str
    ruleset: str
    format: str
    status: str
    created_at: str
    visibility: str
    organiser: str
    active: int
    """How many still play."""
    rounds: int
    """How many have been drawn."""
    players: tuple[str, ...]
    """The players who have entered, also those who have left since."""
    invited: tuple[str, ...]
    kicked: tuple[str, ...]
    revision: int = 0

    @property
    def kind(self) -> str:
        return SERIES if self.format == SERIES_FORMAT else TOURNAMENT

    @property
    def tag(self) -> str:
        """What is another one after every change of the contest and of its games."""
        return f"{self.id}-{self.revision}"

    @property
    def is_over(self) -> bool:
        return self.status in (FINISHED, CANCELLED)

    def awaits(self, player: str) -> bool:
        """Whether the player is invited and has not answered."""
        return not self.is_over and player in self.invited and player not in self.players

    def may_look(self, player: str | None) -> bool:
        """Whether the contest exists for the player: a private one does for those who organise it, play in it or are invited."""
        if self.visibility != "private" or (player and player == self.organiser):
            return True
        return bool(player) and player not in self.kicked and (player in self.players or player in self.invited)


def brief_of(contest: Contest) -> Brief:
    same = ("id", "name", "ruleset", "format", "status", "created_at", "visibility", "organiser", "invited", "revision")
    return Brief(
        **{name: getattr(contest, name) for name in same},
        active=len(contest.active()),
        rounds=len(contest.drawn),
        players=tuple(one.player for one in contest.entrants if one.player),
        kicked=tuple(one.player for one in contest.entrants if one.player and one.left == KICKED),
    )


def dump_brief(contest: Contest) -> str:
    """The contest's brief as JSON, which `load_brief` reads back."""
    brief = brief_of(contest)
    return orjson.dumps({each.name: getattr(brief, each.name) for each in fields(Brief) if each.name != "revision"}).decode()


def load_brief(text: str, revision: int) -> Brief:
    found = orjson.loads(text)
    return Brief(**found | {name: tuple(found[name]) for name in ("players", "invited", "kicked")}, revision=revision)


def briefs(store: ContestStore, contests: Sequence[str]) -> list[Brief | None]:
    """The briefs of several contests, in the given order; None for an unknown one."""
    return [read_brief(store, contest, kept) for contest, kept in zip(contests, store.briefs(contests), strict=True)]


def readable(store: ContestStore, contests: Sequence[str]) -> tuple[dict[str, Brief], list[str]]:
    """The briefs of those contests that can be read, in the given order, and the ids of those that are gone.

    One that cannot be read is neither: it is put in quarantine, for the operator to look at, and is in nobody's way.
    """
    found, gone = dict[str, Brief](), list[str]()
    for contest, kept in zip(contests, store.briefs(contests), strict=True):
        try:
            brief = read_brief(store, contest, kept)
        except BROKEN as error:
            log.error("a stored contest cannot be read: %s: %s", type(error).__name__, error, extra={"contest": contest})
            store.set_aside(contest)
            continue
        if brief:
            found[contest] = brief
        else:
            gone.append(contest)
    return found, gone


def read_brief(store: ContestStore, contest: str, kept: Kept | None) -> Brief | None:
    """The brief that is kept, or is made again where it is missing; None for an unknown contest."""
    if kept is None:
        return None
    return load_brief(kept.text, kept.revision) if kept.text else made_again(store, contest)


def made_again(store: ContestStore, contest: str) -> Brief | None:
    """The brief of a contest that was stored without one; it has one from now on."""
    known = store.text(contest)
    if known is None:
        return None
    made = dump_brief(load(known.text))
    store.keep_brief(contest, known.revision, made)
    return load_brief(made, known.revision)
