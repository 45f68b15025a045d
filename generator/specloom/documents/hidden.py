"""Texts of a document that hold characters that do not show."""

from collections.abc import Iterator
from typing import Any, cast

from specloom.documents.document import Document, Finding
from specloom.documents.position import Pointer
from specloom.languages.characters import HIDDEN, revealed

_ON_PURPOSE = (("wire", "separator"), ("wire", "alternative_separator"))
"""Which character of this kind a wiki takes, in an overlay and in a model."""


def hidden_characters(document: Document) -> Iterator[Finding]:
    """A warning for each text and key that has some."""
    # They may stand in the file as escapes, which only decoding shows.
    if "\\" not in document.text and not HIDDEN.search(document.text):
        return
    for pointer, text, is_key in _texts(document.data, ()):
        found = dict.fromkeys(HIDDEN.findall(text))
        if found and tuple(pointer[-2:]) not in _ON_PURPOSE:
            shown = ", ".join(f"`{revealed(character)}`" for character in found)
            message = f"the text holds what does not show: {shown}"
            yield Finding(pointer, "hidden-character", message, key=is_key)


def _texts(value: object, pointer: Pointer) -> Iterator[tuple[Pointer, str, bool]]:
    """Where each text stands, the text, and whether it is a key."""
    if isinstance(value, str):
        yield pointer, value, False
    elif isinstance(value, dict):
        for key, member in cast("dict[str, Any]", value).items():
            yield (*pointer, key), key, True
            yield from _texts(member, (*pointer, key))
    elif isinstance(value, list):
        for index, item in enumerate(cast("list[object]", value)):
            yield from _texts(item, (*pointer, index))
