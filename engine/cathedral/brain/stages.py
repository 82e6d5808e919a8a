"""How far a game of Cathedral has come, for weights that change as the city fills."""

from engine.cathedral.box import DARK, LIGHT
from engine.cathedral.position import Position

STAGES = (3, 9, 15, 21)
"""Numbers of buildings in the city for which a row of weights holds; between them they are blended."""


def stage_of(position: Position) -> tuple[int, float]:
    """Which two stages the position lies between, and how far from the first."""
    built = min(max(len(position.built[LIGHT]) + len(position.built[DARK]), STAGES[0]), STAGES[-1])
    stage = min((built - STAGES[0]) // 6, len(STAGES) - 2)
    return stage, (built - STAGES[stage]) / 6


def at(weights: tuple[float, ...], stage: int, blend: float) -> float:
    return weights[stage] * (1 - blend) + weights[stage + 1] * blend
