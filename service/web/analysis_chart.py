"""The course of a game as a picture: each seat's estimated share of the win after each of its moves."""

from service.json_object import Json

COLOURS = ("#b8860b", "#4b2e83", "#a33b2a", "#2f6f5e")
WIDTH, HEIGHT, EDGE = 760, 260, 36


def chart(notes: list[Json], seats: int) -> str:
    """An SVG with a line a seat, the share of the win upwards and the journal's numbers to the right."""
    last = max([note["number"] for note in notes], default=1)

    def place(number: int, share: float) -> str:
        x = EDGE + (WIDTH - 2 * EDGE) * number / last
        return f"{x:.1f},{HEIGHT - EDGE - (HEIGHT - 2 * EDGE) * share:.1f}"

    lines, key = [], []
    for seat in range(seats):
        points = " ".join(place(note["number"], note["estimate_after"]) for note in notes if note["seat"] == seat)
        lines.append(f'<polyline points="{points}" fill="none" stroke="{COLOURS[seat]}" stroke-width="2.5" stroke-linejoin="round"/>')
        key.append(f'<text x="{EDGE + 80 * seat}" y="22" fill="{COLOURS[seat]}">seat {seat}</text>')
    grid = "".join(
        f'<path d="M{place(0, share)} L{place(last, share)}" stroke="#ddd5c4"/>'
        f'<text x="4" y="{place(0, share).split(",")[1]}">{share:.0%}</text>'
        for share in (0.0, 0.5, 1.0)
    )
    style = 'font-family="system-ui, sans-serif" font-size="13" fill="#5b5344"'
    foot = f'<text x="{WIDTH - EDGE}" y="{HEIGHT - 10}" text-anchor="end">move {last}</text>'
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" {style}>'
        f'<rect width="{WIDTH}" height="{HEIGHT}" fill="#fbf8f1"/>{grid}{"".join(lines)}{"".join(key)}{foot}</svg>\n'
    )
