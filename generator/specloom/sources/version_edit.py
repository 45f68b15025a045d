"""Another version of an API or of its wiki in the list of APIs: one line changes, and everything else stays as it is."""

from typing import Literal

from msgspec.structs import replace

from specloom.diagnostics import Diagnostics
from specloom.documents.decode import decode
from specloom.documents.yaml_text import parse_yaml
from specloom.sources.config import ApiEntry, ApiList, Config


def with_version(
    config: Config, api: str, member: Literal["version", "wiki_version"], value: str
) -> str | None:
    """The text of the list with another version of an API; None if its form does not allow that."""
    document = config.document
    if document is None:
        return None
    index = next((number for number, entry in enumerate(config.apis) if entry.id == api), None)
    if index is None:
        return None
    lines = document.text.split("\n")
    old = getattr(config.apis[index], member)
    line, column = document.position(
        ("apis", index, "package" if old is None else member), key=True
    )
    if old is None:
        lines.insert(line, f"{' ' * (column - 1)}{member}: {value}")
    else:
        before, after = lines[line - 1][: column - 1], lines[line - 1][column - 1 :]
        lines[line - 1] = before + after.replace(old, value, 1)
    text = "\n".join(lines)
    expected = [
        replace(entry, **{member: value}) if entry.id == api else entry
        for entry in _entries(document.text) or ()
    ]
    return text if _entries(text) == expected else None


def _entries(text: str) -> list[ApiEntry] | None:
    diagnostics = Diagnostics()
    document = parse_yaml(text, "", diagnostics)
    api_list = None if document is None else decode(document, ApiList, diagnostics)
    return None if api_list is None else list(api_list.apis)
