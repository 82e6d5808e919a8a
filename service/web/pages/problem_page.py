"""The page of problems: a document as it comes, all kinds in one table, and a word on each.

>>> marked_up("Send `a < b`.")
'Send <code>a &lt; b</code>.'
"""

import re
from html import escape

from service import problems
from service.problems import PROBLEMS, Problem

AFTER = "yes, after <code>Retry-After</code>"

REPEATING: dict[type[Problem], str] = {
    problems.TooManyRequests: AFTER,
    problems.Unavailable: AFTER,
    problems.StillRunning: f"{AFTER}, with the same <code>Idempotency-Key</code>",
    problems.Internal: "perhaps; a POST with an <code>Idempotency-Key</code>",
    problems.StaleTurn: "with another move, once you have read the game",
    problems.NotYourTurn: "once you owe a decision",
    problems.GameNotStarted: "once the last seat is taken",
    problems.GameRunning: "once the game is over",
    problems.TooMany: "once you have deleted one",
    problems.Unauthorized: "with a token",
    problems.KeyReused: "with a new <code>Idempotency-Key</code>",
    problems.PreconditionFailed: "with the new <code>ETag</code>",
    problems.PreconditionRequired: "with <code>If-Match</code>",
}
"""When the same request can succeed later; the others have to be changed first."""

INTRODUCTION = """<h1>Problems</h1>
<p class="lead">Every answer that is not a success is a problem document (RFC 9457), and its <code>type</code> leads here.</p>
<pre><code id="example">HTTP/1.1 422 Unprocessable Entity
Content-Type: application/problem+json

{
  "type": "/docs/problems#illegal-move",
  "title": "The rules refuse that move",
  "status": 422,
  "detail": "The abbey would cover e5, where the Cathedral stands.",
  "code": "cathedral.refusal.covers_cathedral",
  "params": {"building": "abbey", "square": "e5"},
  "instance": "urn:intramuros:request:a06492e4cd627f18",
  "links": {
    "game": "/v1/games/6d4xagak2bmq",
    "legal_moves": "/v1/games/6d4xagak2bmq/legal-moves"
  },
  "pointer": "/move",
  "rule": "Rules, 2",
  "rule_code": "cathedral.rule.rules-2"
}</code></pre>
<p>Go by <code>type</code>, which never changes, and show <code>detail</code> to your player. Send <code>Accept-Language</code> and it is in
English, French, German or Dutch, with the English in <code>english</code>; or say it in another language by
<code>code</code> and <code>params</code>, which have every number and name that <code>detail</code> has:
<a href="/v1/sentences">/v1/sentences</a> lists every code with the template of its English.
<code>instance</code> ends with the request's id, which finds it in the server's log. <code>pointer</code> names the member
of your body that is at fault; where several may be,
<code>errors</code> lists every member, parameter or header that does not fit.</p>"""

FURTHER = {
    problems.IllegalMove: "<p>The page of each game explains what <code>rule</code> cites, under an anchor of the same name: "
    '"Rules, 2" of Cathedral is <a href="/docs/games/cathedral#rules-2">/docs/games/cathedral#rules-2</a>. '
    'See <a href="/docs/games">the games</a>.</p>',
    problems.BadNotation: '<p>How moves are written is on the page of <a href="/docs/games">each game</a>.</p>',
}
"""What is worth reading beside the word on a kind."""


def marked_up(text: str) -> str:
    """Text as HTML, with what stands between backticks as code."""
    return re.sub("`([^`]+)`", r"<code>\1</code>", escape(text))


def body() -> str:
    """The whole page."""
    rows = "\n".join(row(kind) for kind in PROBLEMS)
    head = "<tr><th>type</th><th>status</th><th>what</th><th>can repeating help?</th></tr>"
    table = f'<table class="problems">\n{head}\n{rows}\n</table>'
    return f"{INTRODUCTION}\n{table}\n" + "\n".join(word(kind) for kind in PROBLEMS)


def row(kind: type[Problem]) -> str:
    link = f'<a href="/docs/problems#{kind.slug}"><code>{kind.slug}</code></a>'
    return f"<tr><td>{link}</td><td>{kind.status}</td><td>{escape(kind.title)}</td><td>{REPEATING.get(kind, 'no')}</td></tr>"


def word(kind: type[Problem]) -> str:
    """What one kind means and what to do then."""
    said = f"<p><b>{escape(kind.title)}.</b> {marked_up(kind.__doc__ or '')}</p>{FURTHER.get(kind, '')}"
    return f'<h2 id="{kind.slug}"><code>{kind.slug}</code> {kind.status}</h2>{said}'
