"""Every kind of fact that a wiki's catalogue and its overlays can tell reaches every output."""

from typing import Any

import msgspec
import pytest

from specloom.readers.paraminfo.format import ModuleEntry
from specloom.readers.paraminfo.overlay_format import OverlayForm

from .build import Source, Spec, committed
from .coverage import changed_keys, keys_of
from .table import Fact, Part, Put, Rename, check

CATALOGUE = "wiki/paraminfo.json"
RESULTS, RULES, TEXTS = "wiki/results.yaml", "wiki/rules.yaml", "wiki/texts.yaml"
PROTOCOL, NAMES, OPEN = "wiki/protocol.yaml", "wiki/names.yaml", "wiki/unspecified.yaml"
BRIEFS = "wiki/briefs.yaml"
MODULES_USED = frozenset(
    {"allimages", "allpages", "allrevisions", "categorymembers", "deletedrevs", "iwlinks", "links"}
    | {"querypage", "tokens"}
)


def fewer_modules(spec: Spec, names: frozenset[str]) -> None:
    """Keep only the modules that some fact is about, or these of them."""
    names = names or MODULES_USED
    catalogue = spec[CATALOGUE]["paraminfo"]
    catalogue["modules"] = [module for module in catalogue["modules"] if module["name"] in names]
    for path in (NAMES, TEXTS, RESULTS, RULES):
        entries = spec[path]["modules"]
        spec[path]["modules"] = {name: entry for name, entry in entries.items() if name in names}
    briefs = spec[BRIEFS]["briefs"]
    spec[BRIEFS]["briefs"] = {
        name: text
        for name, text in briefs.items()
        if "." not in name or name.partition(".")[0] in names
    }
    lists = spec[NAMES]["value_lists"]
    spec[NAMES]["value_lists"] = {
        name: entry
        for name, entry in lists.items()
        if "of" not in entry or names.issuperset(_modules_of(entry["of"]))
    }


def _modules_of(references: str | list[str]) -> set[str]:
    """Modules with the parameters that a value list belongs to."""
    return {
        of.partition(".")[0] for of in ([references] if isinstance(references, str) else references)
    }


WIKI = Source(
    "wiki",
    "paraminfo",
    CATALOGUE,
    (NAMES, TEXTS, BRIEFS, RESULTS, RULES, PROTOCOL, OPEN),
    fewer_modules,
    frozenset({"allimages", "allpages", "links", "querypage", "tokens"}),  # of each group
)

# --- Why outputs are silent ----------------------------------------------------------------------------

SOURCES = "the source of a fact does not concern the caller"
REFERENCE = "told in the reference, which holds what is not needed for a call"
NO_SUCH = "told in the reference; no query module has such a parameter"
ADDRESS = "the address is an argument of the client"
BY_HAND = "the query's own parameters are arguments of the client's methods, written by hand"
IN_REGISTER = "told in the model and the documents; a page would only repeat it on each line"
TABLE = "of the page's table; elsewhere the summary says more"
BASE_CLASS = "a group is a base class of the client, not a namespace with a text"

# --- The parts of the wiki -----------------------------------------------------------------------------


def module(name: str, kind: str = "operation") -> Part:
    """A module in the catalogue."""
    return Part((kind, name), CATALOGUE, ("paraminfo", "modules", name))


def parameter(of: str, name: str) -> Part:
    """A parameter in the catalogue."""
    return Part(("parameter", of, name), CATALOGUE, (*module(of).path, "parameters", name))


def protocol(target: tuple[str, ...], *path: str | int, **options: Any) -> Part:
    """A part of the file about how any module is called."""
    return Part(target, PROTOCOL, path, **options)


def result(of: str) -> Part:
    """The result of a module."""
    return Part(("result", of), RESULTS, ("modules", of, "result"))


ALLPAGES = module("allpages")
FROM, FILTER = parameter("allpages", "from"), parameter("allpages", "filterredir")
SIZE, LIMIT = parameter("allpages", "minsize"), parameter("allpages", "limit")
PROP = parameter("categorymembers", "prop")
PROP_TEXTS = {
    "ids": "Page id.",
    "sortkey": "Sort key in the category, in hexadecimal.",
    "sortkeyprefix": "Readable beginning of the sort key, as set in the page.",
    "timestamp": "When the member was put into the category.",
    "title": "Title and namespace number.",
    "type": "Kind of member: page, subcat or file.",
}
TEXTS_OF_SIZE = ("modules", "allpages", "parameters", "minsize")
MEMBERS = result("categorymembers")
TYPE_FIELD = {"type": "string", "by": "type", "summary": "What it is."}
FIELD = Part(
    ("field", "CategoryMembersItem", "type"),
    RESULTS,
    (*MEMBERS.path, "fields", "type"),
    needs=(MEMBERS.put("fields", "type", to=TYPE_FIELD),),
)
FILE_FLAGS = ["filehidden", "filemissing", "suppressed"]
UPLOAD_FLAGS = ["commenthidden", "userhidden"]
HAS_NO_UPLOAD = result("allimages").put("without", to=FILE_FLAGS)
ITEM = Part(("record", "CategoryMembersItem"), RESULTS, MEMBERS.path)
FIELDS = ["pageid", "ns", "title", "sortkey", "sortkeyprefix", "type", "timestamp"]
FIRST_RULE = {"kind": "max_one", "terms": ["start", "end"], "code": "mixed"}
RULE = Part(("operation", "categorymembers"), RULES, ("modules", "categorymembers", "rules"))
WIRE = protocol(("wire",), "wire")
API, SERVER = protocol(("api",)), protocol(("server",), "server")
TITLES = protocol(("query parameter", "titles"), "wire", "parameters", "titles")
_USELANG = ("wire", "parameters", "uselang")
USELANG = protocol(
    ("query parameter", "uselang"),
    *_USELANG,
    needs=(Put(PROTOCOL, _USELANG, {"type": "namespace", "multiple": True, "limit": 50}),),
    silent={"client": BY_HAND},
)
MAXLAG = protocol(("error code", "maxlag"), "errors", "maxlag")
BOOLEAN = protocol(("fact", "boolean"), "facts", "boolean", silent={"client": REFERENCE})
LISTS = protocol(("group", "list"), "groups", "list", silent={"client": BASE_CLASS})
EVENTS = Part(
    ("unspecified", "events"), OPEN, ("unspecified", "events"), silent={"client": REFERENCE}
)
DIRECTION = Part(("value list", "Direction"), NAMES, ("value_lists", "Direction"))
ASSERTED = Part(("value list", "AssertedState"), NAMES, ("value_lists", "AssertedState"))

# --- The table -----------------------------------------------------------------------------------------

PARAMETERS = [
    *(
        FROM.fact("type", type_, "string")
        for type_ in [
            "integer",
            "boolean",
            "timestamp",
            "user",
            "title",
            "namespace",
            "expiry",
            "text",
            "password",
        ]
    ),
    FILTER.fact(
        "values",
        ["all", "some", "a b"],
        at="type",
        also=(
            Put(TEXTS, ("modules", "allpages", "parameters", "filterredir"), "Which pages."),
            Rename(NAMES, ("value_lists", "RedirectFilter"), "Which"),
        ),
    ),
    FILTER.fact("default", "redirects"),
    PROP.fact("default", ["ids"], ["ids", "title"], to="ids"),
    LIMIT.fact("default", 25),
    FROM.fact("required", True, to=""),
    FROM.fact("deprecated", True, to=""),
    FILTER.fact("deprecated_values", ["redirects"], at="deprecatedvalues"),
    FILTER.fact("internal_values", ["redirects"], at="internalvalues"),
    FROM.fact("sensitive", True, to=""),
    FROM.fact(
        "multiple",
        True,
        at="multi",
        to="",
        also=(FROM.put("limit", to=50), FROM.put("lowlimit", to=50), FROM.put("highlimit", to=500)),
    ),
    PROP.fact("limit", 7, also=(PROP.put("lowlimit", to=7),)),
    PROP.fact("high_limit", 70, at="highlimit"),
    PROP.fact("all_specifier", "*", at="allspecifier"),
    PROP.fact("allows_duplicates", True, at="allowsduplicates", to=""),
    SIZE.fact("minimum", 3, at="min"),
    LIMIT.fact("maximum", 77, at="max"),
    LIMIT.fact("high_maximum", 777, at="highmax"),
    SIZE.fact("enforce_range", True, at="enforcerange", to="", needs={"min": 1, "max": 9}),
    FROM.fact("maximum_bytes", 255, at="maxbytes"),
    FROM.fact("maximum_characters", 255, at="maxchars"),
    FROM.fact("must_exist", True, at="mustExist", to="", needs={"type": "title"}),
    parameter("allimages", "user").fact("subtypes", ["name", "cidr"]),
    parameter("links", "namespace").fact("extra_namespaces", [-2], at="extranamespaces"),
    FROM.fact("token_type", "csrf", at="tokentype"),
    parameter("deletedrevs", "start").fact(
        "notes",
        [["modes", 1, 3]],
        [["modes", 1, 2]],
        at="info",
        to=[{"name": "modes", "values": [1, 3]}],
    ),
    FROM.fact(
        "note_texts",
        ["Mind the gap."],
        None,
        at="info",
        to=[{"name": "hint", "text": "Mind the gap."}],
        needs={"info": [{"name": "hint"}]},
        client="a client tells the kinds of notes; their words are in the reference",
    ),
    FROM.fact(
        "submodules",
        {"a": "query+a", "b": "query+b"},
        also=(FROM.put("submoduleparamprefix", to="g"),),
        client=NO_SUCH,
    ),
    FROM.fact(
        "submodule_prefix",
        "h",
        at="submoduleparamprefix",
        needs={"submodules": {"a": "query+a"}, "submoduleparamprefix": "g"},
        client=NO_SUCH,
    ),
    SIZE.fact(
        "name",
        "least",
        "minsize",
        at="name",
        to="least",
        also=(Rename(TEXTS, TEXTS_OF_SIZE, "least"),),
    ),
    ALLPAGES.fact(
        "templated_parameters",
        ["{slot}text"],
        at="templatedparameters",
        to=[
            {"index": 1, "name": "{slot}text", "type": "string", "templatevars": {"slot": "prefix"}}
        ],
    ),
    Part(SIZE.target, BRIEFS, ("briefs", "allpages.minsize")).fact(
        "brief", "So many at least", at=(), client=TABLE, openapi=TABLE
    ),
    Part(SIZE.target, TEXTS, TEXTS_OF_SIZE).fact("summary", "Fewest bytes.", at=()),
    Part(PROP.target, TEXTS, ("modules", "categorymembers", "parameters", "prop", "values")).fact(
        "value_texts", {**PROP_TEXTS, "ids": "A number."}, PROP_TEXTS, at="ids", to="A number."
    ),
]

MODULES = [
    ALLPAGES.fact("prefix", "xy"),
    ALLPAGES.edited("generator", None, True, ALLPAGES.put("generator", to=None)),
    ALLPAGES.edited("read_rights", None, True, ALLPAGES.put("readrights", to=None)),
    # It needs the right to read anyway.
    ALLPAGES.fact("write_rights", True, at="writerights", to="", kind="text-changed"),
    ALLPAGES.fact("must_be_posted", True, at="mustbeposted", to=""),
    ALLPAGES.fact("deprecated", True, to=""),
    ALLPAGES.fact("internal", True, to=""),
    *(
        ALLPAGES.fact(key, after, at=in_catalogue, client=REFERENCE)
        for key, in_catalogue, after in (
            ("help_urls", "helpurls", ["https://example.org/help"]),
            ("provided_by_name", "sourcename", "Another"),
            ("license_tag", "licensetag", "MIT"),
            ("license_link", "licenselink", "https://example.org/licence"),
            ("dynamic_parameters", "dynamicparameters", True),
        )
    ),
    ALLPAGES.fact("group", "meta"),
    Part(ALLPAGES.target, NAMES, ("modules", "allpages")).fact("class_name", "EveryPage"),
    Part(ALLPAGES.target, TEXTS, ("modules", "allpages")).fact("summary", "List them."),
    Part(ALLPAGES.target, TEXTS, ("modules", "allpages")).fact("description", "Slow at times."),
    Part(ALLPAGES.target, TEXTS, ("modules", "allpages")).fact(
        "keywords",
        ["every article"],
        client=REFERENCE,
        openapi="words for the search of the reference",
    ),
]

RESULT_FACTS = [
    *MEMBERS.facts(key="members", where="top-level", continuation=["cmcontinue", "cmstart"]),
    MEMBERS.fact("note", "Some may repeat."),
    MEMBERS.fact("source", "measured", client=SOURCES),
    result("querypage").fact("items_key", "found"),
    result("allrevisions").fact("nested_key", "changes"),
    result("iwlinks").fact("container", "object", "list"),
    result("querypage").fact("type", "PageState"),
    Part(
        MEMBERS.target,
        RESULTS,
        MEMBERS.path,
        needs=(MEMBERS.put("fields", to={"type": {"type": "string", "by": "type"}}),),
    ).fact("selector", "type", "prop", also=(MEMBERS.put("fields", "type", "by", to="page"),)),
    FIELD.fact("type", "list of integer", "string"),
    FIELD.fact("type", "integer or null", "string"),
    *(
        FIELD.fact("presence", presence, {"brought_by": ["type"]}, at=(), to={**TYPE_FIELD, **rule})
        for rule, presence in (
            ({"by": ["title", "ids"]}, {"brought_by": ["title", "ids"]}),
            ({"when": "it rains"}, {"brought_by": ["type"], "when": "it rains"}),
            (
                {"when": "it rains", "requested": True},
                {"brought_by": ["type"], "when": "it rains", "requested": True},
            ),
        )
    ),
    FIELD.fact("summary", "Kind of page."),
    FIELD.fact("known_values", ["a", "b"]),
    FIELD.fact(
        "format", "uri", client="a client passes texts on as they come, whatever their format"
    ),
    FIELD.fact(
        "unobserved",
        True,
        at="observed",
        to=False,
        client="the source of a fact does not concern the caller",
    ),
    FIELD.fact("source", "measured", client=SOURCES),
    FIELD.fact("hidden_by", "ns"),
    # Not every wiki has the field, then.
    FIELD.fact("since", "1.40", kind="field-became-optional"),
    FIELD.fact("until", "1.41", kind="field-became-optional"),
    ITEM.edited(
        "fields",
        [*FIELDS[:5], "add-kind", *FIELDS[6:]],
        FIELDS,
        Rename(RESULTS, FIELD.path, "add-kind"),
    ),
    ITEM.fact("summary", "A member."),
    Part(("field", "AllImagesItem", "mediatype"), RESULTS, result("allimages").path).fact(
        "type", None, "string", at="include", to=["file_version"], also=(HAS_NO_UPLOAD,)
    ),
    Part(("field", "AllImagesItem", "mediatype"), RESULTS, result("allimages").path).fact(
        "type", None, "string", at="without", to=[*FILE_FLAGS, *UPLOAD_FLAGS, "mediatype"]
    ),
    Part(("record", "PageState"), RESULTS, ("records", "PageState")).fact("summary", "A page."),
    Part(("record", "QueryPageResult"), RESULTS, ("records", "QueryPageResult")).fact(
        "source", "seen", client=SOURCES
    ),
]


def shared_rule(name: str) -> tuple[Put, ...]:
    """One rule of two modules."""
    rules = [{"kind": "max_one", "name": name, "terms": ["dir", "limit"], "code": "mixed"}]
    return tuple(
        Put(RULES, ("modules", module, "rules"), rules)
        for module in ("categorymembers", "allpages")
    )


RULE_FACTS = [
    *(
        Part(RULE.target, RULES, RULE.path, needs=(RULE.put(to=[FIRST_RULE]),)).fact(
            "rules", [rule], [FIRST_RULE], at=()
        )
        for rule in (
            {"kind": "at_least_one", "terms": ["start", "end"], "code": "mixed"},
            {"kind": "max_one", "terms": ["start", "pageid"], "code": "mixed"},
            {"kind": "max_one", "terms": ["start", "end"], "code": "other"},
            {
                "kind": "exactly_one",
                "terms": ["start", "end"],
                "code": "mixed",
                "code_when_none": "missing",
            },
            {"kind": "requires", "terms": ["start"], "others": ["sort=timestamp"], "code": "mixed"},
            {"kind": "ignored", "terms": ["start"], "others": ["end"], "effect": "It is not read."},
            {"kind": "namespace", "terms": ["title"], "value": 10, "code": "mixed"},
            {
                "kind": "ordered",
                "terms": ["start", "end"],
                "others": ["dir=newer"],
                "value": "time",
            },
            {"kind": "count", "terms": ["prop"], "limit": 3, "high_limit": 30, "code": "mixed"},
            {
                "kind": "conflicting_values",
                "terms": ["type"],
                "pairs": [["page", "file"]],
                "code": "mixed",
            },
        )
    ),
    Fact(
        RULE.target,
        "rule_names",
        ["ONE_OF_THEM"],
        ["NOT_BOTH"],
        shared_rule("NOT_BOTH"),
        shared_rule("ONE_OF_THEM"),
        {
            "page": "the name of a constant that callers do not use",
            "changes": "a constant inside of packages",
        },
    ),
    Part(
        RULE.target, RULES, RULE.path, needs=(RULE.put(to=[{**FIRST_RULE, "source": "measured"}]),)
    ).fact(
        "rule_sources",
        ["seen"],
        ["measured"],
        at=(0, "source"),
        to="seen",
        client=SOURCES,
        page=IN_REGISTER,
        changes=SOURCES,
    ),
]

FIXED = {"action": "query", "format": "json", "formatversion": "2", "errorformat": "plaintext"}
CALLS = [
    WIRE.fact(
        "fixed_parameters",
        {**FIXED, "errorformat": "html"},
        FIXED,
        at=("fixed_parameters", "errorformat"),
        to="html",
    ),
    WIRE.fact(
        "group_parameters",
        {"list": "list", "prop": "prop", "meta": "about"},
        {"list": "list", "prop": "prop", "meta": "meta"},
        at=("group_parameters", "meta"),
        to="about",
    ),
    *WIRE.facts(generator_prefix="z", separator=",", alternative_separator="\x1e"),
    *WIRE.facts(post_above_bytes=999, post_header="X-Read: 1", error_header="X-Error"),
    WIRE.fact(
        "generator_parameter",
        "from",
        also=(Rename(PROTOCOL, ("wire", "parameters", "generator"), "from"),),
    ),
    WIRE.fact("source", "seen", "MediaWiki 1.39.17, measured", client=SOURCES),
    protocol(("resolution", "normalized")).edited(
        "name",
        "tidied",
        "normalized",
        Rename(PROTOCOL, ("wire", "resolutions", "normalized"), "tidied"),
    ),
    TITLES.fact("high_limit", 77),
    TITLES.fact("summary", "Which pages.", client=BY_HAND),
    protocol(("query parameter", "servedby")).edited(
        "name",
        "servant",
        "servedby",
        Rename(PROTOCOL, ("wire", "parameters", "servedby"), "servant"),
    ),
    USELANG.fact("type", "user"),
    USELANG.fact("default", ["5"], to="5"),
    USELANG.fact("deprecated", True),
    USELANG.fact("extra_namespaces", [-2]),
    USELANG.fact("source", "measured", "MediaWiki 1.39.17, measured"),
    USELANG.fact("multiple", None, True, at=(), to={"type": "namespace"}),
    USELANG.fact("limit", 7),
    protocol(("query parameter", "assert"), "wire", "parameters", "assert").fact(
        "values", "Direction", "AssertedState", client=BY_HAND
    ),
    MAXLAG.fact("text", "Too slow.", client="the server's own words come with the error"),
    MAXLAG.fact("source", "seen", "MediaWiki 1.39.17, measured", client=SOURCES, page=IN_REGISTER),
    protocol(("error code", "badvalue"), "errors", "badvalue").fact("retry", "later"),
]

WHOLE = [
    API.fact("title", "Our wiki"),
    API.fact("summary", "All of it."),
    API.fact("description", "It asks.", client="a package has one line of text, the API's summary"),
    API.fact("version", "3.0", "0.1.0"),
    LISTS.fact("title", "Lists of things", openapi="a tag has one line of text, the summary"),
    LISTS.fact("summary", "All lists."),
    SERVER.fact("example", "https://other.example.org/w/api.php"),
    SERVER.fact(
        "url",
        "{endpoint}/more",
        client=ADDRESS,
        openapi="a path cannot be empty, so the documents take the folder of the script",
    ),
    SERVER.fact("summary", "Where it is", client=ADDRESS),
    SERVER.fact(
        "source",
        "measured",
        client=SOURCES,
        openapi="a server of the document has an address, a variable and a description",
    ),
    SERVER.fact(
        "variable",
        "address",
        also=(SERVER.put("url", to="{address}"),),
        client=ADDRESS,
        openapi="the documents' variable is the folder of the script",
    ),
    BOOLEAN.fact("text", "Flags wave."),
    BOOLEAN.fact("source", "seen"),
    BOOLEAN.fact("unobserved", True, at="observed", to=False),
    *EVENTS.facts(subject="Some.", quote="Other.", assumed="None.", change="Nothing."),
    DIRECTION.edited("name", "Way", "Direction", Rename(NAMES, DIRECTION.path, "Way")),
    DIRECTION.fact("summary", "Up or down."),
    DIRECTION.fact("site_specific", True),
    DIRECTION.fact("source", "measured", client=SOURCES),
    DIRECTION.edited("of", True, None, DIRECTION.put("of", to="allimages.sort")),
    ASSERTED.fact("values", ["anon", "robot"], ["anon", "bot", "user"]),
]

FACTS: list[Fact] = [*PARAMETERS, *MODULES, *RESULT_FACTS, *RULE_FACTS, *CALLS, *WHOLE]


@pytest.mark.promise(
    "one document with every fact",
    "cannot contradict each other",
    "Facts that OpenAPI cannot say are in extensions",
    "the field is `NotRequired` in Python, so that strict type checkers require `.get` or `in`",
)
@pytest.mark.parametrize("fact", FACTS, ids=lambda fact: fact.name)
def test_a_changed_fact_changes_in_every_output(fact: Fact) -> None:
    check(WIKI, fact)


WITHOUT_FACT = {
    **dict.fromkeys(
        (
            *(("Contact", name) for name in ("name", "url", "email")),
            *(("License", name) for name in ("name", "identifier", "url")),
        ),
        "stands in documents alone: tests/openapi/test_profiles.py",
    ),
    **dict.fromkeys(
        (("ExampleForm", name) for name in ("summary", "arguments", "shared", "reply", "source")),
        "tests/openapi/test_examples.py",
    ),
    ("RecordForm", "without"): "leaves out what field sets bring: tests/corpus/overlay.yaml",
    **dict.fromkeys(
        (("ActionForm", name) for name in ("files", "parameters", "post", "token")),
        "raw calls are checked by them: tests/readers/test_paraminfo.py",
    ),
    (
        "ModuleEntry",
        "classname",
    ): "an implementation's name, of which clients have the capitals at most",
    ("ModuleEntry", "name"): "names the module; another name is another module",
    ("ModuleEntry", "path"): "follows from the name",
    ("ModuleEntry", "source"): "`sourcename` is shown where it is told",
    ("NoteEntry", "name"): "changed with the whole note",
    ("ParameterEntry", "index"): "the order of the list tells it",
    ("ParameterEntry", "templatevars"): "changed with the whole templated parameter",
    ("CorrectionForm", "module"): "of what is odd in a catalogue; the corpus has it",
    ("CorrectionForm", "parameters"): "the same",
    ("ModuleForm", "more_parameters"): "parameters of a catalogue: tests/readers/test_paraminfo.py",
    ("ModuleForm", "media_type"): "of actions: tests/readers/test_actions.py",
    ("ModuleForm", "group"): "for catalogues of old wikis, which do not tell it",
    ("ModuleForm", "topic"): "where pages list a module: tests/site/test_indexes.py",
    ("OverlayForm", "source"): "stands in for the sources of a file's entries",
    ("ParameterForm", "summary"): "the long form of a parameter's summary",
    ("RecordForm", "include"): "as `include` of a result",
    ("WireForm", "page"): "the name of the record of a page",
}


class Modules(msgspec.Struct):
    """The part of a catalogue that becomes an API."""

    modules: list[ModuleEntry]


class Envelope(msgspec.Struct):
    """A whole catalogue, its modules decoded."""

    paraminfo: Modules


def test_every_key_of_the_formats_is_a_fact() -> None:
    forms: dict[str, type] = {CATALOGUE: Envelope, **dict.fromkeys(WIKI.overlays, OverlayForm)}
    keys = keys_of(Envelope) | keys_of(OverlayForm)
    assert keys - changed_keys(forms, committed(WIKI), FACTS) == set(WITHOUT_FACT)
