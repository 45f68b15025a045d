"""Changes the text of a page: read, changed, saved on exactly what was read, and again after a conflict.

An edit that names the revision it is based on can be sent twice without harm: the wiki finds that the text is there already,
or refuses it. So an edit without an answer is looked for in the history, and sent again if nothing came after the revision
that was read.
"""

from collections.abc import Callable, Mapping
from typing import TypeAlias, TypedDict, cast

import msgspec

from ...core.escape import escaped
from ...core.frames import called
from ..actions.act import carry_out, posted
from ..errors import AbsentError, EditConflict, Excluded, Exists, Uncertain, WikiError
from ..modules.arguments import (
    check_flags,
    checked_names,
    checked_text,
    checked_title,
    checked_whole_number,
    refused,
)
from ..modules.encode import Params
from ..modules.protocol import Protocol
from ..modules.types import Many
from ..plain import JSON, is_object, objects
from ..results.page import Page
from ..session.calls import ask
from ..session.context import Context, Quiet
from .arguments import flags, further
from .doubt import doubtful, still_uncertain
from .exclusion import refusal_of

TextChange: TypeAlias = Callable[[str], str | None]
"""Makes the new text of the old one; None, or the same text: nothing is to be saved."""


class SavedPage(TypedDict):
    """An edit that is saved, by the names of the wiki."""

    title: str
    pageid: int
    oldrevid: int
    """The revision before; 0 for a new page."""
    newrevid: int
    newtimestamp: str
    """When it was saved, as ISO 8601 with Z."""


class PageChange(msgspec.Struct, frozen=True, kw_only=True):
    """What is to become of a page."""

    title: str
    change: TextChange
    section: str | None
    create: bool
    """Whether to make the page, of an empty text, if it is missing."""
    redirects: bool
    bot_names: tuple[str, ...]
    """Names in `{{bots}}` that are meant for this program; none: the template is not looked for."""
    summary: str
    more: Mapping[str, str]
    """Further parameters of the edit, such as `minor`, by their wire names."""
    attempts: int
    known: JSON | None = None
    """The page as a query has told of it."""


def page_change(
    page: str | Page,
    change: TextChange,
    *,
    protocol: Protocol,
    summary: str,
    section: str | int | None,
    create: bool,
    redirects: bool,
    minor: bool,
    bot: bool,
    tags: Many[str],
    watchlist: str | None,
    respect_bots: Many[str],
    attempts: int,
) -> PageChange:
    """What a caller asks for, once it is checked."""
    title = page.title if isinstance(page, Page) else page
    checked_title("change_page", "page", title)
    checked_text("change_page", "summary", summary)
    if not callable(cast("object", change)):
        raise refused("change_page", "change", "a function is wanted", change)
    checked_whole_number("change_page", "attempts", attempts, least=1)
    _check_section(section)
    check_flags("change_page", create=create, redirects=redirects, minor=minor, bot=bot)
    more = flags(minor=minor, bot=bot) | further(
        "change_page", protocol, tags=tags, watchlist=watchlist
    )
    return PageChange(
        title=title,
        change=change,
        section=None if section is None else str(section),
        create=create,
        redirects=redirects,
        bot_names=checked_names("change_page", "respect_bots", respect_bots),
        summary=summary.strip(),
        more=more,
        attempts=attempts,
        known=page.raw if isinstance(page, Page) and section is None else None,
    )


def _check_section(section: object) -> None:
    if isinstance(section, int) and not isinstance(section, bool):
        checked_whole_number("change_page", "section", section, least=0)
    elif section is not None:
        checked_text("change_page", "section", section)


class _Read(msgspec.Struct, frozen=True, kw_only=True):
    """A page as it was read."""

    title: str
    text: str
    revid: int
    """0 if the page is missing."""
    at: str
    """When it was read, by the clock of the wiki."""


def change_page(context: Context, wanted: PageChange) -> Quiet[SavedPage | None]:
    """The edit that was saved; None if the text is what it should be."""
    attempt = 1
    while True:
        page, at = yield from _page(context, wanted, attempt)
        read = _read(wanted, page, at)
        yield from _check_exclusion(context, wanted, read)
        text = called(wanted.change, read.text)
        if text is None or text == read.text:
            return None
        checked_text("change_page", "change", text)
        try:
            return (yield from _saved(context, wanted, read, text))
        except (EditConflict, Exists):  # somebody else has changed or made it
            if attempt >= wanted.attempts:
                raise
        attempt += 1


# --- Reading -----------------------------------------------------------------------------------------


def _page(context: Context, wanted: PageChange, attempt: int) -> Quiet[tuple[JSON, str]]:
    """The page, and when it was read; what is known of it is enough for the first attempt."""
    if wanted.known is not None and attempt == 1:
        return wanted.known, ""
    params = {
        "prop": "revisions",
        "rvprop": "ids|content",
        "rvslots": "main",
        "titles": wanted.title,
        "curtimestamp": "1",
    }
    if wanted.section is not None:
        params["rvsection"] = wanted.section
    if wanted.redirects:
        params["redirects"] = "1"
    data = yield from ask(context, params, label="prop=revisions")
    return _page_in(data), str(data.get("curtimestamp", ""))


def _read(wanted: PageChange, page: JSON, at: str) -> _Read:
    """What an edit needs of a page."""
    title = str(page.get("title", wanted.title))
    if page.get("missing") and wanted.create and wanted.section is None:
        return _Read(title=title, text="", revid=0, at=at)
    revision = next(iter(objects(page.get("revisions"))), None)
    if revision is None and page is wanted.known and "missing" not in page:
        revision = {}
    if revision is None:
        raise AbsentError(f"{escaped(title)!r}: {_why_absent(page)}", "page")
    text = _text_of(revision)
    if text is None or "revid" not in revision:
        raise AbsentError(f"{escaped(title)!r}: {_why_textless(wanted, revision)}", "content")
    return _Read(title=title, text=text, revid=int(revision["revid"]), at=at)


def _page_in(data: JSON) -> JSON:
    query: object = data.get("query")
    pages = objects(query.get("pages") if is_object(query) else None)
    return pages[0] if pages else {}


def _why_absent(page: JSON) -> str:
    if page.get("missing"):
        return "there is no such page; with create=True it is made"
    return "this is no title of a page that can be edited"


def _why_textless(wanted: PageChange, revision: JSON) -> str:
    slots: object = revision.get("slots")
    main: object = slots.get("main") if is_object(slots) else None
    if is_object(main) and "nosuchsection" in main:
        return f"it has no section {wanted.section!r}"
    if wanted.known is not None and not (is_object(main) and "texthidden" in main):
        return 'ask for Revisions(prop=["ids", "content"], slots="main") to change pages of a query'
    return "its text is hidden"


def _text_of(revision: JSON) -> str | None:
    slots: object = revision.get("slots")
    main: object = slots.get("main") if is_object(slots) else None
    text: object = main.get("content") if is_object(main) else None
    return text if isinstance(text, str) else None


def _check_exclusion(context: Context, wanted: PageChange, read: _Read) -> Quiet[None]:
    if not wanted.bot_names:
        return
    text = read.text
    if wanted.section is not None:  # the template is mostly at the beginning
        params = {
            "prop": "revisions",
            "rvprop": "content",
            "rvslots": "main",
            "titles": read.title,
        }
        data = yield from ask(context, params, label="prop=revisions")
        for revision in objects(_page_in(data).get("revisions")):
            text = _text_of(revision) or text
    template = refusal_of(text, wanted.bot_names)
    if template is not None:
        raise Excluded(read.title, template)


# --- Saving ------------------------------------------------------------------------------------------


def _saved(context: Context, wanted: PageChange, read: _Read, text: str) -> Quiet[SavedPage | None]:
    """Save a text; an edit without an answer is looked for."""
    call = posted("edit", _edit(wanted, read, text), kind="csrf", paced=True)
    sent = 0
    doubt: Uncertain | None = None
    while True:
        sent += 1
        try:
            told: JSON = yield from carry_out(context, call)
        except Uncertain as error:
            doubt = error
        except (EditConflict, Exists):
            # After an edit without an answer, it may be that edit which is in the way.
            if doubt is None:
                raise
        except WikiError as refusal:
            if doubt is None:
                raise
            doubt = still_uncertain(doubt, refusal)
        else:
            saved: object = told.get("edit")
            if is_object(saved) and "newrevid" in saved:
                return _result(saved)
            if doubt is None:
                return None
        # Only after an edit without an answer does it come here.
        with doubtful(doubt):
            found, is_untouched = yield from _looked_for(context, wanted, read)
        if found is not None:
            return found
        if not is_untouched or sent >= wanted.attempts:
            raise doubt


def _edit(wanted: PageChange, read: _Read, text: str) -> Params:
    params: Params = {
        "title": read.title,
        "text": text,
        "summary": wanted.summary,
        **wanted.more,
    }
    if read.at:
        params["starttimestamp"] = read.at
    if wanted.section is not None:
        params["section"] = wanted.section
    if read.revid:
        params |= {"baserevid": str(read.revid), "nocreate": "1"}
    else:
        params["createonly"] = "1"
    return params


def _result(told: JSON) -> SavedPage:
    return SavedPage(
        title=told["title"],
        pageid=told["pageid"],
        oldrevid=told["oldrevid"],
        newrevid=told["newrevid"],
        newtimestamp=told["newtimestamp"],
    )


def _looked_for(
    context: Context, wanted: PageChange, read: _Read
) -> Quiet[tuple[SavedPage | None, bool]]:
    """The account's own edit after what was read; and whether nobody has saved anything since."""
    params = {
        "prop": "revisions",
        "meta": "userinfo",
        "rvprop": "ids|user|timestamp|comment",
        "rvdir": "newer",
        "rvlimit": "max",
        "titles": read.title,
    }
    if read.revid:
        params["rvstartid"] = str(read.revid)
    data = yield from ask(context, params, label="prop=revisions")
    page, query = _page_in(data), data.get("query")
    account: object = query.get("userinfo") if is_object(query) else None
    name = account.get("name") if is_object(account) else None
    later = [each for each in objects(page.get("revisions")) if each.get("revid") != read.revid]
    for revision in later:
        # Without a summary, the wiki may write one of its own.
        is_same = not wanted.summary or revision.get("comment") == wanted.summary
        if revision.get("user") == name and is_same:
            found = SavedPage(
                title=str(page["title"]),
                pageid=int(page["pageid"]),
                oldrevid=int(revision.get("parentid", read.revid)),
                newrevid=int(revision["revid"]),
                newtimestamp=str(revision["timestamp"]),
            )
            return found, False
    return None, not later
