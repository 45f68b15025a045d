"""Effects of a document's profiles, and output of the command."""

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from openapi_spec_validator import OpenAPIV30SpecValidator, OpenAPIV31SpecValidator

from specloom.cli.app import main
from specloom.cli.commands.openapi import NOT_ROUTED
from specloom.model.structs import Contact, License

from .conftest import ROOT
from .reading import Object, objects, operations, parameters, resolve

Printed = Callable[..., Object]


@pytest.fixture
def printed(capsys: pytest.CaptureFixture[str]) -> Printed:
    """Prints a document of this repository's APIs."""

    def run(*arguments: str) -> Object:
        common = ["openapi", "--from-model", str(ROOT / "generated" / "model.yaml"), "--json"]
        assert main([*common, *arguments]) == 0, capsys.readouterr().err
        document: Object = json.loads(capsys.readouterr().out)
        return document

    return run


@pytest.mark.promise(
    "prints one OpenAPI document and writes no file",
    "`specloom openapi` prints one in a different form",
)
def test_without_options_the_command_prints_what_is_committed(
    capsys: pytest.CaptureFixture[str],
) -> None:
    for form, option in (("yaml", []), ("json", ["--json"])):
        assert (
            main(["openapi", "--config", str(ROOT / "spec/apis.yaml"), "--api", "seller", *option])
            == 0
        )
        committed = ROOT / "generated" / "openapi" / f"seller.openapi.{form}"
        assert capsys.readouterr().out == committed.read_text(encoding="utf-8")


@pytest.mark.promise(
    "Servers, gateways and mock servers route the shared path only: without a slice and without `--paths`, a line on standard error says so"
)
@pytest.mark.parametrize(
    ("arguments", "is_said"),
    [
        (("--api", "wiki", "--openapi", "3.0"), True),
        (("--api", "wiki", "--paths", "own"), False),
        (("--api", "wiki", "--modules", "links"), False),
        (("--api", "seller"), False),
    ],
)
def test_paths_that_no_server_routes_are_named(
    capsys: pytest.CaptureFixture[str], arguments: tuple[str, ...], is_said: bool
) -> None:
    model = str(ROOT / "generated" / "model.yaml")
    assert main(["openapi", "--from-model", model, *arguments]) == 0
    captured = capsys.readouterr()
    assert ("/../api.php:" in captured.out) is (is_said or "own" in arguments)
    assert (NOT_ROUTED in captured.err) is is_said


@pytest.mark.promise("in a form that takes any parameter, it gives each parameter the type of all")
def test_without_four_actions_no_form_takes_any_parameter(printed: Printed) -> None:
    excluded = "changeauthenticationdata,clientlogin,createaccount,linkaccount"
    for exclude, count in ((excluded, 0), ("edit", 4)):
        document = printed("--api", "wiki", "--actions", "--exclude", exclude)
        bodies = [
            resolve(document, content["schema"])
            for _, _, operation in operations(document)
            for content in operation.get("requestBody", {}).get("content", {}).values()
        ]
        assert len([body for body in bodies if "additionalProperties" in body]) == count


@pytest.mark.promise(
    "Query modules are on their true path, `/api.php`. With one module, the parameter that chooses it is fixed"
)
def test_a_slice_has_the_chosen_modules_on_their_true_path(printed: Printed) -> None:
    document = printed("--api", "wiki", "--modules", "links,info")
    query_parameters = parameters(document, document["paths"]["/api.php"]["get"])
    assert {"plnamespace", "inprop", "gplnamespace", "titles"} <= set(query_parameters)
    assert not {"list", "meta", "apfrom"} & set(query_parameters)
    assert "x-specloom-parameter" in query_parameters["plnamespace"]
    assert (
        "x-specloom-parameter" not in query_parameters["gplnamespace"]
    )  # which would only repeat it


@pytest.mark.promise(
    "Query modules are on their true path, `/api.php`. With one module, the parameter that chooses it is fixed"
)
def test_a_slice_of_one_module_fixes_it(printed: Printed) -> None:
    document = printed("--api", "wiki", "--modules", "pageswithprop", "--lean")
    ((path, method, operation),) = operations(document)
    assert (path, method, operation["operationId"]) == ("/api.php", "get", "listPagesWithProp")
    query_parameters = parameters(document, operation)
    assert query_parameters["list"]["schema"] == {
        "type": "string",
        "const": "pageswithprop",
        "default": "pageswithprop",
    }
    assert query_parameters["pwppropname"]["required"] is True


def test_a_slice_of_a_rest_api_has_the_chosen_operations(printed: Printed) -> None:
    document = printed("--api", "seller", "--operations", "items.get")
    assert [operation["operationId"] for _, _, operation in operations(document)] == ["itemsGet"]


def chosen(printed: Printed, *options: str) -> set[str]:
    return {operation["operationId"] for _, _, operation in operations(printed(*options))}


@pytest.mark.parametrize(
    ("options", "expected"),
    [
        (("--operations", "itemsGet"), {"itemsGet"}),
        (("--tags", "account"), {"accountDetails"}),
        (("--operations", "items.get", "--tags", "account"), {"itemsGet", "accountDetails"}),
        (("--tags", "account,items", "--exclude", "items.get"), {"accountDetails"}),
    ],
)
def test_a_slice_by_operation_id_tag_and_exclusion(
    printed: Printed, options: tuple[str, ...], expected: set[str]
) -> None:
    operation_ids = chosen(printed, "--api", "seller", *options)
    assert expected <= operation_ids
    if "--exclude" in options:
        assert "itemsGet" not in operation_ids
    else:
        assert operation_ids == expected


@pytest.mark.parametrize("api", ["seller", "wiki"])
def test_a_document_for_agents_has_neither_replies_nor_long_texts(
    printed: Printed, api: str
) -> None:
    small = printed("--api", api, "--agents")
    assert not list(OpenAPIV31SpecValidator(small).iter_errors())
    usual = {
        operation_object["operationId"]: operation_object
        for *_, operation_object in operations(printed("--api", api))
    }
    for _, _, operation in operations(small):
        assert [list(response) for response in operation["responses"].values()] == [["description"]]
        query_parameters = parameters(small, operation)
        assert not any(parameter.get("deprecated") for parameter in query_parameters.values())
        assert not {"maxlag", "assert", "requestid"} & set(query_parameters)
        assert len(operation["description"]) <= len(usual[operation["operationId"]]["description"])


@pytest.mark.promise(
    "with an array where a parameter takes several values",
    "a string that joins them, with a pattern, or an array",
)
def test_arrays_or_joined_strings(printed: Printed) -> None:
    def namespace_parameter(*options: str) -> Object:
        document = printed("--api", "wiki", "--modules", "links", *options)
        return parameters(document, document["paths"]["/api.php"]["get"])["plnamespace"]

    assert namespace_parameter("--multi", "array")["schema"]["type"] == "array"
    assert namespace_parameter("--multi", "array")["style"] == "pipeDelimited"
    assert namespace_parameter()["schema"]["type"] == "string"
    assert "style" not in namespace_parameter()


@pytest.mark.promise("Errors as responses of status 400 and `default`, or `default` alone")
@pytest.mark.parametrize(
    ("errors", "statuses"), [("400", {"400", "default"}), ("default", {"default"})]
)
@pytest.mark.parametrize("api", [("seller",), ("wiki", "--tags", "categories")])
def test_statuses_of_errors(
    printed: Printed, api: tuple[str, ...], errors: str, statuses: set[str]
) -> None:
    for _, _, operation in operations(printed("--api", *api, "--errors", errors)):
        assert set(operation["responses"]) == {"200"} | statuses


@pytest.mark.promise("as parameters, or as security schemes")
def test_a_key_in_the_address_may_be_a_security_scheme(printed: Printed) -> None:
    document = printed("--api", "seller", "--auth", "scheme")
    (scheme,) = document["components"]["securitySchemes"].values()
    assert (scheme["type"], scheme["in"], scheme["name"]) == ("apiKey", "query", "api_key")
    for _, method, operation in operations(document):
        assert "api_key" not in parameters(document, operation)
        if method == "get":
            assert operation["security"] == [{"key": []}]
        else:  # no scheme can say that a key is in a form
            assert "security" not in operation
            (body,) = operation["requestBody"]["content"].values()
            assert "api_key" in body["schema"]["required"]


@pytest.mark.promise("Without extensions, without rare parameters of the query")
@pytest.mark.parametrize("options", [(), ("--paths", "shared"), ("--multi", "array")])
def test_a_lean_document_has_no_extension_and_no_rare_parameter(
    printed: Printed, options: tuple[str, ...]
) -> None:
    document = printed("--api", "wiki", "--lean", *options)
    assert "x-specloom" not in json.dumps(document)
    for _, _, operation in operations(document):
        assert not {"requestid", "origin", "servedby"} & set(parameters(document, operation))


def keywords(document: Object) -> Iterator[Object]:
    """The schemas of a document, roughly: objects that do not map names."""
    return (part for part in objects(document) if isinstance(part.get("type"), str | list))


@pytest.mark.promise("Version of the standard")
@pytest.mark.parametrize(
    "arguments",
    [
        ("seller",),
        pytest.param(("wiki",), marks=pytest.mark.exhaustive),
        ("wiki", "--tags", "categories,meta,revisions"),
        ("wiki", "--paths", "shared"),
    ],
)
def test_openapi_3_0_says_the_same_in_its_own_words(
    printed: Printed, arguments: tuple[str, ...]
) -> None:
    newer = printed("--api", *arguments)
    older = printed("--api", *arguments, "--openapi", "3.0")
    assert older["openapi"] == "3.0.4"
    assert not list(OpenAPIV30SpecValidator(older).iter_errors())
    assert [place[:2] for place in operations(older)] == [place[:2] for place in operations(newer)]
    assert list(older["components"]["schemas"]) == list(newer["components"]["schemas"])
    for schema_object in keywords(older):
        assert isinstance(schema_object["type"], str)
        assert schema_object["type"] != "null"
        assert not {"const", "examples"} & set(schema_object)
    for name, newer_schema in newer["components"]["schemas"].items():
        older_schema = resolve(older, older["components"]["schemas"][name])
        assert set(older_schema.get("properties", {})) == set(newer_schema.get("properties", {}))


CONFIG = """specloom: 1
apis:
  - id: shop
    reader: rest
    source: shop.yaml
    package: shop_client
    openapi:
"""
SHOP = """specloom: 1
title: Shop
version: 1.0+local
summary: A shop.
server: {{url: "https://shop.example.org", summary: The shop.}}
{}
groups: {{things: {{title: Things}}}}
operations:
  things.list: {{title: List, summary: List things., method: GET, path: /things, result: {{type: list of string}}}}
  things.get: {{title: Get, summary: Get one., method: GET, path: "/things/{{id}}", parameters: {{id: {{type: integer}}}}, result: {{type: string}}}}
"""


def generate(folder: Path, profiles: str, head: str = "") -> int:
    (folder / "spec").mkdir(exist_ok=True)
    lines = "".join(f"      - {profile}\n" for profile in profiles.splitlines())
    (folder / "spec" / "apis.yaml").write_text(
        CONFIG + lines if lines else CONFIG.replace("    openapi:\n", "")
    )
    (folder / "spec" / "shop.yaml").write_text(SHOP.format(head))
    return main(["generate", "--config", str(folder / "spec" / "apis.yaml"), "--only", "openapi"])


@pytest.mark.promise("The list replaces the usual documents of the API")
def test_the_configuration_says_which_documents_there_are(tmp_path: Path) -> None:
    assert (
        generate(
            tmp_path, "{errors: default}\n{name: one, operations: [things.get], openapi: '3.0'}"
        )
        == 0
    )
    folder = tmp_path / "generated" / "openapi"
    assert {path.name for path in folder.glob("*.openapi.json")} == {
        "shop.openapi.json",
        "shop.one.openapi.json",
    }
    single = json.loads((folder / "shop.one.openapi.json").read_text())
    assert (single["openapi"], list(single["paths"])) == ("3.0.4", ["/things/{id}"])
    agents = "{name: agents, agents: true, tags: [things], exclude: [thingsList]}"
    assert generate(tmp_path, agents) == 0
    small = json.loads((folder / "shop.agents.openapi.json").read_text())
    assert list(small["paths"]) == ["/things/{id}"]
    assert list(small["paths"]["/things/{id}"]["get"]["responses"]) == ["default"]
    assert generate(tmp_path, "") == 0
    assert {path.name for path in folder.glob("*.openapi.json")} == {"shop.openapi.json"}


def test_a_model_may_choose_operations_as_the_configuration_does(tmp_path: Path) -> None:
    profiles = "{name: a, operations: [thingsGet], tags: [things], exclude: [thingsList]}"
    assert generate(tmp_path, profiles) == 0
    config = str(tmp_path / "spec" / "apis.yaml")
    assert main(["generate", "--config", config]) == 0
    model = str(tmp_path / "generated" / "model.yaml")
    assert main(["openapi", "--from-model", model, "--operations", "thingsGet"]) == 0


@pytest.mark.parametrize(
    ("profiles", "message"),
    [
        ("{name: a}\n{name: a}", "9:9: duplicate-name"),
        ("{name: A}", "8:16: invalid-name"),
        ("{paths: shared}", "8:17: conflicting-facts"),
        (
            "{operations: [things.gett]}",
            "unknown-name: shop has no operation `things.gett`; did you mean",
        ),
        ("{multi: both}", "wrong-value"),
        ("{tags: [thing]}", "8:17: unknown-name: shop has no tag `thing`; did you mean"),
        ("{exclude: [thingsGet, things.list]}", "the document would have no operation"),
    ],
)
def test_a_profile_that_cannot_be_is_refused_with_its_place(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], profiles: str, message: str
) -> None:
    assert generate(tmp_path, profiles) == 2
    assert message in capsys.readouterr().err


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--api", "wiki", "--modules", "linkz"], "wiki has no operation `linkz`"),
        (["--api", "wiki", "--tags", "proq"], "wiki has no tag `proq`; did you mean"),
        (["--api", "seller", "--exclude", "itemsGett"], "seller has no operation `itemsGett`"),
        (
            ["--api", "seller", "--operations", "items.get", "--exclude", "itemsGet"],
            "the document would have no operation",
        ),
        (["--api", "seller", "--paths", "shared"], "have paths of their own"),
        ([], "there are several; add --api, with one of: wiki, seller"),
    ],
)
def test_a_document_that_cannot_be_is_refused(
    capsys: pytest.CaptureFixture[str], arguments: list[str], message: str
) -> None:
    common = ["openapi", "--from-model", str(ROOT / "generated" / "model.yaml")]
    assert main([*common, *arguments]) == 2
    captured = capsys.readouterr()
    assert message in captured.err
    assert captured.out == ""


@pytest.mark.parametrize(
    ("head", "contact", "license_"),
    [
        ("", None, {"name": "BSD Zero Clause License", "identifier": "0BSD"}),
        (
            "contact: {name: Support, url: https://shop.example.org/help, email: help@shop.example.org}\n"
            "license: {name: CC, identifier: CC-BY-4.0}",
            {
                "name": "Support",
                "url": "https://shop.example.org/help",
                "email": "help@shop.example.org",
            },
            {"name": "CC", "identifier": "CC-BY-4.0"},
        ),
        (
            "license: {name: Ours, url: https://shop.example.org/terms}",
            None,
            {"name": "Ours", "url": "https://shop.example.org/terms"},
        ),
    ],
)
def test_contact_licence_and_version_stand_in_the_head(
    tmp_path: Path, head: str, contact: Any, license_: Any
) -> None:
    assert generate(tmp_path, "", head) == 0
    info = json.loads((tmp_path / "generated/openapi/shop.openapi.json").read_text())["info"]
    assert info.get("contact") == contact
    assert info["license"] == license_
    assert info["version"].startswith("1.0+local.")
    assert {field for struct in (Contact, License) for field in struct.__struct_fields__} == {
        "name",
        "url",
        "email",
        "identifier",
    }
