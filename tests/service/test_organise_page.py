"""The page for organisers: what it shows to type is taken by the server."""

import html
import os
import re
import shlex
import subprocess

import requests

from service.commands import arena
from service.json_object import Json
from service.terminal import tournament
from service.terminal.link import Link
from tests.service.client import Client, Server


def shown(server: Server) -> str:
    return html.unescape(requests.get(f"{server.url}/docs/organise", timeout=20).text)


def test_the_curl_commands_of_the_page_create_contests(server: Server, ada: Client) -> None:
    commands = re.findall(r"<pre><code>(curl .*?)</code></pre>", shown(server), re.DOTALL)
    assert len(commands) == 2
    for command in commands:
        said = subprocess.run(
            ["sh", "-c", command], capture_output=True, text=True, timeout=60, env={**os.environ, "TOKEN": str(ada.token)}
        )
        assert '"status":"r' in said.stdout, said.stdout


def test_the_tournament_of_the_page_is_taken_and_its_arena_can_be_played(server: Server, ada: Client) -> None:
    (command,) = re.findall(r"<pre><code>intramuros tournament (.*?)</code></pre>", shown(server), re.DOTALL)
    link = Link(server.url, str(ada.token))
    made = tournament.begun(link, tournament.parsed(shlex.split(command)))
    over: Json = ada.post(f"/v1/tournaments/{made}/cancellation", {}).json()
    assert (over["status"], over["planned_rounds"]) == ("cancelled", 3)
    (compared,) = re.findall(r"<code>intramuros arena (.*?)</code>", shown(server))
    assert arena.arguments(shlex.split(compared)).players == ["hard", "easy"]
