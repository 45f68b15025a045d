"""The command `completion`: a script that completes commands and options in bash, zsh or fish.

The scripts know what there is when they are made: completing starts no Python.
"""

import shlex
from argparse import Action, ArgumentParser
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, get_args

from specloom.changes.kinds import KINDS
from specloom.cli.help import ABOUT
from specloom.diagnostics import Code


@dataclass(frozen=True, slots=True)
class Option:
    """An option that may follow a command."""

    names: Sequence[str]
    """Empty: an argument."""
    about: str
    choices: Sequence[str]
    takes_value: bool
    is_file: bool
    """Any file or folder may be its value."""


@dataclass(frozen=True, slots=True)
class Command:
    """One command."""

    name: str
    about: str
    options: Sequence[Option]


class Recorder(ArgumentParser):
    """A parser that remembers what it was told to take."""

    def __init__(self) -> None:
        self.actions: list[Action] = []
        super().__init__()

    def add_argument(self, *name_or_flags: Any, **about: Any) -> Action:
        """Take one more."""
        action = super().add_argument(*name_or_flags, **about)
        self.actions.append(action)
        return action


def script(shell: str, add_options: Callable[[str, ArgumentParser], None]) -> str:
    """The script for a shell, to be read when it starts; `add_options` gives a parser those of a command."""
    return _SCRIPTS[shell](list(_commands(add_options)))


def _commands(add_options: Callable[[str, ArgumentParser], None]) -> Iterator[Command]:
    for name, about in ABOUT.items():
        parser = Recorder()
        add_options(name, parser)
        yield Command(name, about, [_option(name, action) for action in parser.actions])


_FILES = ("FILE", "DIR", "ROOT", "OLD", "NEW")


def _option(command: str, action: Action) -> Option:
    choices: Sequence[Any] = list(action.choices or ())
    if command == "explain" and action.dest == "code":
        choices = [*get_args(Code), *KINDS]
    metavar = str(action.metavar or action.dest)
    return Option(
        action.option_strings,
        (action.help or "").replace("%(default)s", str(action.default)),
        [str(choice) for choice in choices],
        action.nargs != 0,
        not choices and (metavar in _FILES or metavar == "folder"),
    )


def _bash(commands: Sequence[Command]) -> str:
    cases = "".join(
        f"    {command.name}:{start}) words={shlex.quote(' '.join(words))} ;;\n"
        for command in commands
        for start, words in (("-*", _names(command)), ("*", _arguments(command) or _names(command)))
    )
    values = "".join(
        f"    {command.name}:{name}) words={shlex.quote(' '.join(option.choices))}; only=1 ;;\n"
        for command in commands
        for option in command.options
        for name in option.names
        if option.choices
    )
    values += "".join(
        f"    {command.name}:{name}) {'compopt -o default; ' if option.is_file else ''}return ;;\n"
        for command in commands
        for option in command.options
        for name in option.names
        if option.takes_value and not option.choices
    )
    names = " ".join(command.name for command in commands)
    return f"""\
# Completion of specloom for bash: eval "$(specloom completion bash)"
_specloom() {{
  local current=${{COMP_WORDS[COMP_CWORD]}} before=${{COMP_WORDS[COMP_CWORD-1]}} command= words= only= word
  for word in "${{COMP_WORDS[@]:1:COMP_CWORD-1}}"; do
    case $word in -*) ;; *) command=$word; break ;; esac
  done
  case $current:$before in  # `--option=value` is three words
    =:*) current= ;;
    *:=) before=${{COMP_WORDS[COMP_CWORD-2]}} ;;
  esac
  COMPREPLY=()
  if [ -z "$command" ]; then
    COMPREPLY=($(compgen -W "{names} --help --version" -- "$current"))
    return
  fi
  case $command:$before in
{values}  esac
  if [ -z "$only" ]; then
    case $command:$current in
{cases}    esac
    compopt -o default
  fi
  COMPREPLY=($(compgen -W "$words" -- "$current"))
}}
complete -F _specloom specloom
"""


def _names(command: Command) -> list[str]:
    return [name for option in command.options for name in option.names]


def _arguments(command: Command) -> list[str]:
    return [choice for option in command.options if not option.names for choice in option.choices]


def _zsh(commands: Sequence[Command]) -> str:
    names = "\n".join(
        f"    {shlex.quote(f'{command.name}:{command.about}')}" for command in commands
    )
    cases = "\n".join(
        f"    {command.name})\n      _arguments "
        + " ".join(shlex.quote(part) for part in _zsh_options(command))
        + "\n      ;;"
        for command in commands
    )
    return f"""\
#compdef specloom
# Completion of specloom for zsh: eval "$(specloom completion zsh)" after compinit
_specloom() {{
  local -a commands
  commands=(
{names}
  )
  if (( CURRENT == 2 )); then
    _describe command commands
    return
  fi
  local command=$words[2]
  shift words
  (( CURRENT-- ))
  case $command in
{cases}
  esac
}}
if [ "$funcstack[1]" = _specloom ]; then _specloom "$@"; else compdef _specloom specloom; fi
"""


def _zsh_options(command: Command) -> Iterator[str]:
    for option in command.options:
        value = ""
        if option.takes_value:
            values = f"({' '.join(option.choices)})" if option.choices else "_files"
            value = f":value:{values if option.choices or option.is_file else ' '}"
        about = option.about.replace("[", "(").replace("]", ")").replace(":", "\\:")
        for name in option.names:
            yield f"{name}{'=' if value else ''}[{about}]{value}"
        if not option.names:
            yield f":{value}"


def _fish(commands: Sequence[Command]) -> str:
    lines = [
        "# Completion of specloom for fish: specloom completion fish | source",
        "complete -c specloom -f",
    ]
    for command in commands:
        about = shlex.quote(command.about)
        lines.append(f"complete -c specloom -n __fish_use_subcommand -a {command.name} -d {about}")
        for option in command.options:
            lines += (f"complete -c specloom {part}" for part in _fish_option(command.name, option))
    return "\n".join(lines) + "\n"


def _fish_option(command: str, option: Option) -> Iterator[str]:
    condition = f"-n '__fish_seen_subcommand_from {command}'"
    values = f" -x -a {shlex.quote(' '.join(option.choices))}" if option.choices else ""
    if not values and option.takes_value:
        values = " -r -F" if option.is_file else " -x"
    for name in option.names:
        flag = f"-l {name[2:]}" if name.startswith("--") else f"-s {name[1:]}"
        yield f"{condition} {flag} -d {shlex.quote(option.about)}{values}"
    if not option.names and (option.choices or option.is_file):
        yield f"{condition}{values.replace(' -x', ' -f').replace(' -r', '')}"


_SCRIPTS: Mapping[str, Callable[[Sequence[Command]], str]] = {
    "bash": _bash,
    "zsh": _zsh,
    "fish": _fish,
}
