"""A record is the same again after it was written, as a dict or as JSON, and read back."""

import importlib
import json
import os
import re
import subprocess
import sys
from collections.abc import Iterator, Mapping
from datetime import UTC
from decimal import Decimal
from functools import cache
from pathlib import Path
from types import ModuleType, NoneType, UnionType
from typing import Any, Union, get_args, get_origin, get_type_hints

import pytest
import seller_platform
import seller_platform.models
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from seller_platform.testing import Sandbox

from tests.clients.checking import CHECKERS, findings
from tests.rendered import write_packages
from tests.sampling import sampled

SOURCE = Path(seller_platform.__file__).parents[1]
PRICE = {"regular": Decimal("1.50"), "extended": 2}

decimals = st.decimals(allow_nan=False, allow_infinity=False).filter(
    lambda value: str(value) != "-0"  # JSON has one 0 that is whole
)
times = st.datetimes(timezones=st.timezones()).filter(lambda time: 1 < time.year < 9999)
fractions = decimals.filter(lambda value: not str(value).lstrip("-").isdecimal())
json_values: st.SearchStrategy[Any] = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**63), 2**64 - 1) | fractions | st.text(),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
    max_leaves=8,
)


def unions(models: ModuleType) -> dict[str, st.SearchStrategy[Any]]:
    """Values of members whose type does not show what it is made of."""
    return {
        "ends": st.just("never") | times.map(lambda time: time.astimezone(UTC)),
        "either": records(models, models.Record) | st.lists(st.integers()) | st.just(value=False),
        "due": st.text() | times.map(lambda time: time.astimezone(UTC)),
        "fee": st.integers(-(2**63), 2**64 - 1) | fractions | st.just("free"),
    }


@cache
def records(models: Any, kind: Any) -> st.SearchStrategy[Any]:
    """Records of a class, with every member that it may have, or without."""
    strategies = unions(models) if kind.__name__ == "Thing" else {}
    hints = get_type_hints(kind, include_extras=True)
    for name in set(kind.__struct_fields__) - strategies.keys():
        strategies[name] = values(models, kind, hints[name])
    return st.builds(kind, **strategies)


def values(models: ModuleType, kind: Any, hint: Any) -> st.SearchStrategy[Any]:
    """Values of a type, as a record's class states it."""
    special = importlib.import_module(f"{models.__package__}._runtime.rest.values")
    plain: dict[Any, st.SearchStrategy[Any]] = {
        special.Money: decimals | st.integers(-(10**30), 10**30),
        special.Timestamp: times,
        str: st.text(),  # of an enumeration as well: values may be added to it
        int: st.integers(-(2**63), 2**64 - 1),
        float: st.floats(allow_nan=False, allow_infinity=False),
        bool: st.booleans(),
        Any: json_values,
        NoneType: st.none(),
    }
    if hint in plain:
        return plain[hint]
    arguments = get_args(hint)
    match get_origin(hint):
        case origin if origin is tuple and arguments[0] is kind:
            return st.just(())  # records that hold themselves
        case origin if origin is tuple:
            return st.lists(values(models, kind, arguments[0]), max_size=2).map(tuple)
        case origin if origin is Mapping:
            return st.dictionaries(st.text(), values(models, kind, arguments[1]), max_size=2)
        case origin if origin in (Union, UnionType):
            return st.one_of(*(values(models, kind, part) for part in arguments))
        case _:
            return records(models, hint)


def kinds_of(models: ModuleType) -> Iterator[Any]:
    base = importlib.import_module(f"{models.__package__}._runtime.rest.record").Record
    for value in vars(models).values():
        if isinstance(value, type) and issubclass(value, base) and value is not base:
            yield value


def assert_read_back(record: Any) -> None:
    kind = type(record)
    for again in (
        kind.from_dict(record.to_dict()),
        kind.from_json(record.to_json()),
        kind.from_json(record.to_json().encode()),
        kind.from_dict({**record.to_dict(), "added by the API later": 1}),
    ):
        assert again == record
        assert repr(again) == repr(record)  # 1.0 is 1.00, but they are not written alike


MODELS: Any = seller_platform.models
SELLERS = list(kinds_of(MODELS))
CHECKS = [HealthCheck.too_slow, HealthCheck.data_too_large, HealthCheck.function_scoped_fixture]
slow = settings(max_examples=10, suppress_health_check=CHECKS, deadline=None)


@pytest.mark.promise(
    "the record again, from what `to_dict` returned",
    "is the same record when it is read back",
    "Members that the record does not have are ignored",
)
@pytest.mark.parametrize("kind", SELLERS, ids=lambda kind: kind.__name__)
@slow
@given(data=st.data())
def test_a_record_of_the_seller_is_read_back_as_it_was_written(kind: Any, data: Any) -> None:
    assert_read_back(data.draw(records(MODELS, kind)))


@pytest.mark.promise("is the same record when it is read back")
@pytest.mark.parametrize("name", ["Thing", "Stack", "Record"])
@slow
@given(data=st.data())
def test_a_record_of_any_type_is_read_back_as_it_was_written(
    package: ModuleType, name: str, data: Any
) -> None:
    models = importlib.import_module(f"{package.__name__}.models")
    assert_read_back(data.draw(records(models, getattr(models, name))))


@pytest.mark.promise("is the same record when it is read back")
def test_what_the_api_answered_is_read_back_as_it_came() -> None:
    with Sandbox() as platform, platform.client() as seller:
        answered = [seller.account.details(), *seller.items.list()]
        for record in (*answered, seller.purchases.validate("SUPPORTED-101")):
            assert_read_back(record)


@pytest.mark.promise("Text that is not JSON raises a `NotJsonError`", "because that is not exact")
def test_what_fails_to_be_read_says_where_and_what_would_be_right() -> None:
    price = seller_platform.Price
    for members, path, text in (
        (
            {**PRICE, "regular": 1.5},
            "$.regular",
            "expected a number, got a float, which is not exact",
        ),
        ({**PRICE, "regular": "1,5"}, "$.regular", "expected a number, got a string"),
        ({"regular": 1}, "$.extended", "a required member is missing"),
        ([], "$", "Expected `object`, got `array`"),
    ):
        with pytest.raises(seller_platform.DecodeError) as raised:
            price.from_dict(members)  # type: ignore[arg-type]  # a list is refused, too
        assert (raised.value.path, str(raised.value)) == (path, f"Price: {text} - at `{path}`")
    with pytest.raises(seller_platform.DecodeError, match=r"got a string - at `\$\.regular`"):
        price.from_json('{"regular": "a", "extended": 1}')
    no_json: list[str | bytes] = ["{", "", b"\xff", "\ud800"]
    for written in no_json:
        with pytest.raises(seller_platform.NotJsonError, match="Price: "):
            price.from_json(written)


def test_a_version_keeps_its_text_where_it_came_as_a_number() -> None:
    with Sandbox() as platform, platform.client() as seller:
        item = seller.items.get(101)
    text = item.to_json().replace(f'"version":{json.dumps(item.version)}', '"version":1.10')
    assert seller_platform.Item.from_json(text).version == "1.10"
    assert seller_platform.Item.from_dict({**item.to_dict(), "version": 2}).version == "2"


MISTAKES = """\
from decimal import Decimal

from seller_platform import Item
from seller_platform.testing import Sandbox


def changed(sandbox: Sandbox, item: Item) -> None:
    item.replace(name="New", demo_link=None, price=item.price.replace(regular=Decimal(5)))
    sandbox.make_item(name="New", tags=("a",))
    item.replace(name=5)
    item.replace(nam="New")
    sandbox.make_item(price=5)
"""


@pytest.mark.promise("Type checkers know its members")
@pytest.mark.parametrize("checker", sampled(CHECKERS, {"mypy"}))
def test_a_checker_finds_wrong_members_of_a_copy(checker: str, tmp_path: Path) -> None:
    program = tmp_path / "program.py"
    program.write_text(MISTAKES, "utf-8")
    wrong = findings(checker, program, SOURCE, tmp_path)
    lines = sorted({int(re.findall(r"program\.py:(\d+)", line)[0]) for line in wrong})
    assert lines == [10, 11, 12]


OWNERS = """\
openapi: 3.1.0
info: {title: Owners, version: "1"}
paths:
  /pets:
    post:
      operationId: add-pet
      requestBody: {content: {application/json: {schema: {type: array, items: {$ref: "#/components/schemas/Owner"}}}}}
      responses: {200: {description: Pet, content: {application/json: {schema: {$ref: "#/components/schemas/Pet"}}}}}
components:
  schemas:
    Owner: {type: object, required: [name], properties: {name: {type: string}}}
    Pet: {type: object, required: [name, owner], properties: {name: {type: string}, owner: {$ref: "#/components/schemas/Owner"}}}
"""
COPIES = """\
from owners_client import Owner, Pet


def copies(owner: Owner, pet: Pet) -> tuple[Owner, Pet]:
    owner.replace(nam="Ann")
    pet.replace(nam="Rex")
    return owner.replace(name="Ann"), pet.replace(name="Rex", owner=owner)
"""


@pytest.mark.parametrize("checker", sampled(CHECKERS, {"mypy"}))
def test_members_of_a_copy_have_types_where_requests_hold_the_record(
    checker: str, tmp_path: Path
) -> None:
    (tmp_path / "spec").mkdir()
    (tmp_path / "spec/owners.yaml").write_text(OWNERS, "utf-8")
    entry = "{id: owners, reader: openapi, source: owners.yaml, package: owners_client}"
    (tmp_path / "spec/apis.yaml").write_text(f"specloom: 1\napis: [{entry}]\n", "utf-8")
    write_packages(tmp_path / "spec/apis.yaml")
    source = tmp_path / "generated/python/owners_client/src"
    program = tmp_path / "program.py"
    program.write_text(COPIES, "utf-8")
    wrong = findings(checker, program, source, tmp_path)
    assert {int(re.findall(r"program\.py:(\d+)", line)[0]) for line in wrong} == {5}
    names = "from owners_client import Owner, Pet"
    calls = "pet = Pet(name='Rex', owner=Owner(name='Ann'))\nprint(pet.replace(name='Max').name)\npet.replace(nam='Max')"
    done = subprocess.run(
        [sys.executable, "-c", f"{names}\n{calls}"],
        env={**os.environ, "PYTHONPATH": str(source)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.stdout == "Max\n"
    assert "TypeError: Pet lacks a member 'nam'" in done.stderr


@pytest.mark.promise("A value that the member cannot have is a `ParameterError`")
def test_a_copy_that_could_not_be_read_back_is_refused() -> None:
    with Sandbox() as platform, platform.client() as seller:
        item = seller.items.get(101)
        make: Any = platform.make_item
        with pytest.raises(seller_platform.ParameterError, match=r"got `int` - at `\$\.name`"):
            make(name=5)
    change: Any = item.replace
    for members, text in (
        ({"name": 5}, r"^Item: Expected `str`, got `int` - at `\$\.name`$"),
        ({"name": None}, r"Expected `str`, got `null` - at `\$\.name`$"),
        ({"tags": ["a", 5]}, r"Expected `str`, got `int` - at `\$\.tags\[1\]`$"),
        ({"price": 5}, r"Expected `object`, got `int` - at `\$\.price`$"),
        ({"published_at": "soon"}, r"at `\$\.published_at`$"),
    ):
        with pytest.raises(seller_platform.ParameterError, match=text):
            change(**members)
    with pytest.raises(seller_platform.ParameterError, match="got a float, which is not exact"):
        change(price=MODELS.Price(regular=1, extended=1).replace(regular=1.5))
    with pytest.raises(TypeError, match="nam"):
        change(nam="New")
    assert_read_back(item.replace(name="New", demo_link=None, tags=()))
