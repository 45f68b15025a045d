"""Facts for the script of the reference, which makes calls with other values.

`site/try/calls.mjs` makes of them what this folder makes of an example; a test holds the two
equal.
"""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Literal, TypeAlias, assert_never

import msgspec

from specloom.languages.address import is_web_address
from specloom.model.keys import caller_parameters, key_parameter
from specloom.model.media import JSON
from specloom.model.module_parameters import chooses_pages, decides_by_size, is_page_size
from specloom.model.naming import constant_name
from specloom.model.structs import (
    ACTION_GROUP,
    Api,
    Enumeration,
    Operation,
    Parameter,
    Rule,
    Wire,
    address_of,
    defaults_of,
    enumeration_of,
    wire_of,
)
from specloom.naming.mediawiki import WikiNames
from specloom.naming.names import PackageNames
from specloom.naming.rest import RestNames
from specloom.rendering.render import View
from specloom.runtime.mediawiki.modules.breaches import namespace_in_words
from specloom.runtime.mediawiki.modules.marks import Count
from specloom.runtime.mediawiki.modules.namespace import Namespace
from specloom.runtime.mediawiki.modules.rules import Kind, Valued
from specloom.views import words
from specloom.views.samples.filling import Filling, plain_value
from specloom.views.samples.query import (
    AGENT,
    SELECTION,
    account_terms,
    counts_items,
    default_selection,
    gives_of,
    query_call,
    selects_pages,
    worth_showing,
)
from specloom.views.samples.replaced import replaced_values
from specloom.views.samples.rest import (
    base_address,
    before_key,
    callable_of,
    constants,
    credentials,
    fixed_query,
    is_bytes,
    is_multipart,
    is_raw,
    json_of,
    login_variables,
    made_by,
    rest_call,
    takes_json,
)
from specloom.views.samples.shapes import Shape, Shapes
from specloom.views.samples.value import FILE, INTEGERS, NUMBERS, Scalar, Value, wire_value

Facts: TypeAlias = dict[str, Any]

_MOST_VALUES = 400
"""Letters of a parameter's values that a page repeats for a form; beyond them a field takes any text."""


class FormField(View, frozen=True):
    """A parameter that is filled in from the start."""

    wire: str
    label: str
    text: str
    control: Literal["checkbox", "file", "text", "textarea"]
    takes_several: bool


class SecretField(View, frozen=True):
    """What a reader fills in to be sent, and is kept nowhere."""

    label: str
    variable: str
    """Environment variable that programs read it from."""
    is_hidden: bool
    """True if the field does not show what is in it."""


class SandboxHint(View, frozen=True):
    """The sandbox of an API, for a form to be tried with."""

    command: str
    use: tuple[str, str]
    """Its address, and the key of an account."""


class FormView(View, frozen=True):
    """A form for the parameters of an operation."""

    facts: Facts
    fields: tuple[FormField, ...]
    has_more: bool
    """True if there are others to add."""
    asks_wiki: bool
    """True if a reader names the own wiki."""
    asks_address: bool
    """True if a reader names the address of the API."""
    addresses: tuple[str, ...]
    """Addresses of a REST API to choose from."""
    secrets: tuple[SecretField, ...]
    takes_json: bool
    """True if a field holds an object or a list."""
    sandbox: SandboxHint | None
    """None: the package has none to serve."""
    runs: bool
    """True if the page sends it: what writes into a wiki is only shown."""
    joins: bool
    """True if other modules can be added to the request."""


def form_view(names: PackageNames, filling: Filling) -> FormView | None:
    """The form of an operation; None: it has a parameter that cannot be written in a field, or must not be."""
    facts, wire = _facts_and_wire(names, filling)
    is_of_wiki, operation = wire is not None, filling.operation
    secret = {parameter_.name for parameter_ in operation.parameters if parameter_.secret}
    if facts is None or (is_of_wiki and secret & filling.arguments.keys()):
        return None
    example: dict[str, Any] = facts["example"]
    fields = tuple(
        FormField(
            wire=field_["wire"],
            label=field_.get("name", field_["wire"]),
            text=wire_value(example[field_["wire"]], wire),
            control=_control(field_),
            takes_several="many" in field_,
        )
        for field_ in facts["parameters"]
        if field_["wire"] in example
    )
    addable = [field_ for field_ in facts["parameters"] if not field_.get("secret")]
    is_action = operation.group == ACTION_GROUP
    return FormView(
        facts,
        fields,
        has_more=len(addable) > len(fields),
        asks_wiki=is_of_wiki,
        asks_address=not is_of_wiki,
        addresses=() if is_of_wiki else _addresses(filling.api, operation),
        secrets=_secrets(names, filling) if isinstance(names, RestNames) else (),
        takes_json=any(field_.get("kind") == "json" for field_ in facts["parameters"]),
        sandbox=_sandbox(filling.api),
        runs=not is_of_wiki or is_run(operation),
        joins=is_of_wiki and not is_action,
    )


def _control(field: Facts) -> Literal["checkbox", "file", "text", "textarea"]:
    """Element that a value is filled in with; a file of a wiki, which a page never sends, is a path."""
    match field.get("kind"):
        case "flag":
            return "checkbox"
        case "file":
            return "file" if "place" in field else "text"
        case "json" | "text" | "bytes":
            return "textarea"
        case _:
            return "text"


SANDBOX = "http://127.0.0.1:8080"
"""Address of a sandbox that the command of `_sandbox` serves."""


def _sandbox(api: Api) -> SandboxHint | None:
    if api.sandbox is None:
        return None
    keys = (account.key for account in api.sandbox.accounts)
    command = f"python -m {api.package}.sandbox --port {SANDBOX.rpartition(':')[2]}"
    return SandboxHint(command, (SANDBOX, next(keys, "")))


def _addresses(api: Api, operation: Operation) -> tuple[str, ...]:
    """Addresses that a description names, those of an operation first, and that of its sandbox."""
    of_api = (*(() if api.server.variable else (api.server,)), *api.protocol.further_servers)
    servers = (*operation.http.further_servers, *of_api)
    stated = (address_of(server) for server in servers)
    sandbox = () if api.sandbox is None else (SANDBOX,)
    return tuple(dict.fromkeys((*filter(is_web_address, stated), *sandbox)))


def _secrets(names: RestNames, filling: Filling) -> tuple[SecretField, ...]:
    """The key, user and password, or tokens that a call sends."""
    call = rest_call(names, filling)
    key = [SecretField("API key", call.key_variable, is_hidden=True)] if call.key else []
    prefix = f"{filling.api.package}_".upper()
    others = [
        SecretField(
            _label(credential.pair.variable, prefix), credential.pair.variable, is_hidden=True
        )
        for credential in credentials(names, filling)
    ]
    login = [
        SecretField(_label(variable, prefix), variable, is_hidden=is_hidden)
        for variable, is_hidden in ((call.user_variable, False), (call.password_variable, True))
        if variable
    ]
    return (*key, *others, *login)


def _label(variable: str, prefix: str) -> str:
    """The name of a secret, of its environment variable."""
    return variable.removeprefix(prefix).replace("_", " ").capitalize()


def is_run(operation: Operation) -> bool:
    """Return whether a page sends requests of a module or an action: what writes is only shown."""
    takes_file = any(parameter.kind == FILE for parameter in operation.parameters)
    return not operation.module.must_be_posted and not takes_file


def form_facts(names: PackageNames, filling: Filling) -> Facts | None:
    """Facts for the script, as JSON values."""
    return _facts_and_wire(names, filling)[0]


def _facts_and_wire(names: PackageNames, filling: Filling) -> tuple[Facts | None, Wire | None]:
    """Facts for the script, and how the modules of a wiki are called."""
    match names:
        case RestNames():
            return _rest_form(names, filling), None
        case WikiNames():
            return _query_form(names, filling), wire_of(filling.api)
        case _:
            assert_never(names)


def _query_form(names: WikiNames, filling: Filling) -> Facts:
    api, operation = filling.api, filling.operation
    wire, result = wire_of(api), operation.result
    nothing = query_call(names, Filling(api, operation))
    rules = [rule for rule in operation.rules if rule.row.broken]
    replaced = replaced_values(filling) if is_run(operation) else {}
    facts: Facts = {
        "posted": 1 if nothing.posted else None,
        "token": nothing.token or None,
        "token_type": nothing.token_type or None,
        "plain": None if nothing.gives_json else 1,
        "dynamic": 1 if operation.module.dynamic_parameters else None,
        "replaced": replaced or None,
    }
    return {name: value for name, value in facts.items() if value is not None} | {
        "package": api.package,
        "client": nothing.client,
        "server": api.server.example,
        "agent": AGENT,
        "class": names.class_name(operation),
        "variable": nothing.variable,
        "gives": nothing.gives,
        "separators": [wire.separator, wire.alternative_separator],
        "fixed": nothing.pairs,
        "selector": operation.call.prefix + (result.selector if result else "prop"),
        "selected": sorted(default_selection(operation)),
        "shown": [[field.name, field.module.brought_by] for field in worth_showing(api, operation)],
        "account": [
            [operation.call.prefix + term for term in terms] for terms in account_terms(operation)
        ],
        "environment": constant_name(api.id),
        "parameters": list(
            _query_parameters(api, wire, operation, names.arguments_of(operation), rules)
        ),
        "rules": [rule_facts(rule, rule.row) for rule in rules],
        "example": {
            **_texts(filling.shared.items()),
            **_texts(
                (operation.call.prefix + name, value) for name, value in filling.arguments.items()
            ),
        },
    }


def _query_parameters(
    api: Api, wire: Wire, operation: Operation, names: Mapping[str, str], rules: Iterable[Rule]
) -> Iterator[Facts]:
    """Parameters that choose pages, and the module's own."""
    gives = gives_of(operation)
    terms = [term for rule in rules for term in (*rule.terms, *rule.others)]
    compared = {words.Name(term).parameter for term in terms if "=" in term}
    if selects_pages(gives):
        yield from selection_facts(api, wire)
    for parameter in operation.parameters:
        if (
            parameter.name in names
            and parameter.name != "continue"
            and not chooses_pages(parameter)
        ):
            yield _parameter(
                api,
                parameter,
                operation.call.prefix + parameter.name,
                names[parameter.name],
                counts=counts_items(gives) and is_page_size(parameter),
                is_compared=parameter.name in compared,
            )


def selection_facts(api: Api, wire: Wire) -> Iterator[Facts]:
    """The parameters that choose pages."""
    for parameter in wire.parameters:
        if parameter.name in SELECTION:
            yield _parameter(
                api, parameter, parameter.name, SELECTION[parameter.name], is_shared=True
            )


def _rest_form(names: RestNames, filling: Filling) -> Facts:
    api, operation = filling.api, filling.operation
    parameters, constant = caller_parameters(api, operation), constants(operation)
    of_json = [each for each in parameters if takes_json(api, each)]
    shapes = Shapes(api, names, (parameter.type for parameter in of_json))
    shape_of = {
        parameter.name: shape for parameter, shape in zip(of_json, shapes.each, strict=True)
    }
    call = rest_call(names, Filling(api, operation))
    key, arguments = key_parameter(api, operation), names.arguments[operation.id]
    makers = {*filter(None, map(made_by, parameters)), *shapes.makers}
    optional: Facts = {
        "always": [
            {**_rest_parameter(api, each, each.name, {}), "text": wire_value(constant[each.name])}
            for each in operation.parameters
            if each.name in constant
        ],
        "fixed_query": fixed_query(operation),
        "library": sorted({maker[:2] for maker in makers}),
        "types": shapes.named,
        "allow_http": 1 if call.allow_http else None,
        "multipart": 1 if is_multipart(operation) else None,
        "plain": None if call.gives_json or call.gives == "nothing" else 1,
        "bytes": 1 if call.gives_bytes else None,
        "media": None if call.media == JSON else call.media,
    }
    return {
        "package": call.package,
        "client": call.client,
        "server": call.server,
        "key": call.key,
        "environment": call.key_variable,
        "group": call.group,
        "method": call.method,
        "gives": call.gives,
        "variable": call.variable,
        "attribute": call.attribute,
        "http": call.http_method,
        "url": call.url,
        "base": base_address(filling),
        "keyed": key and [key.name, key.location, before_key(api)],
        **_credential_facts(names, filling),
        "order": [parameter.name for parameter in operation.parameters],
        "parameters": [
            _rest_parameter(api, parameter, arguments[parameter.name], shape_of)
            for parameter in parameters
        ],
        "example": {
            parameter.name: (
                json_of(filling, parameter)
                if parameter in of_json
                else _rest_texts(filling.arguments[parameter.name])
            )
            for parameter in parameters
            if parameter.name in filling.arguments
        },
    } | {name: value for name, value in optional.items() if value}


def _rest_parameter(
    api: Api, parameter: Parameter, python: str, shape_of: Mapping[str, Shape]
) -> Facts:
    """One field of the form of a REST operation."""
    http, facts = parameter.http, _parameter(api, parameter, parameter.name, python)
    optional: Facts = {
        "sent": http.wire_name,
        "separator": http.separator,
        "style": http.style,
        "made_by": callable_of(parameter),
        "shape": shape_of.get(parameter.name),
    }
    facts |= {"place": parameter.location}
    if parameter.name in shape_of:
        facts = {
            name: facts[name] for name in facts if name not in ("many", "fewest", "most", "once")
        }
        facts["kind"] = "json"
    elif parameter.is_file:
        facts["kind"] = "file"
    elif is_raw(parameter):
        facts["kind"] = "bytes" if is_bytes(parameter) else "text"
    elif parameter.kind == "boolean":
        facts |= {"kind": "boolean", "values": ["true", "false"]}
    return facts | {name: value for name, value in optional.items() if value is not None}


def _credential_facts(names: RestNames, filling: Filling) -> Facts:
    """Place, name, text in front and environment variable of each credential."""
    facts = [
        [credential.place, credential.pair.name, credential.pair.value, credential.pair.variable]
        for credential in credentials(names, filling)
    ]
    login = login_variables(names, filling)
    users = {"login": [*login.values()]} if login["user_variable"] else {}
    return ({"credentials": facts} if facts else {}) | users


def _parameter(
    api: Api,
    parameter: Parameter,
    wire: str,
    python: str,
    *,
    counts: bool = False,
    is_shared: bool = False,
    is_compared: bool = False,
) -> Facts:
    """One field of the form; what is usual is left out."""
    enumeration = enumeration_of(api, parameter)
    facts: Facts = {"wire": wire}
    optional: Facts = {
        "name": parameter.name if parameter.name != wire else None,
        "python": python if python != parameter.name else None,
        "kind": _kind(parameter),
        "many": 1 if parameter.multiple else None,
        "counts": 1 if counts else None,
        "sizes": 1 if counts and decides_by_size(parameter) else None,
        "shared": 1 if is_shared else None,
        "required": 1 if parameter.required else None,
        "deprecated": 1 if parameter.deprecated else None,
        "secret": 1 if parameter.secret else None,
        "values": _values(enumeration),
        "sample": _sample(parameter),
        "open": 1 if enumeration and enumeration.site_specific else None,
        "all": parameter.multiple.all_specifier if parameter.multiple else None,
        "min": parameter.limits.minimum,
        "max": parameter.module.high_maximum or parameter.limits.maximum,
        "fewest": parameter.limits.minimum_items,
        "most": _max_values(parameter),
        "once": 1 if parameter.limits.unique_items else None,
        "old": parameter.deprecated_values or None,
        "default": (
            tuple(map(str, defaults_of(parameter))) or None if is_compared or counts else None
        ),
    }
    return facts | {name: value for name, value in optional.items() if value is not None}


def _sample(parameter: Parameter) -> str | None:
    """The example of a parameter as a field shows it; None if it is absent or holds an object."""
    value = None if parameter.example is msgspec.UNSET else plain_value(parameter.example)
    return None if value is None else wire_value(value)


def rule_facts(rule: Rule, kind: Kind) -> Facts:
    """Terms of a rule, and the ways to break it."""
    facts: Facts = {"terms": rule.terms, "broken": msgspec.to_builtins(kind.broken)}
    of_namespace = any(isinstance(way, Valued) and way.values == "namespace" for way in kind.broken)
    optional: Facts = {
        "others": kind.others or rule.others,
        "pairs": rule.pairs,
        "value": rule.value,
        "refused": 1 if rule.code or rule.code_when_none else None,
    }
    if of_namespace and isinstance(rule.value, int):
        optional["namespace"] = namespace_in_words(rule.value)
        optional["namespaces"] = {
            name: namespace.value for name, namespace in Namespace.__members__.items()
        }
    return facts | {name: value for name, value in optional.items() if value or value == 0}


def _max_values(parameter: Parameter) -> int | None:
    """Highest number of values; None: more than a person fills in."""
    maximum = parameter.multiple and (parameter.multiple.high_limit or parameter.multiple.limit)
    return maximum if maximum and maximum < Count().high_limit else None


def _kind(parameter: Parameter) -> str | None:
    """Form of a value in Python; None: text."""
    if parameter.kind == "boolean":
        return "flag"
    if parameter.kind == FILE:
        return "file"
    if parameter.kind in INTEGERS:
        return "limit" if parameter.kind == "limit" else "integer"
    return "number" if parameter.kind in NUMBERS else None


def _values(enumeration: Enumeration | None) -> tuple[str, ...] | None:
    values = tuple(map(str, enumeration.values)) if enumeration else ()
    return values if 0 < len("".join(values)) <= _MOST_VALUES else None


def _texts(values: Iterable[tuple[str, Value]]) -> dict[str, str | tuple[str, ...]]:
    """Values as fields show them."""
    return {name: _text_or_texts(value) for name, value in values}


def _text_or_texts(value: Value) -> str | tuple[str, ...]:
    return tuple(map(_text, value)) if isinstance(value, tuple) else _text(value)


def _rest_texts(value: Value) -> str | tuple[str, ...]:
    """Values as fields of a REST operation show them: a boolean is `true` or `false`."""
    return tuple(map(wire_value, value)) if isinstance(value, tuple) else wire_value(value)


def _text(value: Scalar) -> str:
    return "1" if value is True else wire_value(value)
