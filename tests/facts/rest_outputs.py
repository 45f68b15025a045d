"""Reads facts back from the OpenAPI document and the pages of a REST API, in the words of its spec."""

import re
from collections.abc import Mapping
from typing import Any

from .build import Built
from .page import Element, rows, terms

Schema = Mapping[str, Any]

# --- OpenAPI ---------------------------------------------------------------------------------------


def openapi_operation(built: Built, id_: str) -> dict[str, Any]:
    """An operation, with its path and method beside it; found by its operationId."""
    group, name = id_.split(".")
    wanted = group + name[:1].upper() + name[1:]
    return next(
        {"path": path, "method": method.upper(), **operation}
        for path, operations in built.openapi()["paths"].items()
        for method, operation in operations.items()
        if operation["operationId"] == wanted
    )


def openapi_parameter(built: Built, id_: str, name: str) -> dict[str, Any]:
    """A parameter wherever it is: its facts, its schema, its place."""
    operation = openapi_operation(built, id_)
    for one in operation.get("parameters", []):
        if one["name"] == name:
            return {**one, "schema": built.resolved(one["schema"])}
    ((media, content),) = operation["requestBody"]["content"].items()
    body = built.resolved(content["schema"])
    schema = built.resolved(body["properties"][name])
    return {
        "name": name,
        "in": {"application/json": "json", "application/x-www-form-urlencoded": "form"}[media],
        "required": name in body.get("required", []),
        "schema": schema,
        **{key: value for key, value in schema.items() if key not in ("type", "format")},
    }


def openapi_single(built: Built, id_: str, name: str) -> dict[str, Any]:
    """The schema of one value of a parameter."""
    schema = openapi_parameter(built, id_, name)["schema"]
    return built.resolved(schema["items"]) if schema.get("type") == "array" else schema


def openapi_record(built: Built, name: str) -> dict[str, Any]:
    """The schema of a record."""
    return built.resolved({"$ref": f"#/components/schemas/{name}"})


def openapi_field(built: Built, record: str, name: str) -> dict[str, Any]:
    """The schema of a field, as it stands."""
    field: dict[str, Any] = openapi_record(built, record)["properties"][name]
    return field


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


def openapi_reply(built: Built, id_: str) -> dict[str, Any]:
    """The schema of an operation's success."""
    content = openapi_operation(built, id_)["responses"]["200"]["content"]
    schema = content["application/json"]["schema"]
    choices = schema.get("oneOf")
    return built.resolved(choices[0] if choices else schema)


def openapi_error(built: Built, id_: str) -> dict[str, Any]:
    """The schema of an operation's failure."""
    content = openapi_operation(built, id_)["responses"]["4XX"]["content"]
    return built.resolved(content["application/json"]["schema"])


def openapi_result(built: Built, id_: str) -> tuple[str, str]:
    """Type of an operation's result, and the member that holds it."""
    schema, path = openapi_reply(built, id_), []
    while schema.get("type") == "object" and "properties" in schema:
        required = [one for one in schema["required"] if one != "status"]
        path += required
        schema = schema["properties"][required[0]]
    return schema_words(schema), ".".join(path)


def openapi_messages(built: Built, id_: str) -> dict[str, str]:
    """The documented errors of an operation: name → message."""
    content = openapi_operation(built, id_)["responses"]["4XX"]["content"]["application/json"]
    return {name: one["value"]["msg"] for name, one in content.get("examples", {}).items()}


def openapi_entry(built: Built, register: str, id_: str) -> dict[str, Any]:
    """An entry of one of the lists at the document's end."""
    return next(one for one in built.openapi()[f"x-specloom-{register}"] if one["id"] == id_)


# --- Pages -------------------------------------------------------------------------------------------


def page_meta(built: Built, id_: str, name: str) -> list[str]:
    """The line below a parameter's heading: its name on the wire, type, place and flags."""
    return _meta(built.page(built.page_of(id_)).section(f"param-{name}"))


def _meta(section: Element) -> list[str]:
    line = next(one for one in section.all("p") if "sl-meta" in one.classes)
    return line.text.split(" · ")


def page_flag(built: Built, id_: str, name: str, flag: str) -> bool:
    """Whether the line below a parameter's heading has a flag, set in bold."""
    section = built.page(built.page_of(id_)).section(f"param-{name}")
    line = next(one for one in section.all("p") if "sl-meta" in one.classes)
    return flag in [one.text for one in line.all("strong")]


def page_term(built: Built, id_: str, name: str, term: str) -> Element | None:
    """What is said of a parameter under a term."""
    return terms(built.page(built.page_of(id_)).section(f"param-{name}")).get(term)


def page_field(built: Built, record: str, name: str) -> dict[str, Element]:
    """The row of a field, by column."""
    page = built.page("calling" if record == "Envelope" else "types")
    section = page.section(f"type-{record}")
    titles = [one.text for one in section.all("th")]
    cells = page.row(f"field-{record}-{name}")
    return dict(zip(titles, cells, strict=True))


_WORDS = {"decimal number": "decimal", "time": "timestamp", "flag": "boolean", "anything": "any"}


def page_type(text: str) -> str:
    """A type in the notation of the spec."""
    words = text.replace("object, each value ", "map of ").partition(", ")[0]
    for shown, word in _WORDS.items():
        words = re.sub(rf"\b{shown}s?\b", word, words)
    return re.sub(r"\b(string|integer|number|decimal)s\b", r"\1", words)


def lead(built: Built, page: str) -> str:
    """The sentence below a page's title."""
    return next(one for one in built.page(page).root.all("p") if "sl-lead" in one.classes).text


def api_terms(built: Built, page: str) -> dict[str, Element]:
    """The definition list at the top of a page."""
    return terms(built.page(page).root)


def _link_target(cell: Element) -> str:
    return cell.all("a")[0].attributes["href"].removesuffix(".md")


def page_operations(built: Built) -> list[str]:
    """The operations of the overview, by what their links lead to."""
    page = built.page("index")
    return [
        _link_target(row.all("td")[0]).replace("/", ".")
        for row in page.root.all("tr")
        if row.all("td")
    ]


def page_request(built: Built, id_: str) -> Element:
    """The line below the title of an operation's page."""
    paragraphs = built.page(built.page_of(id_)).root.all("p")
    return next(one for one in paragraphs if "sl-meta" in one.classes)


def page_idempotent(built: Built, id_: str) -> bool | None:
    """Whether the page says that a call may be repeated; None where it says nothing."""
    return True if "safe to repeat" in page_request(built, id_).text.split(" · ") else None


def page_method(built: Built, id_: str) -> str:
    """The method that the page's example calls, without its group."""
    code = built.page(built.page_of(id_)).section("call").all("code")[0].text
    found = re.search(r"\w+\.\w+\.(\w+)\(", code)
    assert found is not None, code
    return found[1]


def page_about(built: Built, id_: str, what: str) -> str | None:
    """A line of the section about an operation."""
    page = built.page(built.page_of(id_))
    if "about" not in page:
        return None
    lines = [one.text for one in page.section("about").all("li")]
    return next((one.removeprefix(what) for one in lines if one.startswith(what)), None)


def page_result(built: Built, id_: str) -> tuple[str, str]:
    """Type of an operation's result, and the member that holds it."""
    line = built.page(built.page_of(id_)).section("result").all("p")[0]
    type_, _, place = line.text.partition(", in ")
    return page_type(type_[:1].lower() + type_[1:] if type_.startswith("L") else type_), (
        place.removesuffix(" of the reply.")
    )


def page_result_note(built: Built, id_: str) -> str | None:
    """What else is said of a result."""
    section = built.page(built.page_of(id_)).section("result")
    before = [one for one in section.children if isinstance(one, Element)]
    heading = next(number for number, one in enumerate(before) if one.tag == "h3")
    notes = [one.text for one in before[1:heading]]
    return notes[0] if notes else None


def page_messages(built: Built, id_: str) -> dict[str, str]:
    """The documented errors of an operation: name → message."""
    table = rows(built.page(built.page_of(id_)).section("errors"))
    return {cells[1].codes[0]: cells[0].text for cells in table}


def page_enumeration_text(built: Built, name: str) -> str | None:
    """What the page of value lists says of one, before its values."""
    first = built.page("values").section(f"values-{name}").all("p")[0]
    return None if first.all("code") else first.text


def page_place(built: Built, id_: str, name: str) -> str:
    """Where a parameter travels."""
    words = [one.split()[0].lower() for one in page_meta(built, id_, name)]
    return next((one for one in ("form", "json", "header", "path") if one in words), "query")


def page_carrier(built: Built) -> list[str]:
    """What carries the key, and what stands before it."""
    return built.page("authentication").root.all("p")[1].codes


def page_envelope(built: Built, key: str) -> str:
    """A word of the envelope."""
    said = api_terms(built, "calling")
    return {
        "status": said["Success"].codes[0],
        "success": said["Success"].codes[1],
        "error": said["Error"].codes[1],
        "message": said["Error"].codes[2],
    }[key]


def openapi_envelope(built: Built, id_: str, key: str) -> str:
    """A word of the envelope: what the document requires of a success and of an error."""
    success, error = openapi_reply(built, id_), openapi_error(built, id_)
    status, message = error["required"]
    assert success["required"][0] == status
    return {
        "status": status,
        "message": message,
        "success": success["properties"][status]["enum"][0],
        "error": error["properties"][status]["enum"][0],
    }[key]


def page_fact(built: Built, id_: str, line: int) -> str:
    """The text of a fact (0), or where it is known from (1)."""
    page = built.page("calling")
    text = page.element(f"fact-{id_}")
    item = next(one for one in page.root.all("li") if text in one.walk())
    return text.text if line == 0 else item.text.partition("Source: ")[2]


def after_code(element: Element) -> str:
    """What follows the only code element of a text."""
    (code,) = element.codes
    return element.text.removeprefix(code).strip()


def page_helper_text(built: Built, record: str, name: str) -> str:
    """What a helper answers, from its line below the record's fields."""
    return terms(built.page("types").section(f"type-{record}"))[name].text


def page_deprecated_values(built: Built, id_: str, name: str) -> list[str] | None:
    """The values of a parameter that should not be used any more."""
    found = page_term(built, id_, name, "Deprecated values")
    return None if found is None else found.codes


def page_result_source(built: Built, id_: str) -> str | None:
    """Where a result is known from: the line before its records."""
    section = built.page(built.page_of(id_)).section("result")
    before = [one for one in section.children if isinstance(one, Element)]
    heading = next(number for number, one in enumerate(before) if one.tag == "h3")
    said = [one.text for one in before[:heading] if one.text.startswith("Source: ")]
    return said[0].removeprefix("Source: ") if said else None
