"""The document of an API, read as the source of one and written out again: what differs, and why."""

import json
import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, TypeAlias

import yaml

from specloom.cli.app import main

ROOT = Path(__file__).parents[2]
DOCUMENT = ROOT / "generated/openapi/seller.openapi.yaml"
Difference: TypeAlias = tuple[str, str]
"""A keyword, and whether it was `lost`, is `new`, or has `another` value."""

REASONS: Mapping[Difference, str] = {
    ("oneOf", "lost"): "written as `anyOf`: nothing checks that one alternative alone fits",
    ("anyOf", "new"): "in place of `oneOf`",
    ("properties", "lost"): "an object that was written in place has a name",
    ("required", "lost"): "in the object with a name",
    ("type", "lost"): "in the object with a name",
    ("$ref", "new"): "to the object with a name",
    ("PurchasesValidateReplyData", "new"): "the object with a name",
}
"""Reason for each difference; extensions, which no other tool reads, are left out."""


_STATUS = re.compile(r"-(\d{3}|default)$")
"""End of the name of an example whose name an example of another status has, too."""


def _differences(before: Any, after: Any) -> Iterator[Difference]:
    if isinstance(before, dict) and isinstance(after, dict):
        after = {key if key in before else _STATUS.sub("", key): after[key] for key in after}
        for key in {**before, **after}:
            if key.startswith("x-"):
                continue
            if key not in before or key not in after:
                yield key, "lost" if key in before else "new"
            elif isinstance(before[key], dict | list):
                yield from _differences(before[key], after[key])
            elif before[key] != after[key]:
                yield key, "another"
    elif isinstance(before, list) and isinstance(after, list) and len(before) == len(after):
        for old, new in zip(before, after, strict=True):
            yield from _differences(old, new)
    elif before != after:
        yield "", "another"


def test_a_document_that_is_read_and_written_says_what_it_said(tmp_path: Path) -> None:
    (tmp_path / "spec").mkdir()
    entry = {
        "id": "seller",
        "reader": "openapi",
        "source": DOCUMENT.name,
        "package": "seller_platform",
    }
    (tmp_path / "spec/apis.yaml").write_text(json.dumps({"specloom": 1, "apis": [entry]}), "utf-8")
    (tmp_path / "spec" / DOCUMENT.name).write_bytes(DOCUMENT.read_bytes())
    config = ["--config", str(tmp_path / "spec/apis.yaml"), "--out", str(tmp_path)]
    assert main(["generate", "--quiet", "--only", "openapi", *config]) == 0
    written = tmp_path / "generated/openapi/seller.openapi.yaml"
    before, after = (
        yaml.load(path.read_text("utf-8"), yaml.CSafeLoader) for path in (DOCUMENT, written)
    )
    assert set(_differences(before, after)) == REASONS.keys()
