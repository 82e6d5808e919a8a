"""What a read of a contest costs: the brief first, the rest once a revision however many ask; and no contest waits for a reader."""

import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from flask.testing import FlaskClient

from service.config import Settings
from service.contests.briefs import brief_of, dump_brief, load_brief
from service.contests.contest import KICKED, SERIES, Contest, dump, dump_result
from service.contests.entering import leave
from service.contests.schedule import next_games
from service.parts import Parts
from service.store import embedded, keys, queues
from service.web import contests
from service.web.app import create_app
from service.worker import jobs
from tests.service.contests.playing import contest, result
from tests.service.contests.test_advancing import give_up, made, running, to_the_end

PARTS_OF_IT = ("", "/standings", "/rounds/1", "/crosstable", "/crosstable.csv", "/crosstable.svg", "/export")


@pytest.fixture
def parts(tmp_path: Path) -> Iterator[Parts]:
    with embedded.server(replace(Settings(), data=tmp_path)) as url:
        yield Parts(replace(Settings(), data=tmp_path, store_url=url, queue_url=url))


@pytest.fixture
def client(parts: Parts) -> FlaskClient:
    return create_app(replace(parts.settings, rate_address=0)).test_client()


def reads_of_facts(parts: Parts, doing: Callable[[], object]) -> int:
    """How often all facts of a contest are read meanwhile."""
    before = calls(parts, "hgetall")
    doing()
    return calls(parts, "hgetall") - before


def calls(parts: Parts, command: str) -> int:
    return int(parts.store_client.info("commandstats").get(f"cmdstat_{command}", {"calls": 0})["calls"])


def played(parts: Parts, count: int = 4) -> Contest:
    """A stored tournament of which a round has been played."""
    cup = made(parts, count, opponents=None)
    for game in running(parts, cup):
        give_up(parts, game)
    return parts.contests.load(cup.id)[0]


def address(cup: Contest) -> str:
    return f"/v1/tournaments/{cup.id}"


def test_whoever_has_the_newest_answer_makes_nobody_read_the_facts(parts: Parts, client: FlaskClient) -> None:
    cup = played(parts)
    tags = {part: client.get(address(cup) + part).headers["ETag"] for part in PARTS_OF_IT if part != "/export"}

    def again() -> None:
        for part, tag in tags.items():
            assert client.get(address(cup) + part, headers={"If-None-Match": tag}).status_code == 304

    assert reads_of_facts(parts, again) == 0


def test_what_is_asked_for_again_is_not_worked_out_again(parts: Parts, client: FlaskClient) -> None:
    cup = played(parts)
    first = {part: client.get(address(cup) + part).data for part in PARTS_OF_IT}

    def again() -> None:
        assert {part: client.get(address(cup) + part).data for part in PARTS_OF_IT} == first

    assert reads_of_facts(parts, again) == 0
    give_up(parts, running(parts, cup)[0])
    assert not [part for part in PARTS_OF_IT if client.get(address(cup) + part).data == first[part]], "after a change they are others"


CROWD = """
from gevent import monkey
monkey.patch_all()
import sys
from pathlib import Path
import gevent
from service.config import Settings
from service.web.app import create_app
app = create_app(Settings(data=Path(sys.argv[1]), store_url=sys.argv[2], queue_url=sys.argv[2], rate_address=0))
asked = [gevent.spawn(lambda: app.test_client().get(sys.argv[3])) for _ in range(100)]
answers = {(one.get().status_code, one.get().data) for one in asked}
assert len(answers) == 1 and answers.pop()[0] == 200
"""


def test_a_hundred_who_ask_at_once_have_it_worked_out_once(parts: Parts) -> None:
    here = address(played(parts)) + "/crosstable.svg"
    asked = [sys.executable, "-c", CROWD, str(parts.settings.data), parts.settings.store_url, here]
    assert reads_of_facts(parts, lambda: subprocess.run(asked, check=True, timeout=60)) == 1


TURNS = """
from gevent import monkey
monkey.patch_all()
import sys
import time
from pathlib import Path
import gevent
from service.config import Settings
from service.web import contests
from service.web.app import create_app
app = create_app(Settings(data=Path(sys.argv[1]), store_url=sys.argv[2], queue_url=sys.argv[2], rate_address=0))
line, work, done = app.extensions["intramuros"].contest_work, contests.worked_out, []
def when_all_have_come(*what):
    while not done and line.waiting() < len(sys.argv) - 3:
        time.sleep(0.01)
    return work(*what)
contests.worked_out = when_all_have_come
def ask(who, path):
    assert app.test_client().get(path, environ_overrides={"REMOTE_ADDR": who}).status_code == 200
    done.append(path)
many = [gevent.spawn(ask, "192.0.2.7", path) for path in sys.argv[4:]]
while line.waiting() < len(many):
    gevent.sleep(0.01)
gevent.joinall([*many, gevent.spawn(ask, "192.0.2.8", sys.argv[3])], raise_error=True)
assert done[1] == sys.argv[3], done
"""


def test_whoever_wants_one_table_is_not_behind_another_callers_many(parts: Parts) -> None:
    cups, other = [played(parts) for _ in range(3)], played(parts)
    many = [address(cup) + part for cup in cups for part in PARTS_OF_IT]
    words = [sys.executable, "-c", TURNS, str(parts.settings.data), parts.settings.store_url, address(other), *many]
    subprocess.run(words, check=True, timeout=120)


def test_a_list_reads_no_contest_whole(parts: Parts, client: FlaskClient) -> None:
    cups = [played(parts) for _ in range(3)]
    assert reads_of_facts(parts, lambda: client.get("/v1/tournaments?limit=100")) == 0
    items = client.get("/v1/tournaments?limit=100").get_json()["items"]
    assert {one["id"]: one["entrants"] for one in items} == {cup.id: 4 for cup in cups}


def test_one_contest_that_cannot_be_read_hides_no_other(parts: Parts, client: FlaskClient) -> None:
    cups = [played(parts) for _ in range(3)]
    parts.store_client.hset(keys.contest_key(cups[1].id), "contest", '{"id": "broken"')
    for _ in range(2):
        items = client.get("/v1/tournaments?limit=100").get_json()["items"]
        assert {one["id"] for one in items} == {cups[0].id, cups[2].id}
    assert parts.store_client.smembers(keys.QUARANTINE) == {f"contest {cups[1].id}"}
    parts.store_client.hset(keys.contest_key(cups[1].id), "contest", dump(cups[1]))
    assert len(client.get("/v1/tournaments?limit=100").get_json()["items"]) == 3, "put right, it is listed as before"


def test_a_brief_reads_back() -> None:
    for cup in (contest(5, name="Cup", visibility="private", invited=("ada", "")), replace(contest(2), format=SERIES)):
        assert load_brief(dump_brief(cup), cup.revision) == brief_of(cup)


def test_a_contest_without_a_brief_has_one_as_soon_as_it_is_read(parts: Parts) -> None:
    cup = played(parts)
    parts.store_client.hdel(keys.contest_key(cup.id), "brief")
    assert parts.contests.briefs([cup.id, "nosuch"]) == [brief_of(cup), None]
    (kept,) = parts.contests.store.briefs([cup.id])
    assert kept is not None
    assert load_brief(kept.text, kept.revision) == brief_of(cup)


def test_a_brief_is_not_taken_for_one_of_another_text(parts: Parts) -> None:
    cup = played(parts)
    after = leave(cup, cup.entrants[1].id)
    parts.store_client.hset(keys.contest_key(cup.id), "contest", dump(after))  # by a process of a version that knows no briefs
    parts.store_client.hincrby(keys.contest_key(cup.id), "revision", 1)
    assert parts.contests.briefs([cup.id]) == [brief_of(replace(after, revision=cup.revision + 1))]


def stuck(parts: Parts) -> Contest:
    """A tournament whose running games are over, and whoever noted that died before it went on."""
    cup = made(parts, 4, opponents=None)
    for game in running(parts, cup):
        over = result([str(seat.player) for seat in game.seats], (5, 12))
        assert parts.contests.store.note(cup.id, game.id, dump_result(over))
    assert next_games(*parts.contests.load(cup.id))
    return cup


def waiting_jobs(parts: Parts) -> list[str]:
    return queues.queue(queues.CONTESTS, parts.queue_client).job_ids


@pytest.mark.parametrize("part", ["", "/crosstable.svg"])
def test_whoever_reads_a_contest_that_is_stuck_asks_a_worker_once(parts: Parts, client: FlaskClient, part: str) -> None:
    cup = stuck(parts)
    for _ in range(3):
        client.get(address(cup) + part)
    assert waiting_jobs(parts) == [f"advance-{cup.id}"]
    queues.queue(queues.CONTESTS, parts.queue_client).empty()
    client.get(address(cup) + part)
    assert waiting_jobs(parts) == [], "nothing has changed since it was asked for"
    jobs.advance(parts, cup.id)
    assert not next_games(*parts.contests.load(cup.id))
    assert to_the_end(parts, cup).status == "finished"


def test_a_contest_goes_on_though_nobody_reads_it_and_nobody_was_asked(parts: Parts) -> None:
    cup = stuck(parts)
    parts.contests.store.watch(cup.id, 0)  # its time has come
    parts.contests.sweep()
    assert not next_games(*parts.contests.load(cup.id))
    assert running(parts, cup)


def heard(parts: Parts, cup: Contest, player: str | None = None) -> Iterator[bytes]:
    stream = contests.stream(parts, cup.id, player, "", "192.0.2.7", ())
    assert next(stream).startswith(b"retry")
    return stream


def test_events_come_once_a_second_and_the_later_one_has_the_latest_state(parts: Parts) -> None:
    cup = made(parts, 6, opponents=None)
    stream = heard(parts, cup)
    assert next(stream).startswith(b"id: %d\nevent: tournament\n" % parts.contests.briefs([cup.id])[0].revision)  # type: ignore[union-attr]
    began = time.monotonic()
    for game in running(parts, cup):
        give_up(parts, game)
    (brief,) = parts.contests.briefs([cup.id])
    assert brief is not None
    assert next(stream).startswith(b"id: %d\n" % brief.revision)
    assert time.monotonic() - began >= contests.PACE - 0.1


def test_all_who_listen_hear_what_was_worked_out_once(parts: Parts) -> None:
    cup = played(parts)
    assert reads_of_facts(parts, lambda: [next(heard(parts, cup)) for _ in range(20)]) == 1


def test_a_stream_ends_for_whoever_may_not_look_any_more(parts: Parts) -> None:
    cup = made(parts, 3, opponents=None, visibility="private")
    other, kicked = cup.entrants[1].id, cup.entrants[2].id
    streams = {who: heard(parts, cup, who) for who in (other, kicked)}
    first = {who: next(stream) for who, stream in streams.items()}
    assert first[other] == first[kicked]
    parts.contests.change(cup.id, lambda found, _: leave(found, kicked, KICKED))
    assert next(streams[kicked], b"nothing more") == b"nothing more"
    assert b"event: tournament" in next(streams[other])
