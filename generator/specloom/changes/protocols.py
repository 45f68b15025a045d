"""Calls of operations and parts of all requests, as comparisons see them; nothing else of these asks for the protocol."""

import re
from collections.abc import Mapping
from typing import NamedTuple, assert_never

from msgspec.structs import replace

from specloom.changes.markup import code
from specloom.model.structs import (
    Api,
    Call,
    Envelope,
    Http,
    MediaWiki,
    Module,
    Node,
    Operation,
    Rest,
    Wire,
)
from specloom.naming.rest import method_name


class CallView(Node, frozen=True, kw_only=True):
    """Facts of a call; those that its protocol lacks are empty."""

    bare: Call
    """The call without what is compared by itself, and without facts about the server's code."""
    python_name: str
    """The class of a module or an action; the method of an operation, with the attribute of the client that has it."""
    is_grouped: bool = False
    """True if the group is part of the request."""
    is_http: bool = False
    """True if parameters have an order, and one may carry the key."""
    address: str = ""
    """Method and path."""
    request_line: str = ""
    """Method and path, without the names of variables, which are not sent."""
    variables: tuple[str, ...] = ()
    """Variables of the path, in order."""
    prefix: str = ""
    is_posted: bool = False
    token: str | None = None
    needs_right: bool = False
    is_generator: bool = False
    is_internal: bool = False
    media_type: str = "application/json"
    schemes: tuple[frozenset[str], ...] = ()
    """Alternatives of security schemes, of which callers need one; an empty one is a call without any."""


def view_of(operation: Operation) -> CallView:
    """The call of an operation."""
    match operation.call:
        case Http(method=method, path=path) as call:
            return CallView(
                # Names of variables are those of parameters.
                bare=replace(call, path=""),
                python_name=code(f"{operation.group}.{method_name(operation)}"),
                is_http=True,
                address=f"{method} {call.server or ''}{path}",
                request_line=f"{method} {call.server or ''}{re.sub(r'{[^}]*}', '{}', path)}",
                variables=tuple(re.findall(r"{[^}]*}", path)),
                schemes=tuple(map(frozenset, call.security or ((),))),
            )
        case Module() as call:
            return CallView(
                bare=_bare(call),
                python_name=code(call.class_name or operation.id),
                is_grouped=True,
                prefix=call.prefix,
                is_posted=call.must_be_posted,
                token=call.token,
                needs_right=call.read_rights or call.write_rights,
                is_generator=call.generator,
                is_internal=call.internal,
                media_type=call.media_type or "application/json",
            )
        case _:
            assert_never(operation.call)


class ProtocolView(NamedTuple):
    """Facts of a protocol; those that it lacks are None."""

    is_rest: bool
    fixed_parts: Wire | Envelope | None
    """Parts that all requests or replies share, without those compared separately and those of Python alone."""
    group_parameters: Mapping[str, str] | None = None
    """Group of operations → the parameter that names one of them in a request."""


def protocol_view(api: Api) -> ProtocolView:
    """The protocol of an API."""
    match api.protocol:
        case Rest(envelope=envelope):
            return ProtocolView(True, None if envelope is None else replace(envelope, record=""))
        case MediaWiki(wire=wire):
            parts = replace(wire, parameters=(), resolutions=(), rules=(), source=None)
            return ProtocolView(False, parts, wire.group_parameters)
        case _:
            assert_never(api.protocol)


def request_name(api: Api, operation: Operation) -> str:
    """An operation as a request names it."""
    groups = protocol_view(api).group_parameters
    if groups is None:
        return operation.id
    return f"{groups.get(operation.group, operation.group)}={operation.id}"


def _bare(call: Module) -> Module:
    return replace(
        call,
        path=None,
        templated_parameters=(),
        help_urls=None,
        implementation=None,
        provided_by=None,
        provided_by_name=None,
        license_tag=None,
        license_link=None,
        templated=True,
        extra=None,
    )
