"""Changes the text of a page: read, changed, saved on exactly what was read, and again after a conflict.

An edit that names the revision it is based on can be sent twice without harm: the wiki finds that the text is there already,
merges it into the text, or refuses it. So an edit without a reply is looked for in the history, and sent again if no revision may be it.
"""

from collections.abc import Callable, Mapping
from typing import NotRequired, TypeAlias, TypedDict, cast

import msgspec

from ...core.escape import escaped
from ...core.frames import call_user
from ...core.steps import Wait
from ..actions.act import carry_out, posted
from ..errors import AbsentError, EditConflict, Excluded, Exists, ServerError, Uncertain, WikiError
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
from ..queries.order import Resolution, circle_of, fragment_of
from ..results.page import Page
from ..session.calls import ask
from ..session.context import Context, Quiet
from .arguments import flags, optional_params
from .claims import claim
from .doubt import doubtful, still_uncertain
from .edit_trace import NEW, SentEdit, Trace, trace_of
from .exclusion import refusal_of
from .saved_text import saved_text

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
    tofragment: NotRequired[str]
    """Section that the redirect leads to, if one was followed and names a section."""


class PageChange(msgspec.Struct, frozen=True, kw_only=True):
    """A change of a page, as a caller asks for it."""

    title: str
    change: TextChange
    section: str | None
    create: bool
    """True: make the page, of an empty text, if it is missing."""
    redirects: bool
    bot_names: tuple[str, ...]
    """Names in `{{bots}}` that are meant for this program; none: the template is not looked for."""
    summary: str
    more: Mapping[str, str]
    """Further parameters of the edit, such as `minor`, by their wire names."""
    attempts: int
    page: JSON | None = None
    """The page as a query has returned it; None: it is still to be read."""

    @property
    def is_new_section(self) -> bool:
        """True if a section is added, so that no text is changed."""
        return self.section == NEW


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
    """Check the arguments of `change_page`."""
    title = page.title if isinstance(page, Page) else page
    checked_title("change_page", "page", title)
    checked_text("change_page", "summary", summary)
    if not callable(cast("object", change)):
        raise refused("change_page", "change", "a function", change)
    checked_whole_number("change_page", "attempts", attempts, least=1)
    _check_section(section)
    check_flags("change_page", create=create, redirects=redirects, minor=minor, bot=bot)
    more = flags(minor=minor, bot=bot) | optional_params(
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
        page=page.raw if isinstance(page, Page) and section is None else None,
    )


def _check_section(section: object) -> None:
    if isinstance(section, int) and not isinstance(section, bool):
        checked_whole_number("change_page", "section", section, least=0)
    elif section is not None:
        checked_text("change_page", "section", section)


class _Base(msgspec.Struct, frozen=True, kw_only=True):
    """A page as it was read, which an edit is based on."""

    title: str
    pageid: int | None
    """None if the page is missing, or if it is not known."""
    text: str
    """Of the page, or of its section; empty for a new one."""
    revid: int
    """0 if the page is missing."""
    model: str | None
    """The content model; None if it is not known."""
    timestamp: str
    """The time of reading, by the clock of the wiki; empty if it is not known."""
    fragment: str | None = None
    """The section that a redirect leads to."""


_DELETED = frozenset({"missingtitle", "pagedeleted"})
"""Codes of an edit of a page that was deleted after it was read."""
_LOOKS = (1.0, 2.0, 4.0)
"""Seconds before each optional_params look for an edit."""


def change_page(context: Context, request: PageChange) -> Quiet[SavedPage | None]:
    """The edit that was saved; None if the text is as it should be."""
    base = yield from _read(context, request, request.page)
    attempt = 1
    while True:
        yield from _check_exclusion(context, request, base)
        text = call_user(request.change, base.text)
        if text is None or text == base.text:
            return None
        checked_text("change_page", "change", text)
        text = yield from saved_text(
            context, text, before=base.text, title=base.title, model=base.model
        )
        if text == base.text:
            return None
        is_last, is_same = attempt >= request.attempts, False
        try:
            result = yield from _save(context, request, base, text)
            if result is not None:
                return result if base.fragment is None else {**result, "tofragment": base.fragment}
            is_same = True
        except ServerError as error:
            if error.code in _DELETED and (is_last or not request.create):
                text = f"{escaped(base.title)!r}: it was deleted after it was read"
                raise AbsentError(text, "page") from error
            if is_last or not _is_outdated(error):
                raise
        before, base = base, (yield from _read(context, request, None))
        if is_same and base.revid == before.revid:
            return None  # the wiki itself finds nothing to change
        if is_last:
            text = f"others have saved the same text of {base.title!r} at each attempt"
            raise EditConflict("editconflict", escaped(text), module="edit", operation="edit")
        attempt += 1


def _is_outdated(error: ServerError) -> bool:
    """True if the page was changed since it was read, so that it is to be read again."""
    is_changed = isinstance(error, EditConflict | Exists) or error.code == "nosuchsection"
    return is_changed or error.code in _DELETED


# --- Reading -----------------------------------------------------------------------------------------


def _read(context: Context, request: PageChange, page: JSON | None) -> Quiet[_Base]:
    """The page, or its section; nothing is sent if a query has returned the page."""
    if page is not None:
        return _base(request, page, "", is_of_query=True)
    params = {
        "prop": "revisions",
        "rvprop": "ids" if request.is_new_section else "ids|content",
        "rvslots": "main",
        "titles": request.title,
        "curtimestamp": "1",
    }
    if request.section is not None and not request.is_new_section:
        params["rvsection"] = request.section
    if request.redirects:
        params["redirects"] = "1"
    data = yield from ask(context, params, label="prop=revisions")
    resolution = Resolution()
    resolution.add(data.get("query"))
    title, redirects = resolution.follow(request.title)
    if circle := circle_of(title, redirects):
        text = f"its redirects lead in a circle: {circle}"
        raise AbsentError(escaped(f"{request.title!r}: {text}"), "page")
    base = _base(request, _page_in(data), str(data.get("curtimestamp", "")), is_of_query=False)
    return msgspec.structs.replace(base, fragment=fragment_of(redirects))


def _base(request: PageChange, page: JSON, timestamp: str, *, is_of_query: bool) -> _Base:
    """The facts that an edit needs of a page."""
    title = str(page.get("title", request.title))
    if page.get("missing") and request.create and request.section in (None, NEW):
        return _Base(title=title, pageid=None, text="", revid=0, model=None, timestamp=timestamp)
    revision = next(iter(objects(page.get("revisions"))), None)
    if revision is None:
        reason = _why_absent(page, is_of_query=is_of_query)
        raise AbsentError(f"{escaped(title)!r}: {reason}", "page")
    slot = _main_slot(revision)
    text: object = "" if request.is_new_section else slot.get("content")
    if not isinstance(text, str) or "revid" not in revision:
        reason = _why_textless(request, slot, is_of_query=is_of_query)
        raise AbsentError(f"{escaped(title)!r}: {reason}", "content")
    return _Base(
        title=title,
        pageid=page.get("pageid"),
        text=text,
        revid=int(revision["revid"]),
        model=slot.get("contentmodel"),
        timestamp=timestamp,
    )


def _page_in(data: JSON) -> JSON:
    query: object = data.get("query")
    pages = objects(query.get("pages") if is_object(query) else None)
    return pages[0] if pages else {}


_TEXTS = 'Revisions(prop=["ids", "content"], slots="main")'


def _why_absent(page: JSON, *, is_of_query: bool) -> str:
    if page.get("missing"):
        return "the page does not exist; create=True makes it"
    if is_of_query and "pageid" in page:
        return f"its query returned no revision of it; ask for {_TEXTS}, of the latest revision"
    return "this is not the title of a page that can be edited"


def _why_textless(request: PageChange, slot: JSON, *, is_of_query: bool) -> str:
    if "nosuchsection" in slot:
        return f"section {request.section!r} does not exist"
    if is_of_query and "texthidden" not in slot:
        return f"ask for {_TEXTS} to change pages of a query"
    return "its text is hidden"


def _main_slot(revision: JSON) -> JSON:
    slots: object = revision.get("slots")
    main: object = slots.get("main") if is_object(slots) else None
    return main if is_object(main) else {}


def _check_exclusion(context: Context, request: PageChange, base: _Base) -> Quiet[None]:
    if not request.bot_names:
        return
    text = base.text
    if request.section is not None:  # the template is mostly at the beginning
        params = {
            "prop": "revisions",
            "rvprop": "content",
            "rvslots": "main",
            "titles": base.title,
        }
        data = yield from ask(context, params, label="prop=revisions")
        for revision in objects(_page_in(data).get("revisions")):
            content: object = _main_slot(revision).get("content")
            text = content if isinstance(content, str) else text
    template = refusal_of(text, request.bot_names)
    if template is not None:
        raise Excluded(base.title, template)


# --- Saving ------------------------------------------------------------------------------------------


def _save(context: Context, request: PageChange, base: _Base, text: str) -> Quiet[SavedPage | None]:
    """Save a text over the revision that was read; None if the page has this text already.

    After an edit without a reply, the history and the wiki's replies to the same edit show whether it was saved.
    """
    call = posted("edit", _edit(request, base, text), kind="csrf", paced=True)
    edit = SentEdit(
        title=base.title,
        pageid=base.pageid,
        model=base.model,
        base=base.revid,
        before=base.text,
        text=text,
        section=request.section,
    )
    doubt: Uncertain | None = None
    for _ in range(request.attempts):
        reply: JSON = {}
        refusal: WikiError | None = None
        try:
            reply = yield from carry_out(context, call)
        except Uncertain as error:
            doubt = error
        except WikiError as error:
            if doubt is None:
                raise
            refusal = error
        result = _of_reply(reply)
        if doubt is None:
            return _claimed(context, result)
        is_unchanged = bool(reply) and result is None
        is_outdated = is_unchanged or isinstance(refusal, EditConflict | Exists)
        with doubtful(doubt):
            trace = yield from _look_for(context, edit, result, is_outdated=is_outdated)
        if trace.revision is not None and result is None:
            result = _of_history(trace.page, trace.revision)
            if _is_claimed_first(context, result):
                return result
            continue  # another call has claimed it meanwhile
        if trace.revision is not None or trace.is_ambiguous:
            raise doubt
        if result is not None:
            return _claimed(context, result)
        if is_outdated and not trace.is_untouched:
            # The wiki refuses this edit from now on, and has not saved it before.
            if refusal is not None:
                raise refusal
            return None
        if is_unchanged:
            raise doubt
        if refusal is not None:
            raise still_uncertain(doubt, refusal)
    assert doubt is not None
    raise doubt


def _look_for(
    context: Context, edit: SentEdit, result: SavedPage | None, *, is_outdated: bool
) -> Quiet[Trace]:
    """An edit in the history, for which to look again may help.

    Another call may be about to claim its revision. Or the wiki refuses the edit for a revision that the history lacks.
    """
    besides = None if result is None else result["newrevid"]
    for pause in _LOOKS:
        trace = yield from trace_of(context, edit, besides=besides)
        is_late = context.ends is not None and context.ends.remaining() <= pause
        is_clear = not trace.is_ambiguous and not (is_outdated and trace.is_untouched)
        if is_clear or is_late:
            return trace
        yield Wait(pause)
    return (yield from trace_of(context, edit, besides=besides))


def _edit(request: PageChange, base: _Base, text: str) -> Params:
    """Parameters of an edit. No `basetimestamp`: with it, a wiki overwrites later edits of the account."""
    params: Params = {
        "title": base.title,
        "text": text,
        "summary": request.summary,
        **request.more,
    }
    if base.timestamp:
        params["starttimestamp"] = base.timestamp
    if request.section is not None:
        params["section"] = request.section
    if base.revid:
        params |= {"baserevid": str(base.revid), "nocreate": "1"}
    else:
        params["createonly"] = "1"
    return params


def _of_reply(reply: JSON) -> SavedPage | None:
    """The edit that a reply calls saved; None if nothing was to be saved."""
    edit: object = reply.get("edit")
    if not is_object(edit) or "newrevid" not in edit:
        return None
    return SavedPage(
        title=edit["title"],
        pageid=edit["pageid"],
        oldrevid=edit["oldrevid"],
        newrevid=edit["newrevid"],
        newtimestamp=edit["newtimestamp"],
    )


def _of_history(page: JSON, revision: JSON) -> SavedPage:
    return SavedPage(
        title=str(page["title"]),
        pageid=int(page["pageid"]),
        oldrevid=int(revision["parentid"]),
        newrevid=int(revision["revid"]),
        newtimestamp=str(revision["timestamp"]),
    )


def _claimed(context: Context, result: SavedPage | None) -> SavedPage | None:
    """A saved edit, if no other call has returned it."""
    if result is None or _is_claimed_first(context, result):
        return result
    text = "another worker has saved the same text on the same revision"
    raise EditConflict("editconflict", text, module="edit", operation="edit")


def _is_claimed_first(context: Context, result: SavedPage) -> bool:
    return claim(context.url, result["newrevid"], result["newtimestamp"])
