"""Webhooks with the Python client: a notice of a real server is believed, and nothing else."""

import time
from collections.abc import Iterator

import pytest
from intramuros_client import BadSignature, Client, verify_webhook

from tests.service.client import Server
from tests.service.conftest import start, stop
from tests.service.processes import until
from tests.service.receiver import receiving


@pytest.fixture(scope="module")
def hooked(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server that may send webhooks to this machine."""
    running = start(tmp_path_factory.mktemp("hooked"), WEBHOOK_LOOPBACK="on", WORKERS="1")
    yield running
    stop(running)


def test_a_notice_is_believed_when_it_is_signed_and_fresh(hooked: Server) -> None:
    with Client(hooked.url, name="Eve") as client, receiving() as receiver:
        webhook = client.create_webhook(receiver.url)
        game = client.create_game("cathedral", ["me", {"ai": "random"}])
        until(lambda: receiver.received)
        headers, body = receiver.received[0]
        notice = verify_webhook(webhook["secret"], headers, body)
        assert (notice["type"], notice["data"]["game"]) == ("turn.owed", game.id)
        for wrong in (body + b" ", body.replace(b"owed", b"0wed")):
            with pytest.raises(BadSignature, match="not signed with this secret"):
                verify_webhook(webhook["secret"], headers, wrong)
        with pytest.raises(BadSignature, match="not signed with this secret"):
            verify_webhook("whsec_" + "A" * 44, headers, body)
        with pytest.raises(BadSignature, match="too old"):
            verify_webhook(webhook["secret"], headers, body, now=time.time() + 3600)
        with pytest.raises(BadSignature, match="can be read"):
            verify_webhook(webhook["secret"], {}, body)
        assert [known["id"] for known in client.webhooks()] == [webhook["id"]]
        client.delete_webhook(webhook["id"])
        assert client.webhooks() == []
