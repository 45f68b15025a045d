"""Other parts of an API's protocol, for tests."""

from typing import Any

from msgspec.structs import replace

from specloom.model.structs import Api, Wire

WIRE = Wire(
    fixed_parameters={},
    group_parameters={"list": "list"},
    generator_parameter="generator",
    generator_prefix="g",
    separator="|",
    alternative_separator="_",
    post_above_bytes=2000,
    post_header="Promise",
    error_header="Error",
    parameters=(),
    page="Item",
)
"""What all queries of a wiki share."""


def with_protocol(api: Api, **members: Any) -> Api:
    """Return the API with these parts of its protocol in place of its own."""
    return replace(api, protocol=replace(api.protocol, **members))
