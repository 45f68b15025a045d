"""The form of a catalogue as a wiki serves it at `api.php?action=paraminfo`, in either formatversion.

Keys that are not listed here are allowed: wikis of other versions add some.
"""

from typing import Any, Literal, TypeAlias

import msgspec

Flag: TypeAlias = bool | Literal[""]
"""`""` in formatversion 1, `true` in formatversion 2; absent or `false` when it does not hold."""

Assoc: TypeAlias = dict[str, str] | list[str]
"""A JSON object; PHP writes an empty one as a list."""


class Entry(msgspec.Struct, frozen=True, kw_only=True):
    """What every part of a catalogue is: frozen, open to unknown keys."""


class NoteEntry(Entry, frozen=True, kw_only=True):
    """One entry of a parameter's `info`."""

    name: str
    values: list[str | int] | None = None
    text: str | list[Any] | None = None
    """With helpformat `raw` a list of messages."""


class ParameterEntry(Entry, frozen=True, kw_only=True):
    """One parameter."""

    name: str
    type: str | list[str | int]
    index: int | None = None
    required: Flag = False
    multi: Flag = False
    mustExist: Flag = False  # noqa: N815 - the key is spelt so
    deprecated: Flag = False
    sensitive: Flag = False
    allowsduplicates: Flag = False
    enforcerange: Flag = False
    default: str | int | float | bool | list[str | int] | msgspec.UnsetType = msgspec.UNSET
    limit: int | None = None
    lowlimit: int | None = None
    highlimit: int | None = None
    min: int | None = None
    max: int | None = None
    highmax: int | None = None
    maxbytes: int | None = None
    maxchars: int | None = None
    allspecifier: str | None = None
    deprecatedvalues: list[str | int] = []
    internalvalues: list[str | int] = []
    submodules: Assoc | None = None
    submoduleparamprefix: str | None = None
    templatevars: Assoc | None = None
    tokentype: str | None = None
    extranamespaces: list[int] = []
    subtypes: list[str] = []
    info: list[NoteEntry] = []


class ModuleEntry(Entry, frozen=True, kw_only=True):
    """One module."""

    name: str
    path: str | None = None
    classname: str | None = None
    group: str | None = None
    prefix: str = ""
    source: str | None = None
    sourcename: str | None = None
    licensetag: str | None = None
    licenselink: str | None = None
    readrights: Flag = False
    writerights: Flag = False
    mustbeposted: Flag = False
    generator: Flag = False
    deprecated: Flag = False
    internal: Flag = False
    dynamicparameters: bool | str | list[Any] | None = None
    """With helpformat `raw` a list of messages."""
    helpurls: list[str] | None = None
    parameters: list[ParameterEntry] = []
    templatedparameters: list[ParameterEntry] | None = None


class CatalogueEntry(Entry, frozen=True, kw_only=True):
    """The object under `paraminfo`."""

    helpformat: str | None = None
    """The form of the texts, if it has some."""
    modules: list[Any] = []
    """Each a `ModuleEntry`, if it is generated."""
    querymodules: list[Any] = []
    """Query modules, in answers to the old style of request."""


class ErrorEntry(Entry, frozen=True, kw_only=True):
    """An error that came instead of a catalogue."""

    code: str
    info: str | None = None
    text: str | None = None


class EnvelopeEntry(Entry, frozen=True, kw_only=True):
    """The whole reply."""

    paraminfo: CatalogueEntry
