"""The command `intramuros`. What stops it from starting is one line on stderr and exit code 2, never a traceback."""

import argparse
import os
import sys
from collections.abc import Sequence
from dataclasses import replace
from importlib import import_module
from importlib.util import find_spec

from engine.ai.levels import LEVELS
from engine.rulesets import NAMES, ruleset
from service import logs
from service.config import CannotStart, Settings, load, table
from service.serve import connected, serve, web_only, workers_only

OTHERS = {
    "remote-worker": ("service.remote_worker", "host an AI for a server far away, over HTTP"),
    "play": ("service.terminal.command", "play a game in this terminal"),
    "arena": ("service.arena", "let AIs play each other and compare them"),
    "verify": ("service.verify", "check every move, roll and draw of an exported game"),
    "spec": ("service.spec", "write the OpenAPI document, or check that the published one is current"),
    "reindex": ("service.reindex", "build the indexes of the store again from its games"),
}
"""Subcommands with a module of their own, whose `main(argv)` gives the exit code; loaded only when they are asked for."""


def main() -> None:
    """Runs one subcommand and exits."""
    try:
        sys.exit(run(sys.argv[1:]))
    except CannotStart as error:
        print(f"intramuros: {error}", file=sys.stderr)
        sys.exit(2)
    except KeyboardInterrupt:
        sys.exit(130)


def run(argv: Sequence[str]) -> int:
    """Runs a command line and gives its exit code; raises CannotStart."""
    others = {name: (module, about) for name, (module, about) in OTHERS.items() if find_spec(module)}
    if argv and argv[0] in others:
        return int(import_module(others[argv[0]][0]).main(list(argv[1:])) or 0)
    chosen = parser(others).parse_args(argv)
    settings = load(os.environ)
    logs.setup(settings)
    if chosen.command != "config":
        open_boxes()
    match chosen.command:
        case "config":
            print(listing(settings))
        case "serve":
            serve(settings)
        case "web":
            web_only(connected(settings))
        case "worker":
            work(connected(settings), chosen)
    return 0


def parser(others: dict[str, tuple[str, str]]) -> argparse.ArgumentParser:
    made = argparse.ArgumentParser(prog="intramuros", description="A REST game server for three board games, with AI opponents.")
    commands = made.add_subparsers(dest="command", required=True, metavar="COMMAND")
    commands.add_parser("serve", help="run everything: embedded server, API and AI workers")
    commands.add_parser("web", help="run the API only")
    worker = commands.add_parser("worker", help="run AI workers only")
    worker.add_argument("--kind", choices=["simple", "fork"], help="fork: a process for each AI job (INTRAMUROS_WORKER_KIND)")
    worker.add_argument("--count", type=int, choices=range(1, 257), default=1, metavar="N", help="how many worker processes (1)")
    worker.add_argument(
        "--ai", action="append", metavar="NAME", help="an AI to play, built-in or installed; may be repeated (all built-in)"
    )
    worker.add_argument("--ruleset", action="append", choices=NAMES, help="a ruleset to play; may be repeated (all)")
    commands.add_parser("config", help="list every setting with its value in force and its default")
    for name, (_, about) in others.items():
        commands.add_parser(name, help=about)
    return made


def work(settings: Settings, chosen: argparse.Namespace) -> None:
    """Runs one AI worker in this process, or several under a supervisor; one that plays a custom AI forks unless told otherwise."""
    played = chosen.ai or list(LEVELS)
    kind = chosen.kind or (settings.worker_kind if set(played) <= set(LEVELS) else "fork")
    settings = replace(settings, worker_kind=kind)
    if chosen.count > 1:
        options = [word for name in chosen.ai or [] for word in ("--ai", name)] + [
            w for name in chosen.ruleset or [] for w in ("--ruleset", name)
        ]
        workers_only(settings, chosen.count, options)
    else:
        import_module("service.worker").run(settings, chosen.ruleset or NAMES, played)


def open_boxes() -> None:
    """Loads every ruleset, whose tiles and boards an operator may have replaced; raises CannotStart with what is wrong in them."""
    for name in NAMES:
        try:
            ruleset(name)
        except ValueError as error:
            raise CannotStart(f"{name}: {error}") from None


def listing(settings: Settings) -> str:
    """Each setting with its value in force, what it is, and its default."""
    return "\n".join(f"{name}={value}\n    {about} (default: {default or 'empty'})" for name, value, default, about in table(settings))


if __name__ == "__main__":
    main()
