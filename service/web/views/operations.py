"""For whoever runs the server: is it alive, is it ready, what does it do."""

from flask import current_app
from flask.views import MethodView
from redis.exceptions import RedisError

from engine.ai.levels import LEVELS
from engine.rulesets import NAMES
from service import metrics, problems
from service.parts import Parts
from service.store import health, heartbeats, queues
from service.web.answer import Answer, as_json, json_answer, text_answer
from service.web.arguments import Routes
from service.web.auth import parts
from service.web.responses import operation, refuses
from service.web.schemas.answers import HealthAnswer

blp = Routes("operations", __name__, description="For whoever runs the server.")


@blp.route("/healthz")
class HealthView(MethodView):
    init_every_request = False

    @blp.response(200, HealthAnswer)
    @refuses()
    @operation("getHealth")
    def get(self) -> Answer:
        """Is the API alive

        Answers as long as the process can; asks nobody else.
        """
        return json_answer('{"status":"ok"}')


@blp.route("/readyz")
class ReadyView(MethodView):
    init_every_request = False

    @blp.response(200, HealthAnswer)
    @refuses()
    @operation("getReadiness")
    def get(self) -> Answer:
        """Is everything there that games need

        Redis for the store and the queue, both taking writes, and at least one live AI worker. `checks` says what is missing.
        """
        here = parts()
        checks = {"store": health.check(here.store_client), "queue": health.check(here.queue_client), "worker": "unknown"}
        if not checks["store"].startswith("unreachable"):
            checks["worker"] = "ok" if any(map(heartbeats.queues_of, heartbeats.alive(here.store_client))) else "no live worker"
        missing = [f"{name}: {found}" for name, found in checks.items() if found != "ok"]
        if missing:
            raise problems.Unavailable("not_ready", {"missing": missing}, headers={"Retry-After": "5"}, checks=checks)
        return json_answer(as_json({"status": "ok", "checks": checks}))


@blp.route("/metrics")
class MetricsView(MethodView):
    init_every_request = False

    @blp.response(200, {"type": "string"}, content_type="text/plain")
    @refuses(problems.NotFound)
    @operation("getMetrics")
    def get(self) -> Answer:
        """Figures for Prometheus

        Over all API processes: requests by operation and status with their times, moves played, AI turns lapsed, jobs waiting.
        """
        if not current_app.config["METRICS"]:
            raise problems.NotFound("metrics")
        return text_answer(metrics.exposition() + figures(parts()), metrics.CONTENT_TYPE)


def figures(here: Parts) -> bytes:
    """What is the same whichever process is asked: the queues, the live workers, whether the store takes writes."""
    try:
        waiting = health.waiting(here.queue_client, queues.taken(NAMES, LEVELS))
    except RedisError:
        waiting = {}
    writable = health.check(here.store_client)
    alive = [] if writable.startswith("unreachable") else [one for one in heartbeats.alive(here.store_client) if heartbeats.queues_of(one)]
    return (
        metrics.gauge("intramuros_queue_jobs", "Jobs that wait in a queue.", {f'{{queue="{name}"}}': n for name, n in waiting.items()})
        + metrics.gauge("intramuros_workers", "AI workers that are alive.", {"": len(alive)})
        + metrics.gauge("intramuros_store_writable", "Whether the store takes writes.", {"": int(writable == "ok")})
    )
