"""What changed from MediaWiki 1.39 to 1.43, as a page of the guides: made from both catalogues and the overlays.

`python -m tests.guides.versions` writes the page; a test holds that it is up to date.
"""

import re
from collections.abc import Iterator, Sequence
from pathlib import Path

from msgspec.structs import replace

from specloom.changes.change import Change
from specloom.changes.compare import changes
from specloom.diagnostics import Diagnostics
from specloom.model.query_part import without_actions
from specloom.model.structs import Api, Model, Operation, records_of, references
from specloom.readers.read import read_api
from specloom.sources.config import load_config

ROOT = Path(__file__).parents[2]
PAGE = ROOT / "docs" / "guide" / "wiki" / "versions.md"
HEAD = """\
---
tags: [what changed, "1.39", "1.43", MediaWiki version, version differences, new in, newer wiki, upgrade, LTS, release notes]
---

# MediaWiki 1.39 and 1.43

This is what changed in the query modules, for programs that were written for 1.39. The page is made from the module lists of
both versions, as new wikis without extensions serve them, and from what is known of their results.

[`check_catalogue`](other-wikis.md) compares your own wiki with the package.
[`specloom changes`](../commands.md#changes) compares any two models.
"""
PARTS = (
    ("What can break a program", "breaking"),
    ("What is new", "addition"),
    ("Deprecated, and lists that depend on the wiki", "docs"),
)


def read(**members: str) -> Api:
    """The query modules of this repository's wiki; members of its entry in `apis.yaml` may be others."""
    config = load_config(ROOT / "spec" / "apis.yaml", Diagnostics())
    assert config is not None
    (entry,) = (entry for entry in config.apis if entry.id == "wiki")
    api = read_api(replace(entry, **members), config.folder, Diagnostics())
    assert api is not None
    return without_actions(api)


def found() -> tuple[Api, tuple[Change, ...]]:
    """The newer version, and what changed."""
    older, newer = read(), read(source="wiki/paraminfo-1.43.json", wiki_version="1.43")
    return newer, changes(Model(apis=(older,)), Model(apis=(newer,)))


def text() -> str:
    """The whole page."""
    api, told = found()
    lines = [HEAD]
    for title, effect in PARTS:
        some = [change for change in told if change.effect == effect]
        lines += [f"## {title}\n", *_table(api, some), ""]
    return "\n".join(lines)


def _table(api: Api, told: Sequence[Change]) -> Iterator[str]:
    """By module; results are those of the modules that can bring them."""
    yield "| Module | What changed |"
    yield "|---|---|"
    for operation in api.operations:
        own = [change for change in told if _is_about(api, operation, change)]
        if own:
            said = "<br>".join(_sentence(change) for change in own)
            yield f"| [{operation.id}](../../reference/wiki/{operation.group}/{operation.id}.md) | {said} |"


def _sentence(change: Change) -> str:
    """Without the module, which stands beside it."""
    said = re.sub(r"`\w+=\w+: ([^`]+)`", r"`\1`", change.message).replace("|", "\\|")
    return f"{said[:1].upper()}{said[1:]}."


def _is_about(api: Api, operation: Operation, change: Change) -> bool:
    module = f"{operation.group}={operation.id}"
    if change.subject.partition(": ")[0] == module:
        return True
    return change.subject.partition(".")[0] in _records(api, operation)


def _records(api: Api, operation: Operation) -> set[str]:
    """The records that a result is made of."""
    records = records_of(api)
    result = operation.result
    waiting = [] if result is None else list(references(result.type))
    if result is not None and result.group is not None:
        waiting.append(result.group)
    known: set[str] = set()
    while waiting:
        name = waiting.pop()
        if name in records and name not in known:
            known.add(name)
            waiting += [
                inside for field in records[name].fields for inside in references(field.type)
            ]
    return known


if __name__ == "__main__":
    PAGE.write_text(text(), "utf-8")
