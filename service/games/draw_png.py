"""Draws a PNG: SVG on standard input, the picture on standard output. Run as a process of its own by `service/games/pictures.py`.

The drawing library holds Python's lock for the half second that it takes, in which an API process could serve nobody.
"""

import os
import sys
from importlib.resources import files

import resvg_py

FAMILY = "Source Sans Pro"
WIDTH = 1000


def picture(svg: str) -> bytes:
    """The drawing in pixels, with a font that is installed with us, so that it looks the same on every machine."""
    folder = files("font_source_sans_pro").joinpath("files")
    fonts = [str(folder.joinpath(f"SourceSansPro-{weight}.ttf")) for weight in ("Regular", "Semibold", "Bold")]
    found = resvg_py.svg_to_bytes(
        svg_string=svg,
        skip_system_fonts=True,
        font_files=fonts,
        font_family=FAMILY,
        serif_family=FAMILY,
        sans_serif_family=FAMILY,
        width=WIDTH,
    )
    return bytes(found)


if __name__ == "__main__":
    os.nice(10)  # whoever polls or plays comes first
    sys.stdout.buffer.write(picture(sys.stdin.buffer.read().decode()))
