"""How gunicorn serves the API: gevent processes, our own log lines, metrics summed over the processes.

`intramuros web` and `serve` use it; by hand it is `gunicorn -c python:service.web.gunicorn_conf`.
"""

import gc
import logging
import os
from typing import TYPE_CHECKING

from gunicorn.glogging import Logger

from service import child_process, logs
from service.config import load
from service.web import gunicorn_refusals, gunicorn_response

if TYPE_CHECKING:
    from gunicorn.workers.base import Worker

settings = load(os.environ)
gunicorn_refusals.install()
gunicorn_response.install()

SELDOM = (20_000, 20, 20)
"""After how many new objects the garbage collector looks; with Python's own 700 a move takes about a tenth more processor time."""
logging.logThreads = logging.logMultiprocessing = False  # our lines say neither

wsgi_app = "service.web.wsgi:app"
bind = [f"{f'[{settings.host}]' if ':' in settings.host else settings.host}:{settings.port}"]
workers = settings.web_processes
worker_class = "service.web.gunicorn_worker.DrainingWorker"
worker_connections = settings.max_waiters + 1000  # those who wait must not keep out those who play
backlog = 2048
keepalive = 30
limit_request_line = 8190
# Whose X-Forwarded headers are believed is for INTRAMUROS_TRUSTED_PROXIES to say (`app.py`): gunicorn believes nobody's, and need not
# find out with every request whether it comes from a proxy.
forwarded_allow_ips = "*"
secure_scheme_headers: dict[str, str] = {}
forwarder_headers = ""
timeout = 60
graceful_timeout = 8
control_socket_disable = True
proc_name = "intramuros-web"
loglevel = "warning" if settings.log_level == "info" else settings.log_level
logconfig_dict = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {"ours": {"()": logs.JsonLines if settings.log_format == "json" else logs.Readable}},
    "handlers": {"stderr": {"class": "logging.StreamHandler", "formatter": "ours", "stream": "ext://sys.stderr"}},
    "root": {"handlers": ["stderr"], "level": settings.log_level.upper()},
    "loggers": {"gunicorn.error": {"level": loglevel.upper(), "handlers": ["stderr"], "propagate": False}},
}


class Log(Logger):  # type: ignore[misc]
    """gunicorn's log without a line a request: the application writes that, with its facts."""

    def access(self, *_: object) -> None:
        """Nothing; `accesslog = None` alone leaves gunicorn making the line that nobody reads."""


logger_class = Log


def post_fork(server: object, worker: "Worker") -> None:
    """Ties an API process to gunicorn's main process, so that none is left behind."""
    child_process.tie(worker.ppid)


def post_worker_init(worker: "Worker") -> None:
    """Shows from now on that players can move; spares the garbage collector what stays for ever, and has it look seldom,
    so that nobody waits while it does.
    """
    if parts := worker.wsgi.extensions.get("intramuros"):  # none in the application that benches compare us with
        parts.outages.attend()
    gc.collect()
    gc.freeze()
    gc.set_threshold(*SELDOM)


def child_exit(server: object, worker: "Worker") -> None:
    """Takes a process that has ended out of the metrics."""
    if "PROMETHEUS_MULTIPROC_DIR" in os.environ:
        from prometheus_client import multiprocess

        multiprocess.mark_process_dead(worker.pid)  # type: ignore[no-untyped-call]
