"""Where webhooks may lead: to the internet, never into our own network, and never for long."""

import socket
import threading
from typing import Any

import pytest

from service.webhooks import safe_post
from tests.service.receiver import receiving

FORBIDDEN = [
    "https://127.0.0.1/",
    "https://127.1/",
    "https://2130706433/",
    "https://0x7f000001/",
    "https://0177.0.0.1/",
    "https://0/",
    "https://0.0.0.0/",
    "https://10.1.2.3/",
    "https://172.16.0.1/",
    "https://192.168.1.1/",
    "https://100.64.0.1/",
    "https://169.254.169.254/latest/meta-data/",
    "https://224.0.0.1/",
    "https://255.255.255.255/",
    "https://localhost/",
    "https://localhost./",
    "https://[::1]/",
    "https://[::]/",
    "https://[::ffff:127.0.0.1]/",
    "https://[::ffff:a9fe:a9fe]/",
    "https://[::127.0.0.1]/",
    "https://[64:ff9b::7f00:1]/",
    "https://[2002:7f00:1::]/",
    "https://[fe80::1]/",
    "https://[fc00::1]/",
    "https://[fec0::1]/",
    "https://no-such-host.invalid/",
    "http://8.8.8.8/",
    "http://localhost/",
    "ftp://8.8.8.8/",
    "https://user:password@8.8.8.8/",
    "https://8.8.8.8/#fragment",
    "https://8.8.8.8\\@127.0.0.1/",
    "https://8.8.8.8:99999/",
    "https://8.8.8.8/ x",
    "https:///x",
    "//8.8.8.8/",
    "https://[::1",
    "https://münchen.example/",
    "x" * 501,
]


@pytest.mark.parametrize("url", FORBIDDEN)
def test_no_webhook_leads_into_our_own_network(url: str) -> None:
    with pytest.raises(safe_post.Refused):
        safe_post.checked(url, loopback=False)


@pytest.mark.parametrize("url", ["https://8.8.8.8/", "https://8.8.8.8:8443/turns?bot=1", "https://[2001:4860:4860::8888]/"])
def test_an_address_on_the_internet_is_allowed(url: str) -> None:
    safe_post.checked(url, loopback=False)


def answers(*found: str) -> Any:
    return lambda *_arguments, **_options: [(0, 0, 0, "", (address, 443)) for address in found]


def test_a_name_with_one_address_of_ours_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(safe_post.socket, "getaddrinfo", answers("8.8.8.8", "10.0.0.1"))
    with pytest.raises(safe_post.Refused):
        safe_post.checked("https://two-faced.example/", loopback=False)


def test_a_name_that_changes_after_the_check_gains_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    gone_to: list[Any] = []

    def connect(address: Any, _timeout: float) -> socket.socket:
        gone_to.append(address)
        raise ConnectionRefusedError

    monkeypatch.setattr(safe_post.socket, "getaddrinfo", answers("8.8.8.8"))
    monkeypatch.setattr(safe_post.socket, "create_connection", connect)
    assert safe_post.post("https://rebinding.example/", b"", {}, loopback=False) == safe_post.Answer(None, "no-answer", address="8.8.8.8")
    assert gone_to == [("8.8.8.8", 443)]


def test_a_host_with_an_address_that_leads_nowhere_is_reached_by_its_next_one(monkeypatch: pytest.MonkeyPatch) -> None:
    with receiving(200) as receiver:
        port = int(receiver.url.split(":")[2].split("/")[0])
        monkeypatch.setattr(safe_post, "resolved", lambda *_: ["127.0.0.9", "127.0.0.1"])
        assert safe_post.post(f"http://two-homes.example:{port}/", b"{}", {}, loopback=True) == safe_post.Answer(200)


def test_plain_http_stays_on_this_machine_even_where_it_is_allowed() -> None:
    safe_post.checked("http://127.0.0.1:8000/", loopback=True)
    for url in ("http://8.8.8.8/", "http://10.0.0.1/", "https://10.0.0.1/"):
        with pytest.raises(safe_post.Refused):
            safe_post.checked(url, loopback=True)


def test_an_answer_that_drips_is_cut_off(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(safe_post, "ALL_SECONDS", 0.5)
    given_up, cut_off = threading.Event(), threading.Event()
    with socket.create_server(("127.0.0.1", 0)) as server:

        def drip() -> None:
            peer, _ = server.accept()
            with peer:
                while not given_up.wait(0.05):  # sooner than a silence would be too long
                    try:
                        peer.sendall(b"H")
                    except OSError:
                        cut_off.set()
                        return

        thread = threading.Thread(target=drip)
        thread.start()
        try:
            assert safe_post.post(f"http://127.0.0.1:{server.getsockname()[1]}/", b"", {}, loopback=True).status is None
            assert cut_off.wait(10)
        finally:
            given_up.set()
            thread.join(10)
