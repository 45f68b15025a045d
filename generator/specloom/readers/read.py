"""What a run reads: the list of APIs, the sources of each, the navigation of the hand-written pages."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from typing import Any, TypeAlias, cast

from msgspec.structs import replace

from specloom.diagnostics import Diagnostic, Diagnostics, has_errors
from specloom.documents.document import Finding
from specloom.documents.file import is_missing
from specloom.documents.limits import HIGHEST, STANDARD, Limits
from specloom.documents.suggestion import did_you_mean_or_all
from specloom.documents.yaml_text import load_yaml
from specloom.languages.address import is_link
from specloom.model import document as model_document
from specloom.model.rules.api import faults as faults_of_api
from specloom.model.structs import Api, Model
from specloom.readers.places import Described, places_in_model
from specloom.sources import links
from specloom.sources.config import (
    ApiEntry,
    Config,
    input_files,
    load_config,
    unknown_codes,
    wrong_profiles,
)
from specloom.sources.formats import FORMATS

Reader: TypeAlias = Callable[[ApiEntry, Path, Diagnostics, Limits], Api | Described | None]
"""Makes the model of one API; None with diagnostics where its source is not sound."""

GUIDE = "docs/nav.yaml"
"""The navigation of the hand-written pages, below the output root."""


@dataclass(frozen=True, slots=True)
class Sources:
    """Where a run takes its inputs from."""

    config: Path
    root: Path
    templates: Path | None = None
    model: Path | None = None
    """Take the model from this document instead of reading the APIs."""
    follow_links: bool = False
    """Read inputs that a link brings from elsewhere, too."""


def unknown_api(where: str, api: str, known: Iterable[str]) -> Diagnostic:
    """That no API has the id which is given there."""
    message, hint = f"no API has the id `{api}`", did_you_mean_or_all(api, known)
    return Diagnostic.of_file(where, "unknown-name", message, hint)


def read_config(sources: Sources, diagnostics: Diagnostics) -> Config | None:
    """The list of APIs; an empty one where the model comes from its document. No link among the inputs leads out."""
    if not sources.follow_links:
        faults = _linked_first(sources)
        diagnostics.found.extend(faults)
        if faults:
            return None
    if sources.model is not None:
        return Config(sources.config, (), HIGHEST)
    config = load_config(sources.config, diagnostics)
    if config is None or sources.follow_links:
        return config
    faults = list(links.of_list(config))
    diagnostics.found.extend(faults)
    return None if faults else config


def _linked_first(sources: Sources) -> list[Diagnostic]:
    """Links in place of what is named by the command line, or by nobody."""
    first = sources.config if sources.model is None else sources.model
    faults = [*links.of_named(first), *links.of_guide(sources.root, GUIDE)]
    return (
        faults if sources.templates is None else [*faults, *links.of_templates(sources.templates)]
    )


def read_model(sources: Sources, config: Config, diagnostics: Diagnostics) -> Model | None:
    """The model of all APIs; None with diagnostics when any of them is not sound."""
    if sources.model is not None:
        return model_document.load(sources.model, str(sources.model), diagnostics)
    apis = [read_api(entry, config.folder, diagnostics, config.limits) for entry in config.apis]
    sound = tuple(api for api in apis if api is not None)
    if diagnostics or len(sound) < len(apis):
        return None
    model = Model(apis=sound)
    if config.document is not None:
        for check in (wrong_profiles, unknown_codes):
            diagnostics.found.extend(config.document.diagnostics(check(config, model)))
    return None if diagnostics else model


def read_api(
    entry: ApiEntry, folder: Path, diagnostics: Diagnostics, limits: Limits = STANDARD
) -> Api | None:
    """The model of one API, by the reader that its entry names."""
    api = _guided(entry, _described(entry, folder, diagnostics, limits))
    if api is not None and entry.additions is not None:
        from specloom.readers import additions

        api = additions.added(api, folder / entry.additions, diagnostics, limits)
    if not entry.openapi_overlays:
        return api
    from specloom.readers import openapi_overlay

    overlays = openapi_overlay.read(entry.openapi_overlays, folder, diagnostics, limits)
    return None if api is None else replace(api, openapi_overlays=overlays)


def _described(
    entry: ApiEntry, folder: Path, diagnostics: Diagnostics, limits: Limits
) -> Api | None:
    source, row, told = str(folder / entry.source), FORMATS[entry.reader], len(diagnostics.found)
    reader: Reader = import_module(row.module).read
    read = reader(entry, folder, diagnostics, limits)
    if read is None:
        if len(diagnostics.found) == told:
            message = f"the reader `{entry.reader}` makes nothing of this, and does not say why"
            diagnostics.add(Diagnostic.of_file(source, "wrong-value", message))
        return None
    if not isinstance(read, Described):
        api = replace(read, id=entry.id, package=entry.package)
        read = Described(api, places_in_model(source))
    # Profiles are in the list of APIs, where `wrong_profiles` finds their faults.
    faults = (fault for fault in faults_of_api(read.api) if "openapi" not in fault.at[:1])
    diagnostics.found.extend(read.places(faults))
    if has_errors(diagnostics.found[told:]):
        return None
    api = read.complete(read.api, diagnostics)
    return None if has_errors(diagnostics.found[told:]) else api


def _guided(entry: ApiEntry, api: Api | None) -> Api | None:
    """With the pages that explain tasks, and say what to do after errors."""
    if api is None or not (entry.guides or entry.error_guides):
        return api
    errors = (
        replace(error, guide=entry.error_guides.get(error.name)) if error.common else error
        for error in api.errors
    )
    return replace(api, guides=entry.guides, errors=tuple(errors))


def inputs(sources: Sources, config: Config) -> list[Path]:
    """Every file outside the program that the outputs depend on."""
    first = [sources.model] if sources.model is not None else input_files(config)
    return [*first, sources.root / GUIDE]


def read_guide(root: Path, diagnostics: Diagnostics, limits: Limits = STANDARD) -> Sequence[Any]:
    """The navigation of the hand-written pages; empty where there is none."""
    path = root / GUIDE
    if is_missing(path):
        return ()
    document = load_yaml(path, str(path), diagnostics, limits)
    if document is None:
        return ()
    entries: Sequence[Any] = document.data
    if not isinstance(entries, list):
        message = "the navigation must be a list"
        diagnostics.add(Diagnostic(str(path), 1, 1, "wrong-type", message))
        return ()
    faults = document.diagnostics(_wrong_entries(entries, ()))
    diagnostics.found.extend(faults)
    return () if faults else entries


def _wrong_entries(entries: Sequence[Any], at: tuple[str | int, ...]) -> Iterator[Finding]:
    """Entries that are neither a page nor a title with a page or with entries, and addresses that are no page's."""
    for index, entry in enumerate(entries):
        members = cast("dict[str, Any]", entry) if isinstance(entry, dict) else {}
        title, inside = next(iter(members.items()), ("", None))
        if isinstance(inside, list):
            listed = cast("list[object]", inside)
            yield from _wrong_entries(listed, (*at, index, title))
        elif not isinstance(entry, str) and not (isinstance(inside, str) and len(members) == 1):
            message = "an entry of the navigation is a page, or a title with a page or a list"
            yield Finding((*at, index), "wrong-type", message)
        elif not is_link(address := entry if isinstance(entry, str) else str(inside)):
            message = f"`{address}` is neither a page nor an address of the web"
            where = (*at, index) if isinstance(entry, str) else (*at, index, title)
            yield Finding(where, "wrong-value", message, "begin it with `https://`")
