"""The command line of a REST API's package."""

from collections.abc import Sequence

from specloom import model
from specloom.naming import identifier
from specloom.rendering.render import Output, View
from specloom.safe import Python, composed, joined, py_docstring, py_identifier, py_literal
from specloom.views.python.layout import (
    Tree,
    assignment,
    call,
    keyword,
    literal,
    parenthesized,
)
from specloom.views.python.package import source_folder
from specloom.views.python.rest_operations import (
    Names,
    address_argument,
    caller_parameters,
    key_argument,
)
from specloom.views.python.rest_types import Types

_RUNTIME = "._runtime.rest.command"


class OptionView(View, frozen=True):
    """An option of every command."""

    name: Python
    text: Python


class CommandLineView(View, frozen=True):
    """`__main__.py`."""

    doc: Python
    imports: tuple[Python, ...]
    options: tuple[OptionView, ...]
    commands: Python
    given: Python
    package: Python
    summary: Python


def command_output(api: model.Api, names: Names) -> Output:
    """The command line, with a command for each operation that a shell can call."""
    types = Types(api)
    shown = [one for one in api.operations if all(map(_is_plain, caller_parameters(api, one)))]
    commands = parenthesized([_command(api, one, names, types) for one in shown])
    types.used.add(("argparse", ""))
    types.used.add(("sys", ""))
    types.used.name(".client", "Client")
    types.used.name(_RUNTIME, "main")
    key = key_argument(api)
    if key is not None:
        types.used.name(_RUNTIME, "key_from")
    view = CommandLineView(
        doc=py_docstring(f"Look at what the API returns: `python -m {api.package} --help`."),
        imports=types.used.lines(),
        options=_options(api),
        commands=assignment(Python("COMMANDS"), commands),
        given=_given(api),
        package=py_literal(api.package),
        summary=assignment(Python("SUMMARY"), literal(api.summary)),
    )
    path = f"{source_folder(api)}/__main__.py"
    return Output(path, "python/rest/__main__.py.j2", view)


def _is_plain(parameter: model.Parameter) -> bool:
    """Whether a shell can say it."""
    return parameter.type not in ("object", "any", "record") or not parameter.required


def _options(api: model.Api) -> tuple[OptionView, ...]:
    variable = f"{api.package}_{{}}".upper()
    address = address_argument(api)
    options = [(address, f"address of the API, otherwise from {variable.format(address.upper())}")]
    key = key_argument(api)
    if key is not None:
        text = f"file that holds the key, otherwise from {variable.format(key.upper())}"
        options.append((f"{key}_file", text))
    return tuple(OptionView(py_literal(name), py_literal(text)) for name, text in options)


def _given(api: model.Api) -> Python:
    parts = [composed(Python("asked.{}"), py_identifier(address_argument(api)))]
    key = key_argument(api)
    if key is not None:
        name = py_identifier(key)
        parts.append(composed(Python("{}=key_from(asked.{}_file)"), name, name))
    return joined(Python(", "), parts)


def _command(api: model.Api, one: model.Operation, names: Names, types: Types) -> Tree:
    constant = types.used.name(".operations", names.operations[one.id])
    parts: list[Tree] = [
        keyword("name", py_literal(one.command or one.id.replace(".", "-").replace("_", "-"))),
        keyword("operation", constant),
    ]
    arguments = [
        _argument(parameter, types)
        for parameter in caller_parameters(api, one)
        if parameter.type not in ("object", "any", "record")
    ]
    if arguments:
        parts.append(parenthesized(arguments, "arguments="))
    parts.append(keyword("help", literal(one.summary or one.title or one.id)))
    return call(types.used.name(_RUNTIME, "Command"), parts)


def _argument(parameter: model.Parameter, types: Types) -> Tree:
    parts: list[Tree] = [keyword("name", py_literal(identifier(parameter.name)))]
    kind = _kind(parameter, types)
    if kind is not None:
        parts.append(keyword("kind", kind))
    if not parameter.required:
        parts.append(keyword("required", Python("False")))
    if parameter.multiple is not None:
        parts.append(keyword("several", Python("True")))
    values = _values(parameter, types)
    if values:
        parts.append(keyword("choices", py_literal(tuple(values))))
    if parameter.summary:
        parts.append(keyword("help", literal(parameter.summary)))
    return call(types.used.name(_RUNTIME, "Argument"), parts)


def _values(parameter: model.Parameter, types: Types) -> Sequence[str | int]:
    named = types.named.get(parameter.enumeration or "")
    return named.values if isinstance(named, model.Enumeration) else ()


def _kind(parameter: model.Parameter, types: Types) -> Python | None:
    """What turns the text into the argument; None: nothing need."""
    if any(isinstance(value, int) for value in _values(parameter, types)):
        return Python("int")
    match parameter.type:
        case "integer":
            return Python("int")
        case "number":
            return Python("float")
        case "decimal":
            return types.used.name("decimal", "Decimal")
        case "boolean":
            return types.used.name(_RUNTIME, "truth")
        case "timestamp":
            return types.used.name(_RUNTIME, "time")
        case _:
            return None
