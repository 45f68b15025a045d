"""Looks in the history of a page for the revision that an edit without a reply has made.

An edit is recognised by its content alone: other workers of the account may use the same summary. It names the revision that
it is based on, so the wiki saves it as the next revision, or merges it into what others have saved since, or refuses it.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from hashlib import sha1

import msgspec

from ..plain import JSON, is_object, objects
from ..session.calls import ask
from ..session.context import Context, Quiet
from .claims import is_claimed
from .saved_text import transformed

NEW = "new"
"""Adds a section at the end of the page, in place of the number of one."""
_MOST_TEXTS = 50
"""Of one request, without high limits."""


class SentEdit(msgspec.Struct, frozen=True, kw_only=True):
    """An edit as it was sent."""

    title: str
    pageid: int | None
    """None if it is not known, as of a new page; a page keeps it when it is moved."""
    model: str | None
    base: int
    """The revision that it is based on; 0 for a new page."""
    before: str
    """The text of that revision, or of its section."""
    text: str
    """As the wiki saves it."""
    section: str | None


class Trace(msgspec.Struct, frozen=True, kw_only=True):
    """An edit in the history of its page."""

    page: JSON
    revision: JSON | None
    """The revision that is this edit; None if there is none, or if that is ambiguous."""
    is_ambiguous: bool
    """True if a revision may be this edit or that of another worker."""
    is_untouched: bool
    """True if no revision came after the base."""


def trace_of(context: Context, edit: SentEdit, *, besides: int | None) -> Quiet[Trace]:
    """Look for an edit among the account's revisions after its base, but for one that is another edit for certain."""
    params = {
        "prop": "revisions",
        "meta": "userinfo",
        "rvprop": "ids|user|timestamp|slotsha1",
        "rvslots": "main",
        "rvdir": "newer",
        "rvlimit": "max",
    }
    if edit.pageid is None:
        params["titles"] = edit.title
    else:
        params["pageids"] = str(edit.pageid)
    if edit.base:
        params["rvstartid"] = str(edit.base)
    data = yield from ask(context, params, label="prop=revisions")
    query: object = data.get("query")
    pages = objects(query.get("pages") if is_object(query) else None)
    page = pages[0] if pages else {}
    account: object = query.get("userinfo") if is_object(query) else None
    name = account.get("name") if is_object(account) else None
    revisions = objects(page.get("revisions"))
    later = [each for each in revisions if each.get("revid") != edit.base]
    texts: dict[int, str | None] = {each["revid"]: _sha1_of(each) for each in revisions}
    candidates = [
        each
        for each in later
        if ("userhidden" in each or each.get("user") == name)
        and each["revid"] != besides
        and not _is_dummy(each, texts)
        and not is_claimed(context.url, each["revid"], str(each.get("timestamp")))
    ]
    matches, is_ambiguous = yield from _judged(context, edit, candidates)
    is_ambiguous |= "continue" in data or len(matches) > 1
    return Trace(
        page=page,
        revision=matches[0] if matches and not is_ambiguous else None,
        is_ambiguous=is_ambiguous,
        is_untouched=not later,
    )


def _judged(
    context: Context, edit: SentEdit, candidates: Sequence[JSON]
) -> Quiet[tuple[list[JSON], bool]]:
    """Candidates that are the edit, and True if others may be."""
    if not candidates:
        return [], False
    if any(_is_hidden(each) for each in candidates) or 2 * len(candidates) >= _MOST_TEXTS:
        return [], True
    matches: list[JSON] = []
    rest: list[JSON] = []
    for each in candidates:
        is_match = edit.section is None and _sha1_of(each) == _sha1(edit.text)
        (matches if is_match and each["parentid"] == edit.base else rest).append(each)
    if any(_sha1_of(each) == _sha1(edit.text) for each in rest):
        return matches, True
    if matches:
        return matches, False
    texts = yield from _texts(context, edit, rest)
    is_possible = False
    for each in rest:
        text, parent = texts.get(each["revid"]), texts.get(each["parentid"])
        if text is None or parent is None:
            return [], True
        is_next = each["parentid"] == edit.base
        if _is_saved_section(edit, text, parent, is_next=is_next):
            matches.append(each)
        elif not is_next:
            is_possible |= _may_be_merge(edit, text, parent)
        if edit.section is not None:  # however the wiki puts it into the page
            is_possible |= not edit.text or text.count(edit.text) > parent.count(edit.text)
    if matches or is_possible:
        return matches, not matches
    # They are of other workers only if the wiki changes no text in a way that is not known here.
    again = yield from transformed(context, edit.text, title=edit.title, model=edit.model)
    return [], again != edit.text


def _is_dummy(revision: JSON, texts: Mapping[int, str | None]) -> bool:
    """True if a revision has the text of the one before, as that of a move or of a protection has."""
    text = _sha1_of(revision)
    return text is not None and texts.get(revision.get("parentid", 0)) == text


def _is_hidden(revision: JSON) -> bool:
    return _sha1_of(revision) is None or not isinstance(revision.get("parentid"), int)


def _sha1_of(revision: JSON) -> str | None:
    slots: object = revision.get("slots")
    main: object = slots.get("main") if is_object(slots) else None
    hash_: object = main.get("sha1") if is_object(main) else None
    return hash_ if isinstance(hash_, str) else None


def _sha1(text: str) -> str:
    return sha1(text.encode(), usedforsecurity=False).hexdigest()


def _texts(context: Context, edit: SentEdit, revisions: Iterable[JSON]) -> Quiet[dict[int, str]]:
    """The texts of revisions, and of those before them."""
    ids = {number for each in revisions for number in (each["revid"], each["parentid"])}
    texts = {0: ""}
    if edit.section is None:
        texts[edit.base] = edit.before
    if ids <= texts.keys():
        return texts
    params = {
        "prop": "revisions",
        "rvprop": "ids|content",
        "rvslots": "main",
        "revids": "|".join(map(str, sorted(ids - texts.keys()))),
    }
    data = yield from ask(context, params, label="prop=revisions")
    query: object = data.get("query")
    for page in objects(query.get("pages") if is_object(query) else None):
        for revision in objects(page.get("revisions")):
            text: object = revision.get("slots", {}).get("main", {}).get("content")
            if isinstance(text, str):
                texts[revision["revid"]] = text
    return texts


def _is_saved_section(edit: SentEdit, text: str, parent: str, *, is_next: bool) -> bool:
    """True if a text is the one before it with the section of this edit."""
    if edit.section is None:
        return False
    if edit.section == NEW:
        heading = text.removeprefix(parent).removesuffix(edit.text).strip()
        return (
            text.startswith(parent)
            and text.endswith(edit.text)
            and len(text) >= len(parent) + len(edit.text)
            and "\n" not in heading
            and (heading == "" or heading.startswith("="))
        )
    if not is_next:
        return False
    section = f"{edit.text}\n\n" if edit.text else ""
    # Before the first heading, there may be nothing; any other section has its heading.
    starts = (
        [each.start() for each in re.finditer(re.escape(edit.before), parent)]
        if edit.before
        else [0]
    )
    return any(
        f"{parent[:start]}{section}{parent[start + len(edit.before) :].lstrip()}".rstrip() == text
        for start in starts
    )


def _may_be_merge(edit: SentEdit, text: str, parent: str) -> bool:
    """True if the edit changes all lines that a revision changes, as it does if the wiki has merged it."""
    before, after = _lines(parent), _lines(text)
    return after - before <= _lines(edit.text) and before - after <= _lines(edit.before)


def _lines(text: str) -> set[str]:
    return {line.rstrip() for line in text.split("\n")} - {""}
