"""What every generated Python package has: project file, licence, typing marker, runtime."""

from functools import cache
from pathlib import Path

from specloom import runtime
from specloom.model import Api
from specloom.naming import distribution_name
from specloom.rendering.render import Copy, Output, View

RUNTIME = Path(runtime.__file__).parent
SANDBOX = "rest/sandbox/"
"""Copied only for an API that has a sandbox: it needs libraries of its own."""
_PARTS = {"rest": ("core", "rest"), "mediawiki-query": ("core", "mediawiki")}


class ProjectView(View, frozen=True):
    """`pyproject.toml` and `LICENSE`."""

    api: Api
    distribution: str
    """The name under which the package is installed."""


def folder(api: Api) -> str:
    """Where the package's project lies."""
    return f"generated/python/{api.package}"


def source_folder(api: Api) -> str:
    """Where the package's own files lie."""
    return f"{folder(api)}/src/{api.package}"


def package_files(api: Api) -> list[Output | Copy]:
    """The files beside and below the generated modules."""
    view = ProjectView(api, distribution_name(api.package))
    return [
        Output(f"{folder(api)}/pyproject.toml", "python/package/pyproject.toml.j2", view),
        Output(f"{folder(api)}/LICENSE", "python/package/LICENSE.j2", view),
        Copy(f"{source_folder(api)}/py.typed", b""),
        *_runtime_copies(api),
    ]


def _runtime_copies(api: Api) -> list[Copy]:
    into = f"{source_folder(api)}/_runtime"
    parts = _PARTS[api.protocol]
    names = ["__init__.py", *(name for part in parts for name in _sources(part))]
    if api.sandbox is None:
        names = [name for name in names if not name.startswith(SANDBOX)]
    return [Copy(f"{into}/{name}", (RUNTIME / name).read_bytes()) for name in names]


@cache
def _sources(part: str) -> tuple[str, ...]:
    found = sorted((RUNTIME / part).rglob("*.py"))
    return tuple(path.relative_to(RUNTIME).as_posix() for path in found)
