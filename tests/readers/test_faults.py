"""Faults of catalogues and overlays are data: nothing is looked up in a file before they are told."""

import json
from pathlib import Path

import pytest
from tests.readers.catalogue import WIRE, catalogue, module, parameter

from specloom.diagnostics import Diagnostics
from specloom.documents.document import Document
from specloom.documents.limits import STANDARD
from specloom.documents.position import Pointer
from specloom.documents.suggestion import Meant
from specloom.readers.paraminfo import catalogue as catalogues
from specloom.readers.paraminfo import overlay
from specloom.readers.paraminfo.fault import Fault, is_wrong, with_positions
from specloom.readers.paraminfo.reader import make
from specloom.sources.config import ApiEntry

OWN = """\
modules:
  pages:
    parameters: {titel: The title.}
    result: {where: query, key: pages, fields: {title: Titel}}
    rules: [{kind: exactly_one, terms: [title, titel]}]
  page: {summary: One.}
records:
  Title: {fields: {title: string}}
"""
ENTRY = ApiEntry(
    id="wiki",
    reader="paraminfo",
    source="wiki.json",
    package="wiki",
    overlays=("wire.yaml", "own.yaml"),
)


def test_no_position_is_looked_up_before_a_fault_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pointers: list[Pointer] = []
    position = Document.position

    def recording_position(self: Document, pointer: Pointer, key: bool = False) -> tuple[int, int]:
        pointers.append(pointer)
        return position(self, pointer, key)

    monkeypatch.setattr(Document, "position", recording_position)
    text = json.dumps(catalogue(module("pages", parameter("title"))))
    (tmp_path / "wiki.json").write_text(text, "utf-8")
    (tmp_path / "wire.yaml").write_text(WIRE, "utf-8")
    (tmp_path / "own.yaml").write_text(OWN, "utf-8")
    diagnostics = Diagnostics()
    overlays = overlay.load(ENTRY.overlays, tmp_path, diagnostics, STANDARD)
    loaded = catalogues.load_all(ENTRY, tmp_path, diagnostics, STANDARD)

    result = make(ENTRY, loaded, overlays, ())

    assert diagnostics.found == [] and pointers == []
    assert result.api is None and is_wrong(result.faults)
    assert {
        (fault.code, fault.hint.name) for fault in result.faults if isinstance(fault.hint, Meant)
    } == {("left-over-entry", "titel"), ("left-over-entry", "page"), ("unknown-name", "Titel")}
    assert [
        (diagnostic.line, diagnostic.column, diagnostic.code, diagnostic.hint)
        for diagnostic in sorted(with_positions(result.faults))
    ] == [
        (3, 18, "left-over-entry", "did you mean `title`?"),
        (4, 56, "unknown-name", "did you mean `Title`?"),
        (5, 48, "left-over-entry", "did you mean `title`?"),
        (6, 3, "left-over-entry", "did you mean `pages`?"),
    ]


@pytest.mark.parametrize(
    ("removes", "expected"),
    [(None, ("modules", "page", "rules", 0, "terms", 1)), ((0,), ("modules", "page", "rules", 0))],
)
def test_what_has_lost_its_meaning_may_be_deleted_with_what_depends_on_it(
    tmp_path: Path, removes: tuple[int, ...] | None, expected: tuple[str | int, ...]
) -> None:
    (tmp_path / "own.yaml").write_text("modules: {page: {rules: []}}", "utf-8")
    overlays = overlay.load(["own.yaml"], tmp_path, Diagnostics())
    place = overlays.places["modules", "page", "rules"]
    fault = Fault(place, "left-over-entry", "gone", None, (0, "terms", 1), removes=removes)
    assert [diagnostic.removes for diagnostic in with_positions([fault])] == [expected]
