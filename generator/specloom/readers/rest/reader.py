"""Reads the description of a small REST API: the project's own format, to the model."""

from collections.abc import Iterable, Iterator
from pathlib import Path

import msgspec

from specloom.diagnostics import Diagnostics, has_errors
from specloom.documents.decode import decode
from specloom.documents.document import Finding
from specloom.documents.limits import STANDARD, Limits
from specloom.documents.yaml_text import load_yaml
from specloom.model import server_address
from specloom.model import structs as model
from specloom.model.naming import class_name, variable_name
from specloom.readers.parts import inner_part, part
from specloom.readers.places import Described, places_in
from specloom.readers.rest import examples, places, sandbox
from specloom.readers.rest import faults as reader_faults
from specloom.readers.rest import format as form
from specloom.readers.rest.file_places import FilePlaces
from specloom.readers.type_text import Malformed, parse
from specloom.sources.config import ApiEntry


def read(
    entry: ApiEntry, folder: Path, diagnostics: Diagnostics, limits: Limits = STANDARD
) -> Described | None:
    """The API that a file describes, and its places; None with diagnostics if the file has another form."""
    path = folder / entry.source
    document = load_yaml(path, str(path), diagnostics, limits)
    if document is None:
        return None
    described = decode(document, form.RestFile, diagnostics)
    if described is None:
        return None
    faults = (*reader_faults.faults(described), *_server_faults(entry, described.server))
    diagnostics.found.extend(document.diagnostics(faults))
    protocol = model.Rest(
        authentication=_authentication(described.authentication),
        envelope=_envelope(described.envelope),
    )
    api = _api(entry, described, protocol)
    places = FilePlaces(api, described)

    def in_file(finding: Finding) -> Finding | None:
        moved = places.in_file(finding)
        return None if _follows(moved, faults) else moved

    def complete(api: model.Api, diagnostics: Diagnostics) -> model.Api:
        """Add the sandbox, the examples, and what the list of APIs says in place of the file."""
        before = len(diagnostics.found)
        diagnostics.found.extend(document.diagnostics(examples.faults(described, api)))
        if entry.sandbox is not None:
            api = sandbox.read(folder / entry.sandbox, api, protocol, diagnostics, limits)
        if has_errors(diagnostics.found[before:]):
            return api
        return _with_entry(examples.with_examples(api, described), entry, described)

    return Described(api, places_in(document, in_file), complete)


def _follows(finding: Finding, faults: Iterable[Finding]) -> bool:
    """Whether a finding is in a part that the reader could not read."""
    at = tuple(finding.at)
    owners = (_owner(tuple(fault.at)) for fault in faults)
    return any(
        at[: len(owner)] == owner and (at != owner or owner[-1] == "values") for owner in owners
    )


def _owner(at: tuple[str | int, ...]) -> tuple[str | int, ...]:
    """The part that a fault of the reader leaves unread."""
    if at[-1] == "type":
        return at[:-1]
    return at[: at.index("values") + 1] if "values" in at else at


def _api(entry: ApiEntry, described: form.RestFile, protocol: model.Rest) -> model.Api:
    """The model of a description as far as it can be read."""
    return model.Api(
        id=entry.id,
        title=described.title,
        protocol=protocol,
        package=entry.package,
        openapi=entry.openapi,
        version=described.version,
        summary=described.summary,
        description=described.description,
        contact=described.contact,
        license=described.license,
        server=_server(described.server),
        groups=tuple(
            part(model.Group, group, name=name) for name, group in described.groups.items()
        ),
        operations=tuple(_operation(described, id_) for id_ in described.operations),
        types=(*map(_record, described.records.items()), *_enumerations(described)),
        errors=tuple(
            part(model.Error, error, without=("operations",), name=name)
            for name, error in described.errors.items()
        ),
        facts=tuple(part(model.Fact, fact, id=id_) for id_, fact in described.facts.items()),
        unspecified=tuple(
            part(model.Unspecified, entry, id=id_) for id_, entry in described.unspecified.items()
        ),
    )


def _server(server: form.ServerEntry) -> model.Server:
    variable = server_address.variable_of(server.url)
    example = (server.example or "") if variable else server.url
    return part(model.Server, server, variable=variable, example=example)


def _with_entry(api: model.Api, entry: ApiEntry, described: form.RestFile) -> model.Api:
    """The API with what the list of APIs says in place of its description."""
    return msgspec.structs.replace(
        api,
        title=entry.title or api.title,
        version=entry.version or api.version,
        summary=entry.summary or api.summary,
        server=_entry_server(entry, described.server),
    )


def _entry_server(entry: ApiEntry, server: form.ServerEntry) -> model.Server:
    made = _server(server)
    if entry.server is None:
        return made
    url = made.url if made.variable else entry.server
    return msgspec.structs.replace(made, url=url, example=entry.server)


def _server_faults(entry: ApiEntry, described: form.ServerEntry) -> Iterator[Finding]:
    """Faults of the address that the list of APIs gives."""
    problem = server_address.problem(model.address_of(_entry_server(entry, described)))
    if entry.server is not None and problem is not None:
        message = f"with the `server` of the list of APIs, {problem[0]}"
        yield Finding(("server",), "wrong-value", message, problem[1])


def _authentication(entry: form.AuthenticationEntry | None) -> model.Authentication | None:
    if entry is None:
        return None
    scheme = "bearer" if entry.place == "bearer" else "key"
    return part(model.Authentication, entry, without=("brief", "place", "source"), scheme=scheme)


def _envelope(entry: form.EnvelopeEntry | None) -> model.Envelope | None:
    if entry is None:
        return None
    return model.Envelope(
        record=entry.record,
        status_field=entry.status,
        success_value=entry.success,
        error_value=entry.error,
        message_field=entry.message,
    )


# --- Operations ------------------------------------------------------------------------------------


def _operation(described: form.RestFile, id_: str) -> model.Operation:
    entry = described.operations[id_]
    group, _, name = id_.partition(".")
    return part(
        model.Operation,
        entry,
        without=("name", "public", "examples", "method", "path", "idempotent"),
        id=id_,
        group=group,
        call=model.Http(
            method=entry.method,
            path=entry.path,
            method_name=entry.name or variable_name(name),
            idempotent=entry.idempotent,
        ),
        parameters=_parameters(described, id_),
        result=_result(entry.result),
        errors=tuple(name for name, error in described.errors.items() if id_ in error.operations),
    )


def _parameters(described: form.RestFile, id_: str) -> tuple[model.Parameter, ...]:
    entry = described.operations[id_]
    key = _key_parameter(described.authentication, entry, described.encoding)
    listed = [
        _parameter(described, id_, name, parameter) for name, parameter in entry.parameters.items()
    ]
    return tuple(
        msgspec.structs.replace(parameter, position=position)
        for position, parameter in enumerate([*key, *listed], 1)
    )


def _key_parameter(
    key: form.AuthenticationEntry | None,
    entry: form.OperationEntry,
    encoding: form.Encoding,
) -> tuple[model.Parameter, ...]:
    if key is None or entry.public:
        return ()
    location: form.Place
    match key.place:
        case "parameters":
            location = places.body_place(entry, encoding)
        case "query":
            location = "query"
        case "header" | "bearer":
            location = "header"
    return (
        model.Parameter(
            name=key.parameter,
            type="string",
            http=model.HttpParameter(location=location),
            required=True,
            secret=key.secret,
            brief=key.brief,
            summary=key.summary,
            source=key.source,
        ),
    )


def _parameter(
    described: form.RestFile, id_: str, name: str, entry: form.ParameterEntry
) -> model.Parameter:
    operation = described.operations[id_]
    type_ = _type(entry.type)
    if entry.values:
        own = model.Reference(name=class_name(f"{id_}.{name}"))
        type_ = model.ListOf(items=own) if isinstance(type_, model.ListOf) else own
    location = places.place(operation, name, entry, described.encoding)
    parameter = part(
        model.Parameter,
        entry,
        without=("place", "values"),
        inner=(model.Limits,),
        name=name,
        type=type_,
        limits=inner_part(model.Limits, entry),
        http=model.HttpParameter(location=location),
        required=entry.required or location == "path",
    )
    shared = described.enumerations.get(parameter.reference or "")
    if shared is None or parameter.deprecated_values:
        return parameter
    deprecated = _enumeration("", shared).deprecated_values
    return msgspec.structs.replace(parameter, deprecated_values=deprecated)


def _result(entry: form.ResultEntry | None) -> model.Result | None:
    if entry is None:
        return None
    return part(model.Result, entry, without=("member",), type=_type(entry.type), key=entry.member)


# --- Types -----------------------------------------------------------------------------------------


def _type(text: str) -> model.TypeExpression:
    """The type that a text means; `any` in place of one that cannot be read."""
    parsed = parse(text)
    return "any" if isinstance(parsed, Malformed) else parsed.type


def _record(named: tuple[str, form.RecordEntry]) -> model.Record:
    name, entry = named
    return part(
        model.Record,
        entry,
        name=name,
        fields=tuple(_field(field_name, field) for field_name, field in entry.fields.items()),
        conditions=tuple(
            model.Condition(name=condition, text=text)
            for condition, text in entry.conditions.items()
        ),
        helpers=tuple(
            model.Helper(
                name=helper_name,
                kind="present" if helper.present is not None else "until",
                field=helper.present or helper.until or "",
                summary=helper.summary,
            )
            for helper_name, helper in entry.helpers.items()
        ),
    )


def _field(name: str, entry: form.FieldEntry) -> model.Field:
    presence = inner_part(model.Presence, entry)
    return part(
        model.Field,
        entry,
        without=("optional",),
        inner=(model.Limits, model.Presence),
        name=name,
        type=_type(entry.type),
        limits=inner_part(model.Limits, entry),
        presence=presence if entry.optional or presence != model.Presence() else None,
    )


def _enumerations(described: form.RestFile) -> tuple[model.Enumeration, ...]:
    """The shared ones, then those that a parameter lists for itself."""
    shared = [_enumeration(name, entry) for name, entry in described.enumerations.items()]
    own = [
        model.Enumeration(name=class_name(f"{id_}.{name}"), values=parameter.values)
        for id_, operation in described.operations.items()
        for name, parameter in operation.parameters.items()
        if parameter.values
    ]
    return (*shared, *own)


def _enumeration(name: str, entry: form.EnumerationEntry) -> model.Enumeration:
    return part(model.Enumeration, entry, name=name)
