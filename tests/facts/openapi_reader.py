"""Reads the OpenAPI documents: their own keywords and their extensions, in the words of the model."""

import re
from collections.abc import Mapping
from typing import Any

from .build import Built
from .table import Reading, Target, plain, said

Schema = Mapping[str, Any]


def read(built: Built, target: Target) -> Reading:
    """All that the document says of a part of an API; of a wiki, both documents must say the same."""
    if built.api.protocol == "rest":
        return _Document(built).read(target)
    whole, codegen = (plain(said(_WikiDocument(built, name).read(target))) for name in DOCUMENTS)
    one_sided = ONE_SIDED.get(target[0], ())
    assert _without(whole, one_sided) == _without(codegen, one_sided)
    return {**whole, **codegen}


def _without(reading: Reading, keys: tuple[str, ...]) -> Reading:
    return {key: value for key, value in reading.items() if key not in keys}


DOCUMENTS = ("wiki", "wiki.codegen")
ONE_SIDED: Mapping[str, tuple[str, ...]] = {
    "parameter": ("format",),
    "operation": ("class_name", "description"),
    "result": ("type", "container", "selector"),
    "group": ("summary",),
    "resolution": ("name",),
}
"""What only one document can say: where modules have operations, or where they share one."""


_FORMATS: Mapping[tuple[str, str | None], str] = {
    ("string", "date-time"): "timestamp",
    ("number", "decimal"): "decimal",
}


def schema_words(schema: Schema) -> str:
    """A schema's type in the notation of the spec."""
    if "$ref" in schema:
        return str(schema["$ref"]).removeprefix("#/components/schemas/")
    if "anyOf" in schema:
        return " or ".join(map(schema_words, schema["anyOf"]))
    kind, form = schema.get("type", "any"), schema.get("format")
    if isinstance(kind, list):
        return " or ".join(kind)
    if kind == "array":
        return f"list of {schema_words(schema['items'])}"
    if kind == "object" and "additionalProperties" in schema:
        return f"map of {schema_words(schema['additionalProperties'])}"
    return _FORMATS.get((kind, form), str(kind))


def _paragraphs(described: Mapping[str, Any]) -> list[str]:
    return [*described.get("description", "").split("\n\n"), ""]


class _Document:
    """One document."""

    def __init__(self, built: Built, name: str | None = None) -> None:
        self._built = built
        self._name = name
        self._whole = built.openapi(name)

    def read(self, target: Target) -> Reading:
        """All that it says of a part of an API."""
        match target:
            case ("parameter", operation, name):
                return self._parameter(self._find_parameter(operation, name))
            case ("operation", id_):
                return self._operation(id_)
            case ("result", id_):
                return self._result(id_)
            case ("field", record, name):
                return self._field(self._schema(record), name)
            case ("record" | "value list", name):
                return self._named(name)
            case ("group", name):
                tags = {tag["name"]: tag for tag in self._whole["tags"]}
                return {"summary": tags[name]["description"]} if name in tags else {}
            case ("fact", id_):
                entry = self._entry("facts", "id", id_)
                return {**entry, "unobserved": not entry.get("observed", True)}
            case ("unspecified", id_):
                return self._entry("unspecified", "id", id_)
            case ("error code", code):
                return {"retry": "never", **self._entry("errors", "code", code)}
            case ("server",):
                return self._server()
            case ("authentication",):
                operations = [operation for _, _, operation in self._operations()]
                secured = any(operation.get("security") for operation in operations)
                scheme = {"scheme": "bearer" if secured else "key"}
                return {**self._whole["x-specloom-authentication"], **scheme}
            case ("envelope",):
                return self._envelope()
            case ("api",):
                return self._api()
            case ("helper", *_):
                return {}
            case _:
                raise AssertionError(target)

    def _schema(self, name: str) -> dict[str, Any]:
        return self._built.resolved({"$ref": f"#/components/schemas/{name}"}, self._name)

    def _entry(self, register: str, key: str, value: str) -> dict[str, Any]:
        """An entry of one of the lists at the document's end."""
        listed = self._whole[f"x-specloom-{register}"]
        return dict(next(entry for entry in listed if entry[key] == value))

    def _operations(self) -> list[tuple[str, str, dict[str, Any]]]:
        return [
            (path, method.upper(), operation)
            for path, operations in self._whole["paths"].items()
            for method, operation in operations.items()
        ]

    # --- Operations ---

    def _find_operation(self, id_: str) -> tuple[str, str, dict[str, Any]]:
        group, name = id_.split(".")
        wanted = group + name[:1].upper() + name[1:]
        return next(found for found in self._operations() if found[2]["operationId"] == wanted)

    def _operation(self, id_: str) -> Reading:
        path, method, operation = self._find_operation(id_)
        summary, description, *_ = _paragraphs(operation)
        sent = [self._parameter(parameter) for parameter in self._sent(operation)]
        return {
            "title": operation["summary"],
            "summary": summary,
            "description": description,
            "path": path,
            "method": method,
            "deprecated": operation.get("deprecated"),
            "idempotent": operation.get("x-specloom-idempotent"),
            "parameters": [parameter["name"] for parameter in sent],
            "places": [parameter["location"] for parameter in sent],
            "errors": self._errors(operation),
            "source": operation.get("x-specloom-source"),
        }

    def _errors(self, operation: Mapping[str, Any]) -> dict[str, str]:
        """Documented errors: name → message."""
        content = operation["responses"]["4XX"]["content"]["application/json"]
        examples = content.get("examples", {})
        return {name: example["value"]["msg"] for name, example in examples.items()}

    def _result(self, id_: str) -> Reading:
        """What a reply requires leads to the result."""
        _, _, operation = self._find_operation(id_)
        schema, path = self._reply(operation), []
        while schema.get("type") == "object" and "properties" in schema:
            required = [name for name in schema["required"] if name != "status"]
            path += required
            schema = schema["properties"][required[0]]
        told = operation["x-specloom-result"]
        assert told["key"] == ".".join(path)
        return {**told, "type": schema_words(schema)}

    def _reply(self, operation: Mapping[str, Any]) -> dict[str, Any]:
        """The schema of a success."""
        schema = operation["responses"]["200"]["content"]["application/json"]["schema"]
        choices = schema.get("oneOf")
        return self._built.resolved(choices[0] if choices else schema, self._name)

    # --- Parameters ---

    def _sent(self, operation: Mapping[str, Any]) -> list[dict[str, Any]]:
        """Everything that an operation sends, as parameters."""
        found = list(operation.get("parameters", []))
        ((media, content),) = operation.get("requestBody", {"content": {"": {}}})["content"].items()
        if not media:
            return found
        body = self._built.resolved(content["schema"], self._name)
        if "properties" not in body:
            return [*found, {**body, "name": None, "in": "body", "schema": body}]
        place = {"application/json": "json", "application/x-www-form-urlencoded": "form"}[media]
        for name, schema in body["properties"].items():
            required = name in body.get("required", [])
            keywords = {
                key: value for key, value in schema.items() if key not in ("type", "format")
            }
            found.append(
                {**keywords, "name": name, "in": place, "required": required, "schema": schema}
            )
        return found

    def _find_parameter(self, id_: str, name: str) -> dict[str, Any]:
        _, _, operation = self._find_operation(id_)
        sent = self._sent(operation)
        return next(parameter for parameter in sent if parameter["name"] in (name, None))

    def _parameter(self, parameter: Mapping[str, Any]) -> Reading:
        schema = self._built.resolved(parameter["schema"], self._name)
        items = schema.get("items")
        single = schema if items is None else self._built.resolved(items, self._name)
        extension = dict(parameter.get("x-specloom-parameter", {}))
        return {
            **extension,
            "name": parameter["name"],
            "type": schema_words(items or parameter["schema"]),
            "multiple": items is not None,
            "limit": schema.get("maxItems"),
            "location": parameter["in"],
            "required": parameter.get("required"),
            "deprecated": parameter.get("deprecated"),
            "summary": _paragraphs(parameter)[0],
            "default": extension.get("default_value"),
            "minimum": single.get("minimum"),
            "maximum": single.get("maximum"),
            "minimum_characters": single.get("minLength"),
            "maximum_characters": single.get("maxLength"),
            "pattern": single.get("pattern"),
            "values": single.get("enum"),
            "format": single.get("format") or extension.get("format"),
        }

    # --- Records ---

    def _field(self, record: Mapping[str, Any], name: str) -> Reading:
        """A presence rule must agree with what the record requires."""
        if name not in record["properties"]:
            return {}
        schema = record["properties"][name]
        rule = dict(schema.get("x-specloom-presence", {}))
        assert bool(rule) == (name not in record.get("required", []))
        hidden_by = rule.pop("hidden_by", None)
        texts = record.get("x-specloom-conditions", {})
        for key in ("only_if", "omitted_if"):
            if key in rule:
                rule[key] = [texts[condition] for condition in rule[key]]
        return {
            "type": schema_words(schema),
            "format": schema.get("format"),
            "summary": _paragraphs(schema)[0],
            "presence": rule,
            "hidden_by": hidden_by,
            "known_values": schema.get("x-specloom-known-values"),
            "currency_of": schema.get("x-specloom-currency-of"),
            "unobserved": not schema.get("x-specloom-observed", True),
            "source": schema.get("x-specloom-source"),
        }

    def _named(self, name: str) -> Reading:
        """A record or a list of values."""
        if name not in self._whole["components"]["schemas"]:
            return {}
        schema = self._schema(name)
        return {
            "fields": list(schema.get("properties", {})),
            "values": schema.get("enum"),
            "summary": schema.get("description"),
            "site_specific": schema.get("x-specloom-site-specific"),
            "deprecated_values": schema.get("x-specloom-deprecated-values"),
            "source": schema.get("x-specloom-source"),
        }

    # --- The API ---

    def _server(self) -> Reading:
        server = self._whole["servers"][0]
        return {
            "url": server["url"],
            "example": server["variables"]["base_url"]["default"],
            "summary": server["description"],
        }

    def _envelope(self) -> Reading:
        """What the document requires of a success and of an error."""
        _, _, operation = self._operations()[0]
        success = self._reply(operation)
        refused = operation["responses"]["4XX"]["content"]["application/json"]["schema"]
        error = self._built.resolved(refused, self._name)
        status, message = error["required"]
        assert success["required"][0] == status
        return {
            "status_field": status,
            "message_field": message,
            "success_value": success["properties"][status]["enum"][0],
            "error_value": error["properties"][status]["enum"][0],
        }

    def _api(self) -> Reading:
        info = self._whole["info"]
        ids = [operation["operationId"] for _, _, operation in self._operations()]
        return {
            "title": info["title"],
            "summary": info["summary"],
            "description": _paragraphs(info)[0],
            "version": info["version"],
            "groups": [tag["name"] for tag in self._whole["tags"]],
            "operations": [
                re.sub("([A-Z])", lambda found: f".{found[1].lower()}", id_) for id_ in ids
            ],
        }


class _WikiDocument(_Document):
    """A document about query modules: one path for all of them, or one for each."""

    def read(self, target: Target) -> Reading:
        """All that it says of a part of an API."""
        match target:
            case ("query parameter", name):
                return self._parameter(self._of("query").get(name))
            case ("resolution", name):
                return {"name": name if name in self._query_members() else None}
            case ("wire",):
                return dict(self._whole["x-specloom-wire"])
            case _:
                return super().read(target)

    # --- Modules ---

    def _module_operation(self, id_: str) -> dict[str, Any]:
        """Where each module has an operation; none where all share one."""
        operations = [operation for _, _, operation in self._operations()]
        found = [
            operation
            for operation in operations
            if operation.get("x-specloom-module", {}).get("id") == id_
        ]
        return found[0] if found else {}

    def _module(self, id_: str) -> dict[str, Any]:
        if "x-specloom-modules" in self._whole:
            listed = self._whole["x-specloom-modules"]
            return dict(next(module for module in listed if module["id"] == id_))
        operation = self._module_operation(id_)
        return {
            **operation["x-specloom-module"],
            "deprecated": operation.get("deprecated"),
            "result": operation.get("x-specloom-result"),
            "rules": operation.get("x-specloom-rules", []),
        }

    def _operation(self, id_: str) -> Reading:
        module, operation = self._module(id_), self._module_operation(id_)
        rules = [dict(rule) for rule in module.pop("rules", [])]
        sources = [rule.pop("source", None) for rule in rules]
        names = [rule.pop("name", None) for rule in rules]
        del module["result"]
        parameters = self._of(id_)
        name, first = next(iter(parameters.items()))
        paragraphs = _paragraphs(operation)
        return {
            **module,
            "class_name": operation.get("operationId", "").removeprefix(module["group"]),
            "description": None if paragraphs[1].startswith("Rules:") else paragraphs[1],
            "prefix": first["name"].removesuffix(name),
            "parameters": list(parameters),
            "templated_parameters": [
                parameter["name"] for parameter in module.get("templated_parameters", [])
            ],
            "rules": rules,
            "rule_sources": sources,
            "rule_names": names,
        }

    def _result(self, id_: str) -> Reading:
        told, operation = self._module(id_)["result"], self._module_operation(id_)
        if not operation:
            return dict(told)
        reply = operation["responses"]["200"]["content"]["application/json"]["schema"]
        schema = self._member(reply, told["key"], frozenset())
        assert schema is not None
        schemas = self._whole["components"]["schemas"]
        record = self._built.resolved(schema.get("items", schema), self._name)
        texts = " ".join(
            field.get("description", "") for field in record.get("properties", {}).values()
        )
        selector = re.search(r"Presence: with `(\w+)=", texts)
        return {
            **told,
            "type": next((name for name, known in schemas.items() if known == schema), None),
            "container": "list" if schema["type"] == "array" else "object",
            "selector": selector and selector[1],
        }

    def _member(self, schema: Schema, name: str, seen: frozenset[str]) -> dict[str, Any] | None:
        """The first member of a name at any depth."""
        if schema.get("$ref") in seen:
            return None
        seen = seen | {schema["$ref"]} if "$ref" in schema else seen
        found = self._built.resolved(schema, self._name)
        properties: Mapping[str, Any] = found.get("properties", {})
        if name in properties:
            return self._built.resolved(properties[name], self._name)
        inside = [*properties.values(), *found.get("allOf", []), *found.get("anyOf", [])]
        inside += [found[key] for key in ("items", "additionalProperties") if key in found]
        deeper = (self._member(part, name, seen) for part in inside if isinstance(part, dict))
        return next((found for found in deeper if found is not None), None)

    def _query_members(self) -> list[str]:
        """The members of `query` in every reply."""
        _, _, operation = self._operations()[0]
        schema = operation["responses"]["200"]["content"]["application/json"]["schema"]
        query = self._member(schema, "query", frozenset())
        assert query is not None
        return self._members_of(query)

    def _members_of(self, schema: Schema) -> list[str]:
        """The members of an object, those of its parts included."""
        found = self._built.resolved(schema, self._name)
        names = list(found.get("properties", {}))
        for part in found.get("allOf", []):
            names += self._members_of(part)
        return names

    # --- Parameters ---

    def _of(self, module: str) -> dict[str, dict[str, Any]]:
        """The parameters of a module or of the query itself, by their own names."""
        shared = self._whole["components"].get("parameters", {}).values()
        listed = [
            parameter
            for _, _, operation in self._operations()
            for parameter in operation["parameters"]
        ]
        return {
            parameter["x-specloom-parameter"]["name"]: parameter
            for parameter in [*shared, *listed]
            if parameter.get("x-specloom-parameter", {}).get("of") == module
        }

    def _find_parameter(self, id_: str, name: str) -> dict[str, Any]:
        return self._of(id_).get(name, {})

    def _parameter(self, parameter: Mapping[str, Any] | None) -> Reading:
        """Where accounts may have high limits, the schema allows those."""
        if not parameter:
            return {}
        told = super()._parameter(parameter)
        extension = parameter["x-specloom-parameter"]
        amount = extension.get("multiple", {})
        schema = self._built.resolved(parameter["schema"], self._name)
        multiple = schema.get("type") == "array"
        single = self._built.resolved(schema["items"], self._name) if multiple else schema
        number = single["anyOf"][0] if "anyOf" in single else single
        assert multiple == ("multiple" in extension)
        default = told["default"]
        notes = extension.get("notes", [])
        description = parameter.get("description", "")
        paragraphs = [
            text
            for text in description.split("\n\n")
            if not re.match("(?:For|Required with) `", text)
        ]
        return {
            **told,
            **amount,
            "wire_name": parameter["name"],
            "type": extension["type"],
            "multiple": multiple,
            "summary": next(iter(paragraphs), None),
            "required": parameter.get("required") or "Required with `" in description,
            "default": default.split("|") if multiple and isinstance(default, str) else default,
            "limit": amount.get("limit"),
            "high_limit": schema.get("maxItems") if "high_limit" in amount else None,
            "minimum": number.get("minimum"),
            "maximum": extension.get("maximum"),
            "high_maximum": number.get("maximum") if "high_maximum" in extension else None,
            "value_texts": dict(re.findall("^- `(.*)`: (.*)$", description, re.MULTILINE)),
            "notes": [[note["name"], *note.get("values", [])] for note in notes],
            "note_texts": [note["text"] for note in notes if "text" in note],
        }

    # --- The API ---

    def _server(self) -> Reading:
        """A path cannot be empty, so the documents take the folder of the script."""
        told = super()._server()
        return {
            "example": f"{told['example']}/api.php",
            "summary": told["summary"].replace(", without `/api.php`", ""),
        }

    def _api(self) -> Reading:
        told = super()._api()
        first = told["description"]
        return {
            **{key: told[key] for key in ("title", "summary", "version")},
            "description": None if first == told["summary"] else first,
        }
