"""The Python package of a REST API: its files, and what their templates share."""

from collections.abc import Iterable, Iterator, Mapping

from specloom.languages.python import Python
from specloom.model import structs as model
from specloom.model.keys import is_key_in_header
from specloom.model.naming import distribution_name
from specloom.model.scalars import LIBRARY
from specloom.model.server_address import is_unencrypted
from specloom.model.type_use import has_unknown_records
from specloom.model.value_formats import FORMATTED_TYPES
from specloom.model.webhooks import common_replies
from specloom.naming.rest import TAKEN, RestNames
from specloom.rendering.render import Copy, Output, View
from specloom.views.python.package import folder, package_files, source_folder
from specloom.views.python.rest.examples import examples_data
from specloom.views.python.rest.models import AliasView, RecordView, alias_views, record_views
from specloom.views.python.rest.operations import (
    MethodView,
    ParameterView,
    ResourceView,
    resource_views,
    shared_parameters,
)
from specloom.views.python.rest.sandbox import TableView, sandbox_data, table_views
from specloom.views.python.rest.types import Types
from specloom.views.python.rest.webhooks import (
    WebhookHeaderView,
    WebhookView,
    webhook_header_views,
    webhook_views,
)
from specloom.views.samples.filling import filling
from specloom.views.samples.first_call import effort
from specloom.views.samples.rest import RestCall, rest_call

_MODULES = (
    *("__init__.py", "async_client.py", "client.py", "errors.py", "models.py"),
    *("operations.py", "testing.py"),
)


class KeyView(View, frozen=True):
    """The key that a caller gives to the client."""

    authentication: model.Authentication
    argument: str
    in_header: bool


class ErrorView(View, frozen=True):
    """A documented error, as a class."""

    error: model.Error
    body: Python | None
    """The type of its body; None if nothing is known of it."""


class CredentialView(View, frozen=True):
    """A security scheme, as an argument of the client."""

    scheme: model.Scheme
    argument: str
    user: str | None
    """The argument for the name of the user; None if there is none."""

    @property
    def meaning(self) -> str:
        """Value of the argument, without a full stop."""
        return _CREDENTIALS[self.scheme.type]


_CREDENTIALS = {
    "key": "The key of the caller",
    "basic": "The password of the user",
    "bearer": "The token of the caller",
    "oauth2": "An access token",
}


class ServerVariableView(View, frozen=True):
    """A variable of the server's address, as an argument of the client."""

    variable: model.ServerVariable
    argument: str


class ExampleArgument(View, frozen=True):
    """An argument of a client in an example."""

    name: str | None
    """None: it stands without its name."""
    value: str | bool
    """An ellipsis if only the reader has it."""


class PackageView(View, frozen=True):
    """View of every template of a REST client."""

    api: model.Api
    distribution: str
    """The name under which the package is installed."""
    lowered_summary: str
    """Summary of the API, as it follows a colon."""
    address: str
    """The argument that takes the address, or the part of it that a user gives."""
    key: KeyView | None
    """None: the API needs no key."""
    credentials: tuple[CredentialView, ...]
    """Security schemes, as arguments of the client."""
    server_variables: tuple[ServerVariableView, ...]
    environment: tuple[str, ...]
    """Arguments that a client must be given or find in the environment."""
    resources: tuple[ResourceView, ...]
    methods: tuple[MethodView, ...]
    """Of all resources, in the order of the API."""
    shared_parameters: Mapping[ParameterView, str]
    """Parameters that many operations have, each with the name of its constant."""
    example: RestCall | None
    """A call of the simplest operation; None if the API has webhooks alone."""
    example_operation: model.Operation | None
    example_arguments: tuple[ExampleArgument, ...]
    """Arguments of a client that makes the call of the example."""
    errors: tuple[model.Error, ...]
    described_errors: tuple[ErrorView, ...]
    """The same, with their types."""
    enumerations: tuple[model.Enumeration, ...]
    aliases: tuple[AliasView, ...]
    records: tuple[RecordView, ...]
    """Each after those that it holds."""
    sends_bodies: bool
    """True if callers need a word for what they leave out of a body."""
    has_unknown_records: bool
    """True if a value may be a record whose tag the API's description does not have."""
    webhooks: tuple[WebhookView, ...]
    webhook_headers: tuple[WebhookHeaderView, ...]
    common_replies: Mapping[str, str]
    """Replies that the API expects to each of its requests."""
    tables: tuple[TableView, ...]
    """Of the sandbox."""
    own: frozenset[str]
    """Names of the API's classes, for which other things of `models.py` step aside."""
    hidden: tuple[str, ...]
    """Types whose names the package itself has: they are in the module `models` alone."""
    taken: frozenset[str]
    """Names that the API's classes leave to other things in all other modules."""
    library: tuple[tuple[str, str], ...] = LIBRARY
    """Types of Python's library that arguments and fields may have, each with its module before it."""
    formatted_types: tuple[tuple[str, str], ...] = FORMATTED_TYPES
    """Types that may stand in place of a text of a format, each with its module before it."""


def outputs(api: model.Api, names: RestNames) -> list[Output | Copy]:
    """Every file of the package."""
    view = _package(api, names)
    modules = [*_MODULES, *(() if api.sandbox is None else ("sandbox.py",))]
    if api.protocol.webhooks:
        modules.append("webhooks.py")
    rendered = [
        Output(f"{source_folder(api)}/{name}", f"python/rest/{name}.j2", view)
        for name in sorted(modules)
    ]
    readme = Output(f"{folder(api)}/README.md", "python/rest/README.md.j2", view)
    data = examples_data(api) if api.sandbox is None else sandbox_data(api, api.sandbox)
    return [*rendered, data, readme, *package_files(api)]


def _package(api: model.Api, names: RestNames) -> PackageView:
    resources, types = resource_views(api, names), Types(api)
    by_id = {method.operation.id: method for resource in resources for method in resource.methods}
    methods = tuple(by_id[operation.id] for operation in api.operations)
    variables = (api.server.variable, names.key)
    simplest = min(
        methods, key=lambda method: (not method.is_whole, *effort(method.operation)), default=None
    )
    operation = None if simplest is None else simplest.operation
    credentials = tuple(
        CredentialView(scheme, names.credentials[scheme.name], names.users.get(scheme.name))
        for scheme in api.schemes
    )
    server_variables = tuple(
        ServerVariableView(variable, names.server_variables[variable.name])
        for variable in api.server.variables
    )
    return PackageView(
        api=api,
        distribution=distribution_name(api.package),
        lowered_summary=_lowered(api.summary),
        address=names.address,
        key=_key(api, names),
        credentials=credentials,
        server_variables=server_variables,
        environment=tuple(argument for argument in variables if argument is not None),
        resources=resources,
        methods=methods,
        shared_parameters=shared_parameters(methods),
        example=None if operation is None else rest_call(names, filling(api, operation)),
        example_operation=operation,
        example_arguments=(
            *_address_arguments(api, server_variables),
            *(_caller_arguments(operation, names.key, credentials) if operation else ()),
        ),
        errors=api.errors,
        described_errors=tuple(_error(error, types) for error in api.errors),
        enumerations=tuple(type_ for type_ in api.types if isinstance(type_, model.Enumeration)),
        aliases=alias_views(api, names),
        records=record_views(api, names),
        sends_bodies=names.sends_bodies,
        has_unknown_records=has_unknown_records(api),
        webhooks=webhook_views(api),
        webhook_headers=webhook_header_views(api),
        common_replies=common_replies(api),
        tables=table_views(api, names),
        own=names.classes,
        hidden=tuple(type_.name for type_ in api.types if type_.name in names.hidden_classes),
        taken=TAKEN,
    )


def _error(error: model.Error, types: Types) -> ErrorView:
    return ErrorView(error, None if error.body is None else types.decoded(error.body))


def _key(api: model.Api, names: RestNames) -> KeyView | None:
    if names.key is None or api.authentication is None:
        return None
    return KeyView(api.authentication, names.key, is_key_in_header(api))


def _address_arguments(
    api: model.Api, server_variables: Iterable[ServerVariableView]
) -> Iterator[ExampleArgument]:
    if api.server.variable is not None:
        yield ExampleArgument(None, api.server.example)
    for entry in server_variables:
        yield ExampleArgument(entry.argument, entry.variable.default)
    if is_unencrypted(api.server.example):
        yield ExampleArgument("allow_http", True)


def _caller_arguments(
    operation: model.Operation, key: str | None, credentials: Iterable[CredentialView]
) -> Iterator[ExampleArgument]:
    """Arguments for the first way in which a caller of an operation may say who they are."""
    if key is not None:
        yield ExampleArgument(key, "…")
    first = next(iter(operation.http.security), ())
    for credential in credentials:
        if credential.scheme.name in first:
            if credential.user is not None:
                yield ExampleArgument(credential.user, "…")
            yield ExampleArgument(credential.argument, "…")


def _lowered(text: str) -> str:
    return text[:1].lower() + text[1:] if text[1:2].islower() else text
