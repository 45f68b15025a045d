"""Operations whose bodies or replies have several media types: one operation for each media type with other values."""

from collections.abc import Container, Iterable, Iterator, Mapping, Sequence

import msgspec

from specloom.model.media import MULTIPART, essence
from specloom.model.naming import LONGEST, words
from specloom.readers.openapi.method_names import MethodName
from specloom.readers.openapi.nodes import Node, ReferenceFault
from specloom.readers.openapi.schemas import Schemas

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


def usual(schemas: Schemas, operation: Node, further_media: FurtherMedia) -> Node:
    """The operation without further media types."""
    return with_media(schemas, operation, further_media, None)


def with_media(
    schemas: Schemas, operation: Node, further_media: FurtherMedia, media: str | None
) -> Node:
    """The operation with one of the further media types in place of the usual one, or without any of them."""
    if further_media.body:
        body = _with_content(schemas, operation["requestBody"], further_media.body, media)
        operation = operation.with_member("requestBody", body)
    responses = operation["responses"]
    for status, names in further_media.replies.items():
        reply = _with_content(schemas, responses[status], names, media)
        responses = responses.with_member(status, reply)
    return operation.with_member("responses", responses) if further_media.replies else operation


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


def _with_content(
    schemas: Schemas, described: Node, further_media: Sequence[str], media: str | None
) -> Node:
    """A body or a reply, at the end of its references, with one of its further media types or its usual ones."""
    node = schemas.target(described)
    if isinstance(node, ReferenceFault):
        return described
    content = node["content"]
    members = {
        name: value
        for name, value in content.members.items()
        if (name == media if media in further_media else name not in further_media)
    }
    return node.with_member("content", Node(members, content.at))
