"""An environment that the HTTP library cannot work with is an error of the package, for each client."""

from typing import Any

import httpx2
import pytest
import seller_platform
import wiki_query

CLIENTS: dict[str, tuple[Any, dict[str, str], type[Exception]]] = {
    f"{name}, {kind}": (getattr(package, kind), settings, error)
    for name, package, settings, error in (
        ("seller", seller_platform, {"api_key": "canary"}, seller_platform.ConfigurationError),
        ("wiki", wiki_query, {"user_agent": "tests/1 (t@example.org)"}, wiki_query.ParameterError),
    )
    for kind in ("Client", "AsyncClient")
}


PROXY = "{} is not the address of a proxy, such as http://proxy.example.org:3128"
ENVIRONMENTS: list[tuple[str, str, str]] = [
    ("ALL_PROXY", "socks5://127.0.0.1:1", "Using SOCKS proxy, but the 'socksio' package"),
    *(
        ("HTTPS_PROXY", wrong, PROXY.format("HTTPS_PROXY"))
        for wrong in (
            "ftp://127.0.0.1:1",
            "http://[::",
            "http://",
            "http:///canary",
            "https//canary:1",
            "canary:port",
            "http://canary:99999",
            "http://user:canary@:1",
            "http://can ary",
        )
    ),
    ("all_proxy", "http://canary\n", PROXY.format("all_proxy")),
    ("SSL_CERT_FILE", "/not/there.pem", "SSL_CERT_FILE names '/not/there.pem': No such file or"),
    ("SSL_CERT_FILE", "/", "SSL_CERT_FILE names '/': "),
    ("SSL_CERT_FILE", __file__, f"SSL_CERT_FILE names {__file__!r}: "),
    ("SSL_CERT_DIR", "/not/there", "SSL_CERT_DIR names '/not/there', which is not a folder"),
]


@pytest.mark.promise(
    "making the client raises a `ConfigurationError`", "making the client is a `ParameterError`"
)
@pytest.mark.parametrize(("make", "settings", "error"), CLIENTS.values(), ids=CLIENTS)
@pytest.mark.parametrize(("variable", "value", "problem"), ENVIRONMENTS)
def test_an_environment_that_cannot_be_used_is_told(
    make: Any,
    settings: dict[str, str],
    error: type[Exception],
    variable: str,
    value: str,
    problem: str,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    for name in ("SSL_CERT_FILE", "SSL_CERT_DIR"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv(variable, value)
    with pytest.raises(error) as raised:
        make("https://h.test/api.php", **settings)
    lead = "the environment's proxies or certificates cannot be used: "
    assert str(raised.value).startswith(lead + problem)
    assert "canary" not in str(raised.value)


@pytest.mark.parametrize(("make", "settings", "error"), CLIENTS.values(), ids=CLIENTS)
def test_a_proxy_that_is_not_used_is_not_looked_at(
    make: Any,
    settings: dict[str, str],
    error: type[Exception],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("HTTPS_PROXY", "http://")
    monkeypatch.setenv("NO_PROXY", "*")
    make("https://h.test/api.php", **settings)


class OtherLibrary:
    """A transport as httpx has it, the library that httpx2 follows."""

    __module__ = "httpx._transports"

    def handle_request(self, request: object) -> object:
        raise AssertionError(request)

    handle_async_request = handle_request


OF_HTTPX2 = "transport: expected a transport such as httpx2.{}HTTPTransport(…), got {}"
SYNC: list[tuple[Any, str]] = [
    (httpx2.AsyncHTTPTransport(), "AsyncHTTPTransport, which is for asynchronous programs"),
    (httpx2.Client(), "an httpx2.Client: give the transport that it was made with"),
]
ASYNC: list[tuple[Any, str]] = [
    (httpx2.HTTPTransport(), "HTTPTransport, which is for synchronous programs"),
    (httpx2.AsyncClient(), "an httpx2.AsyncClient: give the transport that it was made with"),
]
EITHER: list[tuple[Any, str]] = [
    (httpx2.HTTPTransport, "the class HTTPTransport"),
    (OtherLibrary(), "httpx.OtherLibrary, which is of another library than httpx2"),
    ("http://proxy", "str"),
]


@pytest.mark.parametrize(("make", "settings", "error"), CLIENTS.values(), ids=CLIENTS)
def test_a_transport_that_a_client_cannot_use_is_told_when_it_is_made(
    make: Any, settings: dict[str, str], error: type[Exception]
) -> None:
    kind = "Async" if make.__name__ == "AsyncClient" else ""
    for wrong, message in [*(ASYNC if kind else SYNC), *EITHER]:
        with pytest.raises(error) as raised:
            make("https://h.test/api.php", transport=wrong, **settings)
        assert str(raised.value) == OF_HTTPX2.format(kind, message)
        assert getattr(raised.value, "parameter", "transport") == "transport"
