"""Every module, asked of a real wiki with every value that selects what it tells."""

import warnings
from collections.abc import Iterator
from typing import Any, NotRequired, get_args, get_origin, get_type_hints, is_typeddict

import pytest
from wiki_query import (
    AllMessages,
    AllRevisions,
    AllUsers,
    AuthManagerInfo,
    Client,
    Contributors,
    ImageInfo,
    Info,
    QueryPage,
    Revisions,
    Search,
    UserInfo,
    Users,
)
from wiki_query._runtime.mediawiki.modules.marks import When
from wiki_query._runtime.mediawiki.modules.module import (
    AnyModule,
    ListModule,
    PropModule,
    result_type,
)
from wiki_query._runtime.mediawiki.results.result import beside_type
from wiki_query.records import InterwikiTitle, PageState, ResolvedRedirect

from tests.clients.wiki.either import Either, Sync
from tests.clients.wiki.live.calls import (
    FILES,
    call,
    choices,
    classes,
    module_for,
    parts_of,
    together,
)
from tests.clients.wiki.live.circumstances import CIRCUMSTANCES, REQUESTED
from tests.clients.wiki.live.conformance import Account, misfitting
from tests.clients.wiki.live.validate import misfits, problems
from tests.mediawiki.seed import ALICE
from tests.mediawiki.server import Wiki
from tests.sampling import sampled

MODULES = classes()


def test_there_are_modules() -> None:
    assert len(MODULES) == 62


@pytest.mark.promise(
    "what it returns is typed field by field", "with a type for each key", "Some data lacks it"
)
@pytest.mark.parametrize("cls", MODULES, ids=lambda cls: cls.__name__)
def test_what_a_module_tells_fits_its_type(
    either_admin: Either, cls: type[AnyModule], exhaustive: bool
) -> None:
    """The other client decodes with the same code: it asks for everything at once, unless all is asked for."""
    selections = choices if exhaustive or isinstance(either_admin, Sync) else together
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)
        modules = [module_for(either_admin, cls, chosen) for chosen in selections(cls)]
        answers: list[Any] = either_admin.each([call(module) for module in modules])
    misfits: dict[str, None] = {}
    for module, answer in zip(modules, answers, strict=True):
        parts = parts_of(module, answer)
        assert parts, f"{module} tells nothing"
        for data, page in parts:
            misfits |= dict.fromkeys(problems(data, module, page))
    assert not misfits, "\n".join(misfits)


@pytest.mark.promise("with a type for each key")
@pytest.mark.parametrize("account", sampled([((),), (ALICE,)], [(ALICE,)]), ids=["nobody", "user"])
def test_what_other_accounts_are_told_fits_the_types(
    live_wiki: Wiki, account: Account, exhaustive: bool
) -> None:
    assert list(misfitting(live_wiki.api_url, account, alone=exhaustive)) == []


OTHERWISE: list[Any] = [
    AllMessages(messages=["sunday", "no-such-message"], nocontent=True),
    AllUsers(prop="centralids", attachedwiki="wiki"),
    AuthManagerInfo(
        requestsfor="login",
        mergerequestfields=True,
        messageformat="none",
        securitysensitiveoperation="ChangeEmail",
    ),
    AuthManagerInfo(requestsfor="create", messageformat="raw"),
    ImageInfo(prop=["url", "thumbmime", "mime"], urlheight=20),
    Info(testactions=["edit", "move"]),
    QueryPage(page="Unusedimages"),
    QueryPage(page="Deadendpages"),
    Revisions(prop=["content", "contentmodel"]),
    UserInfo(prop="centralids", attachedwiki="wiki"),
    Users(users=["Alice", "Nobody here"], prop="centralids", attachedwiki="wiki"),
    Users(userids=[1, 9999], prop=["blockinfo", "editcount"]),
]
"""Calls with parameters on which fields depend."""


@pytest.mark.parametrize("module", OTHERWISE, ids=repr)
def test_what_parameters_bring_fits_the_type(either_admin: Either, module: AnyModule) -> None:
    parts = parts_of(module, either_admin.each([call(module)])[0])
    assert parts
    assert [problems(data, module, page) for data, page in parts] == [[]] * len(parts)


def test_a_difference_to_what_does_not_exist_fits_the_type(either_admin: Either) -> None:
    with pytest.warns(DeprecationWarning, match="diffto"):
        module = AllRevisions(prop="ids", diffto="prev", page_size="max")
    parts = parts_of(module, either_admin.each([call(module)])[0])
    misfits = [problem for data, page in parts for problem in problems(data, module, page)]
    assert misfits == []
    assert False in [each["diff"].get("from") for data, _ in parts for each in data]


@pytest.mark.promise("Some modules return data beside their items")
@pytest.mark.parametrize(
    "module",
    [
        Contributors(),
        ImageInfo(prop="badfile"),
        QueryPage(page="Wantedpages"),
        Search(search="bulk"),
        Search(search="bulk", info=[]),
    ],
    ids=repr,
)
def test_what_a_module_tells_beside_its_result_fits_its_type(
    admin: Client, module: "ListModule[Any] | PropModule[Any]"
) -> None:
    kind: Any = type(module)
    if isinstance(module, ListModule):
        items = admin.list(module)
        assert list(items)
        parts: list[tuple[Any, Any]] = [(items.beside(kind), {})]
    else:
        pages = admin.pages(module, titles=["A", *FILES])
        parts = [(page.beside(kind), page.raw) for page in pages]
    for data, page in parts:
        assert misfits(data, beside_type(kind), module, page) == []


@pytest.mark.promise(
    "You did not ask for it: it comes with another value of `prop`. | as if always there",
    "Some data lacks it",
)
def test_only_the_request_decides_on_fields_that_count_as_there() -> None:
    kinds = [kind for cls in MODULES for kind in (result_type(cls), beside_type(cls))]
    marks = {
        mark
        for kind in (*kinds, PageState, ResolvedRedirect, InterwikiTitle)
        for mark in _circumstances(kind)
    }
    assert {text for required, text in marks if required} == set(REQUESTED)
    assert {text for _, text in marks} >= set(CIRCUMSTANCES)


def _circumstances(hint: Any, required: bool = True) -> Iterator[tuple[bool, str]]:
    """Circumstances in the marks of a type and of its parts, and whether they are on required fields."""
    if get_origin(hint) is NotRequired:
        required, (hint,) = False, get_args(hint)
    for mark in getattr(hint, "__metadata__", ()):
        if isinstance(mark, When):
            yield required, mark.text
    fields = get_type_hints(hint, include_extras=True) if is_typeddict(hint) else {}
    for inner in fields.values() if fields else get_args(hint):
        if not is_typeddict(hint) or hint not in _types_of(inner):
            yield from _circumstances(inner, is_typeddict(hint) or required)


def _types_of(hint: Any) -> list[Any]:
    """A type and those that it is made of, as far as records."""
    return [hint, *(each for inner in get_args(hint) for each in _types_of(inner))]
