"""A client calls the address that the OpenAPI document and the code samples show."""

import pytest

from specloom.runtime.rest import session
from specloom.runtime.rest.credentials import ClientCredentials, TokenSource
from specloom.runtime.rest.errors import ConfigurationError
from specloom.runtime.rest.operation import Api, Operation, Scheme, ServerVariable


@pytest.mark.promise("If a variable holds the host, only a path can follow it")
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
    assert session._address(api, value, False, {}, is_chosen=False) == expected


def test_a_host_alone_is_no_address_of_an_api_without_a_variable() -> None:
    api = Api(package="shop", version="1.0", address="https://shop.example.org")
    assert session._address(api, None, False, {}, is_chosen=False) == "https://shop.example.org"
    with pytest.raises(ConfigurationError, match="must begin with https:// and a host"):
        session._address(api, "localhost:8080", False, {}, is_chosen=False)


REGIONS = Api(
    package="pets",
    version="1.0",
    address="https://{region}.example.org/{version}",
    server_variables=(
        ServerVariable("region", "region", "eu"),
        ServerVariable("version", "server_version", "v1"),
    ),
    schemes=(
        Scheme(
            name="account",
            argument="token",
            kind="oauth2",
            token_url="https://{region}.example.org/token",
        ),
    ),
)
FILES: Operation[None] = Operation(
    "files.get",
    "GET",
    "/file",
    address="https://files.{region}.example.org",
    result=None,
)


def _session(place: str | None = None, **server_variables: str | None) -> session.Session:
    account = {"token": ClientCredentials("id", "secret")}
    return session.open_session(REGIONS, place, None, False, {}, account, server_variables)


@pytest.mark.parametrize(
    ("environment", "place", "variables", "address"),
    [
        ({}, None, {}, "https://eu.example.org/v1"),
        ({}, None, {"region": "us"}, "https://us.example.org/v1"),
        ({}, None, {"server_version": ""}, "https://eu.example.org"),
        ({"REGION": "us"}, None, {}, "https://us.example.org/v1"),
        ({"REGION": "us"}, None, {"region": "ap"}, "https://ap.example.org/v1"),
        ({"BASE_URL": "https://a.example"}, None, {"region": None}, "https://a.example"),
        ({"BASE_URL": "https://a.example"}, None, {"region": "eu"}, "https://eu.example.org/v1"),
        ({"REGION": "us"}, "https://a.example/", {"region": "ap"}, "https://a.example"),
    ],
)
def test_an_address_wins_over_variables_and_arguments_over_the_environment(
    monkeypatch: pytest.MonkeyPatch,
    environment: dict[str, str],
    place: str | None,
    variables: dict[str, str | None],
    address: str,
) -> None:
    for name, text in environment.items():
        monkeypatch.setenv(f"PETS_{name}", text)
    assert _session(place, **variables).address == address


@pytest.mark.promise("with the variables that the two servers share")
def test_variables_are_filled_in_addresses_of_operations_and_tokens() -> None:
    opened = _session(region="us")
    assert opened.address_of(FILES) == "https://files.us.example.org"
    source = opened.credentials["account"]
    assert isinstance(source, TokenSource)
    assert source.url == "https://us.example.org/token"
    assert _session("https://eu.example.org/v1").address_of(FILES) == "https://files.eu.example.org"
    assert _session("https://a.example").address_of(FILES) == "https://a.example"


@pytest.mark.promise("gives another one to some calls")
def test_another_variable_changes_addresses_of_operations_and_tokens() -> None:
    opened = _session(server_version="v2")
    moved = opened.with_changes(None, {}, {}, {"region": "us"})
    assert moved.address == "https://us.example.org/v2"
    assert moved.address_of(FILES) == "https://files.us.example.org"
    source, same = moved.credentials["account"], opened.credentials["account"]
    assert isinstance(source, TokenSource)
    assert source.url == "https://us.example.org/token"
    assert opened.with_changes(None, {}, {}, {}).credentials["account"] is same
    account = ClientCredentials("id", "secret", token_url="https://a.example/token")
    signed_in = opened.with_changes(None, {}, {"token": account}, {})
    assert (
        signed_in.with_changes(None, {}, {}, {"region": "us"}).credentials == signed_in.credentials
    )


@pytest.mark.promise("accepted unless it leads to another host")
@pytest.mark.parametrize(
    ("address", "text"),
    [
        ("https://{region}.example.org", "example.net/"),
        ("https://{region}.example.org", "example.net?"),
        ("https://{region}.example.org", "example.net#"),
        ("https://{region}.example.org", "me@example.net:80\\"),
        ("https://{region}.example.org", "example.net%2F"),
        ("https://{region}.example.org", ""),
        ("https://a.example.org:{region}", "80@example.net"),
        ("{region}://a.example.org", "https://example.net/"),
        ("{region}://a.example.org", "http"),
        ("https://a.example.org/{region}", "a?b"),
        ("https://a.example.org/{region}", "a#b"),
    ],
)
def test_a_variable_changes_no_other_part_of_the_address(address: str, text: str) -> None:
    variables = (ServerVariable("region", "region", "eu"),)
    api = Api(package="pets", version="1.0", address=address, server_variables=variables)
    with pytest.raises(ConfigurationError):
        session.open_session(api, None, None, False, {}, {}, {"region": text})


@pytest.mark.promise("has no slash, unless its default has one")
@pytest.mark.parametrize(
    ("address", "default", "text", "expected"),
    [
        ("https://a.example.org{base}", "/sell/v1", None, "https://a.example.org/sell/v1"),
        ("https://a.example.org{base}", "/sell/v1", "/sell/v2", "https://a.example.org/sell/v2"),
        ("https://a.example.org{base}", "/sell/v1", "", "https://a.example.org"),
        ("https://{base}", "a.example.org/v1", None, "https://a.example.org/v1"),
        ("https://{base}", "a.example.org/v1", "b.example.org/v2", "https://b.example.org/v2"),
    ],
)
def test_a_variable_holds_a_path_if_its_default_does(
    address: str, default: str, text: str | None, expected: str
) -> None:
    variables = (ServerVariable("base", "base", default),)
    api = Api(package="pets", version="1.0", address=address, server_variables=variables)
    opened = session.open_session(api, None, None, False, {}, {}, {"base": text})
    assert opened.address == expected


@pytest.mark.parametrize("text", [".example.net", "@example.net", ":80", "/v1?a", "/v1#a"])
def test_a_path_in_a_variable_leads_to_no_other_host(text: str) -> None:
    variables = (ServerVariable("base", "base", "/v1"),)
    address = "https://a.example.org{base}"
    api = Api(package="pets", version="1.0", address=address, server_variables=variables)
    with pytest.raises(ConfigurationError):
        session.open_session(api, None, None, False, {}, {}, {"base": text})
