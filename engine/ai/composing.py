"""Puzzles out of games that were played: decisions with one move that is clearly better than the others, and stays so on a longer look."""

import random
from collections.abc import Iterator, Sequence
from typing import Any

from engine.ai.brain import Candid, Instinct, brain
from engine.ai.levels import STRONGEST, opponent
from engine.ai.opponent import Budget, View
from engine.ai.search.candidate import Candidate
from engine.ai.search.race import race
from engine.ai.thinker import Thinker
from engine.core import CHANCE, Position, settle_options
from engine.host_words import is_hosts
from engine.puzzles import Puzzle
from engine.random_games import game_of
from engine.record import Record
from engine.replaying import replay
from engine.rulesets import ruleset

GAP = 0.08
"""By so much of the win the right move is better than the next best."""
CLEAR = 0.04
"""The same where every move was played on from many times: that much is a fault in an analysis, and proven against luck."""
CHOICE = 6
"""So many legal moves at least, or there is nothing to find."""
HOPELESS, WON = 0.15, 0.97
"""What the right move is worth lies between these: a game that is over teaches nothing."""
LATE = 10
"""Of a game whose moves are played on from, so many decisions are looked at, the last ones."""
A_GAME = 3
"""The most puzzles from one game, so that they differ."""


def composed(record: Record, seconds: float, rng: random.Random) -> Iterator[Puzzle]:
    """Puzzles from the decisions of a game, looked at in any order."""
    rules, found = ruleset(record.ruleset, record.version), 0
    decisions = list(decided(record))
    # Where moves are played on from, only the end tells them apart: before it, much is as good as anything.
    late = isinstance(brain(record.ruleset), Instinct)
    for position, seat in decisions[-LATE:] if late else rng.sample(decisions, len(decisions)):
        if found == A_GAME:
            return
        made = puzzle(record, View(rules, seat, position.view(seat)), seconds, rng)
        if made is not None:
            found += 1
            yield made


def decided(record: Record) -> Iterator[tuple[Position[Any], int]]:
    """Every decision of a seat that had much choice, with the position before it."""
    rules = ruleset(record.ruleset, record.version)
    before: Position[Any] = rules.start(record.seats, settle_options(rules, record.seats, record.options))
    for after, line in replay(record):
        if line.actor != CHANCE and not is_hosts(line.move) and len(before.moves(line.actor)) >= CHOICE:
            yield before, line.actor
        before = after


def puzzle(record: Record, view: View, seconds: float, rng: random.Random) -> Puzzle | None:
    """The decision as a puzzle, if one move is right at a first look and at a longer one, or against every other one by played games."""
    about = (record.ruleset, record.version, record.seats, view.seat, str(view.position))
    mind = brain(record.ruleset)
    if isinstance(mind, Instinct):
        return raced(about, mind, view, rng)
    right, worth, rest = None, 0.0, 0.0
    for patience in (1, 4):
        moves = view.position.moves(view.seat)
        best = looked_at(view, moves, patience * seconds, rng)
        if not HOPELESS < best.estimate < WON or right not in (None, best.move):
            return None
        second = looked_at(view, [move for move in moves if move != best.move], patience * seconds, rng)
        if best.estimate - second.estimate < GAP:
            return None
        right, worth, rest = best.move, best.estimate, second.estimate
    return Puzzle(*about, answers=(str(right),), estimate=round(worth, 3), next_best=round(rest, 3))


def raced(about: tuple[str, int, int, int, str], mind: Instinct, view: View, rng: random.Random) -> Puzzle | None:
    """The same by playing on from every move; never one that is right only for what it hides."""
    position, seat = view.position, view.seat

    def plain(move: Any) -> bool:
        return mind.plain(position, seat, move) if isinstance(mind, Candid) else True

    if not any(map(plain, position.moves(seat))):
        return None
    found = race(mind, position, seat, CLEAR, rng, plain)
    if found is None or not HOPELESS < found.estimate < WON:
        return None
    return Puzzle(*about, answers=(str(found.move),), estimate=round(found.estimate, 3), next_best=round(found.estimate - found.lead, 3))


def looked_at(view: View, moves: Sequence[Any], seconds: float, rng: random.Random) -> Candidate:
    """The best of the moves, as the strongest built-in opponent sees them."""
    thinker = opponent(view.ruleset.name, STRONGEST)
    assert isinstance(thinker, Thinker)
    return thinker.consider(view, moves, Budget(seconds, seed=rng.getrandbits(32)))[0]


def played(name: str, seats: int, level: str, rng: random.Random) -> Record:
    """A game of that level against itself."""
    rules, player = ruleset(name), opponent(name, level)

    def choose(position: Position[Any], seat: int) -> Any:
        budget = Budget(seed=rng.getrandbits(32))
        return player.choose(View(rules, seat, position.view(seat)), position.moves(seat), budget)

    return game_of(name, seats, {}, rng, choose)
