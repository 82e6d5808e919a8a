"""The problem printed in the rules: which officials can reach a pavilion in one move, and how?"""

from engine.verbotene_stadt.officials import OFFICIALS
from engine.verbotene_stadt.position import Position
from engine.verbotene_stadt.sliding import PAVILION, end_name


def reach(position: Position, pavilion: int) -> dict[int, list[int]]:
    """Every official that could slide into the pavilion, were it active and open to all, with its shortest path."""
    paths = {official: position.city.path(position.cells[official], PAVILION, pavilion) for official in position.on_board}
    return {official: path for official, path in paths.items() if path}


def reach_json(position: Position, pavilion: int) -> dict[str, list[str]]:
    """The answer in words: `{"red-blue": ["h3", "h4", "c4", "pavilion"], …}`."""
    return {OFFICIALS[official]: [end_name(cell) for cell in path] for official, path in reach(position, pavilion).items()}
