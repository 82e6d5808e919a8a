"""What a worker may run: a few jobs, by words that stay wherever the code moves to, and nothing else that a queue may name."""

import pytest
from redis import Redis

from service.store.queues import JOBS, AllowedJob
from service.worker import jobs


def job(name: str) -> AllowedJob:
    return AllowedJob.create(name, connection=Redis())


@pytest.mark.parametrize("name", JOBS)
def test_a_job_is_found_by_its_word(name: str) -> None:
    assert job(name).func.func is getattr(jobs, name)


@pytest.mark.parametrize("name", ["think", "hint", "analyse", "deliver"])
def test_a_job_queued_under_its_long_name_still_runs(name: str) -> None:
    assert job(f"service.jobs.{name}").func.func is getattr(jobs, name)


@pytest.mark.parametrize("name", ["os.getcwd", "service.worker.jobs.think", "service.jobs.start", "service.config.load", "thinking"])
def test_nothing_else_is_run(name: str) -> None:
    with pytest.raises(PermissionError, match="may not be run as a job"):
        _ = job(name).func
