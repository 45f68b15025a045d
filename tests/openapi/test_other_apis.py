"""What the two APIs of this repository do not have: paths with parameters, bearer tokens, no envelope."""

from typing import cast

import msgspec
import pytest
from openapi_spec_validator import OpenAPIV31SpecValidator

from specloom import pipeline, resources
from specloom.diagnostics import Diagnostics
from specloom.model import Api
from specloom.views.openapi.document import plain
from specloom.views.openapi.rest import document

from .reading import Object, body, operations, parameters


@pytest.fixture(scope="module")
def library() -> Api:
    """The API that `init` puts into a new folder."""
    diagnostics = Diagnostics()
    folder = resources.example()
    sources = pipeline.Sources(folder / "spec" / "apis.yaml", folder)
    config = pipeline.read_config(sources, diagnostics)
    assert config is not None, diagnostics.found
    model = pipeline.read_model(sources, config, diagnostics)
    assert model is not None, diagnostics.found
    return model.apis[0]


def described(api: Api) -> Object:
    found = cast("Object", plain(document(api)))
    assert not list(OpenAPIV31SpecValidator(found).iter_errors())
    return found


def test_a_bearer_token_is_a_security_scheme_and_no_parameter(library: Api) -> None:
    found = described(library)
    assert found["components"]["securitySchemes"] == {
        "bearer": {"type": "http", "scheme": "bearer"}
    }
    for _, _, operation in operations(found):
        assert operation["security"] == [{"bearer": []}]
        assert "Authorization" not in parameters(found, operation)


def test_an_operation_that_needs_no_key_asks_for_none(library: Api) -> None:
    first, *others = library.operations
    public = msgspec.structs.replace(first, parameters=first.parameters[1:])
    found = described(msgspec.structs.replace(library, operations=(public, *others)))
    asked = [operation.get("security") for _, _, operation in operations(found)]
    assert asked == [None, *([[{"bearer": []}]] * len(others))]


def test_a_parameter_of_the_path_is_required(library: Api) -> None:
    found = described(library)
    number = parameters(found, found["paths"]["/books/{number}"]["get"])["number"]
    assert (number["in"], number["required"]) == ("path", True)


def test_a_default_is_told_and_not_sent(library: Api) -> None:
    found = described(library)
    order = parameters(found, found["paths"]["/books"]["get"])["order"]
    assert "Default: `title`." in order["description"]
    assert "default" not in order["schema"]


def test_without_an_envelope_the_result_is_the_body(library: Api) -> None:
    operation = next(one for one in library.operations if one.id == "books.get")
    assert operation.result is not None
    bare = msgspec.structs.replace(
        library,
        envelope=None,
        operations=(
            msgspec.structs.replace(
                operation, result=msgspec.structs.replace(operation.result, key=None)
            ),
        ),
    )
    found = described(bare)
    ((_, _, told),) = operations(found)
    assert body(told["responses"]["200"]) == {"$ref": "#/components/schemas/Book"}
    assert "content" not in told["responses"]["4XX"]


def test_a_fixed_address_has_no_variable(library: Api) -> None:
    assert described(library)["servers"] == [
        {"url": "https://library.example.org/v1", "description": "The library's own server."}
    ]
