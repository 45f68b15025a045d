"""Actions of a wiki in a model document: read back as they were, described by the schema, and held to what modules are."""

import json
from copy import deepcopy
from pathlib import Path
from typing import Any

import jsonschema
import msgspec
import pytest
import yaml

from specloom.cli.app import main
from specloom.diagnostics import Diagnostics
from specloom.model import document as model_document
from specloom.model.json_schema import schema_text
from specloom.model.query_part import without_actions
from specloom.model.structs import Model
from tests.corpus.model_slots import base


def edit() -> dict[str, Any]:
    return {
        "id": "edit",
        "group": "action",
        "call": {
            "kind": "module",
            "path": "edit",
            "class_name": "Edit",
            "must_be_posted": True,
            "token": "csrf",
        },
        "parameters": [
            {"name": "title", "type": "string"},
            {"name": "token", "type": "string", "required": True, "module": {"token_type": "csrf"}},
        ],
        "result": {
            "type": {"kind": "reference", "name": "EditResult"},
            "where": "top-level",
            "key": "edit",
        },
        "rules": [{"kind": "exactly_one", "terms": ["title"]}],
    }


def feed() -> dict[str, Any]:
    return {
        "id": "feed",
        "group": "action",
        "call": {"kind": "module", "media_type": "application/xml"},
    }


def with_actions(*actions: dict[str, Any], kind: str = "mediawiki") -> dict[str, Any]:
    """A model with one API, which has actions."""
    data = deepcopy(base())
    [api] = data["apis"] = [api for api in data["apis"] if api["protocol"]["kind"] == kind]
    api["protocol"]["actions"] = list(actions)
    fields = [{"name": "result", "type": "string"}]
    if not any(declaration["name"] == "EditResult" for declaration in api["types"]):
        api["types"].append({"kind": "record", "name": "EditResult", "fields": fields})
    return data


def found_in(data: dict[str, Any]) -> tuple[Model | None, list[str]]:
    diagnostics = Diagnostics()
    model = model_document.sound(json.dumps(data), "model.yaml", diagnostics)
    return model, [f"{diagnostic.code}: {diagnostic.message}" for diagnostic in diagnostics.found]


def test_a_document_with_actions_is_read_back_as_it_was() -> None:
    model, messages = found_in(with_actions(edit(), feed()))
    assert messages == []
    assert model is not None
    assert [action.id for action in model.apis[0].actions] == ["edit", "feed"]
    text = model_document.dump(model)
    assert model_document.sound(text, "model.yaml", Diagnostics()) == model
    schema = json.loads(schema_text(Model, "Model"))
    validator: Any = jsonschema.Draft202012Validator(schema)
    validator.validate(yaml.load(text, yaml.CSafeLoader))


@pytest.mark.promise("An action and a query module may have the same `id`")
def test_actions_may_be_called_as_query_modules_are() -> None:
    data = with_actions(edit())
    module = data["apis"][0]["operations"][0]
    data["apis"][0]["protocol"]["actions"][0].update(
        id=module["id"], call={"kind": "module", "class_name": module["call"]["class_name"]}
    )
    assert found_in(data)[1] == []


@pytest.mark.parametrize(
    ("at", "value", "message"),
    [
        ("group", "list", "unknown-name: there is no group `list`"),
        ("call.path", "../edit", "invalid-name: `../edit` cannot be a name on the wire"),
        ("call.token", "a b", "invalid-name: `a b` cannot be a name on the wire"),
        ("call.class_name", "edit", "invalid-name: `edit` cannot be the class name of the action `edit`"),
        ("parameters.0.name", "maxlag", "invalid-name: `maxlag` is a parameter of the call itself"),
        ("result.type.name", "Edited", "unknown-name: there is no type `Edited`"),
        ("result.group", "Edited", "unknown-name: there is no record `Edited`"),
        ("rules.0.terms", ["titel"], "unknown-name: there is no parameter `titel`"),
        ("rules.0.terms", ["query.titles"], "unknown-name: there is no parameter `titles`"),
    ],
)  # fmt: skip
def test_what_fits_nothing_is_told(at: str, value: Any, message: str) -> None:
    action = edit()
    *above, last = [int(step) if step.isdigit() else step for step in at.split(".")]
    part: Any = action
    for step in above:
        part = part[step]
    part[last] = value
    assert found_in(with_actions(action)) == (None, [message])


def test_two_actions_have_two_names() -> None:
    _, messages = found_in(with_actions(edit(), edit()))
    assert messages == ["duplicate-name: one before has the id `edit` already"]
    renamed = {**edit(), "id": "write", "call": {"kind": "module", "class_name": "EDIT"}}
    _, messages = found_in(with_actions(edit(), renamed))
    assert messages == [
        "duplicate-name: the actions `edit` and `write` would have one class name, `EDIT`"
    ]


def test_an_answer_has_a_media_type() -> None:
    data = with_actions({**feed(), "call": {"kind": "module", "media_type": "a feed"}})
    with pytest.raises(msgspec.ValidationError, match="media_type"):
        msgspec.convert(data, Model)


def test_only_wikis_have_actions() -> None:
    _, messages = found_in(with_actions(feed(), kind="rest"))
    assert messages == ["unknown-key: unknown key `actions` in `apis[0].protocol`"]


def test_a_type_that_nothing_uses_keeps_those_of_actions_that_it_holds(tmp_path: Path) -> None:
    data = with_actions(edit())
    inner = {"kind": "reference", "name": "EditResult"}
    fields = [{"name": "last", "type": {"kind": "list", "items": inner}}]
    data["apis"][0]["types"].append({"kind": "record", "name": "Unused", "fields": fields})
    model, messages = found_in(data)
    assert messages == []
    assert model is not None
    names = {declaration.name for declaration in without_actions(model.apis[0]).types}
    assert {"Unused", "EditResult"} <= names
    path, out = tmp_path / "model.json", tmp_path / "out"
    path.write_text(json.dumps(data), "utf-8")
    assert main(["generate", "--quiet", "--from-model", str(path), "--out", str(out)]) == 0
