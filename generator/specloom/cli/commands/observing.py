"""The option `--probe`: an overlay of undescribed results, from one reply of each module."""

from collections.abc import Mapping, Sequence
from itertools import chain
from pathlib import Path

from msgspec.structs import replace

from specloom.cli.console import say
from specloom.diagnostics import Diagnostics
from specloom.documents.decode import decode
from specloom.documents.file import is_missing
from specloom.documents.yaml_text import load_yaml
from specloom.fetching import earlier
from specloom.fetching.catalogue import Catalogue
from specloom.fetching.observed import Observed, more_of, observe, overlay_text
from specloom.fetching.probe import Answer, probe
from specloom.fetching.undeclared import fields_in_replies
from specloom.fetching.wiki import WikiAccess
from specloom.model.structs import Api, Operation, types_of
from specloom.model.type_use import result_names, with_inner
from specloom.publishing.folder import Folder
from specloom.readers.paraminfo.overlay_format import OverlayForm
from specloom.readers.read import read_api
from specloom.runtime.mediawiki.plain import JSON
from specloom.sources.config import ApiEntry

FILE = "observed.yaml"
_MOST_FIELDS = 5_000
"""Of all results that were seen: a wiki with more would keep the generator busy for minutes."""


def observed_beside(source: str) -> str:
    """Path of the overlay, beside the catalogue."""
    return f"{source.rpartition('/')[0]}/{FILE}".removeprefix("/")


def write_observed(
    access: WikiAccess, catalogue: Catalogue, entry: ApiEntry, folder: Path
) -> int | None:
    """Probe the modules, and write undescribed results; returns the number of modules and of records with more
    fields.

    None, without a request or a written file, if faults of the descriptions were printed.
    """
    name, diagnostics = observed_beside(entry.source), Diagnostics()
    observed = observed_text(access, catalogue, entry, folder, name, diagnostics)
    if observed is None:
        for fault in diagnostics.found:
            say(str(fault))
        say(
            f"specloom: no module was called, since the descriptions decide what is known; {name} is as it was"
        )
        return None
    text, count = observed
    Folder(folder).put(name, text.encode())
    return count


def observed_text(
    access: WikiAccess,
    catalogue: Catalogue,
    entry: ApiEntry,
    folder: Path,
    name: str,
    diagnostics: Diagnostics,
) -> tuple[str, int] | None:
    """The overlay of that name, and the number of modules and of records in it; None where the descriptions have faults.

    What an earlier probe wrote there is one of them.
    """
    other_overlays = tuple(overlay for overlay in entry.overlays if overlay != name)
    version = catalogue.version or entry.wiki_version  # the entry may be of an older one still
    described = replace(entry, overlays=other_overlays, wiki_version=version)
    api = read_api(described, folder, diagnostics)
    before = _earlier(folder / name, diagnostics)
    if api is None or before is None:
        return None
    operations = {each.id: each for each in api.operations}
    modules = [module for module in catalogue.queries if module["name"] in operations]
    answers = probe(access, sorted(modules, key=lambda each: _rank(operations[each["name"]])))
    of_modules = earlier.modules(before)
    observed: dict[str, Observed] = {}
    size = 0
    for answer in answers:
        rank = _rank(operations[answer.module])
        result = observe(answer) if rank == 0 and answer.failure is None else None
        if result is not None and size + result.size > _MOST_FIELDS:
            say(f"not seen {answer.module}: all results have more than {_MOST_FIELDS:,} fields")
        elif result is not None:
            observed[answer.module] = result
            size += result.size
        elif rank == 0 and answer.failure is not None and answer.module in of_modules:
            observed[answer.module] = of_modules[answer.module]
            say(f"not seen {answer.module}: {answer.failure}; what an earlier probe saw stays")
        elif rank == 0 or (rank == 1 and answer.failure is not None):
            reason = answer.failure or "the reply shows no result, or one of too many fields"
            say(f"not seen {answer.module}: {reason}")
    more = _more(api, answers, earlier.more_fields(before))
    server = "MediaWiki" if catalogue.version is None else f"MediaWiki {catalogue.version}"
    text = overlay_text(observed, f"observed: replies of {catalogue.api_url}, {server}", more)
    return text, len(observed) + len(more)


def _rank(operation: Operation) -> int:
    """Order of modules in case the time is short: undescribed ones first, then those of extensions."""
    if operation.result is not None and operation.result.assumed:
        return 0
    return 2 if operation.module.provided_by in ("MediaWiki", None) else 1


def _earlier(path: Path, diagnostics: Diagnostics) -> JSON | None:
    """The earlier overlay, empty if there is none; None for a file that is not an overlay and must not be
    overwritten.
    """
    if is_missing(path):
        return {}
    document = load_yaml(path, str(path), diagnostics)
    if document is None or decode(document, OverlayForm, diagnostics) is None:
        return None
    data: JSON = document.data
    return data


def _more(
    api: Api, answers: Sequence[Answer], before: Mapping[str, Observed]
) -> dict[str, Observed]:
    observed = {
        record: more_of(record, fields)
        for record, fields in fields_in_replies(api, answers).undeclared.items()
    }
    for record in _of_failed(api, answers) & before.keys():
        observed[record] = earlier.combined(observed.get(record), before[record])
    return {record: more for record, more in observed.items() if more is not None}


def _of_failed(api: Api, answers: Sequence[Answer]) -> set[str]:
    """The records of results that did not come."""
    failed = {answer.module for answer in answers if answer.failure is not None}
    results = (each.result for each in api.operations if each.id in failed)
    names = chain.from_iterable(map(result_names, results))
    return set(with_inner(types_of(api), names))
