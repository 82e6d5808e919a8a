"""A bot in 40 lines: plays one game against an AI with nothing but the standard library.

python bot.py http://127.0.0.1:8000 cathedral"""

import json
import random
import sys
import time
import urllib.error
import urllib.request

URL, RULESET = sys.argv[1], sys.argv[2] if len(sys.argv) > 2 else "cathedral"
HEADERS = {"Content-Type": "application/json"}


def call(method, path, body=None, **headers):
    """The status, the headers and the body of an answer; a refusal is an answer too."""
    data = None if body is None else json.dumps(body).encode()
    request = urllib.request.Request(URL + path, data, HEADERS | headers, method=method)
    try:
        with urllib.request.urlopen(request, timeout=60) as answer:
            return answer.status, answer.headers, json.load(answer)
    except urllib.error.HTTPError as no:
        if no.code not in (429, 503):
            return no.code, no.headers, None if no.code == 304 else json.load(no)
    except OSError as lost:
        print(f"{lost}; trying again")
    time.sleep(2)
    return call(method, path, body, **headers)  # the same move to the same turn is played once


_, _, me = call("POST", "/v1/players", {"name": "Forty Lines"})
HEADERS["Authorization"] = f"Bearer {me['token']}"
_, _, game = call("POST", "/v1/games", {"ruleset": RULESET, "seats": ["me", {"ai": "random"}]})
here, tag = f"/v1/games/{game['id']}", '""'

while game["status"] != "finished":
    for seat in game["you"]["owe"]:
        _, _, legal = call("GET", f"{here}/legal-moves?limit=500&seat={seat}")
        doors = [one for one in legal["items"] if one["object"].get("door")]  # else games never end
        move = random.choice(doors or legal["items"])["move"]  # be cleverer than this here
        body = {"turn": legal["turn"], "seat": seat, "move": move}
        status, _, answer = call("POST", f"{here}/moves", body)
        print(f"turn {legal['turn']}: {move}" if status == 201 else answer["detail"])
    status, headers, news = call("GET", f"{here}?wait=25", **{"If-None-Match": tag})
    game, tag = (news, headers["ETag"]) if status == 200 else (game, tag)
    time.sleep(float(headers.get("Retry-After", 0)))  # when it could not wait for us

print("{reason}: scores {scores}, won by {winners}".format(**game["outcome"]))
