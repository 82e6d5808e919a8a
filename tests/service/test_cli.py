"""The command: what is in the way is one line and exit code 2; what is not there is not offered."""

import os
import shlex
import shutil
import socket
import subprocess
import sys
import time
from importlib.util import find_spec
from pathlib import Path
from types import SimpleNamespace

import pytest

from service.commands import cli, serve
from service.commands.supervisor import Child, Supervisor, process
from service.config import CannotStart, Settings, load
from service.store import embedded
from tests.service.processes import ENVIRON, ROOT, intramuros


def test_config_lists_every_setting_with_the_value_in_force() -> None:
    said = intramuros("config", INTRAMUROS_PORT="9001", INTRAMUROS_STORE_URL="redis://ada:s3cr3t@store")
    assert said.returncode == 0
    assert "INTRAMUROS_PORT=9001\n    port that the API listens on (default: 8000)" in said.stdout
    assert "INTRAMUROS_STORE_URL=redis://ada:***@store\n" in said.stdout
    assert "s3cr3t" not in said.stdout


@pytest.mark.parametrize(
    ("command", "environ", "line"),
    [
        ("serve", {"INTRAMUROS_PORT": "none"}, "INTRAMUROS_PORT=none cannot be used"),
        ("serve", {"INTRAMUROS_PROT": "80"}, "did you mean INTRAMUROS_PORT?"),
        ("serve", {"INTRAMUROS_DATA": "/dev/null/data", "INTRAMUROS_PORT": "18999"}, "cannot be used: Not a directory"),
        ("serve", {"INTRAMUROS_HOST": "192.0.2.1"}, "Cannot listen on 192.0.2.1 port 8000"),
        ("worker", {"INTRAMUROS_DATA": "/dev/null/data"}, "No server runs on the data folder /dev/null/data"),
        ("web", {"INTRAMUROS_DATA": "/dev/null/data"}, "start `intramuros serve`, or set INTRAMUROS_STORE_URL"),
    ],
)
def test_what_is_in_the_way_is_one_line_and_exit_code_2(command: str, environ: dict[str, str], line: str) -> None:
    said = intramuros(command, **environ)
    assert (said.returncode, said.stdout) == (2, "")
    assert said.stderr.startswith("intramuros: ")
    assert line in said.stderr
    assert said.stderr.count("\n") == 1


def test_a_port_in_use_is_one_line(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = str(taken.getsockname()[1])
        said = intramuros("serve", INTRAMUROS_PORT=port, INTRAMUROS_DATA=str(tmp_path))
    assert said.returncode == 2
    assert said.stderr == f"intramuros: Port {port} on 127.0.0.1 is in use; stop what uses it, or set INTRAMUROS_PORT.\n"


def test_a_port_that_a_killed_api_is_about_to_leave_is_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        settings = Settings(port=taken.getsockname()[1])
        monkeypatch.setattr(serve, "time", SimpleNamespace(monotonic=time.monotonic, sleep=lambda _: taken.close()))
        with serve.listen(settings) as listener:
            assert listener.getsockname()[1] == settings.port


def test_a_child_that_ends_as_it_starts_stops_the_start_with_its_last_words() -> None:
    child = Child("the API", lambda: process(["false"], ENVIRON))
    with Supervisor([[child]]) as supervisor, pytest.raises(CannotStart, match="Cannot start the API: it had a bad day"):
        serve.await_answer(supervisor, child, lambda: False, lambda: "it had a bad day")


def test_only_subcommands_that_are_there_are_offered() -> None:
    said = intramuros("--help").stdout
    offered = {line.split()[0] for line in said.splitlines() if line.startswith("    ") and line.strip()}
    assert all((name in offered) == bool(find_spec(module)) for name, (module, _) in cli.OTHERS.items())


def test_what_the_command_line_says_goes_before_the_environment(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    chosen = cli.parser({}).parse_args(["serve", "--port", "9001", "--data", "here", "--workers", "1", "--open"])
    settings = load({"INTRAMUROS_PORT": "9000", "INTRAMUROS_DATA": "/there", **cli.told(chosen)})
    assert (settings.port, settings.data, settings.workers, chosen.open) == (9001, tmp_path / "here", 1, True)


def test_a_bad_value_on_the_command_line_is_refused_as_its_variable_is() -> None:
    said = intramuros("serve", "--port", "none", INTRAMUROS_PORT="9000")
    assert (said.returncode, said.stderr.count("\n")) == (2, 1)
    assert "INTRAMUROS_PORT=none cannot be used" in said.stderr


def test_several_workers_are_told_what_one_would_be(monkeypatch: pytest.MonkeyPatch) -> None:
    heard: list[object] = []
    monkeypatch.setattr(cli, "workers_only", lambda _, *words: heard.extend(words))
    line = ["worker", "--count", "3", "--ai", "easy", "--ruleset", "cathedral", "--no-advice"]
    cli.work(Settings(), cli.parser({}).parse_args(line))
    assert heard == [3, ["--ai", "easy", "--ruleset", "cathedral", "--no-advice"]]


def test_the_version_is_told() -> None:
    assert intramuros("--version").stdout == "intramuros 0.1.0\n"


@pytest.mark.parametrize(
    ("line", "offered"),
    [
        ("intramuros ser", "serve"),
        ("intramuros remote-worker --s", "--server"),
        ("intramuros serve --po", "--port"),
        ("intramuros host n", "new"),
    ],
)
def test_a_shell_completes_commands_and_options(line: str, offered: str) -> None:
    words = line.split(" ")
    ask = f"COMP_WORDS=({line}); COMP_CWORD={len(words) - 1}; _intramuros; echo ${{COMPREPLY[@]}}"
    said = subprocess.run(["bash"], input=intramuros("completion", "bash").stdout + ask, capture_output=True, text=True, timeout=20)
    assert said.stdout.split() == [offered], said.stderr


def test_what_is_printed_may_be_read_in_part() -> None:
    command = f"{shlex.quote(sys.executable)} -m service.commands.cli completion bash | true"
    said = subprocess.run(["sh", "-c", command], env=ENVIRON, capture_output=True, text=True, timeout=60)
    assert said.stderr == ""


def test_running_installs_no_tools_and_testing_adds_them() -> None:
    make = shutil.which("make")
    if make is None:
        assert "CI" not in os.environ, "make is needed"
        pytest.skip("NOT TESTED: there is no make here")

    def locks(target: str) -> list[str]:
        """The locks that a target installs where nothing is installed yet, in order."""
        command = [make, "--dry-run", "--always-make", "--no-print-directory", target]
        said = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=20, check=True).stdout
        found = [word for word in said.split() if word.endswith(".txt;") or word in ("deploy/requirements.txt", "constraints.txt")]
        return list(dict.fromkeys(word.rstrip(";") for word in found))

    assert locks("run") == ["deploy/requirements.txt"]
    assert locks("test") == ["deploy/requirements.txt", "constraints.txt"]


def test_a_worker_finds_the_server_of_a_data_folder(tmp_path: Path) -> None:
    settings = Settings(data=tmp_path)
    with embedded.server(settings) as url:
        found = serve.connected(settings)
    assert (found.store_url, found.queue_url) == (url, url)


def test_the_welcome_names_the_server_the_address_and_a_game() -> None:
    said = serve.welcome(Settings(host="0.0.0.0", port=8080, store_url="redis://:s3cr3t@store", queue_url="redis://queue"), None)
    assert "redis://:***@store" in said
    assert "http://127.0.0.1:8080/docs" in said
    assert "/v1/games -d '{" in said


@pytest.mark.parametrize(("host", "where"), [("::", "[::1]:8000"), ("::1", "[::1]:8000"), ("10.0.0.7", "10.0.0.7:8000")])
def test_an_address_can_be_called_as_it_is_printed(host: str, where: str) -> None:
    assert serve.address(Settings(host=host)) == where
