"""Makes what is generated of the Python client: the types from the document, and the sync client from the async one.

    python openapi/sdk/python/make.py            writes both
    python openapi/sdk/python/make.py --check    says whether they are current

The types need datamodel-code-generator, which `openapi/tools` installs beside the other tools; the sync client needs nothing.
"""

import re
import subprocess
import sys
import tempfile
from pathlib import Path

HERE = Path(__file__).resolve().parent
OPENAPI = HERE.parents[1]
PACKAGE = HERE / "src" / "intramuros_client"
TYPES = PACKAGE / "types.py"

WORDS = {
    "AsyncClient": "Client",
    "AsyncGame": "Game",
    "AsyncIterator": "Iterator",
    "AsyncLock": "Lock",
    "AsyncTransport": "Transport",
    "AsyncTurn": "Turn",
    "__aenter__": "__enter__",
    "__aexit__": "__exit__",
    "_async": "_sync",
    "aclose": "close",
    "aiter_lines": "iter_lines",
    "asleep": "sleep",
    "aread": "read",
}
"""What is called otherwise where nothing is awaited."""

HEAD = '''"""What the server says and takes, made from the OpenAPI document by `openapi/sdk/python/make.py`: do not edit.

Answers are plain dictionaries, as they came; these types tell an editor what is in them. A server may say more than they do.
"""
'''


def sync(text: str) -> str:
    """A module of the async client as one that waits by itself.

    >>> sync("async with AsyncClient() as client:\\n    await client.aclose()")
    'with Client() as client:\\n    client.close()'
    """
    text = re.sub(r"\b(async|await) ", "", text)
    return re.sub(r"\b\w+\b", lambda word: WORDS.get(word[0], word[0]), text)


def sync_modules() -> dict[Path, str]:
    """Every module of the sync client, as it should be."""
    made = {file.name: tidied(sync(file.read_text()), PACKAGE / "_sync" / file.name) for file in sorted((PACKAGE / "_async").glob("*.py"))}
    made["__init__.py"] = '"""The client that waits by itself: made from `_async` by `openapi/sdk/python/make.py`, do not edit."""\n'
    return {PACKAGE / "_sync" / name: text for name, text in made.items()}


def types() -> str:
    """The document's schemas as typed dictionaries."""
    tool = OPENAPI / ".tools" / "bin" / "datamodel-codegen"
    with tempfile.TemporaryDirectory() as folder:
        made = Path(folder) / "types.py"
        options = ["--input-file-type", "openapi", "--output-model-type", "typing.TypedDict", "--target-python-version", "3.11"]
        options += ["--enum-field-as-literal", "all", "--use-field-description", "--use-single-line-docstring", "--use-schema-description"]
        options += ["--no-use-closed-typed-dict", "--disable-timestamp", "--use-union-operator", "--formatters", "builtin"]
        subprocess.run([tool, "--input", OPENAPI / "openapi.json", "--output", made, *options], check=True)
        text = made.read_text()
    return tidied(HEAD + text.partition("\n\n")[2], TYPES)


def tidied(text: str, path: Path) -> str:
    """The text as ruff formats it, its imports in order."""
    for options in (["check", "--select", "I,F401", "--fix-only"], ["format"]):
        command = [sys.executable, "-m", "ruff", *options, "--quiet", "--stdin-filename", str(path), "-"]
        text = subprocess.run(command, input=text, capture_output=True, text=True, check=True).stdout
    return text


def main() -> int:
    made = sync_modules() | {TYPES: types()}
    stale = [path for path, text in made.items() if not path.exists() or path.read_text() != text]
    if "--check" in sys.argv:
        for path in stale:
            print(f"{path.relative_to(HERE)} is not current: run make sdk.", file=sys.stderr)
        return 1 if stale else 0
    for path in stale:
        path.parent.mkdir(exist_ok=True)
        path.write_text(made[path])
        print(f"wrote {path.relative_to(HERE)}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
