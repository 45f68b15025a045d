"""Forms: a parameter for each field or part, with the files among them, and a map for those of other names."""

from collections.abc import Iterator, Mapping, Sequence

from msgspec.structs import replace

from specloom.model import structs as model
from specloom.model.media import MULTIPART, essence
from specloom.model.naming import is_parameter_name
from specloom.readers.openapi.form_files import FormFiles
from specloom.readers.openapi.json_bodies import JsonBodies
from specloom.readers.openapi.losses import Losses
from specloom.readers.openapi.nodes import Node
from specloom.readers.openapi.parameter_names import apart
from specloom.readers.openapi.schemas import Schema, Schemas, required_members
from specloom.readers.openapi.styles import Styles
from specloom.readers.openapi.texts import joined
from specloom.readers.openapi.types import Types

_REQUIRED_IN_BODY = "Required if the body has any member."
_FILES = model.ListOf(items="string")


class Forms:
    """Reads bodies that are forms."""

    def __init__(
        self, schemas: Schemas, types: Types, json_bodies: JsonBodies, losses: Losses
    ) -> None:
        self._schemas = schemas
        self._types = types
        self._json_bodies = json_bodies
        self._losses = losses
        self._styles = Styles(types, losses)
        self._files = FormFiles(schemas)

    def parameters(
        self, media: Node, body: Node, owner: str, beside: Sequence[model.Parameter]
    ) -> Iterator[model.Parameter]:
        """The parameters of a form, beside others of the operation."""
        is_multipart = essence(str(media.at[-1])) == MULTIPART
        http = model.HttpParameter(location="form", media=MULTIPART if is_multipart else None)
        members = self.members(media)
        schema = media["schema"]
        if not members:
            yield from self._map(schema, body, owner, beside, http)
            return
        self._types.arguments(schema)
        is_required = body["required"].value is True
        required = required_members(self._schemas, self._schemas.normal(schema))
        taken = {parameter.name for parameter in beside}
        for name, nodes in members.items():
            if self._json_bodies.is_only_read(nodes[0]):
                continue
            if not is_parameter_name(name, "form"):
                self._losses.add("name", nodes[0], "no parameter can have this name")
                continue
            # Without the body, its members are not sent, either.
            is_sent = is_required and name in required
            parameter = self._parameter(name, nodes, media["encoding"][name], owner, http, is_sent)
            if name in required and not is_required and len(members) > 1:
                summary = joined((parameter.summary, _REQUIRED_IN_BODY))
                parameter = replace(parameter, summary=summary)
            yield apart(parameter, taken) if name in taken else parameter
        field = self._types.other_fields(schema, owner, {*taken, *members})
        if field is not None:
            parameter = model.Parameter(
                name=field.name,
                type=field.type,
                summary=field.summary,
                http=replace(http, style="fields"),
            )
            yield self._with_files(parameter, self._schemas.normal(schema))

    def members(self, media: Node) -> Mapping[str, Sequence[Node]]:
        """The members of a form and of its alternatives, each with its descriptions."""
        return self._types.members(self._schemas.normal(media["schema"]))

    def has_files(self, media: Node) -> bool:
        """Return whether a member of a form is a file, or any entry of it."""
        entries = self._schemas.normal(media["schema"]).keywords.get("additionalProperties")
        if entries is not None and entries.members and self._files.is_file(entries, Node(None)):
            return True
        return any(
            self._files.is_file(node, media["encoding"][name])
            for name, nodes in self.members(media).items()
            for node in nodes
        )

    def is_empty(self, body: Node) -> bool:
        """Return whether a body may have no members, so that it says the same when it is left out."""
        return all(
            self._schemas.normal(media["schema"])["additionalProperties"] is False
            and not self._schemas.normal(media["schema"]).properties
            for media in body["content"].values()
        )

    def _parameter(
        self,
        name: str,
        nodes: Sequence[Node],
        encoding: Node,
        owner: str,
        http: model.HttpParameter,
        required: bool,
    ) -> model.Parameter:
        """The parameter of a member, which one schema or several alternatives describe."""
        members = self._types.member(nodes, owner, name)
        type_ = model.without_null(members["type"])
        # An optional one that is null is left out, as in a query.
        if type_ != members["type"] and required:
            self._losses.add("null", nodes[0], "a required member of a form is never null")
        is_part = http.media is not None
        is_file = is_part and all(self._files.is_file(node, encoding) for node in nodes)
        if is_part and not is_file and self._files.may_be_file(nodes, encoding):
            type_, is_file = self._files.beside_file(nodes, encoding, type_)
            http = replace(http, or_file=True)
            members["format"] = None
        style = None if is_file else self._styles.of_member(encoding, type_)
        if is_file:
            is_list = isinstance(type_, model.ListOf)
            members |= {"format": "binary", "type": _FILES if is_list else "string"}
        elif style is None:
            members["type"] = self._styles.plain(type_, nodes[0])
            separator = self._styles.separator(encoding, "query", members["type"])
            http = replace(http, separator=separator)
        else:
            members["type"] = type_
            http = replace(http, style=style)
        if members["type"] != type_:
            members |= self._types.in_text(nodes, name, None)
        return model.Parameter(**members, http=http, required=required)

    def _map(
        self,
        schema: Node,
        body: Node,
        owner: str,
        beside: Sequence[model.Parameter],
        http: model.HttpParameter,
    ) -> Iterator[model.Parameter]:
        """A form that is a map, of which each entry is a field; none if it has other values."""
        if self.is_empty(body):
            return
        parameter = self._json_bodies.whole(
            schema, body, owner, beside, replace(http, style="fields")
        )
        type_ = model.without_null(parameter.type)
        if type_ != parameter.type and parameter.required:
            self._losses.add("null", schema, "a required form is never null")
        type_ = "object" if type_ == "any" else type_
        if self._styles.is_object(type_):
            parameter = replace(parameter, type=type_)
            yield self._with_files(parameter, self._schemas.normal(schema))

    def _with_files(self, parameter: model.Parameter, schema: Schema) -> model.Parameter:
        """The parameter of a map, of which an entry may be a file where its schema says so."""
        type_, values = parameter.type, schema.keywords.get("additionalProperties")
        if values is None or not isinstance(type_, model.MapOf) or parameter.http.media is None:
            return parameter
        encoding = Node(None)
        if not self._files.is_file(values, encoding) and not self._files.may_be_file(
            [values], encoding
        ):
            return parameter
        inner, is_file = self._files.beside_file([values], encoding, type_.values)
        return replace(
            parameter,
            type=model.MapOf(values=inner),
            format="binary" if is_file else None,
            http=replace(parameter.http, or_file=True),
        )
