"""Python source: literals, names, docstrings."""

import keyword
import re
import textwrap
from collections.abc import Container, Iterable, Sequence

from specloom.languages.characters import JOINERS, VERBATIM, is_printable, revealed, stripped
from specloom.languages.description import plain_description, plain_description_line
from specloom.languages.escapes import ESCAPES
from specloom.languages.safe import Plain, Safe


class Python(Safe):
    """Python source."""

    __slots__ = ()


def py_literal(value: Plain | tuple[Plain, ...]) -> Python:
    """A literal that evaluates to the value, quoted as black would quote it."""
    if isinstance(value, str):
        return _py_string(value)
    if isinstance(value, tuple):
        items = ", ".join(py_literal(item) for item in value)
        return Python(f"({items},)" if len(value) == 1 else f"({items})")
    return Python(repr(value))


def _py_string(text: str) -> Python:
    quote = "'" if text.count('"') > text.count("'") else '"'
    return Python(f"{quote}{_py_escaped(text, quote)}{quote}")


def _py_escaped(text: str, quote: str) -> str:
    """The text with escapes where a literal between such quotes needs them."""
    if "\\" not in text and (not quote or quote not in text) and is_printable(text):
        return text
    return "".join(_py_character(character, quote) for character in text)


def _py_character(character: str, quote: str) -> str:
    """A character of a literal between such quotes."""
    if character == quote:
        return "\\" + character
    if character in ESCAPES:
        return ESCAPES[character]
    if character in JOINERS or is_printable(character):
        return character
    code = ord(character)
    if code < 0x100:
        return f"\\x{code:02x}"
    return f"\\u{code:04x}" if code < 0x10000 else f"\\U{code:08x}"


def py_identifier(name: str) -> Python:
    """A name that `naming` made; anything else is a bug in the view."""
    if not name.isidentifier() or keyword.iskeyword(name):
        raise ValueError(f"{name!r} is not an identifier")
    return Python(name)


def py_dotted(name: str) -> Python:
    """Names with dots between them: a module."""
    return Python(".".join(map(py_identifier, name.split("."))))


def py_beside(name: str, used_names: Container[str]) -> Python:
    """A name, with an underscore at its end if another thing has the same name."""
    while name in used_names:
        name += "_"
    return py_identifier(name)


def py_imported(name: str, used_names: Container[str]) -> Python:
    """A name in an import: `Item`, or `Item as Item_`."""
    local = py_beside(name, used_names)
    return py_identifier(name) if local == name else Python(f"{py_identifier(name)} as {local}")


def py_text(
    text: str, indent: int = 0, *, around: int = 8, bracketed: bool = False, width: int = 100
) -> Python:
    """A string literal; if it is too long for a line, several literals of whole words, in brackets.

    `indent` is the indentation of its line, `around` the number of other characters on it, as far as
    the template can know; `bracketed` means that it is in brackets already, alone.
    """
    text = revealed(text)
    whole = _py_string(text)
    room = width - indent - 4
    if len(whole) <= (room if bracketed else width - indent - around):
        return whole
    pieces = [""]
    for word in re.findall(r" *[^ ]* ?", text):
        if pieces[-1] and len(_py_string(pieces[-1] + word)) > room:
            pieces.append("")
        pieces[-1] += word
    literals = " ".join(map(_py_string, pieces))
    return Python(literals if bracketed else f"({literals})")


_PROSE = "\ufdd0"
"""Marks text on its way into a docstring. It is not a character, so Python refuses it anywhere else."""


def py_prose(text: str) -> Python:
    """A piece of text inside a text for `docstring`."""
    return Python(_PROSE + text + _PROSE)


def py_sentence(text: str) -> Python:
    """A text for a docstring, with a full stop if it lacks an end mark."""
    text = stripped(text)
    return py_prose(text if text.endswith((".", "!", "?")) else f"{text}.")


def py_description(text: str, *, is_ended: bool = False) -> Python:
    """A description as blocks of a docstring; `is_ended`: a last line of prose has an end mark, another one an empty line after it."""
    plain = stripped(plain_description(text))
    last = plain.rpartition("\n")[2]
    if not is_ended or not last:
        return py_prose(plain)
    if last.startswith((VERBATIM, "- ")):
        return py_prose(f"{plain}\n")  # or a sentence after it would be of the last item
    return py_prose(plain if last[-1] in ".!?:" else f"{plain}.")


def py_description_line(text: str) -> Python:
    """A description as one sentence of a docstring, on one line."""
    line = stripped(plain_description_line(text))
    return py_prose(line) if line.endswith(":") else py_sentence(line)


def py_docstring(text: str, indent: int = 0, width: int = 100) -> Python:
    """A docstring with its quotes, wrapped to the width; the first paragraph begins on its first line.

    Empty lines part paragraphs; lines that begin with `- ` stay lines. In a paragraph that begins with the line `Args:` or
    `Raises:`, each line is one of these, as editors read it: its name, a colon, what it is.
    """
    lines = revealed(text.replace(_PROSE, "")).strip().split("\n")
    escaped = _docstring_escaped(line.strip(" \t") for line in lines)
    paragraphs = [
        _lines(paragraph, width - indent - (6 if number == 0 else 0))
        for number, paragraph in enumerate(re.split(r"\n\s*\n", escaped))
    ]
    return _docstring([line for paragraph in paragraphs for line in (*paragraph, "")][:-1], indent)


def py_docstring_as_written(text: str, indent: int = 0) -> Python:
    """A text for a docstring with its own lines and indentation, such as NumPy style or `:param`."""
    lines = textwrap.dedent(revealed(text.replace(_PROSE, "").strip("\n"))).split("\n")
    escaped = _docstring_escaped(line.rstrip(" \t") for line in lines)
    return _docstring(escaped.strip().split("\n"), indent)


def _docstring_escaped(lines: Iterable[str]) -> str:
    return "\n".join(map(_docstring_line, lines)).replace('"""', '\\"\\"\\"')


def _docstring_line(line: str) -> str:
    mark = VERBATIM if line.startswith(VERBATIM) else ""
    return mark + _py_escaped(line.removeprefix(VERBATIM), "")


def _docstring(lines: Sequence[str], indent: int) -> Python:
    margin = " " * indent
    if len(lines) <= 1:
        only = "".join(lines)
        closing = " " if only.endswith('"') else ""  # four quotes in a row would not be Python
        return Python(f'"""{only}{closing}"""')
    body = "\n".join(f"{margin}{line}" if line else "" for line in lines[1:])
    return Python(f'"""{lines[0]}\n{body}\n{margin}"""')


_SECTIONS = ("Args:", "Raises:")


def _lines(paragraph: str, width: int) -> list[str]:
    title, _, entries = paragraph.partition("\n")
    if title in _SECTIONS:
        lines = [
            line for entry in entries.split("\n") for line in _wrapped(entry, width - 4, "    ")
        ]
        return [title, *(f"    {line}" for line in lines)]
    return [
        line
        for part in re.split(rf"\n(?=- |{VERBATIM})", paragraph)
        for line in _wrapped(part, width)
    ]


def _wrapped(part: str, width: int, margin: str = "") -> list[str]:
    """A part in lines; the margin of all but the first."""
    if part.startswith(VERBATIM):
        return [part.removeprefix(VERBATIM)]
    if len(part) <= width and "\n" not in part:
        return [part] if part else []
    return textwrap.wrap(
        part,
        width,
        subsequent_indent="  " if part.startswith("- ") else margin,
        break_long_words=False,  # names and addresses stay whole
        break_on_hyphens=False,
    )
