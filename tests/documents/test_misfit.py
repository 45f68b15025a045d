"""Messages for data that does not fit a struct, where the forms of specloom say little of it."""

from typing import Annotated, Any, Literal

import msgspec
import pytest
from msgspec import Meta

from specloom.diagnostics import Diagnostics
from specloom.documents.decode import decode
from specloom.documents.yaml_text import load_yaml


class Circle(msgspec.Struct, frozen=True, tag_field="kind", tag="circle"):
    """A form with a tag."""

    radius: int


class Square(msgspec.Struct, frozen=True, tag_field="kind", tag="square"):
    """Another one."""

    side: int
    name: str
    line: Literal["thin", "thick"] = "thin"


class Drawing(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The expected data."""

    shape: Circle | Square | None = None
    shapes: list[Circle | Square] = []
    count: int = 0
    width: float = 0
    text: str = ""
    short: Annotated[str, Meta(max_length=1)] = ""
    colour: Literal["red", "", "blue"] = "red"
    fill: Literal["none", ""] | list[str] = "none"


LONG = "a" * 80


@pytest.mark.parametrize(
    ("text", "messages"),
    [
        ("shape: {kind: circle}", ["1:8: `radius` is missing in `shape`"]),
        (
            "shape: {kind: square}",
            ["1:8: `name` is missing in `shape`", "1:8: `side` is missing in `shape`"],
        ),
        (
            "shape: {kind: square, side: x, name: 1}",
            [
                "1:29: `shape.side` must be an integer, not `x`",
                "1:38: `shape.name` must be a text, not the number `1`",
            ],
        ),
        (
            "shape: {kind: square, side: 1, name: a, line: dotted}",
            ["1:47: `shape.line` cannot be `dotted`; write thick or thin"],
        ),
        (
            "shape: {kind: oval}",
            ["1:15: `shape.kind` cannot be `oval`; write circle or square"],
        ),
        (
            "shapes: [{kind: circle, radius: true}]",
            ["1:33: `shapes[0].radius` must be an integer, not `true`"],
        ),
        ("shape: 7", ["1:8: `shape` must be a mapping, not `7`"]),
        ("count: 1.0", ["1:8: `count` must be an integer, not `1.0`"]),
        ("count: false", ["1:8: `count` must be an integer, not `false`"]),
        ("text: 1", ["1:7: `text` must be a text, not the number `1`; put it in quotes"]),
        (f"count: {LONG}", [f"1:8: `count` must be an integer, not `{LONG}`"]),
        (f"count: {LONG}a", [f"1:8: `count` must be an integer, not `{LONG}…`"]),
        ("colour: green", ['1:9: `colour` cannot be `green`; write "" or blue or red']),
        ("fill: 5", ['1:7: `fill` must be a list or "" or none, not `5`']),
        (
            "fill: nome",
            ['1:7: `fill` must be a list or "" or none, not `nome`; did you mean `none`?'],
        ),
    ],
)
def test_each_reason_is_told_with_its_place(tmp_path: Any, text: str, messages: list[str]) -> None:
    file = tmp_path / "a.yaml"
    file.write_text(text, encoding="utf-8")
    diagnostics = Diagnostics()
    document = load_yaml(file, "a.yaml", diagnostics)
    assert document is not None
    assert decode(document, Drawing, diagnostics) is None
    rendered = [
        f"{diagnostic.line}:{diagnostic.column}: {diagnostic.message}"
        + (f"; {diagnostic.hint}" if diagnostic.hint else "")
        for diagnostic in diagnostics.found
    ]
    assert rendered == messages
