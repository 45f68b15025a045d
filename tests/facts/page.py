"""A page of the reference as a reader gets it: Markdown to HTML, HTML to a tree, sections by anchor."""

from functools import cache
from pathlib import Path
from typing import Any

import markdown
import yaml

from tests.site.html_page import HEADINGS, Element, parse_strictly

ROOT = Path(__file__).parents[2]


@cache
def extensions() -> tuple[list[str], dict[str, Any]]:
    """The site's own Markdown extensions and their options."""

    class Loader(yaml.SafeLoader):
        """Reads `!!python/name:…` as nothing: icons and the like, which no fact is in."""

    for tag in ("tag:yaml.org,2002:python/", "!"):
        Loader.add_multi_constructor(tag, lambda *_: None)
    text = (ROOT / "generator/specloom/site/settings.yml").read_text(encoding="utf-8")
    entries_listed = yaml.load(text, Loader)["markdown_extensions"]  # only names and plain values
    names: list[str] = []
    options: dict[str, Any] = {}
    for entry in entries_listed:
        (name, options_given), *_ = entry.items() if isinstance(entry, dict) else [(entry, None)]
        names.append(name)
        options[name] = {
            key: value for key, value in (options_given or {}).items() if value is not None
        }
    return names, options


class Page:
    """One page: its elements by id, its sections."""

    def __init__(self, text: str) -> None:
        body = text.removeprefix("---\n").partition("\n---\n")[2]
        names, options = extensions()
        html = markdown.Markdown(extensions=names, extension_configs=options).convert(body)
        self.root = parse_strictly(html)
        self._by_id = {
            element.attributes["id"]: element
            for element in self.root.walk()
            if "id" in element.attributes
        }

    def section(self, id_: str) -> Element:
        """Elements below a heading, up to the next one of its level or above."""
        heading = self._by_id[id_]
        assert heading.tag in HEADINGS, heading.tag
        section = Element("section", {})
        parent = self._parent(heading)
        after = parent.children[parent.children.index(heading) + 1 :]
        for child in after:
            if isinstance(child, Element) and child.tag in HEADINGS and child.tag <= heading.tag:
                break
            section.children.append(child)
        return section

    def _parent(self, element: Element) -> Element:
        return next(parent for parent in self.root.walk() if element in parent.children)
