"""Size of the list of tools that FastMCP makes of each document: `python -m tests.openapi.tools.agents`."""

import json
import re
import subprocess
import tempfile
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any

from .documents import printed
from .installed import tool

GUIDE = Path(__file__).parents[3] / "docs/guide/openapi.md"
ADDRESS = "https://wiki.example.org/w"
DRIVER = Path(__file__).with_name("drivers") / "agent_tools.py"
DOCUMENTS: Mapping[str, tuple[str, ...]] = {
    "wiki.codegen": ("--lean",),
    "--agents": ("--agents",),
    "--agents --tags revisions": ("--agents", "--tags", "revisions"),
    "--agents --operations allpages,search,revisions": (
        "--agents",
        "--operations",
        "allpages,search,revisions",
    ),
}
"""The rows of the guide's table, with the options that print each document."""
PER_TOKEN = 4
"""Characters of a token, about; vocabularies differ."""


@cache
def guide_program() -> str:
    """The guide's program, but for its last line, which serves for ever."""
    section = GUIDE.read_text("utf-8").partition("{ #for-agents }")[2]
    program: str = re.findall(r"^```python\n(.*?)^```", section, re.DOTALL | re.MULTILINE)[0]
    before, end, after = program.partition("server.run()\n")
    assert end and not after
    assert ADDRESS in before
    return before


@cache
def document(*options: str) -> str:
    """A document of the wiki, as JSON."""
    return printed("--api", "wiki", *options, "--json")


def report_of(
    folder: Path, address: str, calls: Sequence[Mapping[str, Any]], *options: str
) -> dict[str, Any]:
    """Replies of the tools of a document, their names, and the length of their list."""
    (folder / "tools.json").write_text(document(*options), "utf-8")
    program = folder / "program.py"
    program.write_text(guide_program().replace(ADDRESS, address), "utf-8")
    done = subprocess.run(
        [tool("python/bin/python"), str(DRIVER), str(program)],
        input=json.dumps(calls),
        capture_output=True,
        text=True,
        cwd=folder,
        check=False,
    )
    assert done.returncode == 0, done.stderr[-4000:]
    report: dict[str, Any] = json.loads(done.stdout.splitlines()[-1])
    return report


def tokens(options: Sequence[str], folder: Path) -> tuple[int, int]:
    """Number of tools of a document, and of the tokens in their list."""
    return size(report_of(folder, "http://127.0.0.1", [], *options))


def size(report: Mapping[str, Any]) -> tuple[int, int]:
    """Number of reported tools, and of the tokens in their list."""
    return len(report["tools"]), report["characters"] // PER_TOKEN


def main() -> None:
    """Print the table."""
    with tempfile.TemporaryDirectory() as folder:
        for name, options in DOCUMENTS.items():
            tools, count = tokens(options, Path(folder))
            print(f"| `{name}` | {tools} | {count:,} |")


if __name__ == "__main__":
    main()
