"""`intramuros play` as a person meets it: in a pseudo-terminal, from the first prompt to the end of a game."""

import contextlib
import os
import pty
import random
import re
import select
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from engine.core import Position, Scene, settle, settle_options
from engine.rulesets import ruleset
from service.terminal import link, tokens
from service.terminal.completion import offered
from service.terminal.journal import Journal
from service.terminal.link import Link
from tests.service.client import Client, Server
from tests.service.conftest import start, stop
from tests.service.processes import ENVIRON, intramuros, until
from tests.service.receiver import receiving
from tests.service.waiters import ask, meanwhile


class Terminal:
    """A person in front of a terminal in which a command runs."""

    def __init__(self, *arguments: str, interrupts: signal.Handlers = signal.SIG_DFL) -> None:
        self.screen = ""
        self.pid, self.line = pty.fork()
        if self.pid == 0:
            signal.signal(signal.SIGINT, interrupts)
            os.environ.update(ENVIRON, TERM="xterm", COLUMNS="120")
            os.execv(sys.executable, [sys.executable, "-m", "service.commands.cli", *arguments])

    def until(self, *texts: str, seconds: float = 60) -> str:
        """What the screen shows from now on up to one of the texts, without its colours."""
        deadline = time.monotonic() + seconds
        while not any(text in self.screen for text in texts):
            assert time.monotonic() < deadline, f"no {texts} on the screen:\n{self.screen}"
            if select.select([self.line], [], [], 0.1)[0]:
                self.screen += self.read()
        end = min(self.screen.index(text) + len(text) for text in texts if text in self.screen)
        shown, self.screen = self.screen[:end], self.screen[end:]
        return re.sub(r"\x1b\[[0-9;?]*[a-zA-Z]", "", shown)

    def read(self) -> str:
        try:
            return os.read(self.line, 65536).decode(errors="replace")
        except OSError:
            raise AssertionError(f"the command has ended:\n{self.screen}") from None

    def type(self, text: str) -> None:
        os.write(self.line, text.encode())

    def press_until(self, key: str, text: str) -> str:
        """Presses a key until the screen shows the text: a signal between a prompt and its wait is heard of at the next key."""
        for _ in range(10):
            self.type(key)
            with contextlib.suppress(AssertionError):
                return self.until(text, seconds=2)
        return self.until(text, seconds=2)

    def exit_code(self) -> int:
        ended: list[tuple[int, int]] = []
        until(lambda: ended.append(os.waitpid(self.pid, os.WNOHANG)) or ended[-1][0])
        self.pid = 0
        return os.waitstatus_to_exitcode(ended[-1][1])

    def leave(self) -> None:
        if self.pid:
            os.kill(self.pid, signal.SIGKILL)
            os.waitpid(self.pid, 0)
        os.close(self.line)


@pytest.fixture(autouse=True)
def state(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The state folder of the person in front of the terminal."""
    monkeypatch.setitem(ENVIRON, "XDG_STATE_HOME", str(tmp_path / "state"))
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    return tmp_path / "state"


@pytest.fixture
def terminal(state: Path, server: Server) -> Iterator[Terminal]:
    opened = Terminal("play", "--server", server.url, "--name", "Ada", "--ruleset", "cathedral", "--against", "random")
    yield opened
    opened.leave()


def test_a_game_is_played_to_its_end_in_a_terminal(terminal: Terminal) -> None:
    shown = terminal.until("turn 1> ")
    assert "a b c d e f g h i j" in shown
    assert "You are Light; random is Dark." in shown
    assert shown.count("Light: place the Cathedral.") == 1
    assert shown.endswith("Light, turn 1> ")
    terminal.type("help\n")
    assert "capitals are Light's buildings" in terminal.until("turn 1> ")
    terminal.type("abbey@b2n\n")
    assert "(Rules, " in terminal.until("turn 1> ")
    terminal.type("cathedral@e5x\n")
    assert "Legal and like it: cathedral@e5" in terminal.until("turn 1> ")
    terminal.type("banana\n")
    assert "like it" not in terminal.until("turn 1> ")
    terminal.type("moves cathedral@e5\n")
    assert "4 legal moves starting with cathedral@e5:" in terminal.until("turn 1> ")
    terminal.type("cathedral@e5n\n")
    shown = terminal.until("turn 3> ")
    assert "you: cathedral@e5n" in shown
    assert "random: " in shown
    assert shown.count("Waiting for") <= 1
    for _ in range(60):
        terminal.type("any\n")
        if "The game is over" in terminal.until("> ", "The game is over"):
            break
    assert re.search(r"(won|A draw)\. Scores: Ada ", terminal.until("\n"))
    assert terminal.exit_code() == 0


def test_a_clock_is_shown_a_move_taken_back_and_the_game_played_again(server: Server, state: Path) -> None:
    terminal = Terminal("play", "--server", server.url, "--name", "Ada", "--against", "random", "--clock", "5m+3s")
    try:
        assert re.search(r"Time left: Ada (5:00|4:5\d), random 5:00\.", terminal.until("turn 1> "))
        terminal.type("takeback\n")
        assert "no move to take back" in terminal.until("turn 1> ")
        terminal.type("cathedral@e5n\n")
        assert re.search(r"Time left: Ada (5:0|4:5)\d, random ", terminal.until("turn 3> "))
        terminal.type("takeback\n")
        assert "Light: place the Cathedral." in terminal.until("turn 4> ")
        terminal.type("abort\n")
        assert "a second seat has moved" in terminal.until("turn 4> ").lower()
        terminal.type("resign\nyes\n")
        assert "random won" in terminal.until("To play again: ")
        words = terminal.until("\n").split()
        assert terminal.exit_code() == 0
    finally:
        terminal.leave()
    again = Terminal(*words[1:])
    try:
        assert "You are Dark" in again.until("> ")
    finally:
        again.leave()


def test_a_paused_game_is_resumed(terminal: Terminal) -> None:
    terminal.until("turn 1> ")
    terminal.type("pause\n")
    terminal.until("Waiting for the game to be resumed")
    terminal.type("cathedral@e5n\n")
    assert "It is not your turn; while you wait: board, draw," in terminal.until("quit.")
    terminal.type("resume\n")
    assert "Light: place the Cathedral." in terminal.until("turn 1> ")


def test_a_draw_is_offered_and_a_game_given_up_while_the_other_is_to_move(server: Server, state: Path, bob: Client) -> None:
    terminal = Terminal("play", "--server", server.url, "--name", "Ada", "--against", "open")
    try:
        game = re.search(r"game (\w+)\)", terminal.until(") …"))
        assert game
        bob.post(f"/v1/games/{game[1]}/seats", {})
        terminal.until("turn 1> ")
        terminal.type("cathedral@e5n\n")
        terminal.until("Waiting for Bob")
        terminal.type("draw\n")
        until(lambda: [offer["kind"] for offer in bob.look(game[1])["offers"]] == ["draw"])
        assert bob.look(game[1])["paused"] is False
        terminal.type("board\n")
        terminal.until("a b c d e f g h i j")
        terminal.type("resign\nyes\n")
        assert "Bob won" in terminal.until("To play again: ")
    finally:
        terminal.leave()


def test_a_paused_game_is_resumed_where_lines_come_from_a_file(server: Server, ada: Client) -> None:
    game = ada.game("cathedral", ["me", {"ai": "random"}])["id"]
    assert ada.post(f"/v1/games/{game}/offers", {"kind": "pause"}).status_code in (200, 201)
    assert ada.look(game)["paused"] is True
    command = [sys.executable, "-m", "service.commands.cli", "play", "--server", server.url, "--game", game, "--token", ada.token]
    said = subprocess.run(command, input="banana\nresume\nquit\n", env=ENVIRON, capture_output=True, text=True, timeout=60)
    assert "Paused> " in said.stdout
    assert "Light, turn 1> " in said.stdout, said.stderr


def test_a_series_is_followed_from_game_to_game(server: Server, state: Path) -> None:
    terminal = Terminal("play", "--server", server.url, "--name", "Ada", "--against", "random", "--games", "3")
    try:
        assert "You are Light; random 2 is Dark." in terminal.until("turn 1> ")
        terminal.type("draw\n")
        assert "are played out: nothing can be offered" in terminal.until("turn 1> ")
        terminal.type("resign\nyes\n")
        shown = terminal.until("random 2: ", seconds=90)
        assert "After 1 of 3 games; fewest points win:" in shown
        assert "To play again" not in shown
        assert "You are Dark; random 2 is Light." in terminal.until("> ")
        terminal.type("quit\n")
        terminal.until("To come back: ")
        words = terminal.until("\n").split()
        assert terminal.exit_code() == 0
    finally:
        terminal.leave()
    assert words[:3] == ["intramuros", "play", "--series"]
    again = Terminal(*words[1:])
    try:
        shown = again.until("> ")
        assert "After 1 of 3 games" in shown
        assert "You are Dark" in shown
        again.type("resign\nyes\n")
        assert "After 2 of 3 games" in again.until("You are Light")
        again.until("> ")
        again.type("resign\nyes\n")
        assert "The series is over after 3 games; fewest points win:\r\n  1. random 2: 0\r\n  2. Ada: 141" in again.until("Ada: 141")
        assert again.exit_code() == 0
    finally:
        again.leave()


def test_two_who_seek_the_same_play_a_rated_game_and_are_told_their_ratings(server: Server, state: Path) -> None:
    here = [Terminal("play", "--server", server.url, "--name", name, "--seek", "--rated", "--clock", "59m+7s") for name in ("Ada", "Bob")]
    try:
        each_first = [each.until("turn 1> ", "Waiting for ") for each in here]
        first = 0 if each_first[0].endswith("turn 1> ") else 1
        here[first].type("resign\nyes\n")
        assert re.search(r"Your rating is 1[0-4]\d\d \(± \d+ after 1 game, provisional\)\.", here[first].until("To play again: "))
        assert re.search(r"Your rating is 15\d\d ", here[1 - first].until("To play again: "))
    finally:
        for each in here:
            each.leave()


def test_who_gives_up_seeking_seeks_no_more(server: Server, state: Path) -> None:
    terminal = Terminal("play", "--server", server.url, "--name", "Ada", "--seek", "--clock", "58m+9s")
    try:
        terminal.until("Seeking somebody to play with")
        terminal.type("\x03")
        assert terminal.exit_code() == 1
    finally:
        terminal.leave()
    with Client(server.url) as bob:
        asked = {"ruleset": "cathedral", "clock": {"kind": "fischer", "seconds": 58 * 60, "increment": 9}}
        assert bob.named("Bob").post("/v1/seeks", asked).json()["status"] == "waiting"


def test_a_tournament_is_entered_and_played_in(server: Server, state: Path, bob: Client) -> None:
    asked = {"name": "Spring", "ruleset": "cathedral", "format": "round_robin", "opponents": 2, "start": "manual", "entrants": []}
    made = bob.post("/v1/tournaments", asked | {"entrants": [{"ai": "random", "name": "One"}, {"ai": "random", "name": "Two"}]})
    assert made.status_code == 201, made.text
    path = made.json()["links"]["self"]
    terminal = Terminal("play", "--server", server.url, "--name", "Ada", "--tournament", made.json()["id"])
    try:
        terminal.until("Waiting for the tournament to begin")
        assert bob.post(f"{path}/start", {}).status_code in (200, 201)
        for number in range(4):
            shown = terminal.until("> ", seconds=90)
            assert "You are " in shown
            if number == 1:
                terminal.type("quit\n")
                terminal.until("To come back: ")
                words = terminal.until("\n").split()
                terminal.leave()
                assert words[2] == "--tournament"
                terminal = Terminal(*words[1:])
                terminal.until("> ")
            terminal.type("resign\nyes\n")
            terminal.until("The game is over")
        assert "Ada: 188 in 4 games (you)" in terminal.until("The tournament is finished.", seconds=90)
        assert terminal.exit_code() == 0
    finally:
        terminal.leave()


def test_an_invitation_is_declined(server: Server, state: Path, bob: Client) -> None:
    with Client(server.url) as ada:
        tokens.keep(server.url, "Ada", ada.named("Ada").token)
        game = bob.post("/v1/games", {"ruleset": "cathedral", "seats": ["me", {"player": ada.id}]}).json()["id"]
    said = intramuros("play", "--server", server.url, "--name", "Ada", "--decline", game)
    assert said.stdout == f"You have declined; your seat in {game} is open to others.\n", said.stderr
    assert "reserved_for" not in bob.look(game)["seats"][1]


def test_the_tab_key_completes_a_legal_move(terminal: Terminal) -> None:
    terminal.until("turn 1> ")
    terminal.type("cathedral@b10\t\n")
    assert "you: cathedral@b10s" in terminal.until("turn 3> ")


def positions(name: str) -> Iterator[Position[Any]]:
    """Every position of a random game in which somebody owes a decision."""
    rules, rng = ruleset(name), random.Random(7)
    position: Position[Any] = rules.start(2, settle_options(rules, 2, {}))
    while True:
        for _, after in settle(position, lambda odds: rng.choice(odds)[0]):
            position = after
        if not position.actors:
            return
        yield position
        seat = position.actors[0]
        position = position.play(seat, rng.choice(list(position.moves(seat))))


def test_the_tab_key_offers_squares_before_facings() -> None:
    legal = [str(move) for move in next(positions("cathedral")).moves(0)]
    squares = offered("cathedral@", legal)
    assert len(squares) < len(legal) / 2
    assert all(re.fullmatch(r"cathedral@[a-j]\d+", square) for square in squares)
    assert offered("cathedral@e5", legal) == [f"cathedral@e5{facing}" for facing in "nesw"]
    assert offered("cath", legal) == ["cathedral@"]


def test_a_room_with_one_open_side_is_said_to_have_one() -> None:
    rules = ruleset("forbidden_city")
    said = [rules.board_text(position, Scene()) for position in positions("forbidden_city")]
    assert any(" 1 open side," in text for text in said)
    assert not any(re.search(r"\b1 open sides", text) for text in said)


def test_a_move_is_shown_before_it_is_played(terminal: Terminal) -> None:
    terminal.until("turn 1> ")
    terminal.type("pieces\n")
    assert "cathedral   2 taverns" in terminal.until("turn 1> ")
    terminal.type("show cathedral@e5n\n")
    shown = terminal.until("turn 1> ")
    assert " 5 . . . . * . . . . ." in shown
    assert " 6 . . . # # # . . . ." in shown
    terminal.type("show cathedral@a1n\n")
    assert "(Rules, " in terminal.until("turn 1> ")


def test_a_game_is_given_up_only_by_who_is_sure(terminal: Terminal) -> None:
    terminal.until("turn 1> ")
    terminal.type("resign\n")
    terminal.until("Give up the game? yes/no ")
    terminal.type("no\n")
    terminal.until("turn 1> ")
    terminal.type("resign\n")
    terminal.until("Give up the game? yes/no ")
    terminal.type("yes\n")
    assert "random won" in terminal.until("won. ")
    terminal.until("Scores: ")
    assert terminal.exit_code() == 0


def test_who_leaves_is_told_how_to_come_back_without_a_token_on_the_screen(terminal: Terminal, state: Path) -> None:
    terminal.until("turn 1> ")
    terminal.type("cathedral@e5n\n")
    terminal.until("turn 3> ")
    terminal.type("quit\n")
    terminal.until("To come back: intramuros ")
    command = terminal.until("\n")
    assert "token" not in command
    assert [file.stat().st_mode & 0o777 for file in state.rglob("*.json")] == [0o600]
    back = Terminal(*command.split())
    shown = back.until("turn 3> ")
    back.leave()
    assert "you: cathedral@e5n" in shown


@pytest.mark.parametrize("ruleset", ["cathedral", "forbidden_city", "verbotene_stadt"])
def test_every_ruleset_shows_its_pieces_and_a_move(server: Server, ruleset: str) -> None:
    opened = Terminal("play", "--server", server.url, "--name", "Ada", "--ruleset", ruleset, "--against", "random")
    try:
        shown = opened.until("> ")
        assert "You are " in shown
        assert shown.count("chance: ") <= 1
        for _ in range(3):
            for said in ("help", "pieces", "moves"):
                opened.type(f"{said}\n")
                opened.until("turn ")
                opened.until("> ")
            opened.type("any\n")
            opened.until("you: ")
            opened.until("turn ")
            opened.until("> ")
    finally:
        opened.leave()


def test_a_player_is_the_same_the_next_time(server: Server) -> None:
    def playing() -> str:
        opened = Terminal("play", "--server", server.url, "--name", "Ada")
        opened.until("turn 1> ")
        opened.leave()
        return tokens.kept(server.url, "Ada")

    first = playing()
    assert first.startswith("im_")
    assert playing() == first


def test_a_token_that_the_server_has_lost_makes_room_for_a_new_player(server: Server) -> None:
    tokens.keep(server.url, "Ada", "im_aaaaaaaaaaaaaaaa_lost")
    opened = Terminal("play", "--server", server.url, "--name", "Ada")
    opened.until("turn 1> ")
    opened.leave()
    assert tokens.kept(server.url, "Ada") not in ("", "im_aaaaaaaaaaaaaaaa_lost")


def test_a_token_given_in_the_environment_is_not_kept(server: Server, ada: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(ENVIRON, "INTRAMUROS_TOKEN", ada.token)
    opened = Terminal("play", "--server", server.url, "--name", "Ada")
    opened.until("turn 1> ")
    opened.type("quit\n")
    assert "--token" not in opened.until("(with the same token)")
    opened.leave()
    assert tokens.kept(server.url, "Ada") == ""


def test_a_server_that_goes_away_is_asked_again_and_the_way_back_is_told(tmp_path: Path) -> None:
    server = start(tmp_path, WORKERS="1")
    opened = Terminal("play", "--server", server.url, "--name", "Ada", "--against", "random")
    try:
        opened.until("turn 1> ")
        stop(server)
        opened.type("cathedral@e5n\n")
        opened.until("trying again")
        opened.type("\x03")
        opened.until("To come back: intramuros play ")
    finally:
        opened.leave()


def test_ctrl_c_ends_a_game_that_was_started_where_it_is_ignored(server: Server) -> None:
    """A shell makes whatever it starts in the background ignore SIGINT; brought to the front, the command must take it."""
    opened = Terminal("play", "--server", server.url, "--name", "Ada", "--against", "random", interrupts=signal.SIG_IGN)
    try:
        opened.until("turn 1> ")
        opened.press_until("\x03", "To come back: intramuros play ")
    finally:
        opened.leave()


def test_an_answer_that_is_lost_is_asked_for_again_under_the_same_key(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(link, "AGAIN", (0, 0, 0))
    with receiving(503, 429, 201) as receiver, contextlib.suppress(ValueError):  # the receiver answers without a body
        Link(receiver.url, "im_a_b").post("/v1/games", {})
    keys = [headers["idempotency-key"] for headers, _ in receiver.received]
    assert len(keys) == 3
    assert len(set(keys)) == 1


def test_a_server_where_too_many_wait_is_not_asked_again_at_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pauses: list[float] = []
    monkeypatch.setattr(link, "time", SimpleNamespace(sleep=pauses.append))
    server = start(tmp_path, MAX_WAITERS="1", WEB_PROCESSES="1")
    try:
        with Client(server.url) as ada:
            path = f"/v1/games/{ada.named('Ada').game('cathedral', ['me', 'me'])['id']}"
            here = Link(server.url, ada.token)
            _, tag = here.call("GET", path)
            meanwhile(ask, ada, f"{path}?wait=10", tag)
            assert here.call("GET", f"{path}?wait=10", tag=tag) == (None, tag)
            assert pauses == [2], "as Retry-After says"
    finally:
        stop(server)


def test_a_journal_of_many_pages_is_told_once_and_whole() -> None:
    journal = [{"number": number, "seat": None, "move": f"roll {number}"} for number in range(1, 1203)]

    class Pages(Link):
        def get(self, path: str) -> Any:
            start = int(path.partition("&cursor=")[2] or 0)
            return {"items": journal[start : start + 500], "next": str(start + 500) if start + 500 < len(journal) else None}

    told = Journal(Pages(""), "/v1/games/x/moves")
    assert list(told.news()) == journal
    assert list(told.news()) == []


@pytest.mark.parametrize(
    ("address", "said"),
    [
        ("http://127.0.0.1:9", "No server answers at http://127.0.0.1:9; start one with `intramuros serve`, or give --server URL."),
        ("banana", "'banana' is no server's address; one looks like http://127.0.0.1:8000."),
        ("http://127.0.0.1:door", "'http://127.0.0.1:door' is no server's address; one looks like http://127.0.0.1:8000."),
    ],
)
def test_a_server_that_is_not_there_is_one_line(address: str, said: str) -> None:
    found = intramuros("play", "--server", address)
    assert found.returncode != 0
    assert found.stderr == f"intramuros: {said}\n"
