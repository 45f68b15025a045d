"""Every kind of fact that is known of an action reaches every output."""

from collections.abc import Callable, Mapping
from functools import cache
from pathlib import Path
from typing import Any, TypeAlias

import pytest
from msgspec.structs import replace

from specloom.diagnostics import Diagnostics
from specloom.model import document
from specloom.model.structs import (
    Api,
    Enumeration,
    Error,
    Example,
    Field,
    Model,
    Module,
    Rule,
)
from specloom.model.value import Limits, ModuleParameter
from specloom.naming.names import package_names
from specloom.views.kinds import KINDS
from tests.changes.facts import kinds
from tests.protocols import with_protocol
from tests.rendered import content

ROOT = Path(__file__).parents[2]
MARK = "xyzzy"
Change: TypeAlias = Callable[[Api], Api]
FILES = {
    "model": "generated/model.yaml",
    "openapi": "generated/openapi/wiki.actions.openapi.yaml",
    "python": "generated/python/wiki_query/src/wiki_query/actions/edit.py",
    "reference": "docs/reference/wiki/action/edit.md",
}


@cache
def committed() -> Api:
    """The wiki with one action and one query module."""
    diagnostics = Diagnostics()
    model = document.load(ROOT / FILES["model"], FILES["model"], diagnostics)
    assert model is not None, diagnostics.found
    wiki = next(api for api in model.apis if api.id == "wiki")
    edit = next(action for action in wiki.actions if action.id == "edit")
    allpages = next(operation for operation in wiki.operations if operation.id == "allpages")
    return replace(with_protocol(wiki, actions=(edit,)), operations=(allpages,))


@cache
def before() -> Mapping[str, str]:
    """Texts of each output about the action as it is committed."""
    return outputs_of(committed())


def outputs_of(api: Api) -> Mapping[str, str]:
    """Texts of each output about the action."""
    texts: dict[str, str] = {}
    for kind in KINDS:
        planned = {
            output.path: output
            for output in kind.plan(Model(apis=(api,)), {api.id: package_names(api)}, ())
        }
        output = planned[FILES[kind.name]]
        texts[kind.name] = content(output).decode()
    return texts


def of_action(**facts: Any) -> Change:
    def change(api: Api) -> Api:
        of_call = {key: facts[key] for key in facts if key in Module.__struct_fields__}
        others = {key: facts[key] for key in facts if key not in of_call}
        action = api.actions[0]
        changed = replace(action, call=replace(action.call, **of_call), **others)
        return with_protocol(api, actions=(changed,))

    return change


def of_error(error: Error) -> Change:
    def change(api: Api) -> Api:
        return replace(of_action(errors=(error.name,))(api), errors=(*api.errors, error))

    return change


def of_parameter(known_as: str, /, **facts: Any) -> Change:
    def change(api: Api) -> Api:
        (action,) = api.actions
        assert known_as in {parameter.name for parameter in action.parameters}
        parameters = tuple(
            replace(parameter, **facts) if parameter.name == known_as else parameter
            for parameter in action.parameters
        )
        return of_action(parameters=parameters)(api)

    return change


def of_result(**facts: Any) -> Change:
    def change(api: Api) -> Api:
        result = api.actions[0].result
        assert result is not None
        return of_action(result=replace(result, **facts))(api)

    return change


def of_type(name: str, make: Callable[[Any], Any]) -> Change:
    def change(api: Api) -> Api:
        assert name in {declaration.name for declaration in api.types}
        types = tuple(
            make(declaration) if declaration.name == name else declaration
            for declaration in api.types
        )
        return replace(api, types=types)

    return change


def with_field(field: Field) -> Change:
    return of_type("EditResult", lambda record: replace(record, fields=(*record.fields, field)))


def with_value(enumeration: Enumeration) -> Enumeration:
    return replace(enumeration, values=(*enumeration.values, MARK))


NOT_CALLED = "a client does not need it for a call"
SERVER_CODE = "of the server's own code, on which no caller depends"
FACTS: Mapping[str, tuple[Change, Mapping[str, str]]] = {
    "summary": (of_action(summary=f"Do {MARK}."), {}),
    "description": (of_action(description=f"It is {MARK}."), {}),
    "help page": (
        of_action(help_urls=(f"https://example.org/{MARK}",)),
        {"python": NOT_CALLED, "changes": SERVER_CODE},
    ),
    "licence": (
        of_action(license_tag=MARK),
        {"python": NOT_CALLED, "changes": SERVER_CODE},
    ),
    "kind of token": (of_action(token=MARK), {}),
    "prefix": (of_action(prefix=MARK), {}),
    "rule": (
        of_action(rules=(Rule(kind="max_one", terms=("title", "pageid"), effect=f"Is {MARK}."),)),
        {},
    ),
    "error code": (
        of_error(Error(name=MARK, code=MARK, message="It failed.")),
        {},
    ),
    "meaning of an error": (
        of_error(Error(name="failed", code="failed", message=f"It is {MARK}.")),
        {},
    ),
    "example": (
        of_action(examples=(Example(name="one", summary="One", reply={"edit": MARK}),)),
        {"python": NOT_CALLED},
    ),
    "name of a parameter": (of_parameter("summary", name=MARK), {}),
    "summary of a parameter": (of_parameter("summary", summary=f"A {MARK}."), {}),
    "default of a parameter": (
        of_parameter("section", default=MARK),
        {},
    ),
    "most of a number": (of_parameter("undo", limits=Limits(maximum=987654)), {}),
    "most values": (
        of_parameter(
            "tags", limits=Limits(maximum_items=987654), module=ModuleParameter(low_limit=987654)
        ),
        {},
    ),
    "most bytes": (of_parameter("summary", limits=Limits(maximum_bytes=987654)), {}),
    "kind of token of a parameter": (
        of_parameter("token", module=ModuleParameter(token_type=MARK)),
        {"python": "the class has the kind of its action"},
    ),
    "value of a parameter": (of_type("WatchlistChange", with_value), {}),
    "meaning of a value": (of_parameter("watchlist", value_texts={"watch": f"Be {MARK}."}), {}),
    "place of the result": (of_result(key=MARK), {}),
    "note on the result": (of_result(note=f"It is {MARK}."), {}),
    "name of a field": (with_field(Field(name=MARK, type="string")), {}),
    "summary of a field": (
        with_field(Field(name="new_one", type="string", summary=f"A {MARK}.")),
        {},
    ),
    "type of a field": (with_field(Field(name=f"{MARK}_time", type="timestamp")), {}),
    "format of a field": (
        with_field(Field(name="new_one", type="string", format=MARK)),
        {"python": "its type is that of a text"},
    ),
}


@pytest.mark.parametrize("fact", FACTS)
def test_a_fact_of_an_action_reaches_every_output(fact: str) -> None:
    change, silent = FACTS[fact]
    looked_for = "987654" if fact.startswith("most") else MARK
    after = outputs_of(change(committed()))
    for kind in FILES:
        says = after[kind].count(looked_for) + after[kind].count("987,654")
        if kind in silent:
            assert not says, (kind, "it is not silent any more")
        else:
            assert says > before()[kind].count(looked_for), (kind, fact)
    assert bool(kinds(committed(), change(committed()))) != ("changes" in silent), fact


def test_what_must_be_posted_is_told() -> None:  # a flag, which has no text of its own
    posted, read = before(), outputs_of(of_action(must_be_posted=False)(committed()))
    assert {kind for kind in FILES if posted[kind] != read[kind]} == set(FILES)


def test_an_action_without_json_is_told_as_one() -> None:
    other = outputs_of(of_action(result=None, media_type=f"application/{MARK}")(committed()))
    assert {kind for kind in FILES if MARK in other[kind]} == set(FILES)
