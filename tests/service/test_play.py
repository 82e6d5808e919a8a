"""`intramuros play` as a person meets it: in a pseudo-terminal, from the first prompt to the end of a game."""

import contextlib
import os
import pty
import re
import select
import signal
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from service.terminal import link, tokens
from service.terminal.journal import Journal
from service.terminal.link import Link
from tests.service.client import Client, Server
from tests.service.conftest import start, stop
from tests.service.processes import ENVIRON, intramuros
from tests.service.receiver import receiving
from tests.service.waiters import ask, meanwhile


class Terminal:
    """A person in front of a terminal in which a command runs."""

    def __init__(self, *arguments: str) -> None:
        self.screen = ""
        self.pid, self.line = pty.fork()
        if self.pid == 0:
            os.environ.update(ENVIRON, TERM="xterm", COLUMNS="120")
            os.execv(sys.executable, [sys.executable, "-m", "service.cli", *arguments])

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

    def exit_code(self) -> int:
        for _ in range(200):
            pid, status = os.waitpid(self.pid, os.WNOHANG)
            if pid:
                self.pid = 0
                return os.waitstatus_to_exitcode(status)
            time.sleep(0.05)
        raise AssertionError("the command goes on")

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


def test_the_tab_key_completes_a_legal_move(terminal: Terminal) -> None:
    terminal.until("turn 1> ")
    terminal.type("cathedral@b10\t\n")
    assert "you: cathedral@b10s" in terminal.until("turn 3> ")


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


def test_an_answer_that_is_lost_is_asked_for_again_under_the_same_key(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(link, "AGAIN", (0, 0, 0))
    with receiving(503, 429, 201) as receiver, contextlib.suppress(ValueError):  # the receiver answers without a body
        Link(receiver.url, "im_a_b").post("/v1/games", {})
    keys = [headers["idempotency-key"] for headers, _ in receiver.received]
    assert len(keys) == 3
    assert len(set(keys)) == 1


def test_a_server_where_too_many_wait_is_not_asked_again_at_once(tmp_path: Path) -> None:
    server = start(tmp_path, MAX_WAITERS="1", WEB_PROCESSES="1")
    try:
        with Client(server.url) as ada:
            path = f"/v1/games/{ada.named('Ada').game('cathedral', ['me', 'me'])['id']}"
            here = Link(server.url, ada.token)
            _, tag = here.call("GET", path)
            meanwhile(ask, ada, f"{path}?wait=10", tag)
            before = time.monotonic()
            assert here.call("GET", f"{path}?wait=10", tag=tag) == (None, tag)
            assert 1.9 < time.monotonic() - before < 6, "Retry-After is 2"
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
