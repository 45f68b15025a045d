"""Operations of a REST API in Python: what describes each, and the methods that call it."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

from specloom.languages.python import Python, py_literal
from specloom.model import structs as model
from specloom.model.directions import is_nullable
from specloom.model.event_calls import answers_only_with_events, event_switch, events_of
from specloom.model.keys import caller_parameters, is_always_sent, key_parameter
from specloom.model.media import JSON, is_json, is_sequence
from specloom.model.naming import constant_name
from specloom.model.scalars import SCALARS
from specloom.model.value_formats import value_format
from specloom.naming.rest import IN_JSON, RestNames, callback_functions
from specloom.rendering.render import View
from specloom.views import words
from specloom.views.python.rest.limits import LimitsView, limits_view
from specloom.views.python.rest.types import Types

_REPEATABLE_METHODS = frozenset({"GET", "PUT", "DELETE", "HEAD", "OPTIONS"})
_OUTSIDE_OF_BODIES = frozenset({"path", "query", "header", "cookie"})
_MANY = 3
"""Operations that share the constant of a parameter, at least."""
_HIDEABLE = frozenset(
    {"bool", "bytes", "float", "int", "list", "str", "time", "timedelta", "tuple"}
)
"""Types that a method of the same name would hide."""


class ParameterView(View, frozen=True):
    """A parameter, as the runtime checks and sends it."""

    name: str
    """Of the argument."""
    place: str
    wire_name: str | None
    """Name in the API, if it is another one."""
    kind: str
    """Check of the runtime: a scalar of the format, `date`, `uuid` or `record`."""
    several: bool
    """True if it is a list."""
    separator: str | None
    style: str | None
    or_file: bool
    nullable: bool
    """True if None is sent, as null."""
    secret: bool
    required: bool
    limits: LimitsView | None
    """Limits that the runtime checks."""


class ArgumentView(View, frozen=True):
    """A parameter as an argument."""

    parameter: model.Parameter
    sent: ParameterView
    name: str
    type: Python
    absent: tuple[Python, Python]
    """The type and the name of what stands for an argument that is left out."""
    values: tuple[str | int, ...]
    """Values of its list."""
    told: tuple[str, ...]
    """What is known of it beside its summary, in sentences."""


class EventsView(View, frozen=True):
    """The items of a reply, and the method that returns them as they come."""

    name: str
    """Of the method."""
    constant: str
    """Name of the constant that describes them."""
    events: model.Events
    item: Python
    """The type of an item."""
    is_one_of: bool
    """That type is `OneOf[…]`, as with `MethodView.is_one_of`."""
    returned: Python
    """The type of an item, in a class whose methods may hide built-in types."""
    switch: str | None
    """Member of the request that is true where the API is to answer with events."""


class MethodView(View, frozen=True):
    """One operation, and the method that calls it."""

    operation: model.Operation
    name: str
    resource: str
    """The client's attribute that has the method."""
    constant: str
    """Name of the constant with the operation's description."""
    key: model.Parameter | None
    """The parameter that carries the key."""
    arguments: tuple[ArgumentView, ...]
    """Arguments; those that are required come first."""
    constants: tuple[tuple[str, model.Parameter, Python], ...]
    """Parameters that the client sends by itself, each with its name in Python and its value."""
    result: Python
    """The type of what comes back."""
    is_one_of: bool
    """That type is `OneOf[…]`, which type checkers take for a type only where nothing else can stand."""
    returned: Python
    """The type of what comes back, in a class whose methods may hide built-in types."""
    events: EventsView | None
    is_whole: bool
    """True if a method returns the reply as a whole."""
    content_type: str | None
    """Media type of the body, where it is not the usual one."""
    json_types: str | None
    """Media types of a reply or an error in JSON, where they are not `application/json`."""
    echoes: tuple[tuple[str, str], ...]
    """Attributes of the result, each with the argument that it repeats."""
    errors: tuple[model.Error, ...]
    absences: tuple[model.Error, ...]
    """Errors for which a second method returns nothing; empty: the method does not exist."""
    when_absent: str
    """The name of that method; empty: there is none."""
    is_list: bool
    """True if the result is a list, so that the second method returns an empty one; otherwise it returns None."""
    is_repeatable: bool
    """True if the API may receive it twice."""
    callbacks: tuple[str, ...]
    """Functions that read the requests that a call causes."""
    deprecation: str | None
    """Text about a deprecated method."""


class ResourceView(View, frozen=True):
    """One group of operations."""

    group: model.Group
    name: str
    """Of the class."""
    attribute: str
    """Of the client."""
    methods: tuple[MethodView, ...]


def resource_views(api: model.Api, names: RestNames) -> tuple[ResourceView, ...]:
    """Every group, as a class with a method for each operation."""
    return tuple(_resource(api, names, group) for group in api.groups)


def _resource(api: model.Api, names: RestNames, group: model.Group) -> ResourceView:
    operations = [operation for operation in api.operations if operation.group == group.name]
    methods = {names.methods[operation.id] for operation in operations}
    resource_types = Types(
        api,
        hidden=methods & _HIDEABLE,
        drafts=names.drafts,
        with_other_members=names.with_other_members,
        is_signature=True,
    )
    return ResourceView(
        group=group,
        name=names.resources[group.name],
        attribute=names.groups[group.name],
        methods=tuple(_method(names, operation, resource_types) for operation in operations),
    )


def shared_parameters(methods: Sequence[MethodView]) -> dict[ParameterView, str]:
    """Parameters that many operations have, each with the name of its constant.

    Members of bodies stay where their body is described.
    """
    counts = Counter(
        argument.sent
        for method in methods
        for argument in method.arguments
        if argument.sent.place in _OUTSIDE_OF_BODIES
    )
    method_constants = {f"_{method.constant}_RESULT" for method in methods}
    method_constants |= {f"_{method.events.constant}_ITEM" for method in methods if method.events}
    constants: dict[str, ParameterView] = {}
    for parameter, count in counts.most_common():
        constant = f"_{constant_name(parameter.name)}"
        if count >= _MANY and constant not in method_constants:
            constants.setdefault(constant, parameter)
    return {parameter: constant for constant, parameter in sorted(constants.items())}


def _method(names: RestNames, operation: model.Operation, resource_types: Types) -> MethodView:
    api, types = resource_types.api, Types(resource_types.api)
    result: model.TypeExpression = "null" if operation.result is None else operation.result.type
    name, attribute = names.methods[operation.id], names.groups[operation.group]
    arguments = names.arguments[operation.id]
    errors = model.errors_of(api, operation)
    when_absent = names.absent_methods.get(operation.id, "")
    return MethodView(
        operation=operation,
        name=name,
        resource=attribute,
        constant=names.constants[operation.id],
        key=key_parameter(api, operation),
        arguments=tuple(
            _argument(parameter, arguments[parameter.name], resource_types)
            for parameter in caller_parameters(api, operation)
        ),
        constants=tuple(
            (arguments[parameter.name], parameter, Python(py_literal(parameter.type.value)))
            for parameter in operation.parameters
            if is_always_sent(parameter) and isinstance(parameter.type, model.Constant)
        ),
        result=types.returned(operation.result),
        is_one_of=types.is_one_of(result),
        returned=resource_types.returned(operation.result),
        events=_events(names, operation, types, resource_types),
        is_whole=not answers_only_with_events(operation),
        content_type=next(
            (each.http.media for each in operation.parameters if each.http.media is not None), None
        ),
        json_types=_json_types(operation, errors),
        echoes=_echoes(names, operation),
        when_absent=when_absent,
        is_list=isinstance(result, model.ListOf),
        errors=errors,
        absences=tuple(error for error in errors if error.absence and when_absent),
        is_repeatable=_is_repeatable(operation),
        callbacks=tuple(function for _, function in callback_functions(api, operation)),
        deprecation=f"{attribute}.{name} is deprecated" if operation.deprecated else None,
    )


def _json_types(operation: model.Operation, errors: Iterable[model.Error]) -> str | None:
    """Media types of the replies and errors in JSON, and of replies that are texts beside these; None for the usual one."""
    if operation.result is not None and operation.result.media is not None:
        return None
    of_results = dict.fromkeys(
        success.media or JSON
        for success in operation.http.successes
        if success.type is not None and _is_read(success.media or JSON)
    )
    of_errors = dict.fromkeys(
        error.media for error in errors if error.media and is_json(error.media)
    )
    names = {**(of_results or {JSON: None}), **of_errors}
    return None if names.keys() <= {JSON} else ", ".join(names)


def _is_read(media: str) -> bool:
    """Return whether a reply of a media type is read beside others in JSON."""
    return is_json(media) or (model.is_text(media) and not is_sequence(media))


def _events(
    names: RestNames, operation: model.Operation, types: Types, resource_types: Types
) -> EventsView | None:
    events = events_of(operation)
    if events is None:
        return None
    return EventsView(
        name=names.event_methods[operation.id],
        constant=f"EVENTS_OF_{names.constants[operation.id]}",
        events=events,
        item=types.event(events),
        is_one_of=events.type is not None and types.is_one_of(events.type),
        returned=resource_types.event(events),
        switch=event_switch(types.api, operation),
    )


def _echoes(names: RestNames, operation: model.Operation) -> tuple[tuple[str, str], ...]:
    result = operation.result
    if result is None or not result.echoes or not isinstance(result.type, model.Reference):
        return ()
    attributes = names.attributes[result.type.name]
    return tuple(
        (attributes[name], names.arguments[operation.id][parameter])
        for name, parameter in result.echoes.items()
    )


def _is_repeatable(operation: model.Operation) -> bool:
    if operation.http.idempotent is not None:
        return operation.http.idempotent
    return operation.http.method in _REPEATABLE_METHODS


def _argument(parameter: model.Parameter, name: str, types: Types) -> ArgumentView:
    item = model.without_null(_item_of(model.without_null(parameter.type)))
    named_type = types.named.get(item.name) if isinstance(item, model.Reference) else None
    values = named_type.values if isinstance(named_type, model.Enumeration) else ()
    in_json = parameter.location in IN_JSON
    return ArgumentView(
        parameter=parameter,
        sent=_parameter_view(types.named, parameter, name, _kind(parameter, named_type, values)),
        name=name,
        type=types.argument(parameter),
        absent=types.without_value() if in_json else (Python("None"), Python("None")),
        values=values,
        told=tuple(text for _, text in words.told(parameter, "rest")),
    )


def _parameter_view(
    types: Mapping[str, model.NamedType], parameter: model.Parameter, name: str, kind: str
) -> ParameterView:
    return ParameterView(
        name=name,
        place=parameter.location,
        wire_name=None if parameter.wire_name == name else parameter.wire_name,
        kind=kind,
        several=isinstance(model.without_null(parameter.type), model.ListOf),
        separator=parameter.http.separator,
        style=parameter.http.style,
        or_file=parameter.http.or_file,
        nullable=parameter.location in IN_JSON and is_nullable(parameter.type),
        secret=parameter.secret,
        required=parameter.required,
        limits=limits_view(types, parameter),
    )


def _kind(
    parameter: model.Parameter, named_type: model.NamedType | None, values: Sequence[str | int]
) -> str:
    media = parameter.http.media
    if parameter.is_file:
        return "file"
    if media is not None and parameter.location == "body" and not media.endswith("json"):
        return "string" if model.is_text(media) else "bytes"
    if values:
        kinds = {"integer" if isinstance(value, int) else "string" for value in values}
        return kinds.pop() if len(kinds) == 1 else "any"
    match _item_of(model.without_null(parameter.type)):
        case model.Reference():
            return "any" if isinstance(named_type, model.Alias) else "record"
        case str() as scalar:
            kind = SCALARS[scalar].kind or "any"
        case model.Union():
            return "number" if parameter.kind == "number" else "any"
        case _:
            return "any"
    format_ = value_format(kind, parameter.format)
    return kind if format_ is None else format_.kind


def _item_of(expression: model.TypeExpression) -> model.TypeExpression:
    """The type of an item of a list; any other type itself."""
    return expression.items if isinstance(expression, model.ListOf) else expression
