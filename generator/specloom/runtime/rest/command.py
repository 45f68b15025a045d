"""The command line of a package: one command for each operation, to look at what the API returns."""

import argparse
import shutil
import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from io import TextIOWrapper
from pathlib import Path
from typing import Any, TextIO, cast

import msgspec

from .client import BaseClient
from .errors import ConfigurationError, Error
from .operation import Operation

WIDEST = 40
_CLEAN = 0
_FAILED = 1
_MISUSED = 2


@dataclass(frozen=True, slots=True, kw_only=True)
class Argument:
    """What a command takes."""

    name: str
    kind: Callable[[str], Any] = str
    required: bool = True
    several: bool = False
    choices: tuple[str | int, ...] | None = None
    help: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Command:
    """One operation on the command line."""

    name: str
    operation: Operation[Any]
    arguments: tuple[Argument, ...] = ()
    old_names: tuple[str, ...] = ()
    """What it was called before; help shows none of them."""
    help: str = ""


def truth(text: str) -> bool:
    """`true` or `false`."""
    if text not in ("true", "false"):
        raise ValueError(text)
    return text == "true"


time = datetime.fromisoformat


def main(
    package: str,
    summary: str,
    make_client: Callable[[argparse.Namespace], BaseClient],
    options: Mapping[str, str],
    commands: Sequence[Command],
    arguments: Sequence[str] | None = None,
) -> int:
    """Call an operation and show its result: a table on a terminal, JSON to anything else."""
    asked = _parser(package, summary, options, commands).parse_args(arguments)
    command: Command = asked.command
    given = {argument.name: getattr(asked, argument.name) for argument in command.arguments}
    try:
        with make_client(asked) as client:
            result = client.call(command.operation, **given)
    except ConfigurationError as error:
        print(error, file=sys.stderr)
        return _MISUSED
    except (Error, ValueError) as error:
        print(_line(f"{type(error).__name__}: {error}"), file=sys.stderr)
        return _FAILED
    _take_any_character(sys.stdout)
    try:
        if asked.json or not sys.stdout.isatty():
            print(_json(result), flush=True)
        else:
            show(result, sys.stdout)
    except OSError as error:  # whoever read has enough, or there is no room
        sys.stdout = None  # or the interpreter would try again at its end, and complain
        if not isinstance(error, BrokenPipeError):
            print(error, file=sys.stderr)
        return _FAILED
    return _CLEAN


def key_from(path: str | None) -> str | None:
    """The key in a file; it is never an argument, because other users see those."""
    if path is None:
        return None
    try:
        return Path(path).read_text(encoding="utf-8").strip()
    except OSError as error:
        problem = error.strerror
    except UnicodeDecodeError:
        problem = "it is not in UTF-8"
    raise ConfigurationError(f"cannot read the key from {path}: {problem}")


def _parser(
    package: str, summary: str, options: Mapping[str, str], commands: Sequence[Command]
) -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog=f"python -m {package}", description=summary)
    for option, text in options.items():
        parser.add_argument(f"--{option.replace('_', '-')}", help=_plain(text))
    parser.add_argument("--json", action="store_true", help="JSON on a terminal, too")
    kinds = parser.add_subparsers(required=True, metavar="COMMAND")
    for command in commands:
        named = kinds.add_parser(command.name, help=_plain(command.help))
        for subparser in (named, *(kinds.add_parser(name) for name in command.old_names)):
            subparser.set_defaults(command=command)
            for argument in command.arguments:
                _add(subparser, argument)
    return parser


def _add(parser: argparse.ArgumentParser, argument: Argument) -> None:
    facts: dict[str, Any] = {
        "type": argument.kind,
        "help": _plain(argument.help),
        "choices": argument.choices,
    }
    if argument.several:
        facts["nargs"] = "+" if argument.required else "*"
    if argument.required:
        parser.add_argument(argument.name, **facts)
    else:
        parser.add_argument(f"--{argument.name.replace('_', '-')}", dest=argument.name, **facts)


def _plain(text: str) -> str:
    """A help text in which argparse finds nothing to fill in."""
    return text.replace("%", "%%")


def _take_any_character(out: TextIO) -> None:
    """JSON for programs is in UTF-8 whatever the locale; a terminal that lacks a character shows its code."""
    if isinstance(out, TextIOWrapper):
        if out.isatty():
            out.reconfigure(errors="backslashreplace")
        else:
            out.reconfigure(encoding="utf-8")


# --- What is shown -----------------------------------------------------------------------------------


def _json(result: object) -> str:
    encoded = msgspec.json.Encoder(decimal_format="number").encode(result)
    return msgspec.json.format(encoded, indent=2).decode()


def show(result: object, out: TextIO) -> None:
    """A result for people: rows for a list of records, lines for one record."""
    if isinstance(result, msgspec.Struct):
        _print_rows([[name, text] for name, text in _lines(result, "")], out)
        return
    records = _records(result)
    if records:
        _print_rows(_table([dict(_lines(record, "")) for record in records], _width(out)), out)
    else:
        print(_json(result), file=out)


def _records(result: object) -> list[msgspec.Struct]:
    listed = cast("list[object]", result) if isinstance(result, list) else []
    return [record for record in listed if isinstance(record, msgspec.Struct)]


def _width(out: TextIO) -> int:
    return shutil.get_terminal_size().columns if out.isatty() else WIDEST * 10


def _table(rows: Sequence[Mapping[str, str]], width: int) -> list[list[str]]:
    """A heading and the rows: the first two members, and beside them those with the shortest values."""
    columns: list[list[str]] = []
    for name in dict.fromkeys(name for row in rows for name in row):
        column = [name, *(row.get(name, "") for row in rows)]
        if _widest(column) <= WIDEST and not any("://" in text for text in column):
            columns.append(column)
    shortest = sorted(columns[2:], key=lambda column: _widest(column[1:]))
    room = width + 2
    chosen: list[list[str]] = []
    for column in [*columns[:2], *shortest]:
        if _widest(column) + 2 <= room:
            room -= _widest(column) + 2
            chosen.append(column)
    shown = [column for column in columns if any(column is wanted for wanted in chosen)]
    return [list(row) for row in zip(*shown, strict=True)]


def _widest(column: Sequence[str]) -> int:
    return max(map(len, column))


def _lines(record: msgspec.Struct, prefix: str) -> Iterable[tuple[str, str]]:
    for name in record.__struct_fields__:
        value = getattr(record, name)
        if isinstance(value, msgspec.Struct):
            yield from _lines(value, f"{prefix}{name}.")
        elif value is not None:
            yield f"{prefix}{name}", _cell(value)


def _cell(value: object) -> str:
    match value:
        case None:
            return ""
        case bool():
            return "yes" if value else "no"
        case datetime():
            return value.strftime("%Y-%m-%d %H:%M")
        case tuple():
            return ", ".join(map(_cell, cast("tuple[object, ...]", value)))
        case Mapping():
            members = cast("Mapping[str, object]", value)
            return ", ".join(f"{key}={_cell(item)}" for key, item in members.items())
        case _:
            return _line(str(value))


def _line(text: str) -> str:
    """A text of others on one line, without what would steer a terminal."""
    return " ".join("".join(c if c.isprintable() else " " for c in text).split())


def _print_rows(rows: Sequence[Sequence[str]], out: TextIO) -> None:
    widths = [_widest(column) for column in zip(*rows, strict=True)]
    for row in rows:
        cells = (text.ljust(width) for text, width in zip(row, widths, strict=True))
        print("  ".join(cells).rstrip(), file=out)
