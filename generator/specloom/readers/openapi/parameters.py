"""Parameters of an operation: those beside the body, and those that are its body."""

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Any, Literal, TypeAlias
from urllib.parse import parse_qsl

from msgspec import UNSET
from msgspec.structs import replace

from specloom.documents.values import members_of
from specloom.model import structs as model
from specloom.model.media import ANY, BYTES, JSON, MULTIPART, essence, is_text
from specloom.model.naming import identifier, is_parameter_name
from specloom.model.request_path import variables
from specloom.model.rules.places import MAY_HAVE_BODY
from specloom.readers.openapi.examples import example_sentence, shown_examples, wire_name_of
from specloom.readers.openapi.facts import text_of
from specloom.readers.openapi.losses import Losses
from specloom.readers.openapi.media_choices import distinct_media
from specloom.readers.openapi.method_names import Described
from specloom.readers.openapi.nodes import Node, Pointer, ReferenceFault
from specloom.readers.openapi.schemas import (
    Schema,
    Schemas,
    alternatives,
    required_members,
    same_media,
)
from specloom.readers.openapi.texts import joined
from specloom.readers.openapi.types import Types
from specloom.readers.openapi.unions import union_of
from specloom.runtime.core.header import TRANSPORT_HEADERS

Location: TypeAlias = Literal["query", "form", "body", "path", "header", "cookie"]
_LOCATIONS: Mapping[str, Location] = {
    "query": "query",
    "header": "header",
    "path": "path",
    "cookie": "cookie",
}
"""Places of parameters, by themselves: defaults are left out of the model where they are identical."""
_FIRST: Mapping[str, int] = {"path": 0, "query": 1}
"""Places whose parameter keeps a name that others have, too, by rank."""
_SEPARATORS: Mapping[str, Literal[",", " ", "|"]] = {
    "form": ",",
    "spaceDelimited": " ",
    "pipeDelimited": "|",
}
_SIGNS_IN_PATHS: Mapping[str, tuple[model.ObjectStyle, model.ObjectStyle]] = {
    "label": ("label", "label-pairs"),
    "matrix": ("matrix", "matrix-pairs"),
}
"""Style → form of a value in one text, and exploded."""
_WIDER: Mapping[model.TypeExpression, model.TypeExpression] = {
    "null": "any",
    model.ListOf(items="null"): model.ListOf(items="any"),
}
"""Type that nothing but null has → the one that stands in its place."""
_SET_BY_CLIENTS = frozenset({"accept", "content-type", "authorization"})
"""Headers that no parameter describes, by the standard."""
JSON_MEDIA = re.compile(r"application/(.*\+)?json\b.*|\*/\*|text/json\b.*")
_REQUIRED_IN_BODY = "Required if the body has any member."
_FORM_MEDIA = "application/x-www-form-urlencoded"


_SINGLE = model.Union(options=("string", "number", "boolean"))
"""Any value that can be a text in a request."""


class NotCallableError(Exception):
    """An operation that no request can be made for, with the reason."""


class Parameters:
    """Reads the parameters of operations."""

    def __init__(self, schemas: Schemas, types: Types, losses: Losses) -> None:
        self._schemas = schemas
        self._types = types
        self._losses = losses

    def read(
        self, item: Node, operation: Node, call: Described, owner: str
    ) -> tuple[model.Parameter, ...]:
        """Parameters of a path and its operation, which replace those of the same name and place, then the body.

        Raises NotCallableError where the body has no media type that is sent.
        """
        nodes: dict[tuple[str, str], Node] = {}
        for described in (*item["parameters"], *operation["parameters"]):
            node = self._target(described)
            location, name = node.text("in"), node.text("name")
            if location is not None and name is not None:
                nodes[place_of(call, location, name)] = node
        path = call.request_path
        in_path = variables(path)
        undescribed = [name for name in in_path if ("path", name) not in nodes]
        _, _, query = path.partition("#")[0].partition("?")
        fixed = dict(parse_qsl(query, keep_blank_values=True))
        parameters: list[model.Parameter] = []
        for (location, name), node in nodes.items():
            if location == "query" and name in fixed:
                self._losses.add("location", node, "the path says the value of this parameter")
                continue
            if location == "path" and name not in in_path:
                self._losses.add("location", node, "the path lacks this variable")
                continue
            parameter = self._parameter(location, name, node, owner, undescribed)
            if parameter is None:
                continue
            parameters.append(parameter)
            if parameter.location == "path" != location:
                undescribed.remove(name)
        parameters = list(_with_names(parameters))
        for name in in_path:
            if all(parameter.name != name for parameter in parameters):
                self._losses.add(
                    "location", operation, f"no parameter describes `{name}` of the path: a text"
                )
                parameters.append(_undescribed(name, "path"))
        for name in call.query_variables.values():
            if ("query", name) not in nodes:
                self._losses.add(
                    "location", operation, f"no parameter describes `{name}` of the query: a text"
                )
                parameters.append(_undescribed(name, "query"))
        body = self._target(operation["requestBody"])
        if call.method in MAY_HAVE_BODY:
            parameters.extend(self._body(body, owner, parameters))
        elif body["required"].value is True:
            raise NotCallableError(f"{call.method} sends no body")
        elif body and not self._is_empty(body):
            self._losses.add("body-media", body, f"{call.method} sends no body")
        return tuple(map(_without_needless_default, parameters))

    def header(self, described: Node, owner: str) -> model.Field | None:
        """A header of a request that the API sends; None if the parameter is not one, or no header has its name."""
        node = self._target(described)
        name = node.text("name")
        if node.text("in") != "header" or name is None or not is_parameter_name(name, "header"):
            return None
        schema = node["schema"] or self._in_content(node)
        members = self._types.value(schema, owner, name, text_of(node["description"]))
        members["deprecated"] = node["deprecated"].value is True or members["deprecated"]
        self._with_example(members, node, schema, owner)
        presence = None if node["required"].value is True else model.Presence()
        return model.Field(**members, presence=presence)

    def _target(self, node: Node) -> Node:
        target = self._schemas.target(node)
        if isinstance(target, ReferenceFault):
            self._losses.add("reference", node, target.message)
            return Node(None, node.at)
        return target

    def _parameter(
        self, location: str, name: str, node: Node, owner: str, undescribed: Collection[str]
    ) -> model.Parameter | None:
        if location == "header" and name.lower() in _SET_BY_CLIENTS:
            return None
        if location == "header" and name.lower() in TRANSPORT_HEADERS:
            message = f"the parameter `{name}` is left out: whatever carries a request sets it"
            self._losses.add("name", node, message)
            return None
        if location == "path" and node["required"].value is not True:
            self._losses.add("limit", node, "`required`: a variable of the path is never left out")
        if name in undescribed:
            self._losses.add("location", node, "a variable of the path is sent in it")
            location = "path"
        if location not in _LOCATIONS:
            self._losses.add("location", node, f"parameters in `{location}` are not sent")
            return None
        if not is_parameter_name(name, location):
            self._losses.add("name", node["name"], "no parameter can have this name")
            return None
        schema = node["schema"]
        if not schema:
            schema = self._in_content(node)
        members = self._types.value(schema, owner, name, text_of(node["description"]))
        members["deprecated"] = node["deprecated"].value is True or members["deprecated"]
        self._with_example(members, node, schema, owner)
        members["secret"] = members["secret"] and location != "path"  # which stands in every log
        type_ = model.without_null(members["type"])
        style = self._style(node, schema, location, type_)
        if style is None:
            members["type"] = self._plain(type_, schema)
            separator = self._separator(node, location, members["type"])
        elif style == "members" and location == "query":
            members["type"], separator = type_, _SEPARATORS[node.text("style") or "form"]
        elif location == "path" and self._is_sent_as_text(type_):
            members["type"], separator = self._plain(type_, schema), None
        else:
            members["type"], separator = type_, None
        if members["type"] != type_:
            members |= self._types.in_text([schema], name, text_of(node["description"]))
        return model.Parameter(
            **members,
            http=model.HttpParameter(
                location=_LOCATIONS[location],
                separator=separator,
                style=style,
                may_be_empty=location == "query" and node["allowEmptyValue"].value is True,
            ),
            required=location == "path" or node["required"].value is True,
        )

    def _with_example(self, members: dict[str, Any], node: Node, schema: Node, owner: str) -> None:
        """Give a value the example that its parameter has, which says more than that of its schema."""
        media = next(iter(node["content"].values()), Node(None))
        shown = [*shown_examples(self._schemas, node), *shown_examples(self._schemas, media)]
        if not shown:
            return
        (_, example), *further_examples = shown
        value = example["value"].value
        summary = members["summary"]
        if members.get("example", value) != value:
            summary = self._with_further_example(summary, members["example"], schema.at)
        for name, further_example in further_examples:
            title = f"Example, {text_of(further_example['summary']) or name}"
            value_ = further_example["value"].value
            summary = self._with_further_example(summary, value_, node.at, title)
        members |= {"example": value, "summary": summary}
        self._types.fact_places[owner, members["name"]]["example"] = node.at

    def _in_content(self, node: Node) -> Node:
        """The schema of a parameter that is described with a media type."""
        for name, media in node["content"].items():
            if JSON_MEDIA.fullmatch(name) and media["schema"] and node.text("in") == "query":
                return media["schema"]
            self._losses.add("style", media, "a parameter with a media type is sent as a text")
        return Node({"type": "string"}, node.at)

    def _style(
        self, node: Node, schema: Node, location: str, type_: model.TypeExpression
    ) -> model.ObjectStyle | None:
        """Form of the objects of a parameter, and of all that has signs of its own in a path; None for plain texts."""
        if not node["schema"]:
            return None if schema.at == node.at else "json"
        has_objects = not self._is_sent_as_text(type_)
        style = node.text("style") or _standard_style(location)
        is_exploded = node["explode"].value is True if node["explode"] else style == "form"
        if style == "deepObject" and location == "query":
            return "deepObject" if has_objects or _may_be_list(type_) else None
        if location == "path" and style in _SIGNS_IN_PATHS:
            is_single = not has_objects and not _may_be_list(type_)
            return _SIGNS_IN_PATHS[style][is_exploded and not is_single]
        if not has_objects or not self._is_object(type_):
            return None
        if style == "form" and is_exploded and location in ("query", "cookie"):
            return "form"
        if style == "simple" and location in ("path", "header"):
            return "pairs" if is_exploded else "members"
        is_one_text = style in _SEPARATORS and not is_exploded and location in ("query", "cookie")
        return "members" if is_one_text else None

    def _form_style(self, encoding: Node, type_: model.TypeExpression) -> model.ObjectStyle | None:
        """Form of the objects of a member of a form. Without a style they are JSON, as OpenAPI 3.1 says."""
        is_any = "any" in (type_, type_.items if isinstance(type_, model.ListOf) else None)
        has_objects = is_any or not self._is_sent_as_text(type_)
        style = encoding.text("style")
        if style == "deepObject" and (has_objects or _may_be_list(type_)):
            return "deepObject"
        if not has_objects:
            return None
        if style == "form" and (type_ == "any" or self._is_object(type_)):
            return "form"
        in_json = JSON_MEDIA.fullmatch(encoding.text("contentType") or "")
        may_be_text = is_any or self._may_be_text(type_)
        return "text-or-json" if may_be_text and not in_json else "json"

    def _may_be_text(self, type_: model.TypeExpression) -> bool:
        """Return whether some of several types are sent as text."""
        return isinstance(type_, model.Union) and any(map(self._is_sent_as_text, type_.options))

    def _is_object(self, type_: model.TypeExpression) -> bool:
        """Return whether all values of a type are objects."""
        match self._types.unaliased(type_):
            case model.Union(options=options):
                return all(map(self._is_object, options))
            case model.Reference() as reference:
                return self._types.is_record(reference)
            case inner:
                return inner == "object" or isinstance(inner, model.MapOf)

    def _is_sent_as_text(self, type_: model.TypeExpression) -> bool:
        """Return whether each value of a type is a text, or a list of texts; any value is taken for one."""
        match type_:
            case model.ListOf(items=items):
                return not isinstance(items, model.ListOf) and self._is_sent_as_text(items)
            case model.Union(options=options):
                return all(map(self._is_sent_as_text, options))
            case model.Reference():
                return self._types.is_enumeration(type_)
            case model.MapOf():
                return False
            case _:
                return type_ != "object"

    def _plain(self, type_: model.TypeExpression, schema: Node) -> model.TypeExpression:
        """The type, without null, of a parameter that is sent as text: an object is a text."""
        spelled = _without_null_items(type_)
        if spelled != type_:
            self._losses.add("null", schema, "an item of a list that is sent as text is never null")
        type_ = spelled
        inner = type_.items if isinstance(type_, model.ListOf) else type_
        if inner == "any":
            return model.ListOf(items=_SINGLE) if isinstance(type_, model.ListOf) else _SINGLE
        if isinstance(inner, model.Constant) or (
            isinstance(inner, str) and inner not in ("object", "null")
        ):
            return type_
        if isinstance(inner, model.Reference) and self._types.is_enumeration(inner):
            return type_
        if isinstance(inner, model.Union) and all(map(self._is_text, inner.options)):
            return type_
        self._types.sent_as_text(schema)
        return "string"

    def _is_text(self, option: model.TypeExpression) -> bool:
        """Return whether values of an option, or the items of a list, have one form as text."""
        match option:
            case model.ListOf(items=items):
                options = items.options if isinstance(items, model.Union) else (items,)
                return all(
                    not isinstance(each, model.ListOf) and self._is_text(each) for each in options
                )
            case model.Reference():
                return self._types.is_enumeration(option)
            case str():
                return option not in ("any", "object")
            case _:
                return isinstance(option, model.Constant)

    def _separator(
        self, node: Node, location: str, type_: model.TypeExpression
    ) -> Literal[",", " ", "|"] | None:
        """Sign between the items of a list in a query; None if they are repeated parameters."""
        standard = _standard_style(location)
        style = node.text("style") or standard
        explode = node["explode"].value if node["explode"] else style == "form"
        is_list = _may_be_list(type_)
        if style == "deepObject" and location == "query":
            return None  # a single value, which has no brackets
        if standard == "form" and is_list and explode is not True and style in _SEPARATORS:
            return _SEPARATORS[style]
        if style != standard and not (is_list and style in _SEPARATORS):
            self._losses.add(
                "style", node, f"lists of style `{style}` are sent as repeated parameters"
            )
        return None

    # --- Bodies -------------------------------------------------------------------------------------

    def _body(
        self, body: Node, owner: str, beside: list[model.Parameter]
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
        is_bytes = chosen == ANY and self._is_file(media[chosen]["schema"], Node(None))
        if is_bytes or not (is_form or JSON_MEDIA.fullmatch(chosen)):
            parameters = [self._raw(chosen, media[chosen], body, beside)]
        elif is_form:
            parameters = [*self._form(media[chosen], body, owner, beside)]
            if not parameters and not self._is_empty(body):
                self._losses.add("body-media", body, "a form without members is not sent")
        else:
            parameters = [*self._json(media[chosen], body, owner, beside)]
        yield from self._with_body_example(parameters, media[chosen], owner)

    def body_examples(self, operation: Node) -> tuple[model.BodyExample, ...]:
        """Examples of the body that is sent, by name."""
        media = self._target(operation["requestBody"])["content"]
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

    def other_body_media(self, operation: Node) -> tuple[str, ...]:
        """Media types of the body of an operation that have the same values as the one that is sent."""
        media = dict(self._target(operation["requestBody"])["content"].items())
        chosen = self._chosen_media(media)
        return () if chosen is None else self._same_media(media, chosen)

    def _same_media(self, media: Mapping[str, Node], chosen: str) -> tuple[str, ...]:
        if not JSON_MEDIA.fullmatch(chosen):
            return ()
        names = same_media(media, chosen)
        return tuple(name for name in names if not self._has_files(media[name]))

    def further_media(self, operation: Node, method: model.Method) -> list[str]:
        """Media types of a body beside the usual one that have values of their own and can be sent."""
        media = dict(self._target(operation["requestBody"])["content"].items())
        chosen = self._chosen_media(media)
        is_sent = method in MAY_HAVE_BODY
        if chosen is None or not is_sent:
            return []
        same = self._same_media(media, chosen)
        can_be_sent = (
            name for name in media if self._chosen_media({name: media[name]}) is not None
        )
        return distinct_media(chosen, (name for name in can_be_sent if name not in same))

    def body_summary(self, operation: Node, parameters: Sequence[model.Parameter]) -> str | None:
        """The text of a body whose members are parameters."""
        in_body = [each for each in parameters if each.location in ("json", "form")]
        if not in_body:
            return None
        body = self._target(operation["requestBody"])
        chosen = self._chosen_media(dict(body["content"].items())) or ""
        media = body["content"][chosen]
        schema = media["schema"]
        if in_body[0].http.style == "fields" and not self._form_members(media):
            return None  # the map that is the form has its text
        texts = self._types.texts
        member_sets = texts.of_member_sets(self._schemas.normal(schema))
        examples = self._types.example_places(media)
        return joined((texts.of_body(schema, text_of(body["description"]), examples), member_sets))

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
                summary = self._with_further_example(summary, parameter.example, places["example"])
            places["example"] = media.at
            yield replace(parameter, example=own_value, summary=summary)

    def _with_further_example(
        self, summary: str | None, value: object, at: Pointer, title: str = "Further example"
    ) -> str | None:
        """A text with an example in whose place another one is shown; a long one is a loss."""
        sentence = example_sentence(title, value)
        if sentence is None:
            message = "an example that is long is not shown beside another one"
            self._losses.add("example", Node(None, at), message)
        return joined((summary, sentence))

    def _is_empty(self, body: Node) -> bool:
        """Return whether a body may have no members, so that it says the same when it is left out."""
        return all(
            self._schemas.normal(media["schema"])["additionalProperties"] is False
            and not self._schemas.normal(media["schema"]).properties
            for media in body["content"].values()
        )

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
            self._is_file(node, media["encoding"][name])
            for name, nodes in self._form_members(media).items()
            for node in nodes
        )

    def _form_members(self, media: Node) -> Mapping[str, Sequence[Node]]:
        """The members of a form and of its alternatives, each with its descriptions."""
        return self._types.members(self._schemas.normal(media["schema"]))

    def _is_file(self, node: Node, encoding: Node) -> bool:
        """Return whether a part of a form, or each of several, is a file."""
        schema = self._schemas.normal(node)
        items = schema.keywords.get("items")
        if items is not None and schema.types in ((), ("array",)):
            return self._is_file(items, encoding)
        if schema.unions:
            options, _ = alternatives(self._schemas, schema.unions[0])
            return len(options) == 1 and self._is_file(options[0], encoding)
        if schema.types not in ((), ("string",)) or schema.properties:
            return False
        media = encoding.text("contentType") or schema["contentMediaType"]
        is_other_media = isinstance(media, str) and not (
            JSON_MEDIA.fullmatch(media) or is_text(media)
        )
        is_raw = "binary" in (schema["format"], schema["contentEncoding"])
        return is_raw or (is_other_media and not schema["contentEncoding"])

    def _or_file(self, nodes: Sequence[Node], encoding: Node) -> bool:
        """Return whether one of several alternatives for a part of a form is a single file."""
        return any(
            self._is_file(option, encoding) and not self._is_list(option)
            for option in self._options(nodes)
        )

    def _beside_file(
        self, nodes: Sequence[Node], encoding: Node, type_: model.TypeExpression
    ) -> tuple[model.TypeExpression, bool]:
        """The type of a part of a form that may be a single file, too, and whether all of it are files."""
        options = [
            option
            for option in self._options(nodes)
            if self._is_list(option) or not self._is_file(option, encoding)
        ]
        if all(self._is_file(option, encoding) for option in options):
            return (model.ListOf(items="string") if options else "string"), True
        has_text = any(
            self._schemas.normal(option).types in ((), ("string",)) for option in options
        )
        types = type_.options if isinstance(type_, model.Union) else (type_,)
        other_types: list[model.TypeExpression] = [
            each for each in types if each != "string" or has_text
        ]
        return union_of(other_types or ["string"]), False

    def _options(self, nodes: Sequence[Node]) -> list[Node]:
        """The alternatives of a part of a form; a part without any is one."""
        options: list[Node] = []
        for node in nodes:
            schema = self._schemas.normal(node)
            unions = schema.unions[:1]
            options += alternatives(self._schemas, unions[0])[0] if unions else [node]
        return options

    def _is_list(self, node: Node) -> bool:
        return self._schemas.normal(node).types == ("array",)

    def _raw(
        self, name: str, media: Node, body: Node, beside: list[model.Parameter]
    ) -> model.Parameter:
        """A body that is a text, or other bytes."""
        self._types.not_json(media["schema"], "body-media")
        text, examples = text_of(body["description"]), self._types.example_places(media)
        return model.Parameter(
            name=_free_name(beside),
            type="string",
            summary=self._types.texts.of_body(media["schema"], text, examples),
            http=model.HttpParameter(location="body", media=essence(name)),
            required=body["required"].value is True,
        )

    def _json(
        self, media: Node, body: Node, owner: str, beside: list[model.Parameter]
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
        self, node: Node, body: Node, beside: list[model.Parameter]
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
        beside: list[model.Parameter],
        http: model.HttpParameter,
    ) -> model.Parameter:
        name = _free_name(beside)
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
        self, media: Node, body: Node, owner: str, beside: list[model.Parameter]
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
                self._is_file(node, encoding) for node in nodes
            )
            or_file = http.media is not None and not is_file and self._or_file(nodes, encoding)
            if or_file:
                type_, is_file = self._beside_file(nodes, encoding, type_)
                members["format"] = None
            style = None if is_file else self._form_style(encoding, type_)
            separator = None
            if is_file:
                members["format"] = "binary"
                members["type"] = (
                    model.ListOf(items="string") if isinstance(type_, model.ListOf) else "string"
                )
            elif style is None:
                members["type"] = self._plain(type_, member)
                separator = self._separator(encoding, "query", members["type"])
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
            yield _apart(parameter, taken) if name in taken else parameter
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
        beside: list[model.Parameter],
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
        if self._is_object(type_):
            self._of_file_entries(self._schemas.normal(schema), http)
            yield replace(parameter, type=type_)

    def _of_file_entries(self, schema: Schema, http: model.HttpParameter) -> None:
        """Report that entries of a map that are files are sent as texts."""
        values = schema.keywords.get("additionalProperties")
        is_map = values is not None and bool(values.members)
        if values is not None and is_map and http.media and self._is_file(values, Node(None)):
            message = "files of which the caller chooses the names are sent as texts"
            self._losses.add("format", values, message)


def _standard_style(location: str) -> Literal["form", "simple"]:
    """Style of a parameter that names none."""
    return "form" if location in ("query", "cookie") else "simple"


def _without_null_items(type_: model.TypeExpression) -> model.TypeExpression:
    """A type without null as an item of its lists, unless all items are null."""
    match type_:
        case model.ListOf(items=model.Union() as items):
            return model.ListOf(items=model.without_null(items))
        case model.Union(options=options):
            return replace(type_, options=tuple(map(_without_null_items, options)))
        case _:
            return type_


def _may_be_list(type_: model.TypeExpression) -> bool:
    """Return whether a list is one of the values of a type."""
    options = type_.options if isinstance(type_, model.Union) else (type_,)
    return any(isinstance(option, model.ListOf) for option in options)


def is_encoding(keyword: str, value: object) -> bool:
    """Return whether clients send the members of a form in a way that OpenAPI's `encoding` describes."""
    match keyword:
        case "style":
            return value in (*_SEPARATORS, "deepObject")
        case "contentType":
            return isinstance(value, str) and bool(JSON_MEDIA.fullmatch(value))
        case _:
            return keyword == "explode"


def _with_names(parameters: Sequence[model.Parameter]) -> Iterator[model.Parameter]:
    """Parameters with one name each: that of the path keeps it, or else that of the query, or else the first."""
    by_name: dict[str, list[model.Parameter]] = {}
    for parameter in parameters:
        by_name.setdefault(parameter.name, []).append(parameter)
    used_names = set(by_name)
    for parameter in parameters:
        namesakes = by_name[parameter.name]
        first = min(namesakes, key=lambda each: _FIRST.get(each.location, len(_FIRST)))
        if parameter is first:
            yield parameter
        else:
            parameter_apart = _apart(parameter, used_names)
            used_names.add(parameter_apart.name)
            yield parameter_apart


def _apart(parameter: model.Parameter, used_names: Collection[str]) -> model.Parameter:
    """A parameter that is named after its place, too, where another one has its name: `path_query`."""
    name = parameter.name
    while name in used_names:
        name += f"_{parameter.location}"
    return replace(parameter, name=name, http=replace(parameter.http, wire_name=parameter.name))


def _without_needless_default(parameter: model.Parameter) -> model.Parameter:
    """A parameter, without a default if it is always sent: there, a default says nothing."""
    return replace(parameter, default=UNSET) if parameter.required else parameter


def place_of(call: Described, location: str, name: str) -> tuple[str, str]:
    """The place in which a parameter of a document is sent, and its name there: a variable may stand in the query of the path."""
    is_in_path = location == "path" and name in variables(call.request_path)
    if location in ("path", "query") and not is_in_path and name in call.query_variables:
        return "query", call.query_variables[name]
    return location, name


def _undescribed(name: str, location: Literal["path", "query"]) -> model.Parameter:
    """A variable of a path, or of the query in it, that the document only names."""
    http = model.HttpParameter(location=location)
    return model.Parameter(name=name, type="string", http=http, required=True)


def _free_name(beside: list[model.Parameter]) -> str:
    """The name of a body that is one argument."""
    taken = {parameter.name for parameter in beside}
    return next(name for name in ("body", "content", "json_body") if name not in taken)
