"""Puzzles as clients get them: a decision of one seat, as it sees it, and whether a move answers it."""

from datetime import date

from engine.core import Scene, check
from engine.puzzles import Puzzle, puzzles
from engine.rulesets import NAMES
from service import problems
from service.games.visibility import named
from service.json_object import Json

STRIDE = 37
"""How far one day's puzzle is from the next day's in the file; the files have a number of puzzles that it does not divide."""


def found(identity: str) -> Puzzle:
    """The puzzle of that id; raises NotFound."""
    puzzle = next((each for name in NAMES if (each := puzzles(name).get(identity))), None)
    if puzzle is None:
        raise problems.NotFound("puzzle", {"puzzle": identity[:40]})
    return puzzle


def listed(ruleset: str | None) -> list[Puzzle]:
    """All puzzles, or those of one ruleset; raises NotFound for a ruleset that there is not."""
    if ruleset is not None and ruleset not in NAMES:
        raise problems.NotFound("ruleset", {"ruleset": ruleset, "rulesets": NAMES})
    return [each for name in NAMES if ruleset in (None, name) for each in puzzles(name).values()]


def daily(ruleset: str, day: date) -> Puzzle:
    """The puzzle of a day; raises NotFound where a ruleset has none."""
    there = listed(ruleset)
    if not there:
        raise problems.NotFound("no_puzzles", {"ruleset": ruleset})
    return there[day.toordinal() * STRIDE % len(there)]


def summary(puzzle: Puzzle) -> Json:
    """What a list says of a puzzle."""
    decision, link = puzzle.position.decision(puzzle.seat), f"/v1/puzzles/{puzzle.id}"
    return {
        "id": puzzle.id,
        "ruleset": puzzle.ruleset,
        "rules_version": puzzle.version,
        "seats": puzzle.seats,
        "seat": puzzle.seat,
        "kind": decision.kind,
        "prompt": decision.prompt,
        "code": decision.code,
        "params": decision.params,
        "links": {"self": link, "board": f"{link}/board.svg", "answer": f"{link}/answer", "solution": f"{link}/solution"},
    }


def whole(puzzle: Puzzle) -> Json:
    """Everything that is needed to solve a puzzle."""
    return summary(puzzle) | {
        "notation": puzzle.notation,
        "position": named(puzzle.ruleset, puzzle.rules.to_json(puzzle.position)),
        "moves": [str(move) for move in puzzle.position.moves(puzzle.seat)],
    }


def board(puzzle: Puzzle) -> str:
    """The drawing of what the seat sees."""
    return puzzle.rules.draw(puzzle.position, Scene(viewer=puzzle.seat))


def answered(puzzle: Puzzle, text: str) -> Json:
    """Whether the move is right; raises BadNotation or IllegalMove for one that is none."""
    move = puzzle.rules.read_move(text, puzzle.position, puzzle.seat)
    check(puzzle.position, puzzle.seat, move)
    told = named(puzzle.ruleset, puzzle.rules.move_json(puzzle.position, puzzle.seat, move))
    return {"puzzle": puzzle.id, "move": str(move), "object": told, "right": str(move) in puzzle.answers}


def solution(puzzle: Puzzle) -> Json:
    return {"puzzle": puzzle.id, "answers": list(puzzle.answers), "estimate": puzzle.estimate, "next_best": puzzle.next_best}
