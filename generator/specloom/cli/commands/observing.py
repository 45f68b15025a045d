"""What `--probe` adds: the overlay of results that nobody has described, from one reply of each module."""

from pathlib import Path

from msgspec.structs import replace

from specloom.cli.console import say
from specloom.diagnostics import Diagnostics
from specloom.fetching.catalogue import Catalogue
from specloom.fetching.observed import Observed, observe, overlay_text
from specloom.fetching.probe import probe
from specloom.fetching.wiki import Asked
from specloom.publishing.folder import Folder
from specloom.readers.read import read_api
from specloom.sources.config import ApiEntry

FILE = "observed.yaml"


def observed_beside(source: str) -> str:
    """Where the overlay lies: beside the catalogue."""
    return f"{source.rpartition('/')[0]}/{FILE}".removeprefix("/")


def write_observed(asked: Asked, catalogue: Catalogue, entry: ApiEntry, folder: Path) -> int:
    """Ask the modules, and write what they sent; the number of modules that are described now."""
    name = observed_beside(entry.source)
    others = tuple(overlay for overlay in entry.overlays if overlay != name)
    api = read_api(replace(entry, overlays=others), folder, Diagnostics())
    assumed = {
        operation.id
        for operation in (() if api is None else api.operations)
        if operation.result is not None and operation.result.assumed
    }
    seen: dict[str, Observed] = {}
    modules = [module for module in catalogue.queries if module["name"] in assumed]
    for answer in probe(asked, modules):
        found = None if answer.failure is not None else observe(answer)
        if found is not None:
            seen[answer.module] = found
        else:
            say(f"not seen {answer.module}: {answer.failure or 'the reply shows no result'}")
    version = "MediaWiki" if catalogue.version is None else f"MediaWiki {catalogue.version}"
    text = overlay_text(seen, f"observed: replies of {catalogue.api_url}, {version}")
    Folder(folder).put(name, text.encode())
    return len(seen)
