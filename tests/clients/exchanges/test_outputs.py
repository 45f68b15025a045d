"""Every output of the OpenAPI documents of this folder is made, and their own documents keep schemes and statuses."""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import yaml

from specloom.cli.app import main
from tests.http_server import LocalServer, QuietHandler

from .exchange import HERE

FILES = [
    HERE / f"openapi_{name}.yaml"
    for name in (
        "access",
        "aliases",
        "bodies",
        "constants",
        "errors",
        "examples",
        "files",
        "form_maps",
        "media",
        "names",
        "numbers",
        "objects",
        "others",
        "places",
        "security",
        "servers",
        "unions",
        "webhooks",
    )
]


def _generated(file: Path, folder: Path) -> dict[str, Any]:
    """The OpenAPI document that is rendered of a file's description."""
    (folder / "spec").mkdir()
    entry = {"id": "shown", "reader": "openapi", "source": "api.yaml", "package": "shown_client"}
    (folder / "spec/apis.yaml").write_text(json.dumps({"specloom": 1, "apis": [entry]}), "utf-8")
    description = _loaded(file)["description"]
    (folder / "spec/api.yaml").write_text(json.dumps(description), "utf-8")
    config = ["--config", str(folder / "spec/apis.yaml"), "--out", str(folder)]
    assert main(["generate", *config]) == 0
    return _loaded(folder / "generated/openapi/shown.openapi.yaml")


def _loaded(file: Path) -> dict[str, Any]:
    document: dict[str, Any] = yaml.load(file.read_text("utf-8"), yaml.CSafeLoader)
    return document


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_every_output_is_made(file: Path, tmp_path: Path) -> None:
    described = _loaded(file)["description"]
    rendered = _generated(file, tmp_path)
    assert rendered["paths"].keys() == described["paths"].keys()
    assert rendered["components"].get("securitySchemes", {}).keys() == _sent_schemes(described)
    for path, item in described["paths"].items():
        for method in item.keys() - {"parameters", "servers"}:
            operation = rendered["paths"][path][method]
            own = item[method].get("servers") or item.get("servers", [])
            assert [_address(server) for server in operation.get("servers", [])] == [
                _address(server) for server in own
            ]
            assert _schemes(rendered, operation) == [
                sorted(_sent_schemes(described).intersection(names))
                for names in _schemes(described, item[method])
            ]
            assert _texts(operation) == _texts(item[method])
            assert operation.get("operationId") == item[method].get("operationId")
    names = {"title", "description", "version", *described["info"]}
    assert rendered["info"].keys() - {"x-generated"} == names
    assert rendered["info"]["version"] == described["info"]["version"]
    assert rendered["info"].get("contact") == described["info"].get("contact")
    path, again = tmp_path / "generated/model.yaml", tmp_path / "again"
    assert (
        main(["generate", "--only", "model", "--from-model", str(path), "--out", str(again)]) == 0
    )
    assert (again / "generated/model.yaml").read_text("utf-8") == path.read_text("utf-8")


def _address(server: dict[str, Any]) -> tuple[str, str | None]:
    return server["url"], server.get("description")


def _texts(operation: dict[str, Any]) -> dict[str, Any]:
    """Texts of an operation and of its replies, by their status; a redirect is no reply that clients read."""
    replies = {
        status: reply.get("description")
        for status, reply in operation["responses"].items()
        if status[0] != "3"
    }
    return replies | {key: operation.get(key) for key in ("summary", "description", "deprecated")}


def _sent_schemes(document: dict[str, Any]) -> set[str]:
    """Names of the security schemes that are not left to the transport of a client."""
    schemes = document.get("components", {}).get("securitySchemes", {})
    return {
        name
        for name, scheme in schemes.items()
        if scheme["type"] != "mutualTLS" and scheme.get("scheme") != "digest"
    }


def _schemes(document: dict[str, Any], operation: dict[str, Any]) -> list[list[str]]:
    """Alternatives of security schemes that a call is sent with; one without any stands alone for none."""
    stated = operation.get("security", document.get("security", []))
    return [sorted(alternative) for alternative in stated] or [[]]


@pytest.mark.parametrize("name", ["files", "objects"])
def test_documents_keep_styles_and_encodings(name: str, tmp_path: Path) -> None:
    file = HERE / f"openapi_{name}.yaml"
    described, rendered = _loaded(file)["description"], _generated(file, tmp_path)
    for path, item in described["paths"].items():
        for method, operation in item.items():
            kept = rendered["paths"][path][method]
            assert _forms(kept) == _forms(operation)


def _forms(operation: dict[str, Any]) -> list[object]:
    """How objects and files travel: style and media type of parameters; members of the body that have an encoding or are files."""
    forms: list[object] = [
        (parameter["name"], parameter.get("style"), [*parameter.get("content", {})])
        for parameter in operation.get("parameters", [])
        if parameter["name"] != "end"  # of a single value, brackets say nothing
    ]
    for media, body in sorted(operation.get("requestBody", {}).get("content", {}).items())[-1:]:
        forms.append(media)
        for name, member in body["schema"]["properties"].items():
            encoding = body.get("encoding", {}).get(name, {})
            forms.append((name, encoding.get("style"), _is_file(member)))
    return forms


def _is_file(member: dict[str, Any]) -> bool:
    member = member.get("anyOf", [member])[0]
    schema = member.get("items", member)
    is_raw = "binary" in (schema.get("format"), schema.get("contentEncoding"))
    return is_raw or "contentMediaType" in schema


def test_documents_pages_and_samples_have_the_names_and_places_of_parameters(
    tmp_path: Path,
) -> None:
    described = _loaded(HERE / "openapi_names.yaml")["description"]
    rendered = _generated(HERE / "openapi_names.yaml", tmp_path)
    for path, item in described["paths"].items():
        if path == "/moved/{id}":
            continue  # whose variable is sent in the path, whatever the document says
        for method in item.keys() - {"parameters"}:
            stated = [*item.get("parameters", []), *item[method].get("parameters", [])]
            assert _places(rendered["paths"][path][method].get("parameters", [])) == _places(stated)
    page = (tmp_path / "docs/reference/shown/files/get.md").read_text("utf-8")
    assert "### path_header { #param-path_header }\n\n`path` · string · header" in page
    samples = rendered["paths"]["/cookies"]["get"]["x-codeSamples"]
    sources = {sample["lang"]: sample["source"] for sample in samples}
    assert "--header 'Cookie: debug=true'" in sources["Shell"]
    assert '"Cookie": "debug=true"' in sources["JavaScript"]
    assert "'Cookie: debug=true'" in sources["PHP"]


def _places(parameters: list[dict[str, Any]]) -> set[tuple[str, str]]:
    return {(parameter["in"], parameter["name"]) for parameter in parameters}


def test_documents_and_pages_have_types_that_contain_themselves(tmp_path: Path) -> None:
    rendered = _generated(HERE / "openapi_aliases.yaml", tmp_path)
    schemas = rendered["components"]["schemas"]
    tree, nest = ({"$ref": f"#/components/schemas/{name}"} for name in ("Tree", "Nest"))
    assert schemas["Tree"] == {
        "description": "A text, or trees by their names.",
        "anyOf": [
            {"type": "object", "additionalProperties": tree},
            {"$ref": "#/components/schemas/Leaf"},
            {"type": "string"},
        ],
    }
    options = [nest, {"type": "integer"}, {"type": "null"}]
    assert schemas["Nest"] == {"type": "array", "items": {"anyOf": options}}
    body = rendered["paths"]["/trees"]["put"]["requestBody"]["content"]["application/json"]
    assert body["schema"]["$ref"] == tree["$ref"]
    page = (tmp_path / "docs/reference/shown/trees/get.md").read_text("utf-8")
    assert "### Tree { #type-Tree }\n\nA text, or trees by their names.\n\nObject, each" in page
    assert "[Tree](#type-Tree), [Leaf](#type-Leaf) or string.\n" in page
    types = (tmp_path / "docs/reference/shown/types.md").read_text("utf-8")
    assert "## Nest { #type-Nest }\n\nList of [Nest](#type-Nest), integer or null.\n" in types
    assert "nests.add([42])" in (tmp_path / "docs/reference/shown/nests/add.md").read_text("utf-8")


def test_a_sample_that_sends_files_sends_nothing_else(tmp_path: Path) -> None:
    rendered = _generated(HERE / "openapi_files.yaml", tmp_path)
    samples = rendered["paths"]["/files"]["post"]["x-codeSamples"]
    sources = {sample["lang"]: sample["source"] for sample in samples}
    assert 'files.create(Path("example.bin"))' in sources["Python"]
    assert "--form file=@example.bin" in sources["Shell"]
    assert "'content' => $form" in sources["PHP"]
    assert "$fields" not in sources["PHP"]
    assert "body: form" in sources["JavaScript"]


def test_parts_of_json_in_samples_have_a_media_type(tmp_path: Path) -> None:
    rendered = _generated(HERE / "openapi_files.yaml", tmp_path)
    samples = rendered["paths"]["/described"]["post"]["x-codeSamples"]
    sources = {sample["lang"]: sample["source"] for sample in samples}
    value = r"""--form 'about="{\"title\":\"Example\"}";type=application/json'"""
    assert value in sources["Shell"]
    assert '{ type: "application/json" }' in sources["JavaScript"]
    assert "['about', '{\"title\":\"Example\"}']," in sources["PHP"]
    assert r"Content-Type: application/json\r\n\r\n$value" in sources["PHP"]
    page = (tmp_path / "docs/reference/shown/files/describe.md").read_text("utf-8")
    assert 'name="about"\n    Content-Type: application/json\n\n    {"title":"Example"}\n' in page


def test_pages_have_the_statuses_of_replies_and_a_summary_once(tmp_path: Path) -> None:
    _generated(HERE / "openapi_bodies.yaml", tmp_path)
    page = (tmp_path / "docs/reference/shown/jobs/start.md").read_text("utf-8")
    assert ":   `200` Done. `202` Accepted. `204` Nothing to do.\n" in page
    assert ".sl-lead" not in page, "the summary is the title"


@pytest.mark.promise("The page of an operation lists the described headers with their types")
def test_headers_of_replies_are_shown(tmp_path: Path) -> None:
    replies = _generated(HERE / "openapi_bodies.yaml", tmp_path)["paths"]["/jobs"]["post"][
        "responses"
    ]
    left = {
        "description": "Calls left",
        "required": True,
        "schema": {"type": "integer", "minimum": 0},
    }
    ready = {"schema": {"type": "string", "format": "date-time"}}
    assert {status: reply.get("headers") for status, reply in replies.items()} == {
        "200": {"X-Left": left},
        "202": {"X-Left": left, "X-Ready": ready},
        "204": None,
        "429": {"X-Left": left},
    }
    page = (tmp_path / "docs/reference/shown/jobs/start.md").read_text("utf-8")
    assert "| `X-Left` | integer | `200`, `202`, `429` | Calls left." in page
    assert "| `X-Ready` | time | `202` |" in page


@pytest.mark.promise("Members beside the described ones are in the attribute `others`")
def test_documents_and_pages_have_the_type_of_other_members(tmp_path: Path) -> None:
    schemas = _generated(HERE / "openapi_others.yaml", tmp_path)["components"]["schemas"]
    assert schemas["Profile"]["additionalProperties"] is True
    assert schemas["Links"]["additionalProperties"] == {"$ref": "#/components/schemas/Link"}
    assert [*schemas["Links"]["properties"]] == ["self", "others"]
    page = (tmp_path / "docs/reference/shown/profiles/get.md").read_text("utf-8")
    assert "| any other name | object, each value anything |" in page


def test_documents_and_pages_have_webhooks(tmp_path: Path) -> None:
    webhooks = _generated(HERE / "openapi_unions.yaml", tmp_path)["webhooks"]
    sold, closed = webhooks["petSold"]["post"], webhooks["shop.closed"]["post"]
    assert (sold["summary"], sold["description"]) == ("A pet was sold.", "Sent once.")
    schema = sold["requestBody"]["content"]["application/json"]["schema"]
    assert schema["discriminator"]["propertyName"] == "kind"
    assert closed["deprecated"]
    page = (tmp_path / "docs/reference/shown/calling.md").read_text("utf-8")
    assert "| `petSold` | `shown_client.webhooks.read_pet_sold(body)` | A pet was sold. |" in page


def test_samples_carry_what_an_operation_needs(tmp_path: Path) -> None:
    rendered = _generated(HERE / "openapi_security.yaml", tmp_path)
    package = "SHOWN_CLIENT"
    carried = {
        "/bearer": f'--header "Authorization: Bearer ${package}_TOKEN"',
        "/query": f'--data-urlencode "key=${package}_API_KEY"',
        "/header": f'--header "X-Key: ${package}_HEADER"',
        "/cookie": f'--header "Cookie: session=${package}_COOKIE"',
        "/either": f'--header "Authorization: Bearer ${package}_TOKEN"',
    }
    for path, item in rendered["paths"].items():
        samples = item["get"]["x-codeSamples"]
        (curl,) = [each["source"] for each in samples if each["lang"].lower() in ("shell", "curl")]
        assert ("https://files.example.org/files" in curl) == (path == "/files")
        if path in carried:
            assert carried[path] in curl
        elif path in ("/none", "/optional", "/files"):
            assert "$" not in curl
    sources = [each["source"] for each in rendered["paths"]["/basic"]["get"]["x-codeSamples"]]
    user, password = f"{package}_USERNAME", f"{package}_PASSWORD"
    for text in (
        f'--user "${user}":"${password}"',
        f"'Authorization: Basic ' . base64_encode(getenv('{user}') . ':' . getenv('{password}'))",
        f'"Authorization": "Basic " + btoa(process.env.{user} + ":" + process.env.{password})',
    ):
        assert any(text in source for source in sources), sources


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_samples_of_python_run(file: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    rendered = _generated(file, tmp_path)
    package = tmp_path / "generated/python/shown_client/src"
    (tmp_path / "example.bin").write_bytes(b"bytes")
    requests: list[str] = []

    class Replies(QuietHandler):
        def serve(self) -> None:
            self.received()
            requests.append(f"{self.command} {self.path}")
            self.answer(b"", 418)

        do_DELETE = do_PATCH = serve  # noqa: N815 - the names that http.server calls

    with LocalServer(Replies) as server:
        environment = {
            **{f"SHOWN_CLIENT_{name}": "canary" for name in CREDENTIALS},
            "SHOWN_CLIENT_BASE_URL": server.url,
            "PYTHONPATH": str(package),
        }
        samples = [
            sample["source"]
            for item in rendered["paths"].values()
            for operation in item.values()
            if isinstance(operation, dict)
            for sample in operation.get("x-codeSamples", [])
            if sample["lang"] == "Python"
        ]
        monkeypatch.chdir(tmp_path)
        for name, text in environment.items():
            monkeypatch.setenv(name, text)
        monkeypatch.syspath_prepend(str(package))
        for name in [name for name in sys.modules if name.partition(".")[0] == "shown_client"]:
            monkeypatch.delitem(sys.modules, name)
        for sample in samples:
            assert "https://" not in sample.partition(" as ")[0], "the client has the address"
            with pytest.raises(Exception, match="HTTP status 418"):
                exec(sample, {})
    assert len(requests) == len(samples) > 0


CREDENTIALS = (
    "API_KEY",
    "COOKIE",
    "HEADER",
    "OTHER_COOKIE",
    "TOKEN",
    "ACCOUNT",
    "LOGIN",
    "USERNAME",
    "PASSWORD",
)


@pytest.mark.parametrize("name", ["security", "servers"])
def test_servers_are_those_of_the_document(name: str, tmp_path: Path) -> None:
    described = _loaded(HERE / f"openapi_{name}.yaml")["description"]
    rendered = _generated(HERE / f"openapi_{name}.yaml", tmp_path)
    servers = [[_server(server) for server in each["servers"]] for each in (rendered, described)]
    assert servers[0] == servers[1]
    texts = [
        [server.get("description") for server in each["servers"]] for each in (rendered, described)
    ]
    assert texts[0] == texts[1]
    assert len(servers[0]) > 1


def _server(server: dict[str, Any]) -> tuple[str, dict[str, dict[str, Any]]]:
    """Address and variables, whose defaults are texts."""
    variables = server.get("variables", {})
    return server["url"], {
        name: {**variable, "default": str(variable["default"])}
        for name, variable in variables.items()
    }


def test_documents_keep_the_formats_of_numbers_and_make_none_up(tmp_path: Path) -> None:
    rendered = _generated(HERE / "openapi_numbers.yaml", tmp_path)
    described = _loaded(HERE / "openapi_numbers.yaml")["description"]
    numbers, source = (
        each["components"]["schemas"]["Numbers"]["properties"] for each in (rendered, described)
    )
    assert {name: _formats(numbers[name]) for name in source} == {
        name: _formats(schema) for name, schema in source.items()
    }
    operation, source = (each["paths"]["/numbers"]["get"] for each in (rendered, described))
    assert [_formats(parameter["schema"]) for parameter in operation["parameters"]] == [
        _formats(parameter["schema"]) for parameter in source["parameters"]
    ]
    assert "description" not in rendered["tags"][0]


def _formats(schema: dict[str, Any]) -> list[object]:
    """The format of a schema, then those of the schemas inside."""
    schemas = [schema.get("items"), schema.get("additionalProperties"), *schema.get("anyOf", [])]
    parts = [_formats(part) for part in schemas if isinstance(part, dict)]
    return [schema.get("format"), *parts]


def test_a_page_speaks_of_a_key_where_the_operation_takes_one(tmp_path: Path) -> None:
    note = "Secrets stay in the memory of this page"
    for name, page, expected in (("access", "accounts/get", 0), ("security", "calls/get_query", 1)):
        folder = tmp_path / name
        folder.mkdir()
        _generated(HERE / f"openapi_{name}.yaml", folder)
        text = (folder / f"docs/reference/shown/{page}.md").read_text("utf-8")
        assert text.count(note) == expected


def test_a_record_in_a_sample_has_a_member_on_each_line(tmp_path: Path) -> None:
    paths = _generated(HERE / "openapi_access.yaml", tmp_path)["paths"]
    sample = paths["/groups"]["post"]["x-codeSamples"][0]["source"]
    lines = [
        "    group = shown.groups.create(GroupDraft(",
        "        owner=AccountDraft(",
        '            name="Example",',
        '            pin="Example",',
        "        ),",
        "    ))",
    ]
    assert "\n".join(lines) in sample


@pytest.mark.promise(
    "is `readOnly` is only in replies", "One that is `writeOnly` is only in requests"
)
def test_documents_and_pages_say_where_members_are(tmp_path: Path) -> None:
    members = _generated(HERE / "openapi_access.yaml", tmp_path)["components"]["schemas"]
    account = members["Account"]["properties"]
    assert [name for name in account if account[name].get("readOnly")] == ["id", "changed"]
    assert [name for name in account if account[name].get("writeOnly")] == ["pin"]
    pages = tmp_path / "docs/reference/shown"
    page = (pages / "accounts/get.md").read_text("utf-8")
    assert (page.count("Only in replies."), page.count("`pin`")) == (2, 0)
    assert (pages / "types.md").read_text("utf-8").count("only in requests") == 1
    source = tmp_path / "generated/python/shown_client/src/shown_client/models.py"
    assert source.read_text("utf-8").count("Its form in requests.") == 2


@pytest.mark.promise("show its default and its values")
def test_variables_of_a_server_are_shown(tmp_path: Path) -> None:
    rendered = _generated(HERE / "openapi_servers.yaml", tmp_path)
    curl = rendered["paths"]["/files"]["get"]["x-codeSamples"]
    assert any("https://127.0.0.1/files/files" in each["source"] for each in curl)
    scheme = rendered["components"]["securitySchemes"]["account"]
    assert scheme["flows"]["clientCredentials"]["tokenUrl"] == "http://127.0.0.1:9/token"
    package = tmp_path / "generated/python/shown_client"
    row = "| `host` | `SHOWN_CLIENT_HOST` | `127.0.0.1` | `127.0.0.1`, `localhost` | Where it is. |"
    assert row in (package / "README.md").read_text("utf-8")
    page = (tmp_path / "docs/reference/shown/calling.md").read_text("utf-8")
    assert f"| `host` {row}" in page
    page = (tmp_path / "docs/reference/shown/calls/load_files.md").read_text("utf-8")
    assert ":   `https://{host}/files` Files of your region.\n" in page
    assert "\n- `https://eu.example.org/files` Files in Europe.\n- `https://{host}/old`\n" in page
    assert '<option value="https&#58;//eu.example.org/files">' in page
    client = " ".join((package / "src/shown_client/client.py").read_text("utf-8").split())
    assert (
        "host: Where it is. Values: `127.0.0.1`, `localhost`. Without it, the environment variable "
        "`SHOWN_CLIENT_HOST`, else `127.0.0.1`. Not used with `base_url`."
    ) in client
    assert "Server `https://{host}/files`: Files of your region. Other servers, which" in client
    assert (
        "Other servers, which `base_url` of a client chooses: "
        "`https://eu.example.org/files`: Files in Europe. `https://127.0.0.1/old`."
    ) in client


def test_the_readme_says_which_credentials_there_are(tmp_path: Path) -> None:
    _generated(HERE / "openapi_security.yaml", tmp_path)
    readme = (tmp_path / "generated/python/shown_client/README.md").read_text("utf-8")
    assert 'with Client(token="…") as client:\n' in readme
    for row in (
        "| `token` | `SHOWN_CLIENT_TOKEN` | The token of the caller; or a function that returns it |",
        "| `username` | `SHOWN_CLIENT_USERNAME` | The name of the user |",
        "| `password` | `SHOWN_CLIENT_PASSWORD` | The password of the user |",
    ):
        assert f"{row}\n" in readme


@pytest.mark.promise(
    "Examples of replies in JSON, and of texts, are on the pages and in the rendered document"
)
def test_examples_of_replies_are_shown(tmp_path: Path) -> None:
    rendered = _generated(HERE.parent / "rest/doubles.yaml", tmp_path)
    examples = {
        path: rendered["paths"][path]["get"]["responses"]["200"]["content"]["application/json"]
        for path in ("/examples/right", "/examples/wrong", "/colours")
    }
    assert {path: media.get("examples") for path, media in examples.items()} == {
        "/examples/right": {"example": {"summary": "OK", "value": {"town": "Ulm"}}},
        "/examples/wrong": {"first": {"summary": "Another member", "value": {"city": "Ulm"}}},
        "/colours": None,
    }
    page = (tmp_path / "docs/reference/shown/examples/get_right.md").read_text("utf-8")
    assert '{"town": "Ulm"}' in page


@pytest.mark.promise(
    "An `example` of a parameter, a member or a body is in docstrings, on pages",
    "Samples and the form begin",
    "The double for tests answers with those of members",
)
def test_examples_of_values_are_shown(tmp_path: Path) -> None:
    rendered = _generated(HERE / "openapi_examples.yaml", tmp_path)
    bed, water = rendered["paths"]["/beds/{bed_id}"], rendered["paths"]["/water"]["post"]
    parameters = {each["name"]: each["schema"].get("examples") for each in bed["get"]["parameters"]}
    assert parameters == {"bed_id": ["north"], "since": ["2026-05-01"]}
    members = rendered["components"]["schemas"]["Bed"]["properties"]
    assert {name: members[name].get("examples") for name in members} == {
        "plant": ["rhubarb"],
        "rows": None,  # it does not fit
        "labels": [["old", "wet"]],
    }
    body = water["requestBody"]["content"]["application/json"]["schema"]["properties"]
    assert (body["beds"]["examples"], body["litres"]["examples"]) == ([["north"]], [2.5])
    samples = {
        path: {each["lang"]: each["source"] for each in operation["x-codeSamples"]}
        for path, operation in (("get", bed["get"]), ("put", bed["put"]), ("water", water))
    }
    assert 'shown.beds.get("north")' in samples["get"]["Python"]
    assert 'plant="leek"' in samples["put"]["Python"]
    assert '{"plant": "leek", "rows": 3, "labels": ["new"]}' in samples["put"]["Shell"]
    assert '["north"]' in samples["water"]["Python"]
    assert "litres=2.5" in samples["water"]["Python"]
    assert '{"beds": ["north"], "litres": 2.5}' in samples["water"]["Shell"]

    media = bed["get"]["responses"]["404"]["content"]["application/json"]
    shown = {"summary": "No such bed.", "value": {"reason": "gone"}}
    assert media["examples"] == {"example": shown}
    page = (tmp_path / "docs/reference/shown/beds/get.md").read_text("utf-8")
    assert '{"reason": "gone"}' in page
    assert "Example\n:   `2026-05-01`" in page

    stop = rendered["paths"]["/water"]["delete"]
    body = stop["requestBody"]["content"]["application/json"]["examples"]
    assert body == {"none": {"value": None}}
    assert "Example: `rhubarb`." in page
    assert '"sample":"2026-05-01"' in page.replace("&quot;", '"')
    package = tmp_path / "generated/python/shown_client/src/shown_client"
    assert "since: The first day. Example: `2026-05-01`." in (package / "client.py").read_text()
    assert "Example: `rhubarb`." in (package / "models.py").read_text()
    double = json.loads((package / "examples.json").read_text())
    assert double["members"] == {"Bed": {"plant": "rhubarb", "labels": ["old", "wet"]}}


def test_a_document_of_webhooks_alone_is_a_package_that_reads_them(tmp_path: Path) -> None:
    body = {"content": {"application/json": {"schema": {"$ref": "#/components/schemas/Sale"}}}}
    sold = {
        "summary": "Sent once. It comes again after an error.",
        "requestBody": body,
        "responses": {},
    }
    described = {
        "openapi": "3.1.0",
        "info": {"title": "Sales API", "version": "1"},
        "webhooks": {"sold": {"post": sold}},
        "components": {"schemas": {"Sale": {"properties": {"id": {"type": "integer"}}}}},
    }
    file = tmp_path / "sales.yaml"
    file.write_text(json.dumps({"description": described}), "utf-8")
    rendered = _generated(file, tmp_path)
    assert (rendered["paths"], [*rendered["webhooks"]]) == ({}, ["sold"])
    package = tmp_path / "generated/python/shown_client"
    readme = (package / "README.md").read_text("utf-8")
    assert "| `read_sold` | Sent once. |" in readme
    assert "Sandbox" not in readme
    program = (
        "from shown_client import Client, webhooks; Client(base_url='https://a.example').close()"
    )
    program += "; print(webhooks.read_sold(b'{\"id\": 7}').id)"
    done = subprocess.run(
        [sys.executable, "-c", program],
        cwd=package / "src",
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout == "7\n"
    page = (tmp_path / "docs/reference/shown/index.md").read_text("utf-8")
    assert "[Webhooks](calling.md#webhooks)" in page


@pytest.mark.parametrize("name", ["media", "media_references"])
def test_documents_have_every_media_type_at_one_operation(name: str, tmp_path: Path) -> None:
    file = HERE / f"openapi_{name}.yaml"
    described, rendered = _loaded(file)["description"], _generated(file, tmp_path)
    assert rendered["paths"].keys() == described["paths"].keys()
    for path, item in described["paths"].items():
        for method in item.keys() - {"parameters"}:
            kept = rendered["paths"][path][method]
            stated_types = _media_types(item[method], described["components"])
            assert _media_types(kept, {}) == stated_types - {"multipart/mixed"}


def test_documents_and_pages_have_terms_of_service_and_links_of_tags(tmp_path: Path) -> None:
    file = HERE / "openapi_media.yaml"
    described, rendered = _loaded(file)["description"], _generated(file, tmp_path)
    assert rendered["info"]["termsOfService"] == described["info"]["termsOfService"]
    assert rendered["tags"] == described["tags"]
    page = (tmp_path / "docs/reference/shown/index.md").read_text("utf-8")
    assert "[Terms of service](https://example.org/terms)" in page
    assert "See [All about messages](https://example.org/messages)." in page
    assert (
        "\n## Size of files { #tag-Size.20.of.20.files }\n\nFiles have at most <strong>2 MB" in page
    )
    assert "See [https://example.org/limits](https://example.org/limits)." in page


def test_pages_documents_and_docstrings_list_links_of_replies(tmp_path: Path) -> None:
    rendered = _generated(HERE / "openapi_media_references.yaml", tmp_path)
    text = (
        "A table.\n\nLinks:\n\n"
        "- `replace`: operation `replaceTable` with `number` from `$request.path.number`. Puts other rows there.\n"
        "- `copy`: operation `createTable` with the body from `$response.body`"
    )
    assert rendered["paths"]["/tables/{number}"]["get"]["responses"]["200"]["description"] == text
    page = (tmp_path / "docs/reference/shown/tables/get.md").read_text("utf-8")
    assert "operation `createTable` with the body from `$response.body`" in page


def test_documents_say_which_members_of_a_form_go_together(tmp_path: Path) -> None:
    paths = _generated(HERE / "openapi_forms.yaml", tmp_path)["paths"]
    tokens, invites = (paths[name]["post"]["requestBody"] for name in ("/tokens", "/invites"))
    sets = (
        "One of these sets of members: `code`, `scope` (optional); or `user`, `scope` (optional)."
    )
    assert tokens["description"] == sets
    sets = (
        "At least one of these sets of members: `code`, `scope` (optional); or `users` (optional)."
    )
    assert invites["description"] == sets


def _media_types(operation: dict[str, Any], components: dict[str, Any]) -> set[str]:
    parts = [operation.get("requestBody", {}), *operation["responses"].values()]
    media_types: set[str] = set()
    for part in parts:
        while "$ref" in part:
            _, _, kind, component = part["$ref"].split("/")
            part = components[kind][component]
        media_types.update(part.get("content", {}))
    return media_types
