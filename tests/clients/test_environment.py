"""An environment that the HTTP library cannot work with is an error of the package, for each client."""

from typing import Any

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


@pytest.mark.promise(
    "making the client raises a `ConfigurationError`", "making the client is a `ParameterError`"
)
@pytest.mark.parametrize(("make", "settings", "error"), CLIENTS.values(), ids=CLIENTS)
@pytest.mark.parametrize(
    ("variable", "value"),
    [
        ("ALL_PROXY", "socks5://127.0.0.1:1"),
        ("HTTPS_PROXY", "ftp://127.0.0.1:1"),
        ("HTTPS_PROXY", "http://[::"),
        ("SSL_CERT_FILE", "/not/there.pem"),
    ],
)
def test_an_environment_that_cannot_be_used_is_told(
    make: Any,
    settings: dict[str, str],
    error: type[Exception],
    variable: str,
    value: str,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv(variable, value)
    with pytest.raises(error, match=r"^the environment's proxies or certificates cannot be used: "):
        make("https://h.test/api.php", **settings)
