"""Prometheus' rules and Grafana's dashboard: right by promtool, tried by unit tests, and about figures that the server really tells."""

import json
import re
from pathlib import Path

import pytest

from tests.deploy.tools import DEPLOY, documents, machines, run
from tests.service.client import Client, Server

FOLDER = DEPLOY / "prometheus"
RULES = [rule for group in documents(FOLDER / "rules.yml")[0]["groups"] for rule in group["rules"]]
DASHBOARD = json.loads((DEPLOY / "grafana" / "intramuros.json").read_text())
OF_OTHERS = re.compile(r"redis_\w+|up")


def test_promtool_finds_nothing() -> None:
    promtool = machines("promtool", "prometheus")
    for what, name in (("config", "prometheus.yml"), ("rules", "rules.yml")):
        said = run(promtool, "check", what, FOLDER / name)
        assert said.returncode == 0, said.stdout


def test_every_rule_does_what_its_unit_tests_say() -> None:
    said = run(machines("promtool", "prometheus"), "test", "rules", FOLDER / "rules_test.yml")
    assert said.returncode == 0, said.stdout
    assert "SUCCESS" in said.stdout


def test_every_alert_has_a_unit_test_and_says_what_to_do() -> None:
    tried = {
        case["alertname"]
        for test in documents(FOLDER / "rules_test.yml")[0]["tests"]
        for case in test.get("alert_rule_test", [])
        if case.get("exp_alerts")
    }
    alerts = {rule["alert"]: rule for rule in RULES if "alert" in rule}
    assert tried == set(alerts)
    assert all(rule["annotations"]["do"] and rule["labels"]["severity"] in ("page", "ticket") for rule in alerts.values())


def test_a_wrong_rule_would_fail_its_unit_test(tmp_path: Path) -> None:
    promtool = machines("promtool", "prometheus")
    (tmp_path / "rules.yml").write_text((FOLDER / "rules.yml").read_text().replace("intramuros:workers == 0", "intramuros:workers < 0"))
    (tmp_path / "rules_test.yml").write_text((FOLDER / "rules_test.yml").read_text())
    assert run(promtool, "test", "rules", tmp_path / "rules_test.yml").returncode != 0


def figures(expression: str) -> set[str]:
    """The metrics that an expression reads."""
    bare = re.sub(r"\{[^}]*\}|\"[^\"]*\"|by \([^)]*\)", "", expression)
    return {re.sub(r"_(bucket|count|sum)$", "", name) for name in re.findall(r"\b(?:intramuros_|redis_)\w+|\bup\b", bare)}


EXPRESSIONS = [rule["expr"] for rule in RULES] + [target["expr"] for panel in DASHBOARD["panels"] for target in panel["targets"]]


@pytest.fixture(scope="module")
def told(server: Server) -> str:
    """What /metrics says after a game has been played at."""
    with Client(server.url) as client:
        client.named("Ada")
        game = client.game("cathedral", ["me", {"ai": "random"}])
        client.play(game["id"], 1, client.first_legal(game["id"]))
        client.wait_until_mine(game["id"])
        return str(client.get("/metrics").text)


def test_rules_and_dashboard_read_only_figures_that_are_told(told: str) -> None:
    known = set(re.findall(r"^# TYPE (\w+) ", told, re.MULTILINE))
    known |= {name.removesuffix("_total") + "_total" for name in known}
    asked = {name for expression in EXPRESSIONS for name in figures(expression)}
    assert {name for name in asked if not OF_OTHERS.fullmatch(name)} <= known


def test_the_operation_of_a_move_has_the_name_that_the_rules_know(told: str) -> None:
    assert 'intramuros_request_seconds_count{operation="POST MovesView",status="201"}' in told
    assert any('operation="POST MovesView"' in expression for expression in EXPRESSIONS)


def test_the_dashboard_is_one_that_grafana_reads() -> None:
    assert {"title", "uid", "panels", "schemaVersion", "templating"} <= set(DASHBOARD)
    ids = [panel["id"] for panel in DASHBOARD["panels"]]
    assert len(ids) == len(set(ids))
    places = [panel["gridPos"] for panel in DASHBOARD["panels"]]
    assert all(place["x"] + place["w"] <= 24 for place in places)
    cells = [
        (x, y) for place in places for x in range(place["x"], place["x"] + place["w"]) for y in range(place["y"], place["y"] + place["h"])
    ]
    assert len(cells) == len(set(cells)), "two panels overlap"


def test_every_expression_of_the_dashboard_is_one_for_promtool(tmp_path: Path) -> None:
    promtool = machines("promtool", "prometheus")
    rules = [{"record": f"panel:{number}", "expr": expression} for number, expression in enumerate(EXPRESSIONS)]
    (tmp_path / "rules.yml").write_text(json.dumps({"groups": [{"name": "panels", "rules": rules}]}))
    said = run(promtool, "check", "rules", tmp_path / "rules.yml")
    assert said.returncode == 0, said.stdout
