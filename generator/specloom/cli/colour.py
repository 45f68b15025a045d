"""Colours for a terminal: whether to use them, and of what.

`NO_COLOR` turns them off and `FORCE_COLOR` on, each if it is not empty; `NO_COLOR` wins. Otherwise a stream has them
if it is a terminal, and not a dumb one.
"""

import os
import re

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import TextIO

_BOLD, _RED, _GREEN, _YELLOW, _CYAN = "1", "31", "32", "33", "36"
_PLACE = re.compile(r"^(\S+:\d+:\d+|[^\s:]+): (warning: )?([a-z][a-z0-9-]+): ")
_DIFF = {"---": _BOLD, "+++": _BOLD, "@@": _CYAN, "-": _RED, "+": _GREEN}
_TITLES = {
    "Breaking:": _RED,
    "Not seen again:": _YELLOW,
    "Added:": _GREEN,
    "Texts and lists:": _CYAN,
}


def is_wanted(stream: "TextIO | None") -> bool:
    """Return whether what goes to a stream is to have colours."""
    if os.environ.get("NO_COLOR"):
        return False
    if os.environ.get("FORCE_COLOR"):
        return True
    return stream is not None and stream.isatty() and os.environ.get("TERM") != "dumb"


def coloured_line(line: str) -> str:
    """A line for people: place and code of a diagnostic, the title of a list of changes."""
    if line in _TITLES:
        return _painted(line, _BOLD, _TITLES[line])
    place = _PLACE.match(line)
    if place is None:
        return line
    rest = line[place.end() :]
    colour = _YELLOW if place[2] else _RED
    code = _painted(f"{place[2] or ''}{place[3]}", colour)
    return f"{_painted(place[1], _BOLD)}: {code}: {rest}"


def diff(text: str) -> str:
    """A unified difference."""
    return _each(text, _of_diff)


def coloured_changes(text: str) -> str:
    """A list of changes."""
    return _each(text, coloured_line)


def _each(text: str, paint: "Callable[[str], str]") -> str:
    return "\n".join(map(paint, text.split("\n")))


def _of_diff(line: str) -> str:
    start = next((start for start in _DIFF if line.startswith(start)), None)
    return line if start is None else _painted(line, _DIFF[start])


def _painted(text: str, *colours: str) -> str:
    return f"\x1b[{';'.join(colours)}m{text}\x1b[0m"
