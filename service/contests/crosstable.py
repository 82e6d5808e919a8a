"""The crosstable of a tournament: everybody's points against everybody, as JSON, CSV and SVG, in the order of the standings."""

import csv
import io
from html import escape

from service.contests.contest import Contest, Facts
from service.contests.describing import number, standing_json
from service.contests.points import scoring
from service.contests.standings import table_of, tallies
from service.json_object import Json

ROW, CELL, NAME, MARGIN = 26, 46, 190, 20
INK, SOFT, PAPER, LINE = "#33291f", "#7a6c58", "#f6f0e2", "#d9cdb4"


def crosstable(contest: Contest, facts: Facts) -> Json:
    """A row for each entrant: its line of the standings, and what it has against each of the others, in the same order; null for none."""
    done = tallies(contest, facts.results)
    table = table_of(contest, done)
    order = [line.entrant for line in table]
    rows = []
    for line in table:
        against = done[line.entrant].against
        met = [[number(each) for each in against[other]] if other in against else None for other in order]
        rows.append(standing_json(contest, line) | {"against": met})
    return {"tournament": contest.id, "name": contest.name, "fewest_win": scoring(contest).fewest, "rows": rows}


def as_csv(table: Json) -> str:
    """The table for a spreadsheet; a name that a spreadsheet would take for a formula is quoted.

    >>> safe("=1+1"), safe("Ada")
    ("'=1+1", 'Ada')
    """
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\r\n")
    writer.writerow(["place", "name", *range(1, len(table["rows"]) + 1), "points", "games", "points per game", "direct", "opponents"])
    for row in table["rows"]:
        breaks = row["tie_breaks"]
        tail = [row["points"], row["games"], row["points_per_game"], breaks["direct"], breaks["opponents"]]
        writer.writerow([row["place"], safe(row["player"]["name"]), *(cell(met) for met in row["against"]), *tail])
    return out.getvalue()


def safe(name: str) -> str:
    return f"'{name}" if name[:1] in "=+-@\t\r" else name


def cell(met: list[float] | None) -> str:
    """The points of the games against one opponent.

    >>> cell([12, 8.5]), cell(None)
    ('12 8.5', '')
    """
    return " ".join(str(each) for each in met or [])


def as_svg(table: Json) -> str:
    """The table as a picture, with its numbers as text."""
    rows = table["rows"]
    width, height = 2 * MARGIN + 30 + NAME + CELL * len(rows) + 2 * CELL, 2 * MARGIN + ROW * (len(rows) + 2)
    head = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}" '
    head += 'font-family="system-ui, sans-serif" font-size="13">'
    parts = [head, f"<title>{escape(table['name'] or 'Crosstable')}</title>", f'<rect width="{width}" height="{height}" fill="{PAPER}"/>']
    parts.append(said(MARGIN, MARGIN + 14, table["name"] or "Crosstable", size=16))
    for place in range(len(rows)):
        parts.append(said(column(place) + CELL / 2, MARGIN + ROW + 16, str(place + 1), "middle", SOFT))
    parts.append(said(column(len(rows)) + 2 * CELL, MARGIN + ROW + 16, "per game", "end", SOFT))
    for place, row in enumerate(rows):
        parts += row_svg(place, row, width)
    return "\n".join([*parts, "</svg>"]) + "\n"


def column(place: int) -> float:
    return MARGIN + 30 + NAME + CELL * place


def row_svg(place: int, row: Json, width: float) -> list[str]:
    """One entrant's row; its own square is dark."""
    top = MARGIN + ROW * (place + 2)
    parts = [f'<line x1="{MARGIN}" x2="{width - MARGIN}" y1="{top}" y2="{top}" stroke="{LINE}"/>']
    parts.append(said(MARGIN, top + 17, str(row["place"])))
    parts.append(said(MARGIN + 30, top + 17, row["player"]["name"][:24]))
    parts.append(f'<rect x="{column(place)}" y="{top}" width="{CELL}" height="{ROW}" fill="{LINE}"/>')
    parts += [said(column(other) + CELL / 2, top + 17, cell(met), "middle", size=11) for other, met in enumerate(row["against"]) if met]
    each = row["points_per_game"]
    return [*parts, said(width - MARGIN, top + 17, "–" if each is None else f"{each:g}", "end")]


def said(x: float, y: float, words: str, anchor: str = "start", colour: str = INK, size: int = 13) -> str:
    return f'<text x="{x:g}" y="{y:g}" text-anchor="{anchor}" fill="{colour}" font-size="{size}">{escape(words)}</text>'
