"""The little of Markdown that our own texts use, as HTML: headings, lists, paragraphs, code, emphasis and links.

>>> inline("Send `a < b`, **now**: [how](/docs/start).")
'Send <code>a &lt; b</code>, <b>now</b>: <a href="/docs/start">how</a>.'
>>> blocks("One\\ntwo.\\n\\n- three")
'<p>One\\ntwo.</p>\\n<ul>\\n<li>three</li>\\n</ul>'
>>> blocks("So:\\n\\n```python\\na < b\\n\\n# c\\n```\\n")
'<p>So:</p>\\n<pre><code>a &lt; b\\n\\n# c</code></pre>'
"""

import re
from html import escape

FENCED = re.compile(r"^```\w*\n(.*?)\n```$", re.MULTILINE | re.DOTALL)
LINK = re.compile(r"\[([^\]]+)\]\((/[^)\s]*)\)")
"""To a page of this server; nothing else is linked to."""


def inline(text: str) -> str:
    """One line or paragraph: what stands between backticks is code, and nothing in it means anything else."""
    parts = re.split(r"`([^`]+)`", text)
    return "".join(f"<code>{escape(part)}</code>" if number % 2 else emphasised(part) for number, part in enumerate(parts))


def emphasised(text: str) -> str:
    bold = re.sub(r"\*\*([^*]+)\*\*", r"<b>\1</b>", escape(text))
    return LINK.sub(r'<a href="\2">\1</a>', bold)


def blocks(text: str) -> str:
    """What stands between fences as it is, the rest as paragraphs, headings and lists."""
    parts = FENCED.split(text)
    made = (f"<pre><code>{escape(part)}</code></pre>" if number % 2 else written(part) for number, part in enumerate(parts))
    return "\n".join(part for part in made if part)


def written(text: str) -> str:
    """Paragraphs, headings and lists, each set apart by an empty line or by how it begins."""
    made: list[str] = []
    for chunk in re.split(r"\n\s*\n|\n(?=#)", text.strip()):
        heading = re.match(r"(#{1,4}) (.+)", chunk)
        if heading:
            made.append(f'<h{len(heading[1])} id="{anchor(heading[2])}">{inline(heading[2])}</h{len(heading[1])}>')
            chunk = chunk[heading.end() :].strip()
        if chunk.startswith("- "):
            items = "\n".join(f"<li>{inline(item)}</li>" for item in re.split(r"\n- ", chunk[2:]))
            made.append(f"<ul>\n{items}\n</ul>")
        elif chunk:
            made.append(f"<p>{inline(chunk)}</p>")
    return "\n".join(made)


def anchor(title: str) -> str:
    """Where a heading can be linked to.

    >>> anchor("0.1.0"), anchor("What is new")
    ('0.1.0', 'what-is-new')
    """
    return re.sub(r"[^a-z0-9.]+", "-", title.lower()).strip("-")
