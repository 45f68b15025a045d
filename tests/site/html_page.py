"""A page of the built site as a tree, for tests that read facts back from it."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from html.parser import HTMLParser
from pathlib import Path

VOID = frozenset({
    "area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "param", "source",
    "track", "wbr",
})  # fmt: skip
ENDED_BY = {
    "dd": {"dd", "dt"},
    "dt": {"dd", "dt"},
    "li": {"li"},
    "option": {"option", "optgroup"},
    "tbody": {"tbody", "tfoot"},
    "td": {"td", "th", "tr", "tbody"},
    "th": {"td", "th", "tr", "tbody"},
    "thead": {"tbody", "tfoot"},
    "tr": {"tr", "tbody"},
}
"""Elements without an end of their own, and those that end them when they begin; the end of what is around them does, too."""
LAYOUT = frozenset(
    {
        "sl-call",
        "sl-facts",
        "sl-fields",
        "sl-head",
        "sl-main",
        "sl-more",
        "sl-param",
        "sl-params",
        "sl-side",
        "sl-split",
        "sl-table",
    }
)
HEADINGS = frozenset({"h1", "h2", "h3", "h4", "h5", "h6"})


@dataclass(eq=False)
class Element:
    """An element and what is in it."""

    tag: str
    attributes: dict[str, str]
    children: list["Element | str"] = field(default_factory=list)

    def walk(self) -> Iterator["Element"]:
        """The element and every one within it, in the order of the page."""
        yield self
        for child in self.children:
            if isinstance(child, Element):
                yield from child.walk()

    def all(self, *tags: str) -> list["Element"]:
        return [element for element in self.walk() if element.tag in tags]

    @property
    def codes(self) -> list[str]:
        return [code.text for code in self.all("code")]

    @property
    def text(self) -> str:
        """Its text, white space reduced; links to the section itself left out."""
        return " ".join("".join(self._texts()).split())

    def _texts(self) -> Iterator[str]:
        for child in self.children:
            if isinstance(child, str):
                yield child
            elif "headerlink" not in child.attributes.get("class", ""):
                yield from child._texts()


class _Builder(HTMLParser):
    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.root = Element("#document", {})
        self.open = [self.root]
        self.unexpected_ends: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        while tag in ENDED_BY.get(self.open[-1].tag, ()):
            self.open.pop()
        element = Element(tag, {name: value or "" for name, value in attrs})
        self.open[-1].children.append(element)
        if tag not in VOID:
            self.open.append(element)

    def handle_endtag(self, tag: str) -> None:
        if tag != self.open[-1].tag and tag not in VOID:
            self.unexpected_ends.append(tag)
        for depth in range(len(self.open) - 1, 0, -1):
            if self.open[depth].tag == tag:
                del self.open[depth:]
                return

    def handle_data(self, data: str) -> None:
        self.open[-1].children.append(data)


def parse(text: str) -> Element:
    return _built(text).root


def parse_strictly(text: str) -> Element:
    """Parse a text whose every element must end, in the order in which they begin."""
    builder = _built(text)
    assert (builder.unexpected_ends, builder.open) == ([], [builder.root])
    return builder.root


def _built(text: str) -> _Builder:
    builder = _Builder()
    builder.feed(text)
    builder.close()
    return builder


@dataclass
class Section:
    """A heading and what follows it up to the next."""

    heading: Element
    parts: list[Element]

    @property
    def text(self) -> str:
        return " ".join(part.text for part in self.parts)

    @property
    def items(self) -> list[Element]:
        """The items of its lists."""
        return [item for part in self.parts for item in part.all("li")]

    @property
    def rows(self) -> dict[str, Element]:
        """The terms of its definition lists and what is said of each."""
        return {
            term.text: definition
            for part in self.parts
            for definition_list in part.all("dl")
            for term, definition in zip(
                definition_list.all("dt"), definition_list.all("dd"), strict=True
            )
        }

    @property
    def table(self) -> list[list[Element]]:
        """The rows of its tables, each a list of cells."""
        return [
            row.all("td")
            for part in self.parts
            if part.tag != "dl"
            for table in part.all("table")
            for row in table.all("tr")
            if row.all("td")
        ]


def _blocks(element: Element) -> Iterator[Element]:
    """Elements of content inside an element, without the parts of a page's layout around them."""
    for child in element.children:
        if isinstance(child, Element):
            if child.tag in ("details", "div", "section") and not LAYOUT.isdisjoint(
                child.attributes.get("class", "").split()
            ):
                yield from _blocks(child)
            else:
                yield child


class Page:
    """One page of the site."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.document = parse(path.read_text(encoding="utf-8"))
        article = self.document.all("article")
        self.content = article[0] if article else self.document
        self.ids = {
            element.attributes["id"]: element
            for element in self.content.walk()
            if "id" in element.attributes
        }

    @property
    def rows(self) -> list[list[Element]]:
        """The rows of every table of the page."""
        cell_rows = (row.all("td") for row in self.content.all("tr"))
        return [cells for cells in cell_rows if cells]

    @property
    def sections(self) -> dict[str, Section]:
        """Heading id → section; a section ends where the next heading begins."""
        sections_by_id: dict[str, Section] = {}
        current: Section | None = None
        for child in _blocks(self.content):
            if child.tag in HEADINGS and "id" in child.attributes:
                current = sections_by_id[child.attributes["id"]] = Section(child, [])
            elif current is not None:
                current.parts.append(child)
        return sections_by_id
