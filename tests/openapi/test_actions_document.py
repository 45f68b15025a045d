"""The OpenAPI document of a wiki's actions against the catalogue, parameter by parameter."""

import json
from typing import Any

import pytest
import yaml
from openapi_spec_validator import OpenAPIV30SpecValidator, OpenAPIV31SpecValidator

from specloom.model.structs import Api, errors_of

from .conftest import ROOT
from .reading import Object, body, operations, parameters, properties, resolve
from .test_profiles import Printed
from .test_profiles import printed as printed

FORM = "application/x-www-form-urlencoded"
WITH_FILES = "multipart/form-data"
BY_SETTINGS: dict[str, Any] = yaml.safe_load(
    (ROOT / "spec/wiki/features/settings.yaml").read_text("utf-8")
)["action_modules"]
"""Action → what an overlay adds to the catalogue."""


@pytest.fixture
def document(documents: dict[str, Object]) -> Object:
    return documents["wiki.actions"]


@pytest.fixture(scope="session")
def catalogue(wiki: Api) -> dict[str, Any]:
    """The actions of the catalogue, from the input itself."""
    text = (ROOT / "spec" / "wiki" / "actions.json").read_text(encoding="utf-8")
    modules_by_name = {
        module["name"]: module for module in json.loads(text)["paraminfo"]["modules"]
    }
    return {action.id: modules_by_name[action.id] for action in wiki.actions}


def by_action(document: Object, method: str) -> dict[str, Object]:
    return {
        operation["x-specloom-module"]["id"]: operation
        for _, used, operation in operations(document)
        if used == method
    }


def form(operation: Object) -> tuple[str, Object]:
    ((media_type, content),) = operation["requestBody"]["content"].items()
    return media_type, content["schema"]


def members(document: Object, operation: Object) -> dict[str, Object]:
    """Parameters of an action, by name on the wire, wherever a request carries them."""
    if "requestBody" in operation:
        return dict(form(operation)[1]["properties"])
    all_parameters = parameters(document, operation)
    return {name: parameter for name, parameter in all_parameters.items() if _is_own(parameter)}


def _is_own(parameter: Object) -> bool:
    return bool(parameter.get("x-specloom-parameter", {}).get("of", "main") != "main")


@pytest.mark.parametrize("stem", ["wiki", "wiki.arrays", "wiki.codegen", "wiki.actions"])
def test_each_document_says_which_part_of_the_api_it_has(stem: str) -> None:
    folder = ROOT / "generated" / "openapi"
    head = (folder / f"{stem}.openapi.yaml").read_text(encoding="utf-8")[:600]
    part = "actions" if stem == "wiki.actions" else "queries"
    assert f'title: "MediaWiki API: {part}"' in head
    assert "beside queries" in head if part == "actions" else "site information" in head


@pytest.mark.promise("one operation for each action, such as an edit")
def test_every_action_is_there_and_posted_where_it_must_be(
    document: Object, catalogue: dict[str, Any]
) -> None:
    posted, read = by_action(document, "post"), by_action(document, "get")
    must = [name for name, module in catalogue.items() if "mustbeposted" in module]
    assert len(catalogue) == 49
    assert [name for name in posted if name not in read] == must
    assert [*read] == [name for name in catalogue if name not in must]
    # What may hold a whole text can be posted too.
    assert [name for name in posted if name in read] == ["compare", "expandtemplates", "parse"]


@pytest.mark.promise("Its description says which kind of token it is and which query returns it")
def test_every_action_has_every_parameter(document: Object, catalogue: dict[str, Any]) -> None:
    operations_by_action = by_action(document, "get") | by_action(document, "post")
    counted = 0
    for name, module in catalogue.items():
        action_parameters = members(document, operations_by_action[name])
        stated = {
            module["prefix"] + parameter["name"]: parameter
            for parameter in module["parameters"]
            if parameter["name"] not in ("format",)  # which every call has
        }
        written_out = {wire_name for wire_name in action_parameters if wire_name not in stated}
        assert stated.keys() <= action_parameters.keys(), name
        templated = [
            each["name"].replace("{slot}", "main") for each in module["templatedparameters"]
        ]
        assert written_out == {*templated, *BY_SETTINGS.get(name, {}).get("more_parameters", {})}
        for wire, parameter in stated.items():
            schema = action_parameters[wire]
            counted += 1
            assert schema["description"], (name, wire)
            assert schema.get("deprecated", False) is ("deprecated" in parameter)
            assert schema["x-specloom-parameter"]["name"] == parameter["name"]
            if "tokentype" in parameter:
                assert f"type={parameter['tokentype']}`" in schema["description"]
    assert counted == 401


def test_what_is_required_is_required_in_the_form(
    document: Object, catalogue: dict[str, Any]
) -> None:
    for name, operation in by_action(document, "post").items():
        if "requestBody" not in operation:
            assert not catalogue[name]["parameters"]
            continue
        needed = [
            catalogue[name]["prefix"] + parameter["name"]
            for parameter in catalogue[name]["parameters"]
            if "required" in parameter
        ]
        assert form(operation)[1].get("required", []) == needed, name
        assert operation["requestBody"]["required"] is bool(needed)


@pytest.mark.promise("`multipart/form-data` if it can hold a file")
def test_files_travel_in_parts(document: Object) -> None:
    with_files = {
        name: [
            member for member, schema in members(document, operation).items() if _is_file(schema)
        ]
        for name, operation in by_action(document, "post").items()
        if "requestBody" in operation and form(operation)[0] == WITH_FILES
    }
    assert with_files == {"import": ["xml"], "upload": ["file", "chunk"]}


def _is_file(schema: Object) -> bool:
    return bool(schema.get("format") == "binary")


@pytest.mark.promise(
    "Each action has its own path, which leads to the shared address",
    "The parameters that always have the same value, such as `action=edit`, are in the address",
)
def test_constants_stand_in_the_address_and_tokens_do_not(document: Object) -> None:
    for path, _, operation in operations(document):
        by_name = parameters(document, operation)
        name = operation["x-specloom-module"]["id"]
        assert path == f"/{name}/../api.php"
        assert by_name["action"]["schema"]["const"] == name
        assert {"format", "formatversion", "errorformat"} <= by_name.keys()
        if operation["x-specloom-module"].get("token"):
            assert not any("token" in wire_name for wire_name in by_name)


@pytest.mark.promise("The 200 response has the type of the result")
def test_results_have_the_fields_of_the_model(document: Object, wiki: Api) -> None:
    operations_by_action = by_action(document, "get") | by_action(document, "post")
    for action in wiki.actions:
        response = operations_by_action[action.id]["responses"]["200"]
        if action.module.media_type is not None:
            assert response["content"] == {action.module.media_type: {"schema": {"type": "string"}}}
        elif action.result is not None and action.result.where == "top-level":
            whole = properties(document, body(response))
            assert action.result.key in whole, action.id
            assert {sibling.name for sibling in action.result.siblings} <= whole.keys()
    edited = properties(document, body(operations_by_action["edit"]["responses"]["200"]))["edit"]
    edit_result = resolve(document, edited)
    assert {"result", "newrevid", "nochange"} <= edit_result["properties"].keys()
    assert edit_result["required"] == ["result"]


def test_an_answer_that_is_a_list_may_be_a_refusal_too(document: Object) -> None:
    reply = resolve(document, body(by_action(document, "get")["opensearch"]["responses"]["200"]))
    result, refused = reply["anyOf"]
    assert result["type"] == "array"
    assert "errors" in properties(document, refused)


def test_errors_of_an_action_are_told_with_what_to_do(document: Object, wiki: Api) -> None:
    operations_by_action = by_action(document, "get") | by_action(document, "post")
    for action in wiki.actions:
        errors = operations_by_action[action.id].get("x-specloom-errors", [])
        assert [error["code"] for error in errors] == [
            refusal.code for refusal in errors_of(wiki, action)
        ]
        for refusal in errors_of(wiki, action):
            assert f"- `{refusal.code}`: " in operations_by_action[action.id]["description"]
    assert "Read the page again" in operations_by_action["edit"]["description"]


# --- Profiles --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("options", "expected"),
    [
        (("--operations", "edit,upload"), {"actionEdit", "actionUpload"}),
        (("--operations", "actionMove"), {"actionMove"}),
        (("--tags", "files", "--exclude", "imagerotate"), {"actionFileRevert", "actionUpload"}),
    ],
)
def test_a_slice_of_actions(printed: Printed, options: tuple[str, ...], expected: set[str]) -> None:
    document = printed("--api", "wiki", "--actions", *options)
    assert {operation["operationId"] for _, _, operation in operations(document)} == expected
    assert not list(OpenAPIV31SpecValidator(document).iter_errors())


def test_actions_in_the_older_version_of_the_standard(printed: Printed) -> None:
    document = printed("--api", "wiki", "--actions", "--openapi", "3.0", "--lean")
    assert not list(OpenAPIV30SpecValidator(document).iter_errors())
    assert "x-specloom" not in json.dumps(document)


def test_actions_for_agents(printed: Printed) -> None:
    document = printed("--api", "wiki", "--actions", "--agents")
    assert not list(OpenAPIV31SpecValidator(document).iter_errors())
    assert document["x-specloom-sent-always"] == {
        "format": "json",
        "formatversion": "2",
        "errorformat": "plaintext",
    }
    for _, _, operation in operations(document):
        assert [list(response) for response in operation["responses"].values()] == [["description"]]
        assert "\n" not in operation["description"]
        assert {"action"} <= parameters(document, operation).keys()


def test_arrays_in_a_form_say_how_they_are_joined(printed: Printed) -> None:
    document = printed("--api", "wiki", "--actions", "--operations", "edit", "--multi", "array")
    ((_, _, operation),) = operations(document)
    content = operation["requestBody"]["content"][FORM]
    assert content["schema"]["properties"]["tags"]["type"] == "array"
    assert content["encoding"] == {"tags": {"style": "pipeDelimited", "explode": False}}


def test_what_cannot_be_printed_of_actions(capsys: pytest.CaptureFixture[str]) -> None:
    from specloom.cli.app import main

    common = ["openapi", "--from-model", str(ROOT / "generated" / "model.yaml")]
    assert main([*common, "--api", "seller", "--actions"]) == 2
    assert "seller has no actions" in capsys.readouterr().err
    assert main([*common, "--api", "wiki", "--actions", "--paths", "shared"]) == 2
    assert "actions have paths of their own" in capsys.readouterr().err
    assert main([*common, "--api", "wiki", "--actions", "--operations", "edti"]) == 2
    assert "did you mean" in capsys.readouterr().err
