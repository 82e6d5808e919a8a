"""Answers that depend on a few lines of the city, remembered by what stands in those: most slides leave most answers as they were.

Whoever finds an answer says at which lines it looked, one after the other. Which line comes next depends on nothing but what was seen in
those before; so all answers to a question make a tree, whose branches are what may stand in a line.

>>> memo: Memo[str] = Memo(most=100)
>>> memo.keep(7, [0, 2], [0b100, 0b111, 0b001], "both ends")
>>> memo.find(7, [0b100, 0b000, 0b001]), memo.find(7, [0b100, 0b000, 0b011])
('both ends', None)
"""

from collections.abc import Sequence
from typing import Any, Generic, TypeVar

Answer = TypeVar("Answer")

Node = tuple[int, Any]
"""The line to look at and what follows for each thing that may stand there; or LEAF and the answer."""

LEAF = -1


class Memo(Generic[Answer]):
    """Answers to questions that are numbers, about lines that are sets of bits; all are forgotten once there are too many."""

    def __init__(self, most: int) -> None:
        self.most, self.kept = most, 0
        self.trees: dict[int, Node] = {}

    def find(self, question: int, lines: Sequence[int]) -> Answer | None:
        """What was answered where all lines that mattered were the same; None if that never happened."""
        node = self.trees.get(question)
        while node:
            line, after = node
            if line == LEAF:
                found: Answer = after
                return found
            node = after.get(lines[line])
        return None

    def keep(self, question: int, looked: Sequence[int], lines: Sequence[int], answer: Answer) -> None:
        """Remembers an answer, by the lines that were looked at, in their order."""
        if self.kept >= self.most:
            self.trees, self.kept = {}, 0
        self.kept += 1
        branches: dict[int, Node] = self.trees
        place = question
        for line in looked:
            _, branches = branches.setdefault(place, (line, {}))
            place = lines[line]
        branches[place] = (LEAF, answer)
