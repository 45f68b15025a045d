"""Made-up texts: of a format, or within limits."""

import re
from collections.abc import Sequence

from specloom.model.structs import Value
from specloom.runtime.rest.limits import compiled
from specloom.views.pattern_text import text_of

LONGEST = 10_000
"""Characters of a text that is made for a limit."""
_MATCHING = ("a", "A", "1", "TEXT", "Text", "a1", "A1", "+15550100", "1.0.0")
"""Texts that may match a pattern; repetitions of them, too."""
_REPEATED_GROUP = re.compile(r"\)[*+?{]")
_LONGEST_TRIED, _LONGEST_TRIED_WITH_GROUPS = 40, 12
"""Characters of a text that is tried with a pattern. A pattern may need steps by the power of the length, for groups
that repeat even exponentially many."""
_LONGEST_TRIED_EXACTLY = 200
"""Characters of a text that is tried with a pattern that matches in one way."""


def made_up_text(value: Value, usual: str, candidates: Sequence[str] = ()) -> str:
    """A text within the limits of a value, as far as one is found: the usual one if it is."""
    limits = value.limits
    minimum, maximum = limits.minimum_characters or 0, limits.maximum_characters
    texts = [_long_enough(text, minimum)[:maximum] for text in (usual, *candidates, *_MATCHING)]
    usual_text = texts[0]
    if limits.pattern is None:
        return usual_text
    try:
        pattern = compiled(limits.pattern)
    except re.error:  # of another dialect
        return usual_text
    has_groups = _REPEATED_GROUP.search(limits.pattern) is not None
    longest = _LONGEST_TRIED_WITH_GROUPS if has_groups else _LONGEST_TRIED
    texts = [text for text in texts if len(text) <= longest]
    for more in (0, 1, minimum):
        made = text_of(limits.pattern, more)
        if made is not None and len(made.text) <= (
            _LONGEST_TRIED_EXACTLY if made.is_exact else longest
        ):
            texts.append(made.text)
    fitting = (text for text in texts if minimum <= len(text) and pattern.search(text))
    return next((text for text in fitting if maximum is None or len(text) <= maximum), usual_text)


def _long_enough(text: str, minimum: int) -> str:
    size = min(minimum, LONGEST)
    return text if len(text) >= minimum else (text * size)[:size]
