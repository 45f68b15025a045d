"""The wiki's modules are complete: counted against a table and the numbers of its document."""

import re
from collections import Counter
from pathlib import Path

import pytest

from specloom.diagnostics import Diagnostics
from specloom.model.structs import (
    Api,
    Enumeration,
    Field,
    ListOf,
    MapOf,
    Operation,
    Parameter,
    Record,
    Reference,
    TypeExpression,
    Union,
    common_errors,
    wire_of,
)
from specloom.readers.read import read_api
from specloom.sources.config import ApiEntry

SPEC = Path(__file__).parents[2] / "spec"
DOCUMENT = """
allcategories list ac RG | alldeletedrevisions list adr RG | allfileusages list af RG |
allimages list ai RG | alllinks list al RG | allmessages meta am R | allpages list ap RG |
allredirects list ar RG | allrevisions list arv RG | alltransclusions list at RG | allusers list
au R | authmanagerinfo meta ami - | backlinks list bl RG | blocks list bk R | categories prop cl
RG | categoryinfo prop ci R | categorymembers list cm RG | contributors prop pc R |
deletedrevisions prop drv RG | deletedrevs list dr R | duplicatefiles prop df RG | embeddedin
list ei RG | extlinks prop el R | exturlusage list eu RG | filearchive list fa R | filerepoinfo
meta fri R | fileusage prop fu RG | imageinfo prop ii R | images prop im RG | imageusage list iu
RG | info prop in R | iwbacklinks list iwbl RG | iwlinks prop iw R | langbacklinks list lbl RG |
langlinks prop ll R | languageinfo meta li R | links prop pl RG | linkshere prop lh RG |
logevents list le R | mystashedfiles list msf R | pagepropnames list ppn R | pageprops prop pp R
| pageswithprop list pwp RG | prefixsearch list ps RG | protectedtitles list pt RG | querypage
list qp RG | random list rn RG | recentchanges list rc RG | redirects prop rd RG | revisions
prop rv RG | search list sr RG | siteinfo meta si R | stashimageinfo prop sii R | tags list tg R
| templates prop tl RG | tokens meta - - | transcludedin prop ti RG | usercontribs list uc R |
userinfo meta ui R | users list us R | watchlist list wl RG | watchlistraw list wr RG
"""
"""Name, group, prefix, and the flags R (read rights) and G (generator) of every module."""

NOT_SHOWN = 10
"""Sentences of the document that say what it does not show."""

RULES = {
    "allcategories": 1, "alldeletedrevisions": 7, "allfileusages": 2, "allimages": 8, "alllinks": 2, "allpages": 5,
    "allredirects": 2, "allrevisions": 3, "alltransclusions": 2, "allusers": 2, "backlinks": 1,
    "blocks": 3, "categories": 1, "categorymembers": 5, "contributors": 1, "deletedrevisions": 5,
    "deletedrevs": 6, "embeddedin": 1, "extlinks": 2, "exturlusage": 2, "filearchive": 3, "fileusage": 1,
    "imageinfo": 3, "imageusage": 2, "iwbacklinks": 1, "iwlinks": 2, "langbacklinks": 1,
    "langlinks": 2, "linkshere": 1, "logevents": 5, "mystashedfiles": 1, "protectedtitles": 1, "querypage": 1,
    "random": 1, "recentchanges": 4, "redirects": 1, "revisions": 11, "siteinfo": 1,
    "stashimageinfo": 3, "transcludedin": 1, "usercontribs": 4, "users": 2, "watchlist": 6,
    "watchlistraw": 3,
}  # fmt: skip
"""Numbers of rules between parameters, by module, as measured on a wiki."""

FACTS = [
    "allspecifier",
    "array_syntax",
    "asserts",
    "badrevids",
    "batchcomplete",
    "boolean",
    "caching",
    "compression",
    "concurrency",
    "continue_protocol",
    "cors",
    "empty_chunks",
    "endpoint",
    "enum",
    "errors_bc",
    "errors_modern",
    "expensive_limits",
    "extras",
    "formatversion2",
    "http_status",
    "indexpageids_export",
    "limit",
    "login_bot",
    "login_client",
    "logout",
    "maxlag",
    "methods",
    "multi",
    "multi_limits",
    "namespace",
    "oauth2",
    "page_selection",
    "page_states",
    "post_when",
    "private_wiki_tokens",
    "rawcontinue",
    "repeated_pages",
    "response_without_query",
    "retryable",
    "stale_session",
    "text_normalisation",
    "timestamp_in",
    "timestamp_out",
    "title_resolution",
    "truncated",
    "unknown_params",
    "user_agent",
    "wire_collisions",
    "wire_name",
]


@pytest.fixture(scope="module")
def api() -> Api:
    names = ("names", "texts", "results", "rules", "protocol", "unspecified")
    entry = ApiEntry(
        id="wiki",
        reader="paraminfo",
        source="wiki/paraminfo.json",
        package="wiki_query",
        overlays=tuple(f"wiki/{name}.yaml" for name in names),
    )
    diagnostics = Diagnostics()
    loaded = read_api(entry, SPEC, diagnostics)
    assert diagnostics.found == []
    assert loaded is not None
    return loaded


def parameters(api: Api) -> list[tuple[str, Parameter]]:
    return [(module.id, parameter) for module in api.operations for parameter in module.parameters]


def records(api: Api) -> dict[str, Record]:
    return {type_.name: type_ for type_ in api.types if isinstance(type_, Record)}


def references(type_: TypeExpression) -> list[str]:
    if isinstance(type_, Reference):
        return [type_.name]
    if isinstance(type_, ListOf):
        return references(type_.items)
    if isinstance(type_, MapOf):
        return references(type_.values)
    if isinstance(type_, Union):
        return [name for option in type_.options for name in references(option)]
    return []


def fields_of(operation: Operation, api: Api) -> list[Field]:
    """Every field of a result that its module brings itself, nested ones aside."""
    assert operation.result is not None
    records_by_name = records(api)
    fields = [
        field
        for name in references(operation.result.type)
        for field in records_by_name[name].fields
    ]
    return [*fields, *operation.result.siblings]


# --- Modules and parameters --------------------------------------------------------------------------


@pytest.mark.promise(
    "MediaWiki, with its 62 query modules of 501 parameters and 49 actions, and a seller platform with four operations"
)
def test_there_are_62_modules_and_501_parameters(api: Api) -> None:
    assert len(api.operations) == 62
    assert len(parameters(api)) == 501
    assert sum(parameter.multiple is not None for _, parameter in parameters(api)) == 113


def test_every_module_is_as_the_document_says(api: Api) -> None:
    table = {}
    for row in re.split(r"[|]", DOCUMENT):
        name, group, prefix, flags = row.split()
        table[name] = (group, prefix.strip("-"), flags.strip("-"))
    assert table == {
        operation.id: (
            operation.group,
            operation.call.prefix,
            "R" * operation.module.read_rights + "G" * operation.module.generator,
        )
        for operation in api.operations
    }
    assert [operation.id for operation in api.operations if operation.deprecated] == ["deletedrevs"]


def test_every_limit_is_as_the_document_says(api: Api) -> None:
    limits = [parameter for _, parameter in parameters(api) if parameter.kind == "limit"]
    assert len(limits) == 50
    assert {
        (limit.limits.minimum, limit.limits.maximum, limit.module.high_maximum) for limit in limits
    } == {(1, 500, 5000)}
    without = [
        m for m, parameter in parameters(api) if parameter.kind == "limit" and not parameter.default
    ]
    assert without == ["alldeletedrevisions", "allrevisions", "deletedrevisions", "revisions"]
    single = [
        m
        for m, parameter in parameters(api)
        if parameter.kind == "limit" and parameter.default == 1
    ]
    assert single == ["imageinfo", "random"]


@pytest.mark.promise("every parameter with the same values shares the name")
def test_equal_value_lists_are_one(api: Api) -> None:
    used = [parameter.reference for _, parameter in parameters(api) if parameter.reference]
    assert (len(used), len(set(used))) == (136, 78)


def test_a_list_that_a_wiki_decides_says_who_decides_it(api: Api) -> None:
    open_lists = [
        type_ for type_ in api.types if isinstance(type_, Enumeration) and type_.site_specific
    ]
    assert all(enumeration.source for enumeration in open_lists)
    assert {"Right", "UserGroup", "UrlProtocol", "LogType", "TokenType"} <= {
        enumeration.name for enumeration in open_lists
    }


# --- Names -------------------------------------------------------------------------------------------


def test_every_module_has_a_class_name_of_its_own(api: Api) -> None:
    names = [operation.module.class_name for operation in api.operations]
    assert len(set(names)) == 62
    for operation in api.operations:
        assert operation.module.class_name is not None
        assert operation.module.class_name.lower() == operation.id
        assert f"ApiQuery{operation.module.class_name}" not in names


def test_no_two_names_of_the_public_surface_are_alike(api: Api) -> None:
    names = [type_.name for type_ in api.types]
    names += [operation.module.class_name or "" for operation in api.operations]
    assert len({name.casefold() for name in names}) == len(names)
    for name in names:
        assert re.fullmatch(r"[A-Z][A-Za-z0-9]*", name)


# --- What the catalogue does not show ----------------------------------------------------------------


def test_every_sentence_that_says_not_shown_is_an_entry(api: Api) -> None:
    assert len(api.unspecified) == NOT_SHOWN
    assert all(gap.quote.endswith("not shown.") for gap in api.unspecified)
    assert len({gap.quote for gap in api.unspecified}) == NOT_SHOWN


@pytest.mark.promise("Every other fact carries a `source`")
def test_every_fact_about_the_wire_is_there_with_its_source(api: Api) -> None:
    assert sorted(fact.id for fact in api.facts) == FACTS
    assert all(fact.source for fact in api.facts)


@pytest.mark.promise("Every other fact carries a `source`")
def test_every_rule_is_there_with_its_source(api: Api) -> None:
    assert {
        operation.id: len(operation.rules) for operation in api.operations if operation.rules
    } == RULES
    assert len(wire_of(api).rules) == 4
    every = [
        *wire_of(api).rules,
        *(rule for operation in api.operations for rule in operation.rules),
    ]
    assert all(rule.source for rule in every)
    # What an order that is not kept brings is the same everywhere: nothing.
    checked = [rule for rule in every if rule.kind != "ordered"]
    assert all(rule.code or rule.effect or rule.limit for rule in checked)


def test_long_rules_that_several_modules_have_are_named(api: Api) -> None:
    uses = Counter(rule for operation in api.operations for rule in operation.rules)
    shared = [rule for rule, count in uses.items() if count > 1]
    named_rules = {rule for rule in shared if rule.name is not None}
    assert len(named_rules) == 11
    assert {rule for rule in shared if rule.effect is not None} <= named_rules
    assert all(
        len(rule.terms) + len(rule.others) <= 4 for rule in shared if rule not in named_rules
    )


def test_only_groups_and_lists_of_pages_have_the_same_fields(api: Api) -> None:
    alike: dict[str, list[str]] = {}
    for declaration in api.types:
        if isinstance(declaration, Record):
            alike.setdefault(repr(declaration.fields), []).append(declaration.name)
    repeated = [names for names in alike.values() if len(names) > 1]
    assert repeated == [["AllPagesItem", "AllRevisionsGroup"]]


@pytest.mark.promise(
    "The overlay `builtin:mediawiki` comes with specloom", "Every other fact carries a `source`"
)
def test_every_result_is_known_with_its_source(api: Api) -> None:
    for operation in api.operations:
        assert operation.result is not None
        assert operation.result.source
        assert not operation.result.assumed


def test_continuation_names_are_parameters_of_the_module(api: Api) -> None:
    for operation in api.operations:
        assert operation.result is not None
        names = {operation.call.prefix + parameter.name for parameter in operation.parameters}
        assert set(operation.result.continuation) <= names


def test_every_module_that_can_be_continued_says_so(api: Api) -> None:
    for operation in api.operations:
        names = {parameter.name for parameter in operation.parameters}
        assert operation.result is not None
        for name in names & {"continue", "offset"}:
            assert operation.call.prefix + name in operation.result.continuation


BRINGS_NOTHING = {
    ("allimages", "badfile"),
    ("search", "hasrelated"),
    ("search", "score"),
    ("stashimageinfo", "badfile"),
    *((name, "parsetree") for name in ("revisions", "allrevisions")),
    *((name, "parsetree") for name in ("deletedrevisions", "alldeletedrevisions")),
}
"""Values that the server accepts and that bring no field; `parsetree` is refused beside `slots`."""


@pytest.mark.promise(
    "A record that several modules return has every field that comes with a value of `prop` in one of them"
)
def test_every_prop_value_brings_a_field(api: Api) -> None:
    lists = {type_.name: type_ for type_ in api.types if isinstance(type_, Enumeration)}
    groups = {name: record for name, record in records(api).items() if name.endswith("Group")}
    idle: set[tuple[str, str]] = set()
    for operation in api.operations:
        assert operation.result is not None
        brought = {
            value for field in fields_of(operation, api) for value in field.module.brought_by
        }
        if operation.result.group:
            group = groups[operation.result.group]
            brought |= {value for field in group.fields for value in field.module.brought_by}
        for parameter in operation.parameters:
            if parameter.name == operation.result.selector and parameter.reference:
                values = {str(value) for value in lists[parameter.reference].values}
                idle |= {(operation.id, value) for value in values - brought}
    assert idle == BRINGS_NOTHING


def test_a_field_that_is_hidden_says_by_which_flag(api: Api) -> None:
    hidden = [
        (record.name, field)
        for record in records(api).values()
        for field in record.fields
        if field.module.hidden_by
    ]
    assert len(hidden) > 50
    for name, field in hidden:
        (flag,) = [
            other for other in records(api)[name].fields if other.name == field.module.hidden_by
        ]
        assert flag.type == "boolean"
        assert flag.presence is not None


def test_every_field_that_may_be_missing_says_when_it_is_there_and_where_that_is_known_from(
    api: Api,
) -> None:
    conditions_with_sources = [
        (record.name, field, field.source or record.source or "")
        for record in records(api).values()
        for field in record.fields
    ]
    conditions_with_sources += [
        (operation.id, field, field.source or operation.result.source or "")
        for operation in api.operations
        if operation.result is not None
        for field in operation.result.siblings
    ]
    optional = [
        (f"{owner}.{field.name}", field, source)
        for owner, field, source in conditions_with_sources
        if field.module.hidden_by or (field.presence is not None and not field.presence.requested)
    ]
    assert len(optional) > 200
    without_reason = [
        place
        for place, field, _ in optional
        if field.module.hidden_by is None
        and (field.presence is None or field.presence.when is None)
    ]
    assert without_reason == []
    assert [place for place, _, source in optional if ".php" not in source] == []


@pytest.mark.parametrize(
    ("record", "fields"),
    [
        ("AllImagesItem", ("timestamp", "size", "user", "comment", "url", "sha1", "mime")),
        ("InfoResult", ("contentmodel", "pagelanguage", "pagelanguagedir")),
        ("Revision", ("parentid",)),
        ("SiteInfoGalleryOptions", ("mode", "imageWidth", "showBytes")),
        ("StashImageInfoItem", ("timestamp", "size", "url", "sha1")),
        ("UserContribsItem", ("parentid", "size", "sizediff")),
        ("WatchlistItem", ("title", "pageid", "revid", "old_revid")),
    ],
)
def test_what_no_wiki_leaves_out_is_required(
    api: Api, record: str, fields: tuple[str, ...]
) -> None:
    members = {field.name: field for field in records(api)[record].fields}
    assert [members[name].presence for name in fields] == [None] * len(fields)
    assert [members[name].module.hidden_by for name in fields] == [None] * len(fields)


def test_the_24_parts_of_the_site_are_described(api: Api) -> None:
    result = records(api)["SiteInfoResult"]
    assert len(result.fields) == 24
    assert all(field.module.brought_by == (field.name,) for field in result.fields)
    assert "object" not in {field.type for field in result.fields}


def test_every_record_is_used_and_has_a_source(api: Api) -> None:
    used = {
        name
        for record in records(api).values()
        for field in record.fields
        for name in references(field.type)
    }
    for operation in api.operations:
        assert operation.result is not None
        used |= {*references(operation.result.type), operation.result.group or ""}
        used |= {name for field in operation.result.siblings for name in references(field.type)}
    used |= {wire_of(api).page}
    used |= {name for field in wire_of(api).resolutions for name in references(field.type)}
    assert set(records(api)) == used - {""}
    assert all(record.source for record in records(api).values())


def test_errors_say_whether_repeating_helps(api: Api) -> None:
    kinds = {error.code: error.retry for error in common_errors(api)}
    assert {code for code, kind in kinds.items() if kind == "later"} == {
        "maxlag",
        "readonly",
        "ratelimited",
        "internal_api_error_*",
    }
    assert {code for code, kind in kinds.items() if kind == "after-login"} == {
        "assertuserfailed",
        "assertbotfailed",
        "assertnameduserfailed",
        "badtoken",
        "mwoauth-invalid-authorization",
    }


def test_the_query_has_parameters_of_its_own(api: Api) -> None:
    names = [parameter.name for parameter in wire_of(api).parameters]
    assert {"titles", "pageids", "revids", "generator", "redirects", "maxlag"} <= set(names)
    assert all(parameter.summary and parameter.source for parameter in wire_of(api).parameters)
