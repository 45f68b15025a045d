"""Other parts of an API's protocol, for tests."""

from typing import Any

from msgspec.structs import replace

from specloom.model.structs import Api


def with_protocol(api: Api, **members: Any) -> Api:
    """Return the API with these parts of its protocol in place of its own."""
    return replace(api, protocol=replace(api.protocol, **members))
