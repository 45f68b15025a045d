"""Paths of the pages of the reference, and links between them."""

import posixpath
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from typing import Literal, TypeAlias

from specloom.model.naming import distinct, no_device
from specloom.model.structs import (
    ACTION_GROUP,
    Alias,
    Api,
    Enumeration,
    Group,
    NamedType,
    Operation,
    Parameter,
    Record,
    Task,
    common_errors,
    enumeration_of,
    references,
)
from specloom.model.type_use import inner_types, nearest, result_names, with_inner
from specloom.naming.names import PackageNames, package_names
from specloom.rendering.render import View
from specloom.views.reference.protocol import Manner, manner_of

DOCS = "docs"
ROOT = f"{DOCS}/reference"
MOST_TYPES = 12
"""Records and aliases of a result that the page of an operation shows, the nearest ones: with all of them, each page of an
API whose records hold each other would be a copy of the page of types."""
MOST_SECTIONS = 100
"""Types on one page; of more, there is a page for each first letter."""
Anchor: TypeAlias = Literal["parameters", "result"]
"""Section of an operation's page."""
OTHER = Group(name="_other", title="Other modules")
"""The modules of which no overlay says what they are about."""
OTHER_ACTIONS = Group(name=OTHER.name, title="Other actions")
Key: TypeAlias = tuple[str, str]
"""Key of an operation within an API, actions included."""


def key_of(operation: Operation) -> Key:
    """A group, and an id: an action may have that of a query module."""
    return operation.group, operation.id


def is_action(operation: Operation) -> bool:
    """Return whether it is an action of a wiki."""
    return operation.group == ACTION_GROUP


class OperationLink(View, frozen=True):
    """An operation, as other pages name it."""

    operation: Operation
    title: str
    request: str
    """The operation in a request: `GET /items`, `list=allpages`."""
    address: str
    """Of its page, from the page that names it."""


class ParameterLink(View, frozen=True):
    """A parameter, as pages other than its operation's name it."""

    link: OperationLink
    parameter: Parameter
    wire: str
    """Its name in a request."""


class Section(View, frozen=True):
    """A topic or a group, and its operations."""

    name: str
    group: Group | None
    """None: the API says no more of it than its name."""
    operations: tuple[OperationLink, ...]


@dataclass(frozen=True)
class Places:
    """The pages of one API."""

    api: Api
    names: PackageNames
    """Names of its Python package."""

    @classmethod
    def of(cls, api: Api) -> "Places":
        """The pages of an API by itself, outside a run."""
        return cls(api, package_names(api))

    @cached_property
    def types(self) -> dict[str, NamedType]:
        """The types of the API, by name."""
        return {type_.name: type_ for type_ in self.api.types}

    @property
    def operations(self) -> tuple[Operation, ...]:
        """All that have a page: operations, then a wiki's actions."""
        return (*self.api.operations, *self.api.actions)

    @cached_property
    def manner(self) -> Manner:
        """What pages say because of the protocol."""
        return manner_of(self.api)

    def class_name(self, operation: Operation) -> str | None:
        """The Python class of a query module or an action; operations of REST APIs have none."""
        return self.names.class_name(operation)

    @property
    def folder(self) -> str:
        """The API's folder."""
        return f"{ROOT}/{self.api.id}"

    def page(self, name: str) -> str:
        """A page about the whole API: `index`, `errors`, …"""
        return f"{self.folder}/{name}.md"

    @cached_property
    def _operation_pages(self) -> dict[Key, str]:
        groups = list(dict.fromkeys(operation.group for operation in self.operations))
        folders = dict(zip(groups, _slugs(groups, RESERVED_FOLDERS), strict=True))
        pages: dict[Key, str] = {}
        for group in groups:
            members = [operation for operation in self.operations if operation.group == group]
            slugs = _slugs([short_name(operation) for operation in members], ("index",))
            for operation, slug in zip(members, slugs, strict=True):
                pages[key_of(operation)] = f"{self.folder}/{folders[group]}/{slug}.md"
        return pages

    def guides(self, page: str) -> dict[Task, str]:
        """Task → the address of the hand-written page that explains it, from a page."""
        return {task: path_to(page, f"{DOCS}/{guide}") for task, guide in self.api.guides.items()}

    def operation(self, operation: Operation) -> str:
        """The page of an operation."""
        return self._operation_pages[key_of(operation)]

    def link(self, operation: Operation, page: str) -> OperationLink:
        """An operation, as a page names it."""
        request = self.manner.request(operation, short_name(operation))
        address = path_to(page, self.operation(operation))
        return OperationLink(operation, title_of(operation), request, address)

    def links(self, page: str) -> tuple[OperationLink, ...]:
        """All operations and actions, as a page names them."""
        return tuple(self.link(operation, page) for operation in self.operations)

    def parameter_links(self, page: str) -> tuple[ParameterLink, ...]:
        """All parameters, as a page names them."""
        return tuple(
            ParameterLink(link, parameter, link.operation.call.prefix + parameter.name)
            for link in self.links(page)
            for parameter in link.operation.parameters
        )

    def sections(self, page: str) -> tuple[Section, ...]:
        """All operations by their topics, or by their groups where there are none, as a page names them."""
        return self._sections(page, self.api.operations, OTHER)

    def action_sections(self, page: str) -> tuple[Section, ...]:
        """Sections of a wiki's actions."""
        return self._sections(page, self.api.actions, OTHER_ACTIONS)

    def _sections(
        self, page: str, operations: Sequence[Operation], other: Group
    ) -> tuple[Section, ...]:
        groups = {group.name: group for group in self.api.topics or self.api.groups}
        members: dict[str, list[OperationLink]] = {name: [] for name in groups}
        for operation in operations:
            members.setdefault(self._section_of(operation), []).append(self.link(operation, page))
        if self.api.topics or other is OTHER_ACTIONS:
            groups[OTHER.name] = other
        return tuple(
            Section(name, groups.get(name), tuple(links))
            for name, links in members.items()
            if links
        )

    def _section_of(self, operation: Operation) -> str:
        if self.api.topics or is_action(operation):
            return operation.call.topic or OTHER.name
        return operation.group

    @cached_property
    def users(self) -> dict[str, list[Operation]]:
        """Type name → the operations that use it, directly or through another type."""
        users: dict[str, list[Operation]] = {}
        for operation in self.operations:
            for name in self.used_by(operation):
                users.setdefault(name, []).append(operation)
        return users

    def used_by(self, operation: Operation) -> tuple[str, ...]:
        """Names of the types that an operation's parameters and result use, in order of appearance."""
        lists = [enumeration_of(self.api, parameter) for parameter in operation.parameters]
        type_names = (
            *(record.name for record in self.records(operation)),
            *(alias.name for alias in self.aliases(operation)),
        )
        return (
            *dict.fromkeys(enumeration.name for enumeration in lists if enumeration),
            *type_names,
        )

    def records(self, operation: Operation) -> tuple[Record, ...]:
        """The records of an operation's result, each before the ones it holds."""
        types = self._in_results[key_of(operation)]
        return tuple(type_ for type_ in types if isinstance(type_, Record))

    def aliases(self, operation: Operation) -> tuple[Alias, ...]:
        """The aliases of an operation's result, each before the ones it holds."""
        types = self._in_results[key_of(operation)]
        return tuple(type_ for type_ in types if isinstance(type_, Alias))

    @cached_property
    def _in_results(self) -> dict[Key, tuple[NamedType, ...]]:
        return {key_of(each): tuple(self._in_result(each)) for each in self.operations}

    def _in_result(self, operation: Operation) -> Iterator[NamedType]:
        """The types that the page of an operation shows; of a REST API, the page of types has the others."""
        own_names = tuple(result_names(operation.result))
        names = with_inner(self.types, own_names)
        if not self.manner.is_wide:
            near_names = nearest(self.types, own_names, MOST_TYPES)
            names = tuple(name for name in names if name in near_names)
        return (self.types[name] for name in names if name in self.types)

    def uses(self, name: str) -> Sequence[tuple[Operation, Anchor]]:
        """The operations that the section of a record or an alias leads to, with the section of their page that has it."""
        if self.manner.is_wide:
            return [(operation, "result") for operation in self.users.get(name, ())]
        return self._direct_uses.get(name, ())

    @cached_property
    def _direct_uses(self) -> dict[str, list[tuple[Operation, Anchor]]]:
        uses: dict[str, dict[tuple[Key, Anchor], tuple[Operation, Anchor]]] = {}
        for operation in self.operations:
            for name, anchor in _named_types(operation):
                uses.setdefault(name, {})[(key_of(operation), anchor)] = (operation, anchor)
        return {name: list(by_section.values()) for name, by_section in uses.items()}

    @cached_property
    def holders(self) -> dict[str, list[str]]:
        """Record or alias → the other ones that have a member of its type; empty where pages show all types of a result."""
        if self.manner.is_wide:
            return {}
        holders: dict[str, dict[str, None]] = {}
        for holder in self.api.types:
            for inner in inner_types(holder):
                for name in references(inner):
                    if name != holder.name:
                        holders.setdefault(name, {})[holder.name] = None
        return {name: list(names) for name, names in holders.items()}

    @cached_property
    def error_codes(self) -> frozenset[str]:
        """Error codes that the page of errors explains."""
        return frozenset(error.name for error in common_errors(self.api))

    @cached_property
    def query_parameters(self) -> frozenset[str]:
        """Names of the parameters of the query itself."""
        return frozenset(parameter.name for parameter in self.api.shared_parameters)

    @cached_property
    def shared_enumerations(self) -> tuple[Enumeration, ...]:
        """Value lists that more than one parameter, or a field, uses."""
        counts: dict[str, int] = {}
        for operation in self.operations:
            for parameter in operation.parameters:
                if parameter.reference is not None:
                    counts[parameter.reference] = counts.get(parameter.reference, 0) + 1
        for named_type in self.api.types:
            for inner in inner_types(named_type):
                for name in references(inner):
                    # Counts double, since a field has no section that could show it.
                    counts[name] = counts.get(name, 0) + 2
        return tuple(
            enumeration
            for enumeration in self.api.types
            if isinstance(enumeration, Enumeration) and counts.get(enumeration.name, 0) != 1
        )

    @cached_property
    def standing_records(self) -> tuple[Record, ...]:
        """Records with a section of their own on the page of types: not those of one module alone."""
        alone = (
            {name for name, users in self.users.items() if len(users) == 1}
            if self.manner.is_wide
            else set[str]()
        )
        return tuple(
            record
            for record in self.api.types
            if isinstance(record, Record) and record.name not in alone
        )

    @cached_property
    def has_types_by_letter(self) -> bool:
        """True if the sections of types are too many for one page."""
        return len(self.standing_types) > MOST_SECTIONS

    def types_page(self, name: str) -> str:
        """The page with the section of a record or an alias."""
        if not self.has_types_by_letter:
            return self.page("types")
        return f"{self.folder}/types/{letter_of(name).lower()}.md"

    @cached_property
    def standing_types(self) -> tuple[Record | Alias, ...]:
        """Standing records, and all aliases."""
        aliases = (type_ for type_ in self.api.types if isinstance(type_, Alias))
        return (*self.standing_records, *aliases)


RESERVED_FOLDERS = (
    "index",
    "authentication",
    "calling",
    "deprecated",
    "errors",
    "generators",
    "parameters",
    "python",
    "rules",
    "types",
    "unspecified",
    "values",
)


def letter_of(name: str) -> str:
    """First letter of a name, in upper case; `Other` for what no address of a page begins with."""
    return name[:1].upper() if name[:1].isascii() and name[:1].isalnum() else "Other"


def _named_types(operation: Operation) -> Iterator[tuple[str, Anchor]]:
    for parameter in operation.parameters:
        for name in references(parameter.type):
            yield name, "parameters"
    for name in result_names(operation.result):
        yield name, "result"


def _slugs(names: list[str], reserved: tuple[str, ...]) -> list[str]:
    candidates = [
        no_device(re.sub(r"[^a-z0-9_.-]+", "-", name.lower()).strip("-.") or "_") for name in names
    ]
    return distinct([*reserved, *candidates])[len(reserved) :]


def short_name(operation: Operation) -> str:
    """An operation's name within its group: `get` of `items.get`, the module's name."""
    return operation.id.removeprefix(f"{operation.group}.")


def title_of(operation: Operation) -> str:
    """Title of an operation on pages and in the navigation."""
    return operation.title or short_name(operation)


def method_when_absent(places: Places, operation: Operation) -> str:
    """The second method of an operation in Python, for messages that say that nothing is there; empty: it has none."""
    return places.names.method_when_absent(operation)


@cache
def path_to(page: str, other: str) -> str:
    """The relative address of a page on another; empty on itself."""
    return "" if page == other else posixpath.relpath(other, posixpath.dirname(page))
