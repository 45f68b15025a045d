"""Texts of values and classes, as paragraphs: what a schema says of itself, and what its parts without a class say."""

import re
from collections.abc import Collection, Iterable, Iterator, Mapping

from msgspec.structs import replace

from specloom.readers.openapi.examples import example_sentence
from specloom.readers.openapi.facts import is_plain_address, text_of
from specloom.readers.openapi.losses import Losses
from specloom.readers.openapi.member_sets import chosen_by, member_set_sentences
from specloom.readers.openapi.nodes import Node, Pointer
from specloom.readers.openapi.part_sentences import (
    example_sentences,
    in_code,
    name_sentences,
    part_sentences,
)
from specloom.readers.openapi.schemas import Schema, Schemas, every_alternative

OF_TEXTS = ("title", "description", "externalDocs")
"""Keywords that texts are made of, in their order."""
_WORD = re.compile(r"\w+")
_DEEPEST = 60
"""Schemas without a class within each other."""
_MOST_PARTS = 5_000
"""Parts of a value or class that its text can be made of: schemas within each other may lead to one in many ways."""


_OPEN_END = re.compile(r"""(?:[^\W_]|[)"']|(?<!`)`)\Z""")
"""The end of a text that ends no sentence: a word, or something in signs; no block of code."""


def joined(texts: Iterable[str | None]) -> str | None:
    """Texts as paragraphs of one, each of which ends a sentence, as they may be shown in one line; None without any.

    A text that another one contains is left out.
    """
    paragraphs: list[str] = []
    for text in texts:
        if text is not None and not any(says_the_same(text, other) for other in paragraphs):
            paragraphs = [other for other in paragraphs if not says_the_same(other, text)]
            paragraphs.append(text)
    ended = (f"{text}." if _OPEN_END.search(text) else text for text in paragraphs[:-1])
    return "\n\n".join((*ended, *paragraphs[-1:])) or None


def with_further_example(
    losses: Losses, summary: str | None, value: object, at: Pointer, title: str = "Further example"
) -> str | None:
    """A text with an example in whose place another one is shown; a long one is a loss."""
    sentence = example_sentence(title, value)
    if sentence is None:
        message = "an example that is long is not shown beside another one"
        losses.add("example", Node(None, at), message)
    return joined((summary, sentence))


def says_the_same(text: str, other: str) -> bool:
    """Return whether the words of a text stand in another one, whatever its case, spaces and punctuation."""
    words, other_words = (" ".join(_WORD.findall(each.casefold())) for each in (text, other))
    return f" {words} " in f" {other_words} "


def _plain(text: str) -> str:
    return "".join(filter(str.isalnum, text)).casefold()


def is_of_component(keyword: Node) -> bool:
    """Return whether a keyword stands in a component itself, not in a part of it."""
    return len(keyword.at) == len(("components", "schemas", "name", "keyword"))


class Texts:
    """Makes the texts of values and classes, and keeps the places of those that they have."""

    def __init__(self, schemas: Schemas, classes: Mapping[Pointer, str]) -> None:
        """Make texts for a document, whose `classes` by their places have texts of their own."""
        self._schemas = schemas
        self._classes = classes
        self.shown: set[Pointer] = set()
        """Places of the keywords whose text is in the model."""
        self._parts_left = _MOST_PARTS

    def of_value(
        self,
        node: Node,
        name: str,
        around: str | None = None,
        carried: Collection[Pointer] = (),
    ) -> str | None:
        """The text of a value, where `around` is that of what has the value, such as a parameter.

        The value has the facts of the `carried` keywords.
        """
        schema = self._schemas.normal(node)
        texts: list[str | None] = [around]
        is_alone = around is None and "description" not in schema.keywords
        if is_alone or self._is_of_use(schema, "title"):
            texts.append(self._title(schema, name))
        if around is None or self._is_of_use(schema, "description"):
            texts.append(self._text(schema.keywords.get("description")))
        if self._is_of_use(schema, "externalDocs"):
            texts.append(self._link(schema.keywords.get("externalDocs")))
        texts.append(self._facts(schema, carried))
        return joined((*texts, *self._of_parts(schema, 0, carried)))

    def of_body(
        self, node: Node, around: str | None, examples: Collection[Pointer] = ()
    ) -> str | None:
        """The text of a body or a reply beside the class that it may be, where `around` is that of the whole.

        The body has the `examples` at these places.
        """
        schema = self._schemas.normal(node)
        is_of_bytes = schema["format"] == "binary"  # which the media type says
        carried = [schema.keywords["format"].at] if is_of_bytes else []
        texts = (*self._of_use(schema, ""), self._facts(schema, {*carried, *examples}))
        return joined((around, *texts, *self._of_parts(schema, 0)))

    def of_each_value(self, node: Node) -> str | None:
        """The text of each of several values that have one schema."""
        schema = self._schemas.normal(node)
        texts = (*self._of_use(schema, ""), self._facts(schema))
        text = joined((*texts, *self._of_parts(schema, 1)))
        return None if text is None else f"Each value: {text}"

    def of_class(self, schema: Schema, name: str, carried: Collection[Pointer] = ()) -> str | None:
        """The text of a class, with those of the parts and alternatives that it is made of."""
        title = None if self._inherited_titles(schema) else self._title(schema, name)
        description = self._text(schema.keywords.get("description"))
        if title is None and description is None:
            title = text_of(schema.node["title"])
        link = self._link(schema.keywords.get("externalDocs"))
        parts = [self._text(node) for node in schema.replaced if not is_of_component(node)]
        facts = self._of_members(schema) if schema.properties else ()
        return joined((title, description, link, *parts, *facts, self._of_options(schema, carried)))

    def _of_members(self, schema: Schema) -> tuple[str | None, str | None]:
        """Limits of the number and names of members, and which of them go together."""
        sentences = (*part_sentences(schema, ()), *name_sentences(schema))
        return self._sentences(sentences), self.of_member_sets(schema)

    def of_inside(self, schema: Schema, carried: Collection[Pointer]) -> str | None:
        """Limits and formats of an alias that it does not have itself, and texts of the values within it."""
        unnamed = replace(schema, node=Node(None, ()), replaced=(), unions=())
        texts = (self._facts(schema, carried), joined(self._of_parts(unnamed, 0, carried)))
        return "\n\n".join(filter(None, texts)) or None

    def of_member_sets(self, schema: Schema) -> str | None:
        """Sentences about members that go together, of a class or of arguments for the members of an object."""
        sentences: list[str] = []
        for sentence, unions in member_set_sentences(self._schemas, schema):
            self.shown.update(union.at for union in unions)
            sentences.append(sentence)
        discriminator = chosen_by(self._schemas, schema)
        if sentences and discriminator is not None:
            self.shown.add(discriminator.at)
        return joined(sentences)

    def of_bases(self, schema: Schema, text: str | None) -> str | None:
        """The text of a class with those of the components that it extends, unless these are classes."""
        bases = [node for node in schema.replaced if is_of_component(node)]
        bases += self._inherited_titles(schema)
        without_class = [node for node in bases if node.at[:-1] not in self._classes]
        nodes = (node for node in without_class if not self._is_name(node, str(node.at[-2])))
        return joined((text, *map(self._text, nodes)))

    def _of_options(self, schema: Schema, carried: Collection[Pointer]) -> str | None:
        """A list of the alternatives of a class that have texts."""
        options = every_alternative(self._schemas, schema)
        return _list(self._of_option(option, 0, carried) for option in options)

    def _of_option(
        self, option: Schema, depth: int, carried: Collection[Pointer] = ()
    ) -> str | None:
        """The text of one of several alternatives, after the value that it may be, or the type that is limited."""
        text = ": ".join(self._of_use(option, ""))
        facts = self._facts(option, carried)
        if text and facts:
            facts = f"{text}{'.' * text[-1].isalnum()} {facts}"
        inside = joined((facts or text or None, *self._of_parts(option, depth, carried)))
        if inside is None:
            return None
        if "const" in option.keywords:
            return f"`{option['const']}`: {inside}"
        if text:
            return inside
        class_name = self._classes.get(option.node.at)
        if class_name is not None:
            return f"`{class_name}`: {inside}"
        return f"{option.types[0].capitalize()}: {inside}" if option.types else inside

    def _of_use(self, schema: Schema, name: str) -> list[str]:
        """Texts of a schema that are not those of its class."""
        title, description, link = (self._is_of_use(schema, keyword) for keyword in OF_TEXTS)
        texts = (
            self._title(schema, name) if title else None,
            self._text(schema.keywords.get("description")) if description else None,
            self._link(schema.keywords.get("externalDocs")) if link else None,
        )
        return [text for text in texts if text is not None]

    def _is_of_use(self, schema: Schema, keyword: str) -> bool:
        """Return whether a keyword of a schema says something that its class does not say."""
        here = schema.node.at
        node = schema.keywords.get(keyword)
        return node is not None and not (here in self._classes and node.at[: len(here)] == here)

    def _facts(self, schema: Schema, carried: Collection[Pointer] = ()) -> str | None:
        """Limits, formats and examples that are not carried, in one paragraph."""
        of_limits, of_examples = part_sentences(schema, carried), example_sentences(schema, carried)
        return self._sentences((*of_limits, *name_sentences(schema), *of_examples))

    def _sentences(self, keywords: Iterable[tuple[str, Node]]) -> str | None:
        """The sentences of keywords, which they show."""
        sentences = [*keywords]
        self.shown.update(node.at for _, node in sentences)
        return " ".join(sentence for sentence, _ in sentences if sentence) or None

    def _of_parts(
        self, schema: Schema, depth: int, carried: Collection[Pointer] = ()
    ) -> Iterator[str | None]:
        """Texts of what a type is made of, unless its class has them."""
        self._parts_left = _MOST_PARTS if depth == 0 else self._parts_left - 1
        if depth > _DEEPEST or self._parts_left < 0:
            return
        if (here := schema.node.at) in self._classes:
            for node in schema.replaced:
                if node.at[: len(here)] != here and not is_of_component(node):
                    yield self._text(node)
            return
        yield from map(self._text, schema.replaced)
        for label, inside in _inner_schemas(schema):
            if inside.members:
                part = self._schemas.normal(inside)
                texts = (*self._of_use(part, ""), self._facts(part, carried))
                text = joined((*texts, *self._of_parts(part, depth + 1, carried)))
                gap = "\n\n" if text is not None and text.startswith("- ") else " "
                yield None if text is None else f"{label}:{gap}{text}"
        for union in schema.unions[:1]:
            options = (self._schemas.normal(option) for option in union)
            yield _list(self._of_option(option, depth + 1, carried) for option in options)

    def _inherited_titles(self, schema: Schema) -> list[Node]:
        """The title of a class, if it is that of a component that the class extends."""
        title = schema.keywords.get("title")
        is_inherited = title is not None and title.at[:-1] != schema.node.at
        return [title] if title and is_inherited and is_of_component(title) else []

    def _title(self, schema: Schema, name: str) -> str | None:
        """The title of a schema, unless it is the name."""
        node = schema.keywords.get("title")
        return None if node is None or self._is_name(node, name) else self._text(node)

    def _is_name(self, node: Node, name: str) -> bool:
        """Return whether a text is only the name of what it is about, which then shows it."""
        is_name = _plain(text_of(node) or "") == _plain(name)
        if is_name:
            self.shown.add(node.at)
        return is_name

    def _text(self, node: Node | None) -> str | None:
        """The text at a place, from now on shown."""
        if node is None or node.at[-1:] not in (("title",), ("description",)):
            return None
        self.shown.add(node.at)
        return text_of(node)

    def _link(self, node: Node | None) -> str | None:
        """A link to further documentation; None where it is not that of a page of the web."""
        url = "" if node is None else node.text("url") or ""
        if node is None or not is_plain_address(url):
            return None
        self.shown.add(node.at)
        text = text_of(node["description"])
        return f"<{url}>" if text is None else f"{text}: <{url}>"


def _inner_schemas(schema: Schema) -> Iterator[tuple[str, Node]]:
    """Schemas of the items of a list and of the values of a map, each after what it is of."""
    first_items = [*schema.keywords.get("prefixItems", ())]
    yield from ((f"Item {number}", node) for number, node in enumerate(first_items, start=1))
    if "items" in schema.keywords:
        yield "Each further item" if first_items else "Each item", schema.keywords["items"]
    by_pattern = dict(schema.keywords.get("patternProperties", Node(None)).items())
    for pattern, node in by_pattern.items():
        yield f"Each value with a name that fits {in_code(pattern)}", node
    if "additionalProperties" in schema.keywords:
        label = "Each other value" if by_pattern else "Each value"
        yield label, schema.keywords["additionalProperties"]


def _list(texts: Iterable[str | None]) -> str | None:
    """Texts as the items of a list, each once; a single one is a paragraph."""
    items = list(dict.fromkeys(text for text in texts if text is not None))
    if len(items) < 2:
        return items[0] if items else None
    return "\n".join("- " + text.replace("\n", "\n  ") for text in items)
