"""Indexes of one API: its parameters by name, its generators, what is deprecated, its rules."""

from specloom.model import Enumeration, Operation, Parameter
from specloom.rendering.render import Output, View
from specloom.safe import Markdown, composed, md_text
from specloom.views.reference.operation import operation_noun, operation_title, request_line
from specloom.views.reference.parameter import wire_names
from specloom.views.reference.places import Places
from specloom.views.reference.rules import Rules, RuleView
from specloom.views.reference.text import (
    anchor,
    code,
    codes,
    counted,
    front_matter,
    link,
    listed,
    path_to,
    sentence,
)


class NameView(View, frozen=True):
    """A parameter name and the operations that have it."""

    name: Markdown
    uses: tuple[Markdown, ...]


class LetterView(View, frozen=True):
    """The names that begin with a letter."""

    letter: Markdown
    anchor: Markdown
    names: tuple[NameView, ...]


class ParametersPage(View, frozen=True):
    """All parameters by name."""

    title: Markdown
    description: Markdown
    count: Markdown
    letters: tuple[LetterView, ...]


class GeneratorRow(View, frozen=True):
    """A module that can be a generator."""

    module: Markdown
    prefix: Markdown
    summary: Markdown


class GeneratorsPage(View, frozen=True):
    """The modules that can be generators."""

    title: Markdown
    description: Markdown
    parameter: Markdown
    prefix: Markdown
    rows: tuple[GeneratorRow, ...]


class DeprecatedPage(View, frozen=True):
    """What is deprecated."""

    title: Markdown
    description: Markdown
    operations_heading: Markdown
    operations: tuple[Markdown, ...]
    parameters: tuple[Markdown, ...]
    values: tuple[Markdown, ...]


class OperationRules(View, frozen=True):
    """The rules of one operation."""

    name: Markdown
    rules: tuple[RuleView, ...]


class RulesPage(View, frozen=True):
    """The rules of every operation."""

    title: Markdown
    description: Markdown
    operations: tuple[OperationRules, ...]


def parameters_output(places: Places) -> Output:
    """The index of parameters, A to Z."""
    api, page = places.api, places.page("parameters")
    uses: dict[str, list[Markdown]] = {}
    for operation in api.operations:
        for parameter in operation.parameters:
            uses.setdefault(parameter.name, []).append(_use(places, operation, parameter, page))
    letters: dict[str, list[NameView]] = {}
    for name in sorted(uses, key=lambda one: (one.lower(), one)):
        letters.setdefault(name[:1].upper(), []).append(NameView(code(name), tuple(uses[name])))
    view = ParametersPage(
        title=front_matter("Parameters A to Z"),
        description=front_matter(f"Every parameter of the {api.title} by name"),
        count=composed(
            Markdown("{} of {}."),
            counted(sum(len(one.parameters) for one in api.operations), "parameter"),
            counted(len(api.operations), operation_noun(api)),
        ),
        letters=tuple(
            LetterView(md_text(letter), anchor("letter", letter), tuple(names))
            for letter, names in letters.items()
        ),
    )
    return Output(page, "reference/api/parameters.md.j2", view)


def _use(places: Places, operation: Operation, parameter: Parameter, page: str) -> Markdown:
    target = path_to(page, places.operation(operation), anchor("param", parameter.name))
    name = md_text(operation_title(operation))
    if operation.prefix:
        shown = code(wire_names(places, operation, parameter)[0])
        return link(composed(Markdown("{} {}"), name, shown), target)
    return link(name, target)


def generators_output(places: Places) -> Output:
    """The index of generators."""
    api, page = places.api, places.page("generators")
    parameter = api.wire.generator_parameter if api.wire else "generator"
    prefix = api.wire.generator_prefix if api.wire else ""
    view = GeneratorsPage(
        title=front_matter("Generators"),
        description=front_matter(f"Modules of the {api.title} that can choose pages"),
        parameter=code(parameter),
        prefix=code(prefix),
        rows=tuple(
            GeneratorRow(
                module=operation_link(places, operation, page),
                prefix=code(f"{prefix}{operation.prefix}"),
                summary=sentence(operation.summary),
            )
            for operation in api.operations
            if operation.generator
        ),
    )
    return Output(page, "reference/api/generators.md.j2", view)


def operation_link(places: Places, operation: Operation, page: str) -> Markdown:
    """A link to an operation's page, by its title."""
    return link(md_text(operation_title(operation)), path_to(page, places.operation(operation)))


def deprecated_output(places: Places) -> Output:
    """The index of deprecated things."""
    api, page = places.api, places.page("deprecated")
    view = DeprecatedPage(
        title=front_matter("Deprecated"),
        description=front_matter(f"What the {api.title} still accepts but advises against"),
        operations_heading=Markdown(f"{operation_noun(api).capitalize()}s"),
        operations=tuple(
            composed(Markdown("{} {}"), operation_link(places, one, page), request_line(api, one))
            for one in api.operations
            if one.deprecated
        ),
        parameters=tuple(_deprecated_parameters(places, page)),
        values=tuple(_deprecated_values(places, page)),
    )
    return Output(page, "reference/api/deprecated.md.j2", view)


def _deprecated_parameters(places: Places, page: str) -> list[Markdown]:
    lines: list[Markdown] = []
    for operation in places.api.operations:
        found = [
            _bare(places, operation, one, page) for one in operation.parameters if one.deprecated
        ]
        if found:
            lines.append(
                composed(Markdown("{}: {}"), operation_link(places, operation, page), listed(found))
            )
    return lines


def _bare(places: Places, operation: Operation, parameter: Parameter, page: str) -> Markdown:
    target = path_to(page, places.operation(operation), anchor("param", parameter.name))
    return link(code(parameter.name), target)


def _deprecated_values(places: Places, page: str) -> list[Markdown]:
    lines: list[Markdown] = []
    for operation in places.api.operations:
        for parameter in operation.parameters:
            known = places.types.get(parameter.enumeration or "")
            shared = known.deprecated_values if isinstance(known, Enumeration) else ()
            values = tuple(dict.fromkeys((*shared, *parameter.deprecated_values)))
            if values:
                lines.append(
                    composed(
                        Markdown("{}, {}: {}"),
                        operation_link(places, operation, page),
                        _bare(places, operation, parameter, page),
                        codes(values),
                    )
                )
    return lines


def rules_output(places: Places) -> Output:
    """Every rule between parameters."""
    api, page = places.api, places.page("rules")
    view = RulesPage(
        title=front_matter("Rules between parameters"),
        description=front_matter(f"What parameters of the {api.title} ask of each other"),
        operations=tuple(
            OperationRules(operation_link(places, one, page), Rules.of(places, one, page).views())
            for one in api.operations
            if one.rules
        ),
    )
    return Output(page, "reference/api/rules.md.j2", view)


def has_deprecated(places: Places) -> bool:
    """Whether anything is deprecated."""
    page = places.page("deprecated")
    return (
        any(one.deprecated for one in places.api.operations)
        or bool(_deprecated_parameters(places, page))
        or bool(_deprecated_values(places, page))
    )
