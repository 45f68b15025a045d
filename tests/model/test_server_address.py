"""Addresses of servers: what a client takes without a word, and what only with `allow_http`."""

import pytest

from specloom.model.server_address import is_unencrypted
from specloom.runtime.rest.addresses import address_problem


@pytest.mark.parametrize(
    ("address", "expected"),
    [
        ("https://example.org/v1", False),
        ("http://example.org/v1", True),
        ("http://localhost.example.org", True),
        ("http://localhost:8080/v1", False),
        ("http://api.localhost", False),
        ("http://127.0.0.1:8080", False),
        ("http://127.8.9.10/v1", False),
        ("http://x.127.0.0.1", True),
        ("http://[::1]:8080/v1", False),
        ("http://[2001:db8::1]/v1", True),
    ],
)
def test_an_address_without_encryption_is_known_as_the_client_knows_it(
    address: str, expected: bool
) -> None:
    problem = address_problem(address, allow_http=False)
    assert is_unencrypted(address) is expected
    assert (problem is not None and "allow_http" in problem) is expected
    assert address_problem(address, allow_http=True) is None
