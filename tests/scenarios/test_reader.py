"""A new format of sources is a reader and a row: it works everywhere, and each forgotten place is reported."""

import json
import re
import shutil
from collections.abc import Collection
from pathlib import Path

import pytest
import yaml

from .scratch import LeftOut, Patch, Scratch

PATCH = Patch(Path(__file__).with_name("reader.patch").read_text("utf-8"))
TABLE = "generator/specloom/sources/formats.py"
READER = "generator/specloom/readers/saved.py"
GUIDE = "docs/guide/add-an-api.md"
TESTS = (
    "tests/readers/test_formats.py",
    "tests/guides/test_formats.py::test_the_guide_to_apis_has_every_format_of_sources",
)
"""Tests of `make quick` that see formats."""
ENTRY = {"id": "shop", "reader": "saved", "source": "model.yaml", "package": "shop"}


def described(copy: Scratch, folder: Path, **more: object) -> Path:
    """An API whose source has it."""
    (folder / "spec").mkdir()
    shutil.copy(copy.root / "tests/cases/small-rest/expected/generated/model.yaml", folder / "spec")
    apis = {"specloom": 1, "apis": [{**ENTRY, **more}]}
    (folder / "spec/apis.yaml").write_text(yaml.safe_dump(apis), "utf-8")
    return folder


@pytest.fixture(scope="module")
def project(copy: Scratch, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Outputs for an API in the new format."""
    folder = described(copy, tmp_path_factory.mktemp("project"))
    done = copy.specloom("generate", folder=folder)
    assert done.code == 0, done.text
    return folder


def test_types_and_tests_are_content(copy: Scratch) -> None:
    done = copy.mypy("generator/specloom/readers")
    assert done.code == 0, done.text
    done = copy.pytest(*TESTS)
    assert done.code == 0, done.text


def test_it_reaches_every_output(project: Path) -> None:
    package = project / "generated/python/shop/src/shop"
    assert "def get(self, id: int" in (package / "client.py").read_text("utf-8")
    document = yaml.safe_load((project / "generated/openapi/shop.openapi.yaml").read_text("utf-8"))
    assert "/things/{id}" in document["paths"]
    assert (project / "docs/reference/shop/things/get.md").is_file()


def test_editors_know_it(project: Path) -> None:
    schema = json.loads((project / "generated/schema/apis.schema.json").read_text("utf-8"))
    assert "saved" in schema["$defs"]["ApiEntry"]["properties"]["reader"]["enum"]


def test_fields_that_it_has_no_use_for_are_refused(copy: Scratch, tmp_path: Path) -> None:
    folder = described(copy, tmp_path, overlays=["builtin:mediawiki"], sandbox="model.yaml")
    done = copy.specloom("validate", folder=folder)
    assert done.code == 2
    for field, taken_by in (("overlays", "`openapi` or `paraminfo`"), ("sandbox", "`rest`")):
        assert f"conflicting-facts: only a source of {taken_by} takes `{field}`" in done.text


def test_a_misspelt_reader_is_told_with_it(copy: Scratch, tmp_path: Path) -> None:
    done = copy.specloom("validate", folder=described(copy, tmp_path, reader="savd"))
    assert "unknown-reader: unknown reader `savd`; did you mean `saved`?" in done.text


@pytest.mark.parametrize("facet", ["takes=frozenset(), ", ", has_variables=True"])
def test_the_type_checker_names_what_the_row_lacks(copy: Scratch, facet: str) -> None:
    (line,) = (line[1:] for line in PATCH.lines if facet in line)
    with copy.changed(TABLE, line, line.replace(facet, "")):
        done = copy.mypy(TABLE)
    assert done.code == 1
    (name,) = re.findall(r"\w+(?==)", facet)
    assert f'Missing named argument "{name}" for "Format"' in done.text


@pytest.mark.parametrize(
    ("returned", "message"),
    [
        ("None", "the reader `saved` makes nothing of this, and does not say why"),
        (
            "replace(model.apis[0], groups=())",
            "operations/0/group of its model: there is no group `things`",
        ),
        (
            "replace(model.apis[0], types=())",
            "operations/0/result/type/name of its model: there is no type `Thing`",
        ),
    ],
)
def test_a_model_that_does_not_hold_together_is_refused(
    copy: Scratch, tmp_path: Path, returned: str, message: str
) -> None:
    with copy.changed(
        READER,
        "    return None if model is None else model.apis[0]\n",
        f"    from msgspec.structs import replace\n    return {returned} if model else None\n",
    ):
        done = copy.specloom("generate", folder=described(copy, tmp_path))
    assert done.code == 2
    assert message in done.text


@pytest.mark.parametrize(
    "left_out",
    [
        (
            (GUIDE, "`paraminfo` or `saved`", "`paraminfo`", "['saved'] == []"),
            (TABLE, '"specloom.readers.saved"', '"specloom.readers.savd"', "'specloom.readers.savd'"),
        ),
        ((TABLE, '"specloom.readers.saved"', '"specloom.readers.parts"', "has_a_reader[saved]"),),
    ],
    ids=["guide and module", "function"],
)  # fmt: skip
def test_tests_name_all_that_is_left_out(copy: Scratch, left_out: Collection[LeftOut]) -> None:
    assert copy.pytest_without(left_out, *TESTS) == []
