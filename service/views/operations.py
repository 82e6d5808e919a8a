"""For whoever runs the server: is it alive, is it ready, what does it do."""

from flask import Response, current_app
from flask.views import MethodView
from redis.exceptions import RedisError

from service import metrics, problems, workers
from service.answers import HealthAnswer
from service.arguments import Routes
from service.caller import host
from service.connections import Client
from service.web import as_json, json_answer, operation, refuses

blp = Routes("operations", __name__, description="For whoever runs the server.")


@blp.route("/healthz")
class HealthView(MethodView):
    init_every_request = False

    @blp.response(200, HealthAnswer)
    @refuses()
    @operation("getHealth")
    def get(self) -> Response:
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
    def get(self) -> Response:
        """Is everything there that games need

        Redis for the store and the queue, and at least one live AI worker. `checks` says what is missing.
        """
        here = host()
        checks = {"store": ping(here.store_client), "queue": ping(here.queue_client), "worker": "unknown"}
        if checks["store"] == "ok":
            checks["worker"] = "ok" if any(map(workers.queues, workers.alive(here.store_client))) else "no live worker"
        missing = [f"{name}: {found}" for name, found in checks.items() if found != "ok"]
        if missing:
            raise problems.Unavailable(f"Not ready ({'; '.join(missing)}).", headers={"Retry-After": "5"}, checks=checks)
        return json_answer(as_json({"status": "ok", "checks": checks}))


def ping(client: Client) -> str:
    try:
        client.ping()
    except RedisError as error:
        return f"unreachable: {type(error).__name__}"
    return "ok"


@blp.route("/metrics")
class MetricsView(MethodView):
    init_every_request = False

    @blp.response(200, {"type": "string"}, content_type="text/plain")
    @refuses(problems.NotFound)
    @operation("getMetrics")
    def get(self) -> Response:
        """Figures for Prometheus

        Over all API processes: requests by operation and status with their times, moves played, AI turns lapsed.
        """
        if not current_app.config["METRICS"]:
            raise problems.NotFound("Metrics are switched off.")
        return Response(metrics.exposition(), content_type=metrics.CONTENT_TYPE)
