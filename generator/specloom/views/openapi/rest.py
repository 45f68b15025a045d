"""The OpenAPI document of a REST API."""

from collections.abc import Iterator, Mapping, Sequence

from msgspec.structs import replace

from specloom.languages.commonmark import commonmark
from specloom.model import naming
from specloom.model import structs as model
from specloom.model.event_calls import events_of
from specloom.model.media_marks import usual_operations
from specloom.model.operation_names import operation_id
from specloom.model.webhooks import callbacks_of
from specloom.naming.rest import RestNames
from specloom.rendering.render import View
from specloom.runtime.rest.variables import variables_of
from specloom.views.openapi.components import Schemas, presence_facts
from specloom.views.openapi.document import (
    Document,
    Program,
    answered,
    note_programs,
    shared,
)
from specloom.views.openapi.parameter import (
    SEPARATED,
    SentParameter,
    body_member,
    sent_parameter,
)
from specloom.views.openapi.schema import Schema, described, object_of, one_of
from specloom.views.openapi.text import brief_operation_text, further_operation_text, operation_text
from specloom.views.samples.filling import filling
from specloom.views.samples.rest import RestCall, rest_call

_JSON = "application/json"
_BODY_TYPES = {"body": _JSON, "form": "application/x-www-form-urlencoded", "json": _JSON}

_ENCODINGS: Mapping[str, Mapping[str, object]] = {
    "deepObject": {"style": "deepObject", "explode": True},
    "form": {"style": "form", "explode": True},
    "json": {"contentType": _JSON},
}
"""Form of an object → how OpenAPI says it of a member of a form, unless it is the usual one."""


class Body(View, frozen=True, kw_only=True):
    """Body of a request."""

    description: str | None
    required: bool
    media_type: str
    other_media: tuple[str, ...]
    """Further media types with the same schema."""
    schema: Schema
    examples: tuple[model.BodyExample, ...]
    encodings: Mapping[str, Mapping[str, object]]
    """Encodings of the members of a form that are objects, by name."""


class Response(View, frozen=True, kw_only=True):
    """A response with a status."""

    status: str
    """Of three digits, or `default`."""
    description: str
    has_content: bool
    media_type: str = _JSON
    other_media: tuple[str, ...] = ()
    """Further media types with the same schema."""
    schema: Schema | None
    """None: nothing is known of it."""
    refusal: Schema | None = None
    """Schema of a refusal with this status, which the envelope distinguishes."""
    examples: tuple[model.Example, ...]
    headers: tuple["Header", ...] = ()
    further: tuple["Response", ...] = ()
    """Responses of the same status with other media types."""
    events: model.Events | None = None
    """Items in which the reply may come instead."""
    item: Schema | None = None
    """Schema of the data of an item; None if nothing is known of it."""


class Header(View, frozen=True, kw_only=True):
    """A header of a response."""

    name: str
    description: str
    required: bool
    deprecated: bool
    schema: Schema


class SentWebhook(View, frozen=True, kw_only=True):
    """A request that the API sends to its users."""

    webhook: model.Webhook
    description: str
    headers: tuple[Header, ...]
    schema: Schema
    replies: Mapping[str, str]


class CalledOperation(View, frozen=True, kw_only=True):
    """An operation with its request and its responses."""

    operation: model.Operation
    operation_id: str | None
    """None if the API's own document has none."""
    server_variables: tuple[model.ServerVariable, ...]
    """Variables of the operation's server."""
    summary: str
    """Empty if the API's own document has none."""
    description: str
    """Purpose of the operation, and its rules; empty if the API's own document has none."""
    parameters: tuple[SentParameter, ...]
    """Parameters outside the body, without a bearer token."""
    bodies: tuple[Body, ...]
    """One for each media type."""
    secured: bool
    """True if it needs a bearer token, which OpenAPI does not take for a parameter."""
    keyed: bool
    """True if its key is a security scheme, not a parameter."""
    responses: tuple[Response, ...]
    """By status, the successes first, any other status last."""
    call: RestCall
    """Call for code samples."""
    programs: tuple[Program, ...]
    """Further samples, from notes."""
    callbacks: Mapping[str, Mapping[str, Sequence[SentWebhook]]]
    """Requests that a call causes, by their name and address."""


class Tag(View, frozen=True):
    """A tag of operations."""

    name: str
    description: str
    """Empty: nothing is known."""
    documentation: model.Documentation | None = None


class RestDocument(Document, frozen=True, kw_only=True):
    """The document of an API whose operations have paths of their own."""

    tags: tuple[Tag, ...]
    paths: Mapping[str, Sequence[CalledOperation]]
    webhooks: tuple[SentWebhook, ...]
    schemes: tuple[model.Scheme, ...]
    """With the defaults of the server's variables."""
    scheme_place: str | None
    """Place of the key as a security scheme; None if it is a parameter."""


def document(api: model.Api, names: RestNames, profile: model.OpenApiProfile) -> RestDocument:
    """The document of an API whose operations have paths of their own."""
    schemas = Schemas(api, profile)
    place = _scheme_place(api) if profile.auth == "scheme" else None
    paths: dict[str, list[CalledOperation]] = {}
    usual = usual_operations(api)
    with_media: dict[str, list[model.Operation]] = {}
    for operation in api.operations:
        base = usual.get(operation.id, operation)
        group = with_media.setdefault(base.id, [base])
        if base is not operation:
            group.append(operation)
    for operations in with_media.values():
        documented, *further_media = (
            _called_operation(schemas, names, operation, place) for operation in operations
        )
        called_operation = _with_media(documented, further_media)
        paths.setdefault(operations[0].http.path, []).append(called_operation)
    webhooks = tuple(
        _webhook(schemas, webhook)
        for webhook in api.protocol.webhooks
        if webhook.callback is None and profile.openapi == "3.1" and not profile.agents
    )
    return RestDocument(
        **shared(schemas),
        tags=tuple(_tags(api)),
        paths=paths,
        webhooks=webhooks,
        schemes=tuple(_scheme(api.server, scheme) for scheme in api.schemes),
        scheme_place=place,
    )


def _webhook(schemas: Schemas, webhook: model.Webhook) -> SentWebhook:
    return SentWebhook(
        webhook=webhook,
        description=commonmark(webhook.description or "", has_html=True),
        headers=tuple(
            _header(schemas, described.header)
            for described in schemas.api.protocol.webhook_headers
            if webhook.name in (described.webhooks or (webhook.name,))
        ),
        schema=schemas.in_profile(schemas.response(webhook.type)),
        replies=webhook.replies or {"default": "Received."},
    )


def _callbacks(
    schemas: Schemas, operation: model.Operation
) -> dict[str, dict[str, list[SentWebhook]]]:
    """Requests that a call causes, by their name and address; tools of agents receive none."""
    callbacks: dict[str, dict[str, list[SentWebhook]]] = {}
    for webhook in callbacks_of(schemas.api, operation):
        callback = webhook.callback
        if callback is not None and not schemas.profile.agents:
            addresses = callbacks.setdefault(callback.name, {})
            addresses.setdefault(callback.address, []).append(_webhook(schemas, webhook))
    return callbacks


def _with_media(
    documented: CalledOperation, further_media: Sequence[CalledOperation]
) -> CalledOperation:
    """An operation with the bodies and replies of those that send or ask for other media types."""
    if not further_media:
        return documented
    bodies = {
        body.media_type: body for each in (documented, *further_media) for body in each.bodies
    }
    responses = tuple(
        replace(
            response,
            further=tuple(
                other
                for each in further_media
                for other in each.responses
                if other.status == response.status and other.media_type != response.media_type
            ),
        )
        for response in documented.responses
    )
    return replace(documented, bodies=tuple(bodies.values()), responses=responses)


def _tags(api: model.Api) -> Iterator[Tag]:
    """Tags of the operations, those of each group first."""
    tags: dict[str, str] = {}
    documentation: dict[str, model.Documentation | None] = {}
    for group in api.groups:
        names = [
            operation.http.tags or (group.name,)
            for operation in api.operations
            if operation.group == group.name
        ]
        if not names:
            continue
        usual_text = "" if api.source_version is not None else group.title
        tags.setdefault(names[0][0], group.summary or usual_text)
        documentation.setdefault(names[0][0], group.documentation)
    for operation in api.operations:
        for name in operation.http.tags:
            tags.setdefault(name, "")
    for tag in api.protocol.further_tags:
        tags[tag.name] = tags.get(tag.name) or tag.summary or ""
        documentation.setdefault(tag.name, tag.documentation)
    for name, text in tags.items():
        yield Tag(name, text, documentation.get(name))


def _scheme(server: model.Server, scheme: model.Scheme) -> model.Scheme:
    if scheme.token_url is None:
        return scheme
    return replace(scheme, token_url=model.with_defaults(server, scheme.token_url))


def _scheme_place(api: model.Api) -> str | None:
    """Place of the key; None without a key, or if it is only in bodies, which security schemes cannot express."""
    stated = api.authentication
    if stated is None or stated.scheme == "bearer":
        return None
    places = {
        parameter.location
        for operation in api.operations
        for parameter in operation.parameters
        if parameter.name == stated.parameter
    }
    return next((place for place in ("query", "header", "cookie") if place in places), None)


# --- Requests --------------------------------------------------------------------------------------------


def _called_operation(
    schemas: Schemas,
    names: RestNames,
    operation: model.Operation,
    place: str | None,
) -> CalledOperation:
    api = schemas.api
    stated = api.authentication
    key = stated.parameter if stated is not None else None
    is_token = stated is not None and stated.scheme == "bearer"
    parameters = [
        parameter
        for parameter in operation.parameters
        if parameter.name != key or not (is_token or parameter.location == place)
    ]
    has_key = len(parameters) < len(operation.parameters)
    return CalledOperation(
        operation=operation,
        operation_id=_operation_id(schemas, operation),
        server_variables=tuple(
            variable
            for variable in api.server.variables
            if variable.name in variables_of(operation.http.server or "")
        ),
        summary=_summary(api, operation),
        description=_description(schemas, operation),
        parameters=tuple(
            sent_parameter(schemas, parameter)
            for parameter in parameters
            if parameter.location not in _BODY_TYPES
        ),
        bodies=tuple(
            _bodies(
                schemas,
                operation.http,
                [parameter for parameter in parameters if parameter.location in _BODY_TYPES],
            )
        ),
        secured=has_key and is_token,
        keyed=has_key and not is_token,
        responses=tuple(_with_headers(schemas, operation)),
        call=rest_call(names, filling(api, operation)),
        programs=note_programs(operation),
        callbacks=_callbacks(schemas, operation),
    )


def _operation_id(schemas: Schemas, operation: model.Operation) -> str | None:
    """The id of an operation; tools of agents call one by it, so their documents always have one."""
    if schemas.api.source_version is None or schemas.profile.agents:
        return operation_id(schemas.api, operation)
    return operation.http.operation_id


def _summary(api: model.Api, operation: model.Operation) -> str:
    """Summary of an operation; with the words of an own document, if that has one."""
    if api.source_version is not None:
        return operation.summary or ""
    return (operation.title or operation.summary or operation.id).rstrip(".")


def _description(schemas: Schemas, operation: model.Operation) -> str:
    """Description of an operation, of which the summary is the first sentence unless an own document tells them apart."""
    if schemas.profile.agents:
        return brief_operation_text(operation, has_html=True)
    if schemas.api.source_version is not None:
        return further_operation_text(operation, has_html=True)
    return operation_text(operation, has_html=True)


def _bodies(
    schemas: Schemas, call: model.Http, body_parameters: Sequence[model.Parameter]
) -> Iterator[Body]:
    if not body_parameters:
        return
    summary = call.body_summary
    members = {
        parameter.wire_name: body_member(schemas, parameter) for parameter in body_parameters
    }
    maps = [each.wire_name for each in body_parameters if each.http.style == "fields"]
    required = [parameter.wire_name for parameter in body_parameters if parameter.required]
    first = body_parameters[0]
    yield Body(
        description=None if summary is None else commonmark(summary, has_html=True),
        required=bool(required),
        media_type=first.http.media or _BODY_TYPES[first.location],
        other_media=() if schemas.profile.agents else call.other_body_media,
        examples=() if schemas.profile.agents else call.body_examples,
        schema=schemas.in_profile(
            members[first.wire_name]
            if first.location == "body" or [*members] == maps
            else _form_of(members, required, maps)
        ),
        encodings={
            parameter.wire_name: encoding
            for parameter in body_parameters
            if (encoding := _encoding(parameter.http)) is not None
        },
    )


def _form_of(members: Mapping[str, Schema], required: Sequence[str], maps: Sequence[str]) -> Schema:
    """An object with members, of which one has the name of all that are not described."""
    described = {name: schema for name, schema in members.items() if name not in maps}
    schema = object_of(described, required)
    values = [members[name].additional_properties for name in maps]
    return replace(schema, additional_properties=values[0]) if values else schema


def _encoding(http: model.HttpParameter) -> Mapping[str, object] | None:
    """Encoding of a member of a form; None for the usual encoding."""
    if http.separator is not None:
        return {"style": SEPARATED[http.separator], "explode": False}
    return None if http.style is None else _ENCODINGS.get(http.style)


# --- Replies ---------------------------------------------------------------------------------------------


def _with_headers(schemas: Schemas, operation: model.Operation) -> Iterator[Response]:
    """Responses with their described headers."""
    for response in _responses(schemas, operation):
        headers = tuple(
            _header(schemas, described.header)
            for described in operation.http.reply_headers
            if response.status in map(str, described.statuses)
        )
        yield replace(response, headers=headers) if headers else response


def _header(schemas: Schemas, header: model.Field) -> Header:
    (schema,) = schemas.properties([header]).values()
    return Header(
        name=header.name,
        description=schema.description,
        required=header.presence is None,
        deprecated=header.deprecated,
        schema=schemas.in_profile(
            replace(schema, description="", deprecated=False, presence=None, field=None)
        ),
    )


def _responses(schemas: Schemas, operation: model.Operation) -> Iterator[Response]:
    """By status, as the examples have it; errors of which nobody says it are listed as the profile wants."""
    if schemas.profile.agents:
        yield _undescribed("The answer, or why there is none.")
        return
    if schemas.api.source_version is not None or operation.http.successes:
        responses = [
            *_successes(schemas, operation),
            *_described_errors(schemas, operation),
        ]
        yield from responses or [_undescribed("Not described.")]
        return
    reply, refusal = _replies(schemas, operation)
    examples_ = answered(operation)
    is_empty = (
        operation.http.method == "DELETE" and operation.result is None and not schemas.api.envelope
    )
    successes = {example.status for example in examples_ if example.status < 400}
    for status in sorted(successes) or [204 if is_empty else 200]:
        examples = tuple(example for example in examples_ if example.status == status)
        yield Response(
            status=str(status),
            description="The server answered.",
            has_content=status != 204,
            media_type=_media_of(operation.result),
            schema=schemas.in_profile(reply),
            refusal=refusal,
            examples=examples,
        )
    if any(error.status is not None for error in schemas.api.errors):
        yield from _described_errors(schemas, operation)
        return
    refusals = [example for example in examples_ if example.error]
    statuses = sorted({example.status for example in refusals if example.status >= 400})
    listed_statuses = (
        [] if schemas.profile.errors == "default" else [str(status) for status in {400, *statuses}]
    )
    for name in (*sorted(listed_statuses), "default"):
        examples = tuple(
            example
            for example in refusals
            if example.status < 400
            or name
            == (str(example.status) if str(example.status) in listed_statuses else "default")
        )
        yield Response(
            status=name,
            description="The server refused the request.",
            has_content=bool(refusal or examples),
            schema=None if refusal is None else schemas.in_profile(refusal),
            examples=examples,
        )


def _successes(schemas: Schemas, operation: model.Operation) -> Iterator[Response]:
    """Replies of success; the first one with a body may come as items."""
    events = events_of(operation)
    for success in operation.http.successes:
        response = _success(schemas, operation, success)
        if events is not None and success.type is not None:
            item = None if events.type is None else schemas.response(events.type)
            is_only = success.media == events.media
            response = replace(
                response,
                events=events,
                item=None if item is None else schemas.in_profile(item),
                has_content=not is_only,
            )
            events = None
        yield response


def _success(schemas: Schemas, operation: model.Operation, success: model.Success) -> Response:
    status = success.status if isinstance(success.status, int) else 200
    return Response(
        status=str(success.status),
        description=commonmark(success.summary or "", has_html=True),
        has_content=success.type is not None,
        media_type=success.media or _JSON,
        other_media=success.other_media,
        schema=(
            None if success.type is None else schemas.in_profile(schemas.response(success.type))
        ),
        examples=tuple(
            example
            for example in answered(operation)
            if example.status == status and example.statuses is None
        ),
    )


def _media_of(result: model.Result | None) -> str:
    return _JSON if result is None or result.media is None else result.media


def _undescribed(text: str) -> Response:
    """A response of any status of which only a text is said."""
    return Response(status="default", description=text, has_content=False, schema=None, examples=())


def _described_errors(schemas: Schemas, operation: model.Operation) -> Iterator[Response]:
    """Errors that are told by their status."""
    for error in model.errors_of(schemas.api, operation):
        if error.status is not None:
            yield Response(
                status=str(error.status),
                description=commonmark(error.message, has_html=True),
                has_content=error.body is not None,
                media_type=error.media or _JSON,
                other_media=error.other_media,
                schema=(
                    None if error.body is None else schemas.in_profile(schemas.response(error.body))
                ),
                examples=tuple(
                    example
                    for example in answered(operation)
                    if error.body is not None
                    and (example.statuses or example.status) == error.status
                ),
            )


def _replies(schemas: Schemas, operation: model.Operation) -> tuple[Schema, Schema | None]:
    """Schemas of a reply: of success and, with an envelope, of everything else."""
    envelope = schemas.api.envelope
    if envelope is None:
        return _at(model.steps_to(operation.result), _result(schemas, operation)), None
    error = schemas.own("ErrorReply", _error(schemas, envelope))
    name = f"{naming.class_name(operation.id)}Reply"
    success = schemas.own(name, _reply(envelope, schemas, operation))
    return success, error


def _result(schemas: Schemas, operation: model.Operation) -> Schema:
    if operation.result is None:
        return object_of({})
    return schemas.response(operation.result.type)


def _at(path: Sequence[str], schema: Schema) -> Schema:
    """A schema at a place inside objects that are always there."""
    for name in reversed(path):
        schema = object_of({name: schema}, [name])
    return schema


def _reply(envelope: model.Envelope, schemas: Schemas, operation: model.Operation) -> Schema:
    """The envelope around the result of one operation."""
    status = _with_text(one_of(envelope.success_value), envelope.status_field, envelope, schemas)
    path, result = model.steps_to(operation.result), _result(schemas, operation)
    if not path:
        alone = _at([envelope.status_field], status)
        return alone if operation.result is None else Schema(all_of=(alone, result))
    result_schema = described(_at(path[1:], result), f"The result of `{operation.id}`.")
    members = {
        envelope.status_field: status,
        path[0]: _with_text(result_schema, path[0], envelope, schemas),
    }
    return object_of(members, members, f"The reply of `{operation.id}`.")


def _error(schemas: Schemas, envelope: model.Envelope) -> Schema:
    """The envelope of an error."""
    messages = dict.fromkeys(error.message for error in schemas.api.errors)
    error_members = {
        envelope.status_field: one_of(envelope.error_value),
        envelope.message_field: Schema(type=("string",), known_values=tuple(messages)),
    }
    members = {
        name: _with_text(member, name, envelope, schemas) for name, member in error_members.items()
    }
    return object_of(members, members, "The reply when something is wrong.")


def _with_text(member: Schema, name: str, envelope: model.Envelope, schemas: Schemas) -> Schema:
    """A member with the text of the envelope's record."""
    record = schemas.types.get(envelope.record)
    fields = record.fields if isinstance(record, model.Record) else ()
    field = next((field for field in fields if field.name == name), None)
    if field is None:
        return member
    is_told = name in (envelope.status_field, envelope.message_field)
    text = commonmark(field.summary or "", has_html=True) if is_told else ""
    return replace(
        member,
        description=text or member.description,
        field=replace(field, known_values=tuple(map(str, member.known_values))),
        known_values=(),
        presence=presence_facts(field),
    )
