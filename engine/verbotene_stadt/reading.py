"""Positions from their notation: read, then checked to be one that can be played on."""

from collections.abc import Iterator

from engine.endings import check_ending, split_ending
from engine.errors import BadNotation
from engine.verbotene_stadt import notation
from engine.verbotene_stadt.awards import prey
from engine.verbotene_stadt.box import BOX, TERRACE
from engine.verbotene_stadt.moves import FACES, Take
from engine.verbotene_stadt.officials import NOBODY
from engine.verbotene_stadt.position import Position
from engine.verbotene_stadt.rules import STAGES
from engine.verbotene_stadt.turn import FATE_DICE, REMEMBERED
from engine.verbotene_stadt.versions import CURRENT, FIRST


def read(text: str, version: int = CURRENT) -> Position:
    """The position or view that `str()` wrote, played on by that version of the rules; raises BadNotation."""
    table, ending = split_ending(text)
    position = Position(**notation.read_fields(table), version=version)
    for fault in faults(position):
        raise BadNotation(fault)
    if ending is not None:
        check_ending(ending, position.seats)
        position = position.ended(ending)
    if str(position) != text:
        raise BadNotation("The position contradicts itself: read and written again, it differs.")
    return position


def faults(position: Position) -> Iterator[str]:
    """Why a position cannot be played on, the coarsest first."""
    if position.stage not in STAGES:
        yield f"There is no stage {position.stage!r}."
    if position.teams and position.seats != 4:
        yield "Teams are for four seats."
    if any(len(officials) > REMEMBERED for officials in position.moved):
        yield f"No more than {REMEMBERED} moves a seat are remembered."
    if position.fate not in (*FACES, "-") or position.pavilion not in (0, *BOX.pavilions):
        yield "No die shows this."
    yield from stage_faults(position)


def stage_faults(position: Position) -> Iterator[str]:
    """Each stage needs some things and has no room for others."""
    stage, begun = position.stage, position.pavilion > 0
    undealt = sum(cell == -1 for cell in position.cells)
    if (undealt > 0) != (stage == "deal"):
        yield "Officials are dealt at the start and only then."
    if begun != (stage not in ("deal", "bribe", "start", "pavilion")) and not (begun and stage in ("bribe", "pavilion")):
        yield f"Pavilion {position.pavilion} cannot be active in the stage {stage!r}."
    if (position.active == NOBODY) != (stage == "deal" or (stage == "bribe" and not begun)):
        yield "Somebody must be active after the first bribes, and nobody before."
    if (NOBODY in position.bribes) and stage not in ("deal", "bribe"):
        yield "Everybody bribes somebody."
    if (len(position.exile) >= TERRACE) != (stage == "over") or len(position.exile) > TERRACE:
        yield f"The game is over with {TERRACE} officials in exile and not before."
    if (position.entered != NOBODY) != (stage in ("answer", "garment", "award", "forfeit")):
        yield f"An official is inside a pavilion while its entry is settled and only then, not in the stage {stage!r}."
    if (position.asked != NOBODY) != (position.entered != NOBODY) or (position.doubter != NOBODY and position.entered == NOBODY):
        yield "Somebody is asked while an entry is settled and only then."
    if position.made > len(FATE_DICE) + (stage not in ("move", "fate", "dragon", "pavilion")):
        yield f"Nobody has made {position.made} moves in the stage {stage!r}."
    if stage in ("fate", "dragon") and position.made == 0:
        yield "A fate die is rolled after a move."
    if all(position.sealed) or (any(position.sealed) and stage != "bribe"):
        yield "Choices are sealed while some are missing."
    if stage in ("start", "pavilion", "move", "fate", "dragon") and any(bribe >= 0 > position.cells[bribe] for bribe in position.bribes):
        yield "Nobody bribes an official in exile while the game goes on."
    if stage in ("dragon", "forfeit") and not any(isinstance(move, Take) for move in position.moves(position.actors[0])):
        yield "There is no card to take."
    if stage == "award" and (position.left or not prey(position, position.asked) or (position.version == FIRST and position.generous)):
        yield "There is no card to take from others."
    if stage == "garment" and not position.left:
        yield "There is no garment to draw."
