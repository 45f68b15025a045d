"""A client calls the address that the OpenAPI document and the code samples show."""

import pytest

from specloom.runtime.rest import session
from specloom.runtime.rest.errors import ConfigurationError
from specloom.runtime.rest.operation import Api


@pytest.mark.promise("Nothing but a path can follow a variable that holds the host")
@pytest.mark.parametrize(
    ("address", "value", "expected"),
    [
        ("{base_url}", "https://a.example/", "https://a.example"),
        ("{base_url}/v1", "https://a.example", "https://a.example/v1"),
        ("https://{shop}.example.org/v1", "flowers", "https://flowers.example.org/v1"),
        ("https://{shop}.example.org/v1", "http://localhost:8080", "http://localhost:8080"),
    ],
)
def test_a_variable_stands_where_the_document_has_it(
    address: str, value: str, expected: str
) -> None:
    variable = address.partition("{")[2].partition("}")[0]
    api = Api(package="shop", version="1.0", address=address, variable=variable)
    assert session._address(api, value, False) == expected


def test_a_host_alone_is_no_address_of_an_api_without_a_variable() -> None:
    api = Api(package="shop", version="1.0", address="https://shop.example.org")
    assert session._address(api, None, False) == "https://shop.example.org"
    with pytest.raises(ConfigurationError, match="must begin with https:// and a host"):
        session._address(api, "localhost:8080", False)
