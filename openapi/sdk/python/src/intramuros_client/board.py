"""A board to look at: as text in a terminal, as a picture in a notebook, a file or a browser."""

import tempfile
import webbrowser
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True)
class Board:
    """A position drawn by the server, as the viewer may know it. `print(board)` shows it; a notebook draws it."""

    text: str
    svg: str

    def __str__(self) -> str:
        return self.text

    def _repr_svg_(self) -> str:
        return self.svg

    def save(self, path: str | Path) -> Path:
        """Writes the picture (`.svg`), or the text under any other name."""
        target = Path(path)
        target.write_text(self.svg if target.suffix == ".svg" else self.text, encoding="utf-8")
        return target

    def show(self) -> None:
        """Opens the picture in the browser."""
        with tempfile.NamedTemporaryFile(suffix=".svg", delete=False) as file:
            webbrowser.open(self.save(file.name).as_uri())
