"""The tasks of the migration guide: what they are given, and what they print.

Nothing here needs more than Python itself: it also runs where the other libraries are installed.
"""

import ast
import hashlib
import io
from collections.abc import Callable
from contextlib import redirect_stdout
from pathlib import Path
from typing import Any

HERE = Path(__file__).parent
OURS = "wiki_query"
LIBRARIES = ("mwclient", "pywikibot", "mwapi")
ACCOUNT = ("Alice", "Alicepass-12345")

_BULK = [f"Bulk {number:03d}" for number in range(120)]
ARGUMENTS: dict[str, tuple[Any, ...]] = {
    "watchlist": ACCOUNT,
    "accounts": (["Alice", "Robot"],),
    "language_links": (["A", "B", *_BULK[:8], "Nowhere"],),
    "existence": ([*_BULK, "A", "B", "Nowhere", "a", "Nothing_here"],),
    "categories_of_titles": ([*_BULK, "A", "B", "Nowhere"],),
    "links_and_categories": ([*_BULK, "A", "B", "Nowhere"],),
}
"""Task → what it takes beside the connection."""


def scripts(library: str) -> dict[str, str]:
    """Task → the text of its function, in the order of the file."""
    text = (HERE / f"with_{library}.py").read_text("utf-8")
    return {
        function.name: ast.get_source_segment(text, function) or ""
        for function in ast.parse(text).body
        if isinstance(function, ast.FunctionDef)
    }


def length(script: str) -> int:
    """Lines of a function without its head."""
    (function,) = ast.parse(script).body
    assert isinstance(function, ast.FunctionDef)
    return (function.end_lineno or 0) - function.body[0].lineno + 1


def digest(output: list[str]) -> str:
    """Hash of the lines that a task prints, to notice when they change."""
    return hashlib.sha256("\n".join(output).encode()).hexdigest()


def printed(task: Callable[..., None], connection: object) -> list[str]:
    """Lines that a task prints; sorted, as the order of pages is the server's or the library's."""
    output = io.StringIO()
    with redirect_stdout(output):
        task(connection, *ARGUMENTS.get(task.__name__, ()))
    return sorted(output.getvalue().splitlines())
