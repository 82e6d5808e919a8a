"""A game is finished, and its record checked, by the version of the rules that it was begun under."""

from typing import Any

from engine.core import CHANCE
from engine.record import Record, read
from engine.replaying import replay, ruleset_of
from engine.rulesets import ruleset, versions
from service.commands.verify import verify
from service.store import identifiers
from tests.engine.verbotene_stadt.ways import GAMES
from tests.service.client import Client, Server
from tests.service.staging import World, stage, store_of

OLD = read((GAMES / "version_1" / "empty_pavilion_before_the_tenth_exile.txt").read_text())


def until_an_empty_pavilion(record: Record) -> World:
    """The game up to where somebody had to take a card from another seat."""
    rules, moves = ruleset_of(record), []
    position: Any = rules.start(record.seats, record.options)
    for after, line in replay(record):
        if position.stage == "award":
            break
        moves.append((line.actor, rules.read_move(line.move, position, line.actor)))
        position = after
    return World(position, tuple(moves))


def test_a_running_game_of_an_older_version_is_finished_by_its_rules(server: Server, ada: Client, bob: Client) -> None:
    world, game = until_an_empty_pavilion(OLD), identifiers.fresh_id()
    people = (ada, bob)
    stage(
        store_of(server), game, OLD.ruleset, OLD.options, world, [ada.id, bob.id], version=OLD.version, seed=OLD.seed or ""
    )  # a game begun before the rules were corrected
    taker = people[world.position.actors[0]]
    assert taker.look(game)["rules_version"] == 1
    listed = [each["move"] for each in taker.get(f"/v1/games/{game}/legal-moves").json()["items"]]
    assert listed
    assert all(move.startswith("take seat ") for move in listed)
    refused = taker.play(game, taker.look(game)["turn"], "decline")
    assert refused.status_code == 422
    for line in OLD.lines[len(world.moves) :]:
        if line.actor != CHANCE:
            turn = people[line.actor].look(game)["turn"]
            assert people[line.actor].play(game, turn, line.move).status_code == 201
    over = ada.look(game)
    assert (over["status"], over["outcome"]["scores"]) == ("finished", list(OLD.outcome.scores if OLD.outcome else ()))
    record = ada.get(f"/v1/games/{game}/export").text
    assert "\nruleset verbotene_stadt 1\n" in record
    holds, verdict = verify(record)
    assert holds, verdict


def test_a_new_game_follows_the_newest_rules_and_names_its_box(ada: Client) -> None:
    told = ada.get("/v1/rulesets/verbotene_stadt").json()
    assert (told["version"], told["versions"]) == (2, [1, 2])
    game = ada.game("verbotene_stadt", ["me", "me"])
    assert game["rules_version"] == 2
    assert ada.post(f"/v1/games/{game['id']}/resignation", {"seat": 0}).status_code == 201
    record = read(ada.get(f"/v1/games/{game['id']}/export").text)
    assert (record.version, record.box) == (2, told["box"])


def test_verify_says_when_another_set_is_loaded(ada: Client) -> None:
    game = ada.game("cathedral", ["me", "me"])["id"]
    assert ada.post(f"/v1/games/{game}/resignation", {"seat": 0}).status_code == 201
    record = ada.get(f"/v1/games/{game}/export").text
    digest = ruleset("cathedral").digest
    assert verify(record)[0]
    holds, verdict = verify(record.replace(digest, "0" * 64))
    assert not holds
    assert f"another set of Cathedral (000000000000…) than the one loaded here ({digest[:12]}…)" in verdict


def test_a_record_of_a_version_that_nobody_has_is_refused_in_words() -> None:
    newest = versions("verbotene_stadt")[-1]
    holds, verdict = verify(str(OLD).replace("ruleset verbotene_stadt 1", f"ruleset verbotene_stadt {newest + 1}"))
    assert not holds
    assert "follows version 3 of the rules of Die verbotene Stadt; here is 1 and 2." in verdict
