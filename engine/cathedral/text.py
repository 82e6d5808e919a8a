"""The position for a person at a terminal, and the sentence under every drawing of it."""

from engine.captions import called, winning
from engine.cathedral.box import SIDES
from engine.cathedral.notation import city_text
from engine.cathedral.position import Position
from engine.core import Scene
from engine.endings import sentence


def board_text(position: Position, scene: Scene) -> str:
    """The position for a terminal: the city, both hands, and whose turn it is."""
    hands = [
        f"{title}, {position.squares_left(seat)} squares left: "
        + (", ".join(f"{count} {name}s" if count > 1 else name for name, count in position.remaining(seat).items()) or "nothing")
        for seat, title in enumerate(titles(scene))
    ]
    return "\n".join([city_text(position), "", *hands, "", status(position, scene)]) + "\n"


def titles(scene: Scene) -> list[str]:
    """The sides, with the names of who plays them."""
    return [called(side.title(), scene, seat) for seat, side in enumerate(SIDES)]


def status(position: Position, scene: Scene) -> str:
    """Whose turn it is, or how the game ended, in a sentence."""
    outcome = position.outcome
    if position.verdict:
        return sentence(position.verdict, titles(scene))
    if outcome is None:
        assert position.to_move is not None
        skipped = f" {SIDES[position.skipped].title()} can place nothing." if position.skipped is not None else ""
        return f"{position.decision(position.to_move).prompt}{skipped}"
    if len(outcome.winners) > 1:
        return f"A draw: {outcome.scores[0]} squares left on each side."
    points = " to ".join(str(score) for score in sorted(outcome.scores))
    return f"{winning(outcome, titles(scene))}, {points} squares left."
