"""Arguments of methods: what is not of their kind is refused before anything is sent."""

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from wiki_query import AllPages, Info, Links, ParameterError
from wiki_query.actions import (
    Block,
    Delete,
    Edit,
    ImageRotate,
    Move,
    Options,
    Parse,
    Protect,
    Purge,
    RevisionDelete,
    SetNotificationTimestamp,
    Tag,
    Upload,
    UserRights,
    Watch,
)

from .either import Either
from .scripted import ScriptedWiki, part

NO_FLAGS: list[tuple[str, Callable[[Either, Any], object]]] = [
    ("redirects", lambda wiki, no: wiki.pages(titles="A", redirects=no)),
    ("convert_titles", lambda wiki, no: wiki.pages(titles="A", convert_titles=no)),
    ("force", lambda wiki, no: wiki.pages(titles="A", force=no)),
    ("redirects", lambda wiki, no: wiki.page("A", redirects=no)),
    ("redirects", lambda wiki, no: wiki.query(Info(), titles="A", redirects=no)),
    ("create", lambda wiki, no: wiki.change_page("A", str.upper, create=no)),
    ("redirects", lambda wiki, no: wiki.change_page("A", str.upper, redirects=no)),
    ("minor", lambda wiki, no: wiki.change_page("A", str.upper, minor=no)),
    ("bot", lambda wiki, no: wiki.change_page("A", str.upper, bot=no)),
    ("in_background", lambda wiki, no: wiki.upload(b"x", "A.png", in_background=no)),
    ("update_links", lambda wiki, no: wiki.purge(titles="A", update_links=no)),
    ("unwatch", lambda wiki, no: wiki.watch(titles="A", unwatch=no)),
    ("force", lambda wiki, no: wiki.act(Purge(titles="A"), force=no)),
    ("post", lambda wiki, no: wiki.raw({"titles": "A"}, post=no)),
]


@pytest.mark.parametrize(
    ("name", "earlier_name", "call"),
    [
        ("force", "insist", lambda wiki: wiki.list(AllPages(), insist="no")),
        ("force", "insist", lambda wiki: wiki.pages(titles="A", insist="no")),
        ("force", "insist", lambda wiki: wiki.act(Purge(titles="A"), insist="no")),
        ("on_challenge", "further", lambda wiki: wiki.login("A", "secret", further="no")),
    ],
)
def test_an_argument_is_taken_by_its_earlier_name_with_a_warning(
    wiki: Either, name: str, earlier_name: str, call: Callable[[Any], object]
) -> None:
    warning = f"the argument {earlier_name} is deprecated: it is called {name}"
    with (
        pytest.warns(DeprecationWarning, match=warning),
        pytest.raises(ParameterError, match=f"{name}: expected"),
    ):
        call(wiki)


@pytest.mark.parametrize("no", ["no", "false", 0], ids=repr)
@pytest.mark.parametrize(("name", "call"), NO_FLAGS)
def test_only_true_and_false_are_flags(
    wiki: Either,
    scripted: ScriptedWiki,
    name: str,
    call: Callable[[Either, Any], object],
    no: object,
) -> None:
    with pytest.raises(ParameterError, match=f"{name}: expected True or False") as caught:
        call(wiki, no)
    assert (caught.value.parameter, scripted.requests) == (name, [])


@pytest.mark.parametrize("title", ["Oak|Label", "Oak\x07", "Oak\x1fLabel", "\ud800"], ids=ascii)
@pytest.mark.parametrize(
    "call",
    [
        lambda wiki, title: wiki.page(title),
        lambda wiki, title: wiki.change_page(title, str.upper),
        lambda wiki, title: wiki.change_page(title, str.upper, create=True),
        lambda wiki, title: wiki.upload(b"x", title),
        lambda wiki, title: wiki.purge(titles=title),
        lambda wiki, title: wiki.watch(titles=title),
        lambda wiki, title: wiki.act(Delete(title=title)),
        lambda wiki, title: wiki.act(Move(from_=title, to="A")),
        lambda wiki, title: wiki.act(Move(from_="A", to=title)),
        lambda wiki, title: wiki.act(RevisionDelete(type="revision", target=title, ids="1")),
        lambda wiki, title: wiki.act(Upload(filename=title, file=b"x")),
        lambda wiki, title: wiki.act(UserRights(user=title, add="bot")),
    ],
)  # fmt: skip
def test_a_name_that_would_be_taken_for_another_is_refused(
    wiki: Either, scripted: ScriptedWiki, call: Callable[[Either, Any], object], title: str
) -> None:
    with pytest.raises(ParameterError):
        call(wiki, title)
    assert scripted.requests == []


def _titles() -> Iterator[str]:
    yield from ["A", "B"]


@pytest.mark.promise("A mapping is refused: only its keys would count")
@pytest.mark.parametrize(
    "call",
    [
        lambda wiki, titles: wiki.pages(titles=titles),
        lambda wiki, titles: wiki.watch(titles=titles),
        lambda wiki, titles: wiki.purge(titles=titles),
        lambda wiki, titles: wiki.query(Info(), titles=titles),
    ],
)
def test_what_does_not_list_titles_is_refused(
    wiki: Either, scripted: ScriptedWiki, call: Callable[[Either, Any], object]
) -> None:
    used = _titles()
    assert list(used) == ["A", "B"]
    for titles, message in (
        ({"A": False}, "got dict, of which only the keys would be sent"),
        (used, "got generator that was read to its end"),
        (b"AB", "got bytes"),
        (1.5, "got float"),
    ):
        with pytest.raises(ParameterError, match=message):
            call(wiki, titles)
    assert scripted.requests == []


@pytest.mark.promise(
    "The client refuses a mapping", "An entry without `=` is refused for the same reason"
)
def test_protections_have_the_form_of_the_wiki(wiki: Either, scripted: ScriptedWiki) -> None:
    mapping: Any = {"edit": "sysop", "move": "sysop"}
    with pytest.raises(ParameterError, match=r"got dict.*\['edit=sysop', 'move=sysop'\]"):
        Protect(title="A", protections=mapping)
    for entries in ("edit", ["edit=sysop", "move"]):
        with pytest.raises(ParameterError, match=r"lacks '='.*as in `edit=sysop`"):
            wiki.act(Protect(title="A", protections=entries))
    assert scripted.requests == []


@pytest.mark.parametrize(
    ("action", "message"),
    [
        (Edit(title="A", text="x", appendtext="y"), "text does not go with appendtext"),
        (Edit(title="A", text="x", undo=1), "text does not go with undo"),
        (Edit(title="A", text="x", redirect=True), "redirect works only with appendtext"),
        (Purge(), "one of titles, pageids, revids and generator is needed"),
        (Purge(forcelinkupdate=True), "No page is purged"),
        (Watch(unwatch=True), "one of title, titles, pageids, revids and generator is needed"),
        (ImageRotate(rotation="90"), "is needed"),
        (SetNotificationTimestamp(), "one of entirewatchlist, titles"),
        (Block(user="A", pagerestrictions=["B"]), "pagerestrictions works only with partial"),
        (Parse(title="A"), "one of page, pageid, oldid, text and summary is needed"),
        (UserRights(user="A"), "one of add and remove is needed"),
        (Tag(revid=1), "one of add and remove is needed"),
        (Options(), "one of reset, change and optionname is needed"),
        (Purge(titles="A", generator=AllPages()), "AllPages chooses pages by itself"),
        (Purge(generator=Links()), "Links describes pages"),
    ],
    ids=lambda value: type(value).__name__ if not isinstance(value, str) else "",
)  # fmt: skip
def test_an_action_that_contradicts_itself_is_refused(
    wiki: Either, scripted: ScriptedWiki, action: Any, message: str
) -> None:
    with pytest.raises(ParameterError, match=message):
        wiki.act(action)
    assert scripted.requests == []


def test_bytes_are_not_ids(wiki: Either, scripted: ScriptedWiki) -> None:
    with pytest.raises(
        ParameterError, match="expected a whole number, or several in a list, got bytes"
    ):
        wiki.pages(pageids=b"AB")
    scripted.answers(part(pages=[]))
    assert wiki.pages(pageids={7: "A"}.keys()) == []
    assert scripted.requests[0].params["pageids"] == "7"


@pytest.mark.parametrize("section", [True, 1.0, b"1", [1], -1], ids=repr)
def test_a_section_is_text_or_a_number(
    wiki: Either, scripted: ScriptedWiki, section: object
) -> None:
    with pytest.raises(ParameterError, match="section"):
        wiki.change_page("A", str.upper, section=section)
    assert scripted.requests == []
