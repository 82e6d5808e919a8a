"""The floor that any stateless server pays: a bare Flask route with one Redis GET of 4 kB, and nothing else.

No tokens, no log line, no figures, no document: what `tests.bench` divides by.
"""

import os

from flask import Flask, Response
from redis import Redis

KEY = "bench:floor"
VALUE = b'{"floor":"' + b"x" * 4084 + b'"}'

app = Flask(__name__)
client = Redis.from_url(os.environ["INTRAMUROS_STORE_URL"])
client.set(KEY, VALUE)


@app.get("/floor")
def floor() -> Response:
    return Response(client.get(KEY), content_type="application/json")
