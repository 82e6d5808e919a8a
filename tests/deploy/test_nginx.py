"""nginx with our file: right by `nginx -t`, and a live proxy that clients wait and stream through."""

import json
import os
import re
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest
import requests

from service import sentences
from service.problems import PROBLEMS
from service.store.watches import game_topic
from tests.deploy import site
from tests.deploy.tools import DEPLOY, machines, run
from tests.service.client import Client, Server, free_port
from tests.service.conftest import start, stop
from tests.service.processes import until
from tests.service.staging import store_of
from tests.service.waiters import POOL


class Behind(NamedTuple):
    """A server, the plain and the secure address of nginx before it, and the certificate to know it by."""

    server: Server
    plain: str
    secure: str
    certificate: str


def configuration(folder: Path, apis: list[str], plain: int, secure: int, listen: str = "127.0.0.1") -> Path:
    """Our file with this machine's addresses, inside the frame that a distribution's nginx has around it."""
    key, certificate = folder / "key.pem", folder / "certificate.pem"
    subject = ["-subj", "/CN=games.example", "-addext", f"subjectAltName=DNS:games.example,IP:{listen}"]
    files = ["-keyout", key, "-out", certificate]
    made = run(machines("openssl", "openssl"), "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", *subject, *files)
    assert made.returncode == 0, made.stdout
    text = (DEPLOY / "nginx" / "intramuros.conf").read_text()
    text = re.sub(
        r"server 10\.0\.0\.11:8000 (.*)\n\s*server 10.*\n", lambda found: "\n".join(f"server {api} {found[1]}" for api in apis) + "\n", text
    )
    text = re.sub(r"\n\s*listen \[::\].*", "", text)
    text = text.replace("listen 80;", f"listen {listen}:{plain};").replace("listen 443 ssl", f"listen {listen}:{secure} ssl")
    text = text.replace("/etc/ssl/intramuros/fullchain.pem", str(certificate)).replace("/etc/ssl/intramuros/privkey.pem", str(key))
    paths = "\n".join(f"{kind}_temp_path {folder}/{kind};" for kind in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi"))
    user = "user root;\n" if os.getuid() == 0 else ""
    frame = f"{user}daemon off; pid {folder}/nginx.pid; error_log stderr warn;\nevents {{ worker_connections 2048; }}\n"
    frame += f"http {{ access_log off; {paths}\n{text}\n}}\n"
    (folder / "nginx.conf").write_text(frame)
    return folder / "nginx.conf"


def test_nginx_finds_nothing_wrong(tmp_path: Path) -> None:
    said = run(machines("nginx", "nginx-light"), "-t", "-c", configuration(tmp_path, ["127.0.0.1:1"], free_port(), free_port()))
    assert said.returncode == 0, said.stdout
    assert "[warn]" not in said.stdout


def test_nginx_would_find_something(tmp_path: Path) -> None:
    path = configuration(tmp_path, ["127.0.0.1:1"], free_port(), free_port())
    path.write_text(path.read_text().replace("proxy_buffering off", "proxy_buffering of"))
    assert run(machines("nginx", "nginx-light"), "-t", "-c", path).returncode != 0


def test_what_nginx_says_is_what_the_api_says() -> None:
    said = [json.loads(found) for found in re.findall(r"return \d+ '(.*)'", (DEPLOY / "nginx" / "intramuros.conf").read_text())]
    assert [document["status"] for document in said] == [413, 429, 503]
    for document in said:
        (kind,) = [kind for kind in PROBLEMS if document["type"] == f"/docs/problems#{kind.slug}"]
        assert (kind.status, kind.title) == (document["status"], document["title"])
        assert sentences.say(document["code"], document["params"]).text == document["detail"]


def test_a_flood_is_refused_by_nginx_but_moves_are_the_apis_to_judge(tmp_path: Path) -> None:
    port = free_port()
    path = configuration(tmp_path, [f"127.0.0.1:{free_port()}"], free_port(), port)
    path.write_text(path.read_text().replace("rate=200r/s", "rate=1r/m").replace("burst=400", "burst=4"))
    url, certificate = f"https://127.0.0.1:{port}/v1/games", str(tmp_path / "certificate.pem")
    with site.process([machines("nginx", "nginx-light"), "-c", str(path)], tmp_path / "nginx.log"), requests.Session() as session:
        session.trust_env, session.verify = False, certificate
        until(lambda: heard(session, "POST", f"{url}/g/moves") is not None)
        asked = [session.get(url, timeout=5) for _ in range(6)]
        moved = [session.post(f"{url}/g/moves", json={}, timeout=5) for _ in range(20)]
    assert [answer.status_code for answer in asked] == [503] * 5 + [429], "there is no API behind it"
    assert {answer.status_code for answer in moved} == {503}
    for answer in (*asked, *moved):
        assert answer.headers["Content-Type"] == "application/problem+json"
        assert answer.json()["status"] == answer.status_code
        assert answer.headers["Retry-After"] == "1"


def heard(session: requests.Session, method: str, url: str) -> int | None:
    """The status of an answer, or none when nobody answers."""
    try:
        return session.request(method, url, timeout=5).status_code
    except requests.RequestException:
        return None


@pytest.fixture(scope="module")
def behind(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Behind]:
    """A server, and nginx before it."""
    nginx = machines("nginx", "nginx-light")
    folder = tmp_path_factory.mktemp("nginx")
    server = start(folder / "data", TRUSTED_PROXIES="1", RATE_ADDRESS="40", LOG_LEVEL="info", LOG_FORMAT="json")
    plain, secure, certificate = free_port(), free_port(), str(folder / "certificate.pem")
    path = configuration(folder, [server.url.removeprefix("http://")], plain, secure)
    try:
        with site.process([nginx, "-c", str(path)], folder / "nginx.log") as process:
            until(lambda: process.poll() is not None or answers(f"https://127.0.0.1:{secure}/healthz", certificate))
            assert process.poll() is None, (folder / "nginx.log").read_text()
            yield Behind(server, f"http://127.0.0.1:{plain}", f"https://127.0.0.1:{secure}", certificate)
    finally:
        stop(server)


def answers(url: str, certificate: str) -> bool:
    try:
        return requests.get(url, verify=certificate, timeout=2).status_code == 200
    except requests.RequestException:
        return False


def player(behind: Behind, name: str) -> Client:
    client = Client(behind.secure)
    client.session.trust_env, client.session.verify = False, behind.certificate
    return client.named(name)


def test_plain_http_is_sent_to_tls(behind: Behind) -> None:
    answer = requests.get(f"{behind.plain}/v1/rulesets", allow_redirects=False, timeout=5)
    assert (answer.status_code, answer.headers["Location"]) == (301, "https://127.0.0.1/v1/rulesets")


def test_a_client_waits_through_the_proxy_and_is_told_at_once(behind: Behind) -> None:
    with player(behind, "Ada") as ada, player(behind, "Bob") as bob:
        game = ada.game("cathedral", ["me", "open"])["id"]
        bob.post(f"/v1/games/{game}/seats", {})
        tag = bob.get(f"/v1/games/{game}").headers["ETag"]
        told = POOL.submit(bob.get, f"/v1/games/{game}?wait=25", If_None_Match=tag)
        store = store_of(behind.server).client
        until(lambda: told.done() or store.execute_command("PUBSUB", "SHARDNUMSUB", game_topic(game))[1] > 0)  # the API waits for it
        ada.play(game, 1, ada.first_legal(game))
        answer = told.result(10)
        assert (answer.status_code, answer.json()["turn"]) == (200, 2)


def test_a_wait_that_ends_without_news_is_a_304_through_the_proxy(behind: Behind) -> None:
    with player(behind, "Ada") as ada:
        game = ada.game("cathedral", ["me", "open"])["id"]
        tag = ada.get(f"/v1/games/{game}").headers["ETag"]
        assert ada.get(f"/v1/games/{game}?wait=2", If_None_Match=tag).status_code == 304


def test_events_come_through_the_proxy_as_they_happen(behind: Behind) -> None:
    with player(behind, "Ada") as ada:
        game = ada.game("cathedral", ["me", "me"])["id"]
        headers = {"Authorization": f"Bearer {ada.token}", "Accept": "text/event-stream"}
        with requests.get(
            f"{behind.secure}/v1/games/{game}/events", headers=headers, stream=True, verify=behind.certificate, timeout=20
        ) as stream:
            lines = stream.iter_lines(decode_unicode=True)
            first = next(json.loads(line[6:]) for line in lines if line.startswith("data: "))
            ada.play(game, 1, ada.first_legal(game))
            sent = time.monotonic()
            second = next(json.loads(line[6:]) for line in lines if line.startswith("data: "))
            assert time.monotonic() - sent < 5.0, "kept back by the proxy"
            assert second != first


def test_the_api_sees_the_clients_address_and_believes_no_forged_one(behind: Behind) -> None:
    server, secure = behind.server, behind.secure
    answer = requests.get(f"{secure}/v1/rulesets", headers={"X-Forwarded-For": "203.0.113.9"}, verify=behind.certificate, timeout=5)
    name = answer.headers["X-Request-Id"]
    lines = [json.loads(line) for line in server.log.read_text().splitlines() if name in line]
    assert lines
    assert "203.0.113.9" not in json.dumps(lines)
    remaining = [left_to(behind, f"198.51.100.{number}") for number in range(20)]
    assert min(remaining) < 30, "one address, whatever it says of itself: who had twenty would have forty requests each"


def left_to(behind: Behind, forged: str) -> int:
    """The requests that a caller who claims an address still has."""
    answer = requests.get(f"{behind.secure}/v1/rulesets", headers={"X-Forwarded-For": forged}, verify=behind.certificate, timeout=5)
    return int(re.findall(r"r=(\d+)", answer.headers["RateLimit"])[0])


def test_a_body_that_is_too_large_stops_at_the_proxy(behind: Behind) -> None:
    answer = requests.post(
        f"{behind.secure}/v1/players",
        data=b"x" * 70_000,
        headers={"Content-Type": "application/json"},
        verify=behind.certificate,
        timeout=5,
    )
    assert (answer.status_code, answer.json()["code"]) == (413, "too-large.body")


def test_the_figures_are_not_for_the_outside(behind: Behind) -> None:
    assert requests.get(f"{behind.secure}/metrics", verify=behind.certificate, timeout=5).status_code == 404
    assert requests.get(f"{behind.server.url}/metrics", timeout=5).status_code == 200


def test_openssl_agrees_that_only_new_tls_is_spoken(behind: Behind) -> None:
    address = behind.secure.removeprefix("https://")
    old = subprocess.run(["openssl", "s_client", "-connect", address, "-tls1_1"], input="", capture_output=True, text=True, timeout=20)
    new = subprocess.run(["openssl", "s_client", "-connect", address, "-tls1_3"], input="", capture_output=True, text=True, timeout=20)
    assert (old.returncode, new.returncode) == (1, 0)
