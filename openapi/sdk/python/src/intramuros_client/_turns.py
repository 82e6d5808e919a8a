"""Which of the decisions that are owed has not been told yet."""

from collections.abc import Iterable
from dataclasses import dataclass, field

from intramuros_client.types import SnapshotAnswer, TurnAnswer

Name = tuple[str, int, int, str]


def name_of(item: TurnAnswer) -> Name:
    """A decision's name: after a takeback the same turn is another decision."""
    return item["game"], item["turn"], item["seat"], item["since"]


@dataclass
class Told:
    """The decisions told so far, of those that are still owed."""

    names: dict[str, set[Name]] = field(default_factory=dict)

    def first(self, items: Iterable[TurnAnswer]) -> TurnAnswer | None:
        """The first decision that is new, which is told from now on."""
        listed = list(items)
        fresh = next((item for item in listed if name_of(item) not in self.names.get(item["game"], set())), None)
        for game in {item["game"] for item in listed}:  # the decisions of one turn may be on two pages
            turns = {item["turn"] for item in listed if item["game"] == game}
            self.names[game] = {name for name in self.names.get(game, set()) if name[1] in turns}
        if fresh is not None:
            self.names[fresh["game"]].add(name_of(fresh))
        return fresh

    def more(self, items: Iterable[TurnAnswer]) -> bool:
        """Whether there are others that are new."""
        return any(name_of(item) not in self.names.get(item["game"], set()) for item in items)


def owed_now(snapshot: SnapshotAnswer) -> list[TurnAnswer]:
    """The decisions that I owe in a game, from its snapshot."""
    game = f"/v1/games/{snapshot['id']}"
    return [
        {
            **decision,
            "game": snapshot["id"],
            "ruleset": snapshot["ruleset"],
            "turn": snapshot["turn"],
            "revision": snapshot["revision"],
            "since": "",
            "links": {
                "game": f"{game}?seat={decision['seat']}",
                "legal_moves": f"{game}/legal-moves?seat={decision['seat']}",
                "moves": f"{game}/moves",
            },
        }
        for decision in snapshot["decisions"]
        if decision["seat"] in snapshot["you"]["owe"]
    ]
