"""What overlays tell of a parameter's values, for a wiki that has other values than the shipped set knows."""

import json
from pathlib import Path

from specloom.config import ApiEntry
from specloom.diagnostics import Diagnostics
from specloom.model import Api
from specloom.readers.paraminfo import reader as paraminfo

CATALOGUE = {
    "paraminfo": {
        "helpformat": "none",
        "modules": [
            {
                "name": "random",
                "path": "query+random",
                "group": "list",
                "prefix": "rn",
                "parameters": [{"name": "filterredir", "type": ["nonredirects", "stubs"]}],
            }
        ],
    }
}


def read(folder: Path, overlay: str) -> tuple[Api | None, list[str]]:
    (folder / "paraminfo.json").write_text(json.dumps(CATALOGUE), "utf-8")
    (folder / "own.yaml").write_text(overlay, "utf-8")
    entry = ApiEntry(
        id="wiki",
        reader="paraminfo",
        source="paraminfo.json",
        package="wiki",
        overlays=("builtin:mediawiki", "own.yaml"),
    )
    diagnostics = Diagnostics()
    api = paraminfo.read(entry, folder, diagnostics)
    return api, [str(one) for one in diagnostics.found]


def test_shipped_texts_of_values_that_a_wiki_lacks_are_left_out(tmp_path: Path) -> None:
    api, faults = read(tmp_path, "title: Mine\n")
    assert faults == []
    assert api is not None
    assert set(api.operations[0].parameters[0].value_texts) == {"nonredirects"}


def test_own_texts_replace_the_shipped_ones(tmp_path: Path) -> None:
    overlay = """\
modules:
  random:
    parameters:
      filterredir:
        summary: Kind of page.
        values: {stubs: Only stubs.}
"""
    api, faults = read(tmp_path, overlay)
    assert faults == []
    assert api is not None
    parameter = api.operations[0].parameters[0]
    assert (parameter.summary, parameter.value_texts) == ("Kind of page.", {"stubs": "Only stubs."})


def test_an_own_text_of_a_value_that_does_not_exist_is_an_error(tmp_path: Path) -> None:
    overlay = """\
modules:
  random:
    parameters:
      filterredir:
        values: {stub: Only stubs.}
"""
    _, faults = read(tmp_path, overlay)
    assert faults == [
        f"{tmp_path / 'own.yaml'}:5:18: unknown-name: the parameter `filterredir` of `random` "
        "has no value `stub`; did you mean `stubs`?"
    ]
