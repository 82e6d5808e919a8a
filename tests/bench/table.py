"""Rows of figures that line up."""

from collections.abc import Sequence
from statistics import median


def heading(title: str, *columns: str) -> None:
    print(f"\n{title}\n{'':<44}" + "".join(f"{column:>16}" for column in columns), flush=True)


def row(name: str, *cells: str) -> None:
    print(f"  {name:<42}" + "".join(f"{cell:>16}" for cell in cells), flush=True)


def times(ratio: float) -> str:
    """A ratio in few digits: `0.93×`, `14×`, `1,250×`."""
    return f"{ratio:,.2f}×" if ratio < 10 else f"{ratio:,.0f}×"


def spread(values: Sequence[float]) -> str:
    """The middle half of the values."""
    ordered = sorted(values)
    return f"{ordered[len(ordered) // 4]:.2f}–{ordered[-1 - len(ordered) // 4]:.2f}"


def verdict(ratio: float, goal: float | None) -> str:
    return "" if goal is None else f"≥ {goal:g} {'met' if ratio >= goal else 'MISSED'}"


def middle(values: Sequence[float]) -> float:
    return median(values)
