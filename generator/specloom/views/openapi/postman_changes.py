"""Makes a Postman collection follow the overlays of its API: what they change in a document is changed in it.

A request follows its operation, found by its id, and only in what differs between the document before and after: a
sample value stays where nothing takes it away. The body of a request in JSON stays as it is.
"""

import json
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, TypeAlias
from urllib.parse import urljoin

from msgspec.structs import replace

from specloom.views.openapi.postman import (
    BASE,
    Auth,
    Collection,
    Request,
    SentField,
    in_folders,
)

Data: TypeAlias = Mapping[str, Any]

_METHODS = ("get", "put", "post", "delete", "options", "head", "patch", "trace")
_FORM = "application/x-www-form-urlencoded"


def changed(view: Collection, before: Any, after: Any) -> Collection:
    """The collection of an API, of one of its documents before and after overlays have changed it."""
    requests = [request for folder in view.folders for request in folder.requests]
    was, now = _places(before), _places(after)
    titles = {was[one.operation_id].tag: one.folder for one in requests if one.operation_id in was}
    made = list(_followed(requests, was, now))
    places = {place.where for place in was.values()}
    new = [now[name] for name in now if name not in was and now[name].where not in places]
    made += [_request(place) for place in new]
    return Collection(
        title=_other(view.title, before["info"], after["info"], "title"),
        description=_other(view.description, before["info"], after["info"], "description"),
        base=view.base if _same(before, after, "servers") else _address(after) or view.base,
        variables=_variables(view.variables, made),
        folders=in_folders(
            [replace(one, folder=titles.get(one.folder, one.folder)) for one in made]
        ),
    )


@dataclass(frozen=True, slots=True)
class _Place:
    """An operation of a document."""

    document: Data
    path: str
    method: str

    @property
    def where(self) -> tuple[str, str]:
        return self.path, self.method

    @property
    def item(self) -> Data:
        item: Data = self.document["paths"][self.path]
        return item

    @property
    def operation(self) -> Data:
        operation: Data = self.item[self.method]
        return operation

    @property
    def tag(self) -> str | None:
        return next(iter(self.operation.get("tags", ())), None)

    def fields(self, location: str) -> dict[str, Data]:
        """What is sent in the query, the headers or the form, by name."""
        if location == "form":
            return self._members()
        stated = (*self.item.get("parameters", ()), *self.operation.get("parameters", ()))
        known = (_resolved(self.document, one) for one in stated)
        return {one["name"]: one for one in known if one["in"] == location}

    def _members(self) -> dict[str, Data]:
        body = _resolved(self.document, self.operation.get("requestBody", {}))
        schema = _resolved(self.document, body.get("content", {}).get(_FORM, {}).get("schema", {}))
        required = schema.get("required", ())
        return {
            name: {"schema": member, "required": name in required, **_texts(member)}
            for name, member in schema.get("properties", {}).items()
        }

    def security(self) -> tuple[str, Data] | None:
        """The name and the form of the scheme that comes first."""
        wanted = self.operation.get("security", self.document.get("security", ()))
        schemes = self.document.get("components", {}).get("securitySchemes", {})
        name = next((name for requirement in wanted for name in requirement), None)
        return None if name is None else (name, _resolved(self.document, schemes[name]))


def _places(document: Data) -> dict[str, _Place]:
    """The operations of a document by their ids; by their places, where they have none."""
    found = (
        _Place(document, path, method)
        for path, item in document.get("paths", {}).items()
        for method in _METHODS
        if not path.startswith("x-") and method in item
    )
    return {
        place.operation.get("operationId", f"{place.method} {place.path}"): place for place in found
    }


def _resolved(document: Data, part: Data) -> Data:
    """A part of a document, or the component that it names; overlays lead no reference to nowhere."""
    reference = part.get("$ref", "")
    if not reference.startswith("#/"):
        return part
    found: Any = document
    for step in reference[2:].split("/"):
        found = found[step.replace("~1", "/").replace("~0", "~")]
    return _resolved(document, found)


def _texts(schema: Data) -> Data:
    return {key: schema[key] for key in ("description", "deprecated") if key in schema}


def _same(before: Data, after: Data, key: str) -> bool:
    return bool(before.get(key) == after.get(key))


def _other(text: str, before: Data, after: Data, key: str) -> str:
    """A text of the collection, unless the document has another one than before."""
    return text if _same(before, after, key) else after.get(key, "")


def _address(document: Data) -> str | None:
    """The address of the first server, with the usual values of its variables."""
    servers: list[Data] = document.get("servers", [])
    if not servers:
        return None
    variables: Mapping[str, Data] = servers[0].get("variables", {})

    def usual(name: re.Match[str]) -> str:
        return str(variables.get(name[1], {}).get("default", name[0]))

    return re.sub(r"\{([^{}]+)\}", usual, servers[0]["url"]).rstrip("/") or None


# --- Requests --------------------------------------------------------------------------------------------


def _followed(
    requests: Iterable[Request], was: Mapping[str, _Place], now: Mapping[str, _Place]
) -> Iterator[Request]:
    """The requests whose operations are still there; one that has another id is at the same place."""
    there = {place.where: place for place in now.values()}
    for request in requests:
        before = was.get(request.operation_id)
        if before is None:  # a template of the user's own has left it out of the document
            yield request
            continue
        after = now.get(request.operation_id) or there.get(before.where)
        if after is not None:
            yield _with_changes(request, before, after)


def _with_changes(request: Request, before: _Place, after: _Place) -> Request:
    old, new = before.operation, after.operation
    return replace(
        request,
        folder=request.folder if before.tag == after.tag else after.tag or request.folder,
        title=_other(request.title, old, new, "summary"),
        description=_other(request.description, old, new, "description"),
        method=request.method if before.method == after.method else after.method.upper(),
        address=request.address if before.path == after.path else _place_address(after),
        query=_fields(request.query, before, after, "query"),
        headers=_fields(request.headers, before, after, "header"),
        form=_fields(request.form, before, after, "form"),
        auth=None if before.security() == after.security() else _auth(after),
    )


def _request(place: _Place) -> Request:
    """The request of an operation that an overlay has brought."""
    told = place.operation
    name = told.get("operationId", place.path)
    return Request(
        operation_id=name,
        folder=place.tag or "Other",
        title=told.get("summary", name),
        description=told.get("description", told.get("summary", name)),
        method=place.method.upper(),
        address=_place_address(place),
        query=tuple(_added(place.fields("query"))),
        headers=tuple(_added(place.fields("header"))),
        form=tuple(_added(place.fields("form"))),
        body=None,
        auth=_auth(place),
    )


def _place_address(place: _Place) -> str:
    """Parameters of the path become variables; dot segments are gone."""
    path = urljoin("/", place.path)
    return BASE + re.sub(r"\{([^{}]+)\}", r"{{\1}}", path)


# --- Fields ----------------------------------------------------------------------------------------------


def _fields(
    fields: tuple[SentField, ...], before: _Place, after: _Place, location: str
) -> tuple[SentField, ...]:
    was, now = before.fields(location), after.fields(location)
    known = {field.name for field in fields}
    return (
        *(
            _with_text(field, was.get(field.name, {}), now.get(field.name, {}))
            for field in fields
            if field.name in now or field.name not in was
        ),
        *_added({name: told for name, told in now.items() if name not in {*was, *known}}),
    )


def _with_text(field: SentField, before: Data, after: Data) -> SentField:
    if _same(before, after, "description"):
        return field
    return replace(field, description=after.get("description"))


def _added(told: Mapping[str, Data]) -> Iterator[SentField]:
    for name, parameter in told.items():
        if not parameter.get("deprecated"):
            is_sent = parameter.get("required", False)
            yield SentField(name, _value(parameter), parameter.get("description"), not is_sent)


def _value(parameter: Data) -> str:
    """A value as the document gives one: an example, the default, the only one."""
    schema = parameter.get("schema", {})
    examples = parameter.get("examples", {}).values()
    given = [
        *([parameter["example"]] if "example" in parameter else ()),
        *(example["value"] for example in examples if "value" in example),
        *(schema[key] for key in ("example", "default", "const") if key in schema),
        *schema.get("examples", ()),
        *(schema["enum"] if len(schema.get("enum", ())) == 1 else ()),
    ]
    if not given:
        return ""
    return given[0] if isinstance(given[0], str) else json.dumps(given[0], ensure_ascii=False)


# --- Security --------------------------------------------------------------------------------------------


def _auth(place: _Place) -> Auth | None:
    found = place.security()
    if found is None:
        return None
    name, scheme = found
    variable = f"{{{{{name}}}}}"
    match scheme:
        case {"type": "http", "scheme": "basic"}:
            names = ("username", f"{{{{{name}_username}}}}"), (
                "password",
                f"{{{{{name}_password}}}}",
            )
            return Auth("basic", names)
        case {"type": "apiKey", "name": key, "in": "header" | "query" as where}:
            return Auth("apikey", (("key", key), ("value", variable), ("in", where)))
        case {"type": "apiKey" | "mutualTLS"}:
            return None
        case _:
            return Auth("bearer", (("token", variable),))


def _variables(known: tuple[str, ...], requests: Iterable[Request]) -> tuple[str, ...]:
    """The variables of the collection, and those that the requests name."""
    named = (
        name
        for request in requests
        for text in (
            request.address.removeprefix(BASE),
            *(value for _, value in (request.auth.facts if request.auth else ())),
        )
        for name in re.findall(r"\{\{([^{}]+)\}\}", text)
    )
    return tuple(dict.fromkeys((*known, *named)))
