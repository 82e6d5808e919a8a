"""What can be wrong with something a player or a file says; each kind has a slug that never changes.

>>> IllegalMove("The castle would cover e8, which is taken.", rule="Rules, 2").slug
'illegal-move'
"""

import copyreg
from typing import Any


class GameError(ValueError):
    """Something asked of a game that the game cannot do; `str()` is the sentence for the player."""

    slug = "game-error"

    def __reduce__(self) -> tuple[Any, ...]:
        """How it goes from one process to another, with everything it knows."""
        return copyreg.__newobj__, (type(self), *self.args), vars(self)  # type: ignore[attr-defined]


class BadNotation(GameError):
    """A text that cannot be read as a move, a position or a record."""

    slug = "bad-notation"


class BadOption(GameError):
    """A game cannot be started with these seats or options; `name` says which one is wrong."""

    slug = "bad-option"

    def __init__(self, sentence: str, name: str) -> None:
        super().__init__(sentence)
        self.name = name


class GameOver(GameError):
    """The game has ended, so nobody may move."""

    slug = "game-over"


class NotYourTurn(GameError):
    """The seat owes no decision now."""

    slug = "not-your-turn"


class IllegalMove(GameError):
    """The move can be read, but the rules refuse it; `rule` names the place in the rulebook."""

    slug = "illegal-move"

    def __init__(self, sentence: str, rule: str) -> None:
        super().__init__(sentence)
        self.rule = rule
