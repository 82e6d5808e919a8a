"""What the SVG of every ruleset is written with: text that may stand in XML, in colours that a page's stylesheet can override.

A colour is a presentation attribute, which every renderer paints, beside a class, which a page's stylesheet knows; never
`<style>`, `style=` or `var()`.

>>> words(4, 9.5, "Ada & Bo", 12, Paint("b-ink", "#333"))
'<text class="b-ink" x="4" y="9.5" font-size="12" fill="#333">Ada &amp; Bo</text>'
"""

import re
from typing import NamedTuple
from xml.sax.saxutils import escape

CROWN = "M0-4l4 4 4-8 4 8 4-4-2 13H2z"
"""What marks a winner, 16 wide, as a path around its left middle."""

UNPRINTABLE = re.compile("[^\t\n\r -\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
"""What no XML may contain."""


class Paint(NamedTuple):
    """A colour and the classes that it can be overridden by."""

    kind: str
    colour: str

    @property
    def fill(self) -> str:
        return f'class="{self.kind}" fill="{self.colour}"'


def safe(text: str) -> str:
    """The text as it may stand inside an element."""
    return escape(UNPRINTABLE.sub("", text))


def words(x: float, y: float, text: str, size: float, paint: Paint, anchor: str = "", weight: str = "") -> str:
    """A line of text; nothing where there is none."""
    if not text:
        return ""
    more = (f' text-anchor="{anchor}"' if anchor else "") + (f' font-weight="{weight}"' if weight else "")
    return f'<text class="{paint.kind}" x="{x:g}" y="{y:g}" font-size="{size:g}"{more} fill="{paint.colour}">{safe(text)}</text>'


def crown(x: float, y: float, gold: str) -> str:
    """What marks a winner."""
    return f'<path class="b-crown" d="{CROWN}" transform="translate({x:g} {y:g})" fill="{gold}"/>'
