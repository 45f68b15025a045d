"""What is renamed and keeps its old name for a while is compared by its new name, and breaks no program."""

from typing import Any

import pytest
from msgspec.structs import replace

from specloom.changes.compare import changes
from specloom.changes.verdict import next_version
from specloom.diagnostics import Diagnostics
from specloom.model import document as model_document
from specloom.model.structs import (
    Alias,
    Api,
    Enumeration,
    Field,
    ListOf,
    Model,
    Operation,
    Parameter,
    Record,
    Reference,
    Result,
)
from tests.changes.test_changes import API, ENVELOPE, ERROR, OPERATION, RECORD, RESULT, kinds
from tests.changes.test_facts import WIRE

ITEM = Alias(old="Item", new="Product", until="0.4.0")
LIST = Alias(old="items.list", new="products.all", until="0.4.0")


def renamed(**members: Any) -> Api:
    """The API with the record `Item` as `Product`."""
    product = replace(RECORD, name="Product", **members)
    result = replace(RESULT, type=ListOf(items=Reference(name="Product")))
    kept = (known for known in API.types if known.name != "Item")
    operation = replace(OPERATION, result=result)
    return replace(API, operations=(operation,), types=(*kept, product))


def moved(**members: Any) -> Api:
    """The API with the method `items.list` as `products.all`."""
    name = {"id": "products.all", "group": "products", "method_name": "all"}
    operation = replace(OPERATION, **name, **members)
    return replace(API, operations=(operation,), groups=(replace(API.groups[0], name="products"),))


@pytest.mark.promise("the old name is breaking only where it goes")
@pytest.mark.parametrize(
    ("after", "alias", "without"),
    [
        (renamed(), ITEM, {"record-renamed"}),
        (moved(), LIST, {"operation-renamed"}),
    ],
)
def test_a_kept_name_breaks_nothing_until_it_goes(
    after: Api, alias: Alias, without: set[str]
) -> None:
    kept = replace(after, aliases=(alias,))
    assert without <= set(kinds(API, after))
    told = [kind for kind in kinds(API, kept) if kind != "text-changed"]
    assert told == ["name-deprecated"]
    assert kinds(kept, after) == ["name-removed"]
    (first, *_), (second,) = (
        changes(Model(apis=(old,)), Model(apis=(new,))) for old, new in ((API, kept), (kept, after))
    )
    assert first.message == (
        f"`{alias.old}` is now called `{alias.new}` in Python; the old name goes with version `0.4.0`"
    )
    assert first.advice == second.advice == f"write `{alias.new}`"
    assert next_version("0.3.1", [first]) == "0.3.2"
    assert next_version("0.3.2", [second]) == "0.4.0"


def test_what_else_changes_in_a_renamed_thing_is_told() -> None:
    fewer = replace(renamed(fields=()), aliases=(ITEM,))
    found = changes(Model(apis=(API,)), Model(apis=(fewer,)))
    assert [(change.kind, change.subject) for change in found] == [
        ("field-removed", "Product.price"),
        ("name-deprecated", "Item"),
    ]
    other = replace(moved(path="/all"), aliases=(LIST,))
    assert {"address-changed", "name-deprecated"} <= set(kinds(API, other))


def test_a_name_that_comes_back_is_not_gone() -> None:
    assert "name-removed" not in kinds(replace(renamed(), aliases=(ITEM,)), API)


def test_errors_lists_and_envelopes_are_renamed_too() -> None:
    before = replace(API, envelope=ENVELOPE, types=(*API.types, Record(name="Reply", fields=())))
    aliases = (
        Alias(old="NoItems", new="Nothing", until="0.4.0"),
        Alias(old="Colour", new="Color", until="0.4.0"),
        Alias(old="Order", new="Basket", until="0.4.0"),
    )
    names = {alias.old: alias.new for alias in aliases}
    parameters = tuple(
        replace(
            parameter,
            enumeration=names.get(parameter.enumeration or "", parameter.enumeration),
            record=names.get(parameter.record or "", parameter.record),
        )
        for parameter in OPERATION.parameters
    )
    error = replace(ERROR, name="Nothing")
    after = replace(
        before,
        operations=(replace(OPERATION, parameters=parameters, errors=(error,)),),
        types=tuple(
            replace(known, name=names.get(known.name, known.name)) for known in before.types
        ),
        aliases=aliases,
    )
    assert kinds(before, after) == ["name-deprecated"] * 3


def wiki(name: str, **members: Any) -> Api:
    """A wiki with one module, and types that are named after it."""
    module = Operation(
        id="pages",
        group="list",
        class_name=name,
        parameters=(Parameter(name="show", type="enumeration", enumeration=f"{name}Show"),),
        result=Result(type=ListOf(items=Reference(name=f"{name}Item"))),
    )
    types = (
        Record(name=f"{name}Item", fields=(Field(name="title", type="string"),)),
        Enumeration(name=f"{name}Show", values=("all",)),
        Record(name="Page", fields=()),
    )
    return replace(
        API,
        wire=replace(WIRE, page="Page"),
        operations=(module,),
        types=types,
        errors=(),
        **members,
    )


def test_types_that_are_named_after_a_module_keep_their_names_with_it() -> None:
    alias = Alias(old="Pages", new="PageList", until="0.4.0")
    after = wiki("PageList", aliases=(alias,))
    assert kinds(wiki("Pages"), after) == ["name-deprecated"]


# --- What is wrong with an alias --------------------------------------------------------------------


@pytest.mark.promise("the version of the package reaches")
@pytest.mark.parametrize(
    ("alias", "told"),
    [
        (
            Alias(old="Thing", new="Itm", until="0.4.0"),
            "unknown-name: shop has no class `Itm`; did you mean `Item`?",
        ),
        (
            Alias(old="items.all", new="items.lst", until="0.4.0"),
            "unknown-name: shop has no method `items.lst`; did you mean `items.list`?",
        ),
        (
            Alias(old="Order", new="Item", until="0.4.0"),
            "duplicate-name: shop has a class `Order`; leave the alias out",
        ),
        (
            Alias(old="Client", new="Item", until="0.4.0"),
            "invalid-name: `Client` has another meaning in every client; choose another name",
        ),
        (
            Alias(old="items.get", new="Item", until="0.4.0"),
            "invalid-name: `items.get` cannot be the name of a class; begin with a capital, and use letters "
            "and digits: `ItemsGet`",
        ),
        (
            Alias(old="all", new="items.list", until="0.4.0"),
            "invalid-name: `all` cannot be the name of a method; write the client's attribute, a dot and a "
            "name: `items.list`",
        ),
        (
            Alias(old="items.class", new="items.list", until="0.4.0"),
            "invalid-name: `items.class` cannot be the name of a method; write the client's attribute, a dot "
            "and a name: `items.list`",
        ),
        (
            Alias(old="Thing", new="Item", until="soon"),
            "wrong-value: `soon` is no version of a package; use numbers and dots, such as `1.0.0`",
        ),
        (
            Alias(old="Thing", new="Item", until="0.3.1"),
            "warning: expired-alias: `Thing` was to go with 0.3.1, and this is 0.3.1; remove the alias, or "
            "let it stay longer",
        ),
    ],
)
def test_an_alias_that_cannot_be_is_told(alias: Alias, told: str) -> None:
    found = Diagnostics()
    text = model_document.dump(Model(apis=(replace(API, aliases=(alias,)),)))
    model_document.sound(text, "model.yaml", found)
    assert [str(one).partition(": ")[2] for one in found.found] == [told]


def test_two_aliases_have_two_names() -> None:
    found = Diagnostics()
    again = Alias(old="Thing", new="Order", until="0.4.0")
    first = Alias(old="Thing", new="Item", until="0.4.0")
    text = model_document.dump(Model(apis=(replace(API, aliases=(first, again)),)))
    model_document.sound(text, "model.yaml", found)
    assert [one.message for one in found.found] == ["an alias before has the name `Thing` already"]
