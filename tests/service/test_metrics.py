"""Figures for Prometheus: requests, moves and games, summed over all processes."""

import re
from pathlib import Path

from service.config import Settings
from service.parts import Parts
from service.store import embedded, queues
from service.web.app import create_app
from tests.service.client import Client
from tests.service.processes import until


def figure(client: Client, name: str, **labels: str) -> float:
    """The sum of a figure over all processes, for these labels; 0 when it is not there yet."""
    found = 0.0
    for line in client.get("/metrics").text.splitlines():
        parts = re.fullmatch(r"(\w+)\{(.*)\} (\S+)", line)
        if parts and parts[1] == name and labels.items() <= dict(re.findall(r'(\w+)="([^"]*)"', parts[2])).items():
            found += float(parts[3])
    return found


def test_requests_are_counted_by_operation_and_status(ada: Client) -> None:
    labels = {"operation": "GET MeView", "status": "200"}
    before = figure(ada, "intramuros_request_seconds_count", **labels)
    for _ in range(3):
        ada.get("/v1/me")
    assert figure(ada, "intramuros_request_seconds_count", **labels) == before + 3


def test_addresses_that_are_not_there_do_not_become_figures(ada: Client) -> None:
    ada.get("/v1/made-up-by-a-scanner")
    assert "made-up" not in ada.get("/metrics").text


def test_moves_and_games_are_counted_by_who_made_them(ada: Client) -> None:
    names = [("intramuros_games_total", "what", "created"), ("intramuros_games_total", "what", "finished"),
             ("intramuros_moves_total", "by", "player"), ("intramuros_moves_total", "by", "ai")]  # fmt: skip

    def figures() -> list[float]:
        return [figure(ada, name, ruleset="cathedral", **{label: value}) for name, label, value in names]

    before = figures()
    game = ada.game("cathedral", ["me", {"ai": "random"}])["id"]
    ada.play(game, 1, "cathedral@e5n")
    ada.wait_until_mine(game)
    ada.post(f"/v1/games/{game}/resignation", {})
    until(lambda: figures() == [old + new for old, new in zip(before, (1, 1, 2, 1), strict=True)])


def test_the_jobs_that_wait_are_told_by_queue(tmp_path: Path) -> None:
    with embedded.server(Settings(data=tmp_path)) as url:
        app = create_app(Settings(store_url=url, queue_url=url))
        here: Parts = app.extensions["intramuros"]
        for number in range(3):
            queues.enqueue(here.queue_client, "ai-cathedral", "think", (f"game{number}", 1, 0), f"think-game{number}", 60)
        told = app.test_client().get("/metrics").text
    assert '\nintramuros_queue_jobs{queue="ai-cathedral"} 3\n' in told
    assert '\nintramuros_queue_jobs{queue="hints"} 0\n' in told


def test_metrics_can_be_switched_off() -> None:
    client = create_app(Settings(store_url="redis://nowhere", queue_url="redis://nowhere", metrics=False)).test_client()
    assert client.get("/metrics").status_code == 404
