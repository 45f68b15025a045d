"""A call of each module that finds something in the seeded wiki."""

from collections.abc import Callable, Mapping
from typing import Any

import wiki_query
from wiki_query._runtime.mediawiki.modules.module import AnyModule, fields_of
from wiki_query._runtime.mediawiki.results.result import asked_values

from tests.clients.wiki.either import Call, Either

FILES = ["File:One.png", "File:Two.png", "File:Two copy.png"]
PAGES = [
    "A",
    "B",
    "Hub",
    "Category:Cat",
    "Bulk 001",
    "R",
    "Nope",
    "Talk:A",
    "Special:Version",
    "Tagged",
]

PARAMETERS: Mapping[str, Mapping[str, Any]] = {
    "AllDeletedRevisions": {"slots": "*"},
    "AllMessages": {"prefix": "a"},
    "AllRevisions": {"slots": "*"},
    "AllUsers": {"activeusers": True},
    "AuthManagerInfo": {"requestsfor": "login"},
    "Backlinks": {"title": "A", "redirect": True},
    "Blocks": {},
    "CategoryMembers": {"title": "Category:Cat"},
    "DeletedRevisions": {"slots": "*"},
    "EmbeddedIn": {"title": "Template:T"},
    "ImageInfo": {"urlwidth": 2000},
    "ImageUsage": {"title": "File:One.png"},
    "IwBacklinks": {"prefix": "mediawikiwiki"},
    "LangBacklinks": {},
    "LanguageInfo": {"code": ["en", "de", "zh-hant"]},
    "LogEvents": {},
    "PagesWithProp": {"propname": "displaytitle"},
    "PrefixSearch": {"search": "Bul"},
    "QueryPage": {"page": "Wantedpages"},
    "Random": {},
    "Revisions": {"slots": "*"},
    "Search": {"search": "bulk", "what": "text"},
    "UserContribs": {"user": ["Alice", "Robot", "Admin", "127.0.0.1"]},
    "Users": {"users": ["Alice", "Admin", "Nobody here", "127.0.0.1", "fr>Other", "<bad>"]},
}
"""Class name → what a call needs, or what makes it tell more."""

SELECTIONS: Mapping[str, Mapping[str, Any]] = {
    "CategoryInfo": {"titles": ["Category:Cat", "Category:Lonely", "Category:Bulk"]},
    "DeletedRevisions": {"titles": ["D", "D2"]},
    "DuplicateFiles": {"titles": FILES},
    "FileUsage": {"titles": FILES},
    "ImageInfo": {"titles": FILES},
    "LinksHere": {"titles": ["A", "B"]},
    "Redirects": {"titles": ["A"]},
    "TranscludedIn": {"titles": ["Template:T"]},
}
"""Class name → the pages it is asked of, where the usual ones would say nothing."""


ONE_PAGE = {"preloadcontent", "editintro"}
"""Parameters whose values newer wikis return for a single page only."""


def classes() -> list[type[AnyModule]]:
    """Every module's class."""
    exported = [getattr(wiki_query, name) for name in vars(wiki_query)["__all__"]]
    return [cls for cls in exported if hasattr(cls, "__wire__") and cls.__module__ != "typing"]


def selector_values(cls: type[AnyModule]) -> list[str]:
    """The values that select what a module tells."""
    field = fields_of(cls).get(cls.__wire__.selector)
    if field is None or not field.multiple:
        return []
    old = field.deprecated.values if field.deprecated else ()
    return [str(value) for value in field.values if value not in (*old, "parsetree", "token")]


def choices(cls: type[AnyModule]) -> "list[list[str] | None]":
    """Selections of a module: its defaults, everything, and each value alone."""
    values = selector_values(cls)
    return [None, values, *([value] for value in values)] if values else [None]


def together(cls: type[AnyModule]) -> "list[list[str] | None]":
    """Selections of a module to request at once: its defaults, and everything."""
    return choices(cls)[:2]


def module_for(wiki: Either, cls: type[AnyModule], chosen: "list[str] | None") -> Any:
    """The module with what it needs, and with these values selected."""
    arguments = dict(PARAMETERS.get(cls.__name__, {}))
    if cls is wiki_query.AllRevisions:
        arguments["page_size"] = "max"  # for which a wiki brings ten
    if cls is wiki_query.StashImageInfo:
        arguments["filekey"] = [file["filekey"] for file in wiki.list(wiki_query.MyStashedFiles())]
    if chosen is not None:
        arguments[cls.__wire__.selector] = chosen
    if cls is wiki_query.ImageInfo and "url" not in (chosen or ()):
        del arguments["urlwidth"]
    if "testactionsautocreate" in fields_of(cls):  # of newer wikis
        arguments |= {"testactions": ["edit"], "testactionsautocreate": True}
    make: Callable[..., AnyModule] = cls
    return make(**arguments)


def call(module: AnyModule) -> Call:
    """The call that is made for a module."""
    wire = type(module).__wire__
    if wire.group == "list":
        # Random begins anew at its end; ten of its pages are one answer.
        return Call("list", [module], {"max_items": 10 if wire.name == "random" else 300})
    if wire.group == "meta" or wire.where == "query":
        return Call("query", [module], {})
    selection = SELECTIONS.get(type(module).__name__, {"titles": PAGES})
    if ONE_PAGE.intersection(asked_values(module)):
        selection = {"titles": ["Nope"]}
    return Call("pages", [module], selection)


def parts_of(module: AnyModule, answer: Any) -> list[tuple[Any, Mapping[str, Any]]]:
    """Items of the module's result, each with its page."""
    wire = type(module).__wire__
    if wire.group == "list":
        return [(answer, {})] if answer else []
    if wire.group == "meta" or wire.where == "query":
        return [(answer[type(module)], {})]
    page_parts = [(page.get(type(module)), page.raw) for page in answer]
    return [part for part in page_parts if part[0]]
