"""The reference: pages made from the OpenAPI document, one for each operation and one for each schema, without a script."""

import json
import shlex
from collections.abc import Iterator
from html import escape
from typing import Any
from urllib.parse import urlencode

from service.json_object import Json
from service.web.pages.markdown import blocks, inline

METHODS = ("get", "post", "patch", "put", "delete")
ROOT = "/docs/reference"
LONGEST = 4000
"""Characters of an example that are shown; the rest is in the document."""


class Reference:
    """The pages about one document."""

    def __init__(self, document: Json) -> None:
        self.document = document
        self.operations = {operation["operationId"]: (method, path, operation) for method, path, operation in operations(document)}
        self.schemas: dict[str, Json] = document["components"]["schemas"]

    def pages(self) -> dict[str, str]:
        """The title of every page by its address."""
        of_operations = {f"{ROOT}/{name}": operation["summary"] for name, (_, _, operation) in self.operations.items()}
        return {ROOT: "Reference", **of_operations, **{f"{ROOT}/schemas/{name}": name for name in self.schemas}}

    def contents(self) -> str:
        """Every operation by its tag, then every schema."""
        groups = "\n".join(self.group(tag) for tag in self.document["tags"])
        schemas = ", ".join(f'<a href="{ROOT}/schemas/{name}">{name}</a>' for name in sorted(self.schemas))
        lead = f'{inline(self.document["info"]["description"].splitlines()[0])} The same as <a href="/openapi.json">openapi.json</a>.'
        jump = " ".join(f'<a href="{ROOT}#{tag["name"]}">{tag["name"]}</a>' for tag in self.document["tags"])
        return (
            f'<h1>Reference</h1>\n<p class="lead">{lead}</p>\n'
            f'<p class="contents">{jump} <a href="{ROOT}#schemas">schemas</a></p>\n{groups}\n'
            f'<h2 id="schemas">Schemas</h2>\n<p class="schemas">{schemas}</p>'
        )

    def group(self, tag: Json) -> str:
        rows = "".join(
            f'<tr><td><a href="{ROOT}/{name}">{escape(operation["summary"])}</a></td><td>{signature(method, path)}</td></tr>'
            for name, (method, path, operation) in self.operations.items()
            if tag["name"] in operation["tags"]
        )
        head = f'<h2 id="{tag["name"]}">{escape(tag["name"])}</h2>\n<p>{inline(tag["description"])}</p>'
        return f'{head}\n<table class="operations">{rows}</table>'

    def operation(self, name: str) -> str:
        """The page of one operation."""
        method, path, operation = self.operations[name]
        return "\n".join(
            (
                f'<p class="contents"><a href="{ROOT}#{operation["tags"][0]}">Reference: {operation["tags"][0]}</a></p>',
                f"<h1>{escape(operation['summary'])}</h1>",
                f'<p class="signature">{signature(method, path)} <small><code>{name}</code></small></p>',
                blocks(operation.get("description", "")),
                self.try_it(method, path, operation) if operation["tags"] != ["notices"] else "",
                self.parameters(operation),
                self.sent(operation),
                '<h2 id="answers">Answers</h2>',
                *(self.answer(status, answer) for status, answer in operation["responses"].items() if status < "400"),
                self.refusals(operation),
            )
        )

    def try_it(self, method: str, path: str, operation: Json) -> str:
        """The operation as a line for a terminal."""
        return f"<pre><code>{escape(self.command(method, path, operation), quote=False)}</code></pre>"

    def command(self, method: str, path: str, operation: Json) -> str:
        """A call of the operation by curl; what stands in braces, and the token, are the caller's to put in."""
        body = "application/json" in operation.get("requestBody", {}).get("content", {})
        forms = operation["responses"].get("200", {}).get("content", {})
        words = ["curl", *(["-X", method.upper()] if method != ("post" if body else "get") else [])]
        words += ["-N"] if "text/event-stream" in forms else []
        words += ["-o", "board.png"] if list(forms) == ["image/png"] else []
        if any("token" in each for each in operation.get("security", [])):
            words.append(f'-H "Authorization: Bearer {token_for(path)}"')
        words += ["-H 'If-Match: *'"] if "428" in operation["responses"] else []
        if body:
            sent = json.dumps(self.example_body(operation), ensure_ascii=False)
            words += ["-H 'Content-Type: application/json' \\\n ", f"-d {shlex.quote(sent)} \\\n "]
        return " ".join([*words, shlex.quote(f"{{{{url}}}}{path}{self.example_query(operation)}")])

    def example_query(self, operation: Json) -> str:
        """The queries that must be there."""
        needed = [each for each in map(self.resolved, operation.get("parameters", [])) if each["in"] == "query" and each.get("required")]
        asked = urlencode({each["name"]: each.get("example", self.sample(each["schema"], required=True)) for each in needed})
        return f"?{asked}" if asked else ""

    def example_body(self, operation: Json) -> Any:
        """What may be sent: what somebody has sent, else each member that is required, and those that the document has an example of."""
        content = operation.get("requestBody", {}).get("content", {}).get("application/json", {})
        schema = self.resolved(content.get("schema", {}))
        if schema.get("examples"):
            return schema["examples"][0]
        required = schema.get("required", [])
        return {
            name: value
            for name, member in schema.get("properties", {}).items()
            if (value := self.sample(member, name in required)) is not None
        }

    def sample(self, schema: Json, required: bool) -> Any:
        """What a member may be; None for one that may be left out, and of which nobody has given an example."""
        schema = self.resolved(schema)
        shown = schema.get("example", next(iter(schema.get("examples", [])), None))
        if shown is not None or not required:
            return shown
        if "enum" in schema:
            return schema["enum"][0]
        return {"integer": schema.get("minimum", 1), "array": [], "object": {}, "boolean": True}.get(kind(schema), "…")

    def parameters(self, operation: Json) -> str:
        rows = "".join(self.parameter(self.resolved(each)) for each in operation.get("parameters", []))
        return f'<h2 id="parameters">Parameters</h2>\n<table>{rows}</table>' if rows else ""

    def parameter(self, each: Json) -> str:
        where = {"path": "in the path", "query": "query", "header": "header"}[each["in"]]
        needed = ", required" if each.get("required") and each["in"] != "path" else ""
        said = f"{inline(each.get('description', ''))} <small>{where}{needed}: {self.type_of(each.get('schema', {}))}</small>"
        return f"<tr><td><code>{escape(each['name'])}</code></td><td>{said}</td></tr>"

    def sent(self, operation: Json) -> str:
        """What the body must be."""
        content = operation.get("requestBody", {}).get("content", {})
        parts = [
            f"<p><code>{media}</code>: {self.type_of(each['schema'])}</p>\n{self.members(each['schema'])}"
            for media, each in content.items()
        ]
        return '<h2 id="body">Body</h2>\n' + "\n".join(parts) if parts else ""

    def answer(self, status: str, answer: Json) -> str:
        """What one status means, with the headers that are its own and what was really answered."""
        answer = self.resolved(answer)
        forms = [f"<code>{media}</code> {self.type_of(each.get('schema', {}))}" for media, each in answer.get("content", {}).items()]
        examples = [
            self.example(name, each) for form in answer.get("content", {}).values() for name, each in form.get("examples", {}).items()
        ]
        headers = ", ".join(f"<code>{escape(name)}</code>" for name in answer.get("headers", {}))
        return "\n".join(
            (
                f'<h3 id="answer-{status}">{status}</h3>\n<p>{inline(answer["description"])} {"; ".join(forms)}</p>',
                f"<p><small>Headers: {headers}</small></p>" if headers else "",
                *examples,
            )
        )

    def example(self, name: str, example: Json) -> str:
        value = self.resolved(example).get("value")
        text = value if isinstance(value, str) else json.dumps(value, indent=1, ensure_ascii=False)
        if len(text) > LONGEST:
            text = text[:LONGEST].rsplit("\n", 1)[0] + "\n…"
        title = escape(name.replace("_", " ").capitalize())
        return f"<details><summary>{title}</summary><pre><code>{escape(text, quote=False)}</code></pre></details>"

    def refusals(self, operation: Json) -> str:
        """Every refusal in one table; its kinds are explained elsewhere."""
        refused = {status: self.resolved(answer) for status, answer in operation["responses"].items() if status >= "400"}
        rows = "".join(f"<tr><td>{status}</td><td>{inline(answer['description'])}</td></tr>" for status, answer in refused.items())
        word = '<p>Each is a <a href="/docs/problems">problem document</a>.</p>'
        return f'<h2 id="refusals">Refusals</h2>\n{word}\n<table class="narrow">{rows}</table>' if rows else ""

    def schema(self, name: str) -> str:
        """The page of one schema."""
        schema = self.schemas[name]
        users = [
            f'<a href="{ROOT}/{operation}">{escape(found["summary"])}</a>'
            for operation, (_, _, found) in self.operations.items()
            if f'"#/components/schemas/{name}"' in json.dumps(found)
        ]
        used = f"<p>Used by {', '.join(users)}.</p>" if users else ""
        return "\n".join(
            (
                f'<p class="contents"><a href="{ROOT}#schemas">Reference: schemas</a></p>\n<h1><code>{name}</code></h1>',
                blocks(schema.get("description", "")),
                f"<p>{self.type_of(schema)}</p>" if "properties" not in schema else "",
                self.members(schema),
                used,
            )
        )

    def members(self, schema: Json) -> str:
        """A table of what an object has in it."""
        schema = self.resolved(schema)
        required = schema.get("required", [])
        rows = "".join(self.member(name, each, name in required) for name, each in schema.get("properties", {}).items())
        return f"<table>{rows}</table>" if rows else ""

    def member(self, name: str, schema: Json, required: bool) -> str:
        said = inline(schema.get("description", ""))
        within = (
            self.members(schema)
            if "properties" in schema
            else self.members(schema.get("items", {}) if "properties" in schema.get("items", {}) else {})
        )
        small = f"<small>{self.type_of(schema)}{', required' if required else ''}</small>"
        return f"<tr><td><code>{escape(name)}</code></td><td>{said} {small}{within}</td></tr>"

    def type_of(self, schema: Json) -> str:
        """What a value may be, in words; a schema with a name leads to its page."""
        if "$ref" in schema:
            name = schema["$ref"].rpartition("/")[2]
            return f'<a href="{ROOT}/schemas/{name}">{name}</a>'
        if "enum" in schema:
            return " or ".join(f"<code>{escape(json.dumps(value, ensure_ascii=False))}</code>" for value in schema["enum"])
        for many in ("oneOf", "anyOf"):
            if many in schema:
                return " or ".join(self.type_of(each) for each in schema[many])
        if kind(schema) == "array":
            return f"list of {self.type_of(schema.get('items', {}))}"
        if isinstance(schema.get("additionalProperties"), dict):
            return f"object of {self.type_of(schema['additionalProperties'])}"
        return escape(" or ".join(words(schema.get("type", "anything")))) + limits(schema)

    def resolved(self, thing: Json) -> Json:
        """What a reference refers to; anything else is itself."""
        while "$ref" in thing:
            found: Any = self.document
            for part in thing["$ref"].removeprefix("#/").split("/"):
                found = found[part]
            thing = found
        return thing


def operations(document: Json) -> Iterator[tuple[str, str, Json]]:
    """Every operation with its method and path; notices that a webhook gets stand under their name."""
    for path, methods in (document["paths"] | document.get("webhooks", {})).items():
        shared = methods.get("parameters", [])
        for method in METHODS:
            if method in methods:
                operation = methods[method]
                yield method, path, operation | {"parameters": [*shared, *operation.get("parameters", [])]}


def signature(method: str, path: str) -> str:
    return f'<code class="method">{method.upper()}</code> <code>{escape(path)}</code>'


def kind(schema: Json) -> str:
    """The first of a schema's types."""
    return next(iter(words(schema.get("type", "anything"))))


def words(types: str | list[str]) -> list[str]:
    return [types] if isinstance(types, str) else types


def limits(schema: Json) -> str:
    """Bounds, form and default, where there are any."""
    lowest, highest = schema.get("minimum", schema.get("minLength")), schema.get("maximum", schema.get("maxLength"))
    span = (
        f" {lowest}–{highest}"
        if None not in (lowest, highest)
        else f" ≥ {lowest}"
        if lowest is not None
        else f" ≤ {highest}"
        if highest is not None
        else ""
    )
    form = f" ({escape(schema['format'])})" if "format" in schema else ""
    default = f", default <code>{escape(json.dumps(schema['default']))}</code>" if schema.get("default") is not None else ""
    return f"{span}{form}{default}"


def token_for(path: str) -> str:
    """Whose token an address takes, as the variable that a reader puts it into."""
    if path.startswith("/v1/work/"):
        return "$KEY"
    return "$OPERATOR" if path.startswith(("/v1/operator/", "/v1/hosts", "/v1/ais/")) else "$TOKEN"
