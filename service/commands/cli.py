"""The command `intramuros`. What stops it from starting is one line on stderr and exit code 2, never a traceback."""

import argparse
import os
import sys
from collections.abc import Sequence
from dataclasses import replace
from importlib import import_module
from importlib.metadata import version
from importlib.util import find_spec
from pathlib import Path

from engine.ai.levels import LEVELS
from engine.overrides import WrongData
from engine.rulesets import NAMES, ruleset
from service import logs
from service.commands.serve import connected, serve, web_only, workers_only
from service.config import PREFIX, CannotStart, Settings, load, table

OTHERS = {
    "host": ("service.commands.host", "write a project for an AI of your own: host new my-bot"),
    "remote-worker": ("service.commands.remote_worker", "host an AI for a server far away, over HTTP"),
    "play": ("service.terminal.command", "play a game in this terminal"),
    "arena": ("service.commands.arena", "let AIs play each other and compare them"),
    "tournament": ("service.terminal.tournament", "let AIs play a tournament, and follow it to its end"),
    "verify": ("service.commands.verify", "check every move, roll and draw of an exported game"),
    "puzzles": ("service.commands.puzzles", "find positions to solve in games that were played"),
    "spec": ("service.commands.spec", "write the OpenAPI document, or check that the published one is current"),
    "ratings": ("service.commands.ratings", "work the ratings out again from the rated games"),
    "archive": ("service.commands.archive", "write the records of archived games"),
    "doctor": ("service.commands.doctor", "look at settings, machine, Redis, queues and workers, and say what is wrong"),
    "backup": ("service.commands.backup", "copy every game of the running store into one file"),
    "restore": ("service.commands.restore", "put a backup into the embedded server's data folder"),
    "reindex": ("service.commands.reindex", "build the indexes of the store again from its games"),
    "completion": ("service.commands.completion", "what a shell needs to complete this command: bash, zsh or fish"),
}
"""Subcommands with a module of their own, whose `main(argv)` gives the exit code; loaded only when they are asked for."""


def main() -> None:
    """Runs one subcommand and exits."""
    try:
        code = run(sys.argv[1:])
        sys.stdout.flush()
        sys.exit(code)
    except BrokenPipeError:  # whoever read has read enough; what is left is written nowhere, so that nothing complains at the end
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(141)
    except (CannotStart, WrongData) as error:
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
    settings = load({**os.environ, **told(chosen)})
    logs.setup(settings)
    if chosen.command != "config":
        open_boxes()
    match chosen.command:
        case "config":
            print(listing(settings))
        case "serve":
            serve(settings, opening=chosen.open)
        case "web":
            web_only(connected(settings))
        case "worker":
            work(connected(settings), chosen)
    return 0


def parser(others: dict[str, tuple[str, str]]) -> argparse.ArgumentParser:
    made = argparse.ArgumentParser(prog="intramuros", description="A REST game server for three board games, with AI opponents.")
    made.add_argument("--version", action="version", version=f"intramuros {version('intramuros')}")
    commands = made.add_subparsers(dest="command", required=True, metavar="COMMAND")
    everything = commands.add_parser("serve", help="run everything: embedded server, API and AI workers")
    everything.add_argument("--port", dest="PORT", metavar="N", help="port that the API listens on (INTRAMUROS_PORT)")
    everything.add_argument("--data", dest="DATA", metavar="FOLDER", help="where the games are kept (INTRAMUROS_DATA)")
    everything.add_argument("--workers", dest="WORKERS", metavar="N", help="how many AI worker processes (INTRAMUROS_WORKERS)")
    everything.add_argument("--open", action="store_true", help="open the page in this machine's browser")
    commands.add_parser("web", help="run the API only")
    worker = commands.add_parser("worker", help="run AI workers only")
    worker.add_argument("--kind", choices=["simple", "fork"], help="fork: a process for each AI job (INTRAMUROS_WORKER_KIND)")
    worker.add_argument("--count", type=int, choices=range(1, 257), default=1, metavar="N", help="how many worker processes (1)")
    worker.add_argument(
        "--ai", action="append", metavar="NAME", help="an AI to play, built-in or installed; may be repeated (all built-in)"
    )
    worker.add_argument("--no-advice", action="store_true", help="leave hints and analyses to other workers")
    worker.add_argument("--ruleset", action="append", choices=NAMES, help="a ruleset to play; may be repeated (all)")
    commands.add_parser("config", help="list every setting with its value in force and its default")
    for name, (_, about) in others.items():
        commands.add_parser(name, help=about)
    return made


def told(chosen: argparse.Namespace) -> dict[str, str]:
    """The settings that the command line gives: read and refused as their variables are, before which they go."""
    given = {name: value for name, value in vars(chosen).items() if name.isupper() and value is not None}
    if "DATA" in given:
        given["DATA"] = str(Path(given["DATA"]).expanduser().absolute())  # our processes are started elsewhere
    return {f"{PREFIX}{name}": value for name, value in given.items()}


def work(settings: Settings, chosen: argparse.Namespace) -> None:
    """Runs one AI worker in this process, or several under a supervisor; one that plays a custom AI forks unless told otherwise."""
    played = chosen.ai or list(LEVELS)
    kind = chosen.kind or (settings.worker_kind if set(played) <= set(LEVELS) else "fork")
    settings = replace(settings, worker_kind=kind)
    if chosen.count > 1:
        options = [word for name in chosen.ai or [] for word in ("--ai", name)]
        options += [word for name in chosen.ruleset or [] for word in ("--ruleset", name)]
        workers_only(settings, chosen.count, options + ["--no-advice"] * chosen.no_advice)
    else:
        import_module("service.worker.worker").run(settings, chosen.ruleset or NAMES, played, advises=not chosen.no_advice)


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
