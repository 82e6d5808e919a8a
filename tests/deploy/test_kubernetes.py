"""The Kubernetes files: valid to the letter, and every pod confined, probed, bounded and cut off from what it need not reach."""

import shutil
from pathlib import Path
from typing import Any

import pytest
import yaml

from tests.deploy.test_containers import EXACT
from tests.deploy.tools import DEPLOY, documents, machines, make_secrets, ours, run

FOLDER = DEPLOY / "kubernetes"
FILES = sorted(path for path in FOLDER.glob("*.yaml") if path.name not in ("kustomization.yaml", "keda.yaml"))
EVERYTHING = [each for path in FILES for each in documents(path)]
PODS: dict[str, dict[str, Any]] = {
    each["metadata"]["name"]: each["spec"]["template"] for each in EVERYTHING if each["kind"] in ("Deployment", "StatefulSet")
}


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_every_file_is_valid_to_the_letter(path: Path) -> None:
    said = run(ours("kubernetes-validate"), "--strict", path)
    assert said.returncode == 0, said.stdout


def test_a_wrong_word_would_be_found(tmp_path: Path) -> None:
    (tmp_path / "web.yaml").write_text((FOLDER / "web.yaml").read_text().replace("livenessProbe", "livelinessProbe"))
    assert run(ours("kubernetes-validate"), "--strict", tmp_path / "web.yaml").returncode != 0


def test_kustomize_renders_everything_and_the_result_is_valid(tmp_path: Path) -> None:
    kubectl = machines("kubectl", "kubernetes-client")
    copy = tmp_path / "deploy"
    shutil.copytree(DEPLOY, copy, ignore=shutil.ignore_patterns("secrets"))
    make_secrets(copy / "kubernetes" / "secrets")
    rendered = run(kubectl, "kustomize", copy / "kubernetes")
    assert rendered.returncode == 0, rendered.stdout
    (tmp_path / "all.yaml").write_text(rendered.stdout)
    said = run(ours("kubernetes-validate"), "--strict", tmp_path / "all.yaml")
    assert said.returncode == 0, said.stdout
    made = {(each["kind"], each["metadata"]["name"].split("-")[0]) for each in yaml.safe_load_all(rendered.stdout)}
    assert {("ConfigMap", "valkey"), ("Secret", "web"), ("Secret", "worker"), ("Secret", "valkey"), ("Secret", "keda")} <= made


@pytest.mark.parametrize("name", PODS)
def test_every_pod_is_confined(name: str) -> None:
    pod = PODS[name]["spec"]
    assert pod["securityContext"]["runAsNonRoot"] is True
    assert pod["securityContext"]["runAsUser"] > 0
    assert pod["securityContext"]["seccompProfile"] == {"type": "RuntimeDefault"}
    assert pod["automountServiceAccountToken"] is False
    for container in pod["containers"]:
        expected = {"allowPrivilegeEscalation": False, "capabilities": {"drop": ["ALL"]}, "readOnlyRootFilesystem": True}
        assert container["securityContext"] == expected
        assert container["resources"]["limits"]["memory"]
        assert container["livenessProbe"]


def test_every_image_is_of_one_version() -> None:
    pinned = {each["name"]: each["newTag"] for each in documents(FOLDER / "kustomization.yaml")[0]["images"]}
    for pod in PODS.values():
        for container in pod["spec"]["containers"]:
            image = container["image"]
            assert EXACT.match(f"{image}:{pinned[image]}" if image in pinned else image), image


@pytest.mark.parametrize("name", PODS)
def test_every_part_has_a_disruption_budget(name: str) -> None:
    labels = PODS[name]["metadata"]["labels"]
    budgets = [each for each in EVERYTHING if each["kind"] == "PodDisruptionBudget"]
    assert any(budget["spec"]["selector"]["matchLabels"].items() <= labels.items() for budget in budgets)


def test_nothing_may_talk_but_what_is_named() -> None:
    policies = {each["metadata"]["name"]: each["spec"] for each in EVERYTHING if each["kind"] == "NetworkPolicy"}
    assert policies["nothing"] == {"podSelector": {}, "policyTypes": ["Ingress", "Egress"]}
    (way,) = policies["valkey"]["ingress"]
    assert policies["valkey"]["podSelector"]["matchLabels"] == PODS["valkey"]["metadata"]["labels"]
    assert way["from"][0] == {"podSelector": {"matchLabels": {"app": "intramuros"}}}
    assert way["ports"] == [{"port": 6379, "protocol": "TCP"}]


def test_no_setting_or_argument_holds_a_password() -> None:
    for path in FOLDER.glob("*.yaml"):
        assert "redis://" not in path.read_text()
    for pod in (PODS["web"], PODS["worker"]):
        (container,) = pod["spec"]["containers"]
        files = {each["name"]: each["value"] for each in container["env"] if each["name"].endswith("_FILE")}
        assert {"INTRAMUROS_STORE_URL_FILE", "INTRAMUROS_QUEUE_URL_FILE"} <= set(files)
        assert all(value.startswith("/run/secrets/") for value in files.values())


def test_a_worker_of_every_pod_is_kept_for_turns_while_the_other_gives_advice() -> None:
    (container,) = PODS["worker"]["spec"]["containers"]
    assert container["args"] == ["intramuros", "worker", "--count", "2"]


def test_keda_measures_the_queues_that_workers_empty() -> None:
    from service.store import queues as queueing

    scaled, access = documents(FOLDER / "keda.yaml")
    watched = {each["metadata"]["listName"].removeprefix("rq:queue:") for each in scaled["spec"]["triggers"]}
    emptied = set(queueing.taken(["cathedral", "forbidden_city", "verbotene_stadt"], ["hard"]))
    assert watched <= emptied
    assert {name for name in emptied if name.startswith("ai-") and not name.endswith((queueing.LATER, queueing.LAST))} <= watched
    assert all(each["authenticationRef"]["name"] == access["metadata"]["name"] for each in scaled["spec"]["triggers"])
