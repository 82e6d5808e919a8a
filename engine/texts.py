"""Texts that lie beside the code of a ruleset: its page, and a game in its middle."""

from collections.abc import Callable
from importlib.resources import files


def text_beside(package: str, name: str) -> Callable[[], str]:
    """A function that reads the file of that name in the package."""
    return lambda: files(package).joinpath(name).read_text(encoding="utf-8")
