"""The Python package of a REST API: its files, and what each of their templates needs."""

from specloom import model
from specloom.rendering.render import Copy, Output, View
from specloom.safe import Python, composed, joined, py_docstring, py_identifier, py_literal
from specloom.views.python.layout import Brackets, laid_out, parenthesized
from specloom.views.python.package import package_files, source_folder
from specloom.views.python.rest_command import command_output
from specloom.views.python.rest_operations import (
    Names,
    ResourceView,
    address_argument,
    key_argument,
    operations_view,
    quoted,
    resource_view,
)
from specloom.views.python.rest_readme import readme_output
from specloom.views.python.rest_sandbox import EXTRA, sandbox_outputs
from specloom.views.python.rest_types import (
    RUNTIME_VALUES,
    ModelsView,
    Types,
    Used,
    ValueListView,
    own_classes,
    record_view,
    sentence,
)

TEMPLATES = "python/rest"
RUNTIME = "._runtime"
ERRORS = (
    "ApiError",
    "CallTimeoutError",
    "ConfigurationError",
    "ConnectError",
    "DecodeError",
    "EnvelopeError",
    "Error",
    "HttpError",
    "NotJsonError",
    "ParameterError",
    "ResponseError",
    "ResponseTooLargeError",
    "TransportError",
)
"""Of the runtime, and public."""


class ErrorView(View, frozen=True):
    """A documented error."""

    name: Python
    doc: Python
    message: Python


class ErrorsView(View, frozen=True):
    """`errors.py`."""

    doc: Python
    imports: tuple[Python, ...]
    exported: Python
    errors: tuple[ErrorView, ...]


class ClientView(View, frozen=True):
    """`client.py` or `async_client.py`."""

    doc: Python
    imports: tuple[Python, ...]
    client: Python
    client_base: Python
    client_doc: Python
    arguments: tuple[Python, ...]
    passed: Python
    key: Python
    has_key: bool
    resource_base: Python
    resources: tuple[ResourceView, ...]


class InitView(View, frozen=True):
    """`__init__.py`."""

    doc: Python
    imports: tuple[Python, ...]
    version: Python
    exported: Python


def outputs(api: model.Api) -> list[Output | Copy]:
    """Every file of the package."""
    names = Names(api)
    views: dict[str, View] = {
        "__init__.py": _init(api, names),
        "async_client.py": _client(api, names, asynchronous=True),
        "client.py": _client(api, names, asynchronous=False),
        "errors.py": _errors(api, names),
        "models.py": _models(api),
        "operations.py": operations_view(api, names),
    }
    modules = [
        Output(f"{source_folder(api)}/{name}", f"{TEMPLATES}/{name}.j2", view)
        for name, view in views.items()
    ]
    extras = () if api.sandbox is None else (EXTRA,)
    return [
        *modules,
        command_output(api, names),
        *sandbox_outputs(api, names),
        readme_output(api, names),
        *package_files(api, extras),
    ]


# --- models.py ---------------------------------------------------------------------------------------


def _models(api: model.Api) -> ModelsView:
    types = Types(api)
    base = types.used.name(RUNTIME_VALUES, "Record")
    records = tuple(record_view(one, types) for one in _ordered(_public_records(api), types))
    lists = [one for one in api.types if isinstance(one, model.Enumeration)]
    if lists:
        types.used.update({("typing", "Literal"), ("typing", "TypeAlias")})
    return ModelsView(
        doc=py_docstring(f"What the {api.title} is about, as frozen records."),
        imports=types.used.lines(),
        value_lists=tuple(map(_value_list, lists)),
        records=records,
        base=base,
    )


def _value_list(one: model.Enumeration) -> ValueListView:
    values = composed(Python("Literal[{}]"), joined(Python(", "), map(py_literal, one.values)))
    doc = py_docstring(one.summary or "Values that a parameter takes.")
    return ValueListView(py_identifier(one.name), values, doc)


def _public_records(api: model.Api) -> list[model.Record]:
    """Every record but the envelope, which a caller never sees."""
    own = own_classes(api)
    return [one for one in api.types if isinstance(one, model.Record) and one.name in own]


def _ordered(records: list[model.Record], types: Types) -> list[model.Record]:
    """Each record after those that it holds, otherwise as in the source."""
    by_name = {one.name: one for one in records}
    done: dict[str, model.Record] = {}

    def visit(record: model.Record, on_the_way: tuple[str, ...]) -> None:
        for one in record.fields:
            for name in model.references(one.type):
                if name in by_name and name not in done and name not in on_the_way:
                    visit(by_name[name], (*on_the_way, name))
        done.setdefault(record.name, record)

    for record in records:
        if record.name not in done:
            visit(record, (record.name,))
    return list(done.values())


# --- errors.py -----------------------------------------------------------------------------------------


def _errors(api: model.Api, names: Names) -> ErrorsView:
    used = Used()
    for name in ERRORS:
        used.name(f"{RUNTIME}.rest.errors", name)
    documented = names.documented_errors()
    return ErrorsView(
        doc=py_docstring(_errors_text(api)),
        imports=used.lines(),
        exported=_name_list([*ERRORS, *documented]),
        errors=tuple(
            ErrorView(
                py_identifier(name),
                py_docstring(f"The API answered {quoted(message)}.", indent=4),
                py_literal(message),
            )
            for name, message in documented.items()
        ),
    )


def _errors_text(api: model.Api) -> str:
    return (
        "Every error that a call may end with.\n\n"
        "`Error` is the root. An `ApiError` is the API's own answer, and each documented message has a "
        "class of its own; an `HttpError` is an HTTP status without such an answer; a `ResponseError` is "
        "an answer that cannot be read; a `TransportError` means that no answer came."
    )


def _name_list(names: list[str]) -> Python:
    tree = parenthesized([py_literal(name) for name in sorted(names)])
    return Python(laid_out(Brackets(Python("["), tree.parts, Python("]"), own_lines=True)))


# --- client.py, async_client.py --------------------------------------------------------------------------


def _client(api: model.Api, names: Names, *, asynchronous: bool) -> ClientView:
    types = Types(api)
    prefix = "Async" if asynchronous else ""
    home = f"{RUNTIME}.rest.{'async_client' if asynchronous else 'client'}"
    resources = tuple(
        resource_view(group, api, names, types, asynchronous=asynchronous) for group in api.groups
    )
    base = types.used.name(home, f"{prefix}BaseClient")
    resource_base = types.used.name(home, f"{prefix}Resource")
    types.used.add(("httpx2", ""))
    types.used.name("typing", "Unpack")
    types.used.name(f"{RUNTIME}.core.options", "OptionFields")
    types.used.name(".operations", "API")
    if key_argument(api) is not None:
        types.used.name(f"{RUNTIME}.core.secret", "secret")
    side = "asynchronous" if asynchronous else "synchronous"
    return ClientView(
        doc=py_docstring(f"The {side} client of the {api.title}."),
        imports=types.used.lines(),
        client=py_identifier(f"{prefix}Client"),
        client_base=base,
        client_doc=py_docstring(_client_text(api, asynchronous=asynchronous), indent=4),
        arguments=_arguments(api, Python(f"httpx2.{prefix}BaseTransport")),
        passed=_passed(api),
        key=py_identifier(key_argument(api) or "key"),
        has_key=key_argument(api) is not None,
        resource_base=resource_base,
        resources=resources,
    )


def _client_text(api: model.Api, *, asynchronous: bool) -> str:
    shared = "tasks of one event loop" if asynchronous else "threads"
    paragraphs = [api.summary, f"May be shared by {shared}; close it, or use it in a `with` block."]
    if asynchronous:
        paragraphs[-1] = f"May be shared by {shared}; close it, or use it in an `async with` block."
    arguments = [one for one in (api.server.variable, key_argument(api)) if one is not None]
    if api.server.variable is not None:
        paragraphs.append(f"`{api.server.variable}`: {sentence(api.server.summary)}")
    if api.authentication is not None:
        paragraphs.append(f"`{key_argument(api)}`: {sentence(api.authentication.summary)}")
    if arguments:
        shown = " and ".join(f"`{one}`" for one in arguments)
        variables = " and ".join(f"`{api.package.upper()}_{one.upper()}`" for one in arguments)
        plural = "s" if len(arguments) > 1 else ""
        paragraphs.append(
            f"Without {shown}, the environment variable{plural} {variables} must be set."
        )
    paragraphs.append(
        "The address must begin with `https://`, unless it is of this machine or `allow_http` is true. "
        "The other options are the fields of `Options`."
    )
    return "\n\n".join(paragraphs)


def _arguments(api: model.Api, transport: Python) -> tuple[Python, ...]:
    address = py_identifier(address_argument(api))
    lines = [composed(Python("{}: str | None = None,"), address), Python("*,")]
    key = key_argument(api)
    if key is not None:
        lines.append(composed(Python("{}: str | None = None,"), py_identifier(key)))
    lines += [
        composed(Python("transport: {} | None = None,"), transport),
        Python("allow_http: bool = False,"),
        Python("**options: Unpack[OptionFields],"),
    ]
    return tuple(lines)


def _passed(api: model.Api) -> Python:
    """The arguments of the runtime's client."""
    key = Python("None" if key_argument(api) is None else "key")
    rest = Python("transport, allow_http, options")
    address = py_identifier(address_argument(api))
    return joined(Python(", "), [Python("API"), address, key, rest])


# --- __init__.py ---------------------------------------------------------------------------------------


def _init(api: model.Api, names: Names) -> InitView:
    used = Used()
    used.name("typing", "TYPE_CHECKING")
    used.name(".client", "Client")
    errors = [*ERRORS, *names.documented_errors()]
    own = own_classes(api)
    models = [one.name for one in api.types if one.name in own]
    shared = {
        f"{RUNTIME}.core.options": ("Attempt", "Options"),
        f"{RUNTIME}.core.steps": ("Reply",),
        ".errors": errors,
        ".models": models,
    }
    public = {"AsyncClient", "Client", "__version__"}
    for source, found in shared.items():
        for name in found:
            if source.startswith(RUNTIME) and name in own:
                continue  # the API's own class of that name is the one that people look for
            used.name(source, name)
            public.add(name)
    return InitView(
        doc=py_docstring(f"{api.title}: {_lowered(api.summary)}"),
        imports=used.lines(),
        version=py_literal(api.version),
        exported=_name_list([*public]),
    )


def _lowered(text: str) -> str:
    return text[:1].lower() + text[1:] if text[1:2].islower() else text
