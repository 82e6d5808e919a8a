"""Generators that we do not write: each reads the document without a word, and its client is compiled and plays where it can be.

What the clients in Kotlin, C# and Rust import is not in Debian; openapi/README.md says what is missing.
"""

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.sdk.node import run, tools
from tests.service.client import Server
from tests.service.processes import ROOT

pytestmark = pytest.mark.long

OPENAPI = ROOT / "openapi"
LANGUAGES = ("python", "typescript-fetch", "go", "java", "csharp", "kotlin", "rust")
TOOLS = OPENAPI / ".tools" / "bin"
GO_PATH = Path("/usr/share/gocode")
JAKARTA = Path("/usr/share/java/jakarta-annotation-api.jar")
"""Where Debian puts what the clients in Go (golang-gopkg-validator.v2-dev) and Java (libjakarta-annotation-api-java) import."""


def needed(*things: Path | str) -> None:
    """That these commands and files are here; without them nothing is tested, and CI fails."""
    missing = [str(thing) for thing in things if not (thing.exists() if isinstance(thing, Path) else shutil.which(thing))]
    if missing:
        assert "CI" not in os.environ, f"needed to test the generated clients, and not here: {', '.join(missing)}"
        pytest.skip(f"NOT TESTED: there is no {', '.join(missing)} here")


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Callable[[str], Path]:
    """The client that openapi-generator makes in a language, made once."""
    needed("java")
    folder = tmp_path_factory.mktemp("generated")

    def make(language: str) -> Path:
        if not (folder / language).exists():
            run(OPENAPI / "generate", language, folder / language, PYTHON=sys.executable)
        return folder / language

    return make


@pytest.mark.parametrize("language", LANGUAGES)
def test_openapi_generator_makes_a_client_without_warning(made: Callable[[str], Path], language: str) -> None:
    assert "Thanks for using OpenAPI Generator." in made(language).with_name(f"{language}.log").read_text()


@pytest.mark.parametrize(
    ("language", "said"), [("rust", "fn cannot be used as a field/variable name"), ("go", "requestBody is not of type")]
)
def test_a_warning_and_an_error_would_be_noticed(made: Callable[[str], Path], tmp_path: Path, language: str, said: str) -> None:
    document = json.loads((OPENAPI / "openapi.json").read_text())
    if language == "rust":
        document["components"]["schemas"]["PlayerRequest"]["properties"]["fn"] = {"type": "string"}
    else:
        answer = document["paths"]["/v1/games/{game_id}/legal-moves"]["get"]["responses"]["200"]
        answer["links"]["play"]["requestBody"] = {"turn": "$response.body#/turn"}
    (tmp_path / "bad.json").write_text(json.dumps(document))
    with pytest.raises(AssertionError) as noticed:
        run(OPENAPI / "generate", language, tmp_path / language, tmp_path / "bad.json", PYTHON=sys.executable)
    assert said in str(noticed.value)


def test_what_is_said_of_python_is_said_of_every_document(made: Callable[[str], Path], tmp_path: Path) -> None:
    made("python")
    text = {"type": "object", "properties": {"text": {"type": "string"}}}
    answer = {"description": "It.", "content": {"application/json": {"schema": {"$ref": "#/components/schemas/Text"}}}}
    smallest = {
        "openapi": "3.1.0",
        "info": {"title": "Smallest", "version": "1"},
        "paths": {"/": {"get": {"operationId": "get", "responses": {"200": answer}}}},
        "components": {"schemas": {"Text": text}},
    }
    (tmp_path / "smallest.json").write_text(json.dumps(smallest))
    assert "Failed to get the schema name: null" in run(OPENAPI / "generate", "python", tmp_path / "out", tmp_path / "smallest.json")


OPTIONS = {"cathedral": '{"cathedral":"after_dark"}', "forbidden_city": '{"first":1,"start_side":"grand"}'}
"""What a game is created with: options that are not the defaults, and must reach the server."""


@pytest.mark.parametrize("ruleset", OPTIONS)
def test_the_python_client_of_openapi_generator_plays(server: Server, made: Callable[[str], Path], ruleset: str) -> None:
    program = OPENAPI / "clients" / "generated" / "openapi_generator.py"
    assert "winners=" in run(TOOLS / "python", program, server.url, ruleset, OPTIONS[ruleset], PYTHONPATH=str(made("python")))


def test_options_of_every_ruleset_pass_through_the_python_client_of_openapi_generator(made: Callable[[str], Path]) -> None:
    program = "import sys; from openapi_client.models import OptionsRequest; print(OptionsRequest.from_json(sys.argv[1]).to_json())"
    for options in ('{"extra_move": "may"}', '{"teams": true}', *OPTIONS.values(), "{}"):
        sent = json.loads(run(TOOLS / "python", "-c", program, options, PYTHONPATH=str(made("python"))))
        assert {name: value for name, value in sent.items() if value is not None} == json.loads(options)


def test_the_typescript_client_of_openapi_generator_plays(server: Server, made: Callable[[str], Path], tmp_path: Path) -> None:
    shutil.copytree(made("typescript-fetch"), tmp_path / "client")
    shutil.copy(OPENAPI / "clients" / "generated" / "openapi_generator.ts", tmp_path)
    (tmp_path / "package.json").write_text('{"type": "commonjs"}')
    options = [
        "--strict",
        "--module",
        "commonjs",
        "--moduleResolution",
        "node10",
        "--target",
        "es2022",
        "--lib",
        "es2022,dom",
        "--skipLibCheck",
    ]
    run(tools() / "tsc", *options, "openapi_generator.ts", cwd=tmp_path)
    for ruleset, options in OPTIONS.items():
        told = run("node", "openapi_generator.js", server.url, ruleset, options, cwd=tmp_path)
        assert '"winners"' in told
        assert options[1:-1].partition(",")[0] in told


def test_the_go_client_of_openapi_generator_compiles_and_plays(server: Server, made: Callable[[str], Path], tmp_path: Path) -> None:
    needed("go", GO_PATH / "src" / "gopkg.in" / "validator.v2")
    source = tmp_path / "path" / "src"
    shutil.copytree(made("go"), source / "client", ignore=shutil.ignore_patterns("test"))
    (source / "play").mkdir()
    shutil.copy(OPENAPI / "clients" / "generated" / "openapi_generator.go", source / "play")
    path = os.pathsep.join([str(tmp_path / "path"), str(GO_PATH)])
    run("go", "build", ".", cwd=source / "play", GO111MODULE="off", GOPATH=path, GOCACHE=str(tmp_path / "cache"), GOFLAGS="")
    for ruleset, options in OPTIONS.items():
        told = run(source / "play" / "play", server.url, ruleset, options)
        assert "winners [" in told
        assert options[1:-1].partition(",")[0] in told


def test_the_java_client_of_openapi_generator_compiles(made: Callable[[str], Path], tmp_path: Path) -> None:
    needed("javac", JAKARTA)
    (jackson,) = (OPENAPI / ".tools" / "lib").glob("python*/site-packages/openapi_generator_cli/openapi-generator.jar")  # has it inside
    sources = made("java").glob("src/main/**/*.java")
    path = os.pathsep.join([str(jackson), str(JAKARTA)])
    run("javac", "-J-XX:TieredStopAtLevel=1", "-proc:none", "-nowarn", "-d", tmp_path, "-cp", path, *sources)
    assert (tmp_path / "org" / "openapitools" / "client" / "api" / "GamesApi.class").exists()


def test_datamodel_code_generator_says_nothing(tmp_path: Path) -> None:
    run(OPENAPI / "tools", PYTHON=sys.executable)
    command = [TOOLS / "datamodel-codegen", "--input", OPENAPI / "openapi.json", "--input-file-type", "openapi", "--formatters", "builtin"]
    options = ["--output-model-type", "pydantic_v2.BaseModel", "--output", tmp_path / "models.py"]
    ran = subprocess.run([str(word) for word in (*command, *options)], capture_output=True, text=True, timeout=300)
    assert (ran.returncode, ran.stdout + ran.stderr) == (0, "")
    run(TOOLS / "python", "-W", "error", tmp_path / "models.py")


def test_orval_hey_api_and_oazapfts_say_nothing_and_their_code_compiles(tmp_path: Path) -> None:
    bin_folder = tools()
    (tmp_path / "node_modules").symlink_to(OPENAPI / "node_modules")
    (tmp_path / "package.json").write_text('{"type": "module"}')
    document = OPENAPI / "openapi.json"
    said = [
        run(bin_folder / "openapi-ts", "-i", document, "-o", "hey", "-p", "@hey-api/typescript", cwd=tmp_path),
        run(bin_folder / "orval", "--input", document, "--output", "orval.ts", "--client", "fetch", cwd=tmp_path),
        run(bin_folder / "oazapfts", document, "oazapfts.ts", cwd=tmp_path),
    ]
    for text in said:
        assert not [line for line in text.splitlines() if "warn" in line.lower() or "error" in line.lower()], text
    options = ["--noEmit", "--strict", "--module", "esnext", "--moduleResolution", "bundler", "--target", "es2022", "--lib", "es2022,dom"]
    run(bin_folder / "tsc", *options, "--skipLibCheck", "hey/types.gen.ts", "orval.ts", "oazapfts.ts", cwd=tmp_path)
