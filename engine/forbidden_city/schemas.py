"""The shapes of the JSON that `describing` makes."""

from typing import Annotated, Literal, NotRequired, TypedDict

from engine.core import options_schema
from engine.forbidden_city.box import TILES
from engine.forbidden_city.moves import UNKNOWN
from engine.forbidden_city.setup import OPTIONS, SEATS
from engine.forbidden_city.starts import STARTS
from engine.forbidden_city.tiles import FLOORS, GARDEN, TEMPLE
from engine.grid import FACINGS
from engine.schemas import Name, Schemas, between, like, many, one_of, schema

Seat = Annotated[int, between(0, max(SEATS) - 1)]
Count = Annotated[int, between(0)]
TileName = Annotated[str, one_of(TILES.tiles), Name("TileName")]
HeardTile = Annotated[str, one_of((*TILES.tiles, UNKNOWN)), "A tile; `?` if you may not see it.", Name("HeardTile")]
LaidTile = Annotated[str, one_of((*TILES.tiles, *FLOORS[1:], TEMPLE, GARDEN)), "A tile, or what the start tile shows.", Name("LaidTile")]
Floor = Annotated[str, one_of((*FLOORS[1:], TEMPLE)), Name("Floor")]
Colour = Annotated[str, one_of(TILES.colours), Name("Colour")]
Facing = Annotated[str, one_of(FACINGS), Name("Facing")]
Sides = Annotated[str, like("^[owa]{4}$"), "From the north clockwise: o open, w wall, a wall with an archway."]
Cell = Annotated[list[int], many(2), "x to the east and y to the south of the Temple."]
RoomId = Annotated[str, like("^[a-z]+@-?[0-9]+,-?[0-9]+$"), "Floor and first cell of a room: `green@1,-2`."]
Paid = Annotated[list[int], "Coins for each seat."]


class TurnedJson(TypedDict):
    """What a tile shows as it lies."""

    sides: Sides
    floors: Annotated[list[Floor], "Of its parts: one; two on a diagonal tile; none in a garden."]
    parts: Annotated[list[int], many(4), "To which part each side belongs."]
    advisors: Annotated[list[Count], "In each part."]
    dragons: Annotated[list[Count], "In each part."]


class LaidJson(TurnedJson):
    """A tile on the table."""

    x: int
    y: int
    tile: LaidTile
    facing: Facing
    seat: Annotated[Seat | None, "Whose it is; null for the start tile."]


class SeatJson(TypedDict):
    """What is known of a seat."""

    seat: Seat
    colour: Colour
    score: Annotated[Count, "Coins so far."]
    held: Annotated[HeardTile | None, "The tile in hand; `?` if you may not see it."]
    laid: Annotated[Count, "How many tiles it has laid."]
    left: Annotated[list[TileName], "What it has not laid, the tile in hand included."]
    aside: Annotated[list[TileName], "What fitted nowhere."]


class RoomJson(TypedDict):
    """A room with its present worth; a closed one was paid already."""

    id: RoomId
    floor: Floor
    cells: list[Cell]
    tiles: Count
    dragons: Count
    advisors: Annotated[list[Count], "Of each seat."]
    closed: bool
    openings: Annotated[Count, "Open sides that face an empty cell."]
    neighbours: Annotated[list[RoomId], "The rooms that it reaches through archways."]
    size: Annotated[Count, "Its own tiles and dragons in coins."]
    worth: Annotated[Count | None, "With its neighbours; null for the Temple, which is never paid."]
    payouts: Annotated[list[int] | None, "What each seat would be paid for it now."]


class ScoringJson(TypedDict):
    """A closed room paid out."""

    number: Annotated[int, "Which tile closed it, counted over all seats from 1."]
    seat: Annotated[Seat, "Who laid that tile."]
    room: RoomId
    floor: Floor
    tiles: Count
    dragons: Count
    neighbours: Annotated[list[Count], "Sizes of the rooms that its archways reached, the largest first."]
    worth: Count
    paid: Paid


class ClosingJson(ScoringJson):
    """A room that a tile closes, with where it lies and who is in it; journals may have moves from before that was told."""

    cells: NotRequired[list[Cell]]
    advisors: NotRequired[Annotated[list[Count], "Of each seat."]]
    neighbour_rooms: NotRequired[Annotated[list[RoomId], "The rooms that its archways reach, in the order of `neighbours`."]]


class RevealJson(TypedDict):
    """The tiles that a seat has left at the end."""

    seat: Seat
    tiles: list[TileName]
    paid: Count


class PositionJson(TypedDict):
    """The table as the viewer may know it."""

    start_side: Annotated[str, one_of(STARTS)]
    first: Annotated[Seat | None, "Who begins; null before chance has said so."]
    turn: Annotated[Seat | None, "Who lays the next tile."]
    seats: list[SeatJson]
    tiles: list[LaidJson]
    open_cells: Annotated[list[Cell], "Empty cells beside a tile."]
    rooms: list[RoomJson]
    history: list[ScoringJson]
    reveal: Annotated[list[RevealJson] | None, "Once the game is over."]


class LayJson(TurnedJson):
    """A tile laid."""

    kind: Literal["lay"]
    tile: TileName
    x: int
    y: int
    facing: Facing
    seat: Seat
    closes: Annotated[list[ClosingJson], "The rooms that it closes."]
    paid: Annotated[list[int], "What they pay each seat together."]
    opens: NotRequired[Annotated[list[RoomJson], "The rooms that it lies in, touches or reaches and leaves open, as they are then."]]


class AsideJson(TypedDict):
    """A tile that fits nowhere, put away."""

    kind: Literal["aside"]
    tile: TileName
    seat: Seat


class DrawJson(TypedDict):
    """A tile drawn."""

    kind: Literal["draw"]
    tile: HeardTile
    seat: Annotated[Seat | None, "Who draws it."]


class FirstJson(TypedDict):
    """Who begins."""

    kind: Literal["first"]
    seat: Seat


MoveJson = LayJson | AsideJson | DrawJson | FirstJson


class TileJson(TurnedJson):
    """A tile of the box, facing north."""

    tile: TileName
    marked: Annotated[bool, "Whether it is for two players only."]
    looks: Annotated[list[Facing], "The ways to face in which it looks different."]


class StartCellJson(TypedDict):
    """A cell of the start tile."""

    x: int
    y: int
    tile: LaidTile
    sides: Sides
    floors: list[Floor]


class WorthJson(TypedDict):
    """What things are worth in coins."""

    tile: Count
    dragon: Count
    advisor_left: Count
    dragon_left: Count


class ComponentsJson(TypedDict):
    """The tiles, both sides of the start tile, the colours and the coins."""

    notice: str
    sides: Annotated[dict[str, str], "What the letters of sides mean."]
    facings: str
    unknown: str
    colours: list[str]
    two_player_colours: list[str]
    coins: Annotated[dict[str, int], "How many coins of each worth there are."]
    tiles_in_the_box: Count
    worth: WorthJson
    tiles: list[TileJson]
    start_sides: Annotated[dict[str, list[StartCellJson]], "The cells of each side of the start tile."]


SCHEMAS = Schemas(
    position=schema(PositionJson),
    move=schema(MoveJson),
    options=options_schema(OPTIONS),
    components=schema(ComponentsJson),
    decisions=("lay",),
    chance=("draw", "first"),
)
