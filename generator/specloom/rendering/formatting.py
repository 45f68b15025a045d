"""Python source in the one style the outputs have: black, pinned to the style of one year."""

from collections.abc import Mapping, Sequence
from importlib.metadata import version

from black import format_str
from black.mode import Mode, TargetVersion
from black.parsing import InvalidInput

from specloom.rendering.workers import call_all

STYLE = 26
_MODE = Mode(line_length=100, target_versions={TargetVersion.PY311})
_PORTION = 24_000
"""Characters that are formatted at a time: some 50 ms of work."""


class FormattingError(Exception):
    """A text is not Python."""

    def __init__(self, path: str, reason: str) -> None:
        super().__init__(path, reason)
        self.path = path
        self.reason = reason


def is_pinned_style() -> bool:
    """Whether the installed black formats as the committed outputs are formatted."""
    return version("black").split(".")[0] == str(STYLE)


def format_all(texts: Mapping[str, str]) -> dict[str, str]:
    """Format files, path → text."""
    portions = call_all(_format, _portions(texts))
    return {path: text for portion in portions for path, text in portion}


def _portions(texts: Mapping[str, str]) -> list[list[tuple[str, str]]]:
    """The files in portions of about the same size, the largest files first."""
    portions: list[list[tuple[str, str]]] = []
    size = _PORTION
    for path, text in sorted(texts.items(), key=lambda item: -len(item[1])):
        if size >= _PORTION:
            portions.append([])
            size = 0
        portions[-1].append((path, text))
        size += len(text)
    return portions


def _format(portion: Sequence[tuple[str, str]]) -> list[tuple[str, str]]:
    return [(path, _format_one(path, text)) for path, text in portion]


def _format_one(path: str, text: str) -> str:
    try:
        return format_str(text, mode=_MODE)
    except InvalidInput as error:
        raise FormattingError(path, str(error)) from None
