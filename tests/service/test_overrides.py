"""What we put in the place of a library's own parts was tried with these versions of it; a newer one has to be tried first.

Where a library offers no setting we override what is not promised to stay. `pyproject.toml` keeps newer versions out; when its bound is
raised, these tests say what to look at again.
"""

import ast
import inspect
import logging
import pkgutil
import re
import sys
import tomllib
from collections.abc import Callable, Iterator
from importlib import import_module
from importlib.metadata import version
from pathlib import Path
from typing import Any, NamedTuple

import marshmallow as ma
import pytest
from flask import Flask
from flask_smorest import Api, Blueprint
from gunicorn import util
from gunicorn.glogging import Logger
from gunicorn.http import wsgi
from gunicorn.workers.ggevent import GeventWorker
from redis import Redis
from redis.cluster import RedisCluster
from redis.connection import AbstractConnection
from rq.job import Job
from rq.worker import BaseWorker
from webargs.flaskparser import FlaskParser

import service
from service.web import arguments


class Override(NamedTuple):
    package: str
    tried: str
    """The version, as far as it matters."""
    theirs: Callable[..., Any]
    asks: str
    """The names of its parameters when we tried it."""


OVERRIDES = [
    Override("gunicorn", "27.0", util.write_error, "sock status_int reason mesg"),
    Override("gunicorn", "27.0", wsgi.Response.process_headers, "self headers"),
    Override("gunicorn", "27.0", wsgi.Response.send_headers, "self"),
    Override("gunicorn", "27.0", wsgi.Response._emit_body, "self data"),
    Override("gunicorn", "27.0", wsgi.Response.sendfile, "self respiter"),
    Override("gunicorn", "27.0", wsgi.Response.close, "self"),
    Override("gunicorn", "27.0", Logger.access, "self resp req environ request_time"),
    Override("gunicorn", "27.0", GeventWorker.timeout_ctx, "self"),
    Override("gunicorn", "27.0", GeventWorker.handle, "self listener client addr"),
    Override("gunicorn", "27.0", GeventWorker.run, "self"),
    Override("redis", "8.1", Redis.execute_command, "self args options"),
    Override("redis", "8.1", Redis.parse_response, "self connection command_name options"),
    Override("redis", "8.1", AbstractConnection.pack_command, "self args"),
    Override("redis", "8.1", AbstractConnection.send_packed_command, "self command check_health"),
    Override("redis", "8.1", RedisCluster.execute_command, "self args kwargs"),
    Override("redis", "8.1", RedisCluster.pipeline, "self transaction shard_hint"),
    Override("flask-smorest", "0.47", Api._register_etag_headers, "self"),
    Override("flask-smorest", "0.47", Api._register_pagination_header, "self"),
    Override("flask-smorest", "0.47", Api.register_blueprint, "self blp parameters options"),
    Override("flask-smorest", "0.47", Api._openapi_json, "self"),
    Override("flask-smorest", "0.47", Api.handle_http_exception, "self error"),
    Override(
        "flask-smorest", "0.47", Blueprint.arguments, "self schema location content_type required description example examples kwargs"
    ),
    Override("webargs", "8.7", FlaskParser.parse, "self argmap req location unknown validate error_status_code error_headers"),
    Override("flask", "3.1", Flask.ensure_sync, "self func"),
    Override("marshmallow", "4.4", ma.fields.Integer._validated, "self value"),
    Override("marshmallow", "4.4", ma.fields.Field._deserialize, "self value attr data kwargs"),
    Override("marshmallow", "4.4", ma.fields.Boolean._deserialize, "self value attr data kwargs"),
    Override("rq", "2.12", Job.func.fget, "self"),  # type: ignore[attr-defined]
    Override("rq", "2.12", Job.perform, "self"),
    Override("rq", "2.12", Job.fetch, "id connection serializer"),
    Override("rq", "2.12", BaseWorker._shutdown, "self"),
]


@pytest.mark.parametrize("override", OVERRIDES, ids=lambda each: f"{each.package}-{each.theirs.__qualname__}")
def test_what_we_override_is_what_we_tried(override: Override) -> None:
    assert version(override.package).startswith(f"{override.tried}."), "try our override with this version, then write it down here"
    assert " ".join(inspect.signature(override.theirs).parameters) == override.asks


OURS = {"service", "engine", "builtins"} | sys.stdlib_module_names
SETS_UP = ("gunicorn_conf", "wsgi")
"""Modules that change the process which imports them; the first has a log of its own."""
NO_METHODS_OF_OURS = {
    "Logger.access",
    "write_error",
    "Redis.parse_response",
    "AbstractConnection.pack_command",
    "AbstractConnection.send_packed_command",
}
"""What is in the list beside: of that log, put in the place of a function, and called by us though nobody promises it."""


def overridden() -> Iterator[str]:
    """The methods of libraries in whose place classes of ours have their own."""
    for found in pkgutil.walk_packages(service.__path__, "service."):
        if found.name.endswith(SETS_UP):
            continue
        module = import_module(found.name)
        for node in ast.walk(ast.parse(inspect.getsource(module))):
            kind = getattr(module, node.name, None) if isinstance(node, ast.ClassDef) else None
            if isinstance(node, ast.ClassDef) and inspect.isclass(kind):
                yield from theirs_of(kind, [each.name for each in node.body if isinstance(each, ast.FunctionDef)])


def theirs_of(kind: type, methods: list[str]) -> Iterator[str]:
    """Those of a class's methods that a library's class has, as that calls them; what begins with two underscores is Python's."""
    libraries = [base for base in kind.__mro__ if base.__module__.partition(".")[0] not in OURS]
    for name in methods:
        owner = next((base for base in libraries if name in vars(base)), None)
        if owner and not name.startswith("__"):
            yield f"{owner.__name__}.{name}"


def test_all_that_we_override_is_in_the_list() -> None:
    listed = {each.theirs.__qualname__ for each in OVERRIDES}
    assert set(overridden()) == listed - NO_METHODS_OF_OURS


def test_newer_versions_are_kept_out() -> None:
    named = tomllib.loads(Path("pyproject.toml").read_text())["project"]["dependencies"]
    bounded = {re.split(r"[<>=]", each)[0] for each in named if "<" in each}
    assert {override.package for override in OVERRIDES} <= bounded


def test_the_sentences_for_which_we_have_words_are_those_of_marshmallow() -> None:
    kinds = (ma.fields.Integer, ma.fields.String, ma.fields.Boolean, ma.fields.List, ma.fields.Mapping)
    theirs = {kind.default_error_messages["invalid"] for kind in kinds}
    theirs |= {ma.fields.Field.default_error_messages[name] for name in ("required", "null")} | {ma.Schema._default_error_messages["type"]}
    assert theirs == set(arguments.OUR_WORDS)
    assert ma.Schema._default_error_messages["unknown"] == arguments.UNKNOWN


def test_the_logging_module_is_left_alone() -> None:
    """It was spared finding out from which line of code a message comes; that brought 0.3 % of a poll, and is not worth a private name."""
    assert logging._srcfile is not None
