"""The page on fairness: its verifiers, written from its words alone, and its example; commitments that nobody can turn round."""

import hashlib
import hmac
import html
import json
import re
import subprocess
import sys
from dataclasses import replace
from functools import cache
from pathlib import Path

import pytest
import requests

from engine.chance import Fate
from engine.core import CHANCE, Position, settle_options
from engine.host_words import RESIGN, RESIGNED
from engine.record import Line, Record, read
from engine.replaying import follow, replay
from engine.rulesets import NAMES, ruleset
from engine.verbotene_stadt.officials import OFFICIALS
from service.commands.verify import verify
from tests.service.client import Client, Server
from tests.service.processes import ROOT

LONGEST = 60
PAGE = (ROOT / "service" / "web" / "pages" / "fairness.html").read_text()


def block(name: str) -> str:
    """The text of a piece of code on the page."""
    (found,) = re.findall(rf'<code id="{name}">(.*?)</code>', PAGE, re.DOTALL)
    return html.unescape(found)


ALL = {
    "python": """
import contextlib, io, json, sys
program = compile(open("verify.py").read(), "verify.py", "exec")
def said(record):
    sys.argv = ["verify.py", "game.record"]
    open("game.record", "w").write(record)
    heard = io.StringIO()
    try:
        with contextlib.redirect_stdout(heard): exec(program, {})
    except Exception as error: return f"FALSE {error}"
    return heard.getvalue()
print(json.dumps([said(record) for record in json.load(open("records.json"))]))
""",
    "javascript": """
import { readFileSync, writeFileSync } from "node:fs";
const heard = [];
console.log = (...words) => heard.push(words.join(" ") + "\\n");
process.argv[2] = "game.record";
for (const [index, record] of JSON.parse(readFileSync("records.json", "utf8")).entries()) {
  writeFileSync("game.record", record);
  try { await import(`./verify.mjs?${index}`); } catch (error) { heard.push(`FALSE ${error}`); }
}
process.stdout.write(JSON.stringify(heard));
""",
}
"""Programs that ask a verifier of the page about many records at once."""

COMMANDS = {"python": (sys.executable, "all.py"), "javascript": ("node", "all.mjs")}
LANGUAGES = pytest.mark.parametrize("language", list(COMMANDS))
FOLLOW = " rolls and draws follow from the seed\n"


@pytest.fixture(scope="session")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The verifiers of the page as files."""
    made = tmp_path_factory.mktemp("verifiers")
    (made / "verify.py").write_text(block("python"))
    (made / "verify.mjs").write_text(block("javascript"))
    (made / "all.py").write_text(ALL["python"])
    (made / "all.mjs").write_text(ALL["javascript"])
    return made


def told(folder: Path, language: str, records: list[Record]) -> list[int | str]:
    """What the verifier says of each record: how many rolls and draws follow from the seed, or FALSE and why."""
    (folder / "records.json").write_text(json.dumps([str(record) for record in records]))
    said = subprocess.run(COMMANDS[language], capture_output=True, text=True, timeout=120, cwd=folder, check=True)
    return [int(heard.removesuffix(FOLLOW)) if heard.endswith(FOLLOW) else heard for heard in json.loads(said.stdout)]


def chances(record: Record) -> int:
    return sum(line.actor == CHANCE for line in record.lines)


def is_false(said: int | str) -> bool:
    return isinstance(said, str) and said.startswith("FALSE ")


@cache
def recorded() -> dict[str, Record]:
    """Every recorded game that has a seed, and one with a client seed for every ruleset and number of seats."""
    folders = [ROOT / "tests/engine" / name for name in NAMES]
    files = [path for folder in folders for path in sorted(folder.rglob("*")) if path.suffix in (".txt", ".record")]
    found = {
        f"{path.parent.name}/{path.stem}": read(path.read_text()) for path in files if path.read_text().startswith("intramuros record")
    }
    made = {f"made/{name}-{seats}": made_game(name, seats) for name in NAMES for seats in ruleset(name).seats}
    return {name: record for name, record in (found | made).items() if record.seed and record.commitment}


def made_game(name: str, seats: int) -> Record:
    """The first three hundred lines of a game whose rolls and draws come from two seeds."""
    rules, fate = ruleset(name), Fate(bytes(range(seats, seats + 32)), "a-client's~seed!")
    settled = settle_options(rules, seats, {})
    past: list[Position[object]] = [rules.start(seats, settled)]
    lines: list[Line] = []
    while past[-1].actors and len(lines) < 300:
        actor = past[-1].actors[0]
        move = fate.pick(len(lines) + 1, past[-1].odds()) if actor == CHANCE else past[-1].moves(actor)[len(lines) % 3 - 1]
        lines.append(Line(actor, str(move)))
        follow(rules, past, actor, str(move))
    about = (name, rules.version, seats, settled, fate.seed.hex(), fate.commitment)
    return Record(*about, tuple(lines), past[-1].outcome, rules.digest, fate.client_seed)


def taken_back(record: Record, at: int, to: int) -> Record:
    """The game with the moves after `to` taken back once `at` are played, and gone on from there in another way."""
    rules = ruleset(record.ruleset, record.version)
    fate = Fate(bytes.fromhex(record.seed or ""), record.client_seed or "")
    lines = [*record.lines[:at]]
    past: list[Position[object]] = [rules.start(record.seats, settle_options(rules, record.seats, record.options))]
    for line in [*lines, Line(0, f"takeback {to}")]:
        follow(rules, past, line.actor, line.move)
    lines.append(Line(0, f"takeback {to}"))
    for _ in range(60):
        if not past[-1].actors:
            break
        actor = past[-1].actors[0]
        move = fate.pick(len(lines) + 1, past[-1].odds()) if actor == CHANCE else past[-1].moves(actor)[-1]
        lines.append(Line(actor, str(move)))
        follow(rules, past, actor, str(move))
    return replace(record, lines=tuple(lines), outcome=past[-1].outcome)


@LANGUAGES
def test_a_verifier_has_less_than_sixty_lines(language: str) -> None:
    assert len(block(language).strip().splitlines()) < LONGEST


@LANGUAGES
def test_a_verifier_runs_as_the_page_says(language: str, folder: Path) -> None:
    record = recorded()["games/two_seats"]
    (folder / "game.record").write_text(str(record))
    command = {"python": [sys.executable, "verify.py"], "javascript": ["node", "verify.mjs"]}[language]
    said = subprocess.run([*command, "game.record"], capture_output=True, text=True, timeout=60, cwd=folder, check=True)
    assert said.stdout == f"{chances(record)}{FOLLOW}"


@LANGUAGES
def test_the_verifiers_of_the_page_agree_with_ours_on_every_record(language: str, folder: Path) -> None:
    names, records = zip(*recorded().items(), strict=True)
    assert {record.ruleset for record in records} == set(NAMES)
    assert any(line.move.startswith("aside ") for record in records for line in record.lines)
    assert dict(zip(names, told(folder, language, list(records)), strict=True)) == {name: chances(recorded()[name]) for name in names}
    assert all(verify(str(record))[0] for record in records if len(record.lines) < 500)


def seats_move(record: Record) -> int:
    """The number of a move in mid-game that a seat has made: it can be taken back, since chance has not answered it yet."""
    return next(number for number, line in enumerate(record.lines, start=1) if number >= 70 and line.actor != CHANCE)


@LANGUAGES
def test_takebacks_and_resignations_are_understood(language: str, folder: Path) -> None:
    names = ["games/2_seats_grand", "games/tile_set_aside", "games/two_seats", "made/forbidden_city-3"]
    records = [taken_back(record, at := seats_move(record), at - 1) for record in map(recorded().__getitem__, names)]
    assert all(any(line.move.startswith("takeback ") for line in record.lines) for record in records)
    records += [replace(record, lines=(*record.lines[:100], Line(1, RESIGN)), outcome=None) for record in records]
    assert [verify(str(record))[0] for record in records] == [True] * len(records)
    assert told(folder, language, records) == [chances(record) for record in records]


def changed(record: Record) -> Record:
    """The record with one roll or draw that came out another way."""
    place = next(n for n, line in enumerate(record.lines) if line.actor == CHANCE and n > 40)
    word, result = record.lines[place].move.split(" ", 1)
    others = {"roll": ("1", "2") if result.isdigit() else ("black", "red"), "draw": ("green1", "white9"), "garment": ("hat", "coat")}[word]
    lines = list(record.lines)
    lines[place] = Line(CHANCE, f"{word} {next(each for each in others if each != result)}")
    return replace(record, lines=tuple(lines), outcome=None)


@LANGUAGES
def test_one_changed_roll_or_draw_is_found(language: str, folder: Path) -> None:
    false = [changed(recorded()[name]) for name in ("games/two_seats", "games/tile_set_aside", "made/verbotene_stadt-4")]
    assert not any(verify(str(record))[0] for record in false)
    assert all(is_false(said) for said in told(folder, language, false))


@LANGUAGES
def test_another_seed_or_client_seed_is_found(language: str, folder: Path) -> None:
    record = recorded()["made/forbidden_city-2"]
    false = [replace(record, seed="0" * 64), replace(record, client_seed="another"), replace(record, client_seed=None)]
    assert not any(verify(str(each))[0] for each in false)
    assert all(is_false(said) for said in told(folder, language, false))


def test_the_example_of_the_page_is_right() -> None:
    seed, client = bytes.fromhex(block("seed")), block("client_seed")
    assert block("commitment") == hashlib.sha256(seed).hexdigest() == Fate(seed).commitment
    assert block("digest") == hmac.new(seed, b"1:0", hashlib.sha256).hexdigest()
    ticket = int(block("ticket"))
    assert ticket == int(block("digest"), 16) % 25
    assert block("official") == OFFICIALS[ticket]
    assert block("key") == Fate(seed, client).key.hex()
    assert block("client_digest") == hmac.new(Fate(seed, client).key, b"1:0", hashlib.sha256).hexdigest()
    assert int(block("client_ticket")) == int(block("client_digest"), 16) % 25
    position = ruleset("verbotene_stadt").start(2, {"extra_move": "must", "teams": False})
    assert str(Fate(seed).pick(1, position.odds())) == f"deal {block('official')}"
    assert str(Fate(seed, client).pick(1, position.odds())) == block("client_official")


def test_the_commands_of_the_page_create_a_game_of_two_seeds(server: Server) -> None:
    page = requests.get(f"{server.url}/docs/fairness", timeout=20).text
    (script,) = re.findall(r"<pre><code>(URL=.*?)</code></pre>", page, re.DOTALL)
    said = subprocess.run(["sh", "-c", html.unescape(script)], capture_output=True, text=True, timeout=60)
    assert '"client_seed":"my-own-words"' in said.stdout
    (promised,) = re.findall(r'"sha256":"([0-9a-f]{64})"', said.stderr)
    assert f'"commitment":"{promised}"' in said.stdout


def test_a_game_of_a_commitment_draws_from_both_seeds_and_publishes_them(ada: Client, folder: Path) -> None:
    promised = ada.post("/v1/commitments", None)
    assert promised.status_code == 201
    body = {"commitment": promised.json()["id"], "client_seed": "Ada's~own"}
    game = ada.game("forbidden_city", ["me", "me"], **body)
    assert (game["commitment"], game["client_seed"], game["seed"]) == (promised.json()["sha256"], "Ada's~own", None)
    for _ in range(6):
        seat = ada.look(game["id"])["actors"][0]
        assert ada.play(game["id"], ada.look(game["id"])["turn"], ada.first_legal(game["id"], seat), seat).status_code == 201
    over = ada.post(f"/v1/games/{game['id']}/resignation", {"seat": 0}).json()
    assert hashlib.sha256(bytes.fromhex(over["seed"])).hexdigest() == promised.json()["sha256"]
    assert over["outcome"]["reason"] == RESIGNED
    record = ada.get(f"/v1/games/{game['id']}/export").text
    assert "\nclient_seed Ada's~own\n" in record
    holds, verdict = verify(record)
    assert holds, verdict
    assert "follow from it and from the creator's client seed, which was given after that promise." in verdict
    for language in COMMANDS:
        assert told(folder, language, [read(record)]) == [9]
    assert not verify(record.replace("client_seed Ada's~own", "client_seed other"))[0]
    *_, (_, last) = replay(read(record))
    assert last.move == RESIGN


def test_a_commitment_is_good_for_one_game(ada: Client) -> None:
    promised = ada.post("/v1/commitments", None).json()["id"]
    body = {"ruleset": "forbidden_city", "seats": ["me", "me"], "commitment": promised, "client_seed": "x"}
    first = ada.post("/v1/games", body, Idempotency_Key="the-same")
    assert first.status_code == 201
    assert ada.post("/v1/games", body, Idempotency_Key="the-same").json()["id"] == first.json()["id"], "the same request again"
    again = ada.post("/v1/games", body)
    assert (again.status_code, again.json()["type"].rpartition("#")[2]) == (409, "commitment-spent")


def test_a_commitment_is_only_for_whoever_asked_and_is_not_made_up(ada: Client, bob: Client) -> None:
    promised = ada.post("/v1/commitments", None).json()["id"]
    for who, name in ((bob, promised), (ada, "nosuchcommitment")):
        body = {"ruleset": "cathedral", "seats": ["me", "me"], "commitment": name, "client_seed": "x"}
        refused = who.post("/v1/games", body)
        assert (refused.status_code, refused.json()["pointer"]) == (422, "/commitment")


@pytest.mark.parametrize(
    ("body", "pointer"),
    [
        ({"commitment": "abc"}, "/client_seed"),
        ({"client_seed": "abc"}, "/commitment"),
        ({"commitment": "abc", "client_seed": "two words"}, "/client_seed"),
        ({"commitment": "abc", "client_seed": "x" * 129}, "/client_seed"),
        ({"commitment": "abc", "client_seed": ""}, "/client_seed"),
        ({"commitment": "{x}", "client_seed": "abc"}, "/commitment"),
        ({"commitment": "abc\n", "client_seed": "abc"}, "/commitment"),
        ({"commitment": "abc", "client_seed": "abc\n"}, "/client_seed"),
    ],
)
def test_a_commitment_and_a_client_seed_go_together_and_can_be_written_in_a_record(ada: Client, body: dict[str, str], pointer: str) -> None:
    refused = ada.post("/v1/games", {"ruleset": "cathedral", "seats": ["me", "me"], **body})
    assert refused.status_code == 422
    assert pointer in [error["pointer"] for error in refused.json()["errors"]]


def test_a_player_has_a_few_unused_commitments_at_most(bob: Client) -> None:
    made = [bob.post("/v1/commitments", None) for _ in range(21)]
    assert [answer.status_code for answer in made] == [201] * 20 + [409]
    assert made[-1].json()["type"].endswith("#too-many")
    body = {"commitment": made[0].json()["id"], "client_seed": "x"}
    bob.game("cathedral", ["me", "me"], **body)
    assert bob.post("/v1/commitments", None).status_code == 201, "one that is used makes room"


def test_without_a_commitment_games_are_as_before(ada: Client) -> None:
    game = ada.game("forbidden_city", ["me", "me"])
    assert game["client_seed"] is None
    assert ada.post(f"/v1/games/{game['id']}/resignation", {"seat": 0}).status_code == 201
    record = ada.get(f"/v1/games/{game['id']}/export").text
    assert "client_seed" not in record
    assert verify(record)[0]
