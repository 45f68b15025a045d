"""A new version of an API in the list of APIs: a change of one line, which leaves everything else as it is."""

from specloom.diagnostics import Diagnostics
from specloom.documents.decode import decode
from specloom.documents.yaml_text import parse_yaml
from specloom.sources.config import ApiList, Config


def with_version(config: Config, api: str, version: str) -> str | None:
    """The text of the list with the version of an API; None where its form makes that impossible."""
    document = config.document
    if document is None:
        return None
    index = next(number for number, entry in enumerate(config.apis) if entry.id == api)
    lines = document.text.split("\n")
    entry = config.apis[index]
    member = "package" if entry.version is None else "version"
    line, column = document.position(("apis", index, member), key=True)
    if entry.version is None:
        lines.insert(line, f"{' ' * (column - 1)}version: {version}")
    else:
        lines[line - 1] = lines[line - 1].replace(entry.version, version, 1)
    text = "\n".join(lines)
    return text if _versions(text) == _wanted(config, api, version) else None


def _versions(text: str) -> list[tuple[str, str | None]] | None:
    found = Diagnostics()
    document = parse_yaml(text, "", found)
    listed = None if document is None else decode(document, ApiList, found)
    return None if listed is None else [(entry.id, entry.version) for entry in listed.apis]


def _wanted(config: Config, api: str, version: str) -> list[tuple[str, str | None]]:
    return [(entry.id, version if entry.id == api else entry.version) for entry in config.apis]
