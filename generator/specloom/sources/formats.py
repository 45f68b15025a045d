"""The formats of sources: one row for each, with its reader and what an entry of `apis.yaml` may say beside it."""

from collections.abc import Mapping
from typing import Literal, TypeAlias

import msgspec

OptionalField: TypeAlias = Literal["actions", "overlays", "sandbox", "select"]
"""A field of an entry that only some sources take."""


class Format(msgspec.Struct, frozen=True, kw_only=True):
    """One format. Fields without a default are required on purpose."""

    module: str
    """Module with the `read` function; imported on first use."""
    takes: frozenset[OptionalField]
    """Optional members of an entry, besides the source."""
    has_variables: bool
    """True if the address of its server may have variables, for one of which an entry's `server` stands."""


FORMATS: Mapping[str, Format] = {
    "rest": Format(
        module="specloom.readers.rest.reader",
        takes=frozenset({"sandbox"}),
        has_variables=True,
    ),
    "openapi": Format(
        module="specloom.readers.openapi.reader",
        takes=frozenset({"overlays", "select"}),
        has_variables=False,
    ),
    "paraminfo": Format(
        module="specloom.readers.paraminfo.reader",
        takes=frozenset({"actions", "overlays"}),
        has_variables=False,
    ),
}
"""The name that an entry gives as its `reader` → the format."""


def taking(field: OptionalField) -> str:
    """The formats whose sources take a field of an entry, as a sentence lists them."""
    return " or ".join(f"`{name}`" for name, row in FORMATS.items() if field in row.takes)
