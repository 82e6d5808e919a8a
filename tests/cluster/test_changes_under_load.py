"""Masters change, slots move and servers die while games are played: every acknowledged move is there once, and play goes on by itself."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.cluster.large_site import LargeSite, large_site
from tests.drills.players import Players
from tests.service.client import Server
from tests.service.conftest import AS_RUN, start, stop

PLAYERS = 3


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[LargeSite]:
    with large_site(tmp_path_factory.mktemp("site")) as made:
        yield made


@pytest.fixture(scope="module")
def server(site: LargeSite, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    made = start(tmp_path_factory.mktemp("server"), STORE_URL=site.store_url, QUEUE_URL=site.queue_url, **AS_RUN)
    yield made
    stop(made)


def test_every_master_hands_over_while_games_are_played(site: LargeSite, server: Server) -> None:
    with Players(server.url, PLAYERS) as players:
        before = {node.port for node in site.masters()}
        site.change_over()
        assert not before & {node.port for node in site.masters()}
        players.check()


def test_the_slots_of_running_games_move_to_another_master_and_on(site: LargeSite, server: Server) -> None:
    with Players(server.url, PLAYERS) as players:
        games = {player.game for player in players.at}
        slots = {site.nodes[0].client.cluster("keyslot", f"game:{{{game}}}") for game in games}
        homes = {game: site.master_of(f"game:{{{game}}}").port for game in games}
        for _ in range(2):
            for slot in [*slots, *(site.nodes[0].client.cluster("keyslot", key) for key in ("intramuros:thinking", "intramuros:workers"))]:
                site.move_slot(slot)
        assert all(site.master_of(f"game:{{{game}}}").port != home for game, home in homes.items())
        site.settle()
        players.check()


def test_a_killed_primary_of_the_queue_delays_ais_and_loses_nothing(site: LargeSite, server: Server) -> None:
    with Players(server.url, PLAYERS) as players:
        site.primary().kill()
        players.check()
        assert site.primary()


def test_a_killed_master_is_replaced_while_games_are_played(site: LargeSite, server: Server) -> None:
    with Players(server.url, PLAYERS) as players:
        site.lose(site.master_of(f"game:{{{players.at[0].game}}}"))
        players.check()


def test_the_site_starts_again_from_its_disks(site: LargeSite, tmp_path: Path, server: Server) -> None:
    """Every node of the store is killed at once; what was acknowledged is on disk."""
    with Players(server.url, 1) as players:
        players.await_moves(2)
        for node in site.nodes:
            if node.process and node.process.poll() is None:
                node.kill()
        for node in site.nodes:
            node.start()
        site.settle()
        players.check()
