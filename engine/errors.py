"""What can be wrong with something a player or a file says; each kind has a slug that never changes.

The slug is also the code of a sentence that has none of its own.

>>> IllegalMove("The castle would cover e8, which is taken.", rule="Rules, 2").slug
'illegal-move'
"""

import copyreg
from typing import Any, Self

from engine.sentences import Params, Sentence


class GameError(ValueError):
    """Something asked of a game that the game cannot do; `str()` is the sentence for the player, `code` and `params` translate it."""

    slug = "game-error"

    def __init__(self, sentence: str, *, code: str | None = None, params: Params | None = None) -> None:
        super().__init__(sentence)
        self.code = code or self.slug
        self.params = params or {}

    @classmethod
    def of(cls, said: Sentence) -> Self:
        """The error that says the sentence."""
        return cls(said.text, code=said.code, params=said.params)

    def __reduce__(self) -> tuple[Any, ...]:
        """How it goes from one process to another, with everything it knows."""
        return copyreg.__newobj__, (type(self), *self.args), vars(self)  # type: ignore[attr-defined]


class BadNotation(GameError):
    """A text that cannot be read as a move, a position or a record."""

    slug = "bad-notation"


class BadOption(GameError):
    """A game cannot be started with these seats or options; `name` says which one is wrong."""

    slug = "bad-option"

    def __init__(self, sentence: str, name: str, *, code: str | None = None, params: Params | None = None) -> None:
        super().__init__(sentence, code=code, params=params)
        self.name = name


class OtherBox(GameError):
    """The game was begun with another board, other tiles or dice than are loaded, so nobody can go on with it or look at it."""

    slug = "other-box"


class GameOver(GameError):
    """The game has ended, so nobody may move."""

    slug = "game-over"


class NotYourTurn(GameError):
    """The seat owes no decision now."""

    slug = "not-your-turn"


class IllegalMove(GameError):
    """The move can be read, but the rules refuse it; `rule` names the place in the rulebook, `rule_code` the same for programs."""

    slug = "illegal-move"

    def __init__(
        self, sentence: str, rule: str, *, code: str | None = None, params: Params | None = None, rule_code: str | None = None
    ) -> None:
        super().__init__(sentence, code=code, params=params)
        self.rule = rule
        self.rule_code = rule_code
