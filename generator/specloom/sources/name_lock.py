"""The lock of names, `names.lock.yaml` beside the list of APIs: names of methods and classes that stay when a document changes."""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Literal

import msgspec

from specloom.diagnostics import ApiNames, Diagnostics
from specloom.documents.decode import decode
from specloom.documents.file import is_missing
from specloom.documents.limits import STANDARD, Limits
from specloom.documents.yaml_text import load_yaml

NAME = "names.lock.yaml"
_HEAD = """\
# Written by `specloom generate`: the names of methods and classes made of OpenAPI documents, which keep them when
# a document changes. Commit it. To let specloom choose a name anew, delete its line.
specloom: 1
apis:
"""


class NameLock(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The document itself."""

    specloom: Literal[1]
    apis: dict[str, ApiNames]


def read(
    folder: Path, api: str, diagnostics: Diagnostics, limits: Limits = STANDARD
) -> ApiNames | None:
    """The names of an API that are to stay, none without a lock; None with diagnostics if the lock is unsound."""
    path = folder / NAME
    if is_missing(path):
        return ApiNames()
    document = load_yaml(path, str(path), diagnostics, limits)
    lock = None if document is None else decode(document, NameLock, diagnostics)
    return None if lock is None else lock.apis.get(api, ApiNames())


def text_of(apis: Mapping[str, ApiNames]) -> str:
    """The text of a lock; empty without names."""
    if not apis:
        return ""
    lines = [_HEAD]
    for api, names in apis.items():
        lines.append(f"  {api}:\n")
        for kind, entries in (
            ("methods", names.methods),
            ("classes", names.classes),
            ("errors", names.errors),
        ):
            lines.append(f"    {kind}:{'' if entries else ' {}'}\n")
            lines.extend(_entry(key, name) for key, name in sorted(entries.items()))
    return "".join(lines)


def _entry(key: str, name: str) -> str:
    text = json.dumps(key, ensure_ascii=False)
    # YAML takes a longer key only behind a question mark.
    is_short = len(text) <= 1000
    return f"      {text}: {name}\n" if is_short else f"      ? {text}\n      : {name}\n"
