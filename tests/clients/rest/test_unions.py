"""A value of a union is read as the class that its tag or its members say, and written as it came."""

import importlib
import json
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.clients.exchanges.exchange import HERE, package_of

numbers, texts = st.integers(-(2**63), 2**63 - 1), st.text()
fractions = st.floats(allow_nan=False, allow_infinity=False).filter(lambda number: number % 1 != 0)
json_values: st.SearchStrategy[Any] = st.recursive(
    st.none() | st.booleans() | numbers | texts,
    lambda inner: st.lists(inner) | st.dictionaries(texts, inner),
    max_leaves=5,
)


def _object(optional: dict[str, Any], **required: Any) -> st.SearchStrategy[dict[str, Any]]:
    return st.fixed_dictionaries(required, optional=optional)


ANIMAL = {"id": numbers}
OPTIONS: dict[tuple[str, str], st.SearchStrategy[Any]] = {
    ("pet", "Cat"): _object({"lives": numbers, "name": texts}, kind=st.just("cat")),
    ("pet", "Dog"): _object({"name": texts}, kind=st.sampled_from(["dog", "puppy"])),
    ("pet", "UnknownRecord"): _object({"lives": json_values, "b": json_values}, kind=st.just("x")),
    ("shape", "Circle"): _object({"size": fractions}, shapeType=st.just("round")),
    ("shape", "Square"): _object({"size": fractions}, shapeType=st.just("Square")),
    ("shape", "UnknownRecord"): _object({"size": json_values}, shapeType=st.just("Circle ")),
    ("event", "Created"): _object({"at": numbers}, type=st.just("created")),
    ("event", "Deleted"): _object({"at": numbers}, type=st.just("deleted")),
    ("event", "UnknownRecord"): _object({"at": json_values}, type=st.just("moved")),
    ("number", "int"): numbers,
    ("number", "str"): texts,
    ("number", "bool"): st.booleans(),
    ("number", "tuple"): st.lists(texts),
    ("amount", "int"): numbers,
    ("amount", "str"): st.just("all"),
    ("media", "Image"): _object({"size": numbers}, width=numbers),
    ("media", "Video"): _object({"size": numbers}, seconds=numbers),
    ("animal", "Bird"): _object({**ANIMAL, "wings": numbers}, species=st.just("Bird")),
    ("animal", "Fish"): _object({**ANIMAL, "fins": numbers}, species=st.just("Fish")),
    ("animal", "Animal"): _object(ANIMAL, species=st.sampled_from(["Newt", ""])),
}
"""Member of `Box` and class of its value → values as JSON has them."""


@pytest.fixture(scope="module")
def package(tmp_path_factory: pytest.TempPathFactory) -> ModuleType:
    return package_of(HERE / "openapi_unions.yaml", tmp_path_factory.mktemp("unions"))


@pytest.mark.promise(
    "A member that distinguishes types of objects chooses the class",
    "A record of a kind that the document does not have is an `UnknownRecord`",
)
@pytest.mark.parametrize(("member", "kind"), OPTIONS)
@given(data=st.data())
def test_a_value_of_each_option_is_read_and_written_as_it_came(
    package: ModuleType, member: str, kind: str, data: st.DataObject
) -> None:
    box = {member: data.draw(OPTIONS[member, kind])}
    for class_name, suffix in (("Box", ""), ("BoxDraft", "Draft")):
        record_class = getattr(package, class_name)
        record = record_class.from_json(json.dumps(box))
        value = getattr(record, member)
        assert ("tuple" if isinstance(value, list) else type(value).__name__) in (
            kind,
            kind + suffix,
        )
        assert json.loads(record.to_json()) == box
        assert record_class.from_dict(record.to_dict()) == record


@pytest.mark.promise("has a function that reads the body of a request as a record")
def test_bodies_of_webhooks_are_read_as_records(package: ModuleType) -> None:
    webhooks = importlib.import_module(f"{package.__name__}.webhooks")
    assert webhooks.read_pet_sold('{"kind": "cat", "lives": 7}') == package.Cat(kind="cat", lives=7)
    assert webhooks.read_pet_sold(b'{"kind": "newt"}') == {"kind": "newt"}
    assert webhooks.read_body("7") == 7
    assert webhooks.read_shop_closed('{"at": 7.0, "b": 1}').at == 7
    with pytest.raises(package.DecodeError, match=r"shop.closed: .* - at `\$\.at`"):
        webhooks.read_shop_closed('{"at": "today"}')
    with pytest.raises(package.NotJsonError):
        webhooks.read_shop_closed("<html>")


def test_a_file_of_the_package_names_the_unknown_record(package: ModuleType) -> None:
    text = Path(package.__file__ or "").with_name("models.py").read_text("utf-8")
    assert "Circle | Square | UnknownRecord" in text
