"""Games put straight into a running server's store, so that a test decides what chance does and what is secret."""

import json
import random
from collections.abc import Iterator
from typing import Any, NamedTuple

from engine.chance import Fate
from engine.core import CHANCE, settle_options
from engine.rulesets import ruleset
from service.game import RUNNING, Game, Seat
from service.games import visibility
from service.store.client import connect
from service.store.embedded import socket_path
from service.store.games import Store
from tests.service.client import Server

WHEN = "2026-01-01T00:00:00.000Z"


class World(NamedTuple):
    """One of two games that a viewer cannot tell apart: its position and its moves so far."""

    position: Any
    moves: tuple[tuple[int, Any], ...]

    def after(self, actor: int, move: Any) -> "World":
        return World(self.position.play(actor, move), (*self.moves, (actor, move)))


def twins(
    name: str, seats: int, options: dict[str, Any], viewer: int | None, rng: random.Random, length: int
) -> Iterator[tuple[World, World]]:
    """Two games, step by step, in which the viewer sees the same while the hidden things differ where they can."""
    rules = ruleset(name)
    start = World(rules.start(seats, settle_options(rules, seats, options)), ())
    one = other = start
    for _ in range(length):
        if not one.position.actors:
            break
        actor = rng.choice(one.position.actors)
        move = rng.choice(choices(one, actor))
        heard = one.position.glimpse(actor, move, viewer)
        same = [twin for twin in choices(other, actor) if other.position.glimpse(actor, twin, viewer) == heard]
        if not same:
            break
        differing = [twin for twin in same if twin != move]
        twin = rng.choice(differing) if differing and rng.random() < 0.4 else move if move in same else rng.choice(same)
        one, other = one.after(actor, move), other.after(actor, twin)
        if one.position.view(viewer) != other.position.view(viewer):
            break  # the rules have revealed the difference; that they reveal no more is what the rulesets' own tests show
        yield one, other


def choices(world: World, actor: int) -> list[Any]:
    return [move for move, _ in world.position.odds()] if actor == CHANCE else list(world.position.moves(actor))


def store_of(server: Server) -> Store:
    client = connect(server.store_url or f"unix://{socket_path(server.data)}")
    return Store(client, lease=60, keep_finished=0, keep_open=3600)


def stage(
    store: Store,
    game_id: str,
    name: str,
    options: dict[str, Any],
    world: World,
    players: list[str],
    *,
    version: int | None = None,
    seed: str = "0" * 64,
) -> Game:
    """Stores the world as a running game of these players; a game with the same id must not exist."""
    rules = ruleset(name, version)
    settled = settle_options(rules, len(players), options)
    position, entries = rules.start(len(players), settled), []
    for number, (actor, move) in enumerate(world.moves, start=1):
        stored = visibility.stored_entry(rules, position, actor, move, len(players))
        entries.append({"number": number, "turn": number, "revision": number, **stored, "at": WHEN})
        position = position.play(actor, move)
    last = next((entry for entry in reversed(entries) if entry["seat"] is not None), None)
    game = Game(
        id=game_id, ruleset=name, version=rules.version, options=settled, status=RUNNING, revision=len(entries) + 1, turn=len(entries) + 1,
        seats=tuple(Seat("player", f"Player {n}", player) for n, player in enumerate(players)), actors=position.actors,
        entries=len(entries), notation=str(position), seed=seed, commitment=Fate(bytes.fromhex(seed)).commitment,
        creator=players[0], created_at=WHEN,
        updated_at=WHEN, last=last,
    )  # fmt: skip
    assert store.commits.commit(None, game, [json.dumps(entry) for entry in entries])
    return game
