"""The list of APIs, `apis.yaml`: its form, and what must hold before a reader is called."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Literal, TypeAlias, get_args

import msgspec
from msgspec import Meta

from specloom.diagnostics import Diagnostic, Diagnostics, WarningCode, has_errors
from specloom.documents.decode import decode
from specloom.documents.document import Document, Finding
from specloom.documents.file import is_missing, names_in
from specloom.documents.limits import STANDARD, Limits
from specloom.documents.suggestion import Meant
from specloom.documents.yaml_text import load_yaml
from specloom.model import operation_names, package_version, server_address
from specloom.model.naming import LONGEST, is_api_id, is_package_name
from specloom.model.structs import GuidePage, Model, OpenApiProfile, Task
from specloom.resources import builtin_overlays
from specloom.sources import name_lock
from specloom.sources.formats import FORMATS, OptionalField, taking
from specloom.sources.referenced_files import referenced_files

BUILTIN = "builtin:"
"""Begins the name of an overlay that comes with specloom."""


WikiVersion: TypeAlias = Annotated[str, Meta(pattern=r"^[0-9]+\.[0-9]+$")]
"""A release of MediaWiki, as `1.43`."""


class OperationChoice(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The operations to read of an OpenAPI document. `*` matches any text."""

    tags: tuple[str, ...] = ()
    """Those with one of these tags."""
    paths: tuple[str, ...] = ()
    """Those of these paths: `/pets/*`."""
    operations: tuple[str, ...] = ()
    """Those of these operationIds, or of these methods and paths: `GET /pets`."""
    exclude: tuple[str, ...] = ()
    """Not those of these operationIds, methods and paths, paths or tags."""


class ApiEntry(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One API of the list. Paths are relative to the list's own folder."""

    id: str
    """Names its OpenAPI documents and its part of the reference; small letters, digits, hyphens."""
    reader: Annotated[str, Meta(extra_json_schema={"enum": list(FORMATS)})]
    """The format of the source."""
    source: str
    """The file that describes the API."""
    package: str
    """Import name of the generated Python package."""
    actions: str | None = None
    """The catalogue of a wiki's actions beside `query`, for a source of `paraminfo`; it may be the source itself."""
    overlays: tuple[str, ...] = ()
    """Files with facts that the source does not show, or `builtin:mediawiki`."""
    additions: str | None = None
    """Folder of texts to add to the API's operations and parameters, a file of Markdown for each operation."""
    sandbox: str | None = None
    """File that describes a sandbox, for a source of `rest`."""
    title: str | None = None
    """Title of the API, where its source has none."""
    summary: str | None = None
    """One sentence about the API, where its source has none."""
    server: str | None = None
    """Address of the API, where its source has none."""
    version: str | None = None
    """Of the generated package and documents."""
    openapi: tuple[OpenApiProfile, ...] = ()
    """The OpenAPI documents to make; without any, the standard ones."""
    openapi_overlays: tuple[str, ...] = ()
    """Files of the OpenAPI Overlay Specification 1.0, whose changes are made to these documents, in this order."""
    select: OperationChoice | None = None
    """For a source of `openapi`: the operations to read; without it, all."""
    guides: dict[Task, GuidePage] = {}
    """`login` and `write`, each with the page that explains it, below the folder of pages."""
    error_guides: dict[str, GuidePage] = {}
    """Error code → the page that says what to do, below the folder of pages: `guide/errors.md#retries`."""
    wiki_version: WikiVersion | None = None
    """Of the MediaWiki that the catalogue is from, for facts that hold `since` or `until` some version."""


class Acceptance(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Warnings of one code that are known and stay."""

    code: WarningCode
    """Of a warning; what is an error cannot be accepted."""
    reason: Annotated[str, Meta(pattern=r"\S")]
    """Why they may stay, for whoever reads the list."""
    path: str | None = None
    """File that has the warning, as the list names it; `*` matches any text."""
    kind: str | None = None
    """Of `not-carried`: the kind of loss, such as `example`."""


class ApiList(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The document itself."""

    specloom: Literal[1]
    """Version of this format."""
    apis: tuple[ApiEntry, ...]
    accept: tuple[Acceptance, ...] = ()
    """Warnings that are not to be told."""
    limits: Limits = STANDARD
    """Limits of the other files."""


@dataclass(frozen=True, slots=True)
class Config:
    """A list of APIs that was found to be sound."""

    path: Path
    apis: tuple[ApiEntry, ...]
    limits: Limits = STANDARD
    accept: tuple[Acceptance, ...] = ()
    document: Document | None = None
    """The list as it was read; None where no list was."""

    @property
    def folder(self) -> Path:
        """Folder to which the paths of the entries are relative."""
        return self.path.parent


def load_config(path: Path, diagnostics: Diagnostics) -> Config | None:
    """Read the list; None with diagnostics when anything in it is wrong."""
    if is_missing(path):
        hint = "`specloom init` writes one to start from"
        message = "there is no such file"
        diagnostics.add(Diagnostic.of_file(str(path), "missing-file", message, hint))
        return None
    document = load_yaml(path, str(path), diagnostics)
    if document is None:
        return None
    api_list = decode(document, ApiList, diagnostics)
    if api_list is None:
        return None
    findings = document.diagnostics(_faults(api_list, path.parent))
    diagnostics.found.extend(findings)
    if has_errors(findings):
        return None
    return Config(path, api_list.apis, api_list.limits, api_list.accept, document)


def named_files(entry: ApiEntry) -> Iterator[tuple[tuple[str | int, ...], str]]:
    """The files that an entry names, and the folder of additions, each with its place in the entry."""
    yield ("source",), entry.source
    if entry.actions is not None:
        yield ("actions",), entry.actions
    if entry.additions is not None:
        yield ("additions",), entry.additions
    if entry.sandbox is not None:
        yield ("sandbox",), entry.sandbox
    for number, name in enumerate(entry.openapi_overlays):
        yield ("openapi_overlays", number), name
    for number, name in enumerate(entry.overlays):
        if not name.startswith(BUILTIN):
            yield ("overlays", number), name


def input_files(config: Config) -> list[Path]:
    """Every file that the list names, itself first."""
    paths = [config.path]
    for entry in config.apis:
        paths.extend(config.folder / name for _, name in named_files(entry))
        builtin = (name for name in entry.overlays if name.startswith(BUILTIN))
        paths.extend(path for name in builtin for path in overlay_files(config.folder, name))
        if entry.additions is not None:
            folder = config.folder / entry.additions
            paths.extend(folder / name for name in names_in(folder))
    for entry in config.apis:
        if entry.reader == "openapi":
            paths.extend(referenced_files(config.folder / entry.source).values())
    if any(entry.reader == "openapi" for entry in config.apis):
        paths.append(config.folder / name_lock.NAME)
    return paths


def overlay_files(folder: Path, name: str) -> list[Path]:
    """The files of one overlay: itself, or those of a shipped set."""
    if name.startswith(BUILTIN):
        return builtin_overlays(name.removeprefix(BUILTIN))
    return [folder / name]


def _faults(api_list: ApiList, folder: Path) -> Iterator[Finding]:
    if not api_list.apis:
        yield Finding(["apis"], "wrong-value", "`apis` lists no API")
    yield from _repeated("id", [entry.id for entry in api_list.apis])
    yield from _repeated("package", [entry.package for entry in api_list.apis])
    for index, entry in enumerate(api_list.apis):
        yield from _entry_faults(index, entry)
        yield from _missing_files(index, entry, folder)


def _repeated(key: str, names: Iterable[str]) -> Iterator[Finding]:
    used_names: set[str] = set()
    for index, name in enumerate(names):
        if name in used_names:
            message = f"an API before has the {key} `{name}` already"
            yield Finding(["apis", index, key], "duplicate-name", message)
        used_names.add(name)


_ID_HINT = (
    "begin with a small letter, and use small letters, digits and single hyphens, at most "
    f"{LONGEST} characters"
)


def _entry_faults(index: int, entry: ApiEntry) -> Iterator[Finding]:
    at: list[str | int] = ["apis", index]
    if not is_api_id(entry.id):
        message = f"`{entry.id}` cannot be the id of an API"
        yield Finding([*at, "id"], "invalid-name", message, _ID_HINT)
    if not is_package_name(entry.package):
        message = f"`{entry.package}` cannot be the name of a Python package"
        hint = (
            "begin with a small letter, and use small letters, digits and single underscores, at most "
            f"{LONGEST} characters; take no keyword, and no module of Python's own or that clients need"
        )
        yield Finding([*at, "package"], "invalid-name", message, hint)
    if entry.reader not in FORMATS:
        suggestion = Meant(entry.reader, FORMATS, or_all=True)
        message = f"unknown reader `{entry.reader}`"
        yield Finding([*at, "reader"], "unknown-reader", message, suggestion)
    if problem := _server_problem(entry):
        yield Finding([*at, "server"], "wrong-value", *problem)
    if entry.version is not None and (problem := package_version.problem(entry.version)):
        yield Finding([*at, "version"], "wrong-value", *problem)
    yield from _document_faults(at, entry)
    yield from _untaken_fields(at, entry)


def _untaken_fields(at: list[str | int], entry: ApiEntry) -> Iterator[Finding]:
    """Members of an entry for which its source has no use."""
    format_ = FORMATS.get(entry.reader)
    for field in get_args(OptionalField):
        if getattr(entry, field) and format_ is not None and field not in format_.takes:
            message = f"only a source of {taking(field)} takes `{field}`"
            yield Finding([*at, field], "conflicting-facts", message, "leave it out")


def _document_faults(at: list[str | int], entry: ApiEntry) -> Iterator[Finding]:
    names: set[str | None] = set()
    for number, profile in enumerate(entry.openapi):
        here: list[str | int] = [*at, "openapi", number]
        if profile.name in names:
            message = "a document before has the same name"
            yield Finding(here, "duplicate-name", message, "give each another `name`")
        names.add(profile.name)
        if profile.name is not None and not is_api_id(profile.name):
            message = f"`{profile.name}` cannot be the name of a document"
            yield Finding([*here, "name"], "invalid-name", message, _ID_HINT)


def wrong_profiles(config: Config, model: Model) -> Iterator[Finding]:
    """Faults of documents that do not fit their APIs."""
    for index, (entry, api) in enumerate(zip(config.apis, model.apis, strict=False)):
        for number, profile in enumerate(entry.openapi):
            at = ("apis", index, "openapi", number)
            yield from operation_names.profile_faults(api, profile, at)


def unknown_codes(config: Config, model: Model) -> Iterator[Finding]:
    """Error codes for which an entry names a page, and which the API lacks."""
    for index, (entry, api) in enumerate(zip(config.apis, model.apis, strict=False)):
        codes = [error.name for error in api.errors if error.common]
        for code in entry.error_guides:
            if code not in codes:
                at: list[str | int] = ["apis", index, "error_guides", code]
                message = f"{api.id} lacks an error code `{code}`"
                hint = Meant(code, codes, or_all=True)
                yield Finding(at, "unknown-name", message, hint, True)


def _server_problem(entry: ApiEntry) -> tuple[str, str] | None:
    format_ = FORMATS.get(entry.reader)
    if entry.server is None or (format_ is not None and format_.has_variables):
        return None  # only its reader knows what stands in place of a variable
    return server_address.problem(entry.server)


def _missing_files(index: int, entry: ApiEntry, folder: Path) -> Iterator[Finding]:
    at: list[str | int] = ["apis", index]
    for pointer, name in named_files(entry):
        kind = "folder" if pointer == ("additions",) else "file"
        yield from _missing_file([*at, *pointer], folder, name, kind)
    for number, name in enumerate(entry.overlays):
        if name.startswith(BUILTIN) and not builtin_overlays(name.removeprefix(BUILTIN)):
            message = f"specloom ships no overlay `{name}`"
            hint = f"use {BUILTIN}mediawiki"
            yield Finding([*at, "overlays", number], "unknown-overlay", message, hint)


def _missing_file(at: list[str | int], folder: Path, name: str, kind: str) -> Iterator[Finding]:
    if "\0" in name:
        yield Finding(at, "wrong-value", "a path cannot hold a NUL character")
    elif is_missing(folder / name):
        yield Finding(at, "missing-file", f"there is no {kind} {folder / name}")
    elif kind == "folder" and not (folder / name).is_dir():
        yield Finding(at, "wrong-value", f"{folder / name} is not a folder")
