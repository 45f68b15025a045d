"""What must hold in the description of a REST API beyond its form: names that exist, facts that agree."""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import TypeAlias

from specloom import model
from specloom.diagnostics import Code, Diagnostic
from specloom.naming import class_name, identifier, snake_case
from specloom.readers.document import Document, fault, nearest
from specloom.readers.rest_format import (
    AuthenticationEntry,
    Encoding,
    EnumerationEntry,
    FieldEntry,
    HelperEntry,
    OperationEntry,
    ParameterEntry,
    Place,
    RecordEntry,
    RestFile,
)
from specloom.readers.type_text import SCALARS, Malformed, Named, Parsed, parse

Path: TypeAlias = tuple[str | int, ...]

_VARIABLE = re.compile(r"\{([^{}]*)\}")
_WITH_BODY = frozenset({"POST", "PUT", "PATCH"})
_PARAMETER_SCALARS = ("string", "integer", "number", "decimal", "boolean", "timestamp")
_NUMBERS = frozenset({"integer", "number", "decimal"})
_RESERVED_CLASSES = frozenset(
    {
        "API",
        "ApiError",
        "AsyncClient",
        "Attempt",
        "CallTimeoutError",
        "Client",
        "ConfigurationError",
        "ConnectError",
        "DecodeError",
        "EnvelopeError",
        "Error",
        "HttpError",
        "Literal",
        "NotJsonError",
        "OptionFields",
        "Options",
        "Reply",
        "ResponseError",
        "ResponseTooLargeError",
        "Sandbox",
        "TransportError",
        "TypeAlias",
        "Unpack",
    }
)
"""Public names of every client, and those that its modules cannot do without."""
_ID = re.compile(r"[a-z][a-z0-9]*(?:-[a-z0-9]+)*")
_CONDITION = re.compile(r"[a-z][a-z0-9_]*")
_VERSION = re.compile(r"[0-9]+(?:\.[0-9]+)*(?:(?:a|b|rc)[0-9]+)?")


# --- What a key that was left out means --------------------------------------------------------------


def variables(text: str) -> list[str]:
    """The names in braces, in order: of a path, of the server's address."""
    return _VARIABLE.findall(text)


def body_place(operation: OperationEntry, encoding: Encoding) -> Encoding:
    """Where an operation's parameters go unless the path or the parameter says otherwise."""
    return encoding if operation.method in _WITH_BODY else "query"


def place(
    operation: OperationEntry, name: str, parameter: ParameterEntry, encoding: Encoding
) -> Place:
    """Where one parameter goes."""
    if parameter.place is not None:
        return parameter.place
    return "path" if name in variables(operation.path) else body_place(operation, encoding)


# --- Every fault -------------------------------------------------------------------------------------


def faults(document: Document, described: RestFile) -> Iterator[Diagnostic]:
    """Everything that is wrong with a description whose form is right."""
    check = _Check(document, described)
    yield from _head_faults(check)
    yield from _group_faults(check)
    yield from _class_faults(check)
    for id_, operation in described.operations.items():
        yield from _operation_faults(check, id_, operation)
    yield from _address_faults(check)
    yield from _error_faults(check)
    for name, record in described.records.items():
        yield from _record_faults(check, name, record)
    for name, enumeration in described.enumerations.items():
        yield from _enumeration_faults(check, name, enumeration)


@dataclass(frozen=True, slots=True)
class _Check:
    """What every check needs: the document for positions, and what it says."""

    document: Document
    described: RestFile

    def fault(
        self, at: Iterable[str | int], code: Code, message: str, hint: str | None = None
    ) -> Diagnostic:
        """A fault of a value."""
        return fault(self.document, tuple(at), code, message, hint)

    def key_fault(
        self, at: Iterable[str | int], code: Code, message: str, hint: str | None = None
    ) -> Diagnostic:
        """A fault of a key."""
        return fault(self.document, tuple(at), code, message, hint, key=True)

    def unknown(self, at: Path, kind: str, name: str, known: Iterable[str]) -> Diagnostic:
        """A name that stands for nothing."""
        return self.fault(at, "unknown-name", f"there is no {kind} `{name}`", _hint(name, known))


def _hint(name: str, known: Iterable[str]) -> str:
    names = list(known)
    near = nearest(name, names)
    if near:
        return f"did you mean `{near}`?"
    return "there are: " + ", ".join(names) if names else "there are none"


def _same_name(
    check: _Check, at: Path, names: Mapping[str, str], what: str
) -> Iterator[Diagnostic]:
    """Faults of keys that become the same Python name; `names`: key → Python name."""
    seen: dict[str, str] = {}
    for key, name in names.items():
        if name in seen:
            message = f"{what} `{seen[name]}` and `{key}` would both become `{name}` in Python"
            yield check.key_fault((*at, key), "duplicate-name", message, "rename one of them")
        seen.setdefault(name, key)


# --- Head, groups, names of classes ------------------------------------------------------------------


def _head_faults(check: _Check) -> Iterator[Diagnostic]:
    described = check.described
    if not _VERSION.fullmatch(described.version):
        message = f"`{described.version}` is no version of a package"
        yield check.fault(("version",), "wrong-value", message, "numbers and dots, such as `1.0.0`")
    yield from _server_faults(check)
    yield from _envelope_faults(check)
    if described.authentication is not None:
        yield from _key_faults(check, described.authentication)
    for part, ids in (("facts", described.facts), ("unspecified", described.unspecified)):
        for id_ in ids:
            if not _ID.fullmatch(id_):
                hint = "small letters, digits and single hyphens"
                yield check.key_fault((part, id_), "invalid-name", f"`{id_}` is no id", hint)


def _server_faults(check: _Check) -> Iterator[Diagnostic]:
    server, names = check.described.server, variables(check.described.server.url)
    at = ("server", "url")
    if len(names) > 1 or _braces_are_left(server.url):
        message = "the address may hold one variable, in braces"
        yield check.fault(at, "wrong-value", message, "`{base_url}` or `https://{host}/v1`")
    elif names and not names[0].isidentifier():
        message = f"`{names[0]}` cannot be a variable"
        yield check.fault(at, "invalid-name", message, "letters, digits and underscores")
    elif names and server.example is None:
        message = f"`server` needs an `example`, because its address has the variable `{names[0]}`"
        yield check.fault(("server",), "missing-key", message)
    elif not names and not re.match(r"https?://[^/]", server.url):
        message = f"`{server.url}` is no address"
        yield check.fault(at, "wrong-value", message, "`https://` and a host, or a variable")


def _braces_are_left(text: str) -> bool:
    return bool(re.search(r"[{}]", _VARIABLE.sub("", text)))


def _key_faults(check: _Check, key: AuthenticationEntry) -> Iterator[Diagnostic]:
    if key.place in ("header", "bearer") and not _is_header(key.parameter):
        message = f"`{key.parameter}` cannot be the name of a header"
        yield check.fault(("authentication", "parameter"), "invalid-name", message)
    for id_, operation in check.described.operations.items():
        if key.parameter in operation.parameters:
            message = f"`{key.parameter}` carries the key and belongs to every operation already"
            at = ("operations", id_, "parameters", key.parameter)
            yield check.key_fault(at, "duplicate-name", message, "leave it out here")


def _is_header(name: str) -> bool:
    return bool(re.fullmatch(r"[A-Za-z0-9!#$%&'*+.^_`|~-]+", name))


def _envelope_faults(check: _Check) -> Iterator[Diagnostic]:
    envelope, records = check.described.envelope, check.described.records
    if envelope is None:
        return
    if envelope.record not in records:
        yield check.unknown(("envelope", "record"), "record", envelope.record, records)
        return
    fields = records[envelope.record].fields
    for key, name in (("status", envelope.status), ("message", envelope.message)):
        if name not in fields:
            yield check.unknown(("envelope", key), f"field in {envelope.record}", name, fields)
    if envelope.success == envelope.error:
        message = "a success and an error cannot have the same value"
        yield check.fault(("envelope", "error"), "conflicting-facts", message)


def _group_faults(check: _Check) -> Iterator[Diagnostic]:
    described = check.described
    used = {id_.partition(".")[0] for id_ in described.operations}
    for name in described.groups:
        at = ("groups", name)
        if not identifier(snake_case(name)).isidentifier() or not snake_case(name):
            message = f"`{name}` cannot be the name of a group"
            yield check.key_fault(at, "invalid-name", message, "a word such as `items`")
        elif name not in used:
            message = f"no operation belongs to the group `{name}`"
            yield check.key_fault(at, "unused-name", message, f"`{name}.list` would be one")
    named = {name: identifier(snake_case(name)) for name in described.groups if snake_case(name)}
    yield from _same_name(check, ("groups",), named, "the groups")
    methods: dict[str, dict[str, str]] = {}
    for id_, operation in described.operations.items():
        group, _, name = id_.partition(".")
        methods.setdefault(group, {})[id_] = operation.name or identifier(snake_case(name))
    for named in methods.values():
        yield from _same_name(check, ("operations",), named, "the operations")


def _class_faults(check: _Check) -> Iterator[Diagnostic]:
    """Records, enumerations and errors share one namespace in the generated package."""
    described = check.described
    taken: dict[str, str] = {}
    for part, names in (
        ("records", described.records),
        ("enumerations", described.enumerations),
        ("errors", described.errors),
    ):
        for name in names:
            if not re.fullmatch(r"[A-Z][A-Za-z0-9]*", name):
                message = f"`{name}` cannot be the name of a class"
                hint = f"a capital, then letters and digits: `{class_name(name) or 'Item'}`"
                yield check.key_fault((part, name), "invalid-name", message, hint)
            elif name in _RESERVED_CLASSES or name in ("True", "False", "None"):
                message = f"`{name}` has another meaning in every client"
                yield check.key_fault((part, name), "invalid-name", message, "choose another name")
            elif name in taken:
                message = f"`{name}` is the name of one of the {taken[name]} already"
                yield check.key_fault((part, name), "duplicate-name", message, "rename one of them")
            taken.setdefault(name, part)
    for id_, operation in described.operations.items():
        for parameter, entry in operation.parameters.items():
            name = class_name(f"{id_}.{parameter}")
            if entry.values and name in taken:
                message = f"its values would be named `{name}`, as one of the {taken[name]} is"
                at = ("operations", id_, "parameters", parameter, "values")
                yield check.fault(at, "duplicate-name", message, "put them under `enumerations`")
            elif entry.values:
                taken[name] = "parameters' own value lists"


# --- Types -------------------------------------------------------------------------------------------


def _type_faults(
    check: _Check, at: Path, text: str, known: Iterable[str], kind: str
) -> Iterator[Diagnostic]:
    """Faults of a type in the notation; the names in it must be known."""
    parsed = parse(text)
    if isinstance(parsed, Malformed):
        yield _inside(check, at, text, parsed.offset, "malformed-type", parsed.message)
        return
    names = list(known)
    for named in parsed.names:
        if named.name not in names:
            yield _unknown_type(check, at, text, named, names, kind)


def _unknown_type(
    check: _Check, at: Path, text: str, named: Named, names: list[str], kind: str
) -> Diagnostic:
    message = f"there is no type `{named.name}`"
    if named.name in check.described.enumerations:
        message = f"`{named.name}` is an enumeration, which only a parameter can have"
        return _inside(
            check, at, text, named.offset, "wrong-value", message, "list `known_values` instead"
        )
    if named.name in check.described.records:
        message = f"`{named.name}` is a record, which a parameter cannot have"
        return _inside(check, at, text, named.offset, "wrong-value", message, "`object`, as JSON")
    near = nearest(named.name, [*SCALARS, *names])
    hint = f"did you mean `{near}`?" if near else f"a scalar such as `string`, or {kind}"
    return _inside(check, at, text, named.offset, "unknown-name", message, hint)


def _inside(
    check: _Check,
    at: Path,
    text: str,
    offset: int,
    code: Code,
    message: str,
    hint: str | None = None,
) -> Diagnostic:
    """A fault at one character of a text, where the file writes it in one piece."""
    line, column = check.document.position(at)
    source = check.document.text.splitlines()[line - 1][column - 1 :]
    quote = 1 if source[:1] in "'\"" else 0
    if source[quote:].startswith(text):
        column += quote + offset
    return Diagnostic(check.document.path, line, column, code, message, hint)


def _parsed(text: str) -> model.TypeExpression | None:
    parsed = parse(text)
    return parsed.type if isinstance(parsed, Parsed) else None


def _parts(type_: model.TypeExpression) -> Iterator[model.TypeExpression]:
    """A type and everything it is made of."""
    yield type_
    match type_:
        case model.ListOf(items=inside) | model.MapOf(values=inside):
            yield from _parts(inside)
        case model.Union(options=options):
            for option in options:
                yield from _parts(option)
        case _:
            pass


# --- Operations --------------------------------------------------------------------------------------


def _operation_faults(check: _Check, id_: str, operation: OperationEntry) -> Iterator[Diagnostic]:
    at = ("operations", id_)
    group, dot, name = id_.partition(".")
    if not dot or not snake_case(name) or "." in name:
        message = f"`{id_}` is no id of an operation"
        hint = "a group, a dot and a name: `items.list`"
        yield check.key_fault(at, "invalid-name", message, hint)
    elif group not in check.described.groups:
        message = f"there is no group `{group}`"
        hint = _hint(group, check.described.groups)
        yield check.key_fault(at, "unknown-name", message, hint)
    if operation.name is not None and operation.name != identifier(operation.name):
        message = f"`{operation.name}` cannot be the name of a method"
        hint = f"`{identifier(operation.name)}` could"
        yield check.fault((*at, "name"), "invalid-name", message, hint)
    yield from _path_faults(check, at, operation)
    yield from _body_faults(check, at, operation)
    names = {name: identifier(name) for name in operation.parameters if name.strip()}
    yield from _same_name(check, (*at, "parameters"), names, "the parameters")
    for name, parameter in operation.parameters.items():
        yield from _parameter_faults(check, (*at, "parameters", name), name, parameter)
        yield from _place_faults(check, at, operation, name)
    yield from _result_faults(check, at, operation)


def _path_faults(check: _Check, at: Path, operation: OperationEntry) -> Iterator[Diagnostic]:
    path, where = operation.path, (*at, "path")
    if not path.startswith("/"):
        message = f"the path `{path}` must begin with `/`"
        yield check.fault(where, "malformed-path", message, f"`/{path}`")
    if _braces_are_left(path) or "" in variables(path):
        message = f"the braces in `{path}` do not enclose names"
        yield check.fault(where, "malformed-path", message, "`/items/{id}`")
        return
    if re.search(r"[?#\s]", path):
        message = f"`{path}` holds a character that a path cannot hold"
        yield check.fault(where, "malformed-path", message, "list parameters under `parameters`")
    names = variables(path)
    for name in dict.fromkeys(names):
        if names.count(name) > 1:
            message = f"`{{{name}}}` stands twice in the path"
            yield check.fault(where, "malformed-path", message)
        if name not in operation.parameters:
            message = f"the path names `{{{name}}}`, which is not among the parameters"
            hint = _hint(name, operation.parameters)
            yield check.fault(where, "unknown-name", message, hint)


def _place_faults(
    check: _Check, at: Path, operation: OperationEntry, name: str
) -> Iterator[Diagnostic]:
    where = (*at, "parameters", name)
    in_path = name in variables(operation.path)
    given = operation.parameters[name].place
    if given == "path" and not in_path:
        message = f"`{name}` is a path parameter, but the path does not hold `{{{name}}}`"
        yield check.fault((*where, "place"), "conflicting-facts", message, "add it to the path")
    elif in_path and given not in (None, "path"):
        message = f"`{name}` stands in the path, so its place cannot be `{given}`"
        yield check.fault((*where, "place"), "conflicting-facts", message, "leave `place` out")
    elif given in ("form", "json") and operation.method not in _WITH_BODY:
        message = f"{operation.method} sends no body, so `{name}` cannot be in it"
        yield check.fault((*where, "place"), "conflicting-facts", message, "`query`")
    if given == "header" and not _is_header(name):
        message = f"`{name}` cannot be the name of a header"
        yield check.key_fault(where, "invalid-name", message)


def _body_faults(check: _Check, at: Path, operation: OperationEntry) -> Iterator[Diagnostic]:
    """One body, one encoding; the key counts where it travels in the body."""
    encoding, key = check.described.encoding, check.described.authentication
    places = {
        name: place(operation, name, parameter, encoding)
        for name, parameter in operation.parameters.items()
    }
    first = next((one for one in places.values() if one in ("form", "json")), None)
    if key is not None and key.place == "parameters" and not operation.public:
        in_body = body_place(operation, encoding)
        first = in_body if in_body != "query" else first
    for name, one in places.items():
        if one in ("form", "json") and one != first and operation.method in _WITH_BODY:
            message = f"`{name}` would go into a {one} body, but this operation sends a {first} one"
            where = (*at, "parameters", name)
            yield check.key_fault(where, "conflicting-facts", message, f"`place: {first}`")


def _result_faults(check: _Check, at: Path, operation: OperationEntry) -> Iterator[Diagnostic]:
    result, records = operation.result, check.described.records
    if result is None:
        return
    yield from _type_faults(check, (*at, "result", "type"), result.type, records, "a record")
    envelope = check.described.envelope
    if result.member is None:
        return
    where = (*at, "result", "member")
    steps = result.member.split(".")
    if "" in steps:
        message = f"`{result.member}` is no path of members"
        yield check.fault(where, "wrong-value", message, "names with dots between: `data.purchase`")
    elif envelope is not None and envelope.record in records:
        fields = records[envelope.record].fields
        if steps[0] not in fields:
            yield check.unknown(where, f"field in {envelope.record}", steps[0], fields)


def _address_faults(check: _Check) -> Iterator[Diagnostic]:
    """No two operations with the same method and path: nothing could tell them apart."""
    seen: dict[tuple[str, str], str] = {}
    for id_, operation in check.described.operations.items():
        address = (operation.method, _VARIABLE.sub("{}", operation.path))
        if address in seen:
            message = f"{operation.method} {operation.path} is `{seen[address]}` already"
            yield check.fault(("operations", id_, "path"), "duplicate-name", message)
        seen.setdefault(address, id_)


def _error_faults(check: _Check) -> Iterator[Diagnostic]:
    described = check.described
    seen: dict[tuple[str, str], str] = {}
    for name, error in described.errors.items():
        if described.envelope is None:
            message = "messages are told apart by the envelope, and there is none"
            yield check.key_fault(("errors", name), "conflicting-facts", message, "add `envelope`")
        for index, id_ in enumerate(error.operations):
            at = ("errors", name, "operations", index)
            if id_ not in described.operations:
                yield check.unknown(at, "operation", id_, described.operations)
            elif (id_, error.message) in seen:
                other = seen[id_, error.message]
                message = f"`{id_}` has the message `{error.message}` from `{other}` already"
                yield check.fault(at, "duplicate-name", message)
            seen.setdefault((id_, error.message), name)


# --- Parameters --------------------------------------------------------------------------------------


def _parameter_faults(
    check: _Check, at: Path, name: str, parameter: ParameterEntry
) -> Iterator[Diagnostic]:
    enumerations = check.described.enumerations
    if not name.strip():
        yield check.key_fault(at, "invalid-name", "a parameter needs a name")
    where = (*at, "type")
    yield from _type_faults(check, where, parameter.type, enumerations, "an enumeration")
    type_ = _parsed(parameter.type)
    if type_ is None:
        return
    several = isinstance(type_, model.ListOf)
    single = type_.items if isinstance(type_, model.ListOf) else type_
    if isinstance(single, model.Reference):
        if single.name not in enumerations:
            return
        values = enumerations[single.name].values
        scalar = "integer" if all(isinstance(one, int) for one in values) else "string"
        shared = True
    elif single in _PARAMETER_SCALARS or single in ("object", "any"):
        values, scalar, shared = parameter.values, str(single), False
    else:
        message = "a parameter has one scalar, one enumeration, or a list of either"
        yield check.fault(where, "wrong-value", message, ", ".join(_PARAMETER_SCALARS))
        return
    facts = _ParameterFacts(check, at, parameter, scalar, several, values, shared)
    for one in (_object_faults, _value_faults, _limit_faults, _default_faults):
        yield from one(facts)


@dataclass(frozen=True, slots=True)
class _ParameterFacts:
    check: _Check
    at: Path
    entry: ParameterEntry
    scalar: str
    several: bool
    values: tuple[str | int, ...]
    shared: bool
    """The values come from an enumeration."""

    @property
    def place(self) -> Place:
        operation = self.check.described.operations[str(self.at[1])]
        return place(operation, str(self.at[-1]), self.entry, self.check.described.encoding)


def _object_faults(facts: _ParameterFacts) -> Iterator[Diagnostic]:
    if facts.scalar in ("object", "any") and facts.place != "json":
        message = f"`{facts.scalar}` can only be sent in a JSON body"
        yield facts.check.fault((*facts.at, "type"), "conflicting-facts", message, "`place: json`")


def _value_faults(facts: _ParameterFacts) -> Iterator[Diagnostic]:
    entry, check, at = facts.entry, facts.check, facts.at
    if entry.values and facts.shared:
        message = "the values stand in the enumeration already"
        yield check.key_fault((*at, "values"), "conflicting-facts", message, "leave them out here")
        return
    if entry.values:
        yield from _list_faults(check, (*at, "values"), entry.values)
        for index, value in enumerate(entry.values):
            if facts.scalar not in ("string", "integer") or not _FITS[facts.scalar](value):
                message = f"`{value}` does not fit the type {facts.scalar}"
                hint = "only a string or an integer can have listed values"
                yield check.fault((*at, "values", index), "wrong-value", message, hint)
    for index, value in enumerate(entry.deprecated_values):
        if value not in facts.values:
            where = (*at, "deprecated_values", index)
            yield check.unknown(where, "value", value, map(str, facts.values))


def _list_faults(check: _Check, at: Path, values: tuple[str | int, ...]) -> Iterator[Diagnostic]:
    for index, value in enumerate(values):
        if value in values[:index]:
            yield check.fault((*at, index), "duplicate-name", f"`{value}` is listed twice")


def _limit_faults(facts: _ParameterFacts) -> Iterator[Diagnostic]:
    entry, check, at = facts.entry, facts.check, facts.at
    is_number = facts.scalar in _NUMBERS and not facts.values
    is_text = facts.scalar == "string" and not facts.values
    for key, given, fits, need in (
        ("minimum", entry.minimum, is_number, "a number"),
        ("maximum", entry.maximum, is_number, "a number"),
        ("maximum_characters", entry.maximum_characters, is_text, "a string"),
        ("maximum_bytes", entry.maximum_bytes, is_text, "a string"),
        ("maximum_items", entry.maximum_items, facts.several, "a list"),
    ):
        if given is not None and not fits:
            message = f"`{key}` needs {need}, and the type is `{entry.type}`"
            yield check.key_fault((*at, key), "conflicting-facts", message)
    if entry.minimum is not None and entry.maximum is not None and entry.minimum > entry.maximum:
        message = f"the minimum {entry.minimum} is above the maximum {entry.maximum}"
        yield check.fault((*at, "minimum"), "conflicting-facts", message)


def _default_faults(facts: _ParameterFacts) -> Iterator[Diagnostic]:
    entry, check, at = facts.entry, facts.check, (*facts.at, "default")
    if not isinstance(entry.default, str | int | float | bool | tuple):
        return
    if entry.required or facts.place == "path":
        message = "a required parameter is always sent, so it has no default"
        yield check.key_fault(at, "conflicting-facts", message, "leave one of the two out")
    if isinstance(entry.default, tuple) != facts.several:
        message = "the default of a list is a list, and only of a list"
        yield check.fault(at, "wrong-type", message)
        return
    defaults = entry.default if isinstance(entry.default, tuple) else (entry.default,)
    for index, value in enumerate(defaults):
        where = (*at, index) if facts.several else at
        yield from _default_value_faults(facts, where, value)


def _default_value_faults(
    facts: _ParameterFacts, at: Path, value: str | float
) -> Iterator[Diagnostic]:
    entry, check = facts.entry, facts.check
    if facts.values:
        if value not in facts.values:
            yield check.unknown(at, "value", str(value), map(str, facts.values))
    elif not _FITS[facts.scalar](value):
        message = f"the default `{value}` does not fit the type {facts.scalar}"
        yield check.fault(at, "wrong-value", message)
    elif not isinstance(value, str) and not isinstance(value, bool):
        low = entry.minimum is not None and value < entry.minimum
        if low or (entry.maximum is not None and value > entry.maximum):
            message = f"the default {value} is outside of the limits"
            yield check.fault(at, "conflicting-facts", message)


def _is_integer(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def _is_number(value: object) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)


def _is_text(value: object) -> bool:
    return isinstance(value, str)


def _is_boolean(value: object) -> bool:
    return isinstance(value, bool)


_FITS: Mapping[str, Callable[[object], bool]] = {
    "string": _is_text,
    "timestamp": _is_text,
    "boolean": _is_boolean,
    "integer": _is_integer,
    "number": _is_number,
    "decimal": _is_number,
    "object": lambda _: False,
    "any": lambda _: True,
}


# --- Records, enumerations ---------------------------------------------------------------------------


def _record_faults(check: _Check, name: str, record: RecordEntry) -> Iterator[Diagnostic]:
    at = ("records", name)
    if not record.fields:
        yield check.fault((*at, "fields"), "wrong-value", f"the record `{name}` has no field")
    names = {field: identifier(field) for field in record.fields}
    yield from _same_name(check, (*at, "fields"), names, "the fields")
    for condition in record.conditions:
        where = (*at, "conditions", condition)
        if not _CONDITION.fullmatch(condition):
            hint = "small letters, digits and underscores"
            message = f"`{condition}` cannot be the name of a condition"
            yield check.key_fault(where, "invalid-name", message, hint)
        elif not any(
            condition in (*field.only_if, *field.omitted_if) for field in record.fields.values()
        ):
            message = f"no field of `{name}` names the condition `{condition}`"
            hint = "name it after `only_if` or `omitted_if` of a field"
            yield check.key_fault(where, "unused-name", message, hint)
    for field_name, field in record.fields.items():
        yield from _field_faults(check, name, field_name, field)
    for helper_name, helper in record.helpers.items():
        yield from _helper_faults(check, (*at, "helpers", helper_name), record, helper)


def _helper_faults(
    check: _Check, at: Path, record: RecordEntry, helper: HelperEntry
) -> Iterator[Diagnostic]:
    name = str(at[-1])
    if not name.isidentifier() or identifier(name) != name or name.startswith("_"):
        message = f"`{name}` cannot be the name of a helper"
        yield check.key_fault(at, "invalid-name", message, "such as `is_supported`")
    elif name in map(identifier, record.fields):
        yield check.key_fault(at, "duplicate-name", f"`{name}` is a field already")
    if (helper.present is None) == (helper.until is None):
        message = "a helper needs one of `present` and `until`"
        yield check.key_fault(at, "conflicting-facts", message)
    for key, field in (("present", helper.present), ("until", helper.until)):
        if field is None:
            continue
        if field not in record.fields:
            yield check.unknown((*at, key), "field", field, record.fields)
        elif key == "until" and record.fields[field].type != "timestamp":
            message = f"`until` needs a timestamp, and the type is `{record.fields[field].type}`"
            yield check.fault((*at, key), "conflicting-facts", message)


def _field_faults(
    check: _Check, record_name: str, field_name: str, field: FieldEntry
) -> Iterator[Diagnostic]:
    at = ("records", record_name, "fields", field_name)
    if not field_name.strip():
        yield check.key_fault(at, "invalid-name", "a field needs a name")
    elif re.search(r'["\\\x00-\x1f]', field_name):
        message = "the name of a field holds a quotation mark, a backslash or a control character"
        yield check.key_fault(at, "invalid-name", message, "leave the field out")
    records = check.described.records
    yield from _type_faults(check, (*at, "type"), field.type, records, "a record")
    conditions = records[record_name].conditions
    for key, named in (("only_if", field.only_if), ("omitted_if", field.omitted_if)):
        for index, condition in enumerate(named):
            if condition not in conditions:
                kind = f"condition in {record_name}"
                yield check.unknown((*at, key, index), kind, condition, conditions)
    for condition in field.only_if:
        if condition in field.omitted_if:
            message = f"`{condition}` cannot both bring the field and omit it"
            yield check.fault((*at, "omitted_if"), "conflicting-facts", message)
    if field.optional and (field.only_if or field.omitted_if or field.when):
        message = "a field with a rule for its presence is not merely optional"
        yield check.key_fault((*at, "optional"), "conflicting-facts", message, "leave it out")
    type_ = _parsed(field.type)
    if type_ is not None:
        yield from _text_faults(check, at, field, type_)
        yield from _currency_faults(check, at, record_name, field, type_)


def _text_faults(
    check: _Check, at: Path, field: FieldEntry, type_: model.TypeExpression
) -> Iterator[Diagnostic]:
    has_text = any(part in ("string", "any", "timestamp") for part in _parts(type_))
    for key, given in (("format", field.format), ("known_values", field.known_values)):
        if given and not has_text:
            message = f"`{key}` needs a string, and the type is `{field.type}`"
            if key == "known_values" or not _is_identifier_format(type_):
                yield check.key_fault((*at, key), "conflicting-facts", message)
    if field.known_values:
        yield from _list_faults(check, (*at, "known_values"), field.known_values)


def _is_identifier_format(type_: model.TypeExpression) -> bool:
    """Numbers have formats too: what an integer identifies."""
    return any(part in ("integer", "number", "decimal") for part in _parts(type_))


def _currency_faults(
    check: _Check, at: Path, record_name: str, field: FieldEntry, type_: model.TypeExpression
) -> Iterator[Diagnostic]:
    if field.currency_of is None:
        return
    where = (*at, "currency_of")
    records = check.described.records
    if "decimal" not in _parts(type_):
        message = f"an amount has the type `decimal`, not `{field.type}`"
        yield check.key_fault(where, "conflicting-facts", message, "`type: decimal`")
    holder, dot, name = field.currency_of.rpartition(".")
    if not dot:
        if name not in records[record_name].fields:
            known = records[record_name].fields
            yield check.unknown(where, f"field in {record_name}", name, known)
    elif holder not in records:
        yield check.unknown(where, "record", holder, records)
    elif name not in records[holder].fields:
        yield check.unknown(where, f"field in {holder}", name, records[holder].fields)
    elif record_name not in _held_by(records, holder):
        message = f"`{record_name}` is no part of `{holder}`, so its currency cannot be there"
        yield check.fault(where, "conflicting-facts", message)


def _held_by(records: Mapping[str, RecordEntry], holder: str) -> set[str]:
    """The records that are part of a record, at any depth."""
    held: set[str] = set()
    waiting = [holder]
    while waiting:
        for field in records[waiting.pop()].fields.values():
            parsed = parse(field.type)
            names = [one.name for one in parsed.names] if isinstance(parsed, Parsed) else []
            fresh = [name for name in names if name in records and name not in held]
            held.update(fresh)
            waiting.extend(fresh)
    return held


def _enumeration_faults(
    check: _Check, name: str, enumeration: EnumerationEntry
) -> Iterator[Diagnostic]:
    at = ("enumerations", name)
    yield from _list_faults(check, (*at, "values"), enumeration.values)
    if len({type(value) for value in enumeration.values}) > 1:
        message = "the values are partly texts and partly integers"
        yield check.fault((*at, "values"), "wrong-type", message, "put all of them in quotes")
    for index, value in enumerate(enumeration.deprecated_values):
        if value not in enumeration.values:
            where = (*at, "deprecated_values", index)
            yield check.unknown(where, "value", value, map(str, enumeration.values))
