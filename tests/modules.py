"""Prints the files of the program, each with what it owns: `python -m tests.modules [FOLDER]`."""

import ast
import re
import sys
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parents[1]
PROGRAM = ROOT / "generator" / "specloom"
FOLDERS = (PROGRAM,)
_COMMENT = re.compile(r"\s*/\*[\s*]*(.+?[.])(?:\s|\*/)", re.DOTALL)


def files(folder: Path) -> list[Path]:
    """Files below a folder that own something."""
    return sorted(
        path
        for path in folder.rglob("*")
        if path.suffix in (".py", ".js", ".mjs") and path.stat().st_size
    )


def owns(path: Path) -> str:
    """Return the first line of a docstring, or the first sentence of a script's comment; empty if there is none."""
    text = path.read_text("utf-8")
    if path.suffix == ".py":
        return (ast.get_docstring(ast.parse(text)) or "").partition("\n")[0]
    comment = _COMMENT.match(text)
    return " ".join(re.sub(r"\n \*", " ", comment[1]).split()) if comment else ""


def lines(folders: list[str]) -> Iterator[str]:
    """Lines of all files, or of those in some folders, which may be named without `generator/specloom/`."""
    places = [next(filter(Path.is_dir, (PROGRAM / name, ROOT / name))) for name in folders]
    for place in places or FOLDERS:
        for path in files(place):
            yield f"{path.relative_to(PROGRAM if path.is_relative_to(PROGRAM) else ROOT)}: {owns(path)}"


if __name__ == "__main__":
    print(*lines(sys.argv[1:]), sep="\n")
