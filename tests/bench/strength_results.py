"""Games that were played to measure strength, one a line in a file, so that a long measurement can be stopped and gone on with.

What was played by another version of the engine does not count: a line names the digest of the engine's files.
"""

import hashlib
import json
from dataclasses import asdict, dataclass
from functools import cache
from pathlib import Path
from typing import Any

import engine
from engine.ai.contest import Game
from engine.rulesets import ruleset
from service.commands.arena import Match


@dataclass(frozen=True)
class Played:
    """A game between two players: what the first has of it, and what each thought, in seconds of the processor and in decisions."""

    rate: float
    busy: tuple[float, float]
    thoughts: tuple[int, int]


def as_played(match: Match, game: Game, first: str) -> Played:
    """With two seats the first player's share of the win; with more the share of pairs of seats in which it finished ahead."""
    mine = [seat for seat, player in enumerate(match.players) if player == first]
    theirs = [seat for seat in range(len(match.players)) if seat not in mine]
    busy, thoughts = (tuple(sum(each[seat] for seat in seats) for seats in (mine, theirs)) for each in (game.busy, game.thoughts))
    if len(match.players) == 2:
        return Played(game.shares[mine[0]], (busy[0], busy[1]), (int(thoughts[0]), int(thoughts[1])))
    sign = -1 if ruleset(match.ruleset).fewest_win else 1
    leads = [sign * (game.outcome.scores[one] - game.outcome.scores[other]) for one in mine for other in theirs]
    ahead = sum(1.0 if lead > 0 else 0.5 if lead == 0 else 0.0 for lead in leads) / len(leads)
    return Played(ahead, (busy[0], busy[1]), (int(thoughts[0]), int(thoughts[1])))


@cache
def version() -> str:
    """A digest of the engine's files."""
    root, digest = Path(engine.__file__).parent, hashlib.sha256()
    for file in sorted(each for each in root.rglob("*") if each.suffix in (".py", ".toml")):
        digest.update(str(file.relative_to(root)).encode() + b"\0" + file.read_bytes())
    return digest.hexdigest()[:16]


class Results:
    """The games kept in a file."""

    def __init__(self, file: Path) -> None:
        self.file = file
        self.known: dict[str, Played] = {}
        if file.exists():
            whole, end, torn = file.read_text().rpartition("\n")
            if torn:  # the writer was killed within a line
                file.write_text(whole + end)
            for line in whole.splitlines():
                row = json.loads(line)
                self.known[row.pop("key")] = Played(row["rate"], tuple(row["busy"]), tuple(row["thoughts"]))

    def find(self, claim: Any, seed: int, number: int) -> Played | None:
        return self.known.get(key(claim, seed, number))

    def keep(self, claim: Any, seed: int, number: int, played: Played | None) -> None:
        """Writes the game down at once."""
        if played is not None:
            self.file.parent.mkdir(parents=True, exist_ok=True)
            with self.file.open("a") as file:
                file.write(json.dumps({"key": key(claim, seed, number), **asdict(played)}) + "\n")
            self.known[key(claim, seed, number)] = played


def key(claim: Any, seed: int, number: int) -> str:
    return f"{version()} {claim.ruleset} {claim.seats} {claim.first} {claim.second} {seed} {number}"
