"""What `--probe` adds: the overlay of results that nobody has described, from one reply of each module."""

from collections.abc import Sequence
from pathlib import Path

from msgspec.structs import replace

from specloom.cli.console import say
from specloom.diagnostics import Diagnostics
from specloom.fetching.catalogue import Catalogue
from specloom.fetching.observed import Observed, more_of, observe, overlay_text
from specloom.fetching.probe import Answer, probe
from specloom.fetching.undeclared import seen_in
from specloom.fetching.wiki import Asked
from specloom.model.structs import Api, Operation
from specloom.publishing.folder import Folder
from specloom.readers.read import read_api
from specloom.sources.config import ApiEntry

FILE = "observed.yaml"


def observed_beside(source: str) -> str:
    """Where the overlay lies: beside the catalogue."""
    return f"{source.rpartition('/')[0]}/{FILE}".removeprefix("/")


def write_observed(asked: Asked, catalogue: Catalogue, entry: ApiEntry, folder: Path) -> int:
    """Ask the modules, and write what nobody describes; the number of modules and of records with more fields."""
    name = observed_beside(entry.source)
    text, count = observed_text(asked, catalogue, entry, folder, name)
    Folder(folder).put(name, text.encode())
    return count


def observed_text(
    asked: Asked, catalogue: Catalogue, entry: ApiEntry, folder: Path, name: str
) -> tuple[str, int]:
    """The overlay of that name, and the number of modules and of records in it."""
    others = tuple(overlay for overlay in entry.overlays if overlay != name)
    version = catalogue.version or entry.wiki_version  # the entry may be of an older one still
    described = replace(entry, overlays=others, wiki_version=version)
    api = read_api(described, folder, Diagnostics())
    operations = {} if api is None else {each.id: each for each in api.operations}
    modules = [module for module in catalogue.queries if module["name"] in operations]
    answers = probe(asked, sorted(modules, key=lambda each: _rank(operations[each["name"]])))
    seen: dict[str, Observed] = {}
    for answer in answers:
        rank = _rank(operations[answer.module])
        found = observe(answer) if rank == 0 and answer.failure is None else None
        if found is not None:
            seen[answer.module] = found
        elif rank == 0 or (rank == 1 and answer.failure is not None):
            say(f"not seen {answer.module}: {answer.failure or 'the reply shows no result'}")
    more = {} if api is None else _more(api, answers)
    server = "MediaWiki" if catalogue.version is None else f"MediaWiki {catalogue.version}"
    text = overlay_text(seen, f"observed: replies of {catalogue.api_url}, {server}", more)
    return text, len(seen) + len(more)


def _rank(operation: Operation) -> int:
    """Which modules come first, should the time be short: those that nobody describes, then those of extensions."""
    if operation.result is not None and operation.result.assumed:
        return 0
    return 2 if operation.provided_by in ("MediaWiki", None) else 1


def _more(api: Api, answers: Sequence[Answer]) -> dict[str, Observed]:
    found = {
        record: more_of(record, fields)
        for record, fields in seen_in(api, answers).undeclared.items()
    }
    return {record: more for record, more in found.items() if more is not None}
