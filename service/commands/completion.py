"""`intramuros completion SHELL`: what a shell needs to complete this command, made from every command's own help.

eval "$(intramuros completion bash)"            in ~/.bashrc (zsh: in ~/.zshrc)
intramuros completion fish > ~/.config/fish/completions/intramuros.fish
"""

import argparse
import re
from collections.abc import Sequence
from contextlib import redirect_stdout, suppress
from io import StringIO

from service.commands import cli

COMMAND = re.compile(r"^    ([a-z-]+)(?:  |$)", re.MULTILINE)
OPTION = re.compile(r"--[a-z][a-z-]+")

BASH = """_intramuros() {{
  local words
  case "${{COMP_WORDS[1]}}" in
{cases}
  esac
  [ "$COMP_CWORD" -eq 1 ] && words="{commands}"
  COMPREPLY=($(compgen -W "$words" -- "${{COMP_WORDS[COMP_CWORD]}}"))
}}
complete -o default -F _intramuros intramuros
"""


def main(argv: Sequence[str]) -> int:
    parser = argparse.ArgumentParser(prog="intramuros completion", description="Print what a shell needs to complete this command.")
    parser.add_argument("shell", choices=["bash", "zsh", "fish"])
    shell = parser.parse_args(argv).shell
    options = {command: options_of(command) for command in commands()}
    print(fish(options) if shell == "fish" else ("autoload -U +X bashcompinit && bashcompinit\n" if shell == "zsh" else "") + bash(options))
    return 0


def commands() -> list[str]:
    return COMMAND.findall(help_of(["--help"]))


def options_of(command: str) -> list[str]:
    """What may follow a command: its own commands, if it has any, and its options."""
    said = help_of([command, "--help"])
    return sorted({*OPTION.findall(said), *COMMAND.findall(said)} if command != "completion" else {"bash", "zsh", "fish", "--help"})


def help_of(argv: list[str]) -> str:
    """What the command prints of itself."""
    said = StringIO()
    with redirect_stdout(said), suppress(SystemExit):
        cli.run(argv)
    return said.getvalue()


def bash(options: dict[str, list[str]]) -> str:
    cases = "\n".join(f'    {command}) words="{" ".join(words)}" ;;' for command, words in options.items())
    return BASH.format(cases=cases, commands=" ".join([*options, "--help", "--version"]))


def fish(options: dict[str, list[str]]) -> str:
    first = [f"complete -c intramuros -n __fish_use_subcommand -f -a '{' '.join(options)}'"]
    rest = [
        f"complete -c intramuros -n '__fish_seen_subcommand_from {command}' "
        + (f"-l {word[2:]}" if word.startswith("--") else f"-f -a {word}")
        for command, words in options.items()
        for word in words
    ]
    return "\n".join(first + rest)
