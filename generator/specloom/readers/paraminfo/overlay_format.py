"""The form of an overlay file: facts about a wiki that its catalogue does not show.

Every key is optional. Several files are merged entry by entry: a file of the user's replaces entries
of the set that ships with the program, and two files of the user's must not say the same thing twice.

A type is written on one line, in the notation of `type_text`: `string`, `list of string`,
`map of FileMetadata`, `timestamp or "infinity"`.
"""

from typing import Any, Literal, TypeAlias

import msgspec

from specloom.model import structs as model
from specloom.model.structs import Contact, License, MediaType, Rule
from specloom.readers.parts import shares
from specloom.sources.config import WikiVersion


class Form(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Base of every part of an overlay: frozen, closed to unknown keys."""


@shares(model.Presence, model.ModuleField, without=("only_if", "omitted_if", "brought_by"))
class FieldForm(Form, frozen=True, kw_only=True):
    """A field of a record that needs more than its type."""

    type: str
    by: str | list[str] | None = None
    """The `prop` value or values that bring the field."""
    when: str | None = None
    """Even then it is not always there: the circumstance, in words, in which it is."""
    format: str | None = None
    known_values: tuple[str, ...] = ()
    summary: str | None = None
    since: WikiVersion | None = None
    """The first version of MediaWiki that is known to send it."""
    until: WikiVersion | None = None
    """The last one."""
    source: str | None = None


Fields: TypeAlias = dict[str, str | FieldForm]
"""Field name → its type, or more about it."""


class RecordForm(Form, frozen=True, kw_only=True):
    """A JSON object with known members."""

    fields: Fields = {}
    include: list[str] = []
    """Names of `field_sets`, whose fields come after the record's own."""
    without: list[str] = []
    """Fields of these sets that the record never has; what they would hide is then always there."""
    summary: str | None = None
    source: str | None = None


@shares(model.Enumeration, without=("name", "deprecated_values"))
class ValueListForm(Form, frozen=True, kw_only=True):
    """A name for a list of values."""

    of: str | list[str] | None = None
    """`module.parameter`: every parameter with the same values gets the name. What is said of the list is true of those
    of further ones, too, where their values differ."""
    values: tuple[str | int, ...] | None = None
    """The values themselves, for a list that the catalogue does not hold."""
    site_specific: bool = False
    """A wiki's configuration or extensions decide what is in the list."""
    source: str | None = None


class ParameterForm(Form, frozen=True, kw_only=True):
    """An overlay's text of a module's parameter."""

    summary: str | None = None
    values: dict[str, str] = {}
    """Value → what it means."""


Where: TypeAlias = Literal["query", "page", "top-level", "body"]
Container: TypeAlias = Literal["list", "object", "map"]


@shares(model.Result, without=("assumed", "echoes", "events", "group", "media"))
class ResultForm(Form, frozen=True, kw_only=True):
    """Place and type of a module's result.

    Either `type` is the type of the whole result, or `fields` and `include` are the members of one item of
    the
    `container`; the item is then a record named after the module's class.
    """

    where: Where
    container: Container = "list"
    type: str | None = None
    fields: Fields = {}
    include: list[str] = []
    without: list[str] = []
    """Fields of these sets that an item never has; what they would hide is then always there."""
    selector: str = "prop"
    """The parameter whose values bring fields."""
    summary: str | None = None
    nested_key: str | None = None
    group_fields: Fields = {}
    """With `nested_key`: the members of the group around the items."""
    siblings: Fields = {}
    continuation: tuple[str, ...] = ()
    source: str | None = None


FIXED_MEMBERS = ("name", "parameters", "templatedparameters")
"""Of a catalogue: by these, corrections find what they are about."""


class CorrectionForm(Form, frozen=True, kw_only=True):
    """Corrections of a module's entry in the catalogue: members, null for those to leave out."""

    module: dict[str, Any] = {}
    """Its own members, such as `group`."""
    parameters: dict[str, dict[str, Any] | None] = {}
    """Parameter → its members, such as `type`; null for one to leave out."""


class ExampleForm(Form, frozen=True, kw_only=True):
    """A query worth showing, and what is answered."""

    summary: str
    arguments: dict[str, Any] = {}
    """By the parameters' names, without the prefix; of a file, its path."""
    shared: dict[str, Any] = {}
    """Parameters of the query itself, such as `titles`."""
    reply: dict[str, Any] | list[Any] | None = None
    """The whole reply, without what continues it; a list is that of an action."""
    source: str | None = None


class ErrorForm(Form, frozen=True, kw_only=True):
    """An error code that any call may meet, or an action."""

    text: str
    retry: Literal["never", "later", "after-login"] = "never"
    source: str | None = None


class ModuleForm(Form, frozen=True, kw_only=True):
    """An overlay's entry for a module."""

    class_name: str | None = None
    summary: str | None = None
    description: str | None = None
    keywords: tuple[str, ...] = ()
    """Search terms that the texts lack: `page text`."""
    group: Literal["list", "prop", "meta"] | None = None
    """For catalogues of MediaWiki 1.24 and older, which do not tell it."""
    topic: str | None = None
    """Its topic, one of `topics`."""
    corrections: CorrectionForm | None = None
    parameters: dict[str, str | ParameterForm] = {}
    """Parameter → one line, or more."""
    more_parameters: dict[str, dict[str, Any]] = {}
    """Parameter → its members, as catalogues have them; for parameters that the catalogue lacks since a setting of its
    wiki was off."""
    result: ResultForm | None = None
    rules: tuple[Rule, ...] | None = None
    examples: dict[str, ExampleForm] | None = None
    """By name; the first that succeeds is shown where there is room for one."""
    media_type: MediaType | None = None
    """Of actions: what the wiki answers with, where that is not JSON."""
    refusals: dict[str, str | ErrorForm] = {}
    """Of actions: error code → what it means and what to do, or more about it."""


class QueryParameterForm(Form, frozen=True, kw_only=True):
    """A parameter of the query itself."""

    type: str
    values: str | None = None
    """With type `enumeration`: the name of the value list."""
    multiple: bool = False
    limit: int | None = None
    high_limit: int | None = None
    default: str | int | bool | None = None
    deprecated: bool = False
    extra_namespaces: tuple[int, ...] = ()
    summary: str | None = None
    source: str | None = None


@shares(model.Wire, without=("actions",))
class WireForm(Form, frozen=True, kw_only=True):
    """Facts about the call of any query module."""

    fixed_parameters: dict[str, str]
    group_parameters: dict[str, str]
    """Group → the parameter that names its modules (`list`, `prop`, `meta`)."""
    generator_parameter: str
    generator_prefix: str
    page: str
    """The record that describes one page of an answer, without what modules add."""
    parameters: dict[str, QueryParameterForm] = {}
    resolutions: Fields = {}
    """Members of `query` that tell how titles became pages."""
    rules: tuple[Rule, ...] = ()
    source: str | None = None


@shares(model.Group, without=("documentation", "name"))
class GroupForm(Form, frozen=True, kw_only=True):
    """A group of modules, or a topic."""


@shares(model.Action, without=("name",))
class ActionForm(Form, frozen=True, kw_only=True):
    """Parameters of an action that is not a query, such as an edit."""

    parameters: tuple[str, ...] = ()
    """With the module's prefix."""


@shares(model.Server, without=("variables",))
class ServerForm(Form, frozen=True, kw_only=True):
    """Address of the API."""

    source: str | None = None


@shares(model.Fact, without=("id",))
class FactForm(Form, frozen=True, kw_only=True):
    """Something true that the catalogue does not show."""

    source: str | None = None


@shares(model.Unspecified, without=("id", "about"))
class UnspecifiedForm(Form, frozen=True, kw_only=True):
    """A sentence of the source that says what it does not show."""


class OverlayForm(Form, frozen=True, kw_only=True):
    """One overlay file."""

    source: str | None = None
    """Source of the file's facts, for entries without one."""
    title: str | None = None
    summary: str | None = None
    description: str | None = None
    version: str | None = None
    contact: Contact | None = None
    license: License | None = None
    server: ServerForm | None = None
    groups: dict[str, GroupForm] = {}
    topics: dict[str, GroupForm] = {}
    """Topics of modules; pages list the modules by these, in this order."""
    modules: dict[str, ModuleForm] = {}
    """Query modules, by name."""
    action_modules: dict[str, ModuleForm] = {}
    """The modules of other actions than `query`, by name."""
    briefs: dict[str, str] = {}
    """`module.parameter`, or `parameter` wherever a query module has one → a few words on it."""
    value_lists: dict[str, ValueListForm] = {}
    records: dict[str, RecordForm] = {}
    field_sets: dict[str, Fields] = {}
    """Named sets of fields that several records share."""
    more_fields: dict[str, Fields] = {}
    """Record → fields that it has beside those that are described elsewhere; the record may be that of a module."""
    wire: WireForm | None = None
    actions: dict[str, ActionForm] = {}
    """Beside `query`; `main` has what every call takes."""
    errors: dict[str, ErrorForm] = {}
    facts: dict[str, FactForm] = {}
    unspecified: dict[str, UnspecifiedForm] = {}
