"""What `--probe` adds: the overlay of results that nobody has described, from one reply of each module."""

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
from specloom.fetching.undeclared import seen_in
from specloom.fetching.wiki import Asked
from specloom.model.structs import Api, Operation
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
    """Where the overlay lies: beside the catalogue."""
    return f"{source.rpartition('/')[0]}/{FILE}".removeprefix("/")


def write_observed(asked: Asked, catalogue: Catalogue, entry: ApiEntry, folder: Path) -> int | None:
    """Ask the modules, and write what nobody describes; the number of modules and of records with more fields.

    None, with nothing asked or written, where a fault of the descriptions was printed.
    """
    name, diagnostics = observed_beside(entry.source), Diagnostics()
    observed = observed_text(asked, catalogue, entry, folder, name, diagnostics)
    if observed is None:
        for fault in diagnostics.found:
            say(str(fault))
        say(f"specloom: no module was asked, since that decides what is known; {name} is as it was")
        return None
    text, count = observed
    Folder(folder).put(name, text.encode())
    return count


def observed_text(
    asked: Asked,
    catalogue: Catalogue,
    entry: ApiEntry,
    folder: Path,
    name: str,
    diagnostics: Diagnostics,
) -> tuple[str, int] | None:
    """The overlay of that name, and the number of modules and of records in it; None where the descriptions have faults.

    What an earlier probe wrote there is one of them.
    """
    others = tuple(overlay for overlay in entry.overlays if overlay != name)
    version = catalogue.version or entry.wiki_version  # the entry may be of an older one still
    described = replace(entry, overlays=others, wiki_version=version)
    api = read_api(described, folder, diagnostics)
    before = _earlier(folder / name, diagnostics)
    if api is None or before is None:
        return None
    operations = {each.id: each for each in api.operations}
    modules = [module for module in catalogue.queries if module["name"] in operations]
    answers = probe(asked, sorted(modules, key=lambda each: _rank(operations[each["name"]])))
    of_modules = earlier.modules(before)
    seen: dict[str, Observed] = {}
    size = 0
    for answer in answers:
        rank = _rank(operations[answer.module])
        found = observe(answer) if rank == 0 and answer.failure is None else None
        if found is not None and size + found.size > _MOST_FIELDS:
            say(f"not seen {answer.module}: all results have more than {_MOST_FIELDS:,} fields")
        elif found is not None:
            seen[answer.module] = found
            size += found.size
        elif rank == 0 and answer.failure is not None and answer.module in of_modules:
            seen[answer.module] = of_modules[answer.module]
            say(f"not seen {answer.module}: {answer.failure}; what an earlier probe saw stays")
        elif rank == 0 or (rank == 1 and answer.failure is not None):
            reason = answer.failure or "the reply shows no result, or one of too many fields"
            say(f"not seen {answer.module}: {reason}")
    more = _more(api, answers, earlier.more_fields(before))
    server = "MediaWiki" if catalogue.version is None else f"MediaWiki {catalogue.version}"
    text = overlay_text(seen, f"observed: replies of {catalogue.api_url}, {server}", more)
    return text, len(seen) + len(more)


def _rank(operation: Operation) -> int:
    """Which modules come first, should the time be short: those that nobody describes, then those of extensions."""
    if operation.result is not None and operation.result.assumed:
        return 0
    return 2 if operation.provided_by in ("MediaWiki", None) else 1


def _earlier(path: Path, diagnostics: Diagnostics) -> JSON | None:
    """Nothing, if there was none; None for a file that is no overlay, which is nobody's to overwrite."""
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
    found = {
        record: more_of(record, fields)
        for record, fields in seen_in(api, answers).undeclared.items()
    }
    for record in _of_failed(api, answers) & before.keys():
        found[record] = earlier.both(found.get(record), before[record])
    return {record: more for record, more in found.items() if more is not None}


def _of_failed(api: Api, answers: Sequence[Answer]) -> set[str]:
    """The records of results that did not come."""
    failed = {answer.module for answer in answers if answer.failure is not None}
    results = (each.result for each in api.operations if each.id in failed)
    names = chain.from_iterable(map(result_names, results))
    return set(with_inner({each.name: each for each in api.types}, names))
