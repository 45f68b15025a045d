"""The pages that list something of all operations: parameters, types, values, generators, rules."""

from collections.abc import Sequence

from msgspec.structs import replace

from specloom.model.structs import Alias, Api, Enumeration, Parameter, Record, Wire, enumeration_of
from specloom.rendering.render import View
from specloom.views import words
from specloom.views.reference.links import Links, Part
from specloom.views.reference.parameter import deprecated_values
from specloom.views.reference.places import (
    OperationLink,
    ParameterLink,
    Places,
    letter_of,
    path_to,
)
from specloom.views.reference.protocol import Manner
from specloom.views.reference.result import (
    AliasView,
    RecordView,
    TypeUse,
    alias_view,
    record_view,
)
from specloom.views.reference.rules import RuleView, rule_views


class NameView(View, frozen=True):
    """A parameter name and the operations that have it."""

    name: str
    uses: tuple[ParameterLink, ...]


class LetterView(View, frozen=True):
    """The names that begin with a letter."""

    letter: str
    names: tuple[NameView, ...]


class ParametersPage(View, frozen=True):
    """All parameters by name."""

    api: Api
    manner: Manner
    letters: tuple[LetterView, ...]
    count: int
    """Of the parameters of all operations."""


class TypeLetter(View, frozen=True):
    """The types whose names begin with a letter, on a page of their own."""

    letter: str
    address: str
    """Of that page."""
    names: tuple[Part, ...]
    """Names of the types, as a text."""


class TypesPage(View, frozen=True):
    """Records that several operations share, or all, and aliases."""

    api: Api
    records: tuple[RecordView, ...]
    aliases: tuple[AliasView, ...]
    letters: tuple[TypeLetter, ...]
    """Of an API with too many for one page, which then shows none of them."""
    letter: str
    """Of a page of one letter; empty: all types are here, or none."""


class ValueListView(View, frozen=True):
    """A list of values that several parameters share."""

    enumeration: Enumeration
    uses: tuple[ParameterLink, ...]


class ValuesPage(View, frozen=True):
    """Shared value lists."""

    api: Api
    lists: tuple[ValueListView, ...]


class GeneratorsPage(View, frozen=True):
    """The modules that can be generators."""

    api: Api
    wire: Wire
    links: tuple[OperationLink, ...]


class OperationRules(View, frozen=True):
    """The rules of one operation."""

    link: OperationLink
    rules: tuple[RuleView, ...]


class RulesPage(View, frozen=True):
    """The rules of every operation."""

    api: Api
    operations: tuple[OperationRules, ...]


class DeprecatedParameters(View, frozen=True):
    """The deprecated parameters of one operation."""

    link: OperationLink
    parameters: tuple[Parameter, ...]


class DeprecatedValues(View, frozen=True):
    """The deprecated values of one parameter."""

    link: OperationLink
    parameter: Parameter
    values: tuple[str, ...]


class DeprecatedPage(View, frozen=True):
    """Page of deprecated parts."""

    api: Api
    manner: Manner
    operations: tuple[OperationLink, ...]
    parameters: tuple[DeprecatedParameters, ...]
    values: tuple[DeprecatedValues, ...]


def parameters_page(places: Places) -> ParametersPage:
    """All parameters by name."""
    uses: dict[str, list[ParameterLink]] = {}
    for use in places.parameter_links(places.page("parameters")):
        uses.setdefault(use.parameter.name, []).append(use)
    letters: dict[str, list[NameView]] = {}
    for name in sorted(uses, key=lambda name: (name.lower(), name)):
        letters.setdefault(name[:1].upper(), []).append(NameView(name, tuple(uses[name])))
    return ParametersPage(
        places.api,
        places.manner,
        tuple(LetterView(letter, tuple(names)) for letter, names in letters.items()),
        sum(map(len, uses.values())),
    )


def types_page(places: Places) -> TypesPage | None:
    """Records and aliases with a section of their own, or a list of the pages of each letter; None: there are none."""
    page, types = places.page("types"), places.standing_types
    if not places.has_types_by_letter:
        return _types_page(places, page, types) if types else None
    links = Links(places, page)
    letters = tuple(
        TypeLetter(
            letter,
            path_to(page, path),
            links.parts(words.type_names(sorted(each.name for each in _types_of(places, letter)))),
        )
        for letter, path in letter_pages(places).items()
    )
    return TypesPage(places.api, (), (), letters, "")


def letter_page(places: Places, letter: str, page: str) -> TypesPage:
    """The types whose names begin with a letter."""
    return _types_page(places, page, _types_of(places, letter), letter)


def _types_of(places: Places, letter: str) -> list[Record | Alias]:
    return [type_ for type_ in places.standing_types if letter_of(type_.name) == letter]


def letter_pages(places: Places) -> dict[str, str]:
    """First letter of a type's name → page of the types that begin with it, in order."""
    names = [type_.name for type_ in places.standing_types]
    return {letter_of(name): places.types_page(name) for name in sorted(names, key=letter_of)}


def _types_page(
    places: Places, page: str, types: Sequence[Record | Alias], letter: str = ""
) -> TypesPage:
    links = Links(places, page, shown_records=frozenset(type_.name for type_ in types))
    records = tuple(
        replace(
            record_view(links, record),
            uses=_uses(places, page, record.name),
            holders=_holders(places, links, record.name),
        )
        for record in types
        if isinstance(record, Record)
    )
    aliases = tuple(
        replace(
            alias_view(links, alias),
            uses=_uses(places, page, alias.name),
            holders=_holders(places, links, alias.name),
        )
        for alias in types
        if isinstance(alias, Alias)
    )
    return TypesPage(places.api, records, aliases, (), letter)


def _uses(places: Places, page: str, name: str) -> tuple[TypeUse, ...]:
    return tuple(
        TypeUse(places.link(operation, page), anchor) for operation, anchor in places.uses(name)
    )


def _holders(places: Places, links: Links, name: str) -> tuple[Part, ...]:
    return links.parts(words.type_names(places.holders.get(name, ())))


def values_page(places: Places) -> ValuesPage | None:
    """Lists that parameters share; None: there are none."""
    uses: dict[str, list[ParameterLink]] = {}
    for use in places.parameter_links(places.page("values")):
        uses.setdefault(use.parameter.reference or "", []).append(use)
    lists = tuple(
        ValueListView(enumeration, tuple(uses.get(enumeration.name, ())))
        for enumeration in places.shared_enumerations
    )
    return ValuesPage(places.api, lists) if lists else None


def generators_page(places: Places) -> GeneratorsPage | None:
    """Modules that can choose pages; None: the API has none."""
    wire = places.manner.wire
    if wire is None:
        return None
    links = places.links(places.page("generators"))
    generators = tuple(link for link in links if link.operation.module.generator)
    return GeneratorsPage(places.api, wire, generators) if generators else None


def rules_page(places: Places) -> RulesPage | None:
    """The rules of every operation; None: there are none."""
    page = places.page("rules")
    rules = tuple(
        OperationRules(
            link,
            rule_views(Links.of_operation(places, link.operation, page), link.operation.rules),
        )
        for link in places.links(page)
        if link.operation.rules
    )
    return RulesPage(places.api, rules) if rules else None


def deprecated_page(places: Places) -> DeprecatedPage | None:
    """Deprecated parts; None if there are none."""
    links = places.links(places.page("deprecated"))
    operations = tuple(link for link in links if link.operation.deprecated)
    parameters = tuple(
        DeprecatedParameters(link, deprecated)
        for link in links
        if (
            deprecated := tuple(
                parameter for parameter in link.operation.parameters if parameter.deprecated
            )
        )
    )
    values = tuple(
        DeprecatedValues(link, parameter, old)
        for link in links
        for parameter in link.operation.parameters
        if (old := deprecated_values(parameter, enumeration_of(places.api, parameter)))
    )
    if not (operations or parameters or values):
        return None
    return DeprecatedPage(places.api, places.manner, operations, parameters, values)
