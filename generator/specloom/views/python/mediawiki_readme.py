"""The README of a wiki's package."""

from collections.abc import Iterator

from specloom import model
from specloom.naming import distribution_name
from specloom.rendering.render import Output, View
from specloom.safe import Markdown, md_code, md_prose, md_text
from specloom.views.python.mediawiki_names import Names, all_parameters
from specloom.views.python.package import folder

WELL_KNOWN = ("allpages", "links", "siteinfo")
"""Shown where a wiki has them; else the first that needs nothing."""


class ModuleLine(View, frozen=True):
    """One row of the table of modules."""

    name: Markdown
    wire: Markdown
    summary: Markdown


class ReadmeView(View, frozen=True):
    """`README.md`."""

    title: Markdown
    summary: Markdown
    package: Markdown
    distribution: Markdown
    address: Markdown
    imports: Markdown
    lines: tuple[Markdown, ...]
    modules: tuple[ModuleLine, ...]


def readme_output(api: model.Api, names: Names) -> Output:
    """The README, filled with the wiki's own modules."""
    used, lines = _example(api, names)
    view = ReadmeView(
        title=md_text(api.title),
        summary=md_prose(api.summary),
        package=Markdown(api.package),
        distribution=Markdown(distribution_name(api.package)),
        address=Markdown(_plain(api.server.example)),
        imports=Markdown(", ".join(["Client", *used])),
        lines=tuple(Markdown(line) for line in lines),
        modules=tuple(
            ModuleLine(
                md_code(names.classes[one.id]),
                md_code(f"{one.group}={one.id}"),
                md_prose(one.summary or ""),
            )
            for one in api.operations
        ),
    )
    return Output(f"{folder(api)}/README.md", "python/mediawiki/README.md.j2", view)


def _example(api: model.Api, names: Names) -> tuple[list[str], list[str]]:
    """A call of each kind, with modules that need nothing."""
    first = {group: _first(api, group) for group in ("list", "prop", "meta")}
    shown = {group: names.classes[one.id] for group, one in first.items() if one is not None}
    lines: list[str] = []
    if "list" in shown:
        lines += [f"for item in wiki.list({shown['list']}(), max_items=100):", "    print(item)"]
    if "prop" in shown:
        lines.append(f'for page in wiki.pages({shown["prop"]}(), titles=["Main Page"]):')
        lines.append(f"    print(page.title, page[{shown['prop']}])")
    if "meta" in shown:
        lines.append(f"print(wiki.meta({shown['meta']}()))")
    return sorted(shown.values()), lines or ["print(wiki)"]


def _first(api: model.Api, group: str) -> model.Operation | None:
    """The simplest module of a group: nothing required, no rule about what must be given."""
    return next(_plain_modules(api, group), None)


def _plain_modules(api: model.Api, group: str) -> Iterator[model.Operation]:
    kinds = ("exactly_one", "at_least_one", "login")
    for one in sorted(api.operations, key=lambda one: one.id not in WELL_KNOWN):
        needs = any(each.required for each in all_parameters(one))
        bound = any(each.kind in kinds for each in one.rules)
        fits = one.generator or group == "meta"
        if one.group == group and fits and not (needs or bound or one.deprecated):
            yield one


def _plain(address: str) -> str:
    plain = all(one.isascii() and (one.isalnum() or one in ":/.-_") for one in address)
    return address if plain else "https://wiki.example.org/w/api.php"
