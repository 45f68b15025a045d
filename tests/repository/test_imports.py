"""Imports of the generator go one way, as the drawing in `docs/contributing/architecture.md` shows."""

import ast
import re
import tomllib
from collections.abc import Iterator
from graphlib import CycleError, TopologicalSorter
from importlib.metadata import PathDistribution
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2] / "generator"
PACKAGE = ROOT / "specloom"

MAY_IMPORT: dict[str, tuple[str, ...]] = {
    "languages": (),
    "diagnostics": (),
    "resources": (),
    "runtime": (),
    "documents": ("diagnostics", "languages"),
    "model": ("diagnostics", "documents", "languages", "runtime"),
    "naming": ("model", "runtime"),
    "readers": (
        "diagnostics",
        "documents",
        "languages",
        "model",
        "runtime",
        "sources",
    ),
    "rendering": (
        "diagnostics",
        "documents",
        "languages",
        "model.overlay_changes",
        "model.overlay_fault",
        "model.structs",
        "resources",
    ),
    "views": (
        "languages",
        "model",
        "naming",
        "rendering.own_templates",
        "rendering.render",
        "runtime",
        # the JSON Schemas of what is read
        "documents",
        "readers.paraminfo.overlay_format",
        "readers.rest.format",
        "readers.rest.sandbox_format",
        "sources.config",
    ),
    "site": ("diagnostics", "documents", "sources.config"),
    "sources": (
        "diagnostics",
        "documents",
        "model",
        "resources",
    ),
    "fetching": ("documents.limits", "model.naming", "model.structs", "runtime"),
    "publishing": ("diagnostics", "model.naming", "views.kinds"),
    "changes": ("languages", "model", "naming", "views.words"),
    "pipeline": (
        "diagnostics",
        "documents",
        "model",
        "naming",
        "publishing",
        "readers",
        "rendering",
        "resources",
        "sources",
        "views",
    ),
}
"""Part → what it may import of other parts, whole or a module. `cli` may import them all, and no part imports it."""


def modules() -> dict[str, Path]:
    """Name below the package → file."""
    return {
        ".".join(path.relative_to(PACKAGE).with_suffix("").parts).removesuffix(".__init__"): path
        for path in PACKAGE.rglob("*.py")
        if "runtime" not in path.relative_to(PACKAGE).parts
    }


def imported(text: str, module_names: frozenset[str]) -> Iterator[str]:
    """The modules of the package that a module imports, below the package."""
    for node in ast.walk(ast.parse(text)):
        names: list[str] = []
        if isinstance(node, ast.ImportFrom) and node.module and not node.level:
            names = [f"{node.module}.{alias.name}" for alias in node.names]
        elif isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        for name in names:
            if name.startswith("specloom."):
                below = name.removeprefix("specloom.")
                yield below if below in module_names else below.rpartition(".")[0]


def refused(module: str, name: str) -> bool:
    part, other = module.partition(".")[0], name.partition(".")[0]
    return (
        part not in ("cli", "__main__", other)
        and bool(name)
        and not any(
            name == allowed or name.startswith(f"{allowed}.") for allowed in MAY_IMPORT[part]
        )
    )


def test_no_part_imports_one_above_it() -> None:
    module_paths = modules()
    assert [
        f"{module} imports {name}"
        for module, path in module_paths.items()
        if module
        for name in imported(path.read_text("utf-8"), frozenset(module_paths))
        if refused(module, name)
    ] == []


def test_mkdocs_is_imported_by_the_plugin_alone() -> None:
    """It is an extra, and the commands start without it."""
    assert {
        module.partition(".")[0]
        for module, path in modules().items()
        if re.search(
            r"^\s*(?:from|import) (?:mkdocs|material)\b", path.read_text("utf-8"), re.MULTILINE
        )
    } == {"site"}


def test_the_plugin_is_the_same_for_programs_that_run_from_here() -> None:
    project = tomllib.loads((ROOT.parent / "pyproject.toml").read_text("utf-8"))["project"]
    source = PathDistribution(ROOT / "specloom_source.dist-info")
    (plugin,) = source.entry_points
    assert project["entry-points"] == {plugin.group: {plugin.name: plugin.value}}


def test_no_modules_import_each_other() -> None:
    module_paths = modules()
    graph = {
        module: {
            name
            for name in imported(path.read_text("utf-8"), frozenset(module_paths))
            if name in module_paths and name != module
        }
        for module, path in module_paths.items()
    }
    try:
        TopologicalSorter(graph).prepare()
    except CycleError as error:
        pytest.fail(f"a cycle: {' → '.join(error.args[1])}")


@pytest.mark.parametrize(
    ("module", "name", "is_refused"),
    [
        ("model.rules.api", "readers.paraminfo.reader", True),
        ("readers.rest.reader", "sources.config", False),
        ("sources.config", "readers.read", True),
        ("publishing.publish", "publishing.folder", False),
        ("views.words", "cli.console", True),
        ("cli.app", "views.kinds", False),
    ],
)
def test_what_is_refused(module: str, name: str, is_refused: bool) -> None:
    assert refused(module, name) is is_refused
