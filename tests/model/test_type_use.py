"""Types within types: each once, before what it holds, also where records hold each other."""

from specloom.model.structs import (
    Enumeration,
    Field,
    ListOf,
    Record,
    Reference,
    Result,
)
from specloom.model.type_use import result_names, with_inner


def _field(name: str) -> Field:
    return Field(name=name.lower(), type=ListOf(items=Reference(name=name)))


TYPES = (
    Record(name="Page", fields=(_field("Revision"), _field("Kind"), _field("Image"))),
    Record(name="Revision", fields=(_field("User"), _field("Page"))),
    Record(name="User", fields=()),
    Record(name="Image", fields=(_field("User"),)),
    Enumeration(name="Kind", values=("a",)),
)
BY_NAME = {declaration.name: declaration for declaration in TYPES}


def test_each_type_comes_once_and_before_what_it_holds() -> None:
    assert with_inner(BY_NAME, ["Page"]) == ("Page", "Revision", "User", "Kind", "Image")
    assert with_inner(BY_NAME, ["User", "Image", "Lost"]) == ("User", "Image", "Lost")


def test_a_result_names_its_group_and_what_stands_beside_it() -> None:
    assert list(result_names(None)) == []
    result = Result(type=Reference(name="Page"), group="Kind", siblings=(_field("Image"),))
    assert list(result_names(result)) == ["Kind", "Page", "Image"]
