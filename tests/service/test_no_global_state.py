"""What a process keeps hangs on its `Parts`: no module or class has a cache, a lock or a pool of its own.

What is only worked out once, from the code, the files beside it or its argument alone, may be kept by `@cache`: it is the same for every
store, and tells nothing of one caller to another. Each such function is in a list here.
"""

import ast
from pathlib import Path

import service

FOLDER = Path(str(service.__file__)).parent
PURE = {
    "ai/installed.py": {"custom"},  # an AI that is installed, by its name
    "brief.py": {"read"},  # the brief that a text says
    "contests/ratings.py": {"beginnings"},  # of the rulesets
    "logs.py": {"time_of_day"},
    "metrics.py": {"request_times"},  # where a figure is entered, which Prometheus keeps process-wide
    "store/summaries.py": {"read_notice"},  # the summary that a text says
    "web/arguments.py": {"checked_query"},  # what a query says by a schema
    "web/languages.py": {"words"},
    "web/pages/gamebook.py": {"board", "cards", "chapter", "pieces"},
    "web/static.py": {"assets", "base", "folder", "index"},
    "web/pages/page.py": {"text_of"},
    "web/views/docs.py": {"indexing", "read_pages", "reference", "settings_table"},  # of the document, which no setting changes
    "web/views/rulesets.py": {"components", "summary"},
    "sentences/__init__.py": {"language"},
    "web/views/sentences.py": {"catalogue"},
}
"""The functions that keep what they have worked out, by their file."""
ASKED_FOR = {"ARGUMENTS_PARSER = StrictParser()", "secure_scheme_headers: dict[str, str] = {}"}
"""What flask-smorest wants as a class attribute, and gunicorn as a setting; they keep nothing."""
KEEPERS = {"Cache", "OrderedDict", "defaultdict", "deque", "ThreadPoolExecutor", "BoundedSemaphore", "Semaphore"}


def kept(source: str) -> list[str]:
    """The module-level names that hold something which changes: empty collections, and objects made from nothing."""
    tree = ast.parse(source)
    found = [f"global {', '.join(node.names)}" for node in ast.walk(tree) if isinstance(node, ast.Global)]
    classes = [node for node in ast.walk(tree) if isinstance(node, ast.ClassDef)]
    for node in [*tree.body, *(node for each in classes for node in each.body)]:
        value = node.value if isinstance(node, ast.Assign | ast.AnnAssign) else None
        if is_empty(value) or (isinstance(value, ast.Call) and is_keeper(value)):
            found.append(ast.unparse(node))
    return [each for each in found if each not in ASKED_FOR]


def cached(source: str) -> set[str]:
    """The functions that keep what they have worked out."""
    functions = [node for node in ast.walk(ast.parse(source)) if isinstance(node, ast.FunctionDef)]
    return {node.name for node in functions if any(is_cache(each) for each in node.decorator_list)}


def is_cache(decorator: ast.expr) -> bool:
    called = decorator.func if isinstance(decorator, ast.Call) else decorator
    return ast.unparse(called).rpartition(".")[2] in ("cache", "lru_cache")


def is_keeper(call: ast.Call) -> bool:
    where, _, made = ast.unparse(call.func).partition("[")[0].rpartition(".")
    if where.rpartition(".")[2] == "fields":  # members of a schema
        return False
    from_nothing = not (call.args or call.keywords)
    return made in KEEPERS or (from_nothing and (made[0].isupper() or made in ("dict", "list", "set")))


def is_empty(value: ast.expr | None) -> bool:
    return (isinstance(value, ast.Dict) and not value.keys) or (isinstance(value, ast.List) and not value.elts)


def test_no_module_keeps_anything() -> None:
    found = {str(path.relative_to(FOLDER)): kept(path.read_text()) for path in sorted(FOLDER.rglob("*.py"))}
    assert {path: names for path, names in found.items() if names} == {}


def test_only_what_is_pure_is_cached_by_its_function() -> None:
    found = {str(path.relative_to(FOLDER)): cached(path.read_text()) for path in sorted(FOLDER.rglob("*.py"))}
    assert {path: names for path, names in found.items() if names} == PURE


def test_what_is_kept_is_found() -> None:
    for line in (
        "TOLD = Told()",
        "_known: dict[str, int] = {}",
        "LIST = []",
        "C = Cache[str, int](5)",
        "POOL = futures.ThreadPoolExecutor(2)",
    ):
        assert kept(line), line
    assert kept("def f():\n    global x\n    x = 1")
    assert kept("class A:\n    seen: dict[str, int] = {}\n    b = 1")
    assert cached("@lru_cache(maxsize=5)\ndef a(): ...\n@functools.cache\ndef b(): ...\n@cached_property\ndef c(): ...") == {"a", "b"}
    assert not kept('WORDS = {"a": 1}\nNAME = re.compile("a")\nALL = tuple(x)\nlog = logging.getLogger("x")')
