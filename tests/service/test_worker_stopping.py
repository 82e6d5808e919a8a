"""A worker that is asked to stop at the worst moment, when a job is off its queue and not yet begun, does that job and no other."""

import pytest

from service.store.client import connect
from service.store.embedded import socket_path
from service.store.queues import queue
from tests.service.client import Server
from tests.service.processes import python

WORKER = """
import os, signal, sys
from rq.serializers import JSONSerializer
from service.store import queues
from service.store.client import connect
from service.worker import stopping

class Job(stopping.JobOrRing):
    @classmethod
    def fetch(cls, id, *args, **options):
        job = super().fetch(id, *args, **options)
        os.kill(os.getpid(), signal.SIGTERM)
        return job

    def perform(self):
        print("done", self.id, flush=True)

url, kind, name = sys.argv[1:]
client = connect(url, text=False)
listens = [queues.queue(each, client) for each in (stopping.BELL + name, name)]
kind = {"simple": stopping.PlainWorker, "fork": stopping.ForkingWorker}[kind]
worker = kind(listens, name=name, connection=client, serializer=JSONSerializer, job_class=Job)
print("ready", flush=True)
worker.work(logging_level="WARNING")
"""


@pytest.mark.parametrize("kind", ["simple", "fork"])
def test_a_job_just_taken_is_done_before_the_worker_stops(server: Server, kind: str) -> None:
    name = f"stopped-{kind}"
    url = server.queue_url or f"unix://{socket_path(server.data)}"
    with python(WORKER, url, kind, name) as worker:
        jobs = queue(name, connect(url, text=False))
        for job in ("first", "second"):
            jobs.enqueue_call("think", job_id=f"{name}-{job}", result_ttl=0, timeout=30)
        said, _ = worker.communicate(timeout=30)
        assert said.split("\n")[1:] == [f"done {name}-first", ""]
        assert jobs.get_job_ids() == [f"{name}-second"]
        jobs.delete()
