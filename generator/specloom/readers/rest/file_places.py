"""Places of the parts of a REST API in its description: lists of the model are mappings there, and some keys differ."""

from collections.abc import Mapping
from dataclasses import replace

from specloom.documents.document import Finding
from specloom.documents.values import members_of
from specloom.model import structs as model
from specloom.model.rules.head import key_parameter
from specloom.readers.rest.format import RestFile
from specloom.readers.type_text import Parsed, parse

Way = tuple[str | int, ...]

_KEYS: Mapping[str, Mapping[str, str]] = {
    "envelope": {
        "status_field": "status",
        "success_value": "success",
        "error_value": "error",
        "message_field": "message",
    },
    "result": {"key": "member"},
}
"""Part of the model → its keys that have another name in a description."""


class FilePlaces:
    """Pointers into an API as pointers into the file that describes it."""

    def __init__(self, api: model.Api, described: RestFile) -> None:
        self._api, self._described = api, described
        self._lists = {
            parameter.reference: ("operations", operation.id, "parameters", parameter.name)
            for operation in api.operations
            for parameter in operation.parameters
            if parameter.reference and self._has_list(operation.id, parameter.name)
        }

    def in_file(self, finding: Finding) -> Finding:
        """The finding at its place in the file."""
        way, is_key = self._way(tuple(finding.at))
        moved = replace(finding, at=way, key=finding.key or is_key)
        return self._at_character(moved) if way[-1:] == ("type",) else moved

    def _has_list(self, id_: str, name: str) -> bool:
        parameter = self._described.operations[id_].parameters.get(name)
        return parameter is not None and bool(parameter.values)

    def _way(self, at: Way) -> tuple[Way, bool]:
        """The pointer, and whether it is of a key."""
        match at:
            case ("operations", int(index), *inside):
                return self._in_operation(self._api.operations[index], tuple(inside))
            case ("types", int(index), *inside):
                return self._in_type(self._api.types[index], tuple(inside))
            case ("errors", int(index), *inside):
                return _named(("errors", self._api.errors[index].name), tuple(inside))
            case ("groups", int(index), *inside):
                return _named(("groups", self._api.groups[index].name), tuple(inside))
            case ("facts", int(index), *inside):
                return _named(("facts", self._api.facts[index].id), tuple(inside))
            case ("unspecified", int(index), *inside):
                return _named(("unspecified", self._api.unspecified[index].id), tuple(inside))
            case ("protocol", "envelope", str(key)):
                return ("envelope", _KEYS["envelope"].get(key, key)), False
            case ("protocol", *inside):
                return tuple(inside), False
            case _:
                return at, False

    def _in_operation(self, operation: model.Operation, inside: Way) -> tuple[Way, bool]:
        way = ("operations", operation.id)
        match inside:
            case ("id" | "group",):
                return way, True
            case ("call", "method_name"):
                has_name = self._described.operations[operation.id].name is not None
                return ((*way, "name"), False) if has_name else (way, True)
            case ("parameters", int(index), *rest):
                parameter = operation.parameters[index]
                if parameter is key_parameter(self._api, operation):
                    return ("authentication", "parameter"), False
                of_parameter = (*way, "parameters", parameter.name)
                match rest:
                    case ["limits", *of_limits]:
                        return (*of_parameter, *of_limits), False
                    case ["http", "location"]:
                        return (*of_parameter, "place"), False
                    case ["type", *_]:
                        return (*of_parameter, "type"), False
                    case _:
                        return _named(of_parameter, tuple(rest))
            case ("call", *rest):
                return (*way, *rest), False
            case ("result", "type", *_):
                return (*way, "result", "type"), False
            case ("result", str(key), *rest):
                return (*way, "result", _KEYS["result"].get(key, key), *rest), False
            case ("errors", int(index)):
                name = operation.errors[index]
                operations = self._described.errors[name].operations
                return ("errors", name, "operations", operations.index(operation.id)), False
            case _:
                return (*way, *inside), False

    def _in_type(self, named: model.NamedType, inside: Way) -> tuple[Way, bool]:
        if isinstance(named, model.Enumeration):
            if named.name in self._lists:
                key = "values" if inside in ((), ("name",)) else inside[0]
                return (*self._lists[named.name], key, *inside[1:]), False
            return _named(("enumerations", named.name), inside)
        if isinstance(named, model.Alias):  # which no description has
            return (), False
        way = ("records", named.name)
        match inside:
            case ("fields", int(index), "presence" | "limits", *rest):
                return (*way, "fields", named.fields[index].name, *rest), False
            case ("fields", int(index), "type", *_):
                return (*way, "fields", named.fields[index].name, "type"), False
            case ("fields", int(index), *rest):
                return _named((*way, "fields", named.fields[index].name), tuple(rest))
            case ("conditions", int(index), *rest):
                return _named((*way, "conditions", named.conditions[index].name), tuple(rest))
            case ("helpers", int(index), *rest):
                helper = named.helpers[index]
                if rest == ["field"]:
                    return (*way, "helpers", helper.name, helper.kind), False
                return _named((*way, "helpers", helper.name), tuple(rest))
            case _:
                return _named(way, inside)

    def _at_character(self, finding: Finding) -> Finding:
        """A finding about a name in the text of a type, at the name."""
        if finding.code == "conflicting-facts":
            return finding
        form: object = self._described
        for step in finding.at:
            form = members_of(form).get(str(step), getattr(form, str(step), None))
        parsed = parse(form) if isinstance(form, str) else None
        for named in parsed.names if isinstance(parsed, Parsed) else ():
            if f"`{named.name}`" in finding.message:
                return replace(finding, character=(str(form), named.offset))
        return finding


def _named(way: Way, inside: Way) -> tuple[Way, bool]:
    """A pointer into an entry of a mapping, whose key is the name."""
    if inside in (("name",), ("id",)):
        return way, True
    return (*way, *inside), False
