"""Every rule between parameters, broken on purpose: our error is what the server answers."""

from collections.abc import Iterator
from datetime import UTC, datetime
from typing import Any

import pytest
from wiki_query import AllDeletedRevisions, AllImages, AllPages, Client, ParameterError, ServerError
from wiki_query._runtime.mediawiki.modules.module import AnyModule, Generator, fields_of
from wiki_query._runtime.mediawiki.modules.rules import (
    AS_GENERATOR,
    KINDS,
    NONE,
    SEVERAL_PAGES,
    Counted,
    Ordered,
    Rule,
    Valued,
    Way,
)

from tests.clients.wiki.live.calls import SELECTIONS, classes

VALUES: dict[str, Any] = {
    "title": "Category:Cat",
    "user": "Alice",
    "excludeuser": "Admin",
    "iprange": "192.0.2.0/24",
    "ip": "192.0.2.1",
    "userids": [1],
    "prefix": "mediawikiwiki",
}
"""Parameter → a value that the server does not refuse for itself."""
BASE: dict[str, dict[str, Any]] = {
    "users": {},
    "prefixsearch": {"search": "x"},
    "search": {"search": "x"},
}
OF_THE_CALL: dict[str, dict[str, Any]] = {
    AS_GENERATOR: {"generator": True},
    SEVERAL_PAGES: {"titles": ["A", "B"]},
    "query.redirects": {"redirects": True},
    "query.revids": {"revids": [1]},
}
"""Term → what makes it hold."""


def cases() -> Iterator[tuple[type[AnyModule], Rule, Way]]:
    """Each rule that the server enforces, and each way to break it."""
    for cls in classes():
        for rule in cls.__rules__:
            for way in KINDS[rule.kind].broken if rule.code is not None else ():
                if not isinstance(way, Valued) or way.values != "part" or rule.value is not None:
                    yield cls, rule, way


def broken(cls: type[AnyModule], rule: Rule, way: Way) -> tuple[dict[str, Any], dict[str, Any]]:
    """Parameters of the module, and of the call, that break a rule."""
    arguments: dict[str, Any] = dict(BASE.get(cls.__wire__.name, {}))
    call: dict[str, Any] = {}
    match way:
        case Valued(values=values):
            arguments[rule.terms[0]] = list(rule.pairs[0]) if values == "pair" else "Not in it"
            return arguments, call
        case Counted():
            terms = list(rule.terms[: way.terms.least])
        case Ordered():
            terms = []
    if isinstance(way, Counted) and way.others == NONE:
        terms += [term.replace("=", "!=") for term in rule.others if "=" in term]
    elif isinstance(way, Counted) and way.others is not None:
        terms += (KINDS[rule.kind].others or rule.others)[:1]
    for term in terms:
        set_true(cls, term, arguments, call)
    return arguments, call


def set_true(
    cls: type[AnyModule], term: str, arguments: dict[str, Any], call: dict[str, Any]
) -> None:
    """Give what makes a term hold."""
    if term.startswith("query.") or term in OF_THE_CALL:
        call.update(OF_THE_CALL.get(term, {term.removeprefix("query."): ["A"]}))
        return
    wire, _, value = term.partition("!=")
    other = bool(value)
    if not other:
        wire, _, value = term.partition("=")
    name, field = next((n, f) for n, f in fields_of(cls).items() if f.wire == wire)
    if other:
        value = str(next(allowed for allowed in field.values if allowed != value))
    if value:
        arguments[name] = [value] if field.multiple else value
    else:
        arguments[name] = sample(name, field)


def sample(name: str, field: Any) -> Any:
    if field.values:
        return field.values[0]
    if name in VALUES:
        return VALUES[name]
    kinds = {
        "boolean": True,
        "integer": 1,
        "limit": 3,
        "namespace": 0,
        "timestamp": datetime(2020, 1, 1, tzinfo=UTC),
    }
    return kinds.get(field.kind, "x")


CASES = list(cases())


def check_call(wiki: Client, module: Any, call: dict[str, Any], *, force: bool) -> None:
    """Make the call that the module is for."""
    group = type(module).__wire__.group
    if call.pop("generator", False):
        list(wiki.pages(generator=module, force=force, **call))
    elif group == "prop" and type(module).__wire__.where == "page":
        if not call.keys() & {"titles", "revids"}:
            call |= SELECTIONS.get(type(module).__name__, {"titles": ["A"]})
        list(wiki.pages(module, force=force, **call))
    else:
        wiki.query(module, force=force, max_items=1, **call)


@pytest.mark.promise(
    "`ParameterError` before anything is sent", "the account may not do this, or is blocked"
)
@pytest.mark.filterwarnings("ignore::DeprecationWarning")
@pytest.mark.parametrize(
    ("cls", "rule", "way"),
    CASES,
    ids=[
        f"{cls.__name__}-{rule.kind}-{'-'.join(rule.terms[:2])}-{way.message}"
        for cls, rule, way in CASES
    ],
)
def test_our_error_is_the_servers(
    admin: Client, cls: type[AnyModule], rule: Rule, way: Way
) -> None:
    arguments, call = broken(cls, rule, way)
    module = cls(**arguments)
    with pytest.raises(ParameterError) as ours:
        check_call(admin, module, dict(call), force=False)
    with pytest.raises(ServerError) as theirs:
        check_call(admin, module, dict(call), force=True)
    codes = {theirs.value.code, *theirs.value.others}
    assert ours.value.code in codes


ORDERED = [
    (cls, rule, way)
    for cls in classes()
    for rule in cls.__rules__
    if rule.kind == "ordered"
    for way in (fields_of(cls)["dir"].values if "dir" in fields_of(cls) else (None,))
]
FIRST_AND_LAST: dict[str, tuple[Any, Any]] = {
    "time": (datetime(2001, 1, 1, tzinfo=UTC), datetime(2035, 1, 1, tzinfo=UTC)),
    "number": (1, 100_000),
    "title": ("A", "zz"),
}
FINDING: dict[str, dict[str, Any]] = {
    "AllDeletedRevisions start": {"user": "Alice"},
    "AllImages start": {"sort": "timestamp"},
    "AllTransclusions from": {"namespace": 10},
    "CategoryMembers start": {"title": "Category:Cat", "sort": "timestamp"},
    "DeletedRevs start": {"user": "Alice"},
    "UserContribs start": {"user": "Alice"},
    "Watchlist start": {"allrev": True},
}
"""Class and term → what else the wiki wants, or what it has something of."""


@pytest.mark.promise("A range in the wrong direction is such a mistake")
@pytest.mark.filterwarnings("ignore::DeprecationWarning")
@pytest.mark.parametrize(
    ("cls", "rule", "way"),
    ORDERED,
    ids=[f"{cls.__name__}-{rule.terms[0]}-{way}" for cls, rule, way in ORDERED],
)
def test_what_we_call_nothing_is_nothing(
    admin: Client, cls: type[AnyModule], rule: Rule, way: str | None
) -> None:
    names = {field.wire: name for name, field in fields_of(cls).items()}
    more_arguments = FINDING.get(f"{cls.__name__} {rule.terms[0]}", {}) | (
        {"dir": way} if way else {}
    )
    has_items: dict[bool, bool] = {}
    for values in (FIRST_AND_LAST[str(rule.value)], FIRST_AND_LAST[str(rule.value)][::-1]):
        module: Any = cls(
            **dict(zip((names[term] for term in rule.terms), values, strict=True)), **more_arguments
        )
        try:
            has = has_something(admin, module, force=False)
            refused = False
        except ParameterError:
            has, refused = has_something(admin, module, force=True), True
        has_items[refused] = has
    assert has_items == {True: False, False: True}


def has_something(wiki: Client, module: Any, *, force: bool) -> bool:
    if type(module).__wire__.group == "list":
        return bool(list(wiki.list(module, max_items=1, force=force)))
    if type(module).__name__ == "ImageInfo":
        pages = list(wiki.pages(module, generator=AllImages(), force=force))
        return any(page[type(module)] for page in pages)
    titles = [item["title"] for item in wiki.list(AllDeletedRevisions(), max_items=1)]
    titles = ["A"] if type(module).__name__ == "Revisions" else titles
    return bool(wiki.page(titles[0], module, force=force)[type(module)])


def test_every_module_with_rules_is_tried() -> None:
    assert len(CASES) > 60
    assert issubclass(AllPages, Generator)
