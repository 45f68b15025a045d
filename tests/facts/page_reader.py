"""Reads the pages of the reference: what stands in a section, in the words of the model."""

import re
from collections.abc import Callable, Mapping
from typing import Any

from specloom.model import Api

from .build import Built
from .page import Element, Page, rows, terms
from .table import Reading, Target


def read(built: Built, target: Target) -> Reading:
    """All that the pages say of a part of an API."""
    match target:
        case ("parameter", operation, name):
            return _parameter(_page_of(built, operation), name)
        case ("query parameter", name):
            return _parameter(built.page("calling"), name)
        case ("operation", id_):
            return _operation(_page_of(built, id_))
        case ("result", id_):
            return _result(_page_of(built, id_))
        case ("field", record, name):
            return _field(built.page(built.page_with(f"type-{record}")), record, name)
        case ("record", name):
            return _record(built.page(built.page_with(f"type-{name}")).section(f"type-{name}"))
        case ("helper", record, name):
            section = built.page(built.page_with(f"type-{record}")).section(f"type-{record}")
            return {"summary": terms(section)[name].text}
        case ("value list", name):
            return _value_list(built, name)
        case ("group", name):
            page = built.page("index")
            summary = page.section(f"group-{name}").all("p")[0].text
            return {"title": page.element(f"group-{name}").text, "summary": summary}
        case ("fact", id_):
            return _fact(built.page("calling"), id_)
        case ("unspecified", id_):
            return _unspecified(built.page("unspecified"), f"unspecified-{id_}")
        case ("error code", code):
            cells = built.page("errors").row(f"error-{code}")
            return {"text": in_backticks(cells[1]), "retry": cells[2].text or "never"}
        case ("server",):
            return _server(built.page("calling"))
        case ("authentication",):
            return _authentication(built.page("authentication"))
        case ("envelope",):
            return _envelope(built.page("calling"))
        case ("resolution", name):
            return {"name": name if f"field-result-{name}" in built.page("calling") else None}
        case ("wire",):
            return _wire(built.page("calling"))
        case ("api",):
            return _api(built.page("index"))
        case _:
            raise AssertionError(target)


def _page_of(built: Built, id_: str) -> Page:
    return built.page(built.page_of(id_))


def in_backticks(element: Element) -> str:
    """A text with its code set in backticks, as the specification has it."""
    parts: list[str] = []
    for child in element.children:
        if isinstance(child, str):
            parts.append(child)
        else:
            parts.append(f"`{child.text}`" if child.tag == "code" else in_backticks(child))
    return " ".join("".join(parts).split())


def _meta(section: Element) -> Element:
    """The line below a heading: name, type, place and flags, with dots between."""
    return next(line for line in section.all("p") if "sl-meta" in line.classes)


def _lead(page: Page) -> str:
    """The sentence below a page's title."""
    return next(line for line in page.root.all("p") if "sl-lead" in line.classes).text


def _head(page: Page) -> Element:
    """What stands before a page's sections."""
    head = Element("section", {})
    for child in page.root.children:
        if isinstance(child, Element) and child.tag == "h2":
            break
        head.children.append(child)
    return head


def _description(page: Page) -> str | None:
    """The paragraph after the lead and the line about the call."""
    texts = [line for line in _head(page).all("p") if not line.classes]
    return texts[0].text if texts else None


def _source(section: Element) -> str | None:
    """Where something is known from: the first line that says it."""
    lines = [line.text for line in section.all("p") if line.text.startswith("Source: ")]
    return lines[0].removeprefix("Source: ") if lines else None


def _search(form: str, text: str) -> str | None:
    found = re.search(form, text)
    return found and found[1]


# --- Parameters --------------------------------------------------------------------------------------

_NUMBER = "([0-9]+(?:[.][0-9]+)?)"
_PHRASES: Mapping[str, tuple[str, str]] = {
    "minimum": ("Range", f"^{_NUMBER} (?:or more|to )"),
    "maximum": ("Range", f"^(?:up|{_NUMBER}) to {_NUMBER}"),
    "high_maximum": ("Range", f", {_NUMBER} for accounts with high limits"),
    "minimum_characters": ("Length", f"^{_NUMBER} or more characters"),
    "maximum_characters": ("Length", f"up to {_NUMBER} characters"),
    "maximum_bytes": ("Length", f"up to {_NUMBER} bytes"),
    "limit": ("How many", f"^up to {_NUMBER} values"),
    "high_limit": ("How many", f", {_NUMBER} for accounts with high limits"),
}
"""Numbers: the term under which each stands, and the phrase, whose last group it is."""
_FLAGS: Mapping[str, tuple[str, str]] = {
    "enforce_range": ("Range", "enforced"),
    "allows_duplicates": ("How many", "may be repeated"),
    "must_exist": ("Must exist", ""),
}


def _parameter(page: Page, name: str) -> Reading:
    if f"param-{name}" not in page:
        return {}
    section = page.section(f"param-{name}")
    meta, said = _meta(section), terms(section)
    names, type_, *others = meta.text.split(" · ")
    bold = [flag.text for flag in meta.all("strong")]
    codes = {term: element.codes for term, element in said.items()}
    multiple = type_.startswith(("list of ", "any of "))
    default = codes.get("Default")
    values = said.get("Values")
    remarks = codes.get("Remark", [])
    return {
        **_numbers(said),
        **{key: term in said and form in said[term].text for key, (term, form) in _FLAGS.items()},
        "wire_name": names.split()[0],
        "summary": next((line.text for line in section.all("p")[1:2]), None),
        "type": type_in_words(type_).removeprefix("list of "),
        "multiple": multiple,
        "format": type_.partition(", ")[2],
        "location": _place(others),
        "required": "required" in bold,
        "deprecated": "deprecated" in bold,
        "sensitive": "secret" in bold,
        "default": default if multiple or not default else _as_number(default[0]),
        "values": values and _values(values),
        "value_texts": values and {row[0].text: row[1].text for row in _value_rows(values)},
        "deprecated_values": codes.get("Deprecated values") or _marked(values, "deprecated"),
        "internal_values": codes.get("Internal values") or _marked(values, "internal"),
        "pattern": codes["Pattern"][0] if "Pattern" in codes else None,
        "all_specifier": next(iter(codes.get("How many", [])), None),
        "subtypes": codes.get("Kinds"),
        "extra_namespaces": [_as_number(code) for code in codes.get("Namespaces", [])],
        "token_type": next(iter(codes.get("Token", [])), None),
        "notes": [[_as_number(code) for code in remarks]] if remarks else None,
        "note_texts": [text for text in [_remark(said)] if text],
        "submodules": {
            path.rpartition("+")[2]: path for path in codes.get("Modules", []) if "+" in path
        },
        "submodule_prefix": next(iter(codes.get("Modules", [])[-1:]), None),
        "source": said["Source"].text if "Source" in said else None,
    }


def _numbers(said: Mapping[str, Element]) -> dict[str, float]:
    told: dict[str, float] = {}
    for key, (term, form) in _PHRASES.items():
        found = re.search(form, said[term].text) if term in said else None
        if found is not None:
            told[key] = float(found[found.re.groups])
    return told


def _as_number(code: str) -> str | int:
    return int(code) if re.fullmatch("-?[0-9]+", code) else code


def _remark(said: Mapping[str, Element]) -> str:
    return said["Remark"].text.partition(". ")[2] if "Remark" in said else ""


def _place(words: list[str]) -> str:
    if "JSON body" in words:
        return "body"
    first = [phrase.split()[0].lower() for phrase in words]
    return next((place for place in ("form", "json", "header", "path") if place in first), "query")


def _value_rows(values: Element) -> list[list[Element]]:
    return rows(values) if values.all("table") else []


def _values(values: Element) -> list[str]:
    return [row[0].text for row in _value_rows(values)] or values.codes


def _marked(values: Element | None, word: str) -> list[str]:
    """The values that a table marks with a word in bold."""
    listed = [] if values is None else _value_rows(values)
    return [row[0].text for row in listed if word in [mark.text for mark in row[1].all("strong")]]


_TYPES = {
    "decimal number": "decimal",
    "time or infinity": "expiry",
    "time": "timestamp",
    "flag": "boolean",
    "anything": "any",
    "namespace number": "namespace",
}


def type_in_words(text: str) -> str:
    """A type in the notation of the spec."""
    words = text.replace("object, each value ", "map of ").partition(", ")[0]
    for shown, word in _TYPES.items():
        words = re.sub(rf"\b{shown}s?\b", word, words)
    return re.sub(r"\b(string|integer|number|decimal|user|title)s\b", r"\1", words)


# --- Operations --------------------------------------------------------------------------------------


def _operation(page: Page) -> Reading:
    """REST: the line below the title is the request. Query modules: name, class, prefix."""
    meta = _meta(page.root)
    said = meta.text.split(" · ")
    names = [line.codes[0] for line in map(_meta, _sections(page, "parameters", "h3"))]
    about = page.section("about").all("li") if "about" in page else []
    told: Reading = {
        "title": page.root.all("h1")[0].text,
        "summary": _lead(page),
        "description": _description(page),
        "deprecated": "deprecated" in said,
        "parameters": names,
        "places": [
            _place(_meta(section).text.split(" · ")[2:])
            for section in _sections(page, "parameters", "h3")
        ],
        "source": next((line.text[8:] for line in about if line.text.startswith("Source: ")), None),
    }
    if "Python" in meta.text:
        return {**told, **_module(page, meta, about)}
    method, path = meta.codes[0].split()
    return {
        **told,
        "method": method,
        "path": path,
        "method_name": _search(r"\w+\.\w+\.(\w+)\(", page.section("call").all("code")[0].text),
        "idempotent": "safe to repeat" in said,
        "errors": _errors(page),
        "absence": "errors" in page and "_or_none" in page.section("errors").text,
    }


def _sections(page: Page, id_: str, tag: str) -> list[Element]:
    """The sections below a heading."""
    headings = page.section(id_).all(tag) if id_ in page else []
    return [page.section(heading.attributes["id"]) for heading in headings]


def _errors(page: Page) -> dict[str, str]:
    """The documented errors of an operation: name → message."""
    table = rows(page.section("errors")) if "errors" in page else []
    return {cells[1].codes[0]: cells[0].text for cells in table}


def _module(page: Page, meta: Element, about: list[Element]) -> Reading:
    said = meta.text.split(" · ")
    call, class_name, *others = meta.codes
    prefix = others[0] if others else ""
    names = [_meta(section).codes[0] for section in _sections(page, "parameters", "h3")]
    lines = {line.text.partition(" ")[0].strip(":"): line for line in about}
    provided = lines.get("Provided")
    licence = provided.all("a")[0] if provided and provided.all("a") else None
    rules = page.section("rules").all("li") if "rules" in page else []
    return {
        "group": call.partition("=")[0],
        "class_name": class_name,
        "prefix": prefix,
        "templated_parameters": [
            name.removeprefix(prefix).replace(f"{prefix}{{", "{") for name in names if "{" in name
        ],
        "generator": "generator" in said,
        "read_rights": "needs the read right" in said,
        "write_rights": "needs the write right" in said,
        "must_be_posted": "must be posted" in said,
        "internal": "internal" in said,
        "help_urls": [
            link.attributes["href"]
            for link in (lines["Manual"].all("a") if "Manual" in lines else [])
        ],
        "provided_by_name": provided
        and provided.text.removeprefix("Provided by ").partition(" (")[0],
        "license_tag": licence and licence.text,
        "license_link": licence and licence.attributes["href"],
        "dynamic_parameters": "Takes" in lines,
        "rules": [_rule(item) for item in rules],
    }


def _result(page: Page) -> Reading:
    """The paragraphs about a result, before its records."""
    paragraphs: list[Element] = []
    for child in page.section("result").children:
        if isinstance(child, Element):
            if child.tag in ("h3", "table"):
                break
            paragraphs.append(child)
    first, *others = [paragraph.text for paragraph in paragraphs]
    text = " ".join([first, *others])
    type_, _, place = first.partition(", in ")
    type_ = re.sub("^List of", "list of", type_.partition(",")[0])
    marks = ("Source: ", "More follows")
    notes = [text for text in others if not text.startswith(marks) and "its member" not in text]
    return {
        "type": type_in_words(type_),
        "container": "list" if type_.startswith("list of ") else "object",
        "key": place.removesuffix(" of the reply.").removeprefix("query.").removesuffix("."),
        "where": "top-level" if "beside query" in first else "query",
        "continuation": next(
            (
                paragraph.codes[1:]
                for paragraph in paragraphs
                if paragraph.text.startswith("More follows")
            ),
            None,
        ),
        "items_key": _search(r"The items are its member (\w+)", text),
        "nested_key": _search(r"holds them in (\w+)", text),
        "selector": _search(r"with (\w+)=", page.section("result").text),
        "note": notes[0] if notes else None,
        "source": next((text[8:] for text in others if text.startswith("Source: ")), None),
    }


# --- Rules -------------------------------------------------------------------------------------------

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


def _rule(item: Element) -> dict[str, Any]:
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


# --- Records -----------------------------------------------------------------------------------------

_FORMATS = {"e-mail address": "email", "URL": "uri"}
_ABOUT: Mapping[str, tuple[str, Callable[[str], Any]]] = {
    "known_values": (r"Known values: (.*?)[.](?: |$)", re.compile("`([^`]*)`").findall),
    "currency_of": (r"In the currency that `(.*?)` names[.]", str),
    "hidden_by": (r"Not there where `?(\w+)`? is", str),
    "unobserved": (r"(not seen in an answer)", bool),
    "source": (r"Source: (.*)$", str),
}
"""What is said of a field, after its summary."""


def _field(page: Page, record: str, name: str) -> Reading:
    if f"field-{record}-{name}" not in page:
        return {}
    titles = [title.text for title in page.section(f"type-{record}").all("th")]
    cells = dict(zip(titles, page.row(f"field-{record}-{name}"), strict=False))
    about, type_ = in_backticks(cells["About"]), cells["Type"].text
    found = {key: (re.search(form, about), value_of) for key, (form, value_of) in _ABOUT.items()}
    starts = [match.start() for match, _ in found.values() if match]
    format_ = "" if type_.startswith("object, ") else type_.partition(", ")[2]
    return {
        **{key: value_of(match[1]) for key, (match, value_of) in found.items() if match},
        "summary": about[: min(starts, default=None)].strip(),
        "type": type_in_words(type_),
        "format": _FORMATS.get(format_, format_),
        "presence": _presence(cells["Present"].text),
    }


def _presence(text: str) -> Reading:
    rule: dict[str, Any] = {}
    for part in text.split("; "):
        if part == "always":
            continue
        if part.startswith("with "):
            rule["brought_by"] = re.findall(r"\w+=(\w+)", part)
        elif part == "where the data has it":
            rule["optional"] = True
        elif part.startswith(("only if ", "omitted if ")):
            key, _, conditions = part.partition(" if ")
            rule[f"{key}_if"] = conditions.split(" or ")
        else:
            rule |= {"usual": True} if part.startswith("always, ") else {}
            rule["when"] = part.removeprefix("always, ").removeprefix("if ")
    return rule


def _record(section: Element) -> Reading:
    """A paragraph before the table is the summary."""
    first = next(child for child in section.children if isinstance(child, Element))
    return {
        "fields": [row[0].text for row in rows(section)],
        "summary": first.text if first.tag == "p" else None,
        "source": _source(section),
    }


def _users(api: Api, values: str) -> list[Target]:
    """The parameters that take the values of a list."""
    found: list[Target] = []
    for operation in api.operations:
        named = [
            parameter.name for parameter in operation.parameters if parameter.enumeration == values
        ]
        found += [("parameter", operation.id, name) for name in named]
    own = () if api.wire is None else api.wire.parameters
    return [
        *found,
        *(
            ("query parameter", parameter.name)
            for parameter in own
            if parameter.enumeration == values
        ),
    ]


def _value_list(built: Built, name: str) -> Reading:
    """The values stand in a line of their own, after the summary; or with the only parameter that has them."""
    page = built.page("values")
    if f"values-{name}" not in page:
        users = _users(built.api, name)
        return {"values": read(built, users[0])["values"]} if users else {}
    section = page.section(f"values-{name}")
    lines = [
        line
        for line in section.all("p")
        if line.codes and not re.sub("`[^`]*`| ", "", in_backticks(line))
    ]
    first = section.all("p")[0]
    said = terms(section)
    texts = [line.text for line in section.all("p")]
    return {
        "values": lines[0].codes,
        "summary": None if first is lines[0] else first.text,
        "site_specific": any("configuration" in text for text in texts),
        "deprecated_values": said["Deprecated"].codes if "Deprecated" in said else None,
        "source": said["Source"].text if "Source" in said else None,
    }


# --- The API -----------------------------------------------------------------------------------------


def _api(page: Page) -> Reading:
    tables = [row.all("td")[0].all("a") for row in page.root.all("tr") if row.all("td")]
    ids = [heading.attributes["id"] for heading in page.root.all("h2")]
    return {
        "title": page.root.all("h1")[0].text,
        "summary": _lead(page),
        "description": _description(page),
        "version": terms(page.root)["Version"].text,
        "groups": [id_.removeprefix("group-") for id_ in ids if id_.startswith("group-")],
        "operations": [
            links[0].attributes["href"].removesuffix(".md").replace("/", ".")
            for links in tables
            if links
        ],
    }


def _server(page: Page) -> Reading:
    said = terms(_head(page))
    url, example = said["Address"].codes[0], said["For example"]
    return {
        "url": url,
        "variable": _search("{(.*)}", url),
        "summary": in_backticks(said["Address"]).removeprefix(f"`{url}`").strip(),
        "example": example.codes[0],
        "source": example.text.partition(" Source: ")[2],
    }


def _authentication(page: Page) -> Reading:
    carrier = page.root.all("p")[1].codes
    return {
        "summary": _lead(page),
        "parameter": carrier[0],
        "scheme": "bearer" if "Bearer" in carrier else "key",
        "secret": "secret" in [mark.text for mark in page.root.all("strong")],
        "rules": [item.text for item in page.root.all("li")],
    }


def _envelope(page: Page) -> Reading:
    said = terms(_head(page))
    success, error = said["Success"].codes, said["Error"].codes
    assert success[0] == error[0]
    ids = [heading.attributes["id"] for heading in page.root.all("h3")]
    return {
        "status_field": success[0],
        "success_value": success[1],
        "error_value": error[1],
        "message_field": error[2],
        "record": next(id_.removeprefix("type-") for id_ in ids if id_.startswith("type-")),
    }


def _fact(page: Page, id_: str) -> Reading:
    """The source follows the text, in the same item."""
    text = page.element(f"fact-{id_}")
    item = next(entry for entry in page.root.all("li") if text is entry or text in entry.walk())
    source = item.text.partition("Source: ")[2]
    return {
        "text": in_backticks(text),
        "source": source.removesuffix("; not observed"),
        "unobserved": source.endswith("; not observed"),
    }


def _unspecified(page: Page, id_: str) -> Reading:
    section = page.section(id_)
    return {
        "subject": in_backticks(page.element(id_)),
        "quote": in_backticks(section.all("blockquote")[0]),
        "assumed": in_backticks(terms(section)["Assumed"]),
        "change": in_backticks(terms(section)["To change it"]),
    }


def _wire(page: Page) -> Reading:
    said = terms(_head(page))
    groups = [code.removesuffix("=…") for code in said["Modules"].codes]
    several, post = said["Several values"].codes, said["By POST"]
    above = re.search("above ([0-9]+) bytes", post.text)
    return {
        "fixed_parameters": dict(code.split("=") for code in said["Always sent"].codes),
        "group_parameters": dict(zip(("list", "prop", "meta"), groups, strict=True)),
        "generator_parameter": said["Generator"].codes[0].removesuffix("=…"),
        "generator_prefix": said["Generator"].codes[1],
        "separator": several[0],
        "alternative_separator": chr(int(several[1].removeprefix("U+"), 16)),
        "post_above_bytes": above and int(above[1]),
        "post_header": post.codes[0],
        "error_header": said["Errors"].codes[0],
        "source": said["Source"].text,
    }
