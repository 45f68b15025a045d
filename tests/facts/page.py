"""A page of the reference as a reader gets it: Markdown to HTML, HTML to a tree, sections by anchor."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import markdown
import yaml

ROOT = Path(__file__).parents[2]
_VOID = frozenset({"br", "hr", "img", "input", "link", "meta", "wbr"})
_HEADINGS = ("h1", "h2", "h3", "h4", "h5", "h6")


@dataclass(eq=False)
class Element:
    """One element of a page."""

    tag: str
    attributes: dict[str, str]
    children: list["Element | str"] = field(default_factory=list)

    @property
    def text(self) -> str:
        """What it says, white space as a browser shows it."""
        return " ".join("".join(self._texts()).split())

    def _texts(self) -> Iterator[str]:
        for child in self.children:
            if isinstance(child, str):
                yield child
            else:
                yield from child._texts()

    def all(self, *tags: str) -> list["Element"]:
        """The elements inside with one of the tags, in order."""
        return [element for element in self.walk() if element.tag in tags]

    def walk(self) -> Iterator["Element"]:
        """Every element inside."""
        for child in self.children:
            if isinstance(child, Element):
                yield child
                yield from child.walk()

    @property
    def classes(self) -> list[str]:
        """Of the element."""
        return self.attributes.get("class", "").split()


class _Tree(HTMLParser):
    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.root = Element("page", {})
        self._open = [self.root]

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        element = Element(tag, {name: value or "" for name, value in attrs})
        if "headerlink" not in element.classes:
            self._open[-1].children.append(element)
        if tag not in _VOID:
            self._open.append(element)

    def handle_endtag(self, tag: str) -> None:
        if tag in _VOID:
            return  # `<br />` is told as a beginning and an end
        assert self._open[-1].tag == tag, f"</{tag}> closes <{self._open[-1].tag}>"
        self._open.pop()

    def handle_data(self, data: str) -> None:
        self._open[-1].children.append(data)


@cache
def _extensions() -> tuple[list[str], dict[str, Any]]:
    """The site's own Markdown extensions and their options."""

    class Loader(yaml.SafeLoader):
        """Reads `!!python/name:…` as nothing: icons and the like, which no fact is in."""

    Loader.add_multi_constructor("tag:yaml.org,2002:python/", lambda *_: None)
    text = (ROOT / "mkdocs.yml").read_text(encoding="utf-8")
    listed = yaml.load(text, Loader)["markdown_extensions"]  # only names and plain values
    names: list[str] = []
    options: dict[str, Any] = {}
    for entry in listed:
        (name, given), *_ = entry.items() if isinstance(entry, dict) else [(entry, None)]
        names.append(name)
        options[name] = {key: value for key, value in (given or {}).items() if value is not None}
    return names, options


class Page:
    """One page: its elements by id, its sections."""

    def __init__(self, text: str) -> None:
        body = text.removeprefix("---\n").partition("\n---\n")[2]
        names, options = _extensions()
        html = markdown.Markdown(extensions=names, extension_configs=options).convert(body)
        parser = _Tree()
        parser.feed(html)
        parser.close()
        assert len(parser._open) == 1, f"<{parser._open[-1].tag}> is not closed"
        self.root = parser.root
        self._by_id = {
            element.attributes["id"]: element
            for element in self.root.walk()
            if "id" in element.attributes
        }

    def section(self, id_: str) -> Element:
        """What stands under a heading, up to the next one of its level or above."""
        heading = self._by_id[id_]
        assert heading.tag in _HEADINGS, heading.tag
        section = Element("section", {})
        parent = self._parent(heading)
        after = parent.children[parent.children.index(heading) + 1 :]
        for child in after:
            if isinstance(child, Element) and child.tag in _HEADINGS and child.tag <= heading.tag:
                break
            section.children.append(child)
        return section

    def _parent(self, element: Element) -> Element:
        return next(
            parent for parent in [self.root, *self.root.walk()] if element in parent.children
        )
