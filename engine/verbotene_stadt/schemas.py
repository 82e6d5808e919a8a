"""The shapes of the JSON that `describing` makes."""

from typing import Annotated, Literal, TypedDict

from engine.core import options_schema
from engine.grid import FACINGS
from engine.schemas import Name, Schemas, between, like, one_of, schema
from engine.verbotene_stadt.box import BOX, GARMENTS
from engine.verbotene_stadt.cards import CARDS
from engine.verbotene_stadt.moves import FACES, TAKE_ALL, WORDS
from engine.verbotene_stadt.officials import COLOURS, OFFICIALS
from engine.verbotene_stadt.rules import CHANCE_STAGES, STAGES
from engine.verbotene_stadt.setup import EXTRA_MOVE, TEAMS

Seat = Annotated[int, between(0, 3)]
Count = Annotated[int, between(0)]
Pavilion = Annotated[int, between(1, len(BOX.pavilion_colours))]
PavilionColour = Annotated[str, one_of(BOX.pavilion_colours), Name("PavilionColour")]
Colour = Annotated[str, one_of(COLOURS), Name("Colour")]
Official = Annotated[str, one_of(OFFICIALS), "Hat and robe: `red-blue`.", Name("OfficialName")]
CardName = Annotated[str, one_of(CARDS), Name("CardName")]
GarmentName = Annotated[str, one_of(GARMENTS), Name("GarmentName")]
Cell = Annotated[str, like("^[a-o]([1-9]|1[0-5])$")]
End = Annotated[str, like("^([a-o]([1-9]|1[0-5])|pavilion)$"), "A cell, or `pavilion`."]
Face = Annotated[str, one_of(FACES), Name("Face")]
Die = Annotated[str, one_of(BOX.dice), Name("Die")]
Side = Annotated[str, one_of(FACINGS), Name("Side")]


class ChosenOptionsJson(TypedDict):
    """The options of this game."""

    extra_move: Annotated[str, one_of(("must", "may"))]
    teams: bool


class DiceJson(TypedDict):
    """What the dice show."""

    fate: Annotated[Face | None, "The fate die rolled last."]
    blue: Annotated[Pavilion | None, "The active pavilion."]


class EntryJson(TypedDict):
    """An entry that is being settled."""

    official: Official
    seat_asked: Annotated[Seat | None, "Who answers, gets the award or takes a card."]
    doubter: Seat | None


class PayJson(TypedDict):
    """What an entry would pay the active seat."""

    kind: Annotated[str, one_of(("draw", "all_left", "take_one", "take_all", "nothing"))]
    cards: Annotated[list[CardName], "The cards it may be."]


class OfficialJson(TypedDict):
    """Where an official is."""

    name: Official
    place: Annotated[str, one_of(("board", "box", "pavilion", "exile"))]
    cell: Cell | None


class PavilionJson(TypedDict):
    """A pavilion and its garments."""

    number: Pavilion
    colour: PavilionColour
    active: bool
    garments_left: list[GarmentName]


class GroupJson(TypedDict):
    """Cards that score together."""

    cards: list[CardName]
    points: Count


class ClaimsJson(TypedDict):
    """How a seat entered while bluffing was open."""

    honest: Count
    bluffs: Count


class AnswersJson(TypedDict):
    """How a seat answered entries."""

    believed: Count
    doubted: Count


class SeatJson(TypedDict):
    """What is known of a seat."""

    seat: Seat
    partner: Seat | None
    bribe: Annotated[str, one_of((*OFFICIALS, "unknown", "none")), "The official it bribes; `unknown` if you may not know."]
    shown: Annotated[bool, "Whether its selector is revealed."]
    sealed: Annotated[bool, "Whether it has chosen, while bribes are being chosen."]
    cards: list[CardName]
    worth: Count
    groups: Annotated[list[GroupJson], "Its cards in the grouping worth most."]
    claims: ClaimsJson
    answers: AnswersJson
    moved: Annotated[list[Official], "The officials it moved since it last had to change its bribe, the latest last."]


class PositionJson(TypedDict):
    """The table as the viewer may know it."""

    options: ChosenOptionsJson
    stage: Annotated[str, one_of(STAGES)]
    active_seat: Seat | None
    plays_again: bool
    moves_made: Count
    active_pavilion: Pavilion | None
    dice: DiceJson
    bluffing: Annotated[str, one_of(("open", "closed"))]
    entry: EntryJson | None
    entry_pays: PayJson | None
    reach: Annotated[dict[str, list[End]] | None, "The officials that could slide into the active pavilion, each with its shortest path."]
    officials: list[OfficialJson]
    exile: list[Official]
    pavilions: list[PavilionJson]
    seats: list[SeatJson]


class BribeJson(TypedDict):
    """A bribe, in secret."""

    kind: Literal["bribe"]
    official: Annotated[str, one_of((*OFFICIALS, "unknown")), "`unknown` if you may not know."]


class DoorJson(TypedDict):
    """A door: a cell and the side it is at."""

    cell: Cell
    side: Side


FateDie = Literal["small", "medium", "large"]


class SlideJson(TypedDict):
    """An official moved."""

    kind: Literal["slide"]
    official: Official
    end: End
    path: Annotated[list[End], "Where it turns, from its start to its end."]
    door: Annotated[DoorJson | None, "The door it runs through."]
    fate_die: Annotated[FateDie | None, "The fate die that is rolled after it; none when it enters, or when no further one is."]


class TakeJson(TypedDict):
    """A card taken from a seat."""

    kind: Literal["take"]
    seat: Seat
    card: CardName


class WordJson(TypedDict):
    """A decision of one word."""

    kind: Annotated[str, one_of(word for word in WORDS if word != str(TAKE_ALL))]


class TakeAllJson(TypedDict):
    """All cards of an empty pavilion's colour taken from the opponents."""

    kind: Literal["take_all"]
    cards: list[CardName]


class DealJson(TypedDict):
    """An official put on a yellow space."""

    kind: Literal["deal"]
    official: Official
    cell: Cell


class RollJson(TypedDict):
    """A die rolled."""

    kind: Literal["roll"]
    die: Die
    face: Face


class GarmentJson(TypedDict):
    """A garment drawn for a seat."""

    kind: Literal["garment"]
    card: CardName
    seat: Seat


MoveJson = BribeJson | SlideJson | TakeJson | WordJson | TakeAllJson | DealJson | RollJson | GarmentJson


class WallJson(TypedDict):
    """A wall: a cell and the side it is at."""

    cell: Cell
    side: Side


class PavilionDoorJson(TypedDict):
    """A pavilion's door."""

    pavilion: Pavilion
    cell: Cell
    side: Side


class RoofJson(TypedDict):
    """A pavilion on the board."""

    number: Pavilion
    colour: PavilionColour
    cells: list[Cell]


class BoardJson(TypedDict):
    """The board as its drawing and in parts."""

    drawing: list[str]
    streets: list[Cell]
    yellow: Annotated[list[Cell], "Where officials are dealt."]
    grey: list[Cell]
    walls: list[WallJson]
    doors: list[PavilionDoorJson]
    pavilions: list[RoofJson]


class FigureJson(TypedDict):
    """An official of the box."""

    name: Official
    hat: Colour
    robe: Colour
    letters: Annotated[str, like("^[a-z]{2}$")]


class ValuesJson(TypedDict):
    """What groups of cards are worth."""

    three_of_a_colour: Count
    hat_coat_trousers_in_three_colours: Count
    two_of_a_colour: Count
    single: Count


class ComponentsJson(TypedDict):
    """The board, the officials, the dice and the cards."""

    notice: list[str]
    board: BoardJson
    officials: list[FigureJson]
    colours: list[Colour]
    dice: Annotated[dict[str, list[Face]], "The faces of each die."]
    garments: list[GarmentName]
    cards: list[CardName]
    values: ValuesJson
    exile_spaces: Count
    exiles_until_everything_is_paid: Count


SCHEMAS = Schemas(
    position=schema(PositionJson),
    move=schema(MoveJson),
    options=options_schema((EXTRA_MOVE, TEAMS)),
    components=schema(ComponentsJson),
    decisions=tuple(stage for stage in STAGES if stage not in (*CHANCE_STAGES, "over")),
    chance=("deal", "roll", "garment"),
)
