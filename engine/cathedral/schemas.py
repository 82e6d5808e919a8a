"""The shapes of the JSON that `describing` makes."""

from typing import Annotated, TypedDict

from engine.cathedral.box import KINDS, SIDES
from engine.cathedral.setup import OPTION
from engine.core import options_schema
from engine.grid import FACINGS
from engine.schemas import Name, Schemas, between, like, many, one_of, schema

Seat = Annotated[int, between(0, len(SIDES) - 1)]
SideName = Annotated[str, one_of(SIDES), Name("SideName")]
BuildingName = Annotated[str, one_of(KINDS), Name("BuildingName")]
Square = Annotated[str, like("^[a-j]([1-9]|10)$")]
Squares = list[Square]
Facing = Annotated[str, one_of(FACINGS), Name("Facing")]
Offset = Annotated[list[int], many(2), "Squares to the east and to the south of the prime cell."]
Paint = Annotated[dict[str, str], "Colours of roofs by the side they fall towards, `flat` ones, the `edge`, and its territory as `ground`."]


class StandingJson(TypedDict):
    """A building where it stands."""

    seat: Annotated[Seat | None, "Whose it is; null for the Cathedral."]
    building: BuildingName
    square: Annotated[Square, "Where its prime cell lies."]
    facing: Facing
    cells: Annotated[Squares, "The squares it covers."]


class PrizeJson(StandingJson):
    """A building that a move may take, with the ground it stands on."""

    region: Annotated[Squares, "The ground that is closed off around it."]


class SideJson(TypedDict):
    """What a side has."""

    seat: Seat
    side: SideName
    begun: Annotated[bool, "Whether it has placed its first building."]
    remaining: Annotated[dict[str, int], "How many of each building it has left, by name."]
    squares_left: Annotated[int, between(0), "Squares of the buildings it has left: the score, low is good."]
    can_place: Annotated[bool, "Whether any of them has room."]


class PositionJson(TypedDict):
    """The city as it stands."""

    size: Annotated[int, "Squares along a wall."]
    to_move: Annotated[Seat | None, "Who places something; null when the game is over."]
    skipped: Annotated[Seat | None, "Who has just lost its turn, having nothing to place."]
    cathedral: Annotated[str, one_of(("waiting", "standing", "removed"))]
    buildings: list[StandingJson]
    territory: Annotated[list[Squares], "For each seat, the free squares that only it may build on."]
    sides: list[SideJson]


class PlaceJson(TypedDict):
    """A building put into the city."""

    kind: Annotated[str, one_of(("cathedral", "place"))]
    building: BuildingName
    square: Square
    facing: Facing
    cells: Annotated[Squares, "The squares it covers."]
    email: Annotated[str, "The move in the notation of games by e-mail."]
    claims: Annotated[list[Squares], "The regions that become territory, nothing in them."]
    takes: Annotated[list[PrizeJson], "What it takes out of the city."]
    leaves: Annotated[list[PrizeJson], "What it could take and leaves."]


class ShapeJson(TypedDict):
    """A building's cells for each way to face, as offsets from its prime cell."""

    n: list[Offset]
    e: list[Offset]
    s: list[Offset]
    w: list[Offset]


class BuildingJson(TypedDict):
    """A kind of building."""

    name: BuildingName
    title: str
    french: str
    code: Annotated[str, "Its letters in the notation of games by e-mail."]
    count: Annotated[int, "How many a side has."]
    squares: int
    placements: Annotated[int, "In how many ways it can lie in an empty city."]
    drawings: Annotated[list[list[str]], "For each seat, or for nobody, rows: # a cell, * the prime cell."]
    shapes: Annotated[list[ShapeJson], "For each seat, or for nobody."]


class CathedralJson(BuildingJson):
    """The Cathedral."""

    colours: Paint


class BoardJson(TypedDict):
    """The city."""

    size: int
    columns: str
    rows: str


class SideColoursJson(TypedDict):
    """A side of the box."""

    seat: Seat
    side: SideName
    squares: Annotated[int, "Squares of all its buildings."]
    colours: Paint


class ComponentsJson(TypedDict):
    """The city and every building, with all that is needed to draw them."""

    board: BoardJson
    sides: list[SideColoursJson]
    buildings: list[BuildingJson]
    cathedral: CathedralJson


SCHEMAS = Schemas(
    position=schema(PositionJson),
    move=schema(PlaceJson),
    options=options_schema((OPTION,)),
    components=schema(ComponentsJson),
    decisions=("cathedral", "place"),
)
