"""The inbox of a player who owes very much: one page costs a page, whether it owes 20 decisions or 20,000.

The games are copies of one, written straight to the store. Each row polls `/v1/me/turns` over one connection: with nothing new, and
right after a move in one of the games, when the page has to be told anew.
"""

import time
from collections.abc import Callable

from service.config import Settings
from service.parts import Parts
from service.store import inboxes, keys
from tests.bench import table
from tests.bench.http import Player, random_moves
from tests.bench.stage import stage, web

OWED = (20, 2_000, 20_000)
POLLS = 200
GOAL_MS = 3.0


def copies(parts: Parts, player: str, game: str, count: int) -> list[str]:
    """So many copies of a game, owed by the player."""
    stored = parts.store_client.hgetall(keys.game_key(game))
    pipeline = parts.store_client.pipeline(transaction=False)
    made = [f"{game[:6]}{number:06}" for number in range(count)]
    for number, name in enumerate(made):
        pipeline.hset(keys.game_key(name), mapping=stored | {"game": stored["game"].replace(game, name)})
        pipeline.zadd(keys.owed_key(player), {name: stored["revision"]})
        pipeline.zadd(keys.order_key(player), {f"{name}/0": inboxes.NO_DEADLINE + number})
        if number % 500 == 499:
            pipeline.execute()
    pipeline.execute()
    return made


def timed(poll: Callable[[], None], before: Callable[[int], None] = lambda _: None) -> list[float]:
    """Milliseconds of each poll, sorted."""
    took = []
    for number in range(POLLS):
        before(number)
        started = time.perf_counter()
        poll()
        took.append((time.perf_counter() - started) * 1000)
    return sorted(took)


def measured(settings: Settings, url: str, owed: int) -> None:
    parts = Parts(settings)
    player = Player.named(url, "Debtor")
    me = player.token.split("_")[1]
    games, first = copies(parts, me, player.game(), owed), random_moves(1)[0]
    headers = {"Authorization": f"Bearer {player.token}"}

    def poll() -> None:
        assert player.session.get(f"{url}/v1/me/turns", headers=headers).status_code in (200, 304)

    def move(number: int) -> None:
        player.post(f"/v1/games/{games[number % len(games)]}/moves", {"turn": 1 + number // len(games), "move": first})

    poll()
    tag = player.tag("/v1/me/turns")
    headers["If-None-Match"] = tag
    unchanged = timed(poll)
    del headers["If-None-Match"]
    changed = timed(poll, move) if owed >= POLLS else []
    for name, took in ((f"{owed:,} owed, nothing new", unchanged), (f"{owed:,} owed, after a move", changed)):
        if took:
            middle, late = took[len(took) // 2], took[len(took) * 95 // 100]
            table.row(name, f"{middle:.2f} ms", f"≤ {GOAL_MS:g} {'met' if middle <= GOAL_MS else 'MISSED'}", f"{late:.2f} ms")


def run() -> None:
    with stage() as settings, web(settings, "service.web.wsgi:app", "/healthz") as (here, _):
        table.heading("One poll of an inbox, over one connection", "p50", "goal", "p95")
        for owed in OWED:
            measured(settings, f"http://{here.host}:{here.port}", owed)
