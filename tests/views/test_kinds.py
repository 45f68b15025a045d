"""Every kind of output has a module that plans it, a place among what specloom owns, and a word in the guide."""

import inspect
import re
from importlib import import_module

import pytest
from msgspec.structs import replace

from specloom.diagnostics import Diagnostics
from specloom.model.document import load
from specloom.naming.names import names_of
from specloom.publishing.manifest import PLACES
from specloom.views.kinds import KINDS, NAMES
from tests.guides.test_guides import DOCS

MODEL = DOCS.parent / "tests/cases/small-rest/expected/generated/model.yaml"
IDS = pytest.mark.parametrize("kind", KINDS, ids=NAMES)


@IDS
def test_the_module_of_a_kind_makes_outputs(kind) -> None:
    module = import_module(kind.module)
    inspect.signature(module.outputs).bind("model", "names", "guide")


@IDS
def test_the_files_of_a_kind_lie_where_outputs_may_lie_and_are_no_other_kind_s(kind) -> None:
    assert all(place.startswith(PLACES) for place in kind.owns)
    assert all(place.startswith(kind.owns) for place in kind.owns_of_api)
    places_of_others = {place for other in KINDS if other is not kind for place in other.owns}
    assert not [place for place in kind.owns if place.startswith(tuple(places_of_others))]


def planned(kind, *ids) -> list[str]:
    """The paths of what a kind makes for APIs of these ids."""
    model = load(MODEL, "model.yaml", Diagnostics())
    assert model is not None
    apis = (replace(model.apis[0], id=id_, package=f"{id_}_api") for id_ in ids)
    part = replace(model, apis=tuple(apis))
    return [output.path for output in kind.plan(part, names_of(part), ())]


@IDS
def test_the_files_of_a_kind_lie_where_its_row_says(kind) -> None:
    paths = planned(kind, "one", "two")
    assert [path for path in paths if not path.startswith(kind.owns)] == []
    assert len(set(paths)) == len(paths), "two files have one path"
    of_two = {*paths} - {*planned(kind, "one")}
    places = tuple(place.format(id="two", package="two_api") for place in kind.owns_of_api)
    assert [path for path in sorted(of_two) if not path.startswith(places)] == []


def test_the_guide_names_every_kind() -> None:
    (row,) = re.findall(r"^\| `--only .*$", (DOCS / "guide/commands.md").read_text("utf-8"), re.M)
    assert [name for name in NAMES if not re.search(rf"\b{name}`", row)] == []
