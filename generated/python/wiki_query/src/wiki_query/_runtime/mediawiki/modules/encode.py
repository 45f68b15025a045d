"""The wire form of parameters."""

from collections.abc import Iterable, Mapping, Sequence
from datetime import UTC, datetime
from typing import TypeAlias, cast
from urllib.parse import quote_plus

from ...core.secret import Sealed, Secret, is_sealed, reveal
from ...core.steps import Form, Pairs, Request, Upload
from ...core.wire import form
from ..errors import ParameterError
from .field import PAGE_SIZE, Field, unsendable
from .module import AnyModule, fields_of
from .protocol import Protocol

Params: TypeAlias = dict[str, str | Secret]


def module_params(module: AnyModule, protocol: Protocol, *, generator: bool = False) -> Params:
    """Parameters with a value, and the limit of a request."""
    cls = type(module)
    fields = fields_of(cls)
    lead = (protocol.generator_prefix if generator else "") + cls.__wire__.prefix
    arguments: Mapping[str, object] = vars(module)
    params: Params = {}
    reserved = protocol.own_names
    size: object = getattr(cls, PAGE_SIZE, None)
    if size is not None:  # one that is given takes its place
        params[lead + fields[PAGE_SIZE].wire] = str(size)
    for name, value in arguments.items():
        for wire, text in texts_of(fields[name], value, protocol).items():
            if lead + wire in reserved:
                raise _reserved_name_error(cls, name, lead + wire)
            params[lead + wire] = text
    return params


def action_params(action: AnyModule, protocol: Protocol) -> Params:
    """Parameters of an action that have a value, without its files and its token."""
    cls = type(action)
    fields, prefix = fields_of(cls), cls.__wire__.prefix
    reserved = {*protocol.fixed, *([] if cls.__wire__.token is None else [f"{prefix}token"])}
    params: Params = {"action": cls.__wire__.name}
    arguments: Mapping[str, object] = vars(action)
    for name, value in arguments.items():
        field = fields[name]
        if field.kind == "upload":
            continue
        if field.kind == "generator":
            chooser = cast("AnyModule", value)
            params[prefix + field.wire] = type(chooser).__wire__.name
            params |= module_params(chooser, protocol, generator=True)
            continue
        # What stands for parameters of any name stands for whole names.
        lead = "" if field.wire.startswith("{") else prefix
        for wire, text in texts_of(field, value, protocol).items():
            if lead + wire in reserved:
                raise _reserved_name_error(cls, name, lead + wire, "action")
            params[lead + wire] = text
    return params


def texts_of(field: Field, value: object, protocol: Protocol) -> Params:
    """The texts to send for a parameter, without the module's prefix; several if its name is a template."""
    plain = value.reveal() if is_sealed(value) else value
    if field.template:
        entries = cast("tuple[tuple[str, object], ...]", plain)
        texts = {_filled(field.wire, part): text_of(entry, protocol) for part, entry in entries}
    else:
        texts = {field.wire: text_of(plain, protocol)}
    return {wire: Secret(text) if is_sealed(value) else text for wire, text in texts.items()}


def _reserved_name_error(
    module: type[AnyModule], name: str, wire: str, of: str = "query"
) -> ParameterError:
    """The error for a value whose name on the wire is that of a query's own parameter."""
    text = f"{module.__name__}.{name}: `{wire}` is a parameter of the {of} itself"
    return ParameterError(text, code=None, module=module.__wire__.name, parameter=name)


def _filled(template: str, part: str) -> str:
    before, _, rest = template.partition("{")
    return before + part + rest.partition("}")[2]


def text_of(value: object, protocol: Protocol) -> str:
    """One parameter's value as the server reads it."""
    if isinstance(value, tuple):
        return joined([_item_text(each) for each in cast("tuple[object, ...]", value)], protocol)
    return _item_text(value)


def joined(texts: Sequence[str], protocol: Protocol) -> str:
    """Several values as one; in the other form where one of them holds the separator."""
    if any(protocol.separator in text for text in texts):
        other = protocol.alternative_separator
        return other + other.join(texts)
    return protocol.separator.join(texts)


def _item_text(value: object) -> str:
    if isinstance(value, datetime):
        return value.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
    return "1" if value is True else str(value)


def names(modules: Iterable[AnyModule]) -> dict[str, list[str]]:
    """Group → the wire names of its modules, each once."""
    groups: dict[str, list[str]] = {}
    for module in modules:
        wire = type(module).__wire__
        module_names = groups.setdefault(wire.group, [])
        if wire.name not in module_names:
            module_names.append(wire.name)
    return groups


def is_long(params: Mapping[str, str | Secret], protocol: Protocol) -> bool:
    """Return whether the parameters have more bytes than a URL should have."""
    size = sum(len(name) + len(quote_plus(reveal(value))) + 2 for name, value in params.items())
    return size > protocol.post_above_bytes


def request_of(
    url: str,
    params: Params,
    protocol: Protocol,
    *,
    headers: Pairs,
    credentials: tuple[Secret, ...],
    post: bool | None,
    repeatable: bool,
    writes: bool,
    label: str,
    uploads: tuple[Upload, ...],
) -> Request:
    """A request; in the body goes what is long, secret, a file, or changes something."""
    hidden = tuple(value for value in params.values() if isinstance(value, Secret))
    of_headers = (value for _, value in headers if isinstance(value, Secret))
    secrets = (*hidden, *of_headers, *credentials)  # a header has these after another word
    for name, value in params.items():
        if isinstance(value, Secret) and (fault := unsendable(value.reveal(), may_separate=True)):
            raise ParameterError(f"{name} {fault}", code="badvalue", module="main", parameter=name)
    pairs = tuple(params.items())
    if post is None:
        post = bool(hidden) or is_long(params, protocol)
    if not post:
        return Request(
            method="GET",
            url=url,
            query=pairs,
            headers=headers,
            repeatable=True,
            label=label,
            secrets=secrets,
        )
    name, _, value = protocol.post_header.partition(":")
    return Request(
        method="POST",
        url=url,
        content=None if uploads else form(pairs),
        content_type=None if uploads else "application/x-www-form-urlencoded",
        form=_with_files(params, uploads) if uploads else None,
        headers=headers if writes else (*headers, (name.strip(), value.strip())),
        repeatable=repeatable,
        label=label,
        secrets=secrets,
    )


def _with_files(params: Params, uploads: tuple[Upload, ...]) -> Sealed[Form]:
    texts = {name: reveal(value) for name, value in params.items()}
    return Sealed(Form(texts=texts, uploads=uploads))


def base_params(modules: Sequence[AnyModule], protocol: Protocol) -> Params:
    """The names of modules, and their parameters."""
    params: Params = {}
    for group, module_names in names(modules).items():
        params[protocol.groups[group]] = protocol.separator.join(module_names)
    for module in modules:
        params |= module_params(module, protocol)
    return params
