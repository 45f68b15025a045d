"""Linters find nothing in the committed documents, warnings included, nor in other profiles.

Both need seconds for each document of all modules. In the sample, the profiles have the modules of some tags, and the slower of
the two linters looks at the smaller documents.
"""

from pathlib import Path

import pytest

from .documents import DOCUMENTS, printed
from .installed import run, tool

PROFILES = [
    ("--api", "seller", "--auth", "scheme"),
    ("--api", "seller", "--openapi", "3.0"),
    ("--api", "wiki", "--modules", "links"),
    ("--api", "wiki", "--modules", "links,info", "--lean", "--json"),
    ("--api", "wiki", "--multi", "array"),
    ("--api", "wiki", "--openapi", "3.0"),
    ("--api", "wiki", "--paths", "shared", "--openapi", "3.0", "--auth", "scheme"),
    ("--api", "wiki", "--actions", "--openapi", "3.0"),
    ("--api", "wiki", "--actions", "--tags", "files", "--multi", "array"),
]


@pytest.fixture(scope="module")
def documents(tmp_path_factory: pytest.TempPathFactory, exhaustive: bool) -> list[Path]:
    """The committed documents, of which each form says the same, and one for each of the profiles."""
    folder = tmp_path_factory.mktemp("profiles")
    files = sorted(DOCUMENTS.glob("*.openapi.*" if exhaustive else "*.openapi.json"))
    assert len(files) == (10 if exhaustive else 5)
    for number, profile in enumerate(PROFILES):
        is_whole = "wiki" in profile and not {"--modules", "--tags"} & {*profile}
        tags = "files" if "--actions" in profile else "categories,meta"
        options = (*profile, "--tags", tags) if is_whole and not exhaustive else profile
        file = folder / f"{number}.{'json' if '--json' in options else 'yaml'}"
        file.write_text(printed(*options), encoding="utf-8")
        files.append(file)
    return files


@pytest.mark.promise("nothing to report")
def test_redocly_finds_nothing_by_its_strictest_rules(
    documents: list[Path], tmp_path: Path
) -> None:
    program = tool("npm/node_modules/.bin/redocly")
    output = run(program, "lint", "--extends", "recommended-strict", *documents, folder=tmp_path)
    assert "Your API descriptions are valid" in output
    assert "warning" not in output.replace("Deprecation warning", "")


@pytest.mark.exhaustive  # Redocly reads the same documents in each run
@pytest.mark.promise("nothing to report")
def test_spectral_finds_nothing(documents: list[Path], tmp_path: Path, exhaustive: bool) -> None:
    slow = (
        ()
        if exhaustive
        else ("wiki.openapi.json", "wiki.arrays.openapi.json", "wiki.codegen.openapi.json")
    )
    documents = [file for file in documents if file.name not in slow]
    rules = tmp_path / "rules.yaml"
    rules.write_text("extends: [spectral:oas]\n", encoding="utf-8")
    program = tool("npm/node_modules/.bin/spectral")
    output = run(program, "lint", *documents, "--ruleset", rules, "-F", "hint", folder=tmp_path)
    assert "No results with a severity of 'hint' or higher found!" in output
