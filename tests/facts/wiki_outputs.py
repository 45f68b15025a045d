"""Reads facts back from the OpenAPI documents and the pages of a wiki, in the words of the model."""

import re
from collections.abc import Callable, Mapping
from typing import Any, TypeVar

from .build import Built
from .page import Element, rows, terms
from .rest_outputs import page_flag, page_meta, page_term

__all__ = ["page_flag", "page_meta", "page_term"]

DOCUMENTS = ("wiki", "wiki.codegen")

# --- OpenAPI ---------------------------------------------------------------------------------------


T = TypeVar("T")


def both(built: Built, read: Callable[[Built, str], T]) -> T:
    """What both documents say, which must be the same."""
    plain, codegen = (read(built, document) for document in DOCUMENTS)
    assert plain == codegen
    return plain


def modules(built: Built, document: str) -> dict[str, dict[str, Any]]:
    """What each document says of the modules, in one form."""
    found = built.openapi(document)
    if document == "wiki":
        return {one["id"]: one for one in found["x-specloom-modules"]}
    operations = [
        operation
        for path in found["paths"].values()
        for operation in path.values()
        if "x-specloom-module" in operation
    ]
    return {
        one["x-specloom-module"]["id"]: {
            **one["x-specloom-module"],
            "result": one.get("x-specloom-result"),
            "rules": one.get("x-specloom-rules", []),
        }
        for one in operations
    }


def openapi_module(built: Built, id_: str, key: str, default: Any = None) -> Any:
    """A fact of a module."""
    return both(built, lambda one, document: modules(one, document)[id_].get(key) or default)


def openapi_result(built: Built, id_: str, key: str) -> Any:
    """A fact of a module's result."""
    return both(built, lambda one, document: modules(one, document)[id_]["result"].get(key))


def parameters(built: Built, id_: str, document: str) -> dict[str, dict[str, Any]]:
    """The parameters of a module in a document, by their own names."""
    listed = [
        parameter
        for path in built.openapi(document)["paths"].values()
        for operation in path.values()
        for parameter in operation["parameters"]
    ]
    return {
        one["x-specloom-parameter"]["name"]: one
        for one in listed
        if one.get("x-specloom-parameter", {}).get("of") == id_
    }


def _facts(built: Built, id_: str, name: str, document: str) -> dict[str, Any]:
    found = parameters(built, id_, document)[name]
    schema = built.resolved(found["schema"], document)
    single = built.resolved(schema["items"], document) if "items" in schema else schema
    number = single["anyOf"][0] if "anyOf" in single else single
    extension = found["x-specloom-parameter"]
    return {
        "extension": {key: one for key, one in extension.items() if key != "of"},
        "schema": schema,
        "single": single,
        "number": number,
        "name": found["name"],
        "deprecated": found.get("deprecated", False),
        "required": found.get("required", False),
    }


def openapi_parameter(built: Built, id_: str, name: str) -> dict[str, Any]:
    """A parameter as both documents describe it.

    Where the module has an operation of its own, more can be said: what is required, what form a time
    has. That description is returned, once both are found to agree on the rest.
    """

    def read(one: Built, document: str) -> dict[str, Any]:
        found = _facts(one, id_, name, document)
        return {key: found[key] for key in ("extension", "name", "deprecated")}

    both(built, read)
    return _facts(built, id_, name, "wiki.codegen")


def wire_names(built: Built, id_: str) -> list[str]:
    """The names of a module's parameters on the wire."""
    return both(
        built,
        lambda one, document: [
            parameter["name"] for parameter in parameters(one, id_, document).values()
        ],
    )


def openapi_record(built: Built, name: str) -> dict[str, Any]:
    """The schema of a record."""
    return both(
        built,
        lambda one, document: one.resolved({"$ref": f"#/components/schemas/{name}"}, document),
    )


def openapi_field(built: Built, record: str, name: str) -> dict[str, Any]:
    """The schema of a field."""
    found: dict[str, Any] = openapi_record(built, record)["properties"][name]
    return found


def openapi_fields(built: Built, record: str) -> list[str]:
    """The names of a record's fields."""
    return list(openapi_record(built, record)["properties"])


def openapi_entry(built: Built, register: str, key: str, value: str) -> dict[str, Any]:
    """An entry of one of the lists at the documents' end."""
    return both(
        built,
        lambda one, document: next(
            entry
            for entry in one.openapi(document)[f"x-specloom-{register}"]
            if entry[key] == value
        ),
    )


def openapi_query_parameter(built: Built, name: str) -> dict[str, Any]:
    """A parameter of the query itself."""

    def read(one: Built, document: str) -> dict[str, Any]:
        found = one.openapi(document)
        shared = found["components"].get("parameters", {})
        listed = [*shared.values(), *next(iter(found["paths"].values()))["get"]["parameters"]]
        parameter = next(one for one in listed if one.get("name") == name)
        return {key: value for key, value in parameter.items() if key not in ("style", "explode")}

    return both(built, read)


# --- Pages -------------------------------------------------------------------------------------------


def module_line(built: Built, id_: str) -> Element:
    """The line below the title of a module's page."""
    paragraphs = built.page(built.page_of(id_)).root.all("p")
    return next(one for one in paragraphs if "sl-meta" in one.classes)


def page_badge(built: Built, id_: str, words: str) -> bool:
    """Whether that line says something."""
    return words in module_line(built, id_).text.split(" · ")


def page_about(built: Built, id_: str, what: str) -> list[Element]:
    """The lines of the section about a module that begin with a word."""
    page = built.page(built.page_of(id_))
    if "about" not in page:
        return []
    return [one for one in page.section("about").all("li") if one.text.startswith(what)]


def page_parameters(built: Built, id_: str) -> list[str]:
    """The parameters of a module's page, by their names on the wire."""
    page = built.page(built.page_of(id_))
    lines = [one for one in page.section("parameters").all("p") if "sl-meta" in one.classes]
    return [one.codes[0] for one in lines]


def page_values(built: Built, id_: str, name: str) -> list[str] | None:
    """The values of a parameter, from its table or its line."""
    found = page_term(built, id_, name, "Values")
    if found is None:
        return None
    if found.all("table"):
        return [row[0].text for row in rows(found)]
    return found.codes


def page_value_text(built: Built, id_: str, name: str, value: str) -> str | None:
    """What a value means."""
    found = page_term(built, id_, name, "Values")
    assert found is not None
    return next((row[1].text for row in rows(found) if row[0].text == value), None)


def page_phrase(built: Built, id_: str, name: str, term: str, pattern: str) -> int | None:
    """The number in a phrase under a term."""
    found = page_term(built, id_, name, term)
    shown = found and re.search(pattern, found.text)
    return int(shown[1]) if shown else None


def page_field(built: Built, id_: str, record: str, name: str) -> dict[str, Element]:
    """The row of a field on a module's page, by column."""
    page = built.page(built.page_of(id_))
    section = page.section(f"type-{record}")
    titles = [one.text for one in section.all("th")]
    cells = page.row(f"field-{record}-{name}")
    return dict(zip(titles, cells, strict=False))


def page_fields(built: Built, id_: str, record: str) -> list[str]:
    """The names of a record's fields."""
    return [row[0].text for row in rows(built.page(built.page_of(id_)).section(f"type-{record}"))]


def page_presence(cell: Element) -> dict[str, Any]:
    """What the column about presence says."""
    rule: dict[str, Any] = {}
    for part in cell.text.split("; "):
        if part.startswith("with prop="):
            rule["brought_by"] = re.findall(r"prop=(\w+)", part)
        elif part == "where the data has it":
            rule["optional"] = True
        elif part != "always":
            rule |= {"usual": True} if part.startswith("always, ") else {}
            rule["when"] = part.removeprefix("always, ").removeprefix("if ")
    return rule


def page_result(built: Built, id_: str) -> list[str]:
    """The paragraphs about a module's result, before its records."""
    section = built.page(built.page_of(id_)).section("result")
    found: list[str] = []
    for child in section.children:
        if isinstance(child, Element):
            if child.tag in ("h3", "table"):
                break
            found.append(child.text)
    return found


def page_rules(built: Built, id_: str) -> list[Element]:
    """The rules of a module."""
    return built.page(built.page_of(id_)).section("rules").all("li")


def calling(built: Built) -> Mapping[str, Element]:
    """What the page about calls says under each term, before its sections."""
    before = Element("section", {})
    for child in built.page("calling").root.children:
        if isinstance(child, Element) and child.tag == "h2":
            break
        before.children.append(child)
    return terms(before)


def error_row(built: Built, code: str) -> list[Element]:
    """The row of an error code."""
    return built.page("errors").row(f"error-{code}")


def page_marked_values(built: Built, id_: str, name: str, word: str, term: str) -> list[str] | None:
    """The values that a table marks with a word in bold, or that a term lists."""
    listed = page_term(built, id_, name, term)
    if listed is not None:
        return listed.codes
    found = page_term(built, id_, name, "Values")
    if found is None or not found.all("table"):
        return None
    marked = [row for row in rows(found) if word in [one.text for one in row[1].all("strong")]]
    return [row[0].text for row in marked] or None


def template_names(built: Built, id_: str) -> list[str]:
    """The templated parameters of a module; their names vary, so no schema can list them."""
    found = openapi_module(built, id_, "templated_parameters", default=[])
    return [one["name"] for one in found]


def first_paragraph(built: Built, id_: str, name: str) -> str:
    """What a parameter is for."""
    text = parameters(built, id_, "wiki.codegen")[name]["description"]
    plain = parameters(built, id_, "wiki")[name]["description"]
    assert plain.split("\n\n")[1] == text.split("\n\n")[0]
    return str(text.split("\n\n")[0])


def openapi_value_text(built: Built, id_: str, name: str, value: str) -> str | None:
    """What a value means, from the list in the description."""
    mark = f"- `{value}`: "

    def read(one: Built, document: str) -> str | None:
        lines = parameters(one, id_, document)[name]["description"].splitlines()
        return next((line.removeprefix(mark) for line in lines if line.startswith(mark)), None)

    return both(built, read)


def page_parameter_text(built: Built, id_: str, name: str) -> str:
    """What a parameter is for."""
    section = built.page(built.page_of(id_)).section(f"param-{name}")
    return section.all("p")[1].text


def openapi_deprecated(built: Built, id_: str) -> bool:
    """Whether a module is deprecated: in the register of one document, at the operation of the other."""
    operations = [
        operation
        for path in built.openapi("wiki.codegen")["paths"].values()
        for operation in path.values()
        if operation.get("x-specloom-module", {}).get("id") == id_
    ]
    plain = bool(modules(built, "wiki")[id_].get("deprecated"))
    assert [one.get("deprecated", False) for one in operations] == [plain]
    return plain


def openapi_class_name(built: Built, id_: str) -> str:
    """The name that a module has in operationIds, after its group."""
    (operation,) = (
        operation
        for path in built.openapi("wiki.codegen")["paths"].values()
        for operation in path.values()
        if operation.get("x-specloom-module", {}).get("id") == id_
    )
    return str(operation["operationId"]).removeprefix(built.operation(id_).group)


def openapi_wire(built: Built) -> dict[str, Any]:
    """How modules are called."""
    return both(built, lambda one, document: one.openapi(document)["x-specloom-wire"])


def openapi_query_names(built: Built) -> set[str]:
    """The parameters of the query itself, which both documents have."""

    def read(one: Built, document: str) -> set[str]:
        found = one.openapi(document)
        shared = found["components"].get("parameters", {})
        listed = next(iter(found["paths"].values()))["get"]["parameters"]
        return {
            parameter["name"] for parameter in [*shared.values(), *listed] if "name" in parameter
        }

    plain, codegen = (read(built, document) for document in DOCUMENTS)
    return plain & codegen


def openapi_result_schema(built: Built, id_: str) -> dict[str, Any]:
    """The schema of a module's result: the member of its name in the reply of its operation."""
    operation = next(
        operation
        for path in built.openapi("wiki.codegen")["paths"].values()
        for operation in path.values()
        if operation.get("x-specloom-module", {}).get("id") == id_
    )
    reply = operation["responses"]["200"]["content"]["application/json"]["schema"]
    found = _member(built, reply, str(built.operation(id_).result.key), frozenset())
    assert found is not None
    return found


def _member(
    built: Built, schema: Mapping[str, Any], name: str, seen: frozenset[str]
) -> dict[str, Any] | None:
    """The first member of a name at any depth."""
    if schema.get("$ref") in seen:
        return None
    seen = seen | {schema["$ref"]} if "$ref" in schema else seen
    found = built.resolved(schema, "wiki.codegen")
    properties: Mapping[str, Any] = found.get("properties", {})
    if name in properties:
        return built.resolved(properties[name], "wiki.codegen")
    inside = [*properties.values(), *found.get("allOf", []), *found.get("anyOf", [])]
    inside += [found[key] for key in ("items", "additionalProperties") if key in found]
    for one in inside:
        deeper = _member(built, one, name, seen) if isinstance(one, dict) else None
        if deeper is not None:
            return deeper
    return None


def _query_members(built: Built) -> list[str]:
    """The members of `query` in the plain document."""
    operation = next(iter(built.openapi("wiki")["paths"].values()))["get"]
    schema = operation["responses"]["200"]["content"]["application/json"]["schema"]
    parts = [built.resolved(one, "wiki") for one in built.resolved(schema, "wiki")["allOf"]]
    query = next(one["properties"]["query"] for one in parts if "query" in one["properties"])
    return members_of(built, query)


def members_of(built: Built, schema: Mapping[str, Any]) -> list[str]:
    """The members of an object, those of its parts included."""
    found = built.resolved(schema, "wiki")
    names = list(found.get("properties", {}))
    for part in found.get("allOf", []):
        names += members_of(built, part)
    return names


def openapi_first_resolution(built: Built) -> str | None:
    """The first member of `query` that tells how titles became pages."""
    known = _query_members(built)
    return next((one for one in ("normalized", "tidied") if one in known), None)


def page_first_resolution(built: Built) -> str | None:
    """The same on the page about calls."""
    names = [one.text for one in built.page("calling").root.all("code")]
    return next((one for one in ("normalized", "tidied") if one in names), None)


def in_backticks(element: Element) -> str:
    """A text with its code set in backticks, as the specification has it."""
    parts: list[str] = []
    for child in element.children:
        if isinstance(child, str):
            parts.append(child)
        else:
            parts.append(f"`{child.text}`" if child.tag == "code" else in_backticks(child))
    return " ".join("".join(parts).split())


def page_list_names(built: Built, id_: str, name: str) -> list[str]:
    """The shared lists that a parameter's values come from, or the heading of the list."""
    page = built.page("values")
    target = f"param-{name}"
    found: list[str] = []
    for heading in page.root.all("h2"):
        links = page.section(heading.attributes["id"]).all("a")
        if any(
            one.attributes["href"].endswith(f"{built.page_of(id_)}.md#{target}") for one in links
        ):
            found.append(heading.text)
    return found


def openapi_value_list(built: Built, name: str, key: str) -> Any:
    """A keyword of a list of values."""
    return both(
        built,
        lambda one, document: one.openapi(document)["components"]["schemas"][name].get(key),
    )


def page_is_site_specific(built: Built, name: str) -> bool:
    """Whether a wiki's configuration decides what a list holds."""
    section = built.page("values").section(f"values-{name}")
    return any("configuration" in one.text for one in section.all("p"))


_RULE_FORMS: Mapping[str, str] = {
    "at_least_one": "Give at least one of (?P<terms>.+)",
    "bad_value": "(?P<terms>.+) must not hold (?P<value>.+)",
    "conflicting_values": "Of (?P<terms>[^,]+), (?P<pairs>.+) exclude each other",
    "count": "(?P<terms>.+): at most (?P<limits>.+)",
    "exactly_one": "Give exactly one of (?P<terms>.+)",
    "generator_not_with": "As a generator, not together with (?P<terms>.+)",
    "ignored": "(?P<terms>.+): no effect without (?P<others>.+)",
    "max_one": "Give at most one of (?P<terms>.+)",
    "namespace": "(?P<terms>.+) must lie in namespace (?P<value>.+)",
    "not_with": "(?P<terms>.+) not together with (?P<others>.+)",
    "not_with_revids": "(?P<terms>.+) not when `revids` chooses the pages",
    "recommended": "Better give (?P<terms>.+)",
    "requires": "(?P<terms>.+) only together with (?P<others>.+)",
    "single_page": "(?P<terms>.+) only with a single page",
}
_CODES = re.compile("Otherwise error `([^`]+)`|Error `([^`]+)` with several, `([^`]+)` with none")


def page_rule(item: Element) -> dict[str, Any]:
    """A rule as the page words it, back in the words of the model."""
    first, *rest = re.split(r"[.](?: |$)", in_backticks(item).removesuffix("¶").strip())
    kind, found = next(
        (kind, match) for kind, form in _RULE_FORMS.items() if (match := re.fullmatch(form, first))
    )
    told: dict[str, Any] = {"kind": kind}
    for key, text in found.groupdict().items():
        told |= _rule_part(key, text)
    for sentence in filter(None, rest):
        codes = _CODES.fullmatch(sentence)
        if codes is None:
            told["effect"] = f"{sentence}."
        else:
            told["code"] = codes[1] or codes[2]
            told |= {"code_when_none": codes[3]} if codes[3] else {}
    return told


def _rule_part(key: str, text: str) -> dict[str, Any]:
    codes = re.findall("`([^`]*)`", text)
    match key:
        case "limits":
            low, *high = re.findall("[0-9]+", text)
            return {"limit": int(low)} | ({"high_limit": int(high[0])} if high else {})
        case "value":
            return {"value": int(codes[0]) if codes[0].isdigit() else codes[0]}
        case "pairs":
            return {"pairs": [list(pair) for pair in zip(codes[::2], codes[1::2], strict=True)]}
        case _:
            return {key: codes}


def page_fact_source(built: Built, id_: str) -> str:
    """Where a fact is known from."""
    page = built.page("calling")
    text = page.element(f"fact-{id_}")
    item = next(one for one in page.root.all("li") if text is one or text in one.walk())
    return item.text.partition("Source: ")[2]


def page_value_list(built: Built, name: str) -> list[str]:
    """The values of a shared list, from its section or from the only parameter that has it."""
    page = built.page("values")
    if f"values-{name}" in page:
        section = page.section(f"values-{name}")
        return sorted(next(one for one in section.all("p") if one.codes).codes)
    user = next(
        (operation.id, parameter.name)
        for operation in built.api.operations
        for parameter in operation.parameters
        if parameter.enumeration == name
    )
    return sorted(page_values(built, *user) or [])


def openapi_description(built: Built, id_: str, paragraph: str) -> str | None:
    """A paragraph of the description of a module's operation."""
    operation = next(
        operation
        for path in built.openapi("wiki.codegen")["paths"].values()
        for operation in path.values()
        if operation.get("x-specloom-module", {}).get("id") == id_
    )
    return paragraph if paragraph in operation["description"].split("\n\n") else None


def openapi_result_reference(built: Built, id_: str) -> str:
    """The record that a module's result is, found by its schema."""
    schema = openapi_result_schema(built, id_)
    schemas = built.openapi("wiki.codegen")["components"]["schemas"]
    return next(name for name, one in schemas.items() if one == schema)


def page_record_text(built: Built, id_: str, record: str) -> str | None:
    """What is said of a record before its fields."""
    section = built.page(built.page_of(id_)).section(f"type-{record}")
    first = next(one for one in section.children if isinstance(one, Element))
    return first.text if first.tag == "p" else None
