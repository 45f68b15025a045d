"""What every generated Python package has: project file, licence, typing marker, runtime."""

from functools import cache
from pathlib import Path

from specloom import runtime
from specloom.model import Api
from specloom.naming import distribution_name
from specloom.rendering.render import Copy, Output, View
from specloom.safe import Toml, toml_string

RUNTIME = Path(runtime.__file__).parent
REQUIRES = ("anyio>=4.10,<5", "httpx2>=2.16,<3", "msgspec>=0.22,<1")
SANDBOX = "rest/sandbox/"
"""Copied only for an API that has a sandbox: it needs libraries of its own."""
_PARTS = {"rest": ("core", "rest"), "mediawiki-query": ("core", "mediawiki")}


class Extra(View, frozen=True):
    """An optional part of a package, and what it needs."""

    name: str
    requires: tuple[str, ...]


class ExtraView(View, frozen=True):
    """One line of the optional dependencies."""

    name: Toml
    requires: Toml


class ProjectView(View, frozen=True):
    """`pyproject.toml`."""

    name: Toml
    version: Toml
    description: Toml
    requires: tuple[Toml, ...]
    extras: tuple[ExtraView, ...]
    source: Toml


class LicenseView(View, frozen=True):
    """`LICENSE`, the same for every package."""


def folder(api: Api) -> str:
    """Where the package's project lies."""
    return f"generated/python/{api.package}"


def source_folder(api: Api) -> str:
    """Where the package's own files lie."""
    return f"{folder(api)}/src/{api.package}"


def package_files(api: Api, extras: tuple[Extra, ...] = ()) -> list[Output | Copy]:
    """The files beside and below the generated modules."""
    return [
        Output(
            f"{folder(api)}/pyproject.toml",
            "python/package/pyproject.toml.j2",
            _project(api, extras),
        ),
        Output(f"{folder(api)}/LICENSE", "python/package/LICENSE.j2", LicenseView()),
        Copy(f"{source_folder(api)}/py.typed", b""),
        *_runtime_copies(api),
    ]


def _project(api: Api, extras: tuple[Extra, ...]) -> ProjectView:
    return ProjectView(
        name=toml_string(distribution_name(api.package)),
        version=toml_string(api.version),
        description=toml_string(" ".join(api.summary.split())),
        requires=tuple(map(toml_string, REQUIRES)),
        extras=tuple(
            ExtraView(toml_string(extra.name), _toml_array(extra.requires)) for extra in extras
        ),
        source=toml_string(f"src/{api.package}"),
    )


def _toml_array(texts: tuple[str, ...]) -> Toml:
    return Toml(f"[{', '.join(map(toml_string, texts))}]")


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
