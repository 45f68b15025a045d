"""Operations whose bodies or replies have several media types: one operation for each media type with other values."""

from collections.abc import Container, Iterable, Iterator, Mapping, Sequence

import msgspec

from specloom.model.media import MULTIPART, essence
from specloom.model.naming import LONGEST, words
from specloom.readers.openapi.method_names import MethodName
from specloom.readers.openapi.nodes import Node

_WORDS: Mapping[str, str] = {
    "application/octet-stream": "bytes",
    "application/x-www-form-urlencoded": "form",
    MULTIPART: "multipart",
    "text/plain": "text",
}
"""Media type → its word in the name of a method; that of any other is the end of its name."""


class FurtherMedia(msgspec.Struct, frozen=True):
    """Media types of an operation beside the one that is usually sent or asked for."""

    body: Sequence[str] = ()
    replies: Mapping[str, Sequence[str]] = {}
    """Status → media types."""

    @property
    def names(self) -> list[str]:
        """The media types, each once."""
        return [
            *dict.fromkeys([*self.body, *(name for each in self.replies.values() for name in each)])
        ]

    def among(self, names: Container[str]) -> "FurtherMedia":
        """The media types of these names."""
        replies = {
            status: [name for name in each if name in names]
            for status, each in self.replies.items()
        }
        return FurtherMedia([name for name in self.body if name in names], replies)


def distinct_media(chosen: str, names: Iterable[str]) -> list[str]:
    """The first name of each media type beside the chosen one.

    Ranges such as `image/*` are one, that of bytes; `*/*` is none of its own, since it says nothing of the values.
    """
    by_essence = {essence(chosen): chosen}
    for name in names:
        if not name.startswith("*/*"):
            by_essence.setdefault(essence(name), name)
    return [name for name in by_essence.values() if name != chosen]


def usual(operation: Node, further_media: FurtherMedia) -> Node:
    """The operation without further media types."""
    if further_media.body:
        operation = _without(operation, ("requestBody", "content"), further_media.body)
    for status, names in further_media.replies.items():
        operation = _without(operation, ("responses", status, "content"), names)
    return operation


def with_media(operation: Node, further_media: FurtherMedia, media: str) -> Node:
    """The operation with one of the further media types in place of the usual one."""
    result = usual(operation, further_media)
    if media in further_media.body:
        result = _only(result, operation, ("requestBody", "content"), media)
    for status, names in further_media.replies.items():
        if media in names:
            result = _only(result, operation, ("responses", status, "content"), media)
    return result


def name_with(name: MethodName, media: str, taken_names: set[MethodName]) -> MethodName | None:
    """The name of a method for a media type: `get_as_png`; None if all that it could have are taken or too long."""
    longest = LONGEST - len(name.group) - 1
    for text in _texts(essence(media)):
        words_of_media = "_".join(word.lower() for word in words(text))
        candidate = MethodName(name.group, f"{name.method}_as_{words_of_media}")
        if candidate not in taken_names and len(candidate.method) <= longest:
            return candidate
    return None


def _texts(media: str) -> Iterator[str]:
    subtype = media.partition("/")[2].removesuffix("+json")
    yield _WORDS.get(media) or subtype.rpartition(".")[2].removeprefix("x-")
    yield subtype
    yield media


def _without(node: Node, path: Sequence[str], names: Sequence[str]) -> Node:
    content = _at(node, path)
    return _replaced(node, path, {key: value for key, value in content.items() if key not in names})


def _only(node: Node, whole: Node, path: Sequence[str], name: str) -> Node:
    return _replaced(node, path, {name: _at(whole, path)[name]})


def _at(node: Node, path: Sequence[str]) -> Mapping[str, object]:
    for key in path:
        node = node[key]
    return node.members


def _replaced(node: Node, path: Sequence[str], value: object) -> Node:
    """A node with another value at a path; all places stay those of the document."""
    key, *rest = path
    inner = _replaced(node[key], rest, value).value if rest else value
    return Node({**node.members, key: inner}, node.at)
