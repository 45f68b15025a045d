"""Every kind of fact that a wiki's catalogue and its overlays can tell reaches every output."""

import copy
import re
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Any, get_origin

import pytest
from msgspec import UNSET, to_builtins

from specloom import model
from specloom.readers.paraminfo.format import EnvelopeEntry
from specloom.readers.paraminfo.overlay_format import OverlayForm

from . import wiki_client as client
from . import wiki_outputs as out
from .build import Built, Source, Spec, committed
from .coverage import changed_keys, keys_of
from .notation import model_words
from .page import Element, terms
from .rest_outputs import page_type, schema_words
from .table import OUTPUTS, Change, Fact, Reader, Silent, check, plain, put, rename, together

CATALOGUE = "wiki/paraminfo.json"
RESULTS, RULES, TEXTS = "wiki/results.yaml", "wiki/rules.yaml", "wiki/texts.yaml"
PROTOCOL, NAMES, OPEN = "wiki/protocol.yaml", "wiki/names.yaml", "wiki/unspecified.yaml"
MODULES_USED = frozenset(
    {"allimages", "allpages", "allrevisions", "categorymembers", "deletedrevs", "iwlinks", "links"}
    | {"querypage", "tokens"}
)


def model_unspecified(built: Built, id_: str, key: str) -> Any:
    """What the model tells of something that the sources leave open."""
    return next(getattr(one, key) for one in built.api.unspecified if one.id == id_)


def openapi_unspecified(built: Built, id_: str, key: str) -> Any:
    """The same from the documents."""
    return out.openapi_entry(built, "unspecified", "id", id_)[key]


def fewer_modules(spec: Spec) -> None:
    """Keep only the modules that some fact is about."""
    catalogue = spec[CATALOGUE]["paraminfo"]
    catalogue["modules"] = [one for one in catalogue["modules"] if one["name"] in MODULES_USED]
    for path in (NAMES, TEXTS, RESULTS, RULES):
        told = spec[path]["modules"]
        spec[path]["modules"] = {name: one for name, one in told.items() if name in MODULES_USED}
    lists = spec[NAMES]["value_lists"]
    spec[NAMES]["value_lists"] = {
        name: one
        for name, one in lists.items()
        if "of" not in one or one["of"].partition(".")[0] in MODULES_USED
    }


WIKI = Source(
    "wiki", "paraminfo", CATALOGUE, (NAMES, TEXTS, RESULTS, RULES, PROTOCOL, OPEN), fewer_modules
)
SOURCES = Silent("where a fact is known from is no matter of the caller")
REFERENCE = Silent("told in the reference, which holds what is not needed for a call")

# --- Changes of the catalogue ------------------------------------------------------------------------


def _named(listed: list[dict[str, Any]], name: str) -> dict[str, Any]:
    return next(one for one in listed if one["name"] == name)


def module_change(module: str, key: str, to: Any) -> Change:
    """Another fact of a module; None takes it away."""

    def change(spec: Spec) -> None:
        found = _named(spec[CATALOGUE]["paraminfo"]["modules"], module)
        found.pop(key, None)
        if to is not None:
            found[key] = copy.deepcopy(to)

    return change


def parameter_change(module: str, parameter: str, key: str, to: Any) -> Change:
    """Another fact of a parameter; None takes it away."""

    def change(spec: Spec) -> None:
        found = _named(spec[CATALOGUE]["paraminfo"]["modules"], module)
        one = _named(found["parameters"], parameter)
        one.pop(key, None)
        if to is not None:
            one[key] = copy.deepcopy(to)

    return change


# --- Parameters --------------------------------------------------------------------------------------


def empty_is_none(value: Any) -> Any:
    """What is not told and what is told to be nothing are the same."""
    value = plain(value)
    return None if value is UNSET or value == [] else value


@dataclass(frozen=True)
class Whole:
    """A reader that needs more of the client than the parameter's field."""

    read: Reader


def parameter_fact(
    name: str,
    where: tuple[str, str],
    change: dict[str, Any],
    before: Any,
    after: Any,
    *,
    model: Callable[[model.Parameter], Any],
    client: Callable[[Any], Any] | Whole | Silent,
    openapi: Callable[[dict[str, Any]], Any],
    page: Reader,
    needs: dict[str, Any] | None = None,
) -> Fact:
    """A fact of a parameter; `client` gets its field, `openapi` its description."""
    module, parameter = where

    def read_client(built: Built) -> Any:
        if isinstance(client, Whole):
            return empty_is_none(client.read(built))
        assert not isinstance(client, Silent)
        return empty_is_none(client(fields(built, module)[parameter]))

    return Fact(
        f"parameter: {name}",
        change=together(*(parameter_change(module, parameter, *one) for one in change.items())),
        before=before,
        after=after,
        model=lambda built: empty_is_none(model(built.parameter(module, parameter))),
        client=client if isinstance(client, Silent) else read_client,
        openapi=lambda built: empty_is_none(
            openapi(out.openapi_parameter(built, module, parameter))
        ),
        page=page,
        needs=(
            together(*(parameter_change(module, parameter, *one) for one in needs.items()))
            if needs
            else None
        ),
    )


fields = client.fields


def extension(key: str) -> Callable[[dict[str, Any]], Any]:
    """What the documents' extension says."""
    return lambda found: found["extension"].get(key)


def amount(key: str) -> Callable[[dict[str, Any]], Any]:
    """What the extension says of several values."""
    return lambda found: found["extension"].get("multiple", {}).get(key)


def extension_of(where: tuple[str, str], key: str) -> Reader:
    """What the documents' extension says of a parameter."""
    return lambda built: extension(key)(out.openapi_parameter(built, *where))


def page_codes(where: tuple[str, str], term: str) -> Reader:
    """The values that the page lists under a term."""

    def read(built: Built) -> Any:
        found = out.page_term(built, *where, term)
        return found and found.codes

    return read


def page_number(where: tuple[str, str], term: str, pattern: str) -> Reader:
    """The number in a phrase under a term."""
    return lambda built: out.page_phrase(built, *where, term, pattern)


def page_flag(where: tuple[str, str], word: str) -> Reader:
    """Whether the page has a flag, set in bold."""
    return lambda built: out.page_flag(built, *where, word)


def page_has(where: tuple[str, str], term: str, pattern: str = "") -> Reader:
    """Whether the page says something under a term."""

    def read(built: Built) -> bool:
        found = out.page_term(built, *where, term)
        return found is not None and bool(re.search(pattern, found.text))

    return read


FROM = ("allpages", "from")
REFERENCE_ONLY = Silent("told in the reference; no query module has such a parameter")
FILTER = ("allpages", "filterredir")
SIZE = ("allpages", "minsize")
LIMIT = ("allpages", "limit")
PROP = ("categorymembers", "prop")
MULTI = {"multi": "", "limit": 50, "lowlimit": 50, "highlimit": 500}
SEVERAL = "up to ([0-9]+) values"
HIGH = "([0-9]+) for accounts with high limits"

_TYPE_WORDS = {
    "integer": "integer",
    "boolean": "flag",
    "timestamp": "time",
    "user": "user",
    "title": "title",
    "namespace": "namespace number",
    "expiry": "time or infinity",
    "text": "text",
    "password": "password",
}

PARAMETERS = [
    *(
        parameter_fact(
            f"type {to}",
            FROM,
            {"type": to},
            "string",
            to,
            model=lambda one: one.type,
            client=lambda one: one.kind,
            openapi=extension("type"),
            page=lambda built: {words: type_ for type_, words in _TYPE_WORDS.items()}.get(
                out.page_meta(built, *FROM)[1], out.page_meta(built, *FROM)[1]
            ),
        )
        for to in _TYPE_WORDS
    ),
    Fact(
        "parameter: values",
        change=together(
            parameter_change(*FILTER, "type", ["all", "some", "a b"]),
            put(TEXTS, "modules", FILTER[0], "parameters", FILTER[1], to="Which pages."),
            rename(NAMES, "value_lists", "RedirectFilter", to="Which"),
        ),
        before=["all", "nonredirects", "redirects"],
        after=["all", "some", "a b"],
        model=lambda built: next(
            list(one.values)
            for one in built.api.types
            if one.name == built.parameter(*FILTER).enumeration
            and isinstance(one, model.Enumeration)
        ),
        client=lambda built: list(client.field(built, *FILTER).values),
        openapi=lambda built: out.openapi_parameter(built, *FILTER)["single"]["enum"],
        page=lambda built: out.page_values(built, *FILTER),
    ),
    parameter_fact(
        "default",
        FILTER,
        {"default": "redirects"},
        "all",
        "redirects",
        model=lambda one: one.default,
        client=Whole(lambda built: client.default(built, *FILTER)),
        openapi=extension("default_value"),
        page=lambda built: page_codes(FILTER, "Default")(built)[0],
    ),
    parameter_fact(
        "default of several",
        PROP,
        {"default": "ids"},
        ["ids", "title"],
        ["ids"],
        model=lambda one: str(one.default).split("|"),
        client=Whole(lambda built: client.default(built, *PROP)),
        openapi=lambda found: found["extension"]["default_value"].split("|"),
        page=page_codes(PROP, "Default"),
    ),
    parameter_fact(
        "default of a number",
        LIMIT,
        {"default": 25},
        10,
        25,
        model=lambda one: one.default,
        client=Whole(lambda built: client.default(built, *LIMIT)),
        openapi=extension("default_value"),
        page=lambda built: int(page_codes(LIMIT, "Default")(built)[0]),
    ),
    parameter_fact(
        "required",
        FROM,
        {"required": ""},
        False,
        True,
        model=lambda one: one.required,
        client=lambda one: one.required,
        openapi=lambda found: found["required"],
        page=page_flag(FROM, "required"),
    ),
    parameter_fact(
        "deprecated",
        FROM,
        {"deprecated": ""},
        False,
        True,
        model=lambda one: one.deprecated,
        client=lambda one: one.deprecated is not None,
        openapi=lambda found: found["deprecated"],
        page=page_flag(FROM, "deprecated"),
    ),
    parameter_fact(
        "deprecated values",
        FILTER,
        {"deprecatedvalues": ["redirects"]},
        None,
        ["redirects"],
        model=lambda one: one.deprecated_values,
        client=lambda one: one.deprecated and one.deprecated.values,
        openapi=extension("deprecated_values"),
        page=lambda built: out.page_marked_values(
            built, *FILTER, "deprecated", "Deprecated values"
        ),
    ),
    parameter_fact(
        "internal values",
        FILTER,
        {"internalvalues": ["redirects"]},
        None,
        ["redirects"],
        model=lambda one: one.internal_values,
        client=lambda one: one.internal,
        openapi=extension("internal_values"),
        page=page_codes(FILTER, "Internal values"),
    ),
    parameter_fact(
        "sensitive",
        FROM,
        {"sensitive": ""},
        False,
        True,
        model=lambda one: one.sensitive,
        client=lambda one: "sensitive" in one.flags,
        openapi=lambda found: bool(extension("sensitive")(found)),
        page=page_flag(FROM, "secret"),
    ),
    parameter_fact(
        "several values",
        FROM,
        MULTI,
        False,
        True,
        model=lambda one: one.multiple is not None,
        client=lambda one: one.multiple,
        openapi=lambda found: found["schema"].get("type") == "array",
        page=lambda built: out.page_meta(built, *FROM)[1].startswith("list of "),
    ),
    parameter_fact(
        "how many",
        PROP,
        {"limit": 7, "lowlimit": 7},
        50,
        7,
        model=lambda one: one.multiple and one.multiple.limit,
        client=lambda one: one.amount.limit,
        openapi=amount("limit"),
        page=page_number(PROP, "How many", SEVERAL),
    ),
    parameter_fact(
        "how many with high limits",
        PROP,
        {"highlimit": 70},
        500,
        70,
        model=lambda one: one.multiple and one.multiple.high_limit,
        client=lambda one: one.amount.high_limit,
        openapi=lambda found: found["schema"]["maxItems"],
        page=page_number(PROP, "How many", HIGH),
    ),
    parameter_fact(
        "all specifier",
        PROP,
        {"allspecifier": "*"},
        None,
        "*",
        model=lambda one: one.multiple and one.multiple.all_specifier,
        client=lambda one: one.all_specifier,
        openapi=amount("all_specifier"),
        page=lambda built: next(iter(page_codes(PROP, "How many")(built)), None),
    ),
    parameter_fact(
        "duplicates",
        PROP,
        {"allowsduplicates": ""},
        False,
        True,
        model=lambda one: bool(one.multiple and one.multiple.allows_duplicates),
        client=lambda one: "duplicates" in one.flags,
        openapi=lambda found: bool(amount("allows_duplicates")(found)),
        page=page_has(PROP, "How many", "may be repeated"),
    ),
    parameter_fact(
        "minimum",
        SIZE,
        {"min": 3},
        None,
        3,
        model=lambda one: one.minimum,
        client=lambda one: one.limit.minimum,
        openapi=lambda found: found["number"].get("minimum"),
        page=page_number(SIZE, "Range", "^([0-9]+) "),
    ),
    parameter_fact(
        "maximum",
        LIMIT,
        {"max": 77},
        500,
        77,
        model=lambda one: one.maximum,
        client=lambda one: one.limit.maximum,
        openapi=extension("maximum"),
        page=page_number(LIMIT, "Range", "to ([0-9]+)"),
    ),
    parameter_fact(
        "maximum with high limits",
        LIMIT,
        {"highmax": 777},
        5000,
        777,
        model=lambda one: one.high_maximum,
        client=lambda one: one.limit.high_maximum,
        openapi=lambda found: found["number"]["maximum"],
        page=page_number(LIMIT, "Range", HIGH),
    ),
    parameter_fact(
        "range is enforced",
        SIZE,
        {"enforcerange": ""},
        False,
        True,
        model=lambda one: one.enforce_range,
        client=lambda one: "enforced" in one.flags,
        openapi=lambda found: bool(extension("enforce_range")(found)),
        page=page_has(SIZE, "Range", "enforced"),
        needs={"min": 1, "max": 9},
    ),
    parameter_fact(
        "bytes",
        FROM,
        {"maxbytes": 255},
        None,
        255,
        model=lambda one: one.maximum_bytes,
        client=lambda one: one.length.octets,
        openapi=extension("maximum_bytes"),
        page=page_number(FROM, "Length", "up to ([0-9]+) bytes"),
    ),
    parameter_fact(
        "characters",
        FROM,
        {"maxchars": 255},
        None,
        255,
        model=lambda one: one.maximum_characters,
        client=lambda one: one.length.characters,
        openapi=lambda found: found["schema"].get("maxLength"),
        page=page_number(FROM, "Length", "up to ([0-9]+) characters"),
    ),
    parameter_fact(
        "must exist",
        FROM,
        {"mustExist": ""},
        False,
        True,
        model=lambda one: one.must_exist,
        client=lambda one: "must_exist" in one.flags,
        openapi=lambda found: bool(extension("must_exist")(found)),
        page=page_has(FROM, "Must exist"),
        needs={"type": "title"},
    ),
    parameter_fact(
        "subtypes",
        ("allimages", "user"),
        {"subtypes": ["name", "cidr"]},
        ["name", "ip", "interwiki", "id"],
        ["name", "cidr"],
        model=lambda one: one.subtypes,
        client=lambda one: one.subtypes,
        openapi=extension("subtypes"),
        page=page_codes(("allimages", "user"), "Kinds"),
    ),
    parameter_fact(
        "extra namespaces",
        ("links", "namespace"),
        {"extranamespaces": [-2]},
        [-2, -1],
        [-2],
        model=lambda one: one.extra_namespaces,
        client=lambda one: one.extra_namespaces,
        openapi=extension("extra_namespaces"),
        page=lambda built: [
            int(one) for one in page_codes(("links", "namespace"), "Namespaces")(built)
        ],
    ),
    parameter_fact(
        "token type",
        FROM,
        {"tokentype": "csrf"},
        None,
        "csrf",
        model=lambda one: one.token_type,
        client=Whole(lambda built: client.token_type(built, *FROM)),
        openapi=extension("token_type"),
        page=lambda built: next(iter(page_codes(FROM, "Token")(built) or []), None),
    ),
    parameter_fact(
        "info note",
        ("deletedrevs", "start"),
        {"info": [{"name": "modes", "values": [1, 3]}]},
        [["modes", 1, 2]],
        [["modes", 1, 3]],
        model=lambda one: [[note.name, *(note.values or ())] for note in one.notes],
        client=lambda one: [[note.kind, *note.values] for note in one.notes],
        openapi=lambda found: [
            [note["name"], *note["values"]] for note in found["extension"]["notes"]
        ],
        page=lambda built: [
            [
                word if word == "modes" else int(word)
                for word in page_codes(("deletedrevs", "start"), "Remark")(built)
            ]
        ],
    ),
    Fact(
        "parameter: name",
        change=together(
            parameter_change("allpages", "minsize", "name", "least"),
            rename(TEXTS, "modules", "allpages", "parameters", "minsize", to="least"),
        ),
        before=True,
        after=False,
        model=lambda built: "minsize"
        in [one.name for one in built.operation("allpages").parameters],
        client=lambda built: "minsize" in client.fields(built, "allpages"),
        openapi=lambda built: "apminsize" in out.wire_names(built, "allpages"),
        page=lambda built: "apminsize" in out.page_parameters(built, "allpages"),
    ),
    Fact(
        "parameter: templated",
        change=module_change(
            "allpages",
            "templatedparameters",
            [
                {
                    "index": 1,
                    "name": "{slot}text",
                    "type": "string",
                    "templatevars": {"slot": "prefix"},
                }
            ],
        ),
        before=[],
        after=["{slot}text"],
        model=lambda built: [one.name for one in built.operation("allpages").templated_parameters],
        client=lambda built: [
            name for name, one in client.fields(built, "allpages").items() if one.template
        ],
        openapi=lambda built: list(out.template_names(built, "allpages")),
        page=lambda built: [
            one.removeprefix("ap").replace("ap{", "{")
            for one in out.page_parameters(built, "allpages")
            if "{" in one
        ],
    ),
    Fact(
        "parameter: summary",
        change=put(TEXTS, "modules", "allpages", "parameters", "minsize", to="Fewest bytes."),
        before="List only pages of at least this many bytes.",
        after="Fewest bytes.",
        model=lambda built: built.parameter(*SIZE).summary,
        client=partial(client.parameter_doc, id_=SIZE[0], name=SIZE[1]),
        openapi=lambda built: out.first_paragraph(built, *SIZE),
        page=lambda built: out.page_parameter_text(built, *SIZE),
    ),
    Fact(
        "parameter: meaning of a value",
        change=put(
            TEXTS,
            "modules",
            "categorymembers",
            "parameters",
            "prop",
            "values",
            "ids",
            to="A number.",
        ),
        before="Page id.",
        after="A number.",
        model=lambda built: built.parameter(*PROP).value_texts["ids"],
        client=partial(client.value_text, id_=PROP[0], name=PROP[1], value="ids"),
        openapi=lambda built: out.openapi_value_text(built, *PROP, "ids"),
        page=partial(out.page_value_text, id_=PROP[0], name=PROP[1], value="ids"),
    ),
]

# --- Modules -------------------------------------------------------------------------------------------


def module_fact(
    name: str,
    key: str,
    to: Any,
    before: Any,
    after: Any,
    *,
    attribute: str,
    client: Reader | Silent,
    page: Reader,
    module: str = "allpages",
    openapi: Reader | None = None,
) -> Fact:
    """A fact that the catalogue tells of a module."""
    return Fact(
        f"module: {name}",
        change=module_change(module, key, to),
        before=before,
        after=after,
        model=lambda built: plain(getattr(built.operation(module), attribute)),
        client=client,
        openapi=openapi or partial(out.openapi_module, id_=module, key=attribute, default=False),
        page=page,
    )


ALLPAGES = "allpages"
MODULES = [
    module_fact(
        "prefix",
        "prefix",
        "xy",
        "ap",
        "xy",
        attribute="prefix",
        client=partial(client.wire, id_=ALLPAGES, key="prefix"),
        page=lambda built: out.module_line(built, ALLPAGES).codes[2],
        openapi=lambda built: out.wire_names(built, ALLPAGES)[0].removesuffix("from"),
    ),
    module_fact(
        "generator",
        "generator",
        None,
        True,
        False,
        attribute="generator",
        client=lambda built: issubclass(
            client.class_of(built, ALLPAGES), client.runtime(built, "module").Generator
        ),
        page=partial(out.page_badge, id_=ALLPAGES, words="generator"),
    ),
    module_fact(
        "read right",
        "readrights",
        None,
        True,
        False,
        attribute="read_rights",
        client=partial(client.wire, id_=ALLPAGES, key="read"),
        page=partial(out.page_badge, id_=ALLPAGES, words="needs the read right"),
    ),
    module_fact(
        "write right",
        "writerights",
        "",
        False,
        True,
        attribute="write_rights",
        client=partial(client.wire, id_=ALLPAGES, key="write"),
        page=partial(out.page_badge, id_=ALLPAGES, words="needs the write right"),
    ),
    module_fact(
        "must be posted",
        "mustbeposted",
        "",
        False,
        True,
        attribute="must_be_posted",
        client=partial(client.wire, id_=ALLPAGES, key="post"),
        page=partial(out.page_badge, id_=ALLPAGES, words="must be posted"),
    ),
    module_fact(
        "deprecated",
        "deprecated",
        "",
        False,
        True,
        attribute="deprecated",
        client=partial(client.wire, id_=ALLPAGES, key="deprecated"),
        page=partial(out.page_badge, id_=ALLPAGES, words="deprecated"),
        openapi=partial(out.openapi_deprecated, id_=ALLPAGES),
    ),
    module_fact(
        "internal",
        "internal",
        "",
        False,
        True,
        attribute="internal",
        client=partial(client.wire, id_=ALLPAGES, key="internal"),
        page=partial(out.page_badge, id_=ALLPAGES, words="internal"),
    ),
    module_fact(
        "help addresses",
        "helpurls",
        ["https://example.org/help"],
        ["https://www.mediawiki.org/wiki/Special:MyLanguage/API:Allpages"],
        ["https://example.org/help"],
        attribute="help_urls",
        client=REFERENCE,
        page=lambda built: [
            one.all("a")[0].attributes["href"] for one in out.page_about(built, ALLPAGES, "Manual")
        ],
    ),
    module_fact(
        "provided by",
        "sourcename",
        "Another",
        "MediaWiki",
        "Another",
        attribute="provided_by_name",
        client=REFERENCE,
        page=lambda built: out.page_about(built, ALLPAGES, "Provided by")[0]
        .text.removeprefix("Provided by ")
        .partition(" (")[0],
    ),
    module_fact(
        "licence",
        "licensetag",
        "MIT",
        "GPL-2.0-or-later",
        "MIT",
        attribute="license_tag",
        client=REFERENCE,
        page=lambda built: out.page_about(built, ALLPAGES, "Provided by")[0].all("a")[0].text,
    ),
    module_fact(
        "address of the licence",
        "licenselink",
        "https://example.org/licence",
        "https://wiki.example.org/index.php/Special:Version/License/MediaWiki",
        "https://example.org/licence",
        attribute="license_link",
        client=REFERENCE,
        page=lambda built: out.page_about(built, ALLPAGES, "Provided by")[0]
        .all("a")[0]
        .attributes["href"],
    ),
    module_fact(
        "dynamic parameters",
        "dynamicparameters",
        True,
        None,
        True,
        attribute="dynamic_parameters",
        client=REFERENCE,
        openapi=partial(out.openapi_module, id_=ALLPAGES, key="dynamic_parameters"),
        page=lambda built: True if out.page_about(built, ALLPAGES, "Takes more") else None,
    ),
    module_fact(
        "group",
        "group",
        "meta",
        "list",
        "meta",
        attribute="group",
        client=partial(client.wire, id_=ALLPAGES, key="group"),
        page=lambda built: out.module_line(built, ALLPAGES).codes[0].partition("=")[0],
    ),
    Fact(
        "module: class name",
        change=put(NAMES, "modules", ALLPAGES, "class_name", to="EveryPage"),
        before="AllPages",
        after="EveryPage",
        model=lambda built: built.operation(ALLPAGES).class_name,
        client=lambda built: client.class_of(built, ALLPAGES).__name__,
        openapi=partial(out.openapi_class_name, id_=ALLPAGES),
        page=lambda built: out.module_line(built, ALLPAGES).codes[1],
    ),
    Fact(
        "module: summary",
        change=put(TEXTS, "modules", ALLPAGES, "summary", to="List them."),
        before="List the pages of one namespace, by title.",
        after="List them.",
        model=lambda built: built.operation(ALLPAGES).summary,
        client=lambda built: client.doc(built, ALLPAGES)[0],
        openapi=partial(out.openapi_module, id_=ALLPAGES, key="summary"),
        page=lambda built: next(
            one.text
            for one in built.page("list/allpages").root.all("p")
            if "sl-lead" in one.classes
        ),
    ),
]

# --- Results -------------------------------------------------------------------------------------------

ITEM = "CategoryMembersItem"
MEMBERS = "categorymembers"
RESULT = ("modules", MEMBERS, "result")


def result_fact(
    name: str, key: str, to: Any, before: Any, *, client: Reader | Silent, page: Reader
) -> Fact:
    """A fact about where a result lies."""
    return Fact(
        f"result: {name}",
        change=put(RESULTS, *RESULT, key, to=to),
        before=before,
        after=to,
        model=lambda built: empty_is_none(getattr(built.operation(MEMBERS).result, key)),
        client=client,
        openapi=partial(out.openapi_result, id_=MEMBERS, key=key),
        page=page,
    )


def record_field(key: str) -> Reader:
    """An attribute of the field `type` in the model."""
    return lambda built: empty_is_none(getattr(built.field(ITEM, "type"), key))


def field_fact(
    name: str,
    to: dict[str, Any],
    before: Any,
    after: Any,
    *,
    read: Reader,
    client: Reader | Silent,
    openapi: Callable[[dict[str, Any]], Any],
    page: Callable[[dict[str, Any]], Any],
) -> Fact:
    """A fact of the field `type` of a category's member."""
    first = {"type": "string", "by": "type", "summary": "What it is."}
    return Fact(
        f"field: {name}",
        change=put(RESULTS, *RESULT, "fields", "type", to={**first, **to}),
        before=before,
        after=after,
        model=read,
        client=client,
        openapi=lambda built: openapi(out.openapi_field(built, ITEM, "type")),
        page=lambda built: page(out.page_field(built, MEMBERS, ITEM, "type")),
        needs=put(RESULTS, *RESULT, "fields", "type", to=first),
    )


def member_hint(built: Built) -> Any:
    """The annotation of the field in the client."""
    return client.hints(built, MEMBERS, ITEM)["type"]


def member_text(built: Built) -> list[str]:
    """What the client says of the field, sentence by sentence."""
    text = client.record_doc(built, MEMBERS, ITEM, "type")
    return re.split(r"(?<=[.]) ", text) if text else []


def model_presence(built: Built) -> dict[str, Any]:
    """When the field is there."""
    found = built.field(ITEM, "type")
    rule: dict[str, Any] = {"brought_by": list(found.brought_by)} if found.brought_by else {}
    if found.presence is not None:
        rule |= {"when": found.presence.when} if found.presence.when else {"optional": True}
        rule |= {"usual": True} if found.presence.usual else {}
    return rule


def client_presence(built: Built) -> dict[str, Any]:
    """When the field is there, as the class says it: in words, or in its annotation."""
    hint = member_hint(built)
    usual = client.circumstance(built, hint)
    optional = "type" in client.record(built, MEMBERS, ITEM).__optional_keys__
    brought = client.brought_by(built, hint)
    rule: dict[str, Any] = {"brought_by": brought} if brought else {}
    when = next(
        (one.removeprefix("When: ") for one in member_text(built) if one.startswith("When: ")), None
    )
    if optional:
        rule |= {"when": when.removesuffix(".")} if when else {"optional": True}
    return rule if usual is None else {**rule, "when": usual, "usual": True}


def openapi_presence(schema: dict[str, Any]) -> dict[str, Any]:
    """When the field is there; it must then not be required."""
    found = dict(schema.get("x-specloom-presence", {}))
    return {"optional": True, **found} if set(found) == {"brought_by", "optional"} else found


RESULT_FACTS = [
    result_fact(
        "key",
        "key",
        "members",
        "categorymembers",
        client=partial(client.wire, id_=MEMBERS, key="key"),
        page=lambda built: re.search(r"in query[.](\w+)", out.page_result(built, MEMBERS)[0])[1],
    ),
    result_fact(
        "where",
        "where",
        "top-level",
        "query",
        client=partial(client.wire, id_=MEMBERS, key="where"),
        page=lambda built: (
            "top-level" if "beside query" in out.page_result(built, MEMBERS)[0] else "query"
        ),
    ),
    result_fact(
        "continuation",
        "continuation",
        ["cmcontinue", "cmstart"],
        ["cmcontinue"],
        client=lambda built: client.class_of(built, MEMBERS).__continue__,
        page=lambda built: re.findall(
            r"cm\w+", next(one for one in out.page_result(built, MEMBERS) if "continue" in one)
        ),
    ),
    result_fact(
        "note",
        "note",
        "Some may repeat.",
        None,
        client=Silent("the layout of an answer is the client's business; its result is typed"),
        page=lambda built: next(
            (one for one in out.page_result(built, MEMBERS) if one == "Some may repeat."), None
        ),
    ),
    result_fact(
        "source",
        "source",
        "measured",
        "MediaWiki 1.39.17, includes/api/ApiQueryCategoryMembers.php",
        client=SOURCES,
        page=lambda built: next(
            one.removeprefix("Source: ")
            for one in out.page_result(built, MEMBERS)
            if one.startswith("Source: ")
        ),
    ),
    Fact(
        "result: items",
        change=put(RESULTS, "modules", "querypage", "result", "items_key", to="found"),
        before="results",
        after="found",
        model=lambda built: built.operation("querypage").result.items_key,
        client=partial(client.wire, id_="querypage", key="items"),
        openapi=partial(out.openapi_result, id_="querypage", key="items_key"),
        page=lambda built: re.search(
            "The items are its member (\\w+)", " ".join(out.page_result(built, "querypage"))
        )[1],
    ),
    Fact(
        "result: groups",
        change=put(RESULTS, "modules", "allrevisions", "result", "nested_key", to="changes"),
        before="revisions",
        after="changes",
        model=lambda built: built.operation("allrevisions").result.nested_key,
        client=partial(client.wire, id_="allrevisions", key="nested"),
        openapi=partial(out.openapi_result, id_="allrevisions", key="nested_key"),
        page=lambda built: re.search(
            "holds them in (\\w+)", " ".join(out.page_result(built, "allrevisions"))
        )[1],
    ),
    Fact(
        "result: container",
        change=put(RESULTS, "modules", "iwlinks", "result", "container", to="object"),
        before="list",
        after="object",
        model=lambda built: (
            "list" if isinstance(built.operation("iwlinks").result.type, model.ListOf) else "object"
        ),
        client=lambda built: (
            "list" if get_origin(client.result_type(built, "iwlinks")) is list else "object"
        ),
        openapi=lambda built: {"array": "list", "object": "object"}[
            out.openapi_result_schema(built, "iwlinks")["type"]
        ],
        page=lambda built: (
            "list" if out.page_result(built, "iwlinks")[0].startswith("List of ") else "object"
        ),
    ),
    field_fact(
        "type",
        {"type": "list of integer"},
        "string",
        "list of integer",
        read=lambda built: model_words(built.field(ITEM, "type").type),
        client=lambda built: client.words(built, member_hint(built)),
        openapi=schema_words,
        page=lambda row: page_type(row["Type"].text),
    ),
    field_fact(
        "type of one of several",
        {"type": "integer or null"},
        "string",
        "integer or null",
        read=lambda built: model_words(built.field(ITEM, "type").type),
        client=lambda built: client.words(built, member_hint(built)),
        openapi=schema_words,
        page=lambda row: page_type(row["Type"].text),
    ),
    field_fact(
        "value of prop that brings it",
        {"by": ["title", "ids"]},
        {"brought_by": ["type"]},
        {"brought_by": ["title", "ids"]},
        read=model_presence,
        client=client_presence,
        openapi=openapi_presence,
        page=lambda row: out.page_presence(row["Present"]),
    ),
    field_fact(
        "optional",
        {"optional": True},
        {"brought_by": ["type"]},
        {"brought_by": ["type"], "optional": True},
        read=model_presence,
        client=client_presence,
        openapi=openapi_presence,
        page=lambda row: out.page_presence(row["Present"]),
    ),
    field_fact(
        "when",
        {"when": "it rains"},
        {"brought_by": ["type"]},
        {"brought_by": ["type"], "when": "it rains"},
        read=model_presence,
        client=client_presence,
        openapi=openapi_presence,
        page=lambda row: out.page_presence(row["Present"]),
    ),
    field_fact(
        "usual",
        {"when": "it rains", "usual": True},
        {"brought_by": ["type"]},
        {"brought_by": ["type"], "when": "it rains", "usual": True},
        read=model_presence,
        client=client_presence,
        openapi=openapi_presence,
        page=lambda row: out.page_presence(row["Present"]),
    ),
    field_fact(
        "summary",
        {"summary": "Kind of page."},
        "What it is.",
        "Kind of page.",
        read=record_field("summary"),
        client=lambda built: next(iter(member_text(built)), None),
        openapi=lambda schema: schema.get("description", "").split("\n\n")[0] or None,
        page=lambda row: row["About"].text or None,
    ),
    field_fact(
        "known values",
        {"known_values": ["a", "b"]},
        None,
        ["a", "b"],
        read=record_field("known_values"),
        client=lambda built: client.known_values(member_text(built)),
        openapi=lambda schema: schema.get("x-specloom-known-values"),
        page=lambda row: row["About"].codes or None,
    ),
    field_fact(
        "format",
        {"format": "uri"},
        None,
        "uri",
        read=record_field("format"),
        client=Silent("a client passes texts on as they come, whatever their format"),
        openapi=lambda schema: schema.get("format"),
        page=lambda row: "uri" if row["Type"].text.endswith(", URL") else None,
    ),
    field_fact(
        "seen in an answer",
        {"observed": False},
        True,
        False,
        read=lambda built: built.field(ITEM, "type").observed,
        client=Silent("how a fact is known is no matter of the caller"),
        openapi=lambda schema: schema.get("x-specloom-observed", True),
        page=lambda row: "not seen in an answer" not in row["About"].text,
    ),
    field_fact(
        "source",
        {"source": "measured"},
        None,
        "measured",
        read=record_field("source"),
        client=SOURCES,
        openapi=lambda schema: schema.get("x-specloom-source"),
        page=lambda row: row["About"].text.partition("Source: ")[2] or None,
    ),
    Fact(
        "field: name",
        change=rename(RESULTS, *RESULT, "fields", "type", to="add-kind"),
        before=["type", False],
        after=[False, "add-kind"],
        model=lambda built: [
            name in [one.name for one in built.record(ITEM).fields] and name
            for name in ("type", "add-kind")
        ],
        client=lambda built: [
            name in client.hints(built, MEMBERS, ITEM) and name for name in ("type", "add-kind")
        ],
        openapi=lambda built: [
            name in out.openapi_fields(built, ITEM) and name for name in ("type", "add-kind")
        ],
        page=lambda built: [
            name in out.page_fields(built, MEMBERS, ITEM) and name for name in ("type", "add-kind")
        ],
    ),
]

# --- Rules ---------------------------------------------------------------------------------------------


def as_rule(found: dict[str, Any]) -> dict[str, Any]:
    """The parts of a rule that are told."""
    return {key: plain(one) for key, one in found.items() if one not in (None, (), [])}


def rule_fact(name: str, after: dict[str, Any]) -> Fact:
    """One rule in place of those that a module has."""
    first = {"kind": "max_one", "terms": ["start", "end"], "code": "mixed"}

    def read_page(built: Built) -> dict[str, Any]:
        (item,) = out.page_rules(built, MEMBERS)
        return out.page_rule(item)

    return Fact(
        f"rule: {name}",
        change=put(RULES, "modules", MEMBERS, "rules", to=[after]),
        before=first,
        after=after,
        model=lambda built: as_rule(
            {
                key: one
                for key, one in to_builtins(built.operation(MEMBERS).rules[0]).items()
                if key != "source"
            }
        ),
        client=lambda built: as_rule(client.rule(client.rules(built, MEMBERS)[0])),
        openapi=lambda built: as_rule(
            {
                key: one
                for key, one in out.openapi_module(built, MEMBERS, "rules")[0].items()
                if key != "source"
            }
        ),
        page=read_page,
        needs=put(RULES, "modules", MEMBERS, "rules", to=[first]),
    )


def shared_rule(name: str) -> Change:
    """One rule of two modules."""
    rules = [{"kind": "max_one", "name": name, "terms": ["dir", "limit"], "code": "mixed"}]
    return together(
        *(put(RULES, "modules", id_, "rules", to=rules) for id_ in (MEMBERS, "allpages"))
    )


RULE_FACTS = [
    rule_fact("kind", {"kind": "at_least_one", "terms": ["start", "end"], "code": "mixed"}),
    rule_fact("terms", {"kind": "max_one", "terms": ["start", "pageid"], "code": "mixed"}),
    rule_fact("code", {"kind": "max_one", "terms": ["start", "end"], "code": "other"}),
    rule_fact(
        "code when none is given",
        {
            "kind": "exactly_one",
            "terms": ["start", "end"],
            "code": "mixed",
            "code_when_none": "missing",
        },
    ),
    rule_fact(
        "others",
        {"kind": "requires", "terms": ["start"], "others": ["sort=timestamp"], "code": "mixed"},
    ),
    rule_fact(
        "effect",
        {"kind": "ignored", "terms": ["start"], "others": ["end"], "effect": "It is not read."},
    ),
    rule_fact("value", {"kind": "namespace", "terms": ["title"], "value": 10, "code": "mixed"}),
    rule_fact(
        "limits",
        {"kind": "count", "terms": ["prop"], "limit": 3, "high_limit": 30, "code": "mixed"},
    ),
    rule_fact(
        "pairs",
        {
            "kind": "conflicting_values",
            "terms": ["type"],
            "pairs": [["page", "file"]],
            "code": "mixed",
        },
    ),
]

# --- The wiki ------------------------------------------------------------------------------------------


def wire_fact(
    key: str, to: Any, before: Any, client_key: str, page: Reader, name: str | None = None
) -> Fact:
    """A fact about how any module is called."""
    path = key.split(".")
    read_key = path[0]

    def step(value: Any) -> Any:
        for one in path[1:]:
            value = value[one]
        return value

    return Fact(
        f"wire: {name or key}",
        change=put(PROTOCOL, "wire", *path, to=to),
        before=before,
        after=to,
        model=lambda built: step(getattr(built.api.wire, read_key)),
        client=lambda built: step(getattr(client.protocol(built), client_key)),
        openapi=lambda built: step(out.openapi_wire(built)[read_key]),
        page=page,
    )


def calling_code(term: str, number: int) -> Reader:
    """A code element of the page about calls."""
    return lambda built: out.calling(built)[term].codes[number]


WIRE = [
    wire_fact(
        "fixed_parameters.errorformat",
        "html",
        "plaintext",
        "fixed",
        lambda built: dict(one.split("=") for one in out.calling(built)["Always sent"].codes)[
            "errorformat"
        ],
    ),
    wire_fact(
        "group_parameters.meta",
        "about",
        "meta",
        "groups",
        lambda built: out.calling(built)["Modules"].codes[2].removesuffix("=…"),
    ),
    wire_fact("generator_prefix", "z", "g", "generator_prefix", calling_code("Generator", 1)),
    wire_fact("separator", ",", "|", "separator", calling_code("Several values", 0)),
    wire_fact(
        "alternative_separator",
        "\x1e",
        "\x1f",
        "alternative_separator",
        lambda built: chr(
            int(out.calling(built)["Several values"].codes[1].removeprefix("U+"), 16)
        ),
    ),
    wire_fact(
        "post_above_bytes",
        999,
        2000,
        "post_above_bytes",
        lambda built: int(re.search("above ([0-9]+) bytes", out.calling(built)["By POST"].text)[1]),
    ),
    wire_fact(
        "post_header",
        "X-Read: 1",
        "Promise-Non-Write-API-Action: true",
        "post_header",
        calling_code("By POST", 0),
    ),
    wire_fact(
        "error_header", "X-Error", "MediaWiki-API-Error", "error_header", calling_code("Errors", 0)
    ),
    Fact(
        "wire: generator_parameter",
        change=together(
            put(PROTOCOL, "wire", "generator_parameter", to="from"),
            rename(PROTOCOL, "wire", "parameters", "generator", to="from"),
        ),
        before="generator",
        after="from",
        model=lambda built: built.api.wire.generator_parameter,
        client=lambda built: client.protocol(built).generator_parameter,
        openapi=lambda built: out.openapi_wire(built)["generator_parameter"],
        page=lambda built: out.calling(built)["Generator"].codes[0].removesuffix("=…"),
    ),
    Fact(
        "query parameter: limit",
        change=put(PROTOCOL, "wire", "parameters", "titles", "high_limit", to=77),
        before=500,
        after=77,
        model=lambda built: built.api.wire.parameters[0].multiple.high_limit,
        client=lambda built: client.protocol(built).batches["titles"][1],
        openapi=lambda built: out.openapi_query_parameter(built, "titles")["schema"]["maxItems"],
        page=lambda built: int(
            re.search(HIGH, terms(built.page("calling").section("param-titles"))["How many"].text)[
                1
            ]
        ),
    ),
    Fact(
        "query parameter: summary",
        change=put(PROTOCOL, "wire", "parameters", "titles", "summary", to="Which pages."),
        before="Titles of the pages to work on.",
        after="Which pages.",
        model=lambda built: built.api.wire.parameters[0].summary,
        client=Silent(
            "the query's own parameters are arguments of the client's methods, written by hand"
        ),
        openapi=lambda built: out.openapi_query_parameter(built, "titles")["description"].split(
            "\n\n"
        )[0],
        page=lambda built: built.page("calling").section("param-titles").all("p")[1].text,
    ),
    Fact(
        "query parameter: name",
        change=rename(PROTOCOL, "wire", "parameters", "servedby", to="servant"),
        before=True,
        after=False,
        model=lambda built: "servedby" in [one.name for one in built.api.wire.parameters],
        client=lambda built: "servedby" in client.protocol(built).parameters,
        openapi=lambda built: "servedby" in out.openapi_query_names(built),
        page=lambda built: "param-servedby" in built.page("calling"),
    ),
    Fact(
        "wire: resolutions",
        change=rename(PROTOCOL, "wire", "resolutions", "normalized", to="tidied"),
        before="normalized",
        after="tidied",
        model=lambda built: built.api.wire.resolutions[0].name,
        client=lambda built: client.protocol(built).resolutions[0],
        openapi=out.openapi_first_resolution,
        page=out.page_first_resolution,
    ),
    Fact(
        "error code: text",
        change=put(PROTOCOL, "errors", "maxlag", "text", to="Too slow."),
        before="The databases lag more than `maxlag` allows.",
        after="Too slow.",
        model=lambda built: built.api.errors[0].text,
        client=Silent("the server's own words come with the error"),
        openapi=lambda built: out.openapi_entry(built, "errors", "code", "maxlag")["text"],
        page=lambda built: out.in_backticks(out.error_row(built, "maxlag")[1]),
    ),
    Fact(
        "error code: whether to try again",
        change=put(PROTOCOL, "errors", "badvalue", "retry", to="later"),
        before="never",
        after="later",
        model=lambda built: next(one.retry for one in built.api.errors if one.code == "badvalue"),
        client=lambda built: (
            "later" if "badvalue" in client.protocol(built).retry_later else "never"
        ),
        openapi=lambda built: out.openapi_entry(built, "errors", "code", "badvalue").get(
            "retry", "never"
        ),
        page=lambda built: out.error_row(built, "badvalue")[2].text or "never",
    ),
    Fact(
        "fact: text",
        change=put(PROTOCOL, "facts", "boolean", "text", to="Flags wave."),
        before="A flag is true by being there, whatever its value: `redirects=0` resolves redirects."
        " False is said by leaving it out.",
        after="Flags wave.",
        model=lambda built: next(one.text for one in built.api.facts if one.id == "boolean"),
        client=REFERENCE,
        openapi=lambda built: out.openapi_entry(built, "facts", "id", "boolean")["text"],
        page=lambda built: out.in_backticks(built.page("calling").element("fact-boolean")),
    ),
    Fact(
        "unspecified: assumed",
        change=put(OPEN, "unspecified", "events", "assumed", to="Some may come."),
        before="There are none; what is new is found by asking, with recentchanges or logevents.",
        after="Some may come.",
        model=lambda built: next(
            one.assumed for one in built.api.unspecified if one.id == "events"
        ),
        client=REFERENCE,
        openapi=lambda built: out.openapi_entry(built, "unspecified", "id", "events")["assumed"],
        page=lambda built: terms(built.page("unspecified").section("unspecified-events"))[
            "Assumed"
        ].text,
    ),
    Fact(
        "value list: name",
        change=rename(NAMES, "value_lists", "Direction", to="Way"),
        before="Direction",
        after="Way",
        model=lambda built: built.parameter("allpages", "dir").enumeration,
        client=lambda built: next(
            name for name in ("Direction", "Way") if hasattr(built.client_module("values"), name)
        ),
        openapi=extension_of(("allpages", "dir"), "enumeration"),
        page=lambda built: next(
            name
            for name in ("Direction", "Way")
            if name in out.page_list_names(built, "allpages", "dir")
        ),
    ),
    Fact(
        "value list: summary",
        change=put(NAMES, "value_lists", "Direction", "summary", to="Up or down."),
        before="Order of titles or names.",
        after="Up or down.",
        model=lambda built: next(one.summary for one in built.api.types if one.name == "Direction"),
        client=partial(client.value_list_doc, name="Direction"),
        openapi=partial(out.openapi_value_list, name="Direction", key="description"),
        page=lambda built: built.page("values").section("values-Direction").all("p")[0].text,
    ),
    Fact(
        "value list: decided by the site",
        change=put(NAMES, "value_lists", "Direction", "site_specific", to=True),
        before=False,
        after=True,
        model=lambda built: built.enumeration("Direction").site_specific,
        client=lambda built: client.field(built, "allpages", "dir").open,
        openapi=lambda built: bool(
            out.openapi_value_list(built, name="Direction", key="x-specloom-site-specific")
        ),
        page=lambda built: out.page_is_site_specific(built, "Direction"),
    ),
    Fact(
        "server: example",
        change=put(PROTOCOL, "server", "example", to="https://other.example.org/w/api.php"),
        before="https://wiki.example.org/w/api.php",
        after="https://other.example.org/w/api.php",
        model=lambda built: built.api.server.example,
        client=lambda built: client.example_address(built),
        openapi=lambda built: out.both(
            built,
            lambda one, document: one.openapi(document)["servers"][0]["variables"]["base_url"][
                "default"
            ],
        )
        + "/api.php",
        page=lambda built: out.calling(built)["For example"].codes[0],
    ),
    Fact(
        "title",
        change=put(PROTOCOL, "title", to="Our wiki"),
        before="Wiki query modules",
        after="Our wiki",
        model=lambda built: built.api.title,
        client=lambda built: (built.client.__doc__ or "").split("\n")[0].removesuffix("."),
        openapi=lambda built: out.both(
            built, lambda one, document: one.openapi(document)["info"]["title"]
        ),
        page=lambda built: built.page("index").root.all("h1")[0].text,
    ),
    Fact(
        "group: title",
        change=put(PROTOCOL, "groups", "list", "title", to="Lists of things"),
        before="Lists",
        after="Lists of things",
        model=lambda built: built.api.groups[0].title,
        client=Silent("a group is a base class of the client, not a namespace with a title"),
        openapi=Silent("a tag has one line of text, the group's summary"),
        page=lambda built: built.page("index").element("group-list").text,
    ),
]

# --- Further keys of the overlays --------------------------------------------------------------------


def wiki_fact(name: str, path: tuple[str, ...], before: Any, after: Any, **readers: Any) -> Fact:
    """A fact at one place of the protocol's file."""
    return Fact(name, change=put(PROTOCOL, *path, to=after), before=before, after=after, **readers)


def query_parameter(key: str) -> Reader:
    """An attribute of the query's parameter `uselang`."""
    return lambda built: empty_is_none(
        getattr(next(one for one in built.api.wire.parameters if one.name == "uselang"), key)
    )


def query_extension(key: str) -> Reader:
    """The same in the documents' extension."""
    return lambda built: out.openapi_query_parameter(built, "uselang")["x-specloom-parameter"].get(
        key
    )


def query_term(title: str) -> Reader:
    """The same under a term of the page about calls."""

    def read(built: Built) -> Any:
        found = terms(built.page("calling").section("param-uselang")).get(title)
        return None if found is None else found.codes or found.text

    return read


def query_meta(built: Built) -> Element:
    """The line below the heading of `uselang`."""
    section = built.page("calling").section("param-uselang")
    return next(one for one in section.all("p") if "sl-meta" in one.classes)


BY_HAND = Silent(
    "the query's own parameters are arguments of the client's methods, written by hand"
)
IN_REGISTER = Silent(
    "told in the model and the documents; a page would only repeat it on each line"
)
USELANG = ("wire", "parameters", "uselang")


def uselang_fact(
    key: str, after: Any, before: Any, *, attribute: str, openapi: Reader, page: Reader
) -> Fact:
    """A fact of a parameter of the query itself."""
    return Fact(
        f"query parameter: {key}",
        change=put(PROTOCOL, *USELANG, key, to=after),
        before=before,
        after=after,
        model=query_parameter(attribute),
        client=BY_HAND,
        openapi=openapi,
        page=page,
        needs=put(PROTOCOL, *USELANG, to={"type": "namespace", "multiple": True, "limit": 50}),
    )


def shared_record(key: str) -> Reader:
    """An attribute of a record that stands on its own."""
    return lambda built: getattr(built.record("PageState"), key)


FURTHER = [
    uselang_fact(
        "type",
        "user",
        "namespace",
        attribute="type",
        openapi=query_extension("type"),
        page=lambda built: {"namespace numbers": "namespace", "users": "user"}[
            query_meta(built).text.split(" · ")[1].removeprefix("list of ")
        ],
    ),
    uselang_fact(
        "default",
        "5",
        None,
        attribute="default",
        openapi=query_extension("default_value"),
        page=lambda built: (query_term("Default")(built) or [None])[0],
    ),
    uselang_fact(
        "deprecated",
        True,
        False,
        attribute="deprecated",
        openapi=lambda built: out.openapi_query_parameter(built, "uselang").get(
            "deprecated", False
        ),
        page=lambda built: "deprecated" in [one.text for one in query_meta(built).all("strong")],
    ),
    uselang_fact(
        "extra_namespaces",
        [-2],
        None,
        attribute="extra_namespaces",
        openapi=query_extension("extra_namespaces"),
        page=lambda built: (
            [int(one) for one in found] if (found := query_term("Namespaces")(built)) else None
        ),
    ),
    uselang_fact(
        "source",
        "measured",
        "MediaWiki 1.39.17, measured",
        attribute="source",
        openapi=query_extension("source"),
        page=query_term("Source"),
    ),
    Fact(
        "query parameter: several values",
        change=put(PROTOCOL, *USELANG, to={"type": "namespace"}),
        before=True,
        after=False,
        model=lambda built: query_parameter("multiple")(built) is not None,
        client=BY_HAND,
        openapi=lambda built: (
            out.openapi_query_parameter(built, "uselang")["schema"]["type"] == "array"
        ),
        page=lambda built: "list of" in query_meta(built).text,
        needs=put(PROTOCOL, *USELANG, to={"type": "namespace", "multiple": True}),
    ),
    Fact(
        "query parameter: limit",
        change=put(PROTOCOL, *USELANG, "limit", to=7),
        before=50,
        after=7,
        model=lambda built: query_parameter("multiple")(built).limit,
        client=BY_HAND,
        openapi=lambda built: query_extension("multiple")(built)["limit"],
        page=lambda built: int(re.search(SEVERAL, query_term("How many")(built))[1]),
        needs=put(PROTOCOL, *USELANG, to={"type": "namespace", "multiple": True, "limit": 50}),
    ),
    Fact(
        "query parameter: values",
        change=put(PROTOCOL, "wire", "parameters", "assert", "values", to="Direction"),
        before="AssertedState",
        after="Direction",
        model=lambda built: next(
            one.enumeration for one in built.api.wire.parameters if one.name == "assert"
        ),
        client=BY_HAND,
        openapi=lambda built: out.openapi_query_parameter(built, "assert")["x-specloom-parameter"][
            "enumeration"
        ],
        page=lambda built: (
            "Direction"
            if "ascending" in terms(built.page("calling").section("param-assert"))["Values"].codes
            else "AssertedState"
        ),
    ),
    wiki_fact(
        "server: url",
        ("server", "url"),
        "{endpoint}",
        "https://{endpoint}/w/api.php",
        model=lambda built: built.api.server.url,
        client=Silent("the address is an argument of the client"),
        openapi=Silent("a path cannot be empty, so the documents take the folder of the script"),
        page=lambda built: out.calling(built)["Address"].codes[0],
    ),
    wiki_fact(
        "server: summary",
        ("server", "summary"),
        "Address of the wiki's `api.php`.",
        "Where it is.",
        model=lambda built: built.api.server.summary,
        client=Silent("the address is an argument of the client"),
        openapi=lambda built: out.both(
            built,
            lambda one, document: one.openapi(document)["servers"][0]["description"].replace(
                ", without `/api.php`", ""
            ),
        ),
        page=lambda built: out.in_backticks(out.calling(built)["Address"]).removeprefix(
            "`{endpoint}` "
        ),
    ),
    wiki_fact(
        "server: source",
        ("server", "source"),
        "MediaWiki 1.39.17, includes/api/ApiMain.php",
        "measured",
        model=lambda built: built.api.server.source,
        client=SOURCES,
        openapi=Silent("a server of the document has an address, a variable and a description"),
        page=lambda built: out.calling(built)["For example"].text.partition(" Source: ")[2],
    ),
    Fact(
        "server: variable",
        change=together(
            put(PROTOCOL, "server", "variable", to="address"),
            put(PROTOCOL, "server", "url", to="{address}"),
        ),
        before="endpoint",
        after="address",
        model=lambda built: built.api.server.variable,
        client=Silent("the address is an argument of the client"),
        openapi=Silent("the documents' variable is the folder of the script"),
        page=lambda built: out.calling(built)["Address"].codes[0].strip("{}"),
    ),
    wiki_fact(
        "wire: source",
        ("wire", "source"),
        "MediaWiki 1.39.17, measured",
        "seen",
        model=lambda built: built.api.wire.source,
        client=SOURCES,
        openapi=lambda built: out.openapi_wire(built)["source"],
        page=lambda built: out.calling(built)["Source"].text,
    ),
    wiki_fact(
        "error code: source",
        ("errors", "maxlag", "source"),
        "MediaWiki 1.39.17, measured",
        "seen",
        model=lambda built: built.api.errors[0].source,
        client=SOURCES,
        openapi=lambda built: out.openapi_entry(built, "errors", "code", "maxlag")["source"],
        page=IN_REGISTER,
    ),
    wiki_fact(
        "fact: source",
        ("facts", "boolean", "source"),
        "MediaWiki 1.39.17, includes/libs/ParamValidator/TypeDef/PresenceBooleanDef.php",
        "seen",
        model=lambda built: next(one.source for one in built.api.facts if one.id == "boolean"),
        client=SOURCES,
        openapi=lambda built: out.openapi_entry(built, "facts", "id", "boolean")["source"],
        page=partial(out.page_fact_source, id_="boolean"),
    ),
    wiki_fact(
        "fact: observed",
        ("facts", "boolean", "observed"),
        True,
        False,
        model=lambda built: next(one.observed for one in built.api.facts if one.id == "boolean"),
        client=SOURCES,
        openapi=lambda built: out.openapi_entry(built, "facts", "id", "boolean").get(
            "observed", True
        ),
        page=lambda built: not out.page_fact_source(built, "boolean").endswith("; not observed"),
        needs=put(PROTOCOL, "facts", "boolean", "observed", to=True),
    ),
    wiki_fact(
        "group: summary",
        ("groups", "list", "summary"),
        "Lists of pages, users, files, changes and more.",
        "All lists.",
        model=lambda built: built.api.groups[0].summary,
        client=Silent("a group is a base class of the client, not a namespace with a text"),
        openapi=lambda built: built.openapi("wiki.codegen")["tags"][0]["description"],
        page=lambda built: built.page("index").section("group-list").all("p")[0].text,
    ),
    wiki_fact(
        "summary",
        ("summary",),
        "Lists, page properties and site information of a MediaWiki wiki.",
        "All of it.",
        model=lambda built: built.api.summary,
        client=lambda built: built.project()["project"]["description"],
        openapi=lambda built: out.both(
            built, lambda one, document: one.openapi(document)["info"]["summary"]
        ),
        page=lambda built: next(
            one.text for one in built.page("index").root.all("p") if "sl-lead" in one.classes
        ),
    ),
    wiki_fact(
        "description",
        ("description",),
        None,
        "It asks.",
        model=lambda built: built.api.description,
        client=Silent("a package has one line of text, the API's summary"),
        openapi=lambda built: (
            text
            if (text := built.openapi("wiki")["info"]["description"].split("\n\n")[0]) == "It asks."
            else None
        ),
        page=lambda built: (
            text if (text := built.page("index").root.all("p")[1].text) == "It asks." else None
        ),
    ),
    wiki_fact(
        "version",
        ("version",),
        "0.1.0",
        "3.0",
        model=lambda built: built.api.version,
        client=lambda built: built.client.__version__,
        openapi=lambda built: out.both(
            built, lambda one, document: one.openapi(document)["info"]["version"]
        ),
        page=lambda built: terms(built.page("index").root)["Version"].text,
    ),
    *(
        Fact(
            f"unspecified: {key}",
            change=put(OPEN, "unspecified", "events", key, to="Something."),
            before=before,
            after="Something.",
            model=partial(model_unspecified, id_="events", key=key),
            client=REFERENCE,
            openapi=partial(openapi_unspecified, id_="events", key=key),
            page=page,
        )
        for key, before, page in (
            (
                "subject",
                "Events",
                lambda built: built.page("unspecified").element("unspecified-events").text,
            ),
            (
                "quote",
                "Events: not shown.",
                lambda built: built.page("unspecified")
                .section("unspecified-events")
                .all("blockquote")[0]
                .text,
            ),
            (
                "change",
                "Nothing to change.",
                lambda built: terms(built.page("unspecified").section("unspecified-events"))[
                    "To change it"
                ].text,
            ),
        )
    ),
    Fact(
        "value list: source",
        change=put(NAMES, "value_lists", "Direction", "source", to="measured"),
        before=None,
        after="measured",
        model=lambda built: next(one.source for one in built.api.types if one.name == "Direction"),
        client=SOURCES,
        openapi=partial(out.openapi_value_list, name="Direction", key="x-specloom-source"),
        page=lambda built: (
            found.text
            if (found := terms(built.page("values").section("values-Direction")).get("Source"))
            else None
        ),
    ),
    Fact(
        "value list: of",
        change=put(NAMES, "value_lists", "Direction", "of", to="allimages.sort"),
        before=["ascending", "descending"],
        after=["name", "timestamp"],
        model=lambda built: sorted(built.enumeration("Direction").values),
        client=lambda built: sorted(client.value_list(built, "Direction")),
        openapi=lambda built: sorted(out.openapi_value_list(built, name="Direction", key="enum")),
        page=partial(out.page_value_list, name="Direction"),
    ),
    Fact(
        "value list: values",
        change=put(NAMES, "value_lists", "AssertedState", "values", to=["anon", "robot"]),
        before=["anon", "bot", "user"],
        after=["anon", "robot"],
        model=lambda built: built.enumeration("AssertedState").values,
        client=lambda built: client.value_list(built, "AssertedState"),
        openapi=partial(out.openapi_value_list, name="AssertedState", key="enum"),
        page=lambda built: terms(built.page("calling").section("param-assert"))["Values"].codes,
    ),
    Fact(
        "module: description",
        change=put(TEXTS, "modules", "allpages", "description", to="Slow at times."),
        before=None,
        after="Slow at times.",
        model=lambda built: built.operation("allpages").description,
        client=lambda built: next(
            (one for one in client.doc(built, "allpages") if one == "Slow at times."), None
        ),
        openapi=partial(out.openapi_description, id_="allpages", paragraph="Slow at times."),
        page=lambda built: next(
            (
                one.text
                for one in built.page("list/allpages").root.all("p")
                if one.text == "Slow at times."
            ),
            None,
        ),
    ),
    Fact(
        "rule: name",
        change=shared_rule("NOT_BOTH"),
        before="ONE_OF_THEM",
        after="NOT_BOTH",
        model=lambda built: built.operation(MEMBERS).rules[0].name,
        client=lambda built: next(
            name
            for name, rule in vars(built.client_module("rules")).items()
            if rule is client.rules(built, MEMBERS)[0] is client.rules(built, "allpages")[0]
        ),
        openapi=lambda built: out.openapi_module(built, MEMBERS, "rules")[0]["name"],
        page=Silent("the name of a constant that callers do not use"),
        needs=shared_rule("ONE_OF_THEM"),
    ),
    Fact(
        "rule: source",
        change=put(RULES, "modules", MEMBERS, "rules", 0, "source", to="seen"),
        before="MediaWiki 1.39.17, measured",
        after="seen",
        model=lambda built: built.operation(MEMBERS).rules[0].source,
        client=SOURCES,
        openapi=lambda built: out.openapi_module(built, MEMBERS, "rules")[0]["source"],
        page=IN_REGISTER,
    ),
    Fact(
        "record: summary",
        change=put(RESULTS, "records", "PageState", "summary", to="A page."),
        before="One page of an answer, without what modules add.",
        after="A page.",
        model=shared_record("summary"),
        client=REFERENCE,
        openapi=lambda built: out.openapi_record(built, "PageState")["description"],
        page=lambda built: built.page("calling").section("type-PageState").all("p")[0].text,
    ),
    Fact(
        "record: source",
        change=put(RESULTS, "records", "QueryPageResult", "source", to="seen"),
        before="MediaWiki 1.39.17, includes/api/ApiQueryQueryPage.php",
        after="seen",
        model=lambda built: built.record("QueryPageResult").source,
        client=SOURCES,
        openapi=lambda built: out.openapi_record(built, "QueryPageResult")["x-specloom-source"],
        page=lambda built: next(
            one.text.removeprefix("Source: ")
            for one in built.page("list/querypage").section("type-QueryPageResult").all("p")
            if one.text.startswith("Source: ")
        ),
    ),
    Fact(
        "result: type",
        change=put(RESULTS, "modules", "querypage", "result", "type", to="PageState"),
        before="QueryPageResult",
        after="PageState",
        model=lambda built: model_words(built.operation("querypage").result.type),
        client=Silent("the client of a list hands out its items, whose type is told by the record"),
        openapi=partial(out.openapi_result_reference, id_="querypage"),
        page=lambda built: out.page_result(built, "querypage")[0].partition(",")[0],
    ),
    Fact(
        "result: summary",
        change=put(RESULTS, *RESULT, "summary", to="A member."),
        before=None,
        after="A member.",
        model=lambda built: built.record(ITEM).summary,
        client=lambda built: (
            text if (text := (client.record(built, MEMBERS, ITEM).__doc__)) == "A member." else None
        ),
        openapi=lambda built: out.openapi_record(built, ITEM).get("description"),
        page=lambda built: out.page_record_text(built, MEMBERS, ITEM),
    ),
    Fact(
        "result: selector",
        change=together(
            put(RESULTS, *RESULT, "selector", to="type"),
            put(RESULTS, *RESULT, "fields", "type", "by", to="page"),
        ),
        before="prop",
        after="type",
        model=lambda built: built.operation(MEMBERS).result.selector,
        client=partial(client.wire, id_=MEMBERS, key="selector"),
        openapi=lambda built: re.search(
            r"in `(\w+)`", out.openapi_field(built, ITEM, "type")["description"]
        )[1],
        page=lambda built: re.search(
            r"with (\w+)=", out.page_field(built, MEMBERS, ITEM, "type")["Present"].text
        )[1],
        needs=put(RESULTS, *RESULT, "fields", to={"type": {"type": "string", "by": "type"}}),
    ),
    Fact(
        "result: included fields",
        change=put(RESULTS, "modules", "allimages", "result", "include", to=["file_version"]),
        before=True,
        after=False,
        model=lambda built: "mediatype"
        in [one.name for one in built.record("AllImagesItem").fields],
        client=lambda built: "mediatype" in client.hints(built, "allimages", "AllImagesItem"),
        openapi=lambda built: "mediatype" in out.openapi_fields(built, "AllImagesItem"),
        page=lambda built: "mediatype" in out.page_fields(built, "allimages", "AllImagesItem"),
    ),
    Fact(
        "field: hidden by",
        change=put(RESULTS, *RESULT, "fields", "type", "hidden_by", to="ns"),
        before=None,
        after="ns",
        model=lambda built: built.field(ITEM, "type").hidden_by,
        client=lambda built: client.hidden_by(built, member_hint(built)),
        openapi=lambda built: out.openapi_field(built, ITEM, "type")["x-specloom-presence"].get(
            "hidden_by"
        ),
        page=lambda built: (
            found[1]
            if (
                found := re.search(
                    r"Not there where (\w+) is",
                    out.page_field(built, MEMBERS, ITEM, "type")["About"].text,
                )
            )
            else None
        ),
    ),
    # --- Further keys of the catalogue ---
    parameter_fact(
        "submodules",
        FROM,
        {"submodules": {"a": "query+a", "b": "query+b"}, "submoduleparamprefix": "g"},
        None,
        {"a": "query+a", "b": "query+b"},
        model=lambda one: one.submodules,
        client=REFERENCE_ONLY,
        openapi=extension("submodules"),
        page=lambda built: (
            {one.rpartition("+")[2]: one for one in found if "+" in one}
            if (found := page_codes(FROM, "Modules")(built))
            else None
        ),
    ),
    parameter_fact(
        "prefix of submodules",
        FROM,
        {"submoduleparamprefix": "h"},
        "g",
        "h",
        model=lambda one: one.submodule_prefix,
        client=REFERENCE_ONLY,
        openapi=extension("submodule_prefix"),
        page=lambda built: page_codes(FROM, "Modules")(built)[-1],
        needs={"submodules": {"a": "query+a"}, "submoduleparamprefix": "g"},
    ),
    parameter_fact(
        "text of a note",
        FROM,
        {"info": [{"name": "hint", "text": "Mind the gap."}]},
        None,
        "Mind the gap.",
        model=lambda one: one.notes[0].text,
        client=Silent("a client tells the kinds of notes; their words are in the reference"),
        openapi=lambda found: found["extension"]["notes"][0].get("text"),
        page=lambda built: (
            text
            if (text := out.page_term(built, *FROM, "Remark").text.partition(". ")[2])
            else None
        ),
        needs={"info": [{"name": "hint"}]},
    ),
]

FACTS: list[Fact] = [
    *PARAMETERS,
    *MODULES,
    *RESULT_FACTS,
    *RULE_FACTS,
    *WIRE,
    *FURTHER,
]


@pytest.mark.parametrize("output", OUTPUTS)
@pytest.mark.parametrize("fact", FACTS, ids=lambda fact: fact.name)
def test_a_changed_fact_changes(fact: Fact, output: str) -> None:
    check(WIKI, fact, output)


WITHOUT_FACT = {
    ("ModuleEntry", "classname"): "an implementation's name, which reaches no public surface",
    ("ModuleEntry", "name"): "names the module; another name is another module",
    ("ModuleEntry", "path"): "follows from the name",
    ("ModuleEntry", "source"): "`sourcename` is shown where it is told",
    ("NoteEntry", "name"): "changed with the whole note",
    ("ParameterEntry", "index"): "the order of the list tells it",
    ("ParameterEntry", "templatevars"): "changed with the whole templated parameter",
    ("ModuleForm", "group"): "for catalogues of old wikis, which do not tell it",
    ("OverlayForm", "source"): "stands in for the sources of a file's entries",
    ("ParameterForm", "summary"): "the long form of a parameter's summary",
    ("RecordForm", "include"): "as `include` of a result",
    ("WireForm", "page"): "the name of the record of a page",
}


def test_every_key_of_the_formats_is_a_fact() -> None:
    spec = committed(WIKI)
    covered = changed_keys(EnvelopeEntry, CATALOGUE, spec, FACTS)
    for path in WIKI.overlays:
        covered |= changed_keys(OverlayForm, path, spec, FACTS)
    known = keys_of(EnvelopeEntry) | keys_of(OverlayForm)
    assert known - covered == set(WITHOUT_FACT)
