"""Each fact of the model, changed once wherever it can stand, and back: both are noticed, and of the right kind."""

from typing import Any, TypeAlias

import msgspec
import pytest
from msgspec.structs import replace

from specloom.changes.compare import changes
from specloom.changes.kinds import KINDS, ChangeKind
from specloom.model import structs
from specloom.model.structs import Http, Model, Module, Node, ServerVariable
from tests.changes.facts import (
    API,
    ASIDE,
    NAMING,
    OPERATION,
    PLACES,
    ROWS,
    WITHIN,
    Place,
    Row,
    kinds,
    there_and_back,
)
from tests.changes.test_changes import PAIRS, TOGETHER, assert_undone

Security: TypeAlias = tuple[tuple[str, ...], ...]


def _cases() -> list[Any]:
    return [
        pytest.param(part, row, place, id=f"{part.__name__}.{row.name} ({where})")
        for part, rows in ROWS.items()
        for row in rows
        for where, place in PLACES[part].items()
    ]


@pytest.mark.parametrize(("part", "row", "place"), _cases())
def test_a_fact_that_changes_is_a_change_of_its_kind(
    part: type[msgspec.Struct], row: Row, place: Place
) -> None:
    there, back = there_and_back(part, row, place)
    assert there, f"another `{row.name}` of {part.__name__} goes unnoticed"
    expected = row.kinds if isinstance(row.kinds, tuple) else (row.kinds,)
    assert sorted(there) == sorted(expected)
    assert_undone(there, back)


@pytest.mark.parametrize(
    ("before", "after", "kind"),
    [
        ((("key",), ("token",)), (("key", "token"),), "operation-key-needed"),
        ((("token",), ()), (("token",),), "operation-key-needed"),
        ((("token",),), (("token",), ("key",)), "operation-key-dropped"),
        ((("key", "token"),), (("token",),), "operation-key-dropped"),
    ],
)
def test_an_operation_that_takes_other_schemes_needs_more_or_less(
    before: Security, after: Security, kind: ChangeKind
) -> None:
    old, new = (
        PLACES[Http]["operation"](Http(method="GET", path="/a", security=security))
        for security in (before, after)
    )
    assert kinds(old, new) == [kind]


@pytest.mark.parametrize(
    ("default", "expected"),
    [
        ("shop", ["server-variable-added"]),
        ("eu", ["address-changed", "server-variable-added"]),
    ],
)
def test_a_part_of_an_address_that_becomes_a_variable(
    default: str, expected: list[ChangeKind]
) -> None:
    variables = (ServerVariable(name="place", default=default),)
    server = replace(API.server, url="https://{place}.example.org", variables=variables)
    assert kinds(API, replace(API, server=server)) == expected


def test_every_kind_of_change_is_tried() -> None:
    tried = {kind for kind, _, _ in PAIRS} | {kind for some, _, _ in TOGETHER for kind in some}
    for part, rows in ROWS.items():
        place, *_ = PLACES[part].values()
        for row in rows:
            there, back = there_and_back(part, row, place)
            tried |= {*there, *back}
    assert tried | {"api-added", "api-removed"} == KINDS.keys()


@pytest.mark.parametrize("part", ROWS, ids=lambda part: part.__name__)
def test_every_fact_of_the_model_has_a_row(part: type[msgspec.Struct]) -> None:
    row_names = [row.name for row in ROWS[part]]
    for field in msgspec.structs.fields(part):
        name = f"{part.__name__}.{field.name}"
        reasons = (name in ASIDE, field.name in ASIDE, name in NAMING, name in WITHIN)
        assert row_names.count(field.name) + sum(reasons) == 1, f"no row says what `{name}` means"


def test_what_is_set_aside_is_no_change() -> None:
    call = Module(help_urls=("a",), implementation="A", provided_by="A")
    original = replace(OPERATION, call=call, source="a")
    call = Module(license_tag="A", license_link="a", templated=False, extra={}, path="a")
    other = replace(OPERATION, call=call)
    models = [
        Model(apis=(replace(API, operations=(operation,)),)) for operation in (original, other)
    ]
    assert changes(*models) == ()


def test_every_name_that_is_set_aside_is_known() -> None:
    field_paths = {
        f"{part.__name__}.{field.name}" for part in ROWS for field in msgspec.structs.fields(part)
    }
    assert {name for name in (*ASIDE, *NAMING, *WITHIN) if "." in name} <= field_paths


UNCHANGED = {
    "Alternative",
    "Model",
    "ListOf",
    "MapOf",
    "Reference",
    "Union",
    "Constant",
    "Multiple",
    "Value",
}
"""Types, which `test_changes.py` compares, and what holds everything."""
WHOLE = {
    *(
        "Condition",
        "Note",
        "Example",
        "Group",
        "Action",
        "Contact",
        "Documentation",
        "Flow",
        "License",
        "BodyExample",
        "ReplyHeader",
        "Success",
        "Tag",
        "Unspecified",
        "Callback",
        "Webhook",
        "WebhookHeader",
    ),
    *("Sandbox", "SandboxAccount", "SandboxAnswer", "SandboxRow", "SandboxTable"),
    *("OpenApiOverlay", "OpenApiProfile", "OverlayAction"),
}
"""Parts that are compared as one, whatever changes in them: a row of what holds them has them."""


def test_every_part_of_the_model_has_rows() -> None:
    parts = {
        name
        for name, attribute in vars(structs).items()
        if isinstance(attribute, type) and issubclass(attribute, Node) and attribute is not Node
    }
    assert parts == {part.__name__ for part in ROWS if issubclass(part, Node)} | UNCHANGED | WHOLE
