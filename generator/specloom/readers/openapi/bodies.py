"""Bodies of requests: the media type that is sent, and the parameters that the body is made of."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from msgspec import UNSET
from msgspec.structs import replace

from specloom.documents.values import members_of
from specloom.model import structs as model
from specloom.model.media import ANY, BYTES, JSON, MULTIPART, essence
from specloom.model.naming import identifier, is_parameter_name
from specloom.model.rules.places import MAY_HAVE_BODY
from specloom.readers.openapi.examples import wire_name_of
from specloom.readers.openapi.facts import text_of
from specloom.readers.openapi.form_files import FormFiles
from specloom.readers.openapi.losses import Losses, target_of
from specloom.readers.openapi.media_choices import distinct_media
from specloom.readers.openapi.nodes import Node
from specloom.readers.openapi.parameter_names import apart, body_name
from specloom.readers.openapi.schemas import Schema, Schemas, required_members, same_media
from specloom.readers.openapi.styles import JSON_MEDIA, Styles
from specloom.readers.openapi.texts import joined, with_further_example
from specloom.readers.openapi.types import Types

_WIDER: Mapping[model.TypeExpression, model.TypeExpression] = {
    "null": "any",
    model.ListOf(items="null"): model.ListOf(items="any"),
}
"""Type that nothing but null has → the one that stands in its place."""
_REQUIRED_IN_BODY = "Required if the body has any member."
_FORM_MEDIA = "application/x-www-form-urlencoded"


class NotCallableError(Exception):
    """An operation that no request can be made for, with the reason."""


class Bodies:
    """Reads the bodies of operations."""

    def __init__(self, schemas: Schemas, types: Types, losses: Losses) -> None:
        self._schemas = schemas
        self._types = types
        self._losses = losses
        self._styles = Styles(types, losses)
        self._files = FormFiles(schemas)

    def read(
        self, body: Node, method: model.Method, owner: str, beside: Sequence[model.Parameter]
    ) -> Iterator[model.Parameter]:
        """The parameters of a body, beside others of the operation.

        Raises NotCallableError where it has no media type that is sent.
        """
        if method in MAY_HAVE_BODY:
            yield from self._body(body, owner, beside)
        elif body["required"].value is True:
            raise NotCallableError(f"{method} sends no body")
        elif body and not self._is_empty(body):
            self._losses.add("body-media", body, f"{method} sends no body")

    def examples(self, operation: Node) -> tuple[model.BodyExample, ...]:
        """Examples of the body that is sent, by name."""
        media = target_of(self._schemas, self._losses, operation["requestBody"])["content"]
        chosen = self._chosen_media(dict(media.items()))
        examples: dict[str, model.BodyExample] = {}
        for title, example in () if chosen is None else self._types.media_examples(media[chosen]):
            name = wire_name_of(title)
            if name is not None and name not in examples:
                self._types.show_example(example)
                summary = text_of(example["summary"]) or (title if title != name else None)
                value = example["value"].value
                examples[name] = model.BodyExample(name=name, summary=summary, value=value)
        return tuple(examples.values())

    def other_media(self, operation: Node) -> tuple[str, ...]:
        """Media types of the body of an operation that have the same values as the one that is sent."""
        media = dict(
            target_of(self._schemas, self._losses, operation["requestBody"])["content"].items()
        )
        chosen = self._chosen_media(media)
        return () if chosen is None else self._same_media(media, chosen)

    def further_media(self, operation: Node, method: model.Method) -> list[str]:
        """Media types of a body beside the usual one that have values of their own and can be sent."""
        media = dict(
            target_of(self._schemas, self._losses, operation["requestBody"])["content"].items()
        )
        chosen = self._chosen_media(media)
        is_sent = method in MAY_HAVE_BODY
        if chosen is None or not is_sent:
            return []
        same = self._same_media(media, chosen)
        can_be_sent = (
            name for name in media if self._chosen_media({name: media[name]}) is not None
        )
        return distinct_media(chosen, (name for name in can_be_sent if name not in same))

    def summary(self, operation: Node, parameters: Sequence[model.Parameter]) -> str | None:
        """The text of a body whose members are parameters."""
        in_body = [each for each in parameters if each.location in ("json", "form")]
        if not in_body:
            return None
        body = target_of(self._schemas, self._losses, operation["requestBody"])
        chosen = self._chosen_media(dict(body["content"].items())) or ""
        media = body["content"][chosen]
        schema = media["schema"]
        if in_body[0].http.style == "fields" and not self._form_members(media):
            return None  # the map that is the form has its text
        texts = self._types.texts
        member_sets = texts.of_member_sets(self._schemas.normal(schema))
        examples = self._types.example_places(media)
        return joined((texts.of_body(schema, text_of(body["description"]), examples), member_sets))

    def _body(
        self, body: Node, owner: str, beside: Sequence[model.Parameter]
    ) -> Iterator[model.Parameter]:
        media = dict(body["content"].items())
        if not media:
            return
        chosen = self._chosen_media(media)
        if chosen is None:
            raise NotCallableError(f"a body of `{next(iter(media))}` is not sent")
        for other, node in media.items():
            if other != chosen and other not in self._same_media(media, chosen):
                self._losses.add("body-media", node, f"a body of `{other}` is not sent")
        is_form = chosen.startswith((_FORM_MEDIA, MULTIPART))
        is_bytes = chosen == ANY and self._files.is_file(media[chosen]["schema"], Node(None))
        if is_bytes or not (is_form or JSON_MEDIA.fullmatch(chosen)):
            parameters = [self._raw(chosen, media[chosen], body, beside)]
        elif is_form:
            parameters = [*self._form(media[chosen], body, owner, beside)]
            if not parameters and not self._is_empty(body):
                self._losses.add("body-media", body, "a form without members is not sent")
        else:
            parameters = [*self._json(media[chosen], body, owner, beside)]
        yield from self._with_body_example(parameters, media[chosen], owner)

    def _same_media(self, media: Mapping[str, Node], chosen: str) -> tuple[str, ...]:
        if not JSON_MEDIA.fullmatch(chosen):
            return ()
        names = same_media(media, chosen)
        return tuple(name for name in names if not self._has_files(media[name]))

    def _chosen_media(self, media: Mapping[str, Node]) -> str | None:
        """The media type that is sent: JSON, by its usual name first, or else a form with files, another form, whatever is
        first."""
        json_names = [name for name in media if JSON_MEDIA.fullmatch(name)]
        in_json = min(json_names, key=lambda name: essence(name) != JSON, default=None)
        form = next((name for name in media if name.startswith(_FORM_MEDIA)), None)
        parts = next((name for name in media if name.startswith(MULTIPART)), None)
        has_files = parts is not None and self._has_files(media[parts])
        further_names = (name for name in media if not name.startswith("multipart/"))
        return in_json or (parts if has_files else form or parts) or next(further_names, None)

    def _has_files(self, media: Node) -> bool:
        """Return whether a member of a form is a file."""
        return any(
            self._files.is_file(node, media["encoding"][name])
            for name, nodes in self._form_members(media).items()
            for node in nodes
        )

    def _form_members(self, media: Node) -> Mapping[str, Sequence[Node]]:
        """The members of a form and of its alternatives, each with its descriptions."""
        return self._types.members(self._schemas.normal(media["schema"]))

    def _is_empty(self, body: Node) -> bool:
        """Return whether a body may have no members, so that it says the same when it is left out."""
        return all(
            self._schemas.normal(media["schema"])["additionalProperties"] is False
            and not self._schemas.normal(media["schema"]).properties
            for media in body["content"].values()
        )

    def _with_body_example(
        self, parameters: list[model.Parameter], media: Node, owner: str
    ) -> Iterator[model.Parameter]:
        """Parameters of a body with the values that its first example has."""
        _, example = next(self._types.media_examples(media), ("", Node(None)))
        value = example["value"].value
        described = [each.wire_name for each in parameters if each.http.style != "fields"]
        entries = {
            name: entry for name, entry in members_of(value).items() if name not in described
        }
        for parameter in parameters:
            values = {parameter.wire_name: value} if parameter.location == "body" else value
            if parameter.http.style == "fields":
                values = {parameter.wire_name: entries} if entries else {}
            own_value = members_of(values).get(parameter.wire_name, UNSET)
            if own_value is UNSET or own_value is None or own_value == parameter.example:
                yield parameter
                continue
            places = self._types.fact_places.setdefault((owner, parameter.wire_name), {})
            summary = parameter.summary
            if parameter.example is not UNSET:
                summary = with_further_example(
                    self._losses, summary, parameter.example, places["example"]
                )
            places["example"] = media.at
            yield replace(parameter, example=own_value, summary=summary)

    def _raw(
        self, name: str, media: Node, body: Node, beside: Sequence[model.Parameter]
    ) -> model.Parameter:
        """A body that is a text, or other bytes."""
        self._types.not_json(media["schema"], "body-media")
        text, examples = text_of(body["description"]), self._types.example_places(media)
        return model.Parameter(
            name=body_name(beside),
            type="string",
            summary=self._types.texts.of_body(media["schema"], text, examples),
            http=model.HttpParameter(location="body", media=essence(name)),
            required=body["required"].value is True,
        )

    def _json(
        self, media: Node, body: Node, owner: str, beside: Sequence[model.Parameter]
    ) -> Iterator[model.Parameter]:
        schema, name = media["schema"], essence(str(media.at[-1]))
        http = model.HttpParameter(
            location="body", media=None if name in ("application/json", BYTES) else name
        )
        members = self._members(schema, body, beside)
        if members is None:
            yield self._whole(schema, body, owner, beside, http)
            return
        self._types.arguments(schema)
        self._types.without_others(schema)
        normal = self._schemas.normal(schema)
        for name, member in members.items():
            if self._is_only_read(member):
                continue
            yield model.Parameter(
                **self._in_json(member, owner, name),
                http=replace(http, location="json"),
                required=name in normal.required,
            )

    def _members(
        self, node: Node, body: Node, beside: Sequence[model.Parameter]
    ) -> Mapping[str, Node] | None:
        """Members of a body that become arguments: those of an object that is described in place.

        A component is one argument, since callers have a class for it.
        """
        schema = self._schemas.normal(node)
        if node.reference is not None or not self._types.is_plain_record(node):
            return None
        if schema.required and body["required"].value is not True:
            return None  # without the body, the required members are not, either
        taken = {identifier(parameter.name) for parameter in beside}
        names = [identifier(name) for name in schema.properties if is_parameter_name(name, "json")]
        if len({*names, *taken}) < len(schema.properties) + len(taken):
            return None
        return schema.properties

    def _is_only_read(self, member: Node) -> bool:
        """Return whether a member of a body is in replies alone, and so no argument."""
        is_only_read = self._types.access(member) == "read"
        if is_only_read:
            self._losses.add("access", member, "a member of replies alone is not shown")
        return is_only_read

    def _whole(
        self,
        schema: Node,
        body: Node,
        owner: str,
        beside: Sequence[model.Parameter],
        http: model.HttpParameter,
    ) -> model.Parameter:
        name = body_name(beside)
        members = self._in_json(schema, owner, name, text_of(body["description"]))
        return model.Parameter(
            **members,
            http=http,
            required=body["required"].value is True,
        )

    def _in_json(
        self, node: Node, owner: str, name: str, text: str | None = None
    ) -> dict[str, Any]:
        """Name, type and facts of a value of JSON, which is more than null."""
        members = self._types.value(node, owner, name, text)
        if members["type"] in _WIDER:
            self._losses.add("null", node, "a value that is always null may be any value")
            members["type"] = _WIDER[members["type"]]
        return members

    def _form(
        self, media: Node, body: Node, owner: str, beside: Sequence[model.Parameter]
    ) -> Iterator[model.Parameter]:
        is_required = body["required"].value is True
        node = media["schema"]
        name = essence(str(media.at[-1]))
        http = model.HttpParameter(location="form", media=MULTIPART if name == MULTIPART else None)
        schema = self._schemas.normal(node)
        required = required_members(self._schemas, schema)
        taken = {parameter.name for parameter in beside}
        form_members = self._form_members(media)
        if not form_members:
            yield from self._map_of_form(node, body, owner, beside, http)
            return
        self._types.arguments(node)
        for name, nodes in form_members.items():
            member = nodes[0]
            if self._is_only_read(member):
                continue
            if not is_parameter_name(name, "form"):
                self._losses.add("name", member, "no parameter can have this name")
                continue
            members = self._types.member(nodes, owner, name)
            type_ = model.without_null(members["type"])
            # An optional one that is null is left out, as in a query.
            if type_ != members["type"] and is_required and name in required:
                self._losses.add("null", member, "a required member of a form is never null")
            encoding = media["encoding"][name]
            is_file = http.media is not None and all(
                self._files.is_file(node, encoding) for node in nodes
            )
            or_file = (
                http.media is not None and not is_file and self._files.may_be_file(nodes, encoding)
            )
            if or_file:
                type_, is_file = self._files.beside_file(nodes, encoding, type_)
                members["format"] = None
            style = None if is_file else self._styles.of_member(encoding, type_)
            separator = None
            if is_file:
                members["format"] = "binary"
                members["type"] = (
                    model.ListOf(items="string") if isinstance(type_, model.ListOf) else "string"
                )
            elif style is None:
                members["type"] = self._styles.plain(type_, member)
                separator = self._styles.separator(encoding, "query", members["type"])
            else:
                members["type"] = type_
            if members["type"] != type_:
                members |= self._types.in_text(nodes, name, None)
            if name in required and not is_required and len(form_members) > 1:
                members["summary"] = joined((members["summary"], _REQUIRED_IN_BODY))
            parameter = model.Parameter(
                **members,
                http=replace(http, separator=separator, style=style, or_file=or_file),
                # Without the body, its members are not sent, either.
                required=is_required and name in required,
            )
            yield apart(parameter, taken) if name in taken else parameter
        field = self._types.other_fields(node, owner, {*taken, *form_members})
        if field is not None:
            self._of_file_entries(schema, http)
            yield model.Parameter(
                name=field.name,
                type=field.type,
                summary=field.summary,
                http=replace(http, style="fields"),
            )

    def _map_of_form(
        self,
        schema: Node,
        body: Node,
        owner: str,
        beside: Sequence[model.Parameter],
        http: model.HttpParameter,
    ) -> Iterator[model.Parameter]:
        """A form that is a map, of which each entry is a field; none if it has other values."""
        if self._is_empty(body):
            return
        parameter = self._whole(schema, body, owner, beside, replace(http, style="fields"))
        type_ = model.without_null(parameter.type)
        if type_ != parameter.type and parameter.required:
            self._losses.add("null", schema, "a required form is never null")
        type_ = "object" if type_ == "any" else type_
        if self._styles.is_object(type_):
            self._of_file_entries(self._schemas.normal(schema), http)
            yield replace(parameter, type=type_)

    def _of_file_entries(self, schema: Schema, http: model.HttpParameter) -> None:
        """Report that entries of a map that are files are sent as texts."""
        values = schema.keywords.get("additionalProperties")
        is_map = values is not None and bool(values.members)
        if values is not None and is_map and http.media and self._files.is_file(values, Node(None)):
            message = "files of which the caller chooses the names are sent as texts"
            self._losses.add("format", values, message)
