"""The OpenAPI document of a REST API."""

from collections.abc import Sequence

from msgspec.structs import replace

from specloom import model, naming
from specloom.rendering.render import Output
from specloom.views.openapi.document import (
    Components,
    Discriminator,
    Document,
    Example,
    MediaType,
    Named,
    Operation,
    Path,
    RequestBody,
    Response,
    Schema,
    Value,
    files,
    members,
    named,
    optional_prose,
    prose,
    value,
)
from specloom.views.openapi.part import (
    NOT_SECURED,
    VERSION,
    authentication,
    authentication_text,
    info,
    operation_extensions,
    operation_text,
    parameter,
    parameter_facts,
    register,
    rules,
    server,
    tags,
    unspecified_text,
)
from specloom.views.openapi.schema import Schemas, presence_facts
from specloom.views.openapi.text import commonmark, operation_summary, parameter_text

JSON = "application/json"
_BODY_TYPES = {"body": JSON, "form": "application/x-www-form-urlencoded", "json": JSON}
_BEARER = "bearer"


def outputs(api: model.Api) -> list[Output]:
    """The document, as YAML and as JSON."""
    return files(api.id, document(api))


def document(api: model.Api) -> Document:
    """The document of an API whose operations have paths of their own."""
    schemas = Schemas(api)
    paths = _paths(api, schemas)
    return Document(
        openapi=VERSION,
        info=info(api, authentication_text(api.authentication), unspecified_text(api)),
        servers=(server(api.server, api.server.url, api.server.example),),
        security=NOT_SECURED,
        tags=tags(api),
        paths=paths,
        components=Components(
            schemas=schemas.components(), security_schemes=_security_schemes(api)
        ),
        authentication=authentication(api),
        errors=register(api, "errors"),
        facts=register(api, "facts"),
        unspecified=register(api, "unspecified"),
    )


def _security_schemes(api: model.Api) -> tuple[Named[Value], ...]:
    return named([(_BEARER, value({"type": "http", "scheme": "bearer"}))]) if _bears(api) else ()


def _bears(api: model.Api) -> bool:
    """Whether the key travels as a bearer token, which OpenAPI does not take for a parameter."""
    return api.authentication is not None and api.authentication.scheme == "bearer"


# --- Operations ----------------------------------------------------------------------------------------


def _paths(api: model.Api, schemas: Schemas) -> tuple[Named[Path], ...]:
    paths: dict[str, list[tuple[str, Operation]]] = {}
    for stated in api.operations:
        operation = (str(stated.method).lower(), _operation(api, schemas, stated))
        paths.setdefault(str(stated.path), []).append(operation)
    return named((path, Path(operations=named(found))) for path, found in paths.items())


def _operation(api: model.Api, schemas: Schemas, stated: model.Operation) -> Operation:
    key = api.authentication.parameter if api.authentication is not None else None
    bears = _bears(api) and any(one.name == key for one in stated.parameters)
    listed = [one for one in stated.parameters if not (bears and one.name == key)]
    return Operation(
        tags=value([stated.group]),
        summary=prose(operation_summary(stated)),
        description=prose(operation_text(stated)),
        operation_id=value(operation_id(stated)),
        deprecated=value(True) if stated.deprecated else None,
        parameters=tuple(
            parameter(schemas, one) for one in listed if one.location not in _BODY_TYPES
        ),
        request_body=_body(schemas, listed),
        responses=_responses(api, schemas, stated),
        security=value([{_BEARER: ()}]) if bears else None,
        rules=rules(stated),
        extensions=operation_extensions(stated, idempotent=stated.idempotent),
    )


def operation_id(stated: model.Operation) -> str:
    """`account.details` → `accountDetails`."""
    name = naming.class_name(stated.id)
    return name[:1].lower() + name[1:]


def _body(schemas: Schemas, listed: Sequence[model.Parameter]) -> RequestBody | None:
    inside = [one for one in listed if one.location in _BODY_TYPES]
    if not inside:
        return None
    schema = Schema(
        type=value("object"),
        required=tuple(value(one.name) for one in inside if one.required),
        properties=named((one.name, _property(schemas, one)) for one in inside),
    )
    if inside[0].location == "body":
        schema = _property(schemas, inside[0])
    return RequestBody(
        required=value(any(one.required for one in inside)),
        content=named([(_BODY_TYPES[inside[0].location], MediaType(schema=schema))]),
    )


def _property(schemas: Schemas, stated: model.Parameter) -> Schema:
    schema = schemas.request(stated)
    text = parameter_text(stated, schemas.enumeration(stated))
    return replace(
        schema,
        description=prose(text) if text else schema.description,
        deprecated=value(True) if stated.deprecated else None,
        extensions=(*schema.extensions, *members(parameter=parameter_facts(stated))),
    )


# --- Responses -----------------------------------------------------------------------------------------


def _responses(
    api: model.Api, schemas: Schemas, stated: model.Operation
) -> tuple[Named[Response], ...]:
    if api.envelope is None:
        content = _content(_at(_key(stated), _result(schemas, stated)))
        return named([("200", _success(content)), ("4XX", _failure(()))])
    failures = _failures(api.envelope, stated)
    error = schemas.own("ErrorReply", _error(api, api.envelope, schemas))
    success = schemas.own(
        f"{naming.class_name(stated.id)}Reply", _reply(api.envelope, schemas, stated)
    )
    references = {
        api.envelope.success_value: success.ref,
        api.envelope.error_value: error.ref,
    }
    either = Schema(
        choices=named([("oneOf", (success, error))]),
        discriminator=Discriminator(
            property_name=value(api.envelope.status_field),
            mapping=named((status, ref) for status, ref in references.items() if ref),
        ),
    )
    return named(
        [
            ("200", _success(_content(either, failures))),
            ("4XX", _failure(_content(error, failures))),
        ]
    )


def _success(content: tuple[Named[MediaType], ...]) -> Response:
    return Response(description=prose("The server answered."), content=content)


def _failure(content: tuple[Named[MediaType], ...]) -> Response:
    return Response(description=prose("The server refused the request."), content=content)


def _content(
    schema: Schema, examples: tuple[Named[Example], ...] = ()
) -> tuple[Named[MediaType], ...]:
    return named([(JSON, MediaType(schema=schema, examples=examples))])


def _key(stated: model.Operation) -> list[str]:
    key = stated.result.key if stated.result is not None else None
    return key.split(".") if key else []


def _result(schemas: Schemas, stated: model.Operation) -> Schema:
    if stated.result is None:
        return Schema(type=value("object"))
    return schemas.response(stated.result.type)


def _at(path: Sequence[str], schema: Schema) -> Schema:
    """A schema at a place inside objects that are always there."""
    for name in reversed(path):
        schema = Schema(
            type=value("object"),
            required=(value(name),),
            properties=named([(name, schema)]),
        )
    return schema


def _reply(envelope: model.Envelope, schemas: Schemas, stated: model.Operation) -> Schema:
    """The envelope around the result of one operation."""
    fields = _envelope_fields(envelope, schemas)
    status = _member(fields, envelope.status_field, _only(envelope.success_value))
    path, result = _key(stated), _result(schemas, stated)
    if not path:
        alone = Schema(
            type=value("object"),
            required=(value(envelope.status_field),),
            properties=named([(envelope.status_field, status)]),
        )
        return (
            alone if stated.result is None else Schema(choices=named([("allOf", (alone, result))]))
        )
    member = _member(fields, path[0], _at(path[1:], result))
    return Schema(
        description=prose(f"The reply of `{stated.id}`."),
        type=value("object"),
        required=(value(envelope.status_field), value(path[0])),
        properties=named([(envelope.status_field, status), (path[0], member)]),
    )


def _error(api: model.Api, envelope: model.Envelope, schemas: Schemas) -> Schema:
    """The envelope of an error."""
    fields = _envelope_fields(envelope, schemas)
    messages = {one.message: None for operation in api.operations for one in operation.errors}
    message = _member(fields, envelope.message_field, Schema(type=value("string")))
    return Schema(
        description=prose("The reply when something is wrong."),
        type=value("object"),
        required=(value(envelope.status_field), value(envelope.message_field)),
        properties=named(
            [
                (
                    envelope.status_field,
                    _member(fields, envelope.status_field, _only(envelope.error_value)),
                ),
                (
                    envelope.message_field,
                    replace(
                        message,
                        extensions=(*message.extensions, *members(known_values=tuple(messages))),
                    ),
                ),
            ]
        ),
    )


def _failures(envelope: model.Envelope, stated: model.Operation) -> tuple[Named[Example], ...]:
    return named(
        (
            one.name,
            Example(
                summary=value(one.message),
                value=value(
                    {
                        envelope.status_field: envelope.error_value,
                        envelope.message_field: one.message,
                    }
                ),
            ),
        )
        for one in stated.errors
    )


def _only(status: str) -> Schema:
    return Schema(type=value("string"), enum=(value(status),))


def _envelope_fields(envelope: model.Envelope, schemas: Schemas) -> dict[str, Schema]:
    """What the record of the envelope says of its members."""
    record = schemas.types.get(envelope.record)
    if not isinstance(record, model.Record):
        return {}
    told = {envelope.status_field, envelope.message_field}
    return {
        field.name: Schema(
            description=(
                optional_prose(commonmark(field.summary or "")) if field.name in told else None
            ),
            extensions=members(presence=presence_facts(field), source=field.source),
        )
        for field in record.fields
    }


def _member(fields: dict[str, Schema], name: str, schema: Schema) -> Schema:
    """A member of the envelope: its schema, with what its record says of it."""
    note = fields.get(name, Schema())
    return replace(
        schema,
        description=note.description or schema.description,
        extensions=(*schema.extensions, *note.extensions),
    )
