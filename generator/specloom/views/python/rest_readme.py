"""The README of a REST client's package."""

from specloom import model
from specloom.naming import distribution_name, identifier
from specloom.rendering.render import Output, View
from specloom.safe import Markdown, md_code, md_text
from specloom.views.python.package import folder
from specloom.views.python.rest_operations import (
    Names,
    caller_parameters,
    group_attribute,
    key_argument,
    method_name,
)


class OperationLine(View, frozen=True):
    """One row of the table of operations."""

    call: Markdown
    summary: Markdown


class ErrorLine(View, frozen=True):
    """One row of the table of documented errors."""

    name: Markdown
    message: Markdown


class ReadmeView(View, frozen=True):
    """`README.md`."""

    title: Markdown
    package: Markdown
    distribution: Markdown
    summary: Markdown
    opening: Markdown
    first_call: Markdown
    variables: Markdown
    has_variables: bool
    has_sandbox: bool
    operations: tuple[OperationLine, ...]
    errors: tuple[ErrorLine, ...]


def readme_output(api: model.Api, names: Names) -> Output:
    """The README, filled with the API's own operations."""
    arguments = [one for one in (api.server.variable, key_argument(api)) if one is not None]
    variables = [f"{api.package}_{one}".upper() for one in arguments]
    shown = ", ".join(md_code(one) for one in variables)
    view = ReadmeView(
        title=md_text(api.title),
        package=Markdown(api.package),
        distribution=Markdown(distribution_name(api.package)),
        summary=md_text(api.summary),
        opening=Markdown(_opening(api, arguments)),
        first_call=Markdown(_call(api, _simplest(api))),
        variables=Markdown(shown),
        has_variables=bool(variables),
        has_sandbox=api.sandbox is not None,
        operations=tuple(
            OperationLine(
                md_code(f"client.{_call(api, one)}"), md_text(one.summary or one.title or one.id)
            )
            for one in api.operations
        ),
        errors=tuple(
            ErrorLine(md_code(name), md_text(message))
            for name, message in names.documented_errors().items()
        ),
    )
    return Output(f"{folder(api)}/README.md", "python/rest/README.md.j2", view)


def _opening(api: model.Api, arguments: list[str]) -> str:
    """The arguments of a client, as an example."""
    shown = {api.server.variable: f'"{_plain(api.server.example)}"', key_argument(api): '"…"'}
    given = [
        shown[one] if one == api.server.variable else f"{one}={shown[one]}" for one in arguments
    ]
    return ", ".join(given)


def _plain(address: str) -> str:
    """An address that is safe in an example, or one that stands for it."""
    plain = all(one.isalnum() or one in ":/.-_" for one in address)
    return address if plain else "https://api.example.org"


def _simplest(api: model.Api) -> model.Operation:
    """The first of the operations that ask for the least."""

    def asked(one: model.Operation) -> int:
        return sum(parameter.required for parameter in caller_parameters(api, one))

    return min(api.operations, key=asked)


def _call(api: model.Api, one: model.Operation) -> str:
    given = [
        identifier(parameter.name)
        for parameter in caller_parameters(api, one)
        if parameter.required
    ]
    return f"{group_attribute(one.group)}.{method_name(one)}({', '.join(given)})"
