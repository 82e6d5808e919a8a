"""What stands beside the table: the seats with coins and tiles, what was paid last, and what the signs mean."""

import textwrap

from engine.captions import name_of
from engine.core import Scene
from engine.forbidden_city.box import TILES
from engine.forbidden_city.moves import UNKNOWN
from engine.forbidden_city.pictures import CLOSED_FLOOR, COLOUR, GOLD, INK, ON_COLOUR, back_svg, initial, tile_svg
from engine.forbidden_city.position import Position
from engine.forbidden_city.text import all_laid, coins, footnote, last_payment, status
from engine.forbidden_city.worths import LETTERING, tag_svg
from engine.svg import Paint, crown, words

WIDTH, CARD, GAP = 218, 104, 10
"""The measures of a seat's card, and the space between two."""

TEXT, SOFT, GAIN, SIGN = Paint("b-ink", INK), Paint("b-soft", "#7b6846"), Paint("b-gain", "#2f6b2a"), Paint("b-sign", "#8a5d00")


def height(seats: int) -> int:
    """How much room it takes."""
    return seats * (CARD + GAP) + 196


def panel_svg(position: Position, scene: Scene) -> str:
    """The seats, and below them what happens."""
    cards = [
        f'<g class="b-seat" data-seat="{seat}" transform="translate(0 {seat * (CARD + GAP)})">{card_svg(position, scene, seat)}</g>'
        for seat in range(position.seats)
    ]
    return "".join(cards) + f'<g transform="translate(4 {position.seats * (CARD + GAP) + 14})">{foot_svg(position, scene)}</g>'


def card_svg(position: Position, scene: Scene, seat: int) -> str:
    """One seat; a gilded frame says whose turn it is, or who has won."""
    colour, outcome = position.setup.colours[seat], position.outcome
    turn, won = position.actors == (seat,), outcome is not None and seat in outcome.winners
    frame = f'stroke="{GOLD}" stroke-width="5"' if turn or won else 'stroke="#cdb98c" stroke-width="1.5"'
    you = seat == scene.viewer
    name, score = name_of(scene, seat, 12 if you else 17), str(coins(position, seat))
    notes = [colour] * bool(name) + ["to lay"] * turn + ["won"] * won
    kinds = "b-card" + " b-turn" * turn + " b-won" * won + " b-you" * you
    drawn = [
        f'<rect class="{kinds}" width="{WIDTH}" height="{CARD}" rx="9" fill="#fffaf0" {frame}/>',
        f'<rect class="b-{colour}" width="22" height="{CARD}" rx="5" fill="{COLOUR[colour]}"/>',
        words(11, 25, initial(colour), 17, Paint("b-on-colour", ON_COLOUR[colour]), "middle", "bold"),
        words(32, 25, (name or colour.capitalize()) + " · you" * you, 16, TEXT),
        words(32, 42, " · ".join(notes), 12, SIGN if turn or won else SOFT),
        words(32, 78, score, 32, TEXT, weight="bold"),
        words(36 + 21 * len(score), 78, gained(position, seat), 16, GAIN, weight="bold"),
        words(32, 96, footnote(position, seat), 11.5, SOFT),
        crown(WIDTH - 26, 20, GOLD) if won else "",
    ]
    return "".join([*drawn, *tiles_svg(position, seat)])


def gained(position: Position, seat: int) -> str:
    """What the tile laid last has brought the seat."""
    coins = sum(scoring.paid[seat] for scoring in position.history if scoring.number == position.laid)
    return f"+{coins}" if coins else ""


def tiles_svg(position: Position, seat: int) -> list[str]:
    """The tile in the seat's hand, or those it has left at the end."""
    colour, held = position.setup.colours[seat], position.hands[seat]
    if held is not None:
        picture = back_svg(colour) if held == UNKNOWN else tile_svg(TILES.tiles[held].turned["n"], colour)
        return [small_svg(picture, f'data-tile="{held}" data-place="hand" data-seat="{seat}"', 146, 33, 0.64)]
    if not all_laid(position):
        return []
    found = []
    for index, name in enumerate(position.rest[seat]):
        address = f'data-tile="{name}" data-place="left" data-seat="{seat}"'
        found.append(small_svg(tile_svg(TILES.tiles[name].turned["n"], colour), address, 112 + 51 * index, 33, 0.48))
    return found


def small_svg(picture: str, address: str, x: int, y: int, scale: float) -> str:
    """A tile on a seat's card."""
    frame = f'<rect width="100" height="100" fill="none" stroke="{INK}"/>'
    return f'<g {address} transform="translate({x} {y}) scale({scale})">{picture}{frame}</g>'


def foot_svg(position: Position, scene: Scene) -> str:
    """Whose turn it is or who won, the last payment, and a legend."""
    said = textwrap.wrap(status(position, scene), 25)
    paid = textwrap.wrap(last_payment(position), 38)
    lines = [words(0, 16 * row, text, 14, Paint("b-ink b-status", INK), weight="bold") for row, text in enumerate(said)]
    below = 16 * len(said) + 4
    lines += [words(0, below + 14 * row, text, 11.5, SOFT) for row, text in enumerate(paid)]
    return "".join(lines) + f'<g transform="translate(0 {below + 14 * len(paid) + 6})">{legend_svg(position.setup.colours[0])}</g>'


def legend_svg(colour: str) -> str:
    """What the tags and the lattice mean."""
    closed = f'<path d="M0 0H39V20H0z" fill="{CLOSED_FLOOR["white"]}"/><path d="M0 0H39V20H0z" fill="url(#intramuros-lattice)"/>'
    rows = [
        (tag_svg(7, colour, False), f"worth 7 now, {colour} leads"),
        (tag_svg(7, "even", False), "several lead alike"),
        (tag_svg(7, colour, True), f"closed, paid 7, {colour} led"),
        (f'<g transform="scale(.64)">{closed}</g>', "floor of a closed room"),
    ]
    signs = "".join(f'<g transform="translate(0 {19 * row})">{sign}</g>' for row, (sign, _) in enumerate(rows))
    said = "".join(words(34, 19 * row + 10.5, text, 11.5, SOFT) for row, (_, text) in enumerate(rows))
    return f"<g {LETTERING}>{signs}</g>{said}"
