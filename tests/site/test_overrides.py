"""Changes of a user who wants other pages: one template, a few lines, no Python."""

import difflib
from pathlib import Path

import pytest

from specloom.cli.app import main
from specloom.model.structs import Api

from .conftest import ROOT

TEMPLATE = "reference/api/group/operation.md.j2"
CHANGES = {
    "## Each parameter {": "## Parameters one by one {",
    '/_about.md.j2" %}\n': (
        '/_about.md.j2" %}\n'
        "{% if operation.call.path %}\n- Path in the catalogue: {{ operation.call.path | code }}\n{% endif %}\n"
    ),
}
MOST_LINES = 10


@pytest.fixture(scope="module")
def own_templates(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with one template of a user's own."""
    shipped = (ROOT / "templates" / TEMPLATE).read_text("utf-8")
    text = shipped
    for old, new in CHANGES.items():
        assert text.count(old) == 1
        text = text.replace(old, new)
    changed = [
        line for line in difflib.ndiff(shipped.split("\n"), text.split("\n")) if line[0] in "+-"
    ]
    assert len(changed) <= MOST_LINES
    folder = tmp_path_factory.mktemp("own")
    path = folder / TEMPLATE
    path.parent.mkdir(parents=True)
    path.write_text(text, "utf-8")
    return folder


@pytest.mark.promise("replacing it changes all outputs that do")
def test_each_module_page_gets_another_heading_and_one_more_fact(
    own_templates: Path, tmp_path: Path, apis: dict[str, Api], rendered: dict[str, str]
) -> None:
    config = ("--config", str(ROOT / "spec/apis.yaml"), "--out", str(tmp_path))
    assert (
        main(
            [
                "generate",
                "--quiet",
                *config,
                "--only",
                "reference",
                "--templates",
                str(own_templates),
            ]
        )
        == 0
    )
    operations = apis["wiki"].operations
    assert len(operations) == 62
    for operation in operations:
        path = f"docs/reference/wiki/{operation.group}/{operation.id}.md"
        text = (tmp_path / path).read_text("utf-8")
        assert "\n## Parameters one by one {" in text
        assert text.endswith(f"\n- Path in the catalogue: `{operation.call.path}`\n")
        assert len(text.splitlines()) == len(rendered[path].splitlines()) + 1
