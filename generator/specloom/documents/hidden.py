"""Texts of a document that hold characters that do not show."""

import re
from collections.abc import Iterator
from typing import Any, cast

from specloom.documents.document import Document, Finding
from specloom.documents.position import Pointer
from specloom.languages.characters import HIDDEN, revealed

_ON_PURPOSE = (("wire", "separator"), ("wire", "alternative_separator"))
"""Members that may contain such a character, in an overlay and in a model."""
_ESCAPE = re.compile(r'(?:[^\\]++|\\[nrt"/\\])*+\\')
"""From the begin of a text to an escape that stands for another character than a line end, a tab or itself."""


def hidden_characters(document: Document) -> Iterator[Finding]:
    """Warnings for texts and keys with invisible characters."""
    # They may stand in the file as escapes, which only decoding shows.
    if not HIDDEN.search(document.text) and not _ESCAPE.match(document.text):
        return
    for pointer, text, is_key in _texts(document.data, ()):
        characters = dict.fromkeys(HIDDEN.findall(text))
        if characters and tuple(pointer[-2:]) not in _ON_PURPOSE:
            names = ", ".join(f"`{revealed(character)}`" for character in characters)
            message = f"the text holds what does not show: {names}"
            yield Finding(pointer, "hidden-character", message, key=is_key)


def _texts(value: object, pointer: Pointer) -> Iterator[tuple[Pointer, str, bool]]:
    """Each text with its pointer, and True for keys."""
    if isinstance(value, str):
        yield pointer, value, False
    elif isinstance(value, dict):
        for key, member in cast("dict[str, Any]", value).items():
            yield (*pointer, key), key, True
            yield from _texts(member, (*pointer, key))
    elif isinstance(value, list):
        for index, item in enumerate(cast("list[object]", value)):
            yield from _texts(item, (*pointer, index))
