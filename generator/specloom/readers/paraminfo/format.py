"""The form of a catalogue as a wiki serves it at `api.php?action=paraminfo`, in either formatversion.

Keys that are not listed here are allowed: wikis of other versions add some.
"""

from collections.abc import Iterator, Mapping
from functools import cache
from typing import Annotated, Any, Literal, TypeAlias

import msgspec
from msgspec.structs import fields, force_setattr

Flag: TypeAlias = bool | Literal[""]
"""`""` in formatversion 1, `true` in formatversion 2; absent or `false` when it does not hold. Entries have true or false."""

Assoc: TypeAlias = dict[str, str] | list[str]
"""A JSON object; PHP writes an empty one as a list."""


_KEYS = {
    "position": "index",
    "must_exist": "mustExist",
    "minimum": "min",
    "maximum": "max",
    "high_maximum": "highmax",
    "maximum_bytes": "maxbytes",
    "maximum_characters": "maxchars",
    "submodule_prefix": "submoduleparamprefix",
    "template_variables": "templatevars",
    "implementation": "classname",
    "provided_by": "source",
    "provided_by_name": "sourcename",
}
"""Member of the model → what catalogues call it in other words."""


def _key(name: str) -> str:
    """Key of a model's member in a catalogue: mostly equal, written as one word."""
    return _KEYS.get(name) or name.replace("_", "")


class Entry(msgspec.Struct, frozen=True, kw_only=True):
    """Base of every part of a catalogue: frozen, open to unknown keys; its members have the names of the
    model's.
    """

    def __post_init__(self) -> None:
        for name in _flags(type(self)):
            force_setattr(self, name, getattr(self, name) is not False)


@cache
def _flags(form: type[Entry]) -> tuple[str, ...]:
    return tuple(field.name for field in fields(form) if field.type == Flag)


@cache
def keys_of(form: type[Entry]) -> Mapping[str, str]:
    """Member of an entry → its key in a catalogue."""
    return {field.name: field.encode_name for field in fields(form)}


class NoteEntry(Entry, frozen=True, kw_only=True):
    """One entry of a parameter's `info`."""

    name: str
    values: list[str | int] | None = None
    text: str | list[Any] | None = None
    """With helpformat `raw` a list of messages."""


MOST = 10_000
"""Entries of a list; the longest that a wiki is known to have are languages, some hundreds."""
Values: TypeAlias = Annotated[list[str | int], msgspec.Meta(max_length=MOST)]


class ParameterEntry(Entry, frozen=True, kw_only=True, rename=_key):
    """One parameter."""

    name: str
    type: str | Values
    position: int | None = None
    required: Flag = False
    multi: Flag = False
    must_exist: Flag = False
    deprecated: Flag = False
    sensitive: Flag = False
    allows_duplicates: Flag = False
    enforce_range: Flag = False
    default: str | int | float | bool | tuple[str | int, ...] | msgspec.UnsetType = msgspec.UNSET
    limit: int | None = None
    low_limit: int | None = None
    high_limit: int | None = None
    minimum: int | None = None
    maximum: int | None = None
    high_maximum: int | None = None
    maximum_bytes: int | None = None
    maximum_characters: int | None = None
    all_specifier: str | None = None
    deprecated_values: Values = []
    internal_values: Values = []
    submodules: Assoc | None = None
    submodule_prefix: str | None = None
    template_variables: Assoc | None = None
    token_type: str | None = None
    extra_namespaces: tuple[int, ...] = ()
    subtypes: tuple[str, ...] = ()
    info: list[NoteEntry] = []

    @property
    def values(self) -> list[str] | None:
        """Values that it may have, as requests write them; None: its type is not a list."""
        return None if isinstance(self.type, str) else [str(value) for value in self.type]


class ModuleEntry(Entry, frozen=True, kw_only=True, rename=_key):
    """One module."""

    name: str
    path: str | None = None
    implementation: str | None = None
    group: str | None = None
    prefix: str = ""
    provided_by: str | None = None
    provided_by_name: str | None = None
    license_tag: str | None = None
    license_link: str | None = None
    read_rights: Flag = False
    write_rights: Flag = False
    must_be_posted: Flag = False
    generator: Flag = False
    deprecated: Flag = False
    internal: Flag = False
    dynamic_parameters: bool | str | list[Any] | None = None
    """With helpformat `raw` a list of messages."""
    help_urls: tuple[str, ...] | None = None
    parameters: Annotated[list[ParameterEntry], msgspec.Meta(max_length=MOST)] = []
    templatedparameters: Annotated[list[ParameterEntry], msgspec.Meta(max_length=MOST)] | None = (
        None
    )

    def listed(self) -> Iterator[tuple[str, int, ParameterEntry]]:
        """Each parameter, templated ones last, with the key of its list and its place there."""
        templated = self.templatedparameters or ()
        for key, entries in (("parameters", self.parameters), ("templatedparameters", templated)):
            for index, parameter in enumerate(entries):
                yield key, index, parameter


class CatalogueEntry(Entry, frozen=True, kw_only=True):
    """The object under `paraminfo`."""

    helpformat: str | None = None
    """The form of the texts, if it has some."""
    modules: Annotated[list[Any], msgspec.Meta(max_length=MOST)] = []
    """Each a `ModuleEntry`, if it is generated."""
    querymodules: Annotated[list[Any], msgspec.Meta(max_length=MOST)] = []
    """Query modules, in answers to the old style of request."""


class ErrorEntry(Entry, frozen=True, kw_only=True):
    """An error that came instead of a catalogue."""

    code: str
    info: str | None = None
    text: str | None = None


class EnvelopeEntry(Entry, frozen=True, kw_only=True):
    """The whole reply."""

    paraminfo: CatalogueEntry
