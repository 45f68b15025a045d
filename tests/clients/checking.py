"""Type checkers at their strictest, over programs and packages."""

import re
import subprocess
import sys
from pathlib import Path

from tests.mypy_cache import mypy_cache

CHECKERS = ("mypy", "pyright")
SETTINGS = """
[tool.mypy]
strict = true
python_version = "3.11"
mypy_path = "{source}"
cache_dir = "{cache}"
[tool.pyright]
typeCheckingMode = "strict"
pythonVersion = "3.11"
extraPaths = ["{source}"]
reportUnusedExpression = false
"""


def findings(checker: str, target: Path, source: Path, folder: Path) -> list[str]:
    """Findings of a checker in a program, or in each file of a package, that imports from a source folder."""
    settings = SETTINGS.format(source=source, cache=mypy_cache())
    (folder / "pyproject.toml").write_text(settings, encoding="utf-8")
    options = ["--stats", "--pythonpath", sys.executable] if checker == "pyright" else []
    done = subprocess.run(
        [sys.executable, "-m", checker, *options, str(target)],
        cwd=folder,
        capture_output=True,
        text=True,
        check=False,
    )
    looked_at = re.search(r"(\d+) source file", done.stdout)
    assert looked_at is not None, done.stdout + done.stderr
    assert int(looked_at[1]) >= len(list(target.rglob("*.py")))
    return [line for line in done.stdout.splitlines() if re.search(r":\d+(:\d+ -|:) error", line)]
