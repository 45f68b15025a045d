"""Features that the two APIs of this repository lack: bearer tokens, no envelope, names used twice …"""

import json
from collections.abc import Iterator

import msgspec
import pytest
from openapi_spec_validator import OpenAPIV31SpecValidator

from specloom import resources
from specloom.diagnostics import Diagnostics
from specloom.model.structs import (
    Api,
    Example,
    Field,
    Http,
    Module,
    Operation,
    Parameter,
    ReplyHeader,
)
from specloom.naming.names import package_names
from specloom.readers.read import Sources, read_config, read_model
from specloom.rendering.formatting import json_of_yaml
from specloom.rendering.render import Renderer
from specloom.views import openapi
from specloom.views.openapi.profile import profiles
from tests.protocols import with_protocol
from tests.values import parameter_of

from .reading import Object, body, operations, parameters


@pytest.fixture(scope="module")
def library() -> Api:
    """The API that `init` puts into a new folder."""
    diagnostics = Diagnostics()
    folder = resources.example()
    sources = Sources(folder / "spec" / "apis.yaml", folder)
    config = read_config(sources, diagnostics)
    assert config is not None, diagnostics.found
    model = read_model(sources, config, diagnostics)
    assert model is not None, diagnostics.found
    return model.apis[0]


def described(api: Api) -> Object:
    """The first document of an API."""
    return next(each_described(api))


def each_described(api: Api) -> Iterator[Object]:
    """The documents of an API as a reader of their JSON sees them."""
    for profile in profiles(api):
        text = Renderer(resources.templates()).render(
            openapi.output(api, package_names(api), profile)
        )
        document = json.loads(json_of_yaml(text))
        assert not list(OpenAPIV31SpecValidator(document).iter_errors())
        yield document


@pytest.mark.promise("A bearer token is a security scheme")
def test_a_bearer_token_is_a_security_scheme_and_no_parameter(library: Api) -> None:
    document = described(library)
    assert document["components"]["securitySchemes"] == {
        "bearer": {"type": "http", "scheme": "bearer"}
    }
    for _, _, operation in operations(document):
        assert operation["security"] == [{"bearer": []}]
        assert "Authorization" not in parameters(document, operation)


@pytest.mark.promise("Every operation needs the key, except one with `public: true`")
def test_an_operation_that_needs_no_key_asks_for_none(library: Api) -> None:
    first, *remaining = library.operations
    public = msgspec.structs.replace(first, parameters=first.parameters[1:])
    document = described(msgspec.structs.replace(library, operations=(public, *remaining)))
    requirements = [operation.get("security") for _, _, operation in operations(document)]
    assert requirements == [None, *([[{"bearer": []}]] * len(remaining))]


def test_a_parameter_of_the_path_is_required(library: Api) -> None:
    document = described(library)
    number = parameters(document, document["paths"]["/books/{number}"]["get"])["number"]
    assert (number["in"], number["required"]) == ("path", True)


def test_a_default_is_told_and_not_sent(library: Api) -> None:
    document = described(library)
    order = parameters(document, document["paths"]["/books"]["get"])["order"]
    assert "Default: `title`." in order["description"]
    assert "default" not in order["schema"]


def test_without_an_envelope_the_result_is_the_body(library: Api) -> None:
    operation = next(candidate for candidate in library.operations if candidate.id == "books.get")
    assert operation.result is not None
    bare = msgspec.structs.replace(
        with_protocol(library, envelope=None),
        operations=(
            msgspec.structs.replace(
                operation,
                examples=(),
                result=msgspec.structs.replace(operation.result, key=None),
            ),
        ),
    )
    document = described(bare)
    ((_, _, operation_object),) = operations(document)
    assert body(operation_object["responses"]["200"]) == {"$ref": "#/components/schemas/Book"}
    assert "content" not in operation_object["responses"]["default"]


def answering(operation: Operation, *new_examples: tuple[str, int, bool]) -> Operation:
    """The operation with examples: name, status, whether it is an error."""
    examples = tuple(
        Example(name=name, summary=name, arguments={}, status=status, error=error, reply={"a": 1})
        for name, status, error in new_examples
    )
    return msgspec.structs.replace(operation, examples=examples)


@pytest.mark.promise("with another status is listed under that status")
def test_examples_stand_under_their_own_status(library: Api) -> None:
    first, *remaining = library.operations
    with_examples = answering(
        first, ("made", 201, False), ("odd", 422, True), ("gone", 410, True), ("bad", 400, True)
    )
    api = msgspec.structs.replace(library, operations=(with_examples, *remaining))
    (_, _, operation), *_ = operations(described(api))
    stands = {
        status: list(response.get("content", {}).get("application/json", {}).get("examples", {}))
        for status, response in operation["responses"].items()
    }
    assert stands == {
        "201": ["made"], "400": ["bad"], "410": ["gone"], "422": ["odd"], "default": [],
    }  # fmt: skip
    assert "schema" in operation["responses"]["201"]["content"]["application/json"]


def test_a_text_of_several_lines_stays_in_its_header(library: Api) -> None:
    first, *remaining = library.operations
    assert isinstance(first.call, Http)
    text = 'Links to pages:\nrel="next" (when there is one)'
    header = ReplyHeader(header=Field(name="Link", type="string", summary=text), statuses=(200,))
    call = msgspec.structs.replace(first.call, reply_headers=(header,))
    operation = msgspec.structs.replace(first, call=call)
    document = described(msgspec.structs.replace(library, operations=(operation, *remaining)))
    _, _, described_operation = next(operations(document))
    assert described_operation["responses"]["200"]["headers"]["Link"]["description"] == text


def test_a_fixed_address_has_no_variable(library: Api) -> None:
    assert described(library)["servers"] == [
        {"url": "https://library.example.org/v1", "description": "The library's own server."}
    ]


@pytest.mark.promise("A `DELETE` without a result answers 204")
def test_an_operation_of_which_little_is_known_is_described(library: Api) -> None:
    call = Http(method="DELETE", path="/books")
    little = Operation(id="books.scrap", group="books", call=call)
    bare = msgspec.structs.replace(with_protocol(library, envelope=None), operations=(little,))
    document = described(bare)
    ((_, _, operation_object),) = operations(document)
    assert list(operation_object["responses"]) == ["204", "400", "default"]
    assert not [
        response for response in operation_object["responses"].values() if "content" in response
    ]
    assert document["components"]["schemas"] == {}
    posted = msgspec.structs.replace(
        bare, operations=(msgspec.structs.replace(little, call=Http(method="POST", path="/books")),)
    )
    ((_, _, operation_object),) = operations(described(posted))
    assert body(operation_object["responses"]["200"]) == {"type": "object"}


def modules(wiki: Api, *parameters: Parameter) -> Api:
    """The wiki with a module for each parameter, and nothing in the names to tell them apart."""
    first = wiki.operations[0]
    return msgspec.structs.replace(
        with_protocol(wiki, actions=()),
        operations=tuple(
            msgspec.structs.replace(
                first,
                id=f"module{number}",
                call=Module(path=f"query+module{number}", class_name=f"Module{number}"),
                parameters=(parameter,),
            )
            for number, parameter in enumerate(parameters)
        ),
    )


def test_several_modules_may_share_the_name_of_a_parameter(wiki: Api) -> None:
    kinds = ("string", "integer", "boolean")
    shared = [parameter_of("sort", kind, required=True) for kind in kinds]
    document = described(modules(wiki, *shared))
    sort_parameter = parameters(document, document["paths"]["/api.php"]["get"])["sort"]
    assert sort_parameter["x-specloom-parameter"]["type"] == "string"
    assert [facts["type"] for facts in sort_parameter["x-specloom-parameter-too"]] == [
        "integer",
        "boolean",
    ]
    assert sort_parameter["description"].count("Required with") == 3


def test_no_parameter_of_a_module_takes_the_name_of_one_that_every_request_has(wiki: Api) -> None:
    for document in each_described(modules(wiki, parameter_of("format", "string"))):
        described, *_ = [operation for _, _, operation in operations(document)]
        assert parameters(document, described)["format"]["schema"]["const"] == "json"
        posted = document["components"]["schemas"].get("Query")
        assert posted is None or posted["properties"]["format"]["const"] == "json"
