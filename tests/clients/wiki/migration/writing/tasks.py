"""The writing tasks of the migration guide: what they find, and what is the same after them.

Nothing here needs more than Python itself: it also runs where the other libraries are installed.
"""

import ast
from pathlib import Path

HERE = Path(__file__).parent
OURS = "wiki_query"
LIBRARIES = ("mwclient", "pywikibot")
ADDRESSES = {"mwclient": "192.0.2.1", "pywikibot": "192.0.2.2", OURS: "192.0.2.3"}
"""Whom each of them blocks."""
LISTED = 20
"""Pages in the category."""
PICTURE = "picture.png"
"""A file in the working folder of each."""


def prefix_of(library: str) -> str:
    """Prefix of the titles of a library's pages."""
    return f"{library.replace('_', ' ').capitalize()} "


def scripts(library: str) -> dict[str, str]:
    """Task → the text of its function, in the order of the file."""
    text = (HERE / f"with_{library}.py").read_text("utf-8")
    return {
        function.name: ast.get_source_segment(text, function) or ""
        for function in ast.parse(text).body
        if isinstance(function, ast.FunctionDef)
    }
