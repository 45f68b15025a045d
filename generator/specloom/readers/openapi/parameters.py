"""Parameters of an operation: those of its path, query, headers and cookies, then those that are its body."""

from collections.abc import Collection, Mapping
from typing import Any, Literal, TypeAlias
from urllib.parse import parse_qsl

from msgspec import UNSET
from msgspec.structs import replace

from specloom.model import structs as model
from specloom.model.naming import is_parameter_name
from specloom.model.request_path import variables
from specloom.readers.openapi.bodies import Bodies
from specloom.readers.openapi.examples import shown_examples
from specloom.readers.openapi.facts import text_of
from specloom.readers.openapi.losses import Losses, target_of
from specloom.readers.openapi.method_names import Described
from specloom.readers.openapi.nodes import Node
from specloom.readers.openapi.parameter_names import with_names
from specloom.readers.openapi.schemas import Schemas
from specloom.readers.openapi.styles import JSON_MEDIA, SEPARATORS, Styles
from specloom.readers.openapi.texts import with_further_example
from specloom.readers.openapi.types import Types
from specloom.runtime.core.header import TRANSPORT_HEADERS

Location: TypeAlias = Literal["query", "form", "body", "path", "header", "cookie"]
_LOCATIONS: Mapping[str, Location] = {
    "query": "query",
    "header": "header",
    "path": "path",
    "cookie": "cookie",
}
"""Places of parameters, by themselves: defaults are left out of the model where they are identical."""
_SET_BY_CLIENTS = frozenset({"accept", "content-type", "authorization"})
"""Headers that no parameter describes, by the standard."""


class Parameters:
    """Reads the parameters of operations."""

    def __init__(self, schemas: Schemas, types: Types, bodies: Bodies, losses: Losses) -> None:
        self._schemas = schemas
        self._types = types
        self._bodies = bodies
        self._losses = losses
        self._styles = Styles(types, losses)

    def read(
        self, item: Node, operation: Node, call: Described, owner: str
    ) -> tuple[model.Parameter, ...]:
        """Parameters of a path and its operation, which replace those of the same name and place, then the body.

        Raises NotCallableError where the body has no media type that is sent.
        """
        nodes: dict[tuple[str, str], Node] = {}
        for described in (*item["parameters"], *operation["parameters"]):
            node = target_of(self._schemas, self._losses, described)
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
        parameters = list(with_names(parameters))
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
        body = target_of(self._schemas, self._losses, operation["requestBody"])
        parameters += self._bodies.read(body, call.method, owner, tuple(parameters))
        return tuple(map(_without_needless_default, parameters))

    def header(self, described: Node, owner: str) -> model.Field | None:
        """A header of a request that the API sends; None if the parameter is not one, or no header has its name."""
        node = target_of(self._schemas, self._losses, described)
        name = node.text("name")
        if node.text("in") != "header" or name is None or not is_parameter_name(name, "header"):
            return None
        schema = node["schema"] or self._in_content(node)
        members = self._types.value(schema, owner, name, text_of(node["description"]))
        members["deprecated"] = node["deprecated"].value is True or members["deprecated"]
        self._with_example(members, node, schema, owner)
        presence = None if node["required"].value is True else model.Presence()
        return model.Field(**members, presence=presence)

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
        style = self._styles.of_parameter(node, schema, location, type_)
        if style is None:
            members["type"] = self._styles.plain(type_, schema)
            separator = self._styles.separator(node, location, members["type"])
        elif style == "members" and location == "query":
            members["type"], separator = type_, SEPARATORS[node.text("style") or "form"]
        elif location == "path" and self._styles.is_sent_as_text(type_):
            members["type"], separator = self._styles.plain(type_, schema), None
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
            summary = with_further_example(self._losses, summary, members["example"], schema.at)
        for name, further_example in further_examples:
            title = f"Example, {text_of(further_example['summary']) or name}"
            value_ = further_example["value"].value
            summary = with_further_example(self._losses, summary, value_, node.at, title)
        members |= {"example": value, "summary": summary}
        self._types.fact_places[owner, members["name"]]["example"] = node.at

    def _in_content(self, node: Node) -> Node:
        """The schema of a parameter that is described with a media type."""
        for name, media in node["content"].items():
            if JSON_MEDIA.fullmatch(name) and media["schema"] and node.text("in") == "query":
                return media["schema"]
            self._losses.add("style", media, "a parameter with a media type is sent as a text")
        return Node({"type": "string"}, node.at)


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
