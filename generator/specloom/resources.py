"""Paths of the files that come with the program: templates, shipped overlays, runtimes.

In an installed package they are its data; in the repository they are in folders where people edit them.
"""

from functools import cache
from importlib.util import find_spec
from pathlib import Path

PACKAGE = Path(__file__).parent
_DATA = PACKAGE / "data"
_REPOSITORY = PACKAGE.parent.parent


@cache
def templates() -> Path:
    """The folder of the templates."""
    installed = _DATA / "templates"
    return installed if installed.is_dir() else _REPOSITORY / "templates"


def example() -> Path:
    """The folder that `init` copies."""
    return PACKAGE / "example"


def pipelines() -> Path:
    """The folder of the pipelines that `init` can begin with."""
    return PACKAGE / "pipelines"


def diagnostics() -> Path:
    """The page that explains every code."""
    installed = _DATA / "docs" / "diagnostics.md"
    return installed if installed.is_file() else _REPOSITORY / "docs" / "diagnostics.md"


def program_folders(own_templates: Path | None) -> list[Path]:
    """Every folder whose files decide how the outputs are made."""
    folders = [PACKAGE, templates(), *(overlay.parent for overlay in builtin_overlays("mediawiki"))]
    custom = [] if own_templates is None else [own_templates]
    return list(dict.fromkeys([*folders, *custom]))


def library_files() -> list[Path]:
    """A file of each library that has a part in the outputs; another version has another file."""
    specs = [find_spec(name) for name in ("black", "jinja2", "jsonpath", "msgspec", "yaml")]
    return [Path(spec.origin) for spec in specs if spec is not None and spec.origin is not None]


@cache
def builtin_overlays(name: str) -> list[Path]:
    """The files of a shipped overlay set in reading order; none for an unknown set."""
    if name != "mediawiki":
        return []
    installed = _DATA / "overlays" / name
    folder = installed if installed.is_dir() else _REPOSITORY / "spec" / "wiki"
    return [*sorted(folder.glob("*.yaml")), *sorted((folder / "extensions").glob("*.yaml"))]
