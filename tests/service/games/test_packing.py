"""Packing: finished games and long journals take little room, and everything that is read of them stays the same."""

import hashlib
import json
import random
from collections.abc import Iterator
from dataclasses import asdict
from typing import Any

import pytest

from service.ai.advice import Analysis, load_analysis, save_analysis
from service.commands.verify import verify
from service.game import FINISHED, Game, Seat, dump
from service.games import visibility
from service.games.changes import Change
from service.games.referee import Asked
from service.parts import Parts
from service.store import keys, packing
from service.store.client import run
from service.store.game_words import GAME_WORDS
from service.store.journals import FOLDED
from tests.service.clocked import ADA, game_of, standing

SEATS = {"cathedral": 2, "forbidden_city": 4, "verbotene_stadt": 3}


@pytest.fixture(scope="module")
def parts(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Parts]:
    with standing(tmp_path_factory.mktemp("packing")) as made:
        yield made


def begun(parts: Parts, ruleset: str) -> Game:
    return game_of(parts, None, ruleset, tuple(Seat("player", "Ada", "ada") for _ in range(SEATS[ruleset])))


def walked(parts: Parts, game: Game, decisions: int) -> tuple[Game, list[dict[str, Any]]]:
    """The game after so many decisions by chance, or at its end, and the entries that they added."""
    rng, entries = random.Random(7), []
    while decisions and game.status != FINISHED:
        seat = rng.choice(game.actors)
        made = parts.referee.play(game.id, game.turn, str(rng.choice(visibility.legal_moves(game, seat))), seat, ADA, lambda _: "")
        assert isinstance(made, Change)
        game, decisions = made.game, decisions - 1
        entries += made.entries
    return game, entries


def size(parts: Parts, game: str) -> int:
    """The bytes that a game takes in Redis, its journal too."""
    return sum(parts.store.client.memory_usage(key) or 0 for key in (keys.game_key(game), keys.journal_key(game)))


def told(entries: list[dict[str, Any]]) -> list[dict[str, Any]]:
    return [visibility.entry("cathedral", entry, None, FINISHED) for entry in entries]


@pytest.mark.parametrize("ruleset", ["cathedral", "forbidden_city"])
def test_a_finished_game_is_packed_at_once_and_reads_the_same(parts: Parts, ruleset: str, monkeypatch: pytest.MonkeyPatch) -> None:
    with monkeypatch.context() as patched:
        patched.setattr(parts.store.commits, "compact", lambda _: None)
        start = begun(parts, ruleset)
        over, entries = walked(parts, start, 1000)
    loose, before = size(parts, over.id), parts.entries(over.id)
    exported = visibility.export(over, before)
    parts.store.commits.compact(over.id)
    assert size(parts, over.id) < loose / 3
    assert told(parts.entries(over.id)) == told(before)
    assert told(before)[-len(entries) :] == told(entries)
    found = parts.referee.load(over.id)
    assert found == over
    assert visibility.export(found, parts.entries(over.id)) == exported
    assert verify(exported)[0]
    print(f"{ruleset}: {loose} bytes before, {size(parts, over.id)} after")


def test_what_was_packed_once_can_always_be_read() -> None:
    words = hashlib.sha256(GAME_WORDS).hexdigest()
    assert words == "5e8d8d6989937755b0063c7a934048af5a79f70f8b0813a9f6a5d64df3c6d798", "games are stored that were packed with these words"
    for stored in ("z/c=^MjL!yILLfOV?mPAxUwE$qH4?q", "zc-pI0%1lwRQpz??vsBViDk{xMElw=~3M40%WTd7PCFTG{%TkMqGxPJ5tPE=bV5JX0"):
        assert packing.inflated(stored) == '{"id":"k3f9","ruleset":"cathedral","version":1}'
    with pytest.raises(ValueError, match="cut off"):
        packing.inflated(packing.packed_game("x" * 5000 + "y" * 5000)[:-5])


def test_a_game_that_was_packed_without_the_words_is_read_and_changed(parts: Parts) -> None:
    game = begun(parts, "cathedral")
    over = parts.referee.vacate(game.id, 0) and parts.referee.load(game.id)
    assert over
    key = keys.game_key(game.id)
    before = parts.store.client.memory_usage(key) or 0
    parts.store.client.hset(key, "game", packing.deflated(dump(over)))
    assert before < (parts.store.client.memory_usage(key) or 0) * 0.8
    assert Parts(parts.settings).referee.load(game.id) == over


def test_a_game_is_packed_by_the_change_that_ends_it_and_can_still_be_changed(parts: Parts) -> None:
    game = begun(parts, "cathedral")
    made = parts.referee.resign(game.id, 0, ADA, lambda _: "")
    assert isinstance(made, Change)
    stored = parts.store.client.hget(keys.game_key(game.id), "game")
    assert stored.startswith(packing.PACKED)
    assert parts.entries(game.id)[0]["object"] == {"kind": "resign"}
    again = Change(made.game.with_position(made.game.position, revision=made.game.revision + 1, rematch="next"), [])
    assert parts.referee.commit(parts.referee.load(game.id), again)
    assert parts.referee.load(game.id).rematch == "next"
    assert parts.store.client.hget(keys.game_key(game.id), "game").startswith(packing.PACKED)


def test_a_long_journal_takes_a_tenth_of_the_room_while_the_game_goes_on(parts: Parts, monkeypatch: pytest.MonkeyPatch) -> None:
    with monkeypatch.context() as patched:
        patched.setattr(parts.store.journals, "fold", lambda _: None)
        game, _ = walked(parts, begun(parts, "verbotene_stadt"), 400)
    before = parts.entries(game.id)
    loose = parts.store.client.memory_usage(keys.journal_key(game.id), samples=0)
    parts.store.journals.fold(game.id)
    packed = parts.store.client.memory_usage(keys.journal_key(game.id), samples=0)
    assert len(before) > 3 * FOLDED
    assert parts.entries(game.id) == before
    assert packed < loose / 5  # the last sixty entries are not packed yet
    stretches = [element for element in parts.store.journals.elements(game.id) if element.startswith(packing.PACKED)]
    whole = sum(len(str(entry)) for entry in before[: FOLDED * len(stretches)])
    assert sum(map(len, stretches)) < whole / 10
    further, more = walked(parts, game, 3)
    assert parts.entries(game.id) == [*before, *more]
    assert parts.store.journal(game.id, 5, 9) == [parts.store.journal(game.id)[place] for place in range(5, 10)]
    assert further.entries == len(before) + len(more)
    print(f"{len(before)} entries: {loose} bytes before, {packed} after")


def test_folding_a_journal_that_has_changed_meanwhile_changes_nothing(parts: Parts) -> None:
    game, _ = walked(parts, begun(parts, "cathedral"), 4)
    before = parts.entries(game.id)
    run(parts.store_client, [parts.store.journals.replacement(game.id, 0, ["something", "else"], "lost")])
    assert parts.entries(game.id) == before


def test_the_same_move_sent_again_to_a_packed_game_gives_what_it_gave(parts: Parts) -> None:
    game = begun(parts, "cathedral")
    while True:
        seat = game.actors[0]
        asked, move = Asked("ada"), str(visibility.legal_moves(game, seat)[0])
        made = parts.referee.play(game.id, game.turn, move, seat, asked, lambda _: "")
        assert isinstance(made, Change)
        if made.game.status == FINISHED:
            break
        game = made.game
    again = parts.referee.play(game.id, game.turn, move, seat, asked, lambda _: "")
    assert isinstance(again, Change)
    assert told(again.entries) == told(made.entries)


def test_an_analysis_takes_little_room_and_one_kept_before_can_be_read(parts: Parts) -> None:
    notes = [
        {"number": number, "move": f"slide red-blue {cell}{number % 15}", "lessons": [], "grade": "good"}
        for number, cell in enumerate("abcdef" * 30)
    ]
    analysis, client = Analysis(180, 180, "done", notes), parts.store_client
    save_analysis(client, "packed", analysis)
    plain = json.dumps(asdict(analysis))
    client.set(keys.analysis_key("plain"), plain)
    assert load_analysis(client, "packed") == load_analysis(client, "plain") == analysis
    assert len(client.get(keys.analysis_key("packed")) or "") < len(plain) / 5
