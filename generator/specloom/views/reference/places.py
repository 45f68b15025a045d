"""Where everything stands in the reference: the path of each page, the anchor of each part."""

import re
from dataclasses import dataclass, field
from functools import cached_property

from specloom.model import (
    Api,
    Enumeration,
    NamedType,
    Operation,
    Record,
    Reference,
    TypeExpression,
    references,
)
from specloom.naming import distinct
from specloom.safe import Markdown
from specloom.views.python.mediawiki.names import names_of
from specloom.views.reference.text import anchor, path_to

ROOT = "docs/reference"


@dataclass(frozen=True)
class Places:
    """The pages of one API."""

    api: Api
    types: dict[str, NamedType] = field(default_factory=dict[str, NamedType])

    @classmethod
    def of(cls, api: Api) -> "Places":
        """The places of an API's parts."""
        return cls(api, {one.name: one for one in api.types})

    @cached_property
    def _class_names(self) -> dict[str, str]:
        return names_of(self.api).classes

    def class_name(self, operation: Operation) -> str:
        """The Python class of a query module."""
        return self._class_names[operation.id]

    @property
    def folder(self) -> str:
        """The API's folder."""
        return f"{ROOT}/{self.api.id}"

    def page(self, name: str) -> str:
        """A page about the whole API: `index`, `errors`, …"""
        return f"{self.folder}/{name}.md"

    @cached_property
    def _operation_pages(self) -> dict[str, str]:
        groups = list(dict.fromkeys(operation.group for operation in self.api.operations))
        folders = dict(zip(groups, _slugs(groups, RESERVED_FOLDERS), strict=True))
        pages: dict[str, str] = {}
        for group in groups:
            members = [one for one in self.api.operations if one.group == group]
            slugs = _slugs([short_name(one) for one in members], ("index",))
            for operation, slug in zip(members, slugs, strict=True):
                pages[operation.id] = f"{self.folder}/{folders[group]}/{slug}.md"
        return pages

    def operation(self, operation: Operation) -> str:
        """The page of an operation."""
        return self._operation_pages[operation.id]

    @cached_property
    def users(self) -> dict[str, tuple[str, ...]]:
        """Type name → ids of the operations that use it, directly or through another type."""
        found: dict[str, dict[str, None]] = {}
        for operation in self.api.operations:
            for name in self.used_by(operation):
                found.setdefault(name, {})[operation.id] = None
        return {name: tuple(ids) for name, ids in found.items()}

    def used_by(self, operation: Operation) -> tuple[str, ...]:
        """Names of the types that an operation's parameters and result use, in order of appearance."""
        parameters = [one.enumeration for one in operation.parameters if one.enumeration]
        return (*dict.fromkeys(parameters), *(one.name for one in self.records(operation)))

    def records(self, operation: Operation) -> tuple[Record, ...]:
        """The records of an operation's result, each before the ones it holds."""
        result = operation.result
        if result is None:
            return ()
        found: dict[str, Record] = {}
        if result.group:
            self._collect(Reference(name=result.group), found)
        self._collect(result.type, found)
        for sibling in result.siblings:
            self._collect(sibling.type, found)
        return tuple(found.values())

    def _collect(self, expression: TypeExpression, found: dict[str, Record]) -> None:
        for name in references(expression):
            known = self.types.get(name)
            if isinstance(known, Record) and name not in found:
                found[name] = known
                for member in known.fields:
                    self._collect(member.type, found)

    def record_target(self, page: str, name: str, shown: frozenset[str]) -> Markdown:
        """The address of a record: on the page itself where it is shown there."""
        home = page if name in shown else self.page("types")
        return path_to(page, home, anchor("type", name))

    def enumeration_target(self, page: str, name: str) -> Markdown:
        """The address of a shared value list."""
        return path_to(page, self.page("values"), anchor("values", name))

    @cached_property
    def shared_enumerations(self) -> tuple[Enumeration, ...]:
        """Value lists that more than one parameter, or a field, uses."""
        counts: dict[str, int] = {}
        for operation in self.api.operations:
            for parameter in operation.parameters:
                if parameter.enumeration:
                    counts[parameter.enumeration] = counts.get(parameter.enumeration, 0) + 1
        for record in self.api.types:
            if isinstance(record, Record):
                for member in record.fields:
                    for name in references(member.type):
                        counts[name] = counts.get(name, 0) + 2
        return tuple(
            one
            for one in self.api.types
            if isinstance(one, Enumeration) and counts.get(one.name, 0) != 1
        )

    @cached_property
    def standing_records(self) -> tuple[Record, ...]:
        """Records with a section of their own on the page of types: not those of one module alone."""
        alone = (
            {name for name, ids in self.users.items() if len(ids) == 1}
            if self.api.protocol == "mediawiki-query"
            else set[str]()
        )
        return tuple(
            one for one in self.api.types if isinstance(one, Record) and one.name not in alone
        )


RESERVED_FOLDERS = (
    "index",
    "authentication",
    "calling",
    "deprecated",
    "errors",
    "generators",
    "parameters",
    "rules",
    "types",
    "unspecified",
    "values",
)


def _slugs(names: list[str], reserved: tuple[str, ...]) -> list[str]:
    wanted = [re.sub(r"[^a-z0-9_.-]+", "-", name.lower()).strip("-.") or "_" for name in names]
    return distinct([*reserved, *wanted])[len(reserved) :]


def short_name(operation: Operation) -> str:
    """An operation's name within its group: `get` of `items.get`, the module's name."""
    return operation.id.removeprefix(f"{operation.group}.")
