"""What the strongest built-in opponent thinks of a decision, and its notes on one that was made: what it cost and what it teaches.

A note grades a move by the share of the win that it gave away, and says in the ruleset's sentences why.

>>> grade(0.0), grade(0.06), grade(0.3)
('good', 'inaccuracy', 'blunder')
"""

import random
from collections.abc import Sequence
from dataclasses import replace
from math import exp

from engine.ai.lessons import Slip, expected, lessons
from engine.ai.levels import STRONGEST, opponent
from engine.ai.opponent import Budget
from engine.ai.search.candidate import Candidate
from engine.ai.thinker import Thinker
from engine.core import CHANCE
from engine.sentences import Sentence
from service.game import AnyPosition, Game
from service.games import visibility
from service.json_object import Json

GRADES = {"good": 0.0, "inaccuracy": 0.05, "mistake": 0.1, "blunder": 0.2}
"""What a move is called that gives away at least so much of the win."""
GUESSES = 50
"""Over how many guesses of what is hidden the points of a hint are averaged."""
STRICTNESS = 5.0
"""How quickly accuracy falls with what is given away: 0.05 of the win leaves 78 %, 0.2 of it 37 %."""


def considered(game: Game, seat: int, seconds: float, played: object = None) -> list[Candidate]:
    """What the strongest built-in opponent thinks of the seat's legal moves, the best first; also of the one that was played."""
    thinker = opponent(game.ruleset, STRONGEST)
    assert isinstance(thinker, Thinker)
    view, moves = visibility.ai_view(game, seat), visibility.legal_moves(game, seat)
    if len(moves) == 1:
        return [Candidate(moves[0], thinker.mind.evaluate(guesses(game, seat)[0])[seat])]
    return thinker.consider(view, moves, Budget(seconds=seconds), played)


def guesses(game: Game, seat: int) -> list[AnyPosition]:
    """Whole positions, each of which the seat may take for the true one; a single one where it knows everything."""
    thinker = opponent(game.ruleset, STRONGEST)
    assert isinstance(thinker, Thinker)
    view, rng = visibility.ai_view(game, seat).position, random.Random(0)
    first: AnyPosition = thinker.mind.guess(view, seat, rng)
    return [first] if first == view else [first, *(thinker.mind.guess(view, seat, rng) for _ in range(GUESSES - 1))]


def points_after(name: str, positions: Sequence[AnyPosition], seat: int, move: object) -> float | None:
    """The points with which the seat may expect to end after the move, in the ruleset's own count: on average over these positions."""
    found = [points[seat] for position in positions if (points := expected(name, position.play(seat, move)))]
    return round(sum(found) / len(found), 1) if found else None


def reply_to(candidate: Candidate, seat: int) -> tuple[int, object] | None:
    """The next decision of somebody else that the search expects."""
    return next(((actor, move) for actor, move in candidate.line if actor not in (seat, CHANCE)), None)


def grade(loss: float) -> str:
    return [name for name, least in GRADES.items() if loss >= least][-1]


def note(before: Game, stored: Json, seconds: float) -> Json:
    """What the AI thought before a move, after it, what it would have played, and what that teaches."""
    seat, here = stored["seat"], before.acted_by(stored["seat"])
    truth = visibility.seen(before, None)
    move = before.rules.read_move(stored["move"], truth, seat)
    seen = considered(here, seat, seconds, move)
    best, found = seen[0], next(candidate for candidate in seen if candidate.move == move)
    played = min(found.estimate, best.estimate)  # a move that was only glanced at may look better than it is
    better = str(best.move) if best is not found and best.estimate > played + 0.005 else None
    grading = grade(best.estimate - played) if better else "good"
    learnt = [] if grading == "good" else learn(here, Slip(truth, seat, move, best.move, reply_to(found, seat)), seconds)
    return {
        "number": stored["number"],
        "seat": seat,
        "move": stored["move"],
        "estimate_before": round(best.estimate, 3),
        "estimate_after": round(played, 3),
        "points_before": points_after(before.ruleset, [truth], seat, best.move),
        "points_after": points_after(before.ruleset, [truth], seat, move),
        "better": better,
        "grade": grading,
        "lessons": [{"sentence": said.text, "code": said.code, "params": said.params} for said in learnt],
    }


def learn(game: Game, slip: Slip, seconds: float) -> list[Sentence]:
    """What the slip teaches; where the search has not looked for the reply that punishes it, it does now."""
    after = slip.position.play(slip.seat, slip.played)
    other = next((actor for actor in after.actors if actor not in (slip.seat, CHANCE)), None)
    if slip.reply is None and other is not None:
        reply = considered(game.with_position(after).acted_by(other), other, seconds)[0].move
        slip = replace(slip, reply=(other, reply))
    return lessons(game.ruleset, slip)


def accuracy(notes: Sequence[Json], seats: int) -> list[Json]:
    """How well each seat has played, as far as there are notes: 100 for one that gave nothing away, None without a decision."""
    told = []
    for seat in range(seats):
        mine = [each for each in notes if each["seat"] == seat]
        kept = [exp(-STRICTNESS * (each["estimate_before"] - each["estimate_after"])) for each in mine]
        slips = {name: sum(each.get("grade") == name for each in mine) for name in list(GRADES)[1:]}
        told.append(
            {"seat": seat, "accuracy": round(100 * sum(kept) / len(kept), 1) if kept else None, "decisions": len(mine), "slips": slips}
        )
    return told
