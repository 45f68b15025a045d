"""The command `init --openapi`: a folder for an API that an OpenAPI document describes."""

import json
import re
from collections.abc import Mapping, Sequence
from itertools import takewhile
from pathlib import Path

from specloom.cli.commands.init import init
from specloom.cli.commands.report import Report, to_people
from specloom.cli.commands.wiki_files import SCHEMA, home_page, site_settings
from specloom.cli.console import say
from specloom.diagnostics import Diagnostics
from specloom.documents.document import Document
from specloom.documents.json_text import load_json
from specloom.documents.limits import HIGHEST, STANDARD
from specloom.documents.values import members_of
from specloom.documents.yaml_text import load_yaml
from specloom.model.naming import is_api_id, is_package_name
from specloom.readers.openapi.version import version_of
from specloom.sources.referenced_files import referenced_files

_OF_NO_API = re.compile(r"api|apis|openapi|rest|spec|specification|definition|v?\d+", re.IGNORECASE)
"""Words at the end of a title that do not belong to the name of the API."""
_API = re.compile(r"api|apis|openapi", re.IGNORECASE)
"""A word that ends the name of an API within a title: `Parcels API with examples`."""


def init_openapi(
    path: Path,
    folder: Path,
    service: str | None,
    dry_run: bool,
    choice: Mapping[str, Sequence[str]],
) -> int:
    """Write the list of APIs, a copy of the document and the site around them; return the exit code.

    `choice` has members of `select` in the list: the operations to read. Files that exist stay as they are. Nothing is written if the document cannot be read.
    """
    diagnostics = Diagnostics()
    files = _files(path, choice, diagnostics)
    code = 0 if files is not None else 2
    for line in to_people(Report("init", code, diagnostics.found)):
        say(line)
    return code if files is None else init(folder, service, dry_run, files)


def _files(
    path: Path, choice: Mapping[str, Sequence[str]], diagnostics: Diagnostics
) -> dict[str, str] | None:
    """Path below the folder → text of the file; None with diagnostics if the document cannot be read."""
    is_json = path.suffix.lower() == ".json"
    load = load_json if is_json else load_yaml
    document = load(path, str(path), diagnostics, HIGHEST, "any")
    if document is None or version_of(document, diagnostics) is None:
        return None
    id_ = _id(document) or "api"
    package = id_.replace("-", "_")
    others = {name: file.read_text("utf-8") for name, file in referenced_files(path).items()}
    # Another file may refer to the document by its name.
    source = path.name if others else f"{id_}.openapi.{'json' if is_json else 'yaml'}"
    entry = [
        SCHEMA.rstrip(),
        "# The APIs that specloom describes; paths are relative to this folder.",
        "specloom: 1",
        "apis:",
        f"  - id: {id_}",
        "    reader: openapi",
        f"    source: {source}",
        f"    package: {package if is_package_name(package) else f'{package}_client'}",
        *(["    select:"] if choice else []),
        *(f"      {key}: {json.dumps(names)}" for key, names in choice.items()),
    ]
    if load(path, str(path), Diagnostics(), STANDARD, "any") is None:
        entry += ["limits:", f"  megabytes: {HIGHEST.megabytes}", f"  depth: {HIGHEST.depth}"]
    title = _title(document) or id_
    return {
        "spec/apis.yaml": "\n".join([*entry, ""]),
        f"spec/{source}": document.text,
        **{f"spec/{name}": text for name, text in others.items()},
        "mkdocs.yml": site_settings(title),
        "docs/index.md": home_page(id_),
    }


def _title(document: Document) -> str | None:
    title = members_of(members_of(document.data).get("info")).get("title")
    return title if isinstance(title, str) and title.isprintable() and title.strip() else None


def _id(document: Document) -> str | None:
    """The words of the title up to the word API, as an id: `The Train Travel API` → `train-travel`."""
    title = _title(document)
    if title is None:
        return None
    name = re.sub("['\u2019]s\\b", "", title.partition(" - ")[0])
    first, *rest = re.findall("[A-Za-z0-9]+", name) or [""]
    words = [first, *takewhile(lambda word: not _API.fullmatch(word), rest)]
    while len(words) > 1 and _OF_NO_API.fullmatch(words[-1]):
        del words[-1]
    if len(words) > 2 and words[0].lower() == "the":
        del words[0]
    id_ = "-".join(words).lower()
    return next((name for name in (id_, f"api-{id_}") if is_api_id(name)), None)
