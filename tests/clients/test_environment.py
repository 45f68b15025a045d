"""An environment that the HTTP library cannot work with is an error of the package, for each client."""

import sys
from collections.abc import Callable
from pathlib import Path

import pytest

GENERATED = Path(__file__).parents[2] / "generated/python"
sys.path[:0] = [str(GENERATED / package / "src") for package in ("seller_platform", "wiki_query")]

import seller_platform  # noqa: E402 - found by the path above
import wiki_query  # noqa: E402 - found by the path above

ADDRESS = "https://h.test/api.php"
AGENT = "tests/1 (tests@example.org)"
CLIENTS: dict[str, tuple[Callable[[], object], type[Exception]]] = {
    "seller": (
        lambda: seller_platform.Client(ADDRESS, api_key="canary"),
        seller_platform.ConfigurationError,
    ),
    "seller, async": (
        lambda: seller_platform.AsyncClient(ADDRESS, api_key="canary"),
        seller_platform.ConfigurationError,
    ),
    "wiki": (lambda: wiki_query.Client(ADDRESS, user_agent=AGENT), wiki_query.ParameterError),
    "wiki, async": (
        lambda: wiki_query.AsyncClient(ADDRESS, user_agent=AGENT),
        wiki_query.ParameterError,
    ),
}


@pytest.mark.parametrize(("make", "error"), CLIENTS.values(), ids=CLIENTS)
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
    make: Callable[[], object],
    error: type[Exception],
    variable: str,
    value: str,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv(variable, value)
    with pytest.raises(error, match=r"^the environment's proxies or certificates cannot be used: "):
        make()
