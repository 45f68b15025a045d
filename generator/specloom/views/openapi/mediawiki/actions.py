"""The OpenAPI document of a wiki's actions: one operation for each, posted where the wiki wants that.

All share one address. As in the document of query modules for code generators, each has a path that names it
and then leads to the address: `/edit/../api.php`.
"""

from collections.abc import Iterator, Sequence
from typing import Literal

from msgspec.structs import replace

from specloom.languages.commonmark import commonmark
from specloom.languages.commonmark import commonmark_code as code
from specloom.model import structs as model
from specloom.model.media import MULTIPART
from specloom.model.operation_names import operation_id
from specloom.model.scalars import SCALARS
from specloom.rendering.render import View
from specloom.views.openapi.components import Schemas, scalar
from specloom.views.openapi.document import answered
from specloom.views.openapi.mediawiki.reply import keyed, reply, result, siblings
from specloom.views.openapi.mediawiki.wiki_document import (
    WikiDocument,
    chosen,
    needed_by_all,
    parameters,
    shared_of_wiki,
)
from specloom.views.openapi.parameter import SentParameter, body_member, sent_parameter
from specloom.views.openapi.schema import Schema, object_of
from specloom.views.openapi.text import (
    brief_operation_text,
    bullets,
    operation_text,
    paragraphs,
)

_FORM = "application/x-www-form-urlencoded"
_JSON = "application/json"


class Form(View, frozen=True, kw_only=True):
    """Body of a posted request."""

    media_type: str
    required: bool
    schema: Schema
    joined: tuple[str, ...]
    """Members that are arrays, whose values are joined."""


class ActionCall(View, frozen=True, kw_only=True):
    """A way to call an action."""

    method: Literal["get", "post"]
    operation_id: str
    parameters: tuple[SentParameter, ...]
    """Parameters of the action in the address."""
    form: Form | None
    promises: bool
    """True if it is posted for its length alone and can promise not to write."""


class Action(View, frozen=True, kw_only=True):
    """An action, as operations of one path."""

    operation: model.Operation
    errors: tuple[model.Error, ...]
    description: str
    """Purpose of the action, and its rules."""
    calls: tuple[ActionCall, ...]
    """A second one posts what may be too long for an address."""
    shared_parameters: tuple[str, ...]
    """Names of parameters of any call that go with it."""
    media_type: str
    reply: Schema | None
    """None: the document does not have schemas of replies."""
    examples: tuple[model.Example, ...]


class ActionsDocument(WikiDocument, frozen=True, kw_only=True):
    """The document with one operation for each action."""

    topics: tuple[model.Group, ...]
    """Topics of its actions."""
    actions: tuple[Action, ...]
    shared_parameters: tuple[SentParameter, ...]
    """Parameters of any call, without those that have a fixed value."""


def document(api: model.Api, profile: model.OpenApiProfile) -> ActionsDocument:
    """The document of an API whose operations are actions."""
    schemas = Schemas(api, profile, model.wire_of(api))
    shared = [sent_parameter(schemas, stated, of="main") for stated in parameters(schemas)]
    actions = tuple(_action(schemas, operation) for operation in api.operations)
    used = {name for action in actions for name in action.shared_parameters}
    return ActionsDocument(
        **shared_of_wiki(schemas),
        topics=tuple(
            topic
            for topic in api.topics
            if any(operation.call.topic == topic.name for operation in api.operations)
        ),
        actions=actions,
        shared_parameters=tuple(parameter for parameter in shared if parameter.name in used),
    )


def _action(schemas: Schemas, operation: model.Operation) -> Action:
    stated_parameters = [
        stated
        for stated in (*operation.parameters, *_written_out(schemas, operation))
        if operation.call.prefix + stated.name not in needed_by_all(schemas)
        and not (schemas.profile.agents and stated.deprecated)
    ]
    own_names = {operation.call.prefix + stated.name for stated in stated_parameters}
    names = [stated.name for stated in parameters(schemas) if stated.name not in own_names]
    return Action(
        operation=operation,
        errors=model.errors_of(schemas.api, operation),
        description=(
            brief_operation_text(operation)
            if schemas.profile.agents
            else paragraphs(operation_text(operation), *_further_texts(schemas.api, operation))
        ),
        calls=tuple(_calls(schemas, operation, stated_parameters)),
        shared_parameters=tuple(
            names if schemas.profile.agents else (*schemas.wire.fixed_parameters, *names)
        ),
        media_type=operation.module.media_type or _JSON,
        reply=None if schemas.profile.agents else _whole_reply(schemas, operation),
        examples=answered(operation),
    )


def _further_texts(api: model.Api, operation: model.Operation) -> Iterator[str]:
    """Further parameters of a request, and its possible refusals."""
    if any(stated.name == "generator" for stated in operation.parameters):
        yield f"With {code('generator')}, the parameters of that query module go with it, with {code('g')} before them."
    if operation.module.dynamic_parameters:
        yield "It takes more parameters than are listed; which, the wiki decides."
    if operation.errors:
        errors = model.errors_of(api, operation)
        lines = (
            f"{code(error.code or error.name)}: {commonmark(error.message)}" for error in errors
        )
        yield f"Errors:\n\n{bullets(lines)}"


def _written_out(schemas: Schemas, operation: model.Operation) -> Iterator[model.Parameter]:
    """Parameters whose names hold a value of another, for the values that are known."""
    by_name = {stated.name: stated for stated in operation.parameters}
    for stated in operation.call.templated_parameters:
        for variable, name in (stated.module.template_variables or {}).items():
            enumeration = schemas.enumeration(by_name[name]) if name in by_name else None
            for value in () if enumeration is None else enumeration.values:
                yield replace(stated, name=stated.name.replace(f"{{{variable}}}", str(value)))


# --- Requests --------------------------------------------------------------------------------------------


def _calls(
    schemas: Schemas,
    operation: model.Operation,
    stated_parameters: Sequence[model.Parameter],
) -> Iterator[ActionCall]:
    name = operation_id(schemas.api, operation)
    if operation.module.must_be_posted:
        form = _form(schemas, operation, stated_parameters)
        yield ActionCall(method="post", operation_id=name, parameters=(), form=form, promises=False)
        return
    sent_parameters = (
        sent_parameter(schemas, stated, prefix=operation.call.prefix, of=operation.id)
        for stated in stated_parameters
    )
    yield ActionCall(
        method="get",
        operation_id=name,
        parameters=tuple(sent_parameters),
        form=None,
        promises=False,
    )
    if not schemas.profile.lean and any(stated.kind == "text" for stated in stated_parameters):
        yield ActionCall(
            method="post",
            operation_id=f"post{name[:1].upper()}{name[1:]}",
            parameters=(),
            form=_form(schemas, operation, stated_parameters),
            promises=True,
        )


def _form(
    schemas: Schemas, operation: model.Operation, stated_parameters: Sequence[model.Parameter]
) -> Form | None:
    if not stated_parameters:
        return None
    members = {
        operation.call.prefix + stated.name: body_member(schemas, stated, of=operation.id)
        for stated in stated_parameters
    }
    required = [
        operation.call.prefix + stated.name for stated in stated_parameters if stated.required
    ]
    additional = scalar(SCALARS["string"]) if operation.module.dynamic_parameters else None
    has_files = any(stated.kind == "upload" for stated in stated_parameters)
    joined = [name for name, member in members.items() if member.items is not None]
    return Form(
        joined=tuple(joined),
        media_type=MULTIPART if has_files else _FORM,
        required=bool(required),
        schema=schemas.in_profile(
            replace(object_of(members, required), additional_properties=additional)
        ),
    )


# --- Replies ---------------------------------------------------------------------------------------------


def _whole_reply(schemas: Schemas, operation: model.Operation) -> Schema:
    if operation.module.media_type is not None:
        return Schema(type=("string",))
    return schemas.own(f"{operation.module.class_name}Reply", _reply(schemas, operation))


def _reply(schemas: Schemas, operation: model.Operation) -> Schema:
    stated, to = operation.result, code(chosen(schemas, operation))
    if stated is None or stated.where != "body":
        members_ = keyed(schemas, operation) or {}
        return reply(schemas, to, members_ | siblings(schemas, operation))
    refused = reply(schemas, to, {})
    schema = result(schemas, operation)
    if schema.type == ("object",):
        return refused
    return Schema(description=refused.description, any_of=(schema, *refused.all_of[:1]))
