"""Other files of an OpenAPI document: they are taken into it, so that all references lead to a place of one document."""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path, PurePosixPath
from typing import Any, cast

from specloom.diagnostics import Diagnostic, Diagnostics
from specloom.documents.document import Document, Finding
from specloom.documents.json_text import load_json
from specloom.documents.limits import Limits
from specloom.documents.position import Pointer, json_pointer, pointer_step
from specloom.documents.values import items_of, members_of
from specloom.documents.yaml_text import load_yaml
from specloom.sources.referenced_files import name_of, referenced_files

KEY = "x-specloom-files"
"""Member of the document that has the other files, by their names below its folder."""
_INTO_FILE = re.compile(rf"#/{KEY}/([^/`\s]+)([^`\s]*)")
"""A reference to a part of another file, as it is once the file is in the document."""


@dataclass(slots=True)
class Bundle(Document):
    """A document with those of other files in it; findings in these have the positions of their files."""

    documents: Mapping[str, Document] = field(default_factory=dict[str, Document])

    def diagnostics(self, findings: Iterable[Finding]) -> list[Diagnostic]:
        """Diagnostics for findings, each at its position in its file."""
        diagnostics_: list[Diagnostic] = []
        for finding in findings:
            if finding.at[:1] == (KEY,) and len(finding.at) > 1:
                inner = replace(finding, at=finding.at[2:])
                diagnostics_ += self.documents[str(finding.at[1])].diagnostics([inner])
            else:
                diagnostics_ += Document.diagnostics(self, [finding])
        return diagnostics_


def load(path: Path, diagnostics: Diagnostics, limits: Limits) -> Document | None:
    """The document of a file, with all files below its folder that it refers to; None with diagnostics if one is unsound."""
    document = _load(path, diagnostics, limits)
    if document is None or not (files := referenced_files(path)):
        return document
    documents: dict[str, Document] = {}
    for name, file in files.items():
        other = _load(file, diagnostics, limits)
        if other is None:
            return None
        documents[name] = other
    names = {path.name: "", **{name: json_pointer((KEY, name)) for name in documents}}
    data = cast("dict[str, Any]", _moved(document.data, path.name, names))
    data[KEY] = {name: _moved(other.data, name, names) for name, other in documents.items()}
    return Bundle(
        document.path,
        data,
        document.text,
        document.language,
        document.find_places,
        documents=documents,
    )


def _load(path: Path, diagnostics: Diagnostics, limits: Limits) -> Document | None:
    read = load_json if path.suffix == ".json" else load_yaml
    return read(path, str(path), diagnostics, limits, "any")


def _moved(value: Any, file: str, places: Mapping[str, str]) -> Any:
    """A value of a file, its references leading to the places of the files that they name."""
    if isinstance(value, list):
        return [_moved(item, file, places) for item in items_of(cast("object", value))]
    if not isinstance(value, dict):
        return value
    members = {
        key: _moved(member, file, places)
        for key, member in members_of(cast("object", value)).items()
    }
    if isinstance(reference := members.get("$ref"), str):
        path, _, pointer = reference.partition("#")
        target = name_of(path, PurePosixPath(file).parent) if path else file
        if target is not None and target in places:
            members["$ref"] = f"#{places[target]}{pointer}"
    return members


def with_files_named(text: str) -> str:
    """A text whose references into other files are as these files would be named in the document."""
    return _INTO_FILE.sub(
        lambda match: f"{pointer_step(match[1])}#{match[2]}".removesuffix("#"), text
    )


def class_source(at: Pointer) -> str | None:
    """Name of a schema in another file: its key, or that of the file without its ending; None if it is in none."""
    if at[:1] != (KEY,):
        return None
    return PurePosixPath(str(at[1])).stem if len(at) == 2 else str(at[-1])
